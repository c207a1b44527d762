"""Training of the network of ``vision.board.phases``, which tells where in its cells a board is seen."""
