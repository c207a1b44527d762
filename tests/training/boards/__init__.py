"""Training of the network of ``vision.board.places``, which moves a guess onto a board of ours and says which it is."""
