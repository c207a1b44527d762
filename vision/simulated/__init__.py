"""The simulated table: a board, thick painted pieces, light and a webcam, drawn through a real perspective.

Everything is chosen by a seed (:func:`scene`), pictures come with their truth, and the same seed always gives the
same pixels. It feeds ``polyref demo`` and the tests; it knows the equipment of a game, never its rules.

Stills: ``picture(seed, piece_set, kind=None, **fixed) -> (Picture, truth)``, or in steps:

- ``scene(seed, **fixed) -> Scene``: any field of any part may be fixed, e.g. ``tilt_deg=40, width=640, height=480``.
- ``LyingPiece(piece, cells | pose, layer, situation)``: a piece on cells or in any pose; layer 1 lies on others.
- ``stock(scene, piece_set, waiting)``: the pieces that wait beside the board.
- ``Arm(x, y, z, turn_deg, held, look)``: a hand above the board.
- ``render(scene, piece_set, lying, arm=None, noise_seed=0) -> Picture``: BGR uint8.
- ``truth(scene, piece_set, lying, arm=None) -> dict``: corners in pixels, pieces, cells hidden by the hand, the scene.

``python -m vision.simulated --out FOLDER --count N --seed S [--film]`` writes pictures or a film with their truth.
"""

from vision.simulated.arm import Arm
from vision.simulated.lying import LyingPiece, Pose, pose_on
from vision.simulated.render import render
from vision.simulated.scene import Scene, scene
from vision.simulated.still import KINDS, picture, random_placements
from vision.simulated.stock import stock
from vision.simulated.truth import truth

__all__ = [
    "KINDS",
    "Arm",
    "LyingPiece",
    "Pose",
    "Scene",
    "picture",
    "pose_on",
    "random_placements",
    "render",
    "scene",
    "stock",
    "truth",
]
