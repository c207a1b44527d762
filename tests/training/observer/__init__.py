"""Training of the network of ``vision.observe``, which says what cells and borders show."""
