"""When the view is settled: small pictures of the board area are compared, whatever the lamp does between them.

A small picture is the board and the table around it from straight above, ``RASTER_SCALE`` pixels a cell. Two of them
are compared in blocks of half a cell: first the tones of one are fitted to the other (exposure, white balance, a lamp
nearer to one side), then a block has changed where it differs by much more than the picture's own noise.
"""

from collections import deque
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import cv2
import numpy as np
import numpy.typing as npt

from referee.grid import GridSize
from vision.frame import BURNT_LEVEL, Picture
from vision.motion.clarity import DARK_LEVEL, FLAT_CONTRAST
from vision.pose import BoardPose, Points, grid_corners
from vision.rectify import Raster, plane_map

RASTER_SCALE, BLOCK_PX = 8, 4
"""Pixels a cell, and pixels of a block's side."""
MARGIN = 2.5
"""Cells of table around the grid that are watched."""
MOTION_MARGIN = 1.0
"""Cells around the grid in which a change counts as motion: thick pieces lean out over the edge."""
MOST_BESIDE = 0.3
"""Share of the blocks beside the grid that may change without anything having moved on the board: with more of them the
camera has moved, or sees otherwise."""
BORDER = 1.0
"""Cells around the grid that hold the board's printed border and its edge."""
NOISE_RANGE, MOST_GRAIN = (0.8, 3.5), 8.0
"""Usual noise of a block's root mean square difference, in grey levels of 255, and as much as the grain of both
pictures may make of it."""
EVENEST, GRAIN_FACTOR = 0.1, 2.0
"""This part of the blocks is as even as noise lets it be, table or board; and so many times what pixels differ by there
two pictures may differ by: in dim light coloured blotches come and go all over."""
FLICKER_S, LEAST_FLICKER_S, FEWEST_FLICKERING = 3.0, 0.9, 4
"""In so many seconds there is a picture that differs from the one before by noise alone in most of it, though something
seems to move all the time; in less than the second, or with fewer pictures, that is not known. Blotches as large as a
block do not show within one, but over time."""
NOISY, MOST_FLICKER = 2.0, 12.0
"""With more noise than the first (grey levels) a longer exposure tells more; what is more than the second is none."""
CHANGE_FACTOR, LEAST_CHANGE = 4.0, 4.0
"""A block has changed if it differs by so many times the noise, and by so many levels."""
PIXEL_FACTOR, LEAST_PIXEL = 6.0, 10.0
"""A pixel has changed if it differs by so many times what is usual in the picture, and by so many levels."""
ALIKE_LEVELS = 12.0
"""Blocks whose means differ by less look about the same."""
MOST_ASIDE = 0.5
"""By no more pixels edges may seem to have moved: with a whole one 43 grey levels of a muted piece became 12."""
MISPLACED = 2.0
"""So many times as far as a board has moved edges may seem to: nothing is ever followed exactly."""
ASIDE = 0.1
"""Where pieces of one cell's thickness lean by less than this more or less (cells), that is less than a pixel of a
small picture."""
MOVING_BLOCKS = 3
"""So many changed blocks are motion; fewer are a chance of the noise."""
SETTLE_S = 0.2
"""Two pictures that show the same at least so far apart are settled."""
LEAN = 1.5
"""So many cells a piece at the edge of the board may lean out of it in the picture."""
REACH_CELLS = 1.5
"""What covers so many cells of the watched area's outer edge, and some of the board, reaches in from outside."""
TONE_ROUNDS, TONE_STEP, TONE_RIDGE = 4, 2, 1e-3
"""Rounds of the robust fit of tones, every how many blocks it uses, and what keeps it from running away."""
CHANNEL_WEIGHTS = np.array((0.5, 1.0, 0.75), np.float32)
"""Of blue, green and red: JPEG and cameras keep colours roughly, and the blue ones worst."""
TONE_BINS = 3
"""Noise is estimated for dark, middling and bright blocks apart."""

Blocks = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class SmallPicture:
    """Height x width x 3, BGR float32; ``valid`` (rows x cols) tells the blocks inside the camera's picture, in which
    the board lies as ``pose`` says. ``flicker`` is how much blocks of this camera's pictures differ (grey levels) from
    one to the next though nothing moves; 0 where that is not known."""

    bgr: Floats
    valid: Blocks
    pose: BoardPose
    flicker: float = 0.0

    @cached_property
    def means(self) -> Floats:
        """Mean of each block, rows x cols x 3."""
        return _block_means(self.bgr)

    @cached_property
    def grain(self) -> float:
        """By how much pixels differ from the mean of their block in what is evenest of the picture."""
        if not self.valid.any():
            return 0.0
        squares = _block_means(self.bgr**2) - self.means**2
        spread = np.sqrt(np.maximum(squares, 0)) * CHANNEL_WEIGHTS
        return float(np.quantile(spread.max(axis=2)[self.valid], EVENEST))

    @property
    def is_grainy(self) -> bool:
        """Whether there may be much noise; or what is evenest there has a pattern."""
        return GRAIN_FACTOR * self.grain > NOISY

    @property
    def board(self) -> Floats:
        """The pixels of the grid alone."""
        edge = round(MARGIN * RASTER_SCALE)
        return self.bgr[edge:-edge, edge:-edge]

    def aside_of(self, pose: BoardPose) -> float:
        """How far (in pixels, half of one at most) edges may stand from where they stood if the board lies so now: the
        farther it has moved, the more their pixels are other ones."""
        return min(MOST_ASIDE, MISPLACED * pose.apart(self.pose) * RASTER_SCALE)

    def is_seen_as(self, pose: BoardPose) -> bool:
        """Whether the sides of thick pieces show in it about as they do where the board lies so."""
        return bool(np.linalg.norm(_leans(self.pose) - _leans(pose), axis=1).max() < ASIDE)

    @property
    def may_show_nothing(self) -> bool:
        """Whether it is dark, burnt out or without contrast all over: then it is worth asking whether anything can be
        seen in the picture. Light that has gone is no motion, as all light is left out of that."""
        low, middle, high = np.quantile(self.means[self.valid], (0.02, 0.4, 0.95)) if self.valid.any() else (0, 0, 0)
        return bool(high < DARK_LEVEL or middle >= BURNT_LEVEL or high - low < FLAT_CONTRAST)


class SmallView:
    """Makes small pictures of all frames that show the board in one pose; the costly map is made once."""

    def __init__(self, pose: BoardPose) -> None:
        self.pose = pose
        raster = small_raster(pose.grid)
        full = plane_map(pose, raster, 0.0)
        limit = np.array(pose.size_px)
        factor = max(1, int(pose.cell_px / RASTER_SCALE))  # a whole number: much faster to shrink by
        low = np.clip(np.floor(full.min(axis=(0, 1))).astype(int) - factor, 0, limit - factor)
        high = np.clip(np.ceil(full.max(axis=(0, 1))).astype(int) + factor, low + factor, limit)
        wide, tall = self._size = tuple(int(side) for side in (high - low) // factor)
        self._crop = slice(low[1], low[1] + tall * factor), slice(low[0], low[0] + wide * factor)
        self._map = ((full - low + 0.5) / factor - 0.5).astype(np.float32)
        x, y = cv2.split(full)
        inside = np.asarray((x >= 0) & (y >= 0) & (x <= limit[0] - 1) & (y <= limit[1] - 1), np.float32)
        self._valid = _block_means(inside) > 0.999

    def __call__(self, bgr: Picture) -> SmallPicture:
        """The board and what lies around it in a picture of the size that the pose is for."""
        shrunk = np.asarray(cv2.resize(bgr[self._crop], self._size, interpolation=cv2.INTER_AREA), np.uint8)
        # with one map of both coordinates the second is None, which the stubs do not know
        flat = cv2.remap(shrunk, self._map, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
        return SmallPicture(flat.astype(np.float32), self._valid, self.pose)


class Stillness:
    """For how long the same has been ``shown``: since ``since_s``."""

    def __init__(self, grid: GridSize) -> None:
        self._grid = grid
        self.shown: SmallPicture | None = None
        self.since_s = 0.0
        self._differed: deque[tuple[float, float]] = deque()

    @property
    def flicker(self) -> float:
        """By how much most of the picture differed at least from what was shown, when that was noted last."""
        enough = len(self._differed) >= FEWEST_FLICKERING
        if not enough or self._differed[-1][0] - self._differed[0][0] < LEAST_FLICKER_S:
            return 0.0
        return min(MOST_FLICKER, *(apart for _, apart in self._differed))

    @property
    def is_noisy(self) -> bool:
        """Whether each picture differs much from the next, though nothing moves."""
        return self.flicker > NOISY

    def is_broken_by(self, small: SmallPicture, t_s: float) -> bool:
        """Whether something has moved."""
        return self.shown is None or t_s < self.since_s or differs(self.shown, small, self._grid)

    def feed(self, small: SmallPicture, t_s: float, *, broken: bool) -> float:
        """Seconds since this has been seen without motion; 0 if that is ``broken``."""
        if broken or small.is_grainy:
            self._note(small, t_s)
        if broken:
            self.shown, self.since_s = small, t_s
        return t_s - self.since_s

    def _note(self, small: SmallPicture, t_s: float) -> None:
        """How much a picture differs from what is shown, in most of it; if it is another one."""
        if self.shown is None or self.shown.pose is not small.pose:
            return
        apart = _usually_apart(self.shown, small)
        if apart < NOISE_RANGE[0]:
            return
        if self._differed and t_s < self._differed[-1][0]:
            self._differed.clear()  # a source opened anew counts from 0 again
        self._differed.append((t_s, apart))
        while len(self._differed) > FEWEST_FLICKERING and t_s - self._differed[0][0] > FLICKER_S:
            self._differed.popleft()

    def seen_as(self, small: SmallPicture) -> None:
        """The same scene as before looks like this now, because the board's pose is another one."""
        self.shown = small


def _leans(pose: BoardPose) -> Points:
    """How far (x, y, in cells) a piece of one cell's thickness leans in each corner of the grid (4 x 2)."""
    x, y, high = pose.camera_xyh
    return np.asarray((grid_corners(pose.grid) - (x, y)) / high)


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


def differs(before: SmallPicture, now: SmallPicture, grid: GridSize) -> bool:
    """Whether something has moved on the board, or onto it, or with it, between two small pictures, each of the pose
    in which it lies there: pieces that are shifted beside it are none of its business."""
    moved = changed(before, now) & around(grid, MOTION_MARGIN)
    if moved[around(grid, MOTION_MARGIN, 0.0)].mean() > MOST_BESIDE:
        return True
    _, labels = cv2.connectedComponents(moved.astype(np.uint8))
    sizes = np.bincount(labels.ravel())[np.unique(labels[moved & around(grid, 0.0)])]
    # A board that has been followed is nowhere just where it was, and much noise differs much somewhere: single blocks
    # differ here and there, and what moves is more of them side by side.
    is_calm = before.pose is now.pose and max(before.flicker, now.flicker) < NOISE_RANGE[1]
    return bool((sizes.sum() if is_calm else sizes.max(initial=0)) >= MOVING_BLOCKS)


def changed(before: SmallPicture, now: SmallPicture) -> Blocks:
    """Which blocks show something else than before, leaving out what light and noise do."""
    rms, seen = _apart(before, now), before.valid & now.valid
    if not seen.any():
        return ~seen
    grain = min(GRAIN_FACTOR * min(before.grain, now.grain), MOST_GRAIN)
    known = max(grain, before.flicker, now.flicker)
    noise = _noise(rms, now.means, seen, known)
    return np.asarray((rms > np.maximum(CHANGE_FACTOR * noise, LEAST_CHANGE)) & seen)


def _apart(before: SmallPicture, now: SmallPicture) -> Floats:
    """By how much blocks differ (root mean square, in grey levels), the light left out."""
    error = _difference(before, now)
    return np.asarray(np.sqrt(_block_means(error * error).max(axis=2)), np.float32)


def _usually_apart(before: SmallPicture, now: SmallPicture) -> float:
    """The same of most blocks."""
    seen = before.valid & now.valid
    return float(np.median(_apart(before, now)[seen])) if seen.any() else 0.0


def changed_pixels(before: SmallPicture, now: SmallPicture) -> Blocks:
    """Which pixels (height x width) inside the camera's picture show something else than before."""
    error = np.abs(_difference(before, now)).max(axis=2)
    seen = np.kron(before.valid & now.valid, np.ones((BLOCK_PX, BLOCK_PX), bool))
    return np.asarray((error > max(PIXEL_FACTOR * float(np.median(error)), LEAST_PIXEL)) & seen)


def alike(before: SmallPicture, now: SmallPicture) -> Blocks:
    """Which blocks look about the same as before, in pictures of two poses: fine detail may lie a little aside."""
    error = np.abs(_toned(before.means, now.means) - now.means) * CHANNEL_WEIGHTS
    return np.asarray((error.max(axis=2) < ALIKE_LEVELS) & before.valid & now.valid)


def reaches_in(change: Blocks, seen: Blocks, grid: GridSize) -> bool:
    """Whether something covers part of the board and goes on to the outer edge of what is watched, as an arm does.

    A piece laid at the board's edge, with its side and its shadow, does not go so far.
    """
    broad = cv2.morphologyEx(
        np.pad(change, 1, mode="edge").astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)
    )[1:-1, 1:-1]
    inner = np.asarray(cv2.erode(np.pad(seen, 1).astype(np.uint8), np.ones((3, 3), np.uint8))[1:-1, 1:-1], bool)
    edge = seen & ~inner & ~around(grid, LEAN)  # where the picture ends nearer to the board a piece may go so far
    board = around(grid, 0.0)
    _, labels = cv2.connectedComponents(broad)
    least = round(REACH_CELLS * RASTER_SCALE / BLOCK_PX)
    inside, outside = np.bincount(labels[board], minlength=labels.max() + 1), np.bincount(labels[edge])
    outside = np.pad(outside, (0, len(inside) - len(outside)))
    return bool(((inside[1:] >= least) & (outside[1:] >= least)).any())


def _difference(before: SmallPicture, now: SmallPicture) -> Floats:
    """What has changed (height x width x 3, BGR), each channel weighed by how well it is kept, in the light of now."""
    means = before.means
    gain = (_toned(means, now.means) + 1) / (means + 1)
    gain = np.asarray(cv2.resize(gain, before.bgr.shape[1::-1], interpolation=cv2.INTER_NEAREST), np.float32)
    lit = np.asarray(before.bgr * gain, np.float32)
    error = now.bgr - lit
    if before.pose is not now.pose:
        aside = before.aside_of(now.pose)
        ways = _beyond(now.bgr, lit, aside), -_beyond(lit, now.bgr, aside)
        error = np.where(np.abs(ways[0]) < np.abs(ways[1]), *ways)
    return np.asarray(error * CHANNEL_WEIGHTS, np.float32)


def _beyond(pixels: Floats, seen: Floats, aside: float) -> Floats:
    """By how much pixels (height x width x channels) are lighter, or darker, than all that is ``seen`` at the same
    place, if that may be so many pixels ``aside``."""
    near = np.ones((3, 3), np.uint8)
    low, high = (seen + aside * (most - seen) for most in (cv2.erode(seen, near), cv2.dilate(seen, near)))
    return np.asarray(pixels - np.clip(pixels, low, high), np.float32)


def _toned(means: Floats, target: Floats) -> Floats:
    """The block means with the tones of another picture: each channel a polynomial of its old tone and the place,
    fitted robustly (iteratively reweighted least squares), so that what moved counts little."""
    height, width = means.shape[:2]
    down, right = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
    tone = np.moveaxis(means / 255, 2, 0)
    terms = np.stack([np.ones_like(tone), tone, tone * tone, tone * right, tone * down], axis=1)  # channel, term, y, x
    some = terms[..., ::TONE_STEP, ::TONE_STEP].reshape(3, 5, -1)
    wanted = np.moveaxis(target, 2, 0)[..., ::TONE_STEP, ::TONE_STEP].reshape(3, 1, -1)
    weighted = some
    for _ in range(TONE_ROUNDS):
        normal = weighted @ some.transpose(0, 2, 1) + TONE_RIDGE * np.eye(5, dtype=np.float32)
        fit = np.linalg.solve(normal, (weighted * wanted).sum(axis=2, keepdims=True)).transpose(0, 2, 1)
        error = wanted - fit @ some
        spread = np.maximum(3 * np.median(np.abs(error), axis=2, keepdims=True), 2.0)
        weighted = some / (1 + (error / spread) ** 2) ** 2
    return np.asarray(np.moveaxis((fit @ terms.reshape(3, 5, -1)).reshape(3, height, width), 0, 2), np.float32)


def _noise(rms: Floats, means: Floats, seen: Blocks, known: float) -> Floats:
    """The usual difference of blocks as bright as each: noise depends on the tone, and most blocks have not changed.
    Where they have, that is more than what is ``known`` to be noise."""
    least, most = NOISE_RANGE
    tone = means.mean(axis=2)
    edges = np.quantile(tone[seen], np.linspace(0, 1, TONE_BINS + 1))
    bins = [part for low, high in pairwise(edges) if (part := seen & (tone >= low) & (tone <= high)).any()]
    middles = [float(np.median(tone[part])) for part in bins]
    usual = np.clip([float(np.median(rms[part])) for part in bins], least, max(most, known))
    return np.asarray(np.interp(tone, middles, usual), np.float32)


def _block_means(pixels: Floats) -> Floats:
    """The mean of each block of ``BLOCK_PX`` x ``BLOCK_PX`` pixels."""
    height, width = pixels.shape[:2]
    means = cv2.resize(pixels, (width // BLOCK_PX, height // BLOCK_PX), interpolation=cv2.INTER_AREA)
    return np.asarray(means, np.float32)
