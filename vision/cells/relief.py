"""What cells show whatever the light: the lines of the bare board, its relief and that of what lies on it.

Light multiplies, so that in the logarithm of lightness what is fine stays the same, as far as noise lets it be seen. A
lamp that burns out a glossy piece takes its colour but does not draw the board's lines on it, and a cast of light that
takes the colours of a print leaves its marks.
"""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.frame import Picture

COARSER = 2
"""So many pixels each way are taken for one: a cell's noise and small shifts count less."""
DARKEST, FINE = 16.0, 0.1
"""See ``fine_light``. With .15 and .25 squares of real boards of Blokus are told less well (log-loss .0030 and .0049
instead of .0022); with 4 to 48 grey levels added those of rendered photographs are told as well within a twentieth."""

Light = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Relief:
    """How much lighter each place of each cell is than what is around it (``places``, rows x cols x places,
    logarithms), and how light the cell is itself (``level``, rows x cols, grey levels): noise hides more of what is
    dark. ``dimmest`` is how light the darkest quarter of it is: lighter pieces beside it, if their tops are seen over
    less than half of it, leave that as it is."""

    places: Light
    level: Light
    dimmest: Light


def relief_of(plane: Picture, scale: int) -> Relief:
    """The relief of a plane of the board (H x W x 3, BGR uint8) with ``scale`` pixels a cell, an even number."""
    size = plane.shape[1] // COARSER, plane.shape[0] // COARSER
    grey = np.asarray(cv2.resize(_grey(plane), size, interpolation=cv2.INTER_AREA), np.float32)
    places = fine_light(grey, scale // COARSER, DARKEST, FINE)
    cells = _cells(grey, scale // COARSER)
    level = cells.mean(axis=(2, 3))
    half = scale // COARSER // 2
    quarters = cells[..., : 2 * half, : 2 * half].reshape(*level.shape, 2, half, 2, half).mean(axis=(3, 5))
    return Relief(places.reshape(*level.shape, -1), level, quarters.min(axis=(2, 3)))


def fine_light(plane: Picture | Light, scale: int, darkest: float, fine: float) -> Light:
    """How much lighter each place of each cell is than what is around it (rows x cols x ``scale`` x ``scale``), as a
    logarithm.

    Args:
        plane: H x W x 3 (BGR) or H x W, with ``scale`` pixels a cell.
        darkest: grey levels that are added to all, since of what is darker most is noise.
        fine: what changes over more than this part of a cell is light.
    """
    light = np.log(_grey(plane) + np.float32(darkest))
    return _cells(light - cv2.GaussianBlur(light, (0, 0), fine * scale), scale)


def _grey(plane: Picture | Light) -> Light:
    return np.asarray(plane if plane.ndim == 2 else plane.mean(axis=2, dtype=np.float32), np.float32)


def _cells(light: Light, scale: int) -> Light:
    """The same (H x W) cell by cell: rows x cols x ``scale`` x ``scale``."""
    rows, cols = light.shape[0] // scale, light.shape[1] // scale
    return np.asarray(light.reshape(rows, scale, cols, scale).transpose(0, 2, 1, 3), np.float32)
