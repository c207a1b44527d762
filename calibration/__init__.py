"""What one camera and one set of pieces look like: lens, corners, palette, and the profile file that keeps them."""
