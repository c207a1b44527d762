"""A photograph of a table whose light is traced, with its truth."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import cv2
import mitsuba as mi
import numpy as np

from referee.piece import PieceSet
from tests.traced.cut import THIN, Mesh, cut, make, ridges, slab
from tests.traced.room import Plugin, Room, printed, satin
from vision.frame import Picture
from vision.kind import LEATHER
from vision.names import seen_set
from vision.simulated.camera import Array, Camera
from vision.simulated.card import board_print
from vision.simulated.colour import Picture32
from vision.simulated.lying import LyingPiece, solid
from vision.simulated.paint import texture
from vision.simulated.render import studio_of
from vision.simulated.scene import Lighting, Scene
from vision.simulated.sensor import develop
from vision.simulated.still import laid
from vision.simulated.table import table_colour
from vision.simulated.truth import corners, truth

TO_WORLD = np.array((1, -1, -1))
"""From what the camera's axes are given in (right, down, downwards) to x, y and z."""
MOST_TEXELS = 3600
"""Side of the texture of the table at most."""
BOUNCES = 6
APERTURE, FOCUS = 0.06, (0.93, 1.06)
"""Radius of the aperture at most, in cells, and at what the lens is focused, in distances of the board."""
GLOSSY = ("laminate", "wood", "planks")
ROUGHNESS = {"blokus": (0.03, 0.2), "patchwork": (0.15, 0.6), "polyssimo": (0.08, 0.5)}
"""How rough the tops of the pieces are, between a mirror and what is dull."""
DULL = 0.25
"""So often pieces are not varnished at all; those of Blokus are of plastic."""
BURNT = 99.95
"""What is brighter than this share of a picture is a lamp or a spark, and does not count for its noise."""


class Straight(Camera):
    """The camera before its lens bends the picture, one pixel for each of the picture."""

    scale = 1.0


def shot(seed: int, piece_set: PieceSet, samples: int) -> tuple[Picture, dict[str, Any]]:
    """A random still and its truth, as ``vision.simulated.picture`` makes them, with so many ``samples`` of light in
    each pixel. Where there would be a hand over it there is none."""
    still = laid(seed, piece_set)
    piece_set = seen_set(piece_set)
    scene = still.scene
    seen = studio_of(scene, piece_set.grid).camera
    camera = Straight(seen.width, seen.height, seen.focal_px, seen.k1, seen.rotation, seen.shift)
    rng = np.random.default_rng((seed, 777))
    world = dict(_world(scene, piece_set, still.lying, camera, rng))
    traced = np.array(mi.render(mi.load_dict(world), spp=samples, seed=seed % 2**16))[..., :3]
    light = np.ascontiguousarray(traced[..., ::-1], np.float32)
    light = np.minimum(light, 2 * np.percentile(light, BURNT)).astype(np.float32)
    bent = cv2.remap(light, *camera.lens_map(), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    facts = {"kind": "partial" if still.arm else still.kind, **truth(scene, piece_set, still.lying)}
    return _developed(scene, piece_set, camera, np.asarray(bent, np.float32)), facts


def _world(
    scene: Scene, piece_set: PieceSet, lying: Sequence[LyingPiece], camera: Straight, rng: np.random.Generator
) -> Iterator[tuple[str, Any]]:
    eye = camera.centre * (1, -1, 1)
    room = Room.around(piece_set.grid, eye)
    yield "type", "scene"
    yield "integrator", {"type": "path", "max_depth": BOUNCES}
    yield "sensor", _lens(camera, eye, float(np.linalg.norm(eye - (*room.middle, 0))), rng)
    yield from room.walls(rng)
    yield from room.people(rng)
    yield from room.strewn(rng, piece_set.grid, scene.card)
    yield from room.lights(rng, scene.lighting)
    yield "table", _table(scene, piece_set, room.scale, rng)
    yield from _board(scene, piece_set, rng)
    yield from _pieces(scene, piece_set, lying, rng)


def _lens(camera: Straight, eye: Array, distance: float, rng: np.random.Generator) -> Plugin:
    """A thin lens before as many pixels as the camera needs."""
    width, height = camera.canvas_size
    ahead, up = (camera.rotation.T @ axis * TO_WORLD for axis in ((0, 0, 1), (0, -1, 0)))
    film = {"type": "hdrfilm", "width": width, "height": height, "pixel_format": "rgb"}
    return {
        "type": "thinlens",
        "fov_axis": "x",
        "fov": float(np.degrees(2 * np.arctan(width / 2 / camera.focal_px))),
        "aperture_radius": float(rng.uniform(1e-4, APERTURE)),
        "focus_distance": distance * float(rng.uniform(*FOCUS)),
        "to_world": mi.ScalarTransform4f().look_at(origin=eye.tolist(), target=(eye + ahead).tolist(), up=up.tolist()),
        "film": film,
        "sampler": {"type": "independent"},
    }


def _table(scene: Scene, piece_set: PieceSet, scale: float, rng: np.random.Generator) -> Plugin:
    table, grid = scene.table, piece_set.grid
    x, y = (-table.reach[0], grid.cols + table.reach[1]), (-table.reach[2], grid.rows + table.reach[3])
    texels = min(MOST_TEXELS, int(18 * max(x[1] - x[0], y[1] - y[0])))
    right, down = (begin + (np.arange(texels) + 0.5) / texels * (end - begin) for begin, end in (x, y))
    across, along = (part.astype(np.float32) for part in np.meshgrid(right, down))
    colour = table_colour(table, grid, across, along, np.full_like(across, 0.06))
    roughness = _between(rng, (0.06, 0.5)) if table.table in GLOSSY else None
    foot = -max(scene.card.thick, THIN)
    return _shape("table", slab(x, y, foot - 1.5 * scale, foot), satin(printed(colour), roughness))


def _board(scene: Scene, piece_set: PieceSet, rng: np.random.Generator) -> Iterator[tuple[str, Plugin]]:
    card, grid = scene.card, piece_set.grid
    print_, _ = board_print(card, grid)
    look = satin(printed(print_), _between(rng, (0.08, 0.5)) if rng.random() < 0.7 else None)
    x, y = (-card.rim, grid.cols + card.rim), (-card.rim, grid.rows + card.rim)
    yield "board", _shape("board", slab(x, y, -max(card.thick, THIN), 0.0), look)
    if card.ridge:
        yield "ridges", _shape("ridges", ridges(card, grid), look)


def _pieces(
    scene: Scene, piece_set: PieceSet, lying: Sequence[LyingPiece], rng: np.random.Generator
) -> Iterator[tuple[str, Plugin]]:
    kit, plastic = scene.kit, piece_set.game == "blokus"
    made = make(rng, kit, cloth=any(piece.kind == LEATHER for piece in piece_set.pieces))
    rough = _between(rng, ROUGHNESS[piece_set.game])
    roughness = rough if plastic or rng.random() > DULL else None
    for number, one in enumerate(lying):
        body = solid(scene, piece_set, one)
        paint = texture(body.piece, kit.paints[body.number], kit.paint_grain)
        yield f"piece{number}", _shape(one.piece, cut(body, kit, made), satin(printed(paint), roughness))


def _between(rng: np.random.Generator, ends: tuple[float, float]) -> float:
    return float(np.exp(rng.uniform(*np.log(ends))))


def _shape(name: str, mesh: Mesh, look: Plugin) -> Any:
    """A mesh as Mitsuba knows it."""
    properties = mi.Properties()
    properties["bsdf"] = mi.load_dict(look)
    counts = {"vertex_count": len(mesh.vertices), "face_count": len(mesh.triangles)}
    shape = mi.Mesh(name, **counts, has_vertex_texcoords=True, props=properties)
    values = mi.traverse(shape)
    values["vertex_positions"] = np.ravel(mesh.vertices).astype(np.float32)
    values["vertex_texcoords"] = np.ravel(mesh.places).astype(np.float32)
    values["faces"] = np.ravel(mesh.triangles).astype(np.uint32)
    values.update()
    return shape


def _developed(scene: Scene, piece_set: PieceSet, camera: Camera, light: Picture32) -> Picture:
    """What the sensor makes of the light, exposed and balanced by what it sees as cameras do."""
    sensor, seen = scene.sensor, corners(camera, piece_set.grid)
    (left, top), (right, bottom) = np.maximum(seen.min(axis=0), 0).astype(int), seen.max(axis=0).astype(int) + 1
    white = np.percentile(light[top:bottom, left:right] @ np.array((0.0722, 0.7152, 0.2126), np.float32), 95)
    mean = light.reshape(-1, 3).mean(axis=0)
    level = sensor.exposure / white * (mean[1] / mean) ** sensor.adapt
    soft = cv2.GaussianBlur(light * level.astype(np.float32), (0, 0), max(0.3, sensor.blur * camera.width / 1600))
    even = Lighting(scene.lighting.light, scene.lighting.kelvin, (), (1.0, 1.0, 1.0), None)
    as_it_is = replace(scene, lighting=even, sensor=replace(sensor, exposure=1.0, gain=(1.0, 1.0, 1.0)))
    return develop(as_it_is, np.asarray(soft, np.float32), scene.seed)
