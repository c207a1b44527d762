"""What stands around the table and lights it, in the words of Mitsuba, whose variant must have been set.

Lengths are in cells of a board of twelve; around larger ones everything is ``scale`` times as large.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import mitsuba as mi
import numpy as np
import numpy.typing as npt

from referee.grid import GridSize
from tests.traced.cut import THIN, Array
from vision.simulated.colour import Bgr, kelvin_bgr
from vision.simulated.scene import Card, Lighting

Plugin = dict[str, Any]
HALF, FLOOR, CEILING = 130.0, -38.0, 95.0
"""Half of the room's width, and how far its floor and ceiling lie below and above the board."""
BODY, BODIES_AWAY = 8.0, (18.0, 32.0)
"""Radius of people, and how far from the middle of the board they are."""
NEAREST = 16.0
"""Nobody is nearer to the camera."""


@dataclass(frozen=True, eq=False)
class Room:
    """A room around a board whose ``middle`` (x, y) is known; ``eye`` is where the camera stands."""

    middle: Array
    eye: Array
    scale: float

    @classmethod
    def around(cls, grid: GridSize, eye: Array) -> "Room":
        return cls(np.array((grid.cols / 2, -grid.rows / 2)), eye, max(grid.rows, grid.cols) / 12)

    def walls(self, rng: np.random.Generator) -> Iterator[tuple[str, Plugin]]:
        """Floor, ceiling and four walls, each in one colour."""
        half, low, high = (self.scale * length for length in (HALF, FLOOR, CEILING))
        wall = rng.uniform(0.25, 0.85) * (1 + rng.normal(0, 0.06, 3))
        yield "floor", _wall(mi.ScalarTransform4f().translate([0, 0, low]), half, rng.uniform(0.05, 0.5, 3))
        above = mi.ScalarTransform4f().translate([0, 0, high]).rotate([1, 0, 0], 180)
        yield "ceiling", _wall(above, half, np.full(3, rng.uniform(0.6, 0.85)))
        for quarter in range(4):
            standing = (
                mi.ScalarTransform4f().rotate([0, 0, 1], 90 * quarter).translate([0, half, 0]).rotate([1, 0, 0], 90)
            )
            yield f"wall{quarter}", _wall(standing, half, wall * rng.uniform(0.7, 1))

    def people(self, rng: np.random.Generator) -> Iterator[tuple[str, Plugin]]:
        """Up to three who sit around the table, each a column in the colour of their clothes."""
        for number in range(int(rng.integers(0, 4))):
            around, away = rng.uniform(0, 2 * np.pi), rng.uniform(*BODIES_AWAY) * self.scale
            foot = self.middle + away * np.array((np.cos(around), np.sin(around)))
            tall, clothes = float(rng.uniform(8, 30)) * self.scale, rng.uniform(0.02, 0.6, 3)
            if not self._hides(foot):
                ends = {"p0": [*foot, FLOOR * self.scale], "p1": [*foot, tall], "radius": BODY * self.scale}
                yield f"person{number}", {"type": "cylinder", **ends, "bsdf": satin(_rgb(clothes), None)}

    def _hides(self, foot: Array) -> bool:
        """Whether somebody would stand between the camera and the board, or where it is."""
        view, there = self.middle - self.eye[:2], foot - self.eye[:2]
        share = np.clip(there @ view / max(float(view @ view), 1e-9), 0, 1)
        return float(np.linalg.norm(there - share * view)) < NEAREST * self.scale

    def strewn(self, rng: np.random.Generator, grid: GridSize, card: Card) -> Iterator[tuple[str, Plugin]]:
        """Cups and boxes on the table beside the board."""
        for number in range(int(rng.integers(0, 5))):
            away, along = card.rim + rng.uniform(3, 22) * self.scale, rng.uniform(-6, max(grid.rows, grid.cols) + 6)
            places = ((along, -away), (along, grid.rows + away), (-away, along), (grid.cols + away, along))
            x, down = places[rng.integers(4)]
            colour, foot = rng.uniform(0.03, 0.85, 3), -max(card.thick, THIN)
            if rng.random() < 0.5:
                tall, radius = rng.uniform(2, 7) * self.scale, rng.uniform(1.2, 2.4) * self.scale
                shape = {"type": "cylinder", "p0": [x, -down, foot], "p1": [x, -down, tall], "radius": radius}
            else:
                size = [rng.uniform(2, 6) * self.scale, rng.uniform(1.5, 4) * self.scale, 0.5]
                lying = (
                    mi.ScalarTransform4f()
                    .translate([x, -down, foot + 0.5])
                    .rotate([0, 0, 1], float(rng.uniform(0, 180)))
                )
                shape = {"type": "cube", "to_world": lying.scale(size)}
            yield f"thing{number}", {**shape, "bsdf": satin(_rgb(colour), 0.15)}

    def lights(self, rng: np.random.Generator, lighting: Lighting) -> Iterator[tuple[str, Plugin]]:
        """Lamps, windows, tubes or a low sun, as the lighting names them, and what comes from the ceiling."""
        tint, sky = kelvin_bgr(lighting.kelvin), kelvin_bgr(float(rng.uniform(5500, 8000)))
        if lighting.light == "window":
            yield "window", self._window(rng, sky, 8.0)
        elif lighting.light == "window_sun":
            yield "window", self._window(rng, sky, 4.0)
            yield "sun", self._sun(rng, tint)
        elif lighting.light == "fluorescent":
            for number in range(int(rng.integers(1, 4))):
                yield f"tube{number}", self._tube(rng, tint)
        else:
            yield "lamp", self._lamp(rng, tint)
        if lighting.light == "two":
            yield "second", self._window(rng, sky, 1.0) if rng.random() < 0.5 else self._lamp(rng, sky)
        above = mi.ScalarTransform4f().translate([*self.middle, (CEILING - 2) * self.scale]).rotate([1, 0, 0], 180)
        glow = _shining(tint, float(rng.uniform(0.02, 0.3)))
        yield "ceiling_light", {"type": "rectangle", "to_world": above.scale(60 * self.scale), "emitter": glow}

    def _window(self, rng: np.random.Generator, colour: Bgr, strength: float) -> Plugin:
        around, away = rng.uniform(0, 2 * np.pi), rng.uniform(45, 115)
        high, wide, tall = rng.uniform(15, 50), rng.uniform(15, 35), rng.uniform(15, 30)
        at = self._around(around, away, high)
        facing = mi.ScalarTransform4f().look_at(origin=at, target=[*self.middle, 0.6 * at[2]], up=[0, 0, 1])
        size = [wide * self.scale, tall * self.scale, 1]
        return {"type": "rectangle", "to_world": facing.scale(size), "emitter": _shining(colour, strength)}

    def _lamp(self, rng: np.random.Generator, colour: Bgr) -> Plugin:
        around, away, high, radius = (rng.uniform(*ends) for ends in ((0, 2 * np.pi), (3, 45), (28, 75), (1.5, 6)))
        return self._ball(self._around(around, away, high), radius, _shining(colour, (high / radius) ** 2))

    def _sun(self, rng: np.random.Generator, colour: Bgr) -> Plugin:
        around, up = rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(22, 65))
        at, radius = self._around(around, 90 * np.cos(up), 90 * np.sin(up)), 0.9
        return self._ball(at, radius, _shining(colour, 1.1e4))

    def _tube(self, rng: np.random.Generator, colour: Bgr) -> Plugin:
        x, y = self.middle + rng.uniform(-60, 60, 2) * self.scale
        below = (
            mi.ScalarTransform4f()
            .translate([x, y, (CEILING - 3) * self.scale])
            .rotate([0, 0, 1], float(rng.uniform(0, 180)))
        )
        size = [rng.uniform(3, 8) * self.scale, 35 * self.scale, 1]
        return {
            "type": "rectangle",
            "to_world": below.rotate([1, 0, 0], 180).scale(size),
            "emitter": _shining(colour, 20.0),
        }

    def _ball(self, at: list[float], radius: float, light: Plugin) -> Plugin:
        return {"type": "sphere", "center": at, "radius": radius * self.scale, "emitter": light}

    def _around(self, around: float, away: float, high: float) -> list[float]:
        x, y = self.middle + away * self.scale * np.array((np.cos(around), np.sin(around)))
        return [float(x), float(y), float(high * self.scale)]


def satin(colour: Plugin, roughness: float | None) -> Plugin:
    """A surface that mirrors a little, the sharper the less rough it is; a dull one without a ``roughness``."""
    if roughness is None:
        return {"type": "twosided", "bsdf": {"type": "diffuse", "reflectance": colour}}
    coat = {"alpha": roughness, "int_ior": 1.5, "nonlinear": False}
    return {"type": "twosided", "bsdf": {"type": "roughplastic", "diffuse_reflectance": colour, **coat}}


def printed(bgr: npt.NDArray[np.float32]) -> Plugin:
    """A texture (linear BGR, 0 to 1)."""
    rgb = np.ascontiguousarray(np.clip(bgr[..., ::-1], 0.002, 0.95))
    return {"type": "bitmap", "bitmap": mi.Bitmap(rgb), "raw": True, "wrap_mode": "clamp"}


def _wall(to_world: Any, half: float, colour: Array) -> Plugin:
    look = satin(_rgb(np.clip(colour, 0.02, 0.9)), None)
    return {"type": "rectangle", "to_world": to_world.scale(half), "bsdf": look}


def _rgb(colour: Array) -> Plugin:
    return {"type": "rgb", "value": [float(part) for part in colour]}


def _shining(colour: Bgr, strength: float) -> Plugin:
    return {"type": "area", "radiance": _rgb(np.array(colour)[::-1] * strength)}
