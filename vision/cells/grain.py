"""How much the colour changes within a cell: of a print it does, of the bare board hardly, though a shadow cross it.

A shadow takes as much of each part of the light, so that the proportions of the parts stay; those are compared. Only
noise is more in the shade.
"""

import cv2
import numpy as np
import numpy.typing as npt

from vision.frame import Picture

INNER = (0.22, 0.78)
"""The part of a cell that is looked at: lines and what leans over the edge are left out."""
NOISE_PX = 3
"""Pixels over which noise is evened out."""
DARK = 2.0
"""Grey levels that are added to all: of what is darker the proportions tell nothing."""
LEAST = 0.01
"""No change is told from none that is smaller than this."""

Grains = npt.NDArray[np.float32]


def grains_of(upper: Picture, scale: int) -> Grains:
    """How much the colour changes within each cell (rows x cols): the logarithm of the spread of the logarithms of its
    proportions. ``upper`` is the plane of the tops (H x W x 3, BGR uint8), with ``scale`` pixels a cell."""
    light = np.log(cv2.blur(upper.astype(np.float32), (NOISE_PX, NOISE_PX)) + DARK)
    parts = light[..., ::2] - light[..., 1:2]
    start, end = (round(part * scale) for part in INNER)
    tall, wide = upper.shape[0] // scale, upper.shape[1] // scale
    cells = parts.reshape(tall, scale, wide, scale, 2)[:, start:end, :, start:end]
    return np.asarray(np.log(np.sqrt(cells.var(axis=(1, 3)).sum(axis=2)) + LEAST), np.float32)
