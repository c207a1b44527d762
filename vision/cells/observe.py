"""What cells and borders show: a small convolutional network looks at two rectified planes.

The network never sees perspective: the plane of the piece tops and the plane on which the pieces lie are both
rectified, and it is told by how much they are shifted against one another at every place. It was trained on the
simulated table only (``tests.training``), whose paints, patterns, prints and lamps are drawn anew for each picture, so
it knows no paint; it knows what a top, a side, a groove, a seam, a shadow and an occlusion look like.
"""

import itertools
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt
from skimage.color import rgb2lab

from referee.grid import GridSize
from vision.cells.grain import grains_of
from vision.cells.pattern import patterns_of
from vision.cells.reading import RING, Evidence, Reading
from vision.cells.relief import relief_of
from vision.cells.seam import lines_of
from vision.cells.shade import past_shade
from vision.cells.symmetry import EVERY
from vision.cells.tint import fullness, likeness, plainness, tints_of
from vision.frame import BURNT_LEVEL, Picture
from vision.kind import FEWEST_LOOKS, Kind, Networks
from vision.network import answer
from vision.pose import BoardPose
from vision.rectify import Raster, fitted, rectified

WHITE_PERCENTILE = 92
"""The board is the lightest thing in its own picture: this percentile of each channel counts as its white."""
MIDDLE, LIGHTEST = 0.5, 1.5
"""The network sees the light, of which the board's white is 1, less the first, and up to the second."""
FILLED, LIGHT_PERCENTILE = 1.0, 75
"""This percentile of the lightest channels of the cells with more evidence (log-odds) for a piece is white at least:
the rest may mirror a lamp."""
RIM = 0.5
"""Cells around the grid that are of the board still, on every make of it."""
MOST_STRIPED = 3.0
"""Cells of one piece look alike, so that they may err together: none counts for more log-odds than this."""
NO_HAND = -5.0
"""Where the evidence for something that is no piece is less (log-odds), what bears a tint is a piece."""
MARKS = ("occupied", "joined_right", "joined_down", "hidden", "troubled", "striped")
"""What the network says of each cell, in the order of its output channels; further ones are the kind's paints."""

FILLS = MARKS.index("occupied")

Planes = npt.NDArray[np.float32]
Marks = npt.NDArray[np.float32]
White = npt.NDArray[np.float32]
Tops = npt.NDArray[np.float32]
Shift = tuple[float, float, float, float]
"""How one plane is shifted on another, in cells: (x at column 0, x a column, y at row 0, y a row)."""


def raster(grid: GridSize, scale: int) -> Raster:
    return Raster(grid, scale, float(RING))


def shifts(pose: BoardPose, height: float, level: int = 0) -> Shift:
    """How the upper plane is shifted on the lower one."""
    x, y, high = pose.camera_xyh
    share = height / max(high - (level + 1) * height, 1.0)
    return -x * share, share, -y * share, share


def white_of(lower: Picture, scale: int) -> White:
    """The board's white in its own picture (H x W x 3, BGR uint8, with its ring): BGR."""
    edge = round(scale * (RING - RIM))
    board = lower[edge:-edge, edge:-edge].reshape(-1, 3)
    return np.maximum(np.percentile(board, WHITE_PERCENTILE, axis=0), 16.0).astype(np.float32)


def stacked(upper: Picture, lower: Picture, shift: Shift, level: int, scale: int, white: White) -> Planes:
    """The network's input, 9 x H x W: upper plane (BGR), lower plane (BGR), shift between them (x, y), level.

    Both planes are given as H x W x 3, BGR uint8; their colours are divided by the board's white, shifts are in cells.
    At level 0 the lower plane is the board, at level 1 it is the plane of the tops, for pieces lying on others.
    """
    tall, wide = upper.shape[:2]
    colours = np.concatenate([upper, lower], axis=2).astype(np.float32) / np.tile(white, 2) - MIDDLE
    x = (np.arange(wide, dtype=np.float32) + 0.5) / scale - RING
    y = (np.arange(tall, dtype=np.float32) + 0.5) / scale - RING
    across = np.broadcast_to(shift[0] + shift[1] * x, (tall, wide))
    down = np.broadcast_to((shift[2] + shift[3] * y)[:, None], (tall, wide))
    extra = np.stack([across, down, np.full((tall, wide), float(level))]).astype(np.float32)
    return np.concatenate([np.minimum(colours, LIGHTEST).transpose(2, 0, 1), extra])


def planes_at(
    bgr: Picture, pose: BoardPose, height: float, level: int, scale: int
) -> tuple[Picture, Picture, White, Planes]:
    """The upper and the lower plane of a level, for pieces of a given thickness, the board's white in the lower one,
    and all that as a network's input."""
    layout = raster(pose.grid, scale)
    small, near = fitted(bgr, pose, scale)  # once for both planes
    upper, lower = (rectified(small, near, layout, above * height) for above in (level + 1, level))
    white = white_of(lower, scale)
    return upper, lower, white, stacked(upper, lower, shifts(near, height, level), level, scale, white)


def occupancy(
    bgr: Picture, pose: BoardPose, height: float, kind: Kind, *, twice: bool = False
) -> tuple[Evidence, Evidence]:
    """Of what ``observe`` sees on the board, whether cells are filled and whether something hides them: enough to ask
    whether a board lies there at all."""
    scale = kind.networks.scale
    _, lower, _, planes = planes_at(bgr, pose, height, 0, scale)
    given = dict(zip(MARKS, _looked((planes,), kind.networks, twice), strict=False))
    return given["occupied"], past_shade(given["hidden"], given["occupied"], lower, scale)


def observe(
    bgr: Picture, pose: BoardPose, height: float, kind: Kind, level: int = 0, *, twice: bool = False
) -> Reading:
    """The evidence for pieces of a given thickness lying on the board (or, at level 1, on other pieces).

    ``twice``: also looked at half a turn round, by the kind's second network if it has one, and in as many ``looks`` as
    the kind takes, and the mean taken: slower, and steadier where little is to be seen.
    """
    scale = kind.networks.scale
    upper, lower, white, planes = planes_at(bgr, pose, height, level, scale)
    marks = _looked(_exposures(planes, white, kind.networks.darker), kind.networks, twice)
    given = dict(zip(MARKS, marks, strict=False))
    if not level:
        given["hidden"] = past_shade(given["hidden"], given["occupied"], lower, scale)
    tops = _tops(upper, scale) / white
    tints = tints_of(tops)
    paints = _paints(given.pop("striped") - plainness(tints), marks[len(MARKS) :])
    if kind.alike:
        paints *= 1 - _burnt(upper, scale)
    lab = _lab(tops, given["occupied"] > FILLED)
    seen = Reading(pose.grid, **given, paints=paints, paint_lab=lab, height=height)
    if kind.by_relief:
        seen = replace(seen, relief=relief_of(lower, scale))
    if kind.plain:
        return replace(seen, grains=grains_of(upper, scale), lines=lines_of(upper, scale))
    if not kind.uniform:
        return seen
    patterns = patterns_of((upper / white).mean(axis=2), scale)
    right, down = (
        joined + alike for joined, alike in zip((seen.joined_right, seen.joined_down), likeness(tints), strict=True)
    )
    seen = replace(seen, joined_right=right, joined_down=down, tints=tints, patterns=patterns)
    if level:  # what lies below may be painted
        return seen
    full = np.where(seen.hidden < NO_HAND, fullness(tints, tints_of(_tops(lower, scale) / white)), 0)
    on_board = np.zeros(full.shape, bool)
    on_board[RING:-RING, RING:-RING] = True  # a cloth beside it may be of any colour
    return replace(seen, full=np.where(on_board, full, 0).astype(np.float32))


def _looked(shown: Sequence[Planes], networks: Networks, twice: bool) -> Marks:
    if twice:
        return _careful(shown, networks)
    seen = [answer(networks.quick or networks.first, planes) for planes in shown]
    return np.asarray(np.mean(seen, axis=0), np.float32)


def _exposures(planes: Planes, white: White, darker: float) -> tuple[Planes, ...]:
    """The same, and where the board is burnt out also as a shorter exposure would show what is left beside its white:
    all light to the power ``darker``, if that is more than 1."""
    if darker <= 1 or white.min() < BURNT_LEVEL:
        return (planes,)
    shorter = planes.copy()
    light = shorter[: 2 * len(white)]
    light[:] = np.minimum((light + MIDDLE) ** darker - MIDDLE, LIGHTEST)
    return planes, shorter


def _paints(striped: Marks, colours: Marks) -> Marks:
    """Evidence for each paint: the colours, given that a piece lies there, or plain and striped."""
    if len(colours):
        return np.asarray(colours - np.logaddexp.reduce(colours, axis=0), np.float32)
    half = striped.clip(-MOST_STRIPED, MOST_STRIPED) / 2
    return np.stack([-half, half])


def _burnt(upper: Picture, scale: int) -> Evidence:
    """Which share of each cell's top is burnt out. Of 25 simulated ones of which all was, the networks named nine by
    their colours."""
    burnt = 255 * (upper.min(axis=2, keepdims=True) >= BURNT_LEVEL).astype(np.uint8)
    return np.asarray(_tops(burnt, scale)[..., 0] / 255, np.float32)


def _careful(shown: Sequence[Planes], networks: Networks) -> Marks:
    """Many looks at the same, by the first network and the second in turn, and at what is filled by a third besides."""
    marks = _mean_of(shown, (networks.first, networks.second or networks.first), networks.looks)
    if networks.filled:
        marks[FILLS] = 0.5 * (marks[FILLS] + _mean_of(shown, (networks.filled,), FEWEST_LOOKS)[FILLS])
    return marks


def _mean_of(shown: Sequence[Planes], networks: Sequence[str], looks: int) -> Marks:
    """The mean of several looks at the same as it is ``shown``, turned and mirrored, by some networks in turn."""
    asked = zip(EVERY[:looks], itertools.cycle(itertools.product(shown, networks)), strict=False)
    seen = [symmetry.undone(answer(network, symmetry.applied(planes))) for symmetry, (planes, network) in asked]
    return np.asarray(np.mean(seen, axis=0), np.float32)


def _tops(upper: Picture, scale: int) -> Tops:
    """Mean colour of the inner half of each cell's top (rows x cols x channels: BGR, if it is in colour)."""
    tall, wide = upper.shape[0] // scale, upper.shape[1] // scale
    inner = slice(scale // 4, -scale // 4)
    cells = upper.reshape(tall, scale, wide, scale, -1)[:, inner, :, inner]
    return np.asarray(cells.mean(axis=(1, 3), dtype=np.float32))


def _lab(tops: Tops, filled: npt.NDArray[np.bool_]) -> Tops:
    """Colours (BGR, the board's white is 1) as CIE L*a*b* (D65). On a grey board most pieces are lighter than it: then
    they are what is white."""
    lightest = np.percentile(tops[filled].max(axis=1), LIGHT_PERCENTILE) if filled.any() else 1.0
    rgb = np.clip(tops[..., ::-1] / max(lightest, 1.0), 0, 1)
    return np.asarray(rgb2lab(rgb), dtype=np.float32)
