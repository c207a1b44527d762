"""The table top, the things lying about on it, and the printed board: the colour of the ground at any point."""

import cv2
import numpy as np
import numpy.typing as npt

from referee.grid import GridSize
from vision.simulated.colour import Picture32, distinct_paints, srgb
from vision.simulated.noise import grain
from vision.simulated.scene import Card, Table

PRINT_PX = 44
"""Pixels a cell of the printed board."""


def table_colour(table: Table, grid: GridSize, x: Picture32, y: Picture32, footprint: Picture32) -> Picture32:
    """Linear BGR of the bare table at board points; ``footprint`` is the size of a pixel there in cells, below
    which nothing is drawn."""
    turn = np.radians(table.turn_deg)
    x, y = x - np.float32(grid.cols / 2), y - np.float32(grid.rows / 2)
    u = x * np.float32(np.cos(turn)) + y * np.float32(np.sin(turn))
    v = y * np.float32(np.cos(turn)) - x * np.float32(np.sin(turn))
    weight, wear = _pattern(table, u, v, footprint)
    fade = np.clip(0.12 / footprint, 0, 1)
    colour = (
        np.array(table.main, np.float32) * (1 - weight[..., None])
        + np.array(table.second, np.float32) * weight[..., None]
    )
    colour *= (1 + wear * fade)[..., None]
    left, top, right, bottom = table.reach
    on_table = (u > -left) & (u < right) & (v > -top) & (v < bottom)
    colour[~on_table] = table.floor
    return np.asarray(np.clip(colour, 0.003, 1), np.float32)


def _pattern(table: Table, u: Picture32, v: Picture32, footprint: Picture32) -> tuple[Picture32, Picture32]:
    """Share of the second colour, and how much lighter or darker the grain is."""
    seed, strength = table.texture_seed, np.float32(table.grain)
    fine = grain(u, v, seed) * 0.5 + grain(u, v, seed + 1, 3.1) * 0.5
    if table.table in ("wood", "planks"):
        return _wood(table, u, v, footprint)
    if table.table == "cloth-checks":
        bands = _band(u / table.period, footprint / table.period) + _band(v / table.period, footprint / table.period)
        return bands / 2, strength * 0.1 * grain(u, v, seed, 25) * (1 + 0.3 * fine)
    if table.table == "cloth-stripes":
        across = u / table.period
        broad = _band(across, footprint / table.period)
        thin = np.clip((0.05 - np.abs((across * 2 + 0.5) % 1 - 0.5)) * table.period / footprint + 0.5, 0, 1)
        return np.maximum(broad, 0.5 * thin), strength * 0.08 * grain(u, v, seed, 25)
    if table.table == "cardboard":
        return 0.5 + 0.2 * grain(u * 0.2, v, seed, 2), strength * 0.14 * fine + 0.05 * grain(u, v * 0.1, seed, 9)
    if table.table == "cloth-plain":
        return 0.8 + 0 * u, strength * 0.14 * grain(u, v, seed, 22) + 0.03 * fine
    return 0.1 * grain(u, v, seed, 0.3), strength * 0.03 * fine


def _wood(table: Table, u: Picture32, v: Picture32, footprint: Picture32) -> tuple[Picture32, Picture32]:
    seed, bend = table.texture_seed, 0.35 * grain(u * 0.02, v * 0.15, table.texture_seed, 2)
    plank = np.floor(v / table.period) if table.table == "planks" else np.zeros_like(v)
    shift = np.mod(plank * 7.31, 5) * 3
    rings = 0.5 + 0.5 * np.sin((v + bend + shift) * (2.2 + table.grain) + 2 * grain(u * 0.03, v * 0.2, seed + 2, 2))
    fibre = grain(u * 0.12, v * 1.6, seed + 3) * 0.6 + grain(u * 0.04, v * 0.7, seed + 4) * 0.4
    wear = table.grain * 0.12 * fibre
    if table.table == "planks":
        wear = wear + 0.12 * np.sin(plank * 12.9898 + np.floor((u + shift * 2) / (table.period * 5)) * 78.233)
        apart = np.minimum(np.abs((v / table.period) % 1 - 0.5), 1)
        wear = wear - 0.6 * np.clip(1 - (0.5 - apart) * table.period / np.maximum(0.06, footprint), 0, 1)
        along = (u + shift * 2) / (table.period * 5)
        gap = (0.5 - np.abs(along % 1 - 0.5)) * table.period * 5
        wear = wear - 0.5 * np.clip(1 - gap / np.maximum(0.06, footprint), 0, 1)
    return np.clip(table.grain * 0.8 * rings**2 + 0.1 * fibre, 0, 1).astype(np.float32), wear.astype(np.float32)


def _band(across: Picture32, soft: Picture32) -> Picture32:
    """Every other band 1, with edges ``soft`` wide; where that is too wide the mean."""
    edge = np.clip((0.25 - np.abs(across % 1 - 0.5)) / np.maximum(soft, 1e-3) + 0.5, 0, 1)
    return np.where(soft > 0.7, 0.5, edge).astype(np.float32)


def board_print(card: Card, grid: GridSize) -> tuple[Picture32, npt.NDArray[np.uint8]]:
    """The printed board, ``PRINT_PX`` pixels a cell, from ``card.rim`` outside the grid: linear BGR and coverage."""
    rng = np.random.default_rng(card.print_seed)
    width, height = (round((n + 2 * card.rim) * PRINT_PX) for n in (grid.cols, grid.rows))
    paper = np.empty((height, width, 3), np.float32)
    paper[:] = card.paper
    _draw_border(paper, card, rng)
    _draw_frame(paper, card, grid)
    _draw_grid(paper, card, grid)
    paper *= (1 + 0.012 * rng.standard_normal((height, width, 1))).astype(np.float32)
    return paper, _rounded(width, height, card.radius * PRINT_PX)


def _rounded(width: int, height: int, radius: float) -> npt.NDArray[np.uint8]:
    mask = np.zeros((height, width), np.uint8)
    r = int(max(radius, 1))
    cv2.rectangle(mask, (r, 0), (width - 1 - r, height - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (width - 1, height - 1 - r), 255, -1)
    for x in (r, width - 1 - r):
        for y in (r, height - 1 - r):
            cv2.circle(mask, (x, y), r, 255, -1, cv2.LINE_AA)
    return mask


def _box(paper: Picture32, low: float, high: tuple[float, float], ink: tuple[float, float, float]) -> None:
    """Fills from ``low`` to ``high`` (print pixels), sub-pixel exact."""
    corners = np.array([(low, low), (high[0], low), high, (low, high[1])])
    cv2.fillConvexPoly(paper, np.round((corners - 0.5) * 16).astype(np.int32), ink, cv2.LINE_AA, 4)


def _draw_frame(paper: Picture32, card: Card, grid: GridSize) -> None:
    if card.frame <= 0:
        return
    for out, ink in ((card.frame + card.frame_gap, card.frame_ink), (card.frame_gap, card.paper)):
        low = (card.rim - out) * PRINT_PX
        _box(paper, low, ((grid.cols + card.rim + out) * PRINT_PX, (grid.rows + card.rim + out) * PRINT_PX), ink)


def _draw_grid(paper: Picture32, card: Card, grid: GridSize) -> None:
    half = card.line * PRINT_PX / 2
    start, right, bottom = (n * PRINT_PX for n in (card.rim, card.rim + grid.cols, card.rim + grid.rows))
    for col in range(grid.cols + 1):
        middle = start + col * PRINT_PX
        _stroke(paper, middle - half, start - half, middle + half, bottom + half, card.ink)
    for row in range(grid.rows + 1):
        middle = start + row * PRINT_PX
        _stroke(paper, start - half, middle - half, right + half, middle + half, card.ink)


def _stroke(paper: Picture32, x0: float, y0: float, x1: float, y1: float, ink: tuple[float, float, float]) -> None:
    corners = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)]) - 0.5
    cv2.fillConvexPoly(paper, np.round(corners * 16).astype(np.int32), ink, cv2.LINE_AA, 4)


def _draw_border(paper: Picture32, card: Card, rng: np.random.Generator) -> None:
    height, width = paper.shape[:2]
    free = (card.rim - card.frame - card.frame_gap) * PRINT_PX
    if card.border == "plain" or free < 4:
        return
    ink = srgb(*rng.uniform(30, 210, 3))
    inset, size = free * 0.2, free * 0.6
    if card.border == "band":
        for out, colour in ((inset, ink), (inset + size, card.paper)):
            _stroke(paper, out, out, width - out, height - out, colour)
        return
    if card.border == "lines":
        for out, colour in ((inset, ink), (inset + 2, card.paper), (inset + size, ink), (inset + size + 2, card.paper)):
            _stroke(paper, out, out, width - out, height - out, colour)
        return
    paints = [*distinct_paints(rng, 10), srgb(40, 30, 30)]
    _draw_squares(
        paper, inset, min(size, card.border_period * PRINT_PX * 0.8), card.border_period * PRINT_PX, paints, rng
    )


def _draw_squares(
    paper: Picture32,
    inset: float,
    size: float,
    period: float,
    paints: list[tuple[float, float, float]],
    rng: np.random.Generator,
) -> None:
    height, width = paper.shape[:2]
    for length, upright in ((width, False), (height, True)):
        count = int((length - 2 * inset - size) // period)
        step = (length - 2 * inset - size) / count
        for number in range(count + 1):
            along = inset + number * step
            for across in (inset, (width if upright else height) - inset - size):
                x, y = (across, along) if upright else (along, across)
                _stroke(paper, x, y, x + size, y + size, paints[rng.integers(len(paints))])
