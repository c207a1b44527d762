"""Scenes chosen by a seed: none of their numbers is left to chance afterwards.

Every part is drawn from its own generator, so that fixing a field of one part leaves the others as they were.
"""

from collections.abc import Mapping
from dataclasses import fields, replace
from types import ModuleType
from typing import Any

import numpy as np

from referee.grid import GridSize
from referee.piece import PieceSet, packaged_piece_set
from vision.names import seen_set
from vision.simulated import blokus, patchwork, polyssimo
from vision.simulated.colour import Bgr, kelvin_bgr, srgb
from vision.simulated.scene import Beam, Leaning, Lighting, Scene, Sensor, Table, View

SIZES = ((640, 480), (1280, 720), (1920, 1080))
TABLES = ("laminate", "wood", "planks", "cloth-checks", "cloth-stripes", "cloth-plain", "cardboard")
LIGHTS = ("lamp", "window", "window_sun", "fluorescent", "two", "dim")
MAKES: Mapping[str, ModuleType] = {
    "polyssimo": polyssimo,
    "polyssimo-puzzle": polyssimo,
    "blokus": blokus,
    "patchwork": patchwork,
}
"""Of each game the ``card`` that its board is, its ``kit`` of pieces, and how some are ``chosen`` to lie on it."""


def scene(
    seed: int, piece_set: PieceSet | None = None, *, squared: bool = False, seamed: bool = False, **fixed: Any
) -> Scene:
    """The table of this seed, with the board and the pieces of a game (Polyssimo Challenge if none is given).

    ``squared``: patterns begin anew on each square, as people who print or paint one after the other make them.
    ``seamed``: patches of cardboard lie close together, and mostly meet in a thin dark line.
    Any field of any part may be fixed: ``scene(3, tilt_deg=40, width=640, height=480)``.

    Raises:
        TypeError: no part has a field of that name.
    """
    rngs = [np.random.default_rng((seed, part)) for part in range(6)]
    view, lighting = _view(rngs[0]), _lighting(rngs[4], fixed.get("light"))
    equipment = piece_set or packaged_piece_set("polyssimo")
    make, equipment = make_of(equipment), seen_set(equipment)
    card, kit = make.card(rngs[2]), make.kit(rngs[3], equipment)
    if squared:
        kit = replace(kit, paints=tuple(replace(paint, squared=True) for paint in kit.paints))
    if seamed:
        kit = patchwork.seamed(np.random.default_rng((seed, 6)), kit)
    if make is not polyssimo:  # whose lamps and cameras are drawn for its board as they are
        view, lighting = _nearer(view, equipment.grid), _above(lighting, equipment.grid)
    parts = (
        view,
        _table(rngs[1], fixed.get("table")),
        card,
        kit,
        lighting,
        _sensor(rngs[5], fixed.get("light") or _lighting(np.random.default_rng((seed, 4)), None).light),
    )
    unknown = set(fixed) - {field.name for part in parts for field in fields(part)}
    if unknown:
        raise TypeError(f"no part of a scene has a field {', '.join(sorted(unknown))}")
    return Scene(seed, *(_fixed(part, fixed) for part in parts))


def make_of(piece_set: PieceSet) -> ModuleType:
    """How the equipment of a game is made, and comes to lie.

    Raises:
        KeyError: that is not known of this game.
    """
    if piece_set.game not in MAKES:
        raise KeyError(f"MAKES in vision/simulated/chance.py does not say how {piece_set.game} is made")
    return MAKES[piece_set.game]


def _nearer(view: View, grid: GridSize) -> View:
    """Boards of many squares are not photographed from so far that these cannot be told apart."""
    least = min(0.75, 11 * max(grid.rows, grid.cols) / view.height)
    return replace(view, fill=max(view.fill, least + 0.3 * (view.fill - 0.4)))


def _above(lighting: Lighting, grid: GridSize) -> Lighting:
    """The same lights above the middle of another grid."""
    right, down = grid.cols / 2 - 6, grid.rows / 2 - 5.5
    beams = tuple(replace(b, pool_at=(b.pool_at[0] + right, b.pool_at[1] + down)) for b in lighting.beams)
    person = lighting.person and replace(
        lighting.person, at=(lighting.person.at[0] + right, lighting.person.at[1] + down)
    )
    return replace(lighting, beams=beams, person=person)


def _fixed(part: Any, fixed: dict[str, Any]) -> Any:
    return replace(part, **{f.name: fixed[f.name] for f in fields(part) if f.name in fixed})


def _pick(rng: np.random.Generator, values: tuple[str, ...], weights: tuple[float, ...] | None = None) -> str:
    share = None if weights is None else np.array(weights) / sum(weights)
    return str(rng.choice(values, p=share))


def _view(rng: np.random.Generator) -> View:
    width, height = SIZES[rng.choice(3, p=(0.2, 0.6, 0.2))]
    tilt = float(rng.uniform(0, 15) if rng.random() < 0.4 else rng.uniform(10, 50))
    return View(
        width=width,
        height=height,
        tilt_deg=tilt,
        azimuth_deg=float(rng.uniform(0, 360)),
        roll_deg=float(rng.normal(0, 3)),
        focal_mm=float(rng.uniform(24, 50)),
        fill=float(rng.uniform(0.5 if width == 640 else 0.4, 0.9)),
        aim=(float(rng.uniform(-0.9, 0.9)), float(rng.uniform(-0.9, 0.9))),
        k1=float(rng.uniform(-0.1, 0.02)),
    )


def _table(rng: np.random.Generator, kind: str | None) -> Table:
    kind = kind or _pick(rng, TABLES, (2, 2, 2, 2, 1, 1, 1.5))
    main, second = _table_colours(rng, kind)
    period = {"planks": rng.uniform(3, 9), "cloth-stripes": rng.uniform(0.8, 5)}.get(kind, rng.uniform(0.7, 2.6))
    names = rng.choice(("cards", "phone", "pen", "cup"), size=rng.integers(0, 4), replace=False)
    spots = rng.uniform(0, 1, (len(names), 3))
    return Table(
        table=kind,
        main=main,
        second=second,
        floor=srgb(*rng.uniform(20, 110, 3)),
        period=float(period),
        turn_deg=float(rng.uniform(0, 180)),
        grain=float(rng.uniform(0.3, 1.0)),
        gloss=float(rng.uniform(0, 0.5) if kind in ("laminate", "wood", "planks") else rng.uniform(0, 0.05)),
        reach=tuple(float(value) for value in rng.uniform(18, 70, 4)),  # type: ignore[arg-type]
        clutter=tuple((str(n), float(a), float(b), float(c)) for n, (a, b, c) in zip(names, spots, strict=True)),
        texture_seed=int(rng.integers(1 << 30)),
    )


def _table_colours(rng: np.random.Generator, kind: str) -> tuple[Bgr, Bgr]:
    if kind in ("wood", "planks"):
        woods = ((60, 38, 26), (110, 70, 42), (165, 115, 70), (205, 165, 115), (222, 196, 158), (128, 110, 98))
        red, green, blue = np.array(woods[rng.integers(len(woods))]) * rng.uniform(0.85, 1.15)
        return srgb(red, green, blue), srgb(red * 0.62, green * 0.58, blue * 0.55)
    if kind == "cardboard":
        grey = rng.uniform(0.75, 1.1)
        return srgb(176 * grey, 146 * grey, 112 * grey), srgb(150 * grey, 122 * grey, 92 * grey)
    if kind.startswith("cloth"):
        inks = (
            (190, 30, 40),
            (30, 60, 130),
            (30, 110, 70),
            (60, 60, 60),
            (200, 150, 40),
            (110, 40, 90),
            (70, 130, 170),
        )
        ink = srgb(*np.clip(np.array(inks[rng.integers(len(inks))]) + rng.normal(0, 12, 3), 5, 250))
        return srgb(*(rng.uniform(205, 245) + rng.normal(0, 5, 3))), ink
    tone = rng.choice((35, 80, 130, 185, 225)) + rng.normal(0, 12)
    return srgb(*(tone + rng.normal(0, 8, 3))), srgb(*(tone * 0.9 + rng.normal(0, 8, 3)))


def _lighting(rng: np.random.Generator, kind: str | None) -> Lighting:
    kind = kind or _pick(rng, LIGHTS)
    kelvin = float(rng.uniform(*_KELVIN[kind]))
    tint = kelvin_bgr(kelvin)
    ambient_share = float(rng.uniform(*_AMBIENT[kind]))
    beams = tuple(_beam(rng, kind, tint) for _ in range(2 if kind == "two" else 1))
    sky = kelvin_bgr(kelvin + float(rng.normal(0, 500)))
    at = float(rng.uniform(-8, 20)), float(rng.uniform(-8, 19))
    size = float(rng.uniform(3, 9))
    person = Leaning(at, size, *_shade(rng)) if rng.random() < 0.3 else None
    b, g, r = (value * ambient_share for value in sky)
    return Lighting(kind, kelvin, beams, (b, g, r), person)


def _shade(rng: np.random.Generator) -> tuple[float, float]:
    """How much light somebody takes away, all but what comes from elsewhere at the most, and over how
    many cells its edge fades: few where the lamp is small."""
    return float(rng.uniform(0.2, 0.9)), float(np.exp(rng.uniform(np.log(0.4), np.log(6))))


_KELVIN = {
    "lamp": (2500, 3300),
    "window": (5500, 7500),
    "window_sun": (5000, 6000),
    "fluorescent": (3800, 5000),
    "two": (2900, 4200),
    "dim": (2500, 3200),
}
_AMBIENT = {
    "lamp": (0.15, 0.5),
    "window": (0.4, 0.8),
    "window_sun": (0.15, 0.4),
    "fluorescent": (0.6, 1.0),
    "two": (0.2, 0.5),
    "dim": (0.3, 0.6),
}


def _beam(rng: np.random.Generator, kind: str, tint: Bgr) -> Beam:
    low = {"window": 22, "window_sun": 22, "fluorescent": 55}.get(kind, 30)
    height, around = np.radians(rng.uniform(low, 80)), rng.uniform(0, 2 * np.pi)
    direction = (float(np.cos(height) * np.cos(around)), float(np.cos(height) * np.sin(around)), float(np.sin(height)))
    soft = {"window": (0.3, 0.8), "window_sun": (0.02, 0.08), "fluorescent": (0.5, 1.2)}.get(kind, (0.05, 0.35))
    pool = rng.uniform(10, 30) if kind in ("lamp", "two", "dim") else 1e3
    b, g, r = (value * (0.6 if kind == "two" else 1.0) for value in tint)
    bars: list[tuple[float, float, float]] = []
    if kind == "window_sun" and rng.random() < 0.6:
        bars = [
            (float(rng.uniform(0, np.pi)), float(rng.uniform(-7, 12)), float(rng.uniform(0.3, 5))) for _ in range(2)
        ]
    at = (float(rng.normal(6, 7)), float(rng.normal(5.5, 7)))
    return Beam(direction, (b, g, r), float(rng.uniform(*soft)), float(pool), at, tuple(bars))


def _sensor(rng: np.random.Generator, light: str) -> Sensor:
    dim = light == "dim"
    level = rng.uniform(0.18, 0.4) if dim else np.exp(rng.normal(np.log(0.68), 0.33))
    tint = np.exp(rng.normal(0, 0.05, 3))
    return Sensor(
        exposure=float(np.clip(level, 0.15, 1.5)),
        gain=(float(tint[0]), 1.0, float(tint[2])),
        adapt=float(rng.uniform(0.6, 1.0)),
        noise=float(rng.uniform(0.02, 0.045) if dim else rng.uniform(0.006, 0.03)),
        blur=float(rng.choice((0.45, 0.6, 0.8, 1.0, 1.4, 2.0), p=(0.2, 0.2, 0.2, 0.2, 0.1, 0.1))),
        motion=float(rng.uniform(1, 4) if rng.random() < 0.1 else 0.0),
        sharpen=float(rng.choice((0, 0.3, 0.6, 0.9, 1.3))),
        contrast=float(rng.uniform(0, 0.6)),
        saturation=float(rng.uniform(0.8, 1.25)),
        vignette=float(rng.uniform(0.03, 0.3)),
        quality=int(rng.choice((50, 60, 72, 80, 85, 92))),
    )
