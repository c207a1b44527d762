"""Straight line segments, and the directions in space of the right-angled things they belong to.

Tables, cloths, cards and boards are made of parallel and perpendicular lines in one plane. Each way the camera may
face such a plane is tried against the segments: under the right one their directions fall on a right-angled cross.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.frame import Picture
from vision.pose import TYPICAL_FOCAL, Points

SHORTEST_PX = 14.0
"""Segments shorter than this say little about direction (pixels of the reduced picture)."""
LONGEST_PX = 60.0
"""A longer segment counts no more than one of this length: one table edge is not a board."""
TILES, MOST_IN_TILE = (6, 4), 40
"""The picture is divided into so many tiles (across, down), and of each only the longest segments are used: else the
stripes of a cloth would leave none for the board."""
STEEPEST_DEG = 60.0
"""Largest angle between the line of sight and the vertical."""
PLANE_STEP_DEG = 4.0
"""Distance between the planes tried."""
BINS = 90
"""Directions of 0 to 180 degrees in steps of two."""
PEAKS_PER_WINDOW = 3
"""Crosses kept for each window of the picture."""
APART_DEG = 7.0
"""Crosses of one window nearer than this are one before they are polished."""
SAME_DEG = 1.8
"""Crosses nearer than this are one after they are polished."""
ALONG_DEG = 3.0
"""A segment that deviates less from a direction lies along it."""
POLISH_ROUNDS = 8
TILTED_COS = 0.87
"""Beyond 30 degrees of tilt a wrong focal length bends the cross, so others are tried too."""
FOCAL_STARTS = (0.78, 1.3)
"""Other focal lengths to start from, as multiples of the typical one."""


@dataclass(frozen=True, eq=False)
class Cross:
    """Two perpendicular directions of a plane before the camera.

    ``axes`` is 3 x 3; its columns are the two directions and the normal, away from the camera, in camera
    coordinates (right, down, forward). ``support`` is larger the more segments lie along both directions.
    """

    axes: Points
    focal_px: float
    support: float


def find_segments(gray: Picture) -> Points:
    """N x 4 ends (x0, y0, x1, y1) in pixels."""
    found = cv2.createLineSegmentDetector(cv2.LSD_REFINE_NONE).detect(gray)[0]
    if found is None:
        return np.zeros((0, 4))
    segments = found.reshape(-1, 4).astype(np.float64)
    lengths = np.hypot(segments[:, 2] - segments[:, 0], segments[:, 3] - segments[:, 1])
    order = np.argsort(-lengths, kind="stable")
    segments = segments[order][lengths[order] >= SHORTEST_PX]
    size = np.array([gray.shape[1], gray.shape[0]])
    tile = np.floor((segments[:, :2] + segments[:, 2:]) / 2 * TILES / size).clip(0, np.array(TILES) - 1)
    number = (tile[:, 1] * TILES[0] + tile[:, 0]).astype(int)
    keep = np.concatenate([np.flatnonzero(number == n)[:MOST_IN_TILE] for n in range(TILES[0] * TILES[1])])
    return np.asarray(segments[keep])


def find_crosses(segments: Points, size_px: tuple[int, int], most: int) -> list[Cross]:
    """The crosses best supported by the segments of the whole picture or of a part of it, best first."""
    if len(segments) < 8:
        return []
    typical = TYPICAL_FOCAL * max(size_px)
    lines = _line_coefficients(segments, size_px)
    weights = np.minimum(np.hypot(segments[:, 2] - segments[:, 0], segments[:, 3] - segments[:, 1]), LONGEST_PX)
    planes = _planes()
    bins = _direction_bins(lines, typical, planes)
    crosses = []
    for inside in _windows(segments, size_px):
        if inside.sum() < 12:
            continue
        for axes in _peaks(bins[inside], weights[inside], planes):
            focals = [typical] + [typical * f for f in FOCAL_STARTS if axes[2, 2] < TILTED_COS]
            for focal in focals:
                cross = _polish(Cross(axes, focal, 0.0), lines[inside], weights[inside])
                if cross.axes[2, 2] > np.cos(np.radians(STEEPEST_DEG)):
                    crosses.append(cross)
    return _distinct(sorted(crosses, key=lambda cross: -cross.support))[:most]


def off_cross(segments: Points, size_px: tuple[int, int], cross: Cross) -> Points:
    """The segments that lie along neither direction of the cross."""
    seen = (_line_coefficients(segments, size_px) * (cross.focal_px, cross.focal_px, 1)) @ cross.axes
    off = np.abs(seen[:, :2]) / np.maximum(np.hypot(seen[:, 0], seen[:, 1]), 1e-9)[:, None]
    return np.asarray(segments[off.min(axis=1) > np.sin(np.radians(ALONG_DEG))])


def angle_between(first: Points, second: Points) -> float:
    """Degrees between two crosses, quarter turns in their plane not counted."""
    turn = first.T @ second
    spins = np.array([turn[0, 0] + turn[1, 1], turn[0, 1] - turn[1, 0]])
    trace = np.abs(spins).max() + turn[2, 2]
    return float(np.degrees(np.arccos(np.clip((trace - 1) / 2, -1, 1))))


def _line_coefficients(segments: Points, size_px: tuple[int, int]) -> Points:
    """N x 3: a x + b y + c = 0 around the centre of the picture, a and b of unit length."""
    center = (np.array(size_px, dtype=np.float64) - 1) / 2
    start, end = segments[:, :2] - center, segments[:, 2:] - center
    across = np.column_stack([start[:, 1] - end[:, 1], end[:, 0] - start[:, 0]])
    offset = start[:, 0] * end[:, 1] - end[:, 0] * start[:, 1]
    return np.asarray(np.column_stack([across, offset]) / np.linalg.norm(across, axis=1, keepdims=True))


def _planes() -> Points:
    """P x 3 x 3 axes of planes facing the camera, evenly spread, the first axis as near to picture right as can be."""
    step, normals = np.radians(PLANE_STEP_DEG), []
    for tilt in np.arange(0, np.radians(STEEPEST_DEG) - step / 2, step):
        count = max(1, round(2 * np.pi * np.sin(tilt) / step))
        around = np.arange(count) * 2 * np.pi / count
        normals.append(
            np.column_stack(
                [np.sin(tilt) * np.cos(around), np.sin(tilt) * np.sin(around), np.full(count, np.cos(tilt))]
            )
        )
    normal = np.concatenate(normals)
    right = np.array([1.0, 0.0, 0.0]) - normal * normal[:, :1]
    right /= np.linalg.norm(right, axis=1, keepdims=True)
    return np.stack([right, np.cross(normal, right), normal], axis=2)


def _direction_bins(lines: Points, focal: float, planes: Points) -> np.ndarray:
    """N x P: the direction bin of every line as seen in every plane."""
    normals = (lines * (focal, focal, 1)).astype(np.float32)
    seen = np.einsum("ni,pij->npj", normals, planes[:, :, :2].astype(np.float32), optimize=True)
    angle = np.arctan2(-seen[..., 0], seen[..., 1])
    return np.asarray((angle * (BINS / np.pi)).astype(np.int32) % BINS)


def _windows(segments: Points, size_px: tuple[int, int]) -> list[np.ndarray]:
    """Masks of the segments in the whole picture and in nine overlapping parts of it."""
    middle = (segments[:, :2] + segments[:, 2:]) / 2
    half = 0.225 * max(size_px)
    masks = [np.ones(len(segments), dtype=bool)]
    for x in (0.3, 0.5, 0.7):
        for y in (0.3, 0.5, 0.7):
            masks.append(np.abs(middle - np.array([x, y]) * size_px).max(axis=1) <= half)
    return masks


def _peaks(bins: np.ndarray, weights: Points, planes: Points) -> list[Points]:
    """Axes of the most pronounced crosses: both directions must be there."""
    index = bins + np.arange(len(planes)) * BINS
    counted = np.bincount(index.ravel(), np.repeat(weights, len(planes)), len(planes) * BINS)
    histogram = counted.reshape(len(planes), BINS)
    histogram = histogram + 0.7 * (np.roll(histogram, 1, axis=1) + np.roll(histogram, -1, axis=1))
    strength = histogram[:, : BINS // 2] * histogram[:, BINS // 2 :]
    found: list[Points] = []
    best = np.argpartition(-strength.ravel(), 200)[:200]
    for flat in best[np.argsort(-strength.ravel()[best], kind="stable")]:
        plane, direction = divmod(int(flat), BINS // 2)
        axes = planes[plane] @ _spin((direction + 0.5) * np.pi / BINS)
        if all(angle_between(axes, other) > APART_DEG for other in found):
            found.append(axes)
        if len(found) == PEAKS_PER_WINDOW:
            break
    return found


def _spin(angle: float) -> Points:
    return np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1.0]])


def _polish(cross: Cross, lines: Points, weights: Points) -> Cross:
    """Turns the cross and moves the focal length until the lines near its directions lie on them best."""
    axes, focal, start = cross.axes, cross.focal_px, cross.focal_px
    for step in range(POLISH_ROUNDS):
        tolerance = np.radians(max(1.0, 5.0 * 0.75**step))
        raw = lines * (focal, focal, 1)
        length = np.linalg.norm(raw, axis=1, keepdims=True)
        normals, by_focal = raw / length, lines * (focal, focal, 0) / length
        seen = normals @ axes
        inside = np.maximum(np.hypot(seen[:, 0], seen[:, 1]), 1e-9)
        matrix, vector = np.zeros((4, 4)), np.zeros(4)
        for k in (0, 1):
            off = seen[:, k] / inside
            weight = weights * np.exp(-0.5 * (off / tolerance) ** 2) * (np.abs(off) < 3 * tolerance)
            turning = normals @ _cross_matrix(axes[:, k])
            rows = np.column_stack([turning, by_focal @ axes[:, k]]) / inside[:, None]
            matrix += (rows * weight[:, None]).T @ rows
            vector -= (rows * weight[:, None]).T @ off
        hold = 0.2 * weights.sum() * np.radians(1) ** 2 / 0.25**2  # a fifth of the lines speak for the focal length
        matrix[3, 3] += hold
        vector[3] -= hold * np.log(focal / start)
        change = np.clip(np.linalg.solve(matrix + np.eye(4) * 1e-9 * weights.sum(), vector), -0.15, 0.15)
        axes = cv2.Rodrigues(change[:3])[0] @ axes
        focal = float(focal * np.exp(change[3]))
    seen = (lines * (focal, focal, 1)) @ axes
    off = seen[:, :2] / np.maximum(np.hypot(seen[:, 0], seen[:, 1]), 1e-9)[:, None]
    along = (weights[:, None] * np.exp(-0.5 * (off / np.radians(1)) ** 2)).sum(axis=0)
    return Cross(axes, focal, float(np.sqrt(along[0] * along[1] / weights.sum())))


def _cross_matrix(vector: Points) -> Points:
    """The matrix whose product with a row n (n @ matrix) is the cross product vector x n."""
    x, y, z = vector
    return np.array([[0.0, z, -y], [-z, 0.0, x], [y, -x, 0.0]])


def _distinct(crosses: list[Cross]) -> list[Cross]:
    kept: list[Cross] = []
    for cross in crosses:
        if all(angle_between(cross.axes, other.axes) > SAME_DEG for other in kept):
            kept.append(cross)
    return kept
