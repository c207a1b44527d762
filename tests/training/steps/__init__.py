"""Training of the network that ``vision.steps`` asks."""
