"""The ground of a scene on the canvas: table, clutter and printed board, lit, with the lamps mirrored in it."""

import cv2
import numpy as np
import numpy.typing as npt

from referee.grid import GridSize
from vision.simulated import light as lights
from vision.simulated.camera import Array, Camera
from vision.simulated.card import PRINT_PX, board_print, ridges
from vision.simulated.clutter import draw_clutter
from vision.simulated.colour import Picture32, grey, tinted
from vision.simulated.scene import Card, Scene
from vision.simulated.table import table_colour


def ground_points(camera: Camera) -> tuple[Picture32, Picture32]:
    """Board x and y of the ground under every canvas pixel."""
    width, height = camera.canvas_size
    columns, rows = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    back = np.linalg.inv(camera.plane(0.0))
    down = back[2, 0] * columns + back[2, 1] * rows + back[2, 2]
    x = (back[0, 0] * columns + back[0, 1] * rows + back[0, 2]) / down
    y = (back[1, 0] * columns + back[1, 1] * rows + back[1, 2]) / down
    return x.astype(np.float32), y.astype(np.float32)


def ground(scene: Scene, grid: GridSize, camera: Camera, x: Picture32, y: Picture32, gloss: Picture32) -> Picture32:
    """The empty table with its board, lit."""
    footprint = np.hypot(np.gradient(x, axis=1), np.gradient(y, axis=1)) + np.hypot(
        np.gradient(x, axis=0), np.gradient(y, axis=0)
    )
    colour = table_colour(scene.table, grid, x, y, np.maximum(footprint / 2, 1e-3).astype(np.float32))
    shine = np.full(x.shape, scene.table.gloss, np.float32)
    draw_clutter(colour, camera, scene, grid)
    paper, cover = board_print(scene.card, grid)
    if scene.card.ridge:
        slope_x, slope_y, sky = ridges(scene.card, grid)
        paper *= lights.relief_share(scene.lighting, slope_x, slope_y, sky)[..., None]
    if scene.card.thick:
        _draw_side(colour, camera, scene.card, grid)
    to_print = camera.plane(0.0) @ np.array(
        (
            (1 / PRINT_PX, 0, 0.5 / PRINT_PX - scene.card.rim),
            (0, 1 / PRINT_PX, 0.5 / PRINT_PX - scene.card.rim),
            (0, 0, 1),
        )
    )
    size = (x.shape[1], x.shape[0])
    seen = _minified(paper, to_print, size, footprint)
    share = cv2.warpPerspective(cover, to_print, size, flags=cv2.INTER_LINEAR).astype(np.float32) / 255
    rim = cv2.GaussianBlur(share, (0, 0), 0.12 / max(float(np.median(footprint[share > 0.5])) / 2, 1e-3))
    colour *= grey(1 - 0.4 * rim * (1 - share))
    colour += (seen - colour) * grey(share)
    shine += (scene.card.gloss - shine) * share
    return np.asarray(colour * lights.bare_light(lights.Floor(grid), scene.lighting, x, y) + gloss * grey(shine))


def _draw_side(colour: Picture32, camera: Camera, card: Card, grid: GridSize) -> None:
    """The side of a thick board: what lies between its outline and the same on the table."""
    low, right, bottom = -card.rim, grid.cols + card.rim, grid.rows + card.rim
    outline = [
        (x, y, z) for z in (0.0, -card.thick) for x, y in ((low, low), (right, low), (right, bottom), (low, bottom))
    ]
    hull = cv2.convexHull(camera.on_canvas(outline).astype(np.float32))
    b, g, r = (0.6 * value for value in card.paper)
    cv2.fillConvexPoly(colour, np.round(hull * 16).astype(np.int32), (b, g, r), cv2.LINE_AA, 4)


def _minified(
    paper: Picture32, to_canvas: Array, size: tuple[int, int], footprint: npt.NDArray[np.float32]
) -> Picture32:
    """The print seen from so far that it is blurred beforehand, against aliasing."""
    per_pixel = float(np.median(footprint)) / 2 * PRINT_PX
    soft = cv2.GaussianBlur(paper, (0, 0), 0.4 * per_pixel) if per_pixel > 1 else paper
    return cv2.warpPerspective(soft, to_canvas, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def gloss_of(scene: Scene, grid: GridSize, camera: Camera, x: Picture32, y: Picture32) -> Picture32:
    """Mirror light of the beams per unit of gloss: where the beam's picture in a satin surface is seen."""
    total = np.zeros((*x.shape, 3), np.float32)
    eye_x, eye_y, eye_z = (np.float32(value) for value in camera.centre)
    near = 1 / np.sqrt((eye_x - x) ** 2 + (eye_y - y) ** 2 + eye_z**2)
    for beam in scene.lighting.beams:
        to_x, to_y, to_z = (np.float32(value) for value in beam.direction)
        half_x, half_y, half_z = (eye_x - x) * near + to_x, (eye_y - y) * near + to_y, eye_z * near + to_z
        lift = half_z / np.sqrt(half_x**2 + half_y**2 + half_z**2)
        power = 25 / (0.1 + beam.softness)
        reach = lights.field(lights.Floor(grid), beam, x, y) * lift**power * (power + 8) / 12
        total += tinted(reach, beam.colour)
    return np.asarray(total * grey(lights.person(scene.lighting, x, y)))
