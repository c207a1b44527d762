"""A hand with a sleeve above the board: a chain of tapered round limbs, melted together, with its own shadow."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.simulated.camera import Camera
from vision.simulated.colour import Bgr, Picture32, grey, srgb, tinted
from vision.simulated.light import Caster
from vision.simulated.lying import Array, LyingPiece
from vision.simulated.noise import grain
from vision.simulated.scene import Scene

SKINS = ((240, 200, 175), (225, 172, 140), (198, 140, 105), (150, 100, 72), (95, 62, 46))


@dataclass(frozen=True, slots=True)
class Arm:
    """A hand whose finger tips are over board (x, y) at height ``z`` cells; the forearm leads away at ``turn_deg``
    (0 to the right, 90 down the board). ``held`` is the piece between the fingers, ``look`` seeds skin and sleeve."""

    x: float
    y: float
    z: float
    turn_deg: float
    held: LyingPiece | None = None
    look: int = 0


@dataclass(frozen=True, slots=True)
class Limb:
    """A tapered round limb between two board points with its radius at each (cells)."""

    start: tuple[float, float, float]
    end: tuple[float, float, float]
    start_radius: float
    end_radius: float
    sleeve: bool = False


def limbs(arm: Arm) -> list[Limb]:
    """The limbs of an arm: forearm, palm, four fingers, thumb. A cell is about 20 mm."""
    turn = np.radians(arm.turn_deg)
    back, side = np.array((np.cos(turn), np.sin(turn))), np.array((-np.sin(turn), np.cos(turn)))
    hand = 1 if arm.look % 2 else -1

    def at(along: float, across: float, up: float) -> tuple[float, float, float]:
        x, y = np.array((arm.x, arm.y)) + along * back + hand * across * side
        return float(x), float(y), float(arm.z + up)

    bare = 8.6 + arm.look % 5 * 0.5
    found = [
        Limb(at(bare, 0, 3.4), at(34, 1.0 * (arm.look % 7 - 3), 8), 1.9, 2.7, True),
        Limb(at(7.2, 0, 2.7), at(bare + 1, 0, 3.2), 1.35, 1.45),
    ]
    for across in (-1.35, -0.45, 0.5, 1.35):
        found.append(Limb(at(7.0, 0.55 * across, 2.7), at(3.5, across, 2.9), 1.15, 0.78))
        found.append(Limb(at(3.5, across, 2.9), at(1.5 + 0.25 * abs(across), 0.85 * across, 2.4), 0.58, 0.47))
        found.append(
            Limb(
                at(1.5 + 0.25 * abs(across), 0.85 * across, 2.4), at(0.25 * abs(across), 0.6 * across, 0.7), 0.45, 0.38
            )
        )
    found.append(Limb(at(6.2, 1.2, 2.4), at(3.4, 2.3, 1.9), 1.0, 0.62))
    found.append(Limb(at(3.4, 2.3, 1.9), at(1.5, 1.5, 0.8), 0.55, 0.42))
    return found


def arm_casters(arm: Arm) -> list[Caster]:
    """The limbs as shadow casters."""
    circle = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    ring = np.column_stack((np.cos(circle), np.sin(circle), np.zeros(12)))
    return [
        Caster(
            np.vstack([np.array(limb.start) + ring * limb.start_radius, np.array(limb.end) + ring * limb.end_radius])
        )
        for limb in limbs(arm)
    ]


def draw_arm(canvas: Picture32, camera: Camera, scene: Scene, arm: Arm) -> None:
    """Paints the arm over the canvas."""
    height, sleeve = _melted(camera, arm, (canvas.shape[1], canvas.shape[0]))
    per_cell = _pixels_per_cell(camera, arm)
    left, top, width, height_px = cv2.boundingRect((height > -0.05).astype(np.uint8))
    if width == 0:
        return
    part = (slice(top, top + height_px), slice(left, left + width))
    height = height[part]
    cover = np.clip((height + 0.05) * per_cell, 0, 1) * (height > -0.5)
    colour = _skin_and_sleeve(arm, sleeve[part], per_cell)
    smooth = cv2.GaussianBlur(np.maximum(height, 0), (0, 0), 0.14 * per_cell)
    lit = _lit(scene, camera, smooth, per_cell)
    share = grey(cv2.GaussianBlur(cover, (0, 0), 0.8))
    canvas[part] += (colour * lit - canvas[part]) * share


def arm_mask(camera: Camera, arm: Arm) -> npt.NDArray[np.bool_]:
    """Where the arm is on the canvas."""
    height, _ = _melted(camera, arm, camera.canvas_size)
    return height > -0.05


def _pixels_per_cell(camera: Camera, arm: Arm) -> float:
    return camera.focal_px * camera.scale / camera.depth((arm.x, arm.y, arm.z + 2))


def _melted(camera: Camera, arm: Arm, size: tuple[int, int]) -> tuple[Picture32, Picture32]:
    """Height of the arm's surface (cells, -1 where there is none) and share of sleeve, on the canvas."""
    height = np.full(size[::-1], -1, np.float32)
    sleeve = np.zeros(size[::-1], np.float32)
    for limb in limbs(arm):
        _melt(height, sleeve, camera, limb)
    return height, sleeve


def _melt(height: Picture32, sleeve: Picture32, camera: Camera, limb: Limb) -> None:
    ends = camera.on_canvas((limb.start, limb.end))
    scales = [camera.focal_px * camera.scale / max(camera.depth(point), 1.0) for point in (limb.start, limb.end)]
    radii = np.array((limb.start_radius * scales[0], limb.end_radius * scales[1]))
    low = np.maximum(np.floor((ends - radii[:, None]).min(axis=0)), 0).astype(int)
    high = np.minimum(np.ceil((ends + radii[:, None]).max(axis=0)), (height.shape[1], height.shape[0])).astype(int)
    if (high <= low).any():
        return
    right = np.arange(low[0], high[0], dtype=np.float32) - ends[0, 0]
    down = (np.arange(low[1], high[1], dtype=np.float32) - ends[0, 1])[:, None]
    way = ends[1] - ends[0]
    t = np.clip((right * way[0] + down * way[1]) / max(float(way @ way), 1e-6), 0, 1)
    radius = radii[0] + t * (radii[1] - radii[0])
    off = np.hypot(right - t * way[0], down - t * way[1]) / radius
    thick = limb.start_radius + t * (limb.end_radius - limb.start_radius)
    level = limb.start[2] + t * (limb.end[2] - limb.start[2]) + thick * np.sqrt(np.clip(1 - off**2, 0, 1))
    part = (slice(low[1], high[1]), slice(low[0], high[0]))
    higher = (off < 1) & (level > height[part])
    height[part][higher] = level[higher]
    sleeve[part][higher] = float(limb.sleeve)


def _skin_and_sleeve(arm: Arm, sleeve: Picture32, per_cell: float) -> Picture32:
    rng = np.random.default_rng((arm.look, 3))
    skin: Bgr = srgb(*(np.array(SKINS[rng.integers(len(SKINS))]) * rng.uniform(0.9, 1.05)))
    cloth: Bgr = srgb(*rng.uniform(15, 215, 3))
    rows, columns = np.mgrid[: sleeve.shape[0], : sleeve.shape[1]].astype(np.float32) / per_cell
    weave = 1 + 0.1 * grain(columns, rows, arm.look) + 0.16 * grain(columns * 0.25, rows * 0.25, arm.look + 1, 3)
    blotches = 1 + 0.04 * grain(columns, rows, arm.look + 2, 1.5) + 0.02 * grain(columns, rows, arm.look + 3)
    soft = cv2.GaussianBlur(sleeve, (0, 0), 1.0)
    return np.asarray(tinted(blotches, skin) * grey(1 - soft) + tinted(weave, cloth) * grey(soft))


def _lit(scene: Scene, camera: Camera, level: Picture32, per_cell: float) -> Picture32:
    """Light on the arm's surface from the slope of its height in the picture."""
    across, down = (cv2.Sobel(level, cv2.CV_32F, *way) / 8 * per_cell for way in ((1, 0), (0, 1)))
    slope = np.stack((across, down), -1)
    upright = 1 / np.sqrt(1 + (across**2 + down**2))
    flat: Array = camera.rotation[:2, :2]
    lighting = scene.lighting
    total = tinted(0.35 + 0.65 * upright, lighting.ambient)
    for beam in lighting.beams:
        lean = flat @ np.array(beam.direction[:2])
        facing = np.clip((beam.direction[2] - slope @ lean.astype(np.float32)) * upright, 0, 1)
        total = total + tinted(facing, beam.colour)
    return np.asarray(total, np.float32)
