"""Pictures in, pieces on cells out. Each package says what its modules are for, and may import those named before it.

- What all share: a ``frame`` is one picture, ``kind`` what differs from game to game, ``names`` what the eyes
  call pieces, ``pose`` where the camera sees the board, ``rectify`` the look straight down on it, a ``network`` what
  was trained; a ``sighting`` is what was seen, a ``look`` what one frame of a live game gave. What goes wrong are
  ``errors``.
- ``pictures``: where they come from. ``motion``: whether something moves there.
- ``cells``: what each shows. ``board``: where it is. ``pieces``: which of them explain the cells. ``faults``: what lies
  wrongly.
- ``read`` is the whole way of one picture, ``live`` that of a game.
- ``drawing``: what people are shown. ``lens``: how it is calibrated. ``simulated``: tables to train and to measure
  with.
"""
