"""Training of the network of ``vision.boards``, which moves a guess onto any of our boards and says which one it is."""
