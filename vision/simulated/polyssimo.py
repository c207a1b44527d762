"""Polyssimo on the simulated table: a printed card, thick wooden pieces painted in a colour or in black and white."""

import numpy as np

from referee.piece import PieceSet
from vision.simulated.colour import Bgr, distinct_paints, srgb
from vision.simulated.scene import Card, Kit, Paint
from vision.simulated.together import close_together

BORDERS = ("squares", "band", "lines", "plain")
OFTEN_BORDERED = np.array((5, 1.5, 1.5, 1)) / 9
PATTERNS = ("stripes", "dots", "checks", "waves", "zigzag")
OFTEN_PATTERNED = np.array((2, 2, 2, 1, 1)) / 8
"""How often patterns other than plain stripes are which."""
chosen = close_together


def card(rng: np.random.Generator) -> Card:
    """Squares printed on paper, within a frame and a border or neither."""
    inks = (
        (226, 190, 110),
        (200, 160, 80),
        (150, 150, 150),
        (110, 140, 190),
        (90, 90, 95),
        (190, 120, 100),
        (120, 165, 120),
    )
    full = np.array(inks[rng.choice(7, p=(0.3, 0.2, 0.1, 0.1, 0.1, 0.1, 0.1))]) + rng.normal(0, 10, 3)
    strength = rng.uniform(0.15, 1.0)  # many boards are printed faintly
    ink = srgb(*np.clip(240 + (full - 240) * strength, 10, 245))
    border = str(rng.choice(BORDERS, p=OFTEN_BORDERED))
    return Card(
        paper=srgb(*(rng.uniform(222, 250) + np.array((2, 0, -8)) * rng.uniform(0, 2))),
        ink=ink,
        line=float(rng.uniform(0.02, 0.07)),
        frame=float(rng.choice((0.0, 1.0), p=(0.15, 0.85)) * rng.uniform(0.06, 0.2)),
        frame_gap=float(rng.choice((0.0, rng.uniform(0, 0.08)))),
        frame_ink=ink if rng.random() < 0.7 else srgb(*rng.uniform(40, 220, 3)),
        border=border,
        border_period=float(rng.uniform(0.28, 0.5)),
        rim=float(rng.uniform(0.5, 0.75)),
        radius=float(rng.uniform(0.1, 0.5)),
        print_seed=int(rng.integers(1 << 30)),
    )


def kit(rng: np.random.Generator, piece_set: PieceSet) -> Kit:
    """Thick painted pieces: twelve in a colour each, twelve in black and white, whatever the set."""
    plain = [Paint("plain", light, light, grain_seed=n) for n, light in enumerate(distinct_paints(rng, 12))]
    white = srgb(*(rng.uniform(205, 245) + np.array((2, 0, -6)) * rng.uniform(0, 2)))
    black = srgb(*(rng.uniform(18, 48) + rng.normal(0, 3, 3)))
    return Kit(
        piece_height=float(rng.uniform(0.5, 1.0)),
        groove=float(rng.uniform(0.25, 1.0)),
        bevel=float(rng.uniform(0.02, 0.05)),
        wrapped=bool(rng.random() < 0.5),
        paint_gloss=float(rng.uniform(0.01, 0.12)),
        paint_grain=float(rng.uniform(0.02, 0.1)),
        loose_cells=float(rng.uniform(0.0, 0.05)),
        loose_deg=float(rng.uniform(0.0, 1.5)),
        paints=(*plain, *(_pattern(rng, n, white, black) for n in range(12))),
        stock=bool(rng.random() < 0.6),
        stock_seed=int(rng.integers(1 << 30)),
    )


def _pattern(rng: np.random.Generator, number: int, white: Bgr, black: Bgr) -> Paint:
    kind = "stripes" if number < 7 else str(rng.choice(PATTERNS, p=OFTEN_PATTERNED))
    turn = float(rng.choice((0, 90, 45, 135, rng.uniform(0, 180)), p=(0.3, 0.3, 0.15, 0.15, 0.1)))
    period = float(np.exp(rng.uniform(np.log(0.2), np.log(1.0 if kind == "stripes" else 0.7))))
    if rng.random() < 0.5:  # as drawn by somebody who counts: a whole number of stripes on one cell or two
        period = 2 / max(2, round(2 / period))
    duty = float(rng.uniform(0.25, 0.75) if kind == "stripes" else rng.uniform(0.38, 0.62))
    return Paint(kind, white, black, period, turn, duty, float(rng.random()), 100 + number)
