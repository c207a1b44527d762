"""Training of the network of ``vision.corners``, which guesses where the corners of the grid are."""
