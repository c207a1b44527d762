"""Training of the network that ``vision.faults.steps`` asks."""
