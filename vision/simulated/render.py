"""Draws the table: ground first, then the sides of the pieces from far to near, their tops, and the arm above all."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from referee.grid import GridSize
from referee.piece import PieceSet
from vision.frame import Picture
from vision.simulated import light as lights
from vision.simulated import noise
from vision.simulated.arm import Arm, arm_casters, draw_arm
from vision.simulated.camera import Camera, camera_of
from vision.simulated.colour import Picture32, grey
from vision.simulated.ground import gloss_of, ground, ground_points
from vision.simulated.lying import Array, LyingPiece, Solid, solid
from vision.simulated.paint import MARGIN, TEXELS, relief, side_texture, texture
from vision.simulated.scene import Kit, Scene
from vision.simulated.sensor import develop, through_lens
from vision.simulated.sides import Side, side_light, visible_sides
from vision.simulated.thing import Thing, draw_thing

NEAREST = 1.0
"""What is nearer to the camera than this (cells along its axis) is not drawn."""


def render(
    scene: Scene,
    piece_set: PieceSet,
    lying: Sequence[LyingPiece],
    arm: Arm | None = None,
    noise_seed: int = 0,
    things: tuple[Thing, ...] = (),
) -> Picture:
    """The webcam's picture (BGR uint8) of these pieces and things on this table, with an arm above it or none."""
    studio = studio_of(scene, piece_set.grid)
    return develop(scene, studio.sensor_light(piece_set, tuple(lying), arm, things), noise_seed)


def studio_of(scene: Scene, grid: GridSize) -> "Studio":
    """The studio of a scene, kept with what does not change between pictures; exposure is left to ``develop``."""
    return _studio(replace(scene, sensor=replace(scene.sensor, exposure=1.0)), grid)


@lru_cache(maxsize=2)
def _studio(scene: Scene, grid: GridSize) -> "Studio":
    """What was painted and lit for other scenes is of no use here: games on end would gather 200 MB of it."""
    for forget in (texture.cache_clear, relief.cache_clear, side_texture.cache_clear, lights.forget, noise.forget):
        forget()
    return Studio(scene, grid)


@dataclass(frozen=True, eq=False)
class Top:
    """What of the top of a lying piece stays the same whatever casts shadows on it, in its ``box`` (left, top, right,
    bottom) of the canvas: paint, light that it mirrors, which pixels it fills, and whence the light on its plane is
    taken."""

    box: tuple[int, int, int, int]
    paint: Picture32
    shine: Picture32
    mask: npt.NDArray[np.uint8]
    from_raster: Array


class Studio:
    """One scene with everything that stays the same while pieces come and go: camera, ground and its light, and the
    tops of those that lie there still."""

    def __init__(self, scene: Scene, grid: GridSize) -> None:
        self.scene = scene
        self.camera = camera_of(scene.view, grid, scene.card.rim)
        self._lens_map = self.camera.lens_map()
        x, y = ground_points(self.camera)
        self._gloss = gloss_of(scene, grid, self.camera, x, y)
        self._ground = ground(scene, grid, self.camera, x, y, self._gloss)
        self._floor = lights.Floor(grid)
        self._bare = np.maximum(lights.bare_light(self._floor, scene.lighting, *self._floor.points), 1e-4)
        self._kept: tuple[object, Picture32] | None = None
        self._piece_set: PieceSet | None = None
        self._bodies: dict[LyingPiece, Solid] = {}
        self._tops: dict[Solid, Top | None] = {}

    def sensor_light(
        self, piece_set: PieceSet, lying: tuple[LyingPiece, ...], arm: Arm | None, things: tuple[Thing, ...] = ()
    ) -> Picture32:
        """Light on the sensor (linear BGR); asked for the same again, it is not drawn again."""
        asked = (piece_set, lying, arm, things)
        if self._kept is None or self._kept[0] != asked:
            canvas = self._drawn(piece_set, lying, arm, things)
            self._kept = (asked, through_lens(self.scene, self.camera, canvas, self._lens_map))
        return self._kept[1]

    def _drawn(
        self, piece_set: PieceSet, lying: tuple[LyingPiece, ...], arm: Arm | None, strange: tuple[Thing, ...]
    ) -> Picture32:
        bodies = [body for body in self._lain(piece_set, lying) if self._is_ahead(body)]
        held = [solid(self.scene, piece_set, arm.held)] if arm and arm.held else []
        things = [
            lights.casters(bodies) + [thing.caster for thing in strange],
            lights.casters(held) + (arm_casters(arm) if arm else []),
        ]
        level = lights.heights(self._floor, bodies)
        canvas = self._ground.copy()
        self._shade_ground(canvas, things, level)
        tops: dict[float, Picture32] = {}
        for low in sorted({body.low for body in bodies}):
            self._draw_pieces(canvas, [body for body in bodies if body.low == low], things, level, tops)
        for thing in strange:
            lit = lights.plane_light(self._floor, self.scene.lighting, thing.high, things, level)
            draw_thing(canvas, self.camera, self._floor, lit, thing)
        if arm:
            self._draw_pieces(canvas, held, [[], arm_casters(arm)], level, tops)
            draw_arm(canvas, self.camera, self.scene, arm)
        return canvas

    def _lain(self, piece_set: PieceSet, lying: tuple[LyingPiece, ...]) -> list[Solid]:
        """The bodies of what lies; of what lay there before, the same ones, and their tops are kept."""
        before = self._bodies if self._piece_set is piece_set else {}
        self._piece_set = piece_set
        self._bodies = {one: before.get(one) or solid(self.scene, piece_set, one) for one in lying}
        bodies = [self._bodies[one] for one in lying]
        self._tops = {body: self._tops[body] for body in bodies if body in self._tops}
        return bodies

    def _is_ahead(self, body: Solid) -> bool:
        """Whether a body lies before the camera; what lies far out on the table may be behind it."""
        points = np.vstack([(*corner, body.high) for square in body.squares for corner in square])
        return min(self.camera.depth(point) for point in points) > NEAREST

    def _shade_ground(self, canvas: Picture32, things: list[list[lights.Caster]], level: Picture32) -> None:
        if not any(things):
            return
        lit = lights.plane_light(self._floor, self.scene.lighting, 0.0, things, level)
        share = lit / self._bare
        homography = self.camera.plane(0.0) @ np.linalg.inv(self._floor.to_raster)
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
        for side, lit in zip(sides, side_light(self._floor, self.scene, sides, level, things), strict=True):
            _draw_side(canvas, self.camera, self.scene.kit, side, lit)
        for body in bodies:
            if body.high not in tops:
                tops[body.high] = lights.plane_light(self._floor, self.scene.lighting, body.high, things, level)
            self._draw_top(canvas, body, tops[body.high])

    def _draw_top(self, canvas: Picture32, body: Solid, lit: Picture32) -> None:
        if body not in self._tops:
            self._tops[body] = self._painted(body, canvas.shape)
        seen = self._tops[body]
        if seen is None:
            return
        left, top, right, bottom = seen.box
        size = (right - left, bottom - top)
        light_on = cv2.warpPerspective(
            lit, seen.from_raster, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        part = canvas[top:bottom, left:right]
        cv2.copyTo(seen.paint * light_on + seen.shine, seen.mask, part)

    def _painted(self, body: Solid, shape: tuple[int, ...]) -> Top | None:
        """The top of a piece, or None where nothing of it is on a canvas of this shape."""
        kit = self.scene.kit
        plane = self.camera.plane(body.high)
        outline = [_projected(plane, square) for square in body.squares]
        box = _box(np.vstack(outline), shape)
        if box is None:
            return None
        left, top, right, bottom = box
        moved = np.array(((1, 0, -left), (0, 1, -top), (0, 0, 1)), float)
        size = (right - left, bottom - top)
        own = np.array(((1 / TEXELS, 0, 0.5 / TEXELS - MARGIN), (0, 1 / TEXELS, 0.5 / TEXELS - MARGIN), (0, 0, 1)))
        to_board = np.vstack((body.affine, (0, 0, 1)))
        to_canvas = moved @ plane @ to_board @ own
        paint = cv2.warpPerspective(self._top_colour(body), to_canvas, size, flags=cv2.INTER_LINEAR)
        mask = np.zeros(size[::-1], np.uint8)
        for square in outline:
            cv2.fillConvexPoly(mask, np.round((square - (left, top)) * 16).astype(np.int32), 255, cv2.LINE_8, 4)
        shine = kit.paint_gloss * self._gloss[top:bottom, left:right]
        if kit.glint:
            shine = shine + self._glints(body, to_canvas, size)
        return Top(box, paint, shine, mask, moved @ plane @ np.linalg.inv(self._floor.to_raster))

    def _top_colour(self, body: Solid) -> Picture32:
        """Paint of the top with its relief."""
        kit, own = self.scene.kit, np.linalg.inv(body.affine[:, :2])
        share = lights.relief_share(self.scene.lighting, *_relief(kit, body), own)
        return texture(body.piece, kit.paints[body.number], kit.paint_grain) * grey(share)

    def _glints(self, body: Solid, to_canvas: Array, size: tuple[int, int]) -> Picture32:
        """What the relief of the top mirrors, as it is seen in a part of the canvas."""
        slope_x, slope_y, _ = _relief(self.scene.kit, body)
        own = np.linalg.inv(body.affine[:, :2])
        to_eye = self.camera.centre - (*body.squares[0].mean(axis=0), body.high)
        mirrored = lights.glints(self.scene.lighting, slope_x, slope_y, to_eye, own) * np.float32(self.scene.kit.glint)
        return np.asarray(cv2.warpPerspective(mirrored, to_canvas, size, flags=cv2.INTER_LINEAR))


def _relief(kit: Kit, body: Solid) -> tuple[Picture32, Picture32, Picture32]:
    return relief(body.piece, kit.groove, kit.bevel, kit.dimple, kit.inset, kit.seam)


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
    cv2.copyTo(seen, mask, canvas[top:bottom, left:right])


def _projected(homography: Array, points_xy: Array) -> Array:
    return cv2.perspectiveTransform(np.asarray(points_xy, float).reshape(-1, 1, 2), homography).reshape(-1, 2)


def _box(points: Array, shape: tuple[int, ...]) -> tuple[int, int, int, int] | None:
    """Left, top, right, bottom of points on the canvas, or None where none of it is on the canvas."""
    left, top = np.maximum(np.floor(points.min(axis=0)).astype(int) - 1, 0)
    right, bottom = np.minimum(np.ceil(points.max(axis=0)).astype(int) + 2, (shape[1], shape[0]))
    return (int(left), int(top), int(right), int(bottom)) if right - left > 1 and bottom - top > 1 else None
