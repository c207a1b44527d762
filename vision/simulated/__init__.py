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

Films: ``Film(scene, piece_set, steps, fps=3.0)`` iterates ``(Frame, truth)``; steps are plain data, made by the caller:

- ``Step(piece, cells, player="Ann")``: an arm brings the piece and leaves; then the view is settled for 3 or 4 frames.
- ``Step(piece, cells, situation="overlap")`` (or ``overhang``, ``misaligned``): it lies there wrongly.
- ``Step(piece, cells, lifted=True)``: the hand takes it up again and puts it on these cells; without cells it takes it
  off the board.
- ``Knock()``: the camera is bumped. ``Carried(round_deg)``: it is carried round the table, or the board is turned.
- ``Lamp(factor)``: the light changes. ``Relit(lighting)``: other lamps are lit, or somebody leans over the table;
  ``Relit(lighting, frames)``: slowly, as when a cloud passes the sun. ``Refocus()``: the lens focuses anew meanwhile.
- ``Pause(piece, cells)``: a hand stays above the board, with a piece in it or on one that lies there, and goes again.
- ``Push(pieces, down, right)``: pieces are pushed aside. ``Put(Thing(...))``: something that is no piece lies there.
- ``Film(..., grip=Grip())``: somebody holds the camera in a hand.
- ``random_game(seed, piece_set) -> (steps, hands)``: pieces that fit, one overlap that is put right.

``SimulatedSource(film, speed)`` is the film as a camera: context manager and iterator of ``Frame``, ``live`` False.

``python -m vision.simulated --out FOLDER --count N --seed S [--film]`` writes pictures or a film with their truth.
"""

from vision.simulated.arm import Arm
from vision.simulated.chance import scene
from vision.simulated.film import Film
from vision.simulated.game import random_game
from vision.simulated.grip import Grip
from vision.simulated.lying import LyingPiece, Pose, pose_on
from vision.simulated.render import render
from vision.simulated.scene import Scene
from vision.simulated.shooting import Carried, Happening, Knock, Lamp, Pause, Push, Put, Refocus, Relit, Step
from vision.simulated.source import SimulatedSource
from vision.simulated.still import KINDS, picture
from vision.simulated.stock import stock
from vision.simulated.thing import Thing
from vision.simulated.together import close_together
from vision.simulated.truth import truth

__all__ = [
    "KINDS",
    "Arm",
    "Carried",
    "Film",
    "Grip",
    "Happening",
    "Knock",
    "Lamp",
    "LyingPiece",
    "Pause",
    "Pose",
    "Push",
    "Put",
    "Refocus",
    "Relit",
    "Scene",
    "SimulatedSource",
    "Step",
    "Thing",
    "close_together",
    "picture",
    "pose_on",
    "random_game",
    "render",
    "scene",
    "stock",
    "truth",
]
