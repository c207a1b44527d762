"""Draws the table: ground first, then the sides of the pieces from far to near, their tops, and the arm above all."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from referee.grid import GridSize
from referee.piece import PieceSet
from vision.frame import Picture
from vision.simulated import light as lights
from vision.simulated.arm import Arm, arm_casters, draw_arm
from vision.simulated.camera import Camera, camera_of
from vision.simulated.clutter import draw_clutter
from vision.simulated.colour import Picture32
from vision.simulated.lying import Array, LyingPiece, Solid, solids
from vision.simulated.paint import MARGIN, TEXELS, relief, side_texture, texture
from vision.simulated.scene import Kit, Scene
from vision.simulated.sensor import develop, through_lens
from vision.simulated.sides import Side, side_light, visible_sides
from vision.simulated.table import PRINT_PX, board_print, table_colour


def render(
    scene: Scene, piece_set: PieceSet, lying: Sequence[LyingPiece], arm: Arm | None = None, noise_seed: int = 0
) -> Picture:
    """The webcam's picture (BGR uint8) of these pieces on this table, with an arm above it or none."""
    studio = studio_of(scene, piece_set.grid)
    return develop(scene, studio.sensor_light(piece_set, tuple(lying), arm), noise_seed)


def studio_of(scene: Scene, grid: GridSize) -> "Studio":
    """The studio of a scene, kept with what does not change between pictures; exposure is left to ``develop``."""
    return _studio(replace(scene, sensor=replace(scene.sensor, exposure=1.0)), grid)


@lru_cache(maxsize=2)
def _studio(scene: Scene, grid: GridSize) -> "Studio":
    return Studio(scene, grid)


class Studio:
    """One scene with everything that stays the same while pieces come and go: camera, ground and its light."""

    def __init__(self, scene: Scene, grid: GridSize) -> None:
        self.scene = scene
        self.camera = camera_of(scene.view, grid, scene.card.rim)
        self._lens_map = self.camera.lens_map()
        x, y = _ground_points(self.camera)
        self._gloss = _gloss(scene, self.camera, x, y)
        self._ground = _ground(scene, grid, self.camera, x, y, self._gloss)
        self._bare = lights.bare_light(scene.lighting, *lights.raster_points())
        self._kept: tuple[object, Picture32] | None = None

    def sensor_light(self, piece_set: PieceSet, lying: tuple[LyingPiece, ...], arm: Arm | None) -> Picture32:
        """Light on the sensor (linear BGR); asked for the same things again, it is not drawn again."""
        asked = (piece_set, lying, arm)
        if self._kept is None or self._kept[0] != asked:
            canvas = self._drawn(piece_set, lying, arm)
            self._kept = (asked, through_lens(self.scene, self.camera, canvas, self._lens_map))
        return self._kept[1]

    def _drawn(self, piece_set: PieceSet, lying: tuple[LyingPiece, ...], arm: Arm | None) -> Picture32:
        bodies = solids(self.scene, piece_set, lying)
        held = solids(self.scene, piece_set, (arm.held,)) if arm and arm.held else []
        things = [lights.casters(bodies), lights.casters(held) + (arm_casters(arm) if arm else [])]
        level = lights.heights(bodies)
        canvas = self._ground.copy()
        self._shade_ground(canvas, things, level)
        tops: dict[float, Picture32] = {}
        for low in sorted({body.low for body in bodies}):
            self._draw_pieces(canvas, [body for body in bodies if body.low == low], things, level, tops)
        if arm:
            self._draw_pieces(canvas, held, [[], arm_casters(arm)], level, tops)
            draw_arm(canvas, self.camera, self.scene, arm)
        return canvas

    def _shade_ground(self, canvas: Picture32, things: list[list[lights.Caster]], level: Picture32) -> None:
        if not any(things):
            return
        lit = lights.plane_light(self.scene.lighting, 0.0, things, level)
        share = lit / np.maximum(self._bare, 1e-4)
        homography = self.camera.plane(0.0) @ np.linalg.inv(lights.TO_RASTER)
        size = (canvas.shape[1], canvas.shape[0])
        canvas *= cv2.warpPerspective(share, homography, size, flags=cv2.INTER_LINEAR, borderValue=(1, 1, 1))

    def _draw_pieces(
        self,
        canvas: Picture32,
        bodies: list[Solid],
        things: list[list[lights.Caster]],
        level: Picture32,
        tops: dict[float, Picture32],
    ) -> None:
        sides = visible_sides(bodies, self.camera.centre)
        for side, lit in zip(sides, side_light(self.scene, sides, level, things), strict=True):
            _draw_side(canvas, self.camera, self.scene.kit, side, lit)
        for body in bodies:
            if body.high not in tops:
                tops[body.high] = lights.plane_light(self.scene.lighting, body.high, things, level)
            self._draw_top(canvas, body, tops[body.high])

    def _draw_top(self, canvas: Picture32, body: Solid, lit: Picture32) -> None:
        kit = self.scene.kit
        plane = self.camera.plane(body.high)
        outline = [_projected(plane, square) for square in body.squares]
        box = _box(np.vstack(outline), canvas.shape)
        if box is None:
            return
        left, top, right, bottom = box
        moved = np.array(((1, 0, -left), (0, 1, -top), (0, 0, 1)), float)
        size = (right - left, bottom - top)
        own = np.array(((1 / TEXELS, 0, 0.5 / TEXELS - MARGIN), (0, 1 / TEXELS, 0.5 / TEXELS - MARGIN), (0, 0, 1)))
        to_board = np.vstack((body.affine, (0, 0, 1)))
        colour = cv2.warpPerspective(
            self._top_colour(body), moved @ plane @ to_board @ own, size, flags=cv2.INTER_LINEAR
        )
        from_raster = moved @ plane @ np.linalg.inv(lights.TO_RASTER)
        light_on = cv2.warpPerspective(lit, from_raster, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        mask = np.zeros(size[::-1], np.uint8)
        for square in outline:
            cv2.fillConvexPoly(mask, np.round((square - (left, top)) * 16).astype(np.int32), 255, cv2.LINE_8, 4)
        shine = kit.paint_gloss * self._gloss[top:bottom, left:right]
        part = canvas[top:bottom, left:right]
        part[mask > 0] = (colour * light_on + shine)[mask > 0]

    def _top_colour(self, body: Solid) -> Picture32:
        """Paint of the top with its relief: flanks that look at a lamp are lighter, grooves see little sky."""
        kit, lighting = self.scene.kit, self.scene.lighting
        slope_x, slope_y, sky = relief(body.piece, kit.groove, kit.bevel)
        turned = np.linalg.inv(body.affine[:, :2])
        weight, shade = sum(lighting.ambient), sum(lighting.ambient) * np.ones_like(sky)
        for lamp in lighting.lamps:
            lean = turned @ np.array(lamp.direction[:2])
            strength = sum(lamp.colour) * lamp.direction[2]
            steep = (slope_x * lean[0] + slope_y * lean[1]) / lamp.direction[2]
            shade += strength * np.clip(1 - steep, 0.1, 1.9)
            weight += strength
        return texture(body.piece, kit.paints[body.number], kit.paint_grain) * (sky * shade / weight)[..., None].astype(
            np.float32
        )


def _draw_side(canvas: Picture32, camera: Camera, kit: Kit, side: Side, lit: Picture32) -> None:
    corners = camera.on_canvas(side.corners_xyz)
    box = _box(corners, canvas.shape)
    if box is None:
        return
    left, top, right, bottom = box
    paint = side_texture(side.body.piece, side.edge, kit, kit.paints[side.body.number])
    shaded = paint * cv2.resize(lit, (paint.shape[1], paint.shape[0]), interpolation=cv2.INTER_LINEAR)
    height, width = paint.shape[:2]
    source = np.array(((0, 0), (width, 0), (width, height), (0, height)), np.float32) - np.float32(0.5)
    target = (corners - (left, top)).astype(np.float32)
    size = (right - left, bottom - top)
    homography = cv2.getPerspectiveTransform(source, target)
    seen = cv2.warpPerspective(shaded, homography, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    mask = np.zeros(size[::-1], np.uint8)
    cv2.fillConvexPoly(mask, np.round(target * 16).astype(np.int32), 255, cv2.LINE_8, 4)
    canvas[top:bottom, left:right][mask > 0] = seen[mask > 0]


def _projected(homography: Array, points_xy: Array) -> Array:
    return cv2.perspectiveTransform(np.asarray(points_xy, float).reshape(-1, 1, 2), homography).reshape(-1, 2)


def _box(points: Array, shape: tuple[int, ...]) -> tuple[int, int, int, int] | None:
    """Left, top, right, bottom of points on the canvas, or None where none of it is on the canvas."""
    left, top = np.maximum(np.floor(points.min(axis=0)).astype(int) - 1, 0)
    right, bottom = np.minimum(np.ceil(points.max(axis=0)).astype(int) + 2, (shape[1], shape[0]))
    return (int(left), int(top), int(right), int(bottom)) if right - left > 1 and bottom - top > 1 else None


def _ground_points(camera: Camera) -> tuple[Picture32, Picture32]:
    """Board x and y of the ground under every canvas pixel."""
    width, height = camera.canvas_size
    columns, rows = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    back = np.linalg.inv(camera.plane(0.0))
    down = back[2, 0] * columns + back[2, 1] * rows + back[2, 2]
    x = (back[0, 0] * columns + back[0, 1] * rows + back[0, 2]) / down
    y = (back[1, 0] * columns + back[1, 1] * rows + back[1, 2]) / down
    return x.astype(np.float32), y.astype(np.float32)


def _ground(scene: Scene, grid: GridSize, camera: Camera, x: Picture32, y: Picture32, gloss: Picture32) -> Picture32:
    """The empty table with its board, lit."""
    footprint = np.hypot(np.gradient(x, axis=1), np.gradient(y, axis=1)) + np.hypot(
        np.gradient(x, axis=0), np.gradient(y, axis=0)
    )
    colour = table_colour(scene.table, grid, x, y, np.maximum(footprint / 2, 1e-3).astype(np.float32))
    shine = np.full(x.shape, scene.table.gloss, np.float32)
    draw_clutter(colour, camera, scene, grid)
    paper, cover = board_print(scene.card, grid)
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
    colour *= (1 - 0.4 * rim * (1 - share))[..., None]
    colour += (seen - colour) * share[..., None]
    shine += (0.02 - shine) * share
    return colour * lights.bare_light(scene.lighting, x, y) + gloss * shine[..., None]


def _minified(
    paper: Picture32, to_canvas: Array, size: tuple[int, int], footprint: npt.NDArray[np.float32]
) -> Picture32:
    """The print seen from so far that it is blurred beforehand, against aliasing."""
    per_pixel = float(np.median(footprint)) / 2 * PRINT_PX
    soft = cv2.GaussianBlur(paper, (0, 0), 0.4 * per_pixel) if per_pixel > 1 else paper
    return cv2.warpPerspective(soft, to_canvas, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def _gloss(scene: Scene, camera: Camera, x: Picture32, y: Picture32) -> Picture32:
    """Mirror light of the lamps per unit of gloss: where the lamp's picture in a satin surface is seen."""
    total = np.zeros((*x.shape, 3), np.float32)
    eye_x, eye_y, eye_z = (np.float32(value) for value in camera.centre)
    near = 1 / np.sqrt((eye_x - x) ** 2 + (eye_y - y) ** 2 + eye_z**2)
    for lamp in scene.lighting.lamps:
        to_x, to_y, to_z = (np.float32(value) for value in lamp.direction)
        half_x, half_y, half_z = (eye_x - x) * near + to_x, (eye_y - y) * near + to_y, eye_z * near + to_z
        lift = half_z / np.sqrt(half_x**2 + half_y**2 + half_z**2)
        power = 25 / (0.1 + lamp.softness)
        reach = lights.field(lamp, x, y) * lift**power * (power + 8) / 12
        total += reach[..., None] * np.array(lamp.colour, np.float32)
    return total * lights.person(scene.lighting, x, y)[..., None]
