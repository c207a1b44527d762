"""Two simulated quilts, each before a camera of its own."""

from dataclasses import replace

from referee.piece import packaged_piece_set
from vision.frame import Picture
from vision.kind import seen_set
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
