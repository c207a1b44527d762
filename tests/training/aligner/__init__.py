"""Training of the network of ``vision.align``, which moves a guess of the board's corners to where the board is."""
