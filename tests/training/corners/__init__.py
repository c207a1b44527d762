"""Training of the network of ``vision.board.corners``, which guesses where the corners of the grid are."""
