"""Which board is it, and where exactly? One small network knows the boards of all games.

It looks straight down on a guess of the corners, as that of ``align`` does, but at the board as a whole, ten by ten
tenths of it, whatever the game. It was trained on the simulated table only (``tests.training.boards``).
"""

from referee.grid import GridSize

VIEW = GridSize(10, 10)
"""How the network divides any board."""
NONE = "none"
GAMES = ("polyssimo", "blokus", "patchwork", NONE)
"""What a board may be, in the order of the network's outputs."""
