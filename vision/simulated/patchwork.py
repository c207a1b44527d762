"""Patchwork as simulated: a quilt board in leather or cloth colours, thin patches in prints of any kind."""

from dataclasses import replace

import cv2
import numpy as np

from referee.piece import PieceSet
from vision.kind import LEATHER
from vision.simulated.colour import Bgr, srgb
from vision.simulated.paint import CHECKS_PERIOD
from vision.simulated.scene import Card, Kit, Paint
from vision.simulated.together import close_together

PRINTS = {
    "plain": 0.08,
    "stripes": 0.13,
    "dots": 0.15,
    "checks": 0.12,
    "waves": 0.06,
    "zigzag": 0.08,
    "plaid": 0.1,
    "flowers": 0.08,
    "posies": 0.08,
    "tartan": 0.07,
    "tones": 0.05,
}
"""How often patches have which print."""
LARGE = ("plaid", "tartan", "flowers", "posies")
"""Prints that may be larger than a square."""
ONE_MAKER, FEW_PRINTS = 0.5, 0.4
"""Share of kits whose prints go with one another, and of kits of so few prints that one often lies beside its like."""
FEW = (5, 15)
"""So many prints such a kit has, the second no more; in the rendered photographs there are ten."""
SEAMED = 0.75
"""Share of kits with a thin dark line where two patches meet, of those that lie close together."""
TONES = ((205, 165, 115), (180, 130, 85), (225, 195, 150), (150, 115, 90), (190, 175, 150), (120, 135, 110))
chosen = close_together


def card(rng: np.random.Generator) -> Card:
    """A quilt board: squares of nearly one colour, a rim of another, sometimes a seam between."""
    main = np.array(TONES[rng.integers(len(TONES))]) * rng.uniform(0.8, 1.15) + rng.normal(0, 8, 3)
    squares = tuple(srgb(*(main * rng.uniform(0.9, 1.08))) for _ in range(int(rng.integers(1, 6))))
    rim = main * rng.uniform(0.55, 1.1) + rng.normal(0, 8, 3)
    return Card(
        paper=srgb(*rim),
        ink=srgb(*(main * rng.choice((rng.uniform(0.6, 0.93), rng.uniform(1.05, 1.25))))),
        line=float(rng.uniform(0.015, 0.06)),
        frame=float(rng.choice((0.0, rng.uniform(0.02, 0.1)))),
        frame_gap=0.0,
        frame_ink=srgb(*(rim * rng.uniform(0.6, 1.3))),
        border=str(rng.choice(("plain", "plain", "lines", "band", "squares"))),
        border_period=float(rng.uniform(0.28, 0.6)),
        rim=float(rng.uniform(0.2, 1.0)),
        radius=float(rng.uniform(0.1, 0.6)),
        print_seed=int(rng.integers(1 << 30)),
        thick=float(rng.uniform(0.05, 0.25)),
        squares=squares,
        stitch=srgb(*(main * rng.uniform(1.1, 1.4))) if rng.random() < 0.4 else None,
        gloss=float(rng.uniform(0.0, 0.06)),
    )


def kit(rng: np.random.Generator, piece_set: PieceSet) -> Kit:
    """Thin patches; several may have the same print."""
    few = [_print(rng, number) for number in range(int(rng.integers(9, 40)))]
    hide = srgb(*(np.array((110, 70, 45)) * rng.uniform(0.5, 1.5) + rng.normal(0, 8, 3)))
    leather = Paint("plain", hide, hide, grain_seed=299)
    chosen = Kit(
        piece_height=float(rng.uniform(0.04, 0.2)),
        groove=0.0 if rng.random() < 0.8 else float(rng.uniform(0, 0.3)),
        bevel=float(rng.uniform(0.015, 0.05)),
        wrapped=bool(rng.random() < 0.4),
        paint_gloss=float(rng.uniform(0.0, 0.06)),
        paint_grain=float(rng.uniform(0.0, 0.08)),
        loose_cells=float(rng.uniform(0.01, 0.07)),
        loose_deg=float(rng.uniform(0.0, 1.5)),
        paints=tuple(leather if piece.kind == LEATHER else few[rng.integers(len(few))] for piece in piece_set.pieces),
        stock=bool(rng.random() < 0.6),
        stock_seed=int(rng.integers(1 << 30)),
    )
    instead = {leather: leather} | dict(zip(few, few, strict=True))
    if rng.random() < ONE_MAKER:
        instead |= zip(few, _of_one_maker(rng, few), strict=True)
    if rng.random() < FEW_PRINTS:
        kept = few[: int(rng.integers(*FEW))]
        instead |= {paint: instead[kept[number % len(kept)]] for number, paint in enumerate(few)}
    return replace(chosen, paints=tuple(instead[paint] for paint in chosen.paints))


def seamed(rng: np.random.Generator, chosen: Kit) -> Kit:
    """The same patches cut exactly, with edges that are hardly rounded, and laid close beside one another: mostly they
    meet in a thin dark line, as photographs of cardboard show it, else like prints meet in hardly anything."""
    return replace(
        chosen,
        bevel=float(rng.uniform(0.004, 0.03)),
        loose_cells=float(rng.uniform(0.0, 0.025)),
        loose_deg=float(rng.uniform(0.0, 0.5)),
        seam=float(rng.uniform(0.01, 0.05)) if rng.random() < SEAMED else 0.0,
    )


def _of_one_maker(rng: np.random.Generator, few: list[Paint]) -> list[Paint]:
    """The same prints where many have one ground, and repeat with the squares: across a seam they seem to go on."""
    ground, shared, fitted = few[0].light, rng.random() < 0.6, rng.random() < 0.7
    found = []
    for paint in few:
        light = ground if shared and rng.random() < 0.6 else paint.light
        period, turn_deg, phase = paint.period, paint.turn_deg, paint.phase
        if fitted and rng.random() < 0.7:
            turn_deg, phase = float(rng.choice((0, 45, 90, 135))), float(rng.choice((0, 0.25, 0.5)))
            repeat = (np.sqrt(0.5) if turn_deg % 90 else 1.0) / (CHECKS_PERIOD if paint.pattern == "checks" else 1.0)
            period = float(repeat / max(1, round(repeat / period)))
        found.append(replace(paint, light=light, period=period, turn_deg=turn_deg, phase=phase))
    return found


def _print(rng: np.random.Generator, number: int) -> Paint:
    kind = str(rng.choice(tuple(PRINTS), p=tuple(PRINTS.values())))
    light = _colour(rng, (0.05, 0.75), (0.55, 1.0))
    dark = _colour(rng, (0.2, 0.95), (0.2, 0.95))
    if rng.random() < 0.4:
        light, dark = dark, light
    period = float(np.exp(rng.uniform(np.log(0.16), np.log(1.0))))
    turn = float(rng.choice((0, 90, 45, 135, rng.uniform(0, 180))))
    label = srgb(*rng.uniform(170, 245, 3)) if rng.random() < 0.3 else None
    duty, phase = float(rng.uniform(0.3, 0.7)), float(rng.random())
    if kind in LARGE and rng.random() < 0.5:
        period = float(rng.uniform(0.7, 1.8))
    accent = _colour(rng, (0.2, 0.95), (0.2, 1.0)) if rng.random() < 0.4 else None
    if rng.random() < 0.2:  # of the colour of many a quilt board, so that only the print tells it from an empty square
        light = srgb(*(np.array(TONES[rng.integers(len(TONES))]) * rng.uniform(0.9, 1.25) + rng.normal(0, 8, 3)))
    return Paint(kind, light, dark, period, turn, duty, phase, 300 + number, label, accent)


def _colour(rng: np.random.Generator, saturations: tuple[float, float], values: tuple[float, float]) -> Bgr:
    hsv = np.array([[[rng.uniform(0, 360), rng.uniform(*saturations), rng.uniform(*values)]]], np.float32)
    red, green, blue = (float(part) * 255 for part in cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB).reshape(3))
    return srgb(red, green, blue)
