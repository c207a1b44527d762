"""Training of the network of ``vision.board.align``, which moves guessed corners to where the board is."""
