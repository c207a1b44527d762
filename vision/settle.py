"""When the view is settled: small pictures of the board area are compared, whatever the lamp does between them.

A small picture is the board and the table around it from straight above, ``RASTER_SCALE`` pixels a cell. Two of them
are compared in blocks of half a cell: first the tones of one are fitted to the other (exposure, white balance, a lamp
nearer to one side), then a block has changed where it differs by much more than the picture's own noise.
"""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from referee.grid import GridSize
from vision.frame import Picture
from vision.pose import BoardPose
from vision.rectify import Raster, plane_map

RASTER_SCALE, BLOCK_PX = 8, 4
"""Pixels a cell, and pixels of a block's side."""
MARGIN = 2.5
"""Cells of table around the grid that are watched."""
MOTION_MARGIN = 1.0
"""Cells around the grid in which a change counts as motion: thick pieces lean out over the edge."""
BORDER = 1.0
"""Cells around the grid that hold the board's printed border and its edge."""
NOISE_RANGE = (0.8, 4.0)
"""Usual noise of a block's root mean square difference, in grey levels of 255."""
CHANGE_FACTOR, LEAST_CHANGE = 4.0, 4.0
"""A block has changed if it differs by so many times the noise, and by so many levels."""
MOVING_BLOCKS = 3
"""So many changed blocks are motion; fewer are a chance of the noise."""
SETTLE_S = 0.2
"""Two pictures that show the same at least so far apart are settled."""
REACH_CELLS = 1.5
"""What covers so many cells of the watched area's outer edge, and some of the board, reaches in from outside."""

Blocks = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float32]

TONE_ROUNDS = 4
TONE_RIDGE = 1e-3


@dataclass(frozen=True, eq=False)
class SmallPicture:
    """Height x width x 3, BGR float32, of ``raster``; ``valid`` tells the blocks that lie inside the camera's picture."""

    bgr: Floats
    valid: Blocks

    @property
    def means(self) -> Floats:
        """Mean of each block, rows x cols x 3."""
        return _blocks(self.bgr).mean(axis=(1, 3))


class SmallView:
    """Makes small pictures of all frames that show the board in one pose; the costly map is made once."""

    def __init__(self, pose: BoardPose) -> None:
        self.pose = pose
        raster = small_raster(pose.grid)
        full = plane_map(pose, raster, 0.0)
        width, height = pose.size_px
        low = np.clip(np.floor(full.min(axis=(0, 1))) - 2, 0, (width, height)).astype(int)
        high = np.clip(np.ceil(full.max(axis=(0, 1))) + 3, 0, (width, height)).astype(int)
        self._crop = (slice(low[1], max(high[1], low[1] + 1)), slice(low[0], max(high[0], low[0] + 1)))
        factor = max(1.0, pose.cell_px / RASTER_SCALE)
        size = np.maximum(1, np.rint((high - low) / factor)).astype(int)
        self._size = (int(size[0]), int(size[1]))
        inside = ((full >= 0) & (full <= (width - 1, height - 1))).all(axis=2)
        self._valid = _blocks(inside[..., None]).all(axis=(1, 3))[..., 0]
        shrunk = size / np.maximum(1, high - low)
        self._map = ((full - low + 0.5) * shrunk - 0.5).astype(np.float32)

    def __call__(self, bgr: Picture) -> SmallPicture:
        """The board and what lies around it in a picture of the size that the pose is for."""
        shrunk = cv2.resize(bgr[self._crop], self._size, interpolation=cv2.INTER_AREA)
        flat = cv2.remap(shrunk, self._map, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return SmallPicture(flat.astype(np.float32), self._valid)


class Stillness:
    """For how long the same has been seen."""

    def __init__(self, grid: GridSize) -> None:
        self._zone = around(grid, MOTION_MARGIN)
        self._first: SmallPicture | None = None
        self._since_s = 0.0

    def feed(self, small: SmallPicture, t_s: float) -> float:
        """Seconds since this has been seen without motion; 0 if something moved."""
        if self._first is None or t_s < self._since_s or differs(self._first, small, self._zone):
            self._first, self._since_s = small, t_s
        return t_s - self._since_s


def small_raster(grid: GridSize) -> Raster:
    return Raster(grid, RASTER_SCALE, MARGIN)


def around(grid: GridSize, outer: float, inner: float | None = None) -> Blocks:
    """The blocks within ``outer`` cells around the grid, without those within ``inner`` cells."""
    per_cell = RASTER_SCALE // BLOCK_PX
    zone = np.zeros(tuple(side // BLOCK_PX for side in small_raster(grid).shape), bool)

    def part(margin: float) -> tuple[slice, slice]:
        edge = round((MARGIN - margin) * per_cell)
        return slice(edge, zone.shape[0] - edge), slice(edge, zone.shape[1] - edge)

    zone[part(outer)] = True
    if inner is not None:
        zone[part(inner)] = False
    return zone


def differs(before: SmallPicture, now: SmallPicture, zone: Blocks) -> bool:
    """Whether something has moved in the zone between two small pictures of the same pose."""
    return int((changed(before, now) & zone).sum()) >= MOVING_BLOCKS


def changed(before: SmallPicture, now: SmallPicture) -> Blocks:
    """Which blocks show something else than before, leaving out what light and noise do."""
    means = before.means
    gain = (_toned(means, now.means) + 1) / (means + 1)
    gain = cv2.resize(gain, before.bgr.shape[1::-1], interpolation=cv2.INTER_NEAREST)
    error = now.bgr - before.bgr * gain
    rms = np.sqrt(_blocks(error * error).mean(axis=(1, 3))).max(axis=2)
    seen = before.valid & now.valid
    if not seen.any():
        return ~seen
    noise = float(np.clip(np.quantile(rms[seen], 0.25), *NOISE_RANGE))
    return np.asarray((rms > max(CHANGE_FACTOR * noise, LEAST_CHANGE)) & seen)


def reaches_in(change: Blocks, seen: Blocks, grid: GridSize) -> bool:
    """Whether something covers part of the board and goes on to the outer edge of what is watched, as an arm does.

    A piece laid at the board's edge, with its side and its shadow, does not go so far.
    """
    closed = cv2.morphologyEx(np.pad(change, 1).astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))[1:-1, 1:-1]
    edge = seen & ~np.asarray(cv2.erode(np.pad(seen, 1).astype(np.uint8), np.ones((3, 3), np.uint8))[1:-1, 1:-1], bool)
    board = around(grid, 0.0)
    _, labels = cv2.connectedComponents(closed * seen.astype(np.uint8))
    least = round(REACH_CELLS * RASTER_SCALE / BLOCK_PX)
    inside, outside = np.bincount(labels[board], minlength=labels.max() + 1), np.bincount(labels[edge])
    outside = np.pad(outside, (0, len(inside) - len(outside)))
    return bool(((inside[1:] >= least) & (outside[1:] >= least)).any())


def _toned(means: Floats, target: Floats) -> Floats:
    """The block means with the tones of another picture: each channel a polynomial of its old tone and the place,
    fitted robustly (iteratively reweighted least squares), so that what moved counts little."""
    height, width = means.shape[:2]
    down, right = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].reshape(2, -1)
    toned = np.empty_like(means)
    for channel in range(3):
        tone, wanted = means[..., channel].ravel() / 255.0, target[..., channel].ravel()
        terms = np.stack([np.ones_like(tone), tone, tone * tone, tone * right, tone * down])
        weight = np.ones_like(tone)
        for _ in range(TONE_ROUNDS):
            weighted = terms * weight
            fit = np.linalg.solve(weighted @ terms.T + TONE_RIDGE * np.eye(5), weighted @ wanted)
            error = wanted - fit @ terms
            spread = max(3 * float(np.median(np.abs(error))), 2.0)
            weight = 1 / (1 + (error / spread) ** 2) ** 2
        toned[..., channel] = (fit @ terms).reshape(height, width)
    return toned


def _blocks(pixels: npt.NDArray) -> npt.NDArray:
    """Height x width x channels as rows x BLOCK_PX x cols x BLOCK_PX x channels."""
    height, width, channels = pixels.shape
    return pixels.reshape(height // BLOCK_PX, BLOCK_PX, width // BLOCK_PX, BLOCK_PX, channels)
