"""The light on horizontal planes: beams with their pools and window bars, cast shadows, nearness of pieces.

Light is worked out on a raster in the board's plane (``Floor``) and looked at from above: what falls on the ground and
on the tops of the pieces. A body casts its shadow as the hull of its points moved along the light.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from referee.grid import GridSize
from vision.simulated.colour import Picture32, grey, tinted
from vision.simulated.lying import Array, Solid
from vision.simulated.scene import Beam, Lighting

AROUND = 15
"""Cells around the grid in which light is worked out."""
FINEST, MOST_POINTS = 14, 600
"""Points a cell, and points along the longer side if that makes fewer."""


@dataclass(frozen=True)
class Floor:
    """Where light is worked out: the grid with ``AROUND`` cells on every side, ``res`` points a cell."""

    grid: GridSize

    @cached_property
    def res(self) -> int:
        return min(FINEST, MOST_POINTS // (max(self.grid.cols, self.grid.rows) + 2 * AROUND))

    @property
    def size(self) -> tuple[int, int]:
        """Points across and down."""
        return (self.grid.cols + 2 * AROUND) * self.res, (self.grid.rows + 2 * AROUND) * self.res

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of the grid as board x and y."""
        return self.grid.cols / 2, self.grid.rows / 2

    @cached_property
    def to_raster(self) -> Array:
        """Homography from board (x, y) to raster points."""
        shift = AROUND * self.res - 0.5
        return np.array(((self.res, 0, shift), (0, self.res, shift), (0, 0, 1)), float)

    @cached_property
    def points(self) -> tuple[Picture32, Picture32]:
        """Board x and y of the raster points."""
        columns, rows = np.meshgrid(np.arange(self.size[0]), np.arange(self.size[1]))
        x, y = (columns + 0.5) / self.res - AROUND, (rows + 0.5) / self.res - AROUND
        return x.astype(np.float32), y.astype(np.float32)


@dataclass(frozen=True, eq=False)
class Caster:
    """A convex body that casts a shadow: board points (N x 3) whose hull it is."""

    points_xyz: Array


def casters(bodies: Iterable[Solid]) -> list[Caster]:
    """The cells of pieces as shadow casters."""
    return [
        Caster(np.vstack([np.column_stack((square, np.full(4, z))) for z in (body.low, body.high)]))
        for body in bodies
        for square in body.squares
    ]


def along(beam: Beam) -> Array:
    """How far a shadow moves in board (x, y) per cell of height."""
    x, y, up = beam.direction
    return np.array((-x / up, -y / up))


def shadow(floor: Floor, beam: Beam, things: Iterable[Caster], z: float) -> Picture32:
    """Share of the beam's light kept from the plane at height ``z``; higher things cast softer shadows."""
    mask = np.zeros(floor.size[::-1], np.uint8)
    height = 0.0
    for thing in things:
        top = float(thing.points_xyz[:, 2].max()) - z
        if top <= 0.02:
            continue
        height = max(height, top)
        up = np.maximum(thing.points_xyz[:, 2] - z, 0)
        _fill(floor, mask, thing.points_xyz[:, :2] + up[:, None] * along(beam))
    sigma = max(0.35, beam.softness * height * floor.res * 0.7)
    return _blurred(mask, sigma).astype(np.float32) / 255


def _blurred(mask: npt.NDArray[np.uint8], sigma: float) -> npt.NDArray[np.uint8]:
    """Gaussian blur; a wide one is done on a smaller copy, which looks the same and takes a fraction of the time."""
    step = max(1, int(sigma / 4))
    high, wide = mask.shape
    small = cv2.resize(mask, (wide // step, high // step), interpolation=cv2.INTER_AREA) if step > 1 else mask
    soft = cv2.GaussianBlur(small, (0, 0), sigma / step)
    return np.asarray(cv2.resize(soft, (wide, high), interpolation=cv2.INTER_LINEAR) if step > 1 else soft, np.uint8)


def _fill(floor: Floor, mask: npt.NDArray[np.uint8], points_xy: Array) -> None:
    raster = points_xy * floor.res + floor.to_raster[:2, 2]
    hull = cv2.convexHull(np.round(raster * 16).astype(np.int32).reshape(-1, 1, 2))
    cv2.fillConvexPoly(mask, hull, 255, cv2.LINE_AA, 4)


def heights(floor: Floor, bodies: Iterable[Solid]) -> Picture32:
    """Height of the highest top over each raster point, 0 where no piece lies."""
    level = np.zeros(floor.size[::-1], np.float32)
    for body in sorted(bodies, key=lambda one: one.high):
        for square in body.squares:
            raster = np.round((square * floor.res + floor.to_raster[:2, 2]) * 16).astype(np.int32)
            cv2.fillConvexPoly(level, raster, body.high, cv2.LINE_8, 4)
    return level


def field(floor: Floor, beam: Beam, x: Picture32, y: Picture32, z: float = 0.0) -> Picture32:
    """Share of a beam's light that reaches points at height ``z`` when no piece is in the way."""
    shift_x, shift_y = (float(value) for value in along(beam) * z)
    away = np.hypot(x - beam.pool_at[0], y - beam.pool_at[1]) / beam.pool
    near = np.hypot(floor.middle[0] - beam.pool_at[0], floor.middle[1] - beam.pool_at[1]) / beam.pool
    reach = ((1 + near**2) / (1 + away**2)) ** 1.5
    for turn, offset, width in beam.bars:
        across = (x + shift_x) * np.cos(turn) + (y + shift_y) * np.sin(turn) - offset
        inside = np.clip((width / 2 - np.abs(across)) / (0.1 + beam.softness * 4) + 0.5, 0, 1)
        reach = reach * (1 - 0.97 * inside)
    return np.asarray(np.minimum(reach, 4.0), np.float32)


def between(before: Lighting, after: Lighting, share: float) -> Lighting:
    """Light of which this share comes from the lamps of the one, and what is left from those of the other."""
    weights = (1 - share, share)
    b, g, r = (np.array(weights) @ (before.ambient, after.ambient)).tolist()
    beams = tuple(
        replace(beam, colour=(weight * beam.colour[0], weight * beam.colour[1], weight * beam.colour[2]))
        for lighting, weight in zip((before, after), weights, strict=True)
        for beam in lighting.beams
    )
    return replace(after, beams=beams, ambient=(b, g, r))


def person(lighting: Lighting, x: Picture32, y: Picture32) -> Picture32:
    """Share of light left by somebody leaning over the table."""
    one = lighting.person
    if one is None:
        return np.ones_like(x)
    beyond = np.hypot(x - one.at[0], y - one.at[1]) - one.size
    return (1 - one.depth * (0.5 - 0.5 * np.tanh(2 * beyond / one.edge))).astype(np.float32)


def bare_light(floor: Floor, lighting: Lighting, x: Picture32, y: Picture32, z: float = 0.0) -> Picture32:
    """Light (linear BGR) on the plane at height ``z`` at points (x, y) of an empty table."""
    total = np.empty((*x.shape, 3), np.float32)
    total[:] = lighting.ambient
    for beam in lighting.beams:
        total += tinted(field(floor, beam, x, y, z) * beam.direction[2], beam.colour)
    return total * grey(person(lighting, x, y))


@lru_cache(maxsize=24)
def _raster_field(floor: Floor, beam: Beam, z: float) -> Picture32:
    return field(floor, beam, *floor.points, z) * np.float32(beam.direction[2])


@lru_cache(maxsize=4)
def _raster_person(floor: Floor, lighting: Lighting) -> Picture32:
    return grey(person(lighting, *floor.points))


def forget() -> None:
    """Lets go of the light of tables that are drawn no more."""
    _raster_field.cache_clear()
    _raster_person.cache_clear()


def plane_light(floor: Floor, lighting: Lighting, z: float, things: list[list[Caster]], level: Picture32) -> Picture32:
    """Light on the raster at height ``z`` among things that cast shadows. ``things`` are groups, each blurred by its
    own height; ``level`` is the height of the pieces, which also take away sky."""
    above = np.maximum(level - z, 0)
    near = 0.5 * cv2.GaussianBlur(above, (0, 0), floor.res * 0.16)
    near += 0.5 * cv2.GaussianBlur(above, (0, 0), floor.res * 0.45)
    total = tinted(np.clip(1 - 0.75 * near, 0.25, 1), lighting.ambient)
    for beam in lighting.beams:
        reach = _raster_field(floor, beam, z)
        for group in things:
            if group:
                reach = reach * (1 - shadow(floor, beam, group, z))
        total += tinted(reach, beam.colour)
    return total * _raster_person(floor, lighting)


def relief_share(
    lighting: Lighting, slope_x: Picture32, slope_y: Picture32, sky: Picture32, own: Array | None = None
) -> Picture32:
    """Light on a relief as a share of that on the flat: flanks that look at a beam are lighter, grooves see little sky.

    ``own`` (2 x 2) takes directions on the board to those in which the slopes are given."""
    weight, shade = sum(lighting.ambient), sum(lighting.ambient) * np.ones_like(sky)
    for beam in lighting.beams:
        lean = np.array(beam.direction[:2]) if own is None else own @ np.array(beam.direction[:2])
        strength = sum(beam.colour) * beam.direction[2]
        steep = (slope_x * lean[0] + slope_y * lean[1]) / beam.direction[2]
        shade += strength * np.clip(1 - steep, 0.1, 1.9)
        weight += strength
    return np.asarray(sky * shade / weight, np.float32)


def glints(lighting: Lighting, slope_x: Picture32, slope_y: Picture32, to_eye: Array, own: Array) -> Picture32:
    """Light of the beams mirrored by a glossy relief (linear BGR): by slopes that lie half way between beam and eye
    (``to_eye``: direction, x, y and up). ``own`` as in ``relief_share``."""
    total = np.zeros((*slope_x.shape, 3), np.float32)
    for beam in lighting.beams:
        half = np.array(beam.direction) + to_eye / np.linalg.norm(to_eye)
        wanted = own @ (-half[:2] / half[2])
        width = 0.06 + 0.5 * beam.softness
        off = (slope_x - wanted[0]) ** 2 + (slope_y - wanted[1]) ** 2
        total += tinted(np.exp(-off / (2 * width**2)), beam.colour)
    return total
