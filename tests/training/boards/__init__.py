"""Training of the network of ``vision.board.boards``, which moves a guess onto a board of ours and says which it is."""
