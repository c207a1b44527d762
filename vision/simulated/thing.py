"""Things on the board that belong to no game: coins, buttons, tokens, dice, a phone, a cup."""

from dataclasses import dataclass

import numpy as np

from vision.simulated.camera import Camera
from vision.simulated.clutter import fill, rectangle
from vision.simulated.colour import Bgr, Picture32
from vision.simulated.light import Caster, Floor
from vision.simulated.lying import Array

FLANK, LEVELS = 0.7, 6
"""So bright the flank of a thing is against its top, and at so many heights its outline is drawn."""


@dataclass(frozen=True, slots=True)
class Thing:
    """A round thing of that ``width``, or a rectangular one of that width and ``height``, all in cells, that lies at
    board (x, y), turned by so many degrees, from ``low`` up to ``high`` cells above the board, in one colour."""

    colour: Bgr
    x: float
    y: float
    width: float
    height: float | None = None
    turn_deg: float = 0.0
    low: float = 0.0
    high: float = 0.1

    @property
    def outline_xy(self) -> Array:
        """Its outline on the board (N x 2)."""
        if self.height is None:
            around = np.linspace(0, 2 * np.pi, 40, endpoint=False)
            return np.column_stack((np.cos(around), np.sin(around))) * self.width / 2 + (self.x, self.y)
        return rectangle((self.x, self.y), np.radians(self.turn_deg), self.width, self.height)

    @property
    def caster(self) -> Caster:
        """What casts its shadow."""
        outline = self.outline_xy
        return Caster(np.vstack([np.column_stack((outline, np.full(len(outline), z))) for z in (self.low, self.high)]))


def draw_thing(canvas: Picture32, camera: Camera, floor: Floor, lit: Picture32, thing: Thing) -> None:
    """Paints a thing on the canvas; ``lit`` is the light on the floor's raster at the height of its top."""
    x, y = np.round((floor.to_raster @ (thing.x, thing.y, 1))[:2]).astype(int)
    for z in np.linspace(thing.low, thing.high, LEVELS):
        b, g, r = (np.array(thing.colour) * lit[y, x] * (1.0 if z == thing.high else FLANK)).tolist()
        fill(canvas, camera, thing.outline_xy, float(z), (b, g, r))
