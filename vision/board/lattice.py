"""The lattice of a board in a rectified image: where lines are, which cells are free, what surrounds the grid.

Everything is measured on *bands*: the middle of a row (or column) of cells averaged into one profile, in which the
lattice lines that cross it are peaks of activity, whatever their colour, and noise is small.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
from scipy import fft

from referee.grid import GridSize
from vision.frame import Picture
from vision.pose import BoardPose, Points
from vision.rectify import Raster, rectified

MARGIN = 1.25
"""Cells around the grid that are looked at."""
BEYOND = (0.75, 1.2)
"""What lies this far outside the grid, in cells, is table, not card."""
BAND = (0.15, 0.85)
"""The part of a cell that is averaged along a line: the corners of cells are left out."""
LINE_WAVE, LINE_OCTAVES = 0.33, 0.55
"""Wave length at which lines are looked for, in cells, and the spread of its logarithm."""
CONTEXT = 0.45
"""Half the width of the surroundings of a line that a peak has to stand out from, in cells."""
ALONE = 0.15
"""A peak weighs little if there are others as strong farther than this from it, in cells: stripes, not lines."""
PROMINENT = 0.1
"""How far a peak must stand out (activity is 0 to 1)."""
NOISE_LEVELS = 4.0
"""Grey levels that are never more than noise."""
FREE_LIGHTNESS = 0.62
"""A free cell has at least this part of the light of the lightest around, in every channel."""
FREE_TINT = 0.15
"""And these parts differ by no more than this between the channels: it is not paint."""
FREE_ROUGHNESS = 0.06
"""Largest spread inside a free cell, as a part of the lightest around."""


@dataclass(frozen=True, eq=False)
class Peaks:
    """Peaks near expected lines, one array entry each: the band, the line (index into what was asked), the place in
    board coordinates, and a weight from 0 to 4, large for a clear line that stands alone."""

    band: np.ndarray
    line: np.ndarray
    place: Points
    weight: Points


@dataclass(frozen=True, eq=False)
class Lattice:
    """The plane at one height of the pose, ready to be measured.

    Bands are rows of cells for what changes across vertical lines (the first entry of each pair) and columns for
    horizontal ones. ``colours`` is bands x pixels x 3, BGR; ``activity`` bands x pixels: how strongly colours change.
    """

    grid: GridSize
    raster: Raster
    image: Picture
    colours: tuple[Points, Points]
    activity: tuple[Points, Points]

    @classmethod
    def of(cls, bgr: Picture, pose: BoardPose, height: float, scale: int) -> "Lattice":
        raster = Raster(pose.grid, scale, MARGIN)
        image = rectified(bgr, pose, raster, height)
        colours = (_bands(image, raster), _bands(_turned(image), raster))
        activity = (local_energy(colours[0], scale), local_energy(colours[1], scale))
        return cls(pose.grid, raster, image, colours, activity)

    @cached_property
    def beyond(self) -> tuple[Points, Points]:
        """The activity of the two strips of table before the first and after the last band."""
        return self._strips_of(0, BEYOND), self._strips_of(1, BEYOND)

    def lines(self, axis: int) -> int:
        """Number of cells across the lines of this axis: lines stand at 0 ... this."""
        return self.grid.rows if axis else self.grid.cols

    def contrast(self, axis: int) -> Points:
        """Activity from 0 to 1, above the noise of the picture."""
        return self._contrast(self.activity[axis], axis)

    def _contrast(self, activity: Points, axis: int) -> Points:
        return np.asarray(activity / (activity + 3 * self._quiet[axis] + NOISE_LEVELS))

    @cached_property
    def _quiet(self) -> tuple[float, float]:
        """The activity where nothing is: at a fifth of the places in the bands there is less."""
        across, down = self.activity
        return float(np.percentile(across, 20)), float(np.percentile(down, 20))

    def rim(self, axis: int) -> Points:
        """The activity of the two strips just before the first and just after the last band."""
        return self._strips_of(axis, BAND)

    def _strips_of(self, axis: int, apart: tuple[float, float]) -> Points:
        image = _turned(self.image) if axis else self.image
        return local_energy(_strips(image, self.raster, apart), self.raster.scale)

    def peaks(self, axis: int, places: npt.NDArray[Any], width: float, *, of: Points | None = None) -> Peaks:
        """The strongest peak within ``width`` of each place, for each band of the grid (or ``of`` other bands, by their
        activity) where there is one. ``places`` are board coordinates of lines, or bands x lines."""
        activity = self.activity[axis] if of is None else of
        contrast, scale = self._contrast(activity, axis), self.raster.scale
        centers = np.asarray(self.raster.to_px(np.asarray(places, dtype=np.float64)))
        centers = np.broadcast_to(centers, (len(activity), centers.shape[-1]))
        near, around = _columns(centers, width * scale, activity), _columns(centers, CONTEXT * scale, activity)
        band = np.arange(len(activity))[:, None]
        strongest = activity[band[:, :, None], near].argmax(axis=2)
        at = np.take_along_axis(near, strongest[:, :, None], axis=2)[:, :, 0]
        left, top, right = activity[band, at - 1], activity[band, at], activity[band, at + 1]
        peak, others = contrast[band, at], contrast[band[:, :, None], around]
        stands_out = peak - np.partition(others, others.shape[2] // 4, axis=2)[:, :, others.shape[2] // 4]
        farther = np.abs(around - at[:, :, None]) > ALONE * scale
        alone = np.clip(1 - (others * farther).max(axis=2) / np.maximum(peak, 1e-9), 0, 1)
        good = (top >= left) & (top >= right) & (stands_out > PROMINENT)
        bend = np.minimum(left - 2 * top + right, -1e-9)
        exact = np.asarray(self.raster.to_board(at + np.clip(0.5 * (left - right) / bend, -0.5, 0.5)))
        weight = np.minimum(2 * stands_out, 1) * (1 + 3 * alone)
        bands, lines = np.nonzero(good)
        return Peaks(bands, lines, exact[good], weight[good])

    def free_cells(self) -> np.ndarray:
        """rows x cols, True where a cell is flat and as light as the lightest around it: the bare board."""
        rows, cols, fine = self.grid.rows, self.grid.cols, 5
        edge = round(MARGIN * fine)
        size = (cols * fine + 2 * edge, rows * fine + 2 * edge)
        small = cv2.resize(self.image, size, interpolation=cv2.INTER_AREA)
        lightest = cv2.blur(cv2.dilate(cv2.blur(small, (3, 3)), np.ones((25, 25), np.uint8)), (15, 15))
        share = (small.astype(np.float32) + 1) / (lightest.astype(np.float32) + 1)
        cells = share[edge:-edge, edge:-edge].reshape(rows, fine, cols, fine, 3)[:, 1:4, :, 1:4]
        level, spread = cells.mean(axis=(1, 3)), cells.std(axis=(1, 3))
        tint = level.max(axis=2) - level.min(axis=2)
        return np.asarray(
            (level.min(axis=2) > FREE_LIGHTNESS) & (tint < FREE_TINT) & (spread.max(axis=2) < FREE_ROUGHNESS)
        )


def _columns(centers: Points, reach: float, activity: Points) -> np.ndarray:
    """Bands x lines x window: pixel columns around each centre, kept one off the ends."""
    window = np.arange(-max(1, int(reach)), max(1, int(reach)) + 1)
    return np.clip(np.rint(centers).astype(int)[..., None] + window, 1, activity.shape[1] - 2)


def _turned(image: Picture) -> Picture:
    """The same with rows for columns, in that order in memory too: means over pixels that lie apart take far longer."""
    return np.asarray(cv2.transpose(image), np.uint8)


def _bands(image: Picture, raster: Raster) -> Points:
    """The middles of the rows of cells of an image, averaged: rows x pixels x 3."""
    scale, start = raster.scale, round(raster.margin * raster.scale)
    rows = round(image.shape[0] / scale - 2 * raster.margin)
    cells = image[start : start + rows * scale].reshape(rows, scale, image.shape[1], 3)
    return np.asarray(cells[:, round(BAND[0] * scale) : round(BAND[1] * scale)].mean(axis=1, dtype=np.float32))


def _strips(image: Picture, raster: Raster, apart: tuple[float, float]) -> Points:
    """The strips above and below the grid that lie so far from it (cells), averaged: 2 x pixels x 3."""
    near, far = (round((raster.margin - part) * raster.scale) for part in apart)
    above, below = image[far:near], image[len(image) - near : len(image) - far]
    return np.stack([strip.mean(axis=0, dtype=np.float32) for strip in (above, below)])


def local_energy(bands: Points, scale: int) -> Points:
    """Bands x pixels: local energy, which has one peak on a line, on an edge and on a groove alike, however blurred
    (the envelope of a log-Gabor band; Morrone and Owens 1987, "Feature detection from local energy")."""
    count, border = bands.shape[1], scale
    padded = np.pad(bands, ((0, 0), (border, border), (0, 0)), mode="edge")
    size = fft.next_fast_len(padded.shape[1])
    waves = fft.fftfreq(size) * LINE_WAVE * scale  # 1 at the wave length that is sought
    band = np.zeros(size, dtype=np.float32)
    band[waves > 0] = 2 * np.exp(-0.5 * (np.log(waves[waves > 0]) / LINE_OCTAVES) ** 2)
    envelope = fft.ifft(fft.fft(padded, size, axis=1) * band[None, :, None], axis=1)[:, border : border + count]
    return np.asarray(np.sqrt((envelope.real**2 + envelope.imag**2).sum(axis=2)), dtype=np.float64)
