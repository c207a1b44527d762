"""The board pose: where the camera stands above the board, and how its lens bends straight lines.

Board coordinates are (x, y, height) in cells: x counts columns from the left edge of the grid, y counts rows
from its top edge, height is above the board. The lens is a pinhole at the centre of the picture with one radial
term: a ray at normalised distance r from the axis is drawn at r * (1 + k1 * r**2). Pixels are square, but for a picture
that was stretched along one side: from a sensor of 4 : 3 to a picture of 16 : 9, or by a grabber between the two.
"""

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import cv2
import numpy as np
import numpy.typing as npt
from scipy.optimize import least_squares

from calibration.lens import Lens
from referee.grid import Cell, GridSize
from vision.sighting import Corners, SeenBoard

Points = npt.NDArray[np.float64]

TYPICAL_FOCAL = 0.95
"""In longer sides of the picture. Webcams and phones: 24 to 50 mm on a 36 mm wide film, so 0.67 to 1.39 of them."""
FOCAL_SPREAD = 0.25
"""Standard deviation of the logarithm of the focal length around the typical one."""
K1_SPREAD = 0.05
"""Standard deviation of the radial term of an unknown lens."""
STRETCH_ODDS = 6.0
"""Log-odds against a picture being stretched at all."""
KNOWN_SPREAD = 0.003
"""The same two, of a lens that has been calibrated."""
KNOWN_CORNERS_PX = 0.3
"""How far corners may be off that were found by lines."""


@dataclass(frozen=True, eq=False)
class BoardPose:
    """The camera above the board.

    ``size_px`` is (width, height) of the picture; ``turn`` a rotation vector and ``shift`` a translation in
    cells from board coordinates (x, y, -height) to camera coordinates (right, down, forward). The focal length is
    ``focal_px`` down the picture, and ``stretch`` times that across it. Whatever is fitted to a picture from this pose
    keeps to the calibrated ``lens``, if there is one.
    """

    grid: GridSize
    size_px: tuple[int, int]
    focal_px: float
    k1: float
    turn: tuple[float, float, float]
    shift: tuple[float, float, float]
    confidence: float = 0.0
    lens: Lens | None = None
    stretch: float = 1.0

    @cached_property
    def rotation(self) -> Points:
        """3 x 3, board to camera."""
        return np.asarray(cv2.Rodrigues(np.array(self.turn, dtype=np.float64))[0])

    @cached_property
    def center_px(self) -> Points:
        return (np.array(self.size_px, dtype=np.float64) - 1) / 2

    @property
    def focal_xy_px(self) -> Points:
        """The focal length across and down the picture."""
        return np.array([self.focal_px * self.stretch, self.focal_px])

    @property
    def camera_matrix(self) -> Points:
        """3 x 3, camera coordinates to homogeneous pixels, as OpenCV has it."""
        (across, down), (x, y) = self.focal_xy_px, self.center_px
        return np.array([[across, 0, x], [0, down, y], [0, 0, 1]])

    @property
    def is_square(self) -> bool:
        """Whether the pixels are square."""
        return self.stretch == 1

    @cached_property
    def camera_xyh(self) -> Points:
        """Where the camera stands in board coordinates (x, y, height)."""
        x, y, down = -self.rotation.T @ np.array(self.shift)
        return np.array([x, y, -down])

    @property
    def tilt_deg(self) -> float:
        """Angle between the line of sight and the vertical, in degrees."""
        return float(np.degrees(np.arccos(np.clip(self.rotation[2, 2], -1, 1))))

    def project(self, points_xyh: Points) -> Points:
        """Board coordinates (..., 3) to pixels (..., 2)."""
        points = np.asarray(points_xyh, dtype=np.float64)
        flat = points.reshape(-1, 3) * (1, 1, -1)
        seen = flat @ self.rotation.T + np.array(self.shift)
        rays = seen[:, :2] / np.maximum(seen[:, 2:], 1e-6)
        bent = rays * (1 + self.k1 * np.sum(rays**2, axis=1, keepdims=True))
        return np.asarray((bent * self.focal_xy_px + self.center_px).reshape(*points.shape[:-1], 2))

    def slopes(self, points_xyh: Points) -> Points:
        """How the pixels of board points (N x 3) change with the camera: N x 2 x 7 (by the rotation vector, by the
        translation, by the logarithm of the focal length)."""
        turn, shift, bend = np.array(self.turn), np.array(self.shift), np.array([self.k1, 0, 0, 0])
        by = cv2.projectPoints(points_xyh * (1, 1, -1), turn, shift, self.camera_matrix, bend)[1]
        by_focal = (by[:, 6:8] * self.focal_xy_px).sum(axis=1, keepdims=True)  # after turn and shift
        return np.hstack([by[:, :6], by_focal]).reshape(-1, 2, 7)

    def on_plane(self, pixels_xy: Points, height: float = 0.0) -> Points:
        """Pixels (..., 2) to board coordinates (x, y) (..., 2) on the plane at ``height`` cells."""
        pixels = np.asarray(pixels_xy, dtype=np.float64)
        bent = (pixels.reshape(-1, 2) - self.center_px) / self.focal_xy_px
        rays = bent.copy()
        for _ in range(8):  # the inverse of the radial term has no closed form; this converges fast
            rays = bent / (1 + self.k1 * np.sum(rays**2, axis=1, keepdims=True))
        directions = np.column_stack([rays, np.ones(len(rays))]) @ self.rotation
        origin = self.camera_xyh * (1, 1, -1)
        reach = (-height - origin[2]) / directions[:, 2]
        return np.asarray((origin[:2] + directions[:, :2] * reach[:, None]).reshape(pixels.shape))

    @cached_property
    def corners_px(self) -> Points:
        """4 x 2: the outer corners of the grid at cell (0,0), (0,last), (last,last), (last,0)."""
        return self.project(np.column_stack([grid_corners(self.grid), np.zeros(4)]))

    def apart(self, other: "BoardPose") -> float:
        """How far the farthest corner is from where it is in another pose, in cells."""
        return float(np.linalg.norm(self.corners_px - other.corners_px, axis=1).max()) / self.cell_px

    @property
    def corners_xy(self) -> Corners:
        return tuple((float(x), float(y)) for x, y in self.corners_px)

    def seen_board(self) -> SeenBoard:
        """What leaves the eyes of this pose."""
        return SeenBoard(True, self.corners_xy, self.grid, self.confidence, self.focal_px, self.k1, self.stretch)

    @property
    def cell_px(self) -> float:
        """The side of a cell of mean size, in pixels."""
        return mean_cell_px(self.corners_px, self.grid)

    def quarter_turned(self) -> "BoardPose":
        """Another board, whose corners are seen in the same four places, rows and columns exchanged."""
        turned = np.roll(self.corners_px, 1, axis=0)
        return pose_from_corners(turned, self.grid, self.size_px, stretch=self.stretch)

    def half_turned(self) -> "BoardPose":
        """The same camera with the board labelled from the opposite corner."""
        return self.transformed(np.diag([-1.0, -1.0, 1.0]), np.array([self.grid.cols, self.grid.rows, 0.0]))

    @property
    def labellings(self) -> "tuple[BoardPose, ...]":
        """The same camera with the board labelled from each corner from which it has the same shape, this one first."""
        if self.grid.rows != self.grid.cols:
            return self, self.half_turned()
        side = float(self.grid.rows)
        quarter = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
        once = self.transformed(quarter, np.array([side, 0.0, 0.0]))
        return self, once, self.half_turned(), once.half_turned()

    def transformed(self, rotation: Points, origin: Points) -> "BoardPose":
        """The same camera above other axes: the new ones turned by ``rotation`` (3 x 3) and begun at ``origin``."""
        return self.placed(cv2.Rodrigues(self.rotation @ rotation)[0], np.array(self.shift) + self.rotation @ origin)

    def placed(self, turn: npt.ArrayLike, shift: npt.ArrayLike) -> "BoardPose":
        """The same camera at another place: a rotation vector and a translation, three numbers each."""
        return replace(self, turn=_triple(turn), shift=_triple(shift))


def grid_corners(grid: GridSize) -> Points:
    """4 x 2 board coordinates (x, y) of the outer corners, in board order."""
    return np.array([[0, 0], [grid.cols, 0], [grid.cols, grid.rows], [0, grid.rows]], dtype=np.float64)


def mean_cell_px(corners_px: Points, grid: GridSize) -> float:
    """The side of a cell of mean size, in pixels, where the outer corners of the grid are seen there (4 x 2)."""
    x, y = corners_px.T
    area = 0.5 * abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))
    return float(np.sqrt(area / len(grid)))


@dataclass(frozen=True, eq=False)
class LensUsual:
    """What is known of a lens beforehand: mean and standard deviation of the logarithm of its focal length in pixels
    and of its radial term."""

    mean: Points
    spread: Points


def lens_usual(pose: BoardPose) -> LensUsual:
    """The calibrated lens of a pose, else what is usual."""
    if pose.lens is not None:
        mean = np.array([np.log(pose.lens.focal_in(pose.size_px)), pose.lens.k1])
        return LensUsual(mean, np.array([KNOWN_SPREAD, KNOWN_SPREAD]))
    typical_px = typical_focal_px(pose.size_px, pose.stretch)
    return LensUsual(np.array([np.log(typical_px), 0.0]), np.array([FOCAL_SPREAD, K1_SPREAD]))


def typical_focal_px(size_px: tuple[int, int], stretch: float = 1.0) -> float:
    """The focal length of most cameras down a picture that was stretched so."""
    width, height = size_px
    return TYPICAL_FOCAL * max(width / stretch, height)


def strangeness(pose: BoardPose) -> float:
    """Log-odds against a camera, by how unusual its focal length is."""
    usual = lens_usual(pose)
    return float(0.5 * ((np.log(pose.focal_px) - usual.mean[0]) / usual.spread[0]) ** 2)


def unusual(pose: BoardPose) -> float:
    """The same, and by that its pixels are not square."""
    return strangeness(pose) + (0.0 if pose.is_square else STRETCH_ODDS)


def called(cell: Cell, grid: GridSize, labelling: int) -> Cell:
    """What a cell is called by another of the ``BoardPose.labellings``, told by its number."""
    row, col = cell
    if grid.rows != grid.cols:
        return (grid.rows - 1 - row, grid.cols - 1 - col) if labelling % 2 else cell
    for _ in range(labelling):
        row, col = grid.rows - 1 - col, row
    return row, col


def seen_through(pose: BoardPose, lens: Lens) -> BoardPose:
    """The camera with this lens that sees the corners where the pose has them; the pose itself if it is the lens of
    other pictures."""
    if not lens.suits(pose.size_px):
        return pose
    held = pose_from_corners(pose.corners_px, pose.grid, pose.size_px, lens=lens)
    return replace(held, confidence=pose.confidence)


def pose_from_corners(
    corners_xy: Points,
    grid: GridSize,
    size_px: tuple[int, int],
    *,
    k1: float = 0.0,
    lens: Lens | None = None,
    spread_px: float = KNOWN_CORNERS_PX,
    stretch: float = 1.0,
) -> BoardPose:
    """The camera that sees the outer corners of the grid at four given pixels (4 x 2, board order).

    The focal length is free unless the ``lens`` is known; the radial term is that of the lens, else ``k1``.
    ``spread_px`` is how far the corners may be off: seen from above, few pixels change the focal length by much. The
    picture is one that was made ``stretch`` times wider than it was.
    """
    board = np.column_stack([grid_corners(grid), np.zeros(4)])
    start = _first_pose(board[:, :2], np.asarray(corners_xy, dtype=np.float64), grid, size_px, stretch)
    start = replace(start, k1=k1)
    if lens is not None:  # it is known better than the corners
        start, spread_px = replace(start, focal_px=lens.focal_in(size_px), k1=lens.k1, lens=lens), 3.0
    return _solved(board, np.asarray(corners_xy, dtype=np.float64), start, spread_px)


def pose_in(board: SeenBoard, size_px: tuple[int, int]) -> BoardPose:
    """How a board lies that was found in a picture of this size, seen through the lens that was solved there: straight
    from above its corners alone do not tell how far away the camera is."""
    return _held(board.corners_xy, board.grid, size_px, board.focal_px, board.k1 or 0.0, board.stretch)


@lru_cache(maxsize=8)
def _held(
    corners_xy: Corners, grid: GridSize, size_px: tuple[int, int], focal_px: float | None, k1: float, stretch: float
) -> BoardPose:
    """Found once while a board lies where it does: that takes longer than most of what it is asked for."""
    lens = None if focal_px is None else Lens(size_px, focal_px, k1, 0.0, 0)
    return pose_from_corners(np.array(corners_xy), grid, size_px, k1=k1, lens=lens, stretch=stretch)


def _solved(board_xyh: Points, pixels_xy: Points, start: BoardPose, spread_px: float) -> BoardPose:
    """The camera that sees given board points (N x 3, in cells) at given pixels (N x 2), each off by ``spread_px``.

    The focal length is solved together with the pose, held to what is usual for webcams and phones as far as the points
    leave it open. Robust to a share of wrong points (soft L1 loss). The radial term stays that of ``start``; it is
    among the values all the same, since without it the search takes other steps and ends elsewhere where points fit
    badly.
    """
    usual = lens_usual(start)

    def pose_of(values: Points) -> BoardPose:
        return replace(start, focal_px=float(np.exp(values[6])), turn=_triple(values[:3]), shift=_triple(values[3:6]))

    def residuals(values: Points) -> Points:
        error = (pose_of(values).project(board_xyh) - pixels_xy).ravel() / spread_px
        prior = (values[6:] - usual.mean) / usual.spread
        return np.concatenate([error, prior])

    def slopes(values: Points) -> Points:
        by_camera = pose_of(values).slopes(board_xyh).reshape(-1, 7) / spread_px
        return np.block([[by_camera, np.zeros((len(by_camera), 1))], [np.zeros((2, 6)), np.diag(1 / usual.spread)]])

    def search(begin: Points, loss: str) -> Points:
        return np.asarray(least_squares(residuals, begin, slopes, loss=loss, x_scale="jac", max_nfev=60).x)

    begin = np.array([*start.turn, *start.shift, np.log(start.focal_px), start.k1])
    found = search(begin, "soft_l1")
    if np.linalg.norm(found[:3]) > 2 * np.pi:  # gone astray: where all points count alike shows the way
        found = search(search(begin, "linear"), "soft_l1")
    return pose_of(found)


def _first_pose(
    board_xy: Points, pixels_xy: Points, grid: GridSize, size_px: tuple[int, int], stretch: float
) -> BoardPose:
    """Pose of an undistorted camera from the homography of a plane.

    Of the focal lengths around the usual ones the one is taken under which the two columns of the homography
    are most nearly a rotation's (Zhang 2000, "A flexible new technique for camera calibration").
    """
    center = (np.array(size_px, dtype=np.float64) - 1) / 2
    squared_xy = np.asarray((pixels_xy - center) / (stretch, 1), np.float64)
    homography, _ = cv2.findHomography(np.asarray(board_xy, np.float64), squared_xy, 0)
    typical = typical_focal_px(size_px, stretch)
    best: tuple[float, float] = (np.inf, typical)
    for focal in typical * np.exp(np.linspace(-0.6, 0.6, 25)):
        a, b = homography[:, 0] / (focal, focal, 1), homography[:, 1] / (focal, focal, 1)
        length_a, length_b = np.linalg.norm(a), np.linalg.norm(b)
        skew = (a @ b / (length_a * length_b)) ** 2 + np.log(length_a / length_b) ** 2
        best = min(best, (float(skew + 1e-4 * np.log(focal / typical) ** 2), float(focal)))
    focal = best[1]
    columns = homography / np.array([[focal], [focal], [1.0]])
    columns /= np.sqrt(np.linalg.norm(columns[:, 0]) * np.linalg.norm(columns[:, 1])) * np.sign(columns[2, 2])
    a, b = columns[:, 0], columns[:, 1]
    u, _, vt = np.linalg.svd(np.column_stack([a, b, np.cross(a, b)]))
    rotation = u @ np.diag([1, 1, np.linalg.det(u @ vt)]) @ vt
    turn, shift = _triple(cv2.Rodrigues(rotation)[0]), _triple(columns[:, 2])
    return BoardPose(grid, size_px, focal, 0.0, turn, shift, stretch=stretch)


def _triple(values: npt.ArrayLike) -> tuple[float, float, float]:
    x, y, z = np.asarray(values, dtype=np.float64).ravel()
    return float(x), float(y), float(z)
