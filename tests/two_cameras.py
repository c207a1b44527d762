"""Two simulated quilts, each before a camera of its own."""

from dataclasses import replace

from referee.piece import packaged_piece_set
from vision.frame import Frame, Picture
from vision.names import seen_set
from vision.pictures.abreast import joined
from vision.simulated import render
from vision.simulated.quilts import side_by_side
from web.camera.simulated import table

PATCHES = packaged_piece_set("patchwork")
TURN_DEG = 11.0
"""So far a camera is turned from the middle of both quilts to have one of them before it."""


def before_two_cameras(seed: int = 2) -> tuple[Picture, Picture]:
    """The left quilt and the right one, both empty; at the edge of each picture the other one is seen in part."""
    wide = side_by_side(seen_set(PATCHES))
    scene = table(seed, wide)
    turned = (replace(scene, view=replace(scene.view, knock=(turn, 0.0, 0.0))) for turn in (TURN_DEG, -TURN_DEG))
    left, right = (render(one, wide, ()) for one in turned)
    return left, right


def abreast(left: Picture, right: Picture, t_s: float, *, alone: bool = False) -> Frame:
    """What two cameras show at a time, the right one a single photo if ``alone``."""
    parts = Frame(left, 1 + round(10 * t_s), t_s), Frame(right, 1, 0.0, alone=alone)
    return replace(parts[0], bgr=joined((left, right)), parts=parts)
