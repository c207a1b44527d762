"""How a paint tints the light: what of its colour no shadow changes, for a shadow takes as much of each part of it.

A painted piece is of one colour, and no other is of the same. A cell that tints the light otherwise than the others
belongs to another piece, or to none. No paint is known beforehand: each piece is compared with itself, each cell with
its neighbours.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Tints = npt.NDArray[np.float32]
Values = npt.NDArray[np.float64]

WHITE = np.ones(3)
LEAST_TINT = 15.0
"""A paint that tints the light by less than this, in degrees between its colour and white, is too much like grey."""
LIKE, ODD = 0.4, 0.65
"""How far, in parts of its tint, a cell may differ from the others without speaking against a piece, and from where on
it speaks against it as much as any may. Of 5,928 cells of true pieces in 204 pictures, of them 60 photographs, five
differ by more than the first, all of one piece on which something lies; of 3,230 bare cells beside pieces 3,133 do,
and 3,060 by more than the second."""
AGAINST = 5.0
"""Log-odds against a piece of which a cell is odd: less than those figures say, for lamps mirrored in a piece take its
tint, and may do so more often in life."""
GREY, COLOURED = 18.0, 24.0
"""What tints the light by no more than the first, in degrees, may be black and white; what does by the second or more
is not. Of 1,954 cells of striped pieces one, which a coloured piece hides, tints it by more than the first, of 1,621
cells of painted ones 1,337 do by more than the second; half of the pictures were simulated."""
PAINTED = 4.0
"""Log-odds for a paint rather than black and white, and for a piece rather than none where the board has that tint too:
in front of a piece its side is seen on the plane of the tops, but the board on its own. Of 7,055 bare cells 14 bear a
like tint of 21 degrees or more on both planes, half of them in one picture, five below upper pieces; of 2,761 painted
ones 2,287 do."""
SAME, OTHER, MOST = 0.12, 0.22, 4.0
"""Neighbours that differ by no more than the first, in parts of their tint, bear the same paint, those by the second or
more two: of 1,302 within pieces 1,281 are below the first and 7 above the second, of 1,558 of two pieces none is below
the first and two are below the second. That counts for so many log-odds at most, for networks have seen it too."""


def tints_of(tops: Tints) -> Tints:
    """The linear light (rows x cols x 3, BGR, each of length one) of tops, given as they are stored (sRGB, the board's
    white is 1); white is the same in all three."""
    stored = np.clip(tops, 0, None)
    light = np.where(stored <= 0.04045, stored / 12.92, ((stored + 0.055) / 1.055) ** 2.4)  # IEC 61966-2-1
    return np.asarray(light / np.maximum(np.linalg.norm(light, axis=2, keepdims=True), 1e-6), np.float32)


def oddness(tints: Tints, cells: npt.NDArray[np.integer]) -> Values:
    """Log-odds (N) against plain placements on cells (N x K, numbers in reading order, one more for none) of which one
    is of another colour than the others; nothing of what is not known (its tint is nought)."""
    most = np.nan_to_num(_differences(tints, cells)).max(axis=1)
    return np.asarray(AGAINST * np.clip((most - LIKE) / (ODD - LIKE), 0, 1))


def plainness(tints: Tints) -> Tints:
    """Log-odds (rows x cols) that a filled cell is painted rather than striped in black and white; nought where its
    tint leaves that open or is not known."""
    tint = np.where(tints.any(axis=2), _degrees(tints, WHITE), 0)
    return np.asarray(PAINTED * np.clip((tint - GREY) / (COLOURED - GREY), 0, 1), np.float32)


def fullness(tints: Tints, lower: Tints) -> Tints:
    """Log-odds (rows x cols) that a cell is filled, by its tints on the plane of the tops and on the one below: nought
    where they differ, where either leaves that open or is not known."""
    tint = np.minimum(_degrees(tints, WHITE), _degrees(lower, WHITE))
    return np.where(_parts(tints, lower, tint) <= LIKE, np.minimum(plainness(tints), plainness(lower)), 0)


def are_of_one_paint(tints: Tints, cells: Sequence[int]) -> bool:
    """Whether some cells (their numbers in reading order, one more for none) are all known to be of one colour."""
    numbers = np.array([cells])
    return bool((_differences(tints, numbers) <= LIKE).sum() == (numbers < tints[..., 0].size).sum())


def likeness(tints: Tints) -> tuple[Tints, Tints]:
    """Evidence (log-odds, rows x cols each) that a cell and its neighbour to the right, and the one below, bear one
    paint rather than two; none where neither has a tint, or of one nothing is known."""
    right, down = np.zeros(tints.shape[:2], np.float32), np.zeros(tints.shape[:2], np.float32)
    right[:, :-1] = _likeness(tints[:, :-1], tints[:, 1:])
    down[:-1] = _likeness(tints[:-1], tints[1:])
    return right, down


def _likeness(one: Tints, other: Tints) -> Values:
    tint = np.maximum(_degrees(one, WHITE), _degrees(other, WHITE))
    return np.nan_to_num(MOST * np.clip(1 - 2 * (_parts(one, other, tint) - SAME) / (OTHER - SAME), -1, 1))


def _differences(tints: Tints, cells: npt.NDArray[np.integer]) -> Values:
    """By how much each of some cells (N x K) differs from the others of its row, in parts of their tint; NaN where that
    is not known."""
    own = np.append(tints.reshape(-1, 3), np.zeros((1, 3), np.float32), axis=0)[cells]
    others = own.sum(axis=1, keepdims=True) - own
    return _parts(own, others, _degrees(others, WHITE))


def _parts(one: Tints, other: Tints, tint: Values) -> Values:
    """How far two colours are apart, in parts of a tint; NaN where that is too little, or one is not known."""
    known = (tint >= LEAST_TINT) & one.any(axis=-1) & other.any(axis=-1)
    return np.where(known, _degrees(one, other) / np.maximum(tint, LEAST_TINT), np.nan)


def _degrees(one: npt.NDArray[np.floating], other: npt.NDArray[np.floating]) -> Values:
    """The angles between vectors (along the last axis)."""
    lengths = np.linalg.norm(one, axis=-1) * np.linalg.norm(other, axis=-1)
    cosines = np.einsum("...i,...i->...", one, other) / np.maximum(lengths, 1e-9)
    return np.asarray(np.degrees(np.arccos(np.clip(cosines, -1, 1))), np.float64)
