"""Things that lie about on the table beside the board: cards, a phone, a pen, a cup."""

import cv2
import numpy as np
import numpy.typing as npt

from referee.grid import GridSize
from vision.simulated.camera import Camera
from vision.simulated.colour import Picture32, srgb
from vision.simulated.lying import Array
from vision.simulated.scene import Scene


def draw_clutter(colour: Picture32, camera: Camera, scene: Scene, grid: GridSize) -> None:
    """Paints the scene's clutter into the colour of the ground (canvas)."""
    for number, (kind, side, along, turn) in enumerate(scene.table.clutter):
        rng = np.random.default_rng((scene.table.texture_seed, number))
        around = 2 * np.pi * side
        away = np.array((grid.cols / 2 + 6 + 6 * along, grid.rows / 2 + 6 + 6 * along))
        middle = np.array((grid.cols / 2, grid.rows / 2)) + away * (np.cos(around), np.sin(around))
        _DRAW[kind](colour, camera, middle, 2 * np.pi * turn, rng)


def rectangle(middle: npt.ArrayLike, turn: float, width: float, height: float) -> Array:
    """The corners (4 x 2) of a rectangle that is turned by so many radians."""
    corners = np.array(((-width, -height), (width, -height), (width, height), (-width, height))) / 2
    return np.asarray(middle) + corners @ np.array(((np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))))


def fill(colour: Picture32, camera: Camera, points_xy: Array, z: float, ink: tuple[float, float, float]) -> None:
    """Paints the hull of some points at a height in one colour."""
    seen = camera.on_canvas(np.column_stack((points_xy, np.full(len(points_xy), z))))
    if np.abs(seen).max() < 1e4:
        cv2.fillConvexPoly(
            colour, np.round(cv2.convexHull(seen.astype(np.float32)) * 16).astype(np.int32), ink, cv2.LINE_AA, 4
        )


def _raised(colour: Picture32, camera: Camera, points_xy: Array, z: float, ink: tuple[float, float, float]) -> None:
    """A flat thing ``z`` thick: a dark rim below, its face above."""
    b, g, r = (0.5 * value for value in ink)
    for level, paint in ((0.0, (b, g, r)), (z / 2, (b, g, r)), (z, ink)):
        fill(colour, camera, points_xy, level, paint)


def _cards(colour: Picture32, camera: Camera, middle: Array, turn: float, rng: np.random.Generator) -> None:
    for number in range(int(rng.integers(1, 4))):
        lies, at = turn + rng.normal(0, 0.4), middle + rng.normal(0, 0.6, 2)
        _raised(colour, camera, rectangle(at, lies, 4.3, 4.3), 0.03 * (number + 1), srgb(240, 236, 226))
        fill(colour, camera, rectangle(at, lies, 3.4, 3.4), 0.03 * (number + 1), srgb(*rng.uniform(120, 235, 3)))
        fill(colour, camera, rectangle(at, lies, 2.9, 2.9), 0.03 * (number + 1), srgb(240, 236, 226))
        for spot in rng.integers(-2, 3, (6, 2)) * 0.45:
            inner = at + np.array(((np.cos(lies), -np.sin(lies)), (np.sin(lies), np.cos(lies)))) @ spot
            fill(
                colour, camera, rectangle(inner, lies, 0.42, 0.42), 0.03 * (number + 1), srgb(*rng.uniform(20, 235, 3))
            )


def _phone(colour: Picture32, camera: Camera, middle: Array, turn: float, rng: np.random.Generator) -> None:
    _raised(colour, camera, rectangle(middle, turn, 7.4, 3.6), 0.4, srgb(*([rng.uniform(12, 40)] * 3)))


def _pen(colour: Picture32, camera: Camera, middle: Array, turn: float, rng: np.random.Generator) -> None:
    _raised(colour, camera, rectangle(middle, turn, 8.0, 0.4), 0.3, srgb(*rng.uniform(10, 230, 3)))


def _cup(colour: Picture32, camera: Camera, middle: Array, turn: float, rng: np.random.Generator) -> None:
    circle = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    ring = np.column_stack((np.cos(circle), np.sin(circle)))
    ink = srgb(*rng.uniform(40, 230, 3))
    b, g, r = (0.6 * value for value in ink)
    for z in np.linspace(0, 4, 12):
        fill(colour, camera, middle + ring * 2.0, z, (b, g, r))
    fill(colour, camera, middle + ring * 2.0, 4.0, ink)
    fill(colour, camera, middle + ring * 1.75, 4.0, srgb(95, 60, 38))


_DRAW = {"cards": _cards, "phone": _phone, "pen": _pen, "cup": _cup}
