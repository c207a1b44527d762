"""Where the corners of the grid seem to be: a small convolutional network looks at the whole picture.

It says of each place whether it is a corner, and whether it lies on the grid. It was trained on the simulated tables
of all games (``tests.training``). What it says is a guess to within a cell or two; ``align`` moves it onto the board.
What stands out by its outline is another guess.
"""

from dataclasses import dataclass
from itertools import combinations, product

import cv2
import numpy as np
import numpy.typing as npt

from vision.board.outlines import four_around, outlines
from vision.frame import Picture
from vision.network import answer
from vision.pose import Points

SIDE_PX, STRIDE_PX = 320, 4
"""The network sees a square of this side, and speaks of squares of that side in it."""
GREY = 128
"""What the square is filled up with where the picture is not square."""
LEAST_PEAK = 0.05
"""Corners less likely than this are none."""
MOST_PEAKS = 9
"""So many of the likeliest corners are combined."""
MOST_GUESSES = 2
"""So many quadrilaterals are handed on."""
PEAK_WEIGHT = 0.1
"""What the logarithm of a corner's probability counts against the share in which quadrilateral and grid agree."""
VIEWS = (np.s_[:, :], np.s_[:, ::-1], np.s_[::-1, ::-1])
"""As it is, in a mirror, and upside down; each undoes itself."""
UNLIKELY = 1e-4
"""Of several views none alone can rule out what is more likely than this."""
PART, PARTS_AT = 0.6, (0.0, 0.5, 1.0)
"""Parts of so much of a picture's width and height are looked at by themselves, so far from its left and upper edge (0)
to the right and lower one (1)."""
LEAST_REGION = 40.0
"""A region of fewer places is no grid."""
APART_PX = 1.5
"""Guesses whose corners are all nearer than this, in squares of the network, are the same."""

Marks = npt.NDArray[np.float32]


Peak = tuple[float, float, float]
"""A likely corner: x and y in places of the output, and its probability."""


def corners_seen(bgr: Picture, *, thrice: bool = False) -> list[Points]:
    """Quadrilaterals that may be the grid, the most promising first: 4 x 2, x and y in pixels of the picture, clockwise
    as they are seen, from the top left.

    ``thrice``: also looked at in a mirror and upside down, and the mean taken: three times as slow, and much steadier;
    and then outlines, the best filled first, from any of their corners.
    """
    return _guessed(bgr, thrice=thrice) + (outlines(bgr) if thrice else [])


def corners_in_parts(bgr: Picture) -> list[Points]:
    """Those guessed in overlapping parts of the picture, each by itself, part by part: a small board is seen larger
    there, and less of what lies about it."""
    height, width = bgr.shape[:2]
    found: list[Points] = []
    for down, right in product(PARTS_AT, PARTS_AT):
        top, left = round(down * (1 - PART) * height), round(right * (1 - PART) * width)
        part = np.ascontiguousarray(bgr[top : top + round(PART * height), left : left + round(PART * width)])
        found += [corners_px + np.array([left, top]) for corners_px in _guessed(part, thrice=False)]
    return found


def _guessed(bgr: Picture, *, thrice: bool) -> list[Points]:
    """The likeliest quadrilaterals between likely corners, and the one around what seems to lie on the grid."""
    frame = Square.around(bgr)
    corner, inside = _thrice(frame.of(bgr)) if thrice else _marks(frame.of(bgr))
    kept = _likeliest(_peaks(corner), inside)
    around = _around(inside)
    if around is not None:  # where corners are hidden or cut off
        kept.append(around)
    return [frame.to_picture(quad) for quad in kept]


def _likeliest(peaks: list[Peak], inside: Marks) -> list[Points]:
    """A few quadrilaterals between corners, those first that agree best with what seems to lie on the grid."""
    found: list[tuple[float, Points]] = []
    for four in combinations(peaks, 4):
        quad = _convex(np.array([peak[:2] for peak in four]))
        if quad is not None:
            likely = sum(float(np.log(peak[2])) for peak in four)
            found.append((_agreement(quad, inside) + PEAK_WEIGHT * likely, quad))
    kept: list[Points] = []
    for _, quad in sorted(found, key=lambda one: -one[0]):
        if all(np.abs(quad - other).max() > APART_PX for other in kept):
            kept.append(quad)
        if len(kept) == MOST_GUESSES:
            break
    return kept


@dataclass(frozen=True, slots=True)
class Square:
    """The whole picture (width x height ``size_px``) in the middle of the network's square, shrunk to ``inner_px``."""

    size_px: tuple[int, int]
    inner_px: tuple[int, int]

    @staticmethod
    def around(bgr: Picture) -> "Square":
        height, width = bgr.shape[:2]
        factor = SIDE_PX / max(height, width)
        return Square((width, height), (max(1, round(width * factor)), max(1, round(height * factor))))

    @property
    def offset_px(self) -> tuple[int, int]:
        return (SIDE_PX - self.inner_px[0]) // 2, (SIDE_PX - self.inner_px[1]) // 2

    def of(self, bgr: Picture) -> Picture:
        left, top = self.offset_px
        square = np.full((SIDE_PX, SIDE_PX, 3), GREY, np.uint8)
        small = cv2.resize(bgr, self.inner_px, interpolation=cv2.INTER_AREA)
        square[top : top + self.inner_px[1], left : left + self.inner_px[0]] = small
        return square

    def to_picture(self, points: Points) -> Points:
        """Points (N x 2) of the network's output as pixels of the picture."""
        factor = np.array(self.size_px) / np.array(self.inner_px)
        return np.asarray(((points + 0.5) * STRIDE_PX - np.array(self.offset_px)) * factor - 0.5)


def _marks(square: Picture) -> Marks:
    """Probabilities of a corner and of the grid, 2 x side x side."""
    shown = np.asarray(square, np.float32) / np.float32(255) - np.float32(0.5)
    odds = answer("corners", np.asarray(shown.transpose(2, 0, 1), np.float32))
    return np.asarray(1 / (1 + np.exp(-np.clip(odds, -30, 30))), dtype=np.float32)


def _thrice(square: Picture) -> Marks:
    """The geometric mean of what is said of three views."""
    seen = [np.log(_marks(np.ascontiguousarray(square[view])) + UNLIKELY)[:, *view] for view in VIEWS]
    return np.asarray(np.exp(np.mean(seen, axis=0)), dtype=np.float32)


def _peaks(corner: Marks) -> list[Peak]:
    """Local maxima (to a fraction of a place), the likeliest first."""
    crests = (corner >= cv2.dilate(corner, np.ones((3, 3), np.uint8))) & (corner > LEAST_PEAK)
    rows, cols = np.nonzero(crests)
    order = np.argsort(-corner[rows, cols], kind="stable")[:MOST_PEAKS]
    padded, around = np.pad(corner, 2), np.mgrid[-2:3, -2:3]
    found = []
    for row, col in zip(rows[order], cols[order], strict=True):
        weight = padded[row : row + 5, col : col + 5]
        down, right = (around * weight).sum(axis=(1, 2)) / weight.sum()
        found.append((float(col + right), float(row + down), float(corner[row, col])))
    return found


def _convex(points: Points) -> Points | None:
    """Four points in clockwise order, from the top left; None if they are no convex quadrilateral."""
    middle = points.mean(axis=0)
    ordered = points[np.argsort(np.arctan2(points[:, 1] - middle[1], points[:, 0] - middle[0]))]
    side = np.roll(ordered, -1, axis=0) - ordered
    turn = side[:, 0] * np.roll(side, -1, axis=0)[:, 1] - side[:, 1] * np.roll(side, -1, axis=0)[:, 0]
    return ordered if (turn > 1.0).all() else None


def _around(inside: Marks) -> Points | None:
    """The quadrilateral around the largest region that is taken for the grid."""
    regions, _ = cv2.findContours((inside > 0.5).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    largest = max(regions, key=cv2.contourArea, default=None)
    if largest is None or cv2.contourArea(largest) < LEAST_REGION:
        return None
    corners = four_around(np.asarray(largest, np.int32))
    return None if corners is None else _convex(corners)


def _agreement(quad: Points, inside: Marks) -> float:
    """Where the quadrilateral and the grid lie both, as a share of where one of them does."""
    drawn = np.zeros(inside.shape, np.uint8)
    cv2.fillPoly(drawn, [np.rint(quad * 16).astype(np.int32)], 1, shift=4)
    filled, grid = drawn.astype(bool), inside > 0.5
    return float((filled & grid).sum() / max((filled | grid).sum(), 1))
