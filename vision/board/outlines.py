"""Where a board may lie by its outline alone: quadrilaterals that differ from what is around them.

An empty board is a plain sheet, of whatever make and colour, on a table of another. Where it is lighter, darker or of
another hue than all around it, some threshold parts it from the table, and its outline is one of four straight sides.
"""

import cv2
import numpy as np
import numpy.typing as npt

from vision.frame import Picture
from vision.pose import Points

SIDE_PX = 480
"""Longer side of the picture in which outlines are looked for."""
SMOOTH_PX = 1.5
"""Lines between squares are smoothed away (standard deviation)."""
LEVELS, EXTREMES = 10, (0.02, 0.98)
"""Thresholds tried in lightness and in each of the two colour axes, evenly between these quantiles of the picture."""
LEAST_SHARE, MOST_SHARE = 0.015, 0.9
"""Share of the picture that a board takes."""
FULL = 0.93
"""Share of a quadrilateral that a region with four straight sides fills at least; and the other way round."""
SAME_PX = 6.0
"""Outlines whose corners are all nearer than this are the same."""
MOST_OUTLINES = 5
"""So many are handed on, the best filled first."""


def outlines(bgr: Picture) -> list[Points]:
    """Quadrilaterals (4 x 2, x and y in pixels of the picture, clockwise as seen) that stand out from the picture."""
    factor = max(SIDE_PX / max(bgr.shape[:2]), 1 / min(bgr.shape[:2]))
    small = cv2.resize(bgr, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    smooth = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2LAB), (0, 0), SMOOTH_PX)
    found = [one for channel in cv2.split(smooth) for one in _parted(np.asarray(channel, np.uint8))]
    kept: list[Points] = []
    for _, quad in sorted(found, key=lambda one: -one[0]):
        if all(np.abs(quad - other).max() > SAME_PX for other in kept):
            kept.append(quad)
    return [(quad + 0.5) / factor - 0.5 for quad in kept[:MOST_OUTLINES]]


def four_around(region: npt.NDArray[np.int32]) -> Points | None:
    """The corners (4 x 2, in either direction) of the quadrilateral around a region (its contour), as small as it can
    be (Low and Ilie 2003); None where it has fewer corners itself, as a corner of the table that is in the picture."""
    hull = cv2.convexHull(region)
    if len(hull) < 4:
        return None
    corners = np.asarray(cv2.approxPolyN(hull, 4, ensure_convex=True), np.float64).reshape(-1, 2)
    return corners if len(corners) == 4 else None


def _parted(channel: npt.NDArray[np.uint8]) -> list[tuple[float, Points]]:
    """Quadrilaterals that some threshold parts from the rest of a channel, and how well they are filled."""
    least, most = np.quantile(channel, EXTREMES)
    levels = np.unique(np.linspace(least, most, LEVELS + 2)[1:-1].astype(int))
    found = []
    for level in levels:
        regions, _ = cv2.findContours((channel > level).astype(np.uint8), cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
        found += [quad for region in regions if (quad := _quadrilateral(region, channel.size))]
    return found


def _quadrilateral(region: npt.NDArray[np.int32], picture_px: int) -> tuple[float, Points] | None:
    """The four straight sides of a region, if it has them, and which share of them it fills."""
    area = cv2.contourArea(region)
    if not LEAST_SHARE * picture_px < area < MOST_SHARE * picture_px:
        return None
    corners = four_around(region)
    if corners is None:
        return None
    whole = cv2.contourArea(corners.astype(np.float32))
    if min(area, whole) < FULL * max(area, whole):
        return None
    clockwise = cv2.contourArea(corners.astype(np.float32), oriented=True) > 0
    return min(area, whole) / max(area, whole), corners if clockwise else corners[::-1]
