"""Blokus as simulated: both makes of board, glossy pieces in four colours, and games that grow from the corners."""

import cv2
import numpy as np

from referee.grid import Cell, GridSize, beside
from referee.piece import PieceSet
from referee.placements import Placement, Placements, placements
from vision.kind import COLOURS
from vision.simulated.colour import Bgr, srgb
from vision.simulated.scene import Card, Kit, Paint

HUES = {"blue": (212, 246), "yellow": (38, 58), "red": (343, 368), "green": (108, 174)}
"""Between which hues (degrees) a colour lies."""
VALUES = {"blue": (0.22, 0.95), "yellow": (0.6, 1.0), "red": (0.4, 0.98), "green": (0.22, 0.8)}
SATURATIONS = {"blue": (0.4, 1.0), "yellow": (0.6, 1.0), "red": (0.65, 1.0), "green": (0.5, 1.0)}
SLIPS = 0.15
"""Share of boards of Blokus on which somebody has laid pieces beside their own colour."""


def card(rng: np.random.Generator) -> Card:
    """The white board with a narrow rounded rim, or the grey one with a wide engraved rim and ridges."""
    white = bool(rng.random() < 0.5)
    tone = rng.uniform(205, 250) if white else rng.uniform(105, 205)
    warmth = np.array((1, 0, -1)) * rng.normal(0, 4 if white else 10)
    paper = srgb(*(tone + warmth))
    ink = srgb(*(tone * rng.uniform(0.72, 0.97 if white else 1.12) + warmth))
    frame = 0.0 if white else float(rng.choice((0.0, rng.uniform(0.03, 0.1))))
    return Card(
        paper=paper,
        ink=ink,
        line=float(rng.uniform(0.03, 0.12)),
        frame=frame,
        frame_gap=float(rng.uniform(0.05, 0.3)) if frame else 0.0,
        frame_ink=ink,
        border="plain" if white else str(rng.choice(("plain", "lines"))),
        border_period=0.4,
        rim=float(rng.uniform(0.25, 0.8) if white else rng.uniform(0.5, 1.8)),
        radius=float(rng.uniform(0.1, 0.8)),
        print_seed=int(rng.integers(1 << 30)),
        ridge=float(rng.uniform(0.0, 0.05) if white else rng.uniform(0.02, 0.12)),
        thick=float(rng.uniform(0.2, 1.0)),
        gloss=float(rng.uniform(0.01, 0.15)),
    )


def kit(rng: np.random.Generator, piece_set: PieceSet) -> Kit:
    """Dimpled or flat pieces of one moulding."""
    dimpled = bool(rng.random() < 0.55)
    paint = {colour: _paint(rng, colour) for colour in COLOURS}
    return Kit(
        piece_height=float(rng.uniform(0.12, 0.45)),
        groove=float(rng.uniform(0.1, 1.0)),
        bevel=float(rng.uniform(0.02, 0.06)),
        wrapped=True,
        paint_gloss=float(rng.uniform(0.02, 0.3)),
        paint_grain=float(rng.uniform(0.0, 0.04)),
        loose_cells=float(rng.uniform(0.0, 0.06)),
        loose_deg=float(rng.uniform(0.0, 1.5)),
        paints=tuple(paint[piece.id.split()[0]] for piece in piece_set.pieces),
        stock=bool(rng.random() < 0.6),
        stock_seed=int(rng.integers(1 << 30)),
        dimple=float(rng.choice((-1, 1)) * rng.uniform(0.02, 0.06)) if dimpled else 0.0,
        inset=float(rng.uniform(0.1, 0.26)),
        glint=float(rng.uniform(0, 1.2) ** 2),
    )


def plain_paints(piece_set: PieceSet) -> tuple[Paint, ...]:
    """The paints of all pieces of a set, none of them darker or paler than such pieces mostly are."""
    paint = {
        colour: _of_hsv(colour, *(sum(span[colour]) / 2 for span in (HUES, SATURATIONS, VALUES))) for colour in COLOURS
    }
    return tuple(paint[piece.id.split()[0]] for piece in piece_set.pieces)


def _paint(rng: np.random.Generator, colour: str) -> Paint:
    hue, value = rng.uniform(*HUES[colour]), rng.uniform(*VALUES[colour])
    return _of_hsv(colour, hue, rng.uniform(*SATURATIONS[colour]), value)


def _of_hsv(colour: str, hue: float, saturation: float, value: float) -> Paint:
    hsv = np.array([[[hue % 360, saturation, value]]], np.float32)
    red, green, blue = (float(part) * 255 for part in cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB).reshape(3))
    light: Bgr = srgb(red, green, blue)
    return Paint("plain", light, light, grain_seed=COLOURS.index(colour))


def chosen(rng: np.random.Generator, piece_set: PieceSet, count: int) -> list[Placement]:
    """Up to so many placements by the rules, and on some boards a few more against them."""
    return grown(rng, piece_set, count, int(rng.integers(1, 4)) if rng.random() < SLIPS else 0)


def grown(rng: np.random.Generator, piece_set: PieceSet, count: int, slips: int = 0) -> list[Placement]:
    """Up to ``count`` placements of coloured pieces, the colours in turn, each piece at a corner of its own colour and
    at none of its edges; the larger ones first, mostly. Then up to ``slips`` more, beside their own colour after all.
    """
    grid, table = piece_set.grid, placements(piece_set)
    starts = [(0, 0), (0, grid.cols - 1), (grid.rows - 1, grid.cols - 1), (grid.rows - 1, 0)]
    waiting = [str(colour) for colour in rng.permutation(COLOURS)]
    touching = {colour: grid.mask([start]) for colour, start in zip(waiting, starts, strict=True)}
    barred, taken = dict.fromkeys(COLOURS, 0), 0
    left = {colour: _dealt(rng, piece_set, colour) for colour in COLOURS}
    found: list[Placement] = []
    while waiting and len(found) < count:
        colour = waiting.pop(0)
        one = _next(table, left[colour], taken | barred[colour], touching[colour], rng)
        if one is None:
            continue
        waiting.append(colour)
        left[colour].remove(one.piece)
        found.append(one)
        taken |= one.mask
        beside, diagonal = _around(grid, one)
        barred[colour] |= beside
        touching[colour] |= diagonal
    for _ in range(slips):
        colour = str(rng.choice(COLOURS))
        one = _next(table, left[colour], taken, barred[colour], rng)
        if one is not None:
            left[colour].remove(one.piece)
            found.append(one)
            taken |= one.mask
    return found


def _dealt(rng: np.random.Generator, piece_set: PieceSet, colour: str) -> list[str]:
    mine = [piece for piece in piece_set.pieces if piece.id.split()[0] == colour]
    return [piece.id for piece in sorted(mine, key=lambda piece: -piece.squares + rng.normal(0, 1.2))]


def _next(table: Placements, hand: list[str], barred: int, touching: int, rng: np.random.Generator) -> Placement | None:
    """The first piece of the hand that fits anywhere, where it fits."""
    for piece in hand:
        able = [one for one in table.listed(table.of_piece[piece]) if not one.mask & barred and one.mask & touching]
        if able:
            return able[rng.integers(len(able))]
    return None


def _around(grid: GridSize, one: Placement) -> tuple[int, int]:
    """The cells beside a placement and those at its corners, as masks."""
    near, diagonal = set[Cell](), set[Cell]()
    for row, col in one.cells:
        near.update(beside((row, col)))
        diagonal |= {(row + 1, col + 1), (row - 1, col - 1), (row - 1, col + 1), (row + 1, col - 1)}
    inside = {cell for cell in near if cell in grid} - set(one.cells)
    return grid.mask(inside), grid.mask({cell for cell in diagonal if cell in grid} - inside - set(one.cells))
