"""Training of the network of ``vision.cells.observe``, which says what cells and borders show."""
