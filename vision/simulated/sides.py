"""The side faces of the pieces that the camera sees, and the light on them."""

from dataclasses import dataclass

import numpy as np

from vision.simulated import light as lights
from vision.simulated.colour import Picture32
from vision.simulated.lying import Array, Edge, Solid, edges
from vision.simulated.scene import Beam, Scene

DOWN, ACROSS = 5, 4
"""Points at which the light on a face is worked out."""


@dataclass(frozen=True, eq=False)
class Side:
    """A side face: its top corners from start to end, then the bottom ones back (4 x 3), and outward normal (x, y)."""

    body: Solid
    edge: Edge
    corners_xyz: Array
    normal: Array


def visible_sides(bodies: list[Solid], eye: Array) -> list[Side]:
    """The faces turned to the camera, the farthest first."""
    found = []
    for body in bodies:
        for edge in edges(body.piece.cells):
            start, end = body.placed((edge.start, edge.end))
            normal = body.affine[:, :2] @ np.array(edge.normal, float)
            if normal @ (eye[:2] - start) <= 0:
                continue
            corners = np.array([(*start, body.high), (*end, body.high), (*end, body.low), (*start, body.low)])
            found.append(Side(body, edge, corners, normal))
    return sorted(found, key=lambda side: -float(np.linalg.norm(side.corners_xyz.mean(axis=0) - eye)))


def side_light(
    floor: lights.Floor, scene: Scene, sides: list[Side], level: Picture32, things: list[list[lights.Caster]]
) -> list[Picture32]:
    """Light (linear BGR, DOWN x ACROSS) on each face: beams it looks at, sky, and what the ground throws back."""
    if not sides:
        return []
    lighting = scene.lighting
    corners = np.stack([side.corners_xyz for side in sides])
    normals = np.stack([side.normal for side in sides])
    u, v = np.meshgrid((np.arange(ACROSS) + 0.5) / ACROSS, (np.arange(DOWN) + 0.5) / DOWN)
    u, v = u[None, :, :, None], v[None, :, :, None]
    c = corners[:, :, None, None, :]
    points = (c[:, 0] * (1 - u) + c[:, 1] * u) * (1 - v) + (c[:, 3] * (1 - u) + c[:, 2] * u) * v
    outside = points[..., :2] + normals[:, None, None, :] * 0.3
    walls = np.clip(_sampled(floor, level, outside) - points[..., 2], 0, 1)
    open_sky = 1 - 0.8 * walls * (0.4 + 0.6 * v[..., 0])
    thrown = _thrown(scene)
    total = (0.5 * np.array(lighting.ambient) + thrown * v) * open_sky[..., None]
    x, y = points[..., 0].astype(np.float32), points[..., 1].astype(np.float32)
    for beam in lighting.beams:
        facing = np.maximum(normals @ np.array(beam.direction[:2]), 0)[:, None, None]
        reach = facing * lights.field(floor, beam, x.reshape(-1, 1), y.reshape(-1, 1)).reshape(x.shape)
        reach = reach * (1 - _blocked(floor, beam, points, normals, level))
        if any(things[1:]):
            shadow = lights.shadow(floor, beam, things[-1], 0.0)
            reach = reach * (1 - _sampled(floor, shadow, points[..., :2] + points[..., 2:] * lights.along(beam)))
        total = total + reach[..., None] * np.array(beam.colour)
    total = total * lights.person(lighting, x, y)[..., None]
    return list(total.astype(np.float32))


def _thrown(scene: Scene) -> Array:
    """Light thrown back by the white board, per unit of height towards the foot."""
    lit = np.array(scene.lighting.ambient)
    for beam in scene.lighting.beams:
        lit = lit + np.array(beam.colour) * beam.direction[2]
    return np.asarray(0.18 * lit * np.array(scene.card.paper))


def _blocked(floor: lights.Floor, beam: Beam, points: Array, normals: Array, level: Picture32) -> Array:
    """Share of ten points on the way to the beam at which a piece is in the way, hardened to a shadow."""
    direction = np.array(beam.direction)
    start = points[..., :2] + normals[:, None, None, :] * 0.04
    blocked = np.zeros(points.shape[:3])
    top = float(level.max())
    for step in (np.arange(10) + 0.5) / 10 * top:
        way = start + direction[:2] / direction[2] * step
        blocked = np.maximum(blocked, np.clip((_sampled(floor, level, way) - points[..., 2] - step) * 20, 0, 1))
    return blocked


def _sampled(floor: lights.Floor, raster: Picture32, points_xy: Array) -> Array:
    spots = np.round(points_xy * floor.res + floor.to_raster[:2, 2]).astype(int)
    columns = spots[..., 0].clip(0, raster.shape[1] - 1)
    rows = spots[..., 1].clip(0, raster.shape[0] - 1)
    return np.asarray(raster[rows, columns], float)
