"""How pieces are painted: the texture of tops and sides, and the relief of grooves and rounded edges.

Textures are in the piece's own coordinates with a margin of one cell around its box; the margin is the paint that
goes on down the sides. ``TEXELS`` texels a cell.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache

import cv2
import numpy as np

from referee.grid import Cell
from referee.piece import Piece
from vision.simulated.colour import Bgr, Picture32
from vision.simulated.lying import Edge
from vision.simulated.noise import grain
from vision.simulated.scene import Kit, Paint

TEXELS = 40
MARGIN = 1
CHECKS_PERIOD = 1.2
"""Checks are so much wider than a paint's period."""


@lru_cache(maxsize=128)
def texture(piece: Piece, paint: Paint, roughness: float) -> Picture32:
    """Colour of the paint (linear BGR) over the box of the piece and its margin."""
    width = 2 * MARGIN + 1 + max(col for _, col in piece.cells)
    height = 2 * MARGIN + 1 + max(row for row, _ in piece.cells)
    steps_x = (np.arange(width * TEXELS) + 0.5) / TEXELS - MARGIN
    steps_y = (np.arange(height * TEXELS) + 0.5) / TEXELS - MARGIN
    x, y = np.meshgrid(steps_x.astype(np.float32), steps_y.astype(np.float32))
    printed = (x % 1, y % 1) if paint.squared else (x, y)
    dark = _darkness(paint, *printed)[..., None]
    colour = np.array(paint.light, np.float32) * (1 - dark) + np.array(paint.dark, np.float32) * dark
    if paint.accent is not None:
        fine = _accent(paint, *printed)[..., None]
        colour = colour * (1 - fine) + np.array(paint.accent, np.float32) * fine
    if paint.label is not None:
        colour = _labelled(colour, piece.cells[0], paint.label)
    wear = 1 + roughness * (grain(x * 1.3, y * 0.25, paint.grain_seed) + 0.5 * grain(x, y, paint.grain_seed + 1))
    return np.asarray(colour * wear[..., None], np.float32)


def _labelled(colour: Picture32, cell: Cell, label: Bgr) -> Picture32:
    """The same with a price tag on a cell."""
    shown = np.ascontiguousarray(colour)
    row, col = cell
    left, top = round((col + MARGIN + 0.14) * TEXELS), round((row + MARGIN + 0.2) * TEXELS)
    cv2.rectangle(shown, (left, top), (left + round(0.7 * TEXELS), top + round(0.32 * TEXELS)), label, -1, cv2.LINE_AA)
    b, g, r = (0.2 * value for value in label)
    for number in range(2):
        middle = (left + round((0.18 + 0.34 * number) * TEXELS), top + round(0.16 * TEXELS))
        cv2.circle(shown, middle, round(0.1 * TEXELS), (b, g, r), -1, cv2.LINE_AA)
    return shown


def _along(paint: Paint, x: Picture32, y: Picture32) -> tuple[Picture32, Picture32]:
    """How many periods of the pattern each place is along it and across it."""
    turn = np.radians(paint.turn_deg)
    u = (x * np.cos(turn) + y * np.sin(turn)) / paint.period + paint.phase
    v = (y * np.cos(turn) - x * np.sin(turn)) / paint.period + paint.phase
    return u, v


def _darkness(paint: Paint, x: Picture32, y: Picture32) -> Picture32:
    """The share of the dark colour at each place."""
    u, v = _along(paint, x, y)
    return np.asarray(PATTERNS[paint.pattern](u, v, paint.duty, TEXELS * paint.period), np.float32)


def _plain(u: Picture32, v: Picture32, duty: float, sharp: float) -> Picture32:
    return np.zeros_like(u)


def _stripes(u: Picture32, v: Picture32, duty: float, sharp: float) -> Picture32:
    return _bands(u, duty, sharp)


def _waves(u: Picture32, v: Picture32, duty: float, sharp: float) -> Picture32:
    return _bands(u + 0.35 * np.sin(2 * np.pi * v * 0.45), duty, sharp)


def _zigzag(u: Picture32, v: Picture32, duty: float, sharp: float) -> Picture32:
    return _bands(u + 0.9 * np.abs((v * 0.5) % 1 - 0.5), duty, sharp)


def _dots(u: Picture32, v: Picture32, duty: float, sharp: float) -> Picture32:
    away = np.hypot((u % 1) - 0.5, (v % 1) - 0.5)
    return np.asarray(np.clip((0.2 + 0.25 * duty - away) * sharp + 0.5, 0, 1))


def _checks(u: Picture32, v: Picture32, duty: float, sharp: float) -> Picture32:
    u, v, sharp = u / CHECKS_PERIOD, v / CHECKS_PERIOD, sharp * CHECKS_PERIOD
    return np.asarray(np.abs(_bands(u, 0.5, sharp) - _bands(v, 0.5, sharp)))


def _plaid(u: Picture32, v: Picture32, duty: float, sharp: float) -> Picture32:
    wide = 0.5 * (_bands(u, duty, sharp) + _bands(v, duty, sharp))
    return wide * 0.8 + 0.2 * _bands(u * 2 + 0.3, 0.2, sharp / 2)


def _tartan(u: Picture32, v: Picture32, duty: float, sharp: float) -> Picture32:
    return 0.5 * (_threads(u, duty, sharp) + _threads(v, duty, sharp))


def _threads(u: Picture32, duty: float, sharp: float) -> Picture32:
    """A broad band, a middling one and a fine one in each period, unevenly apart."""
    broad, middling = _bands(u, 0.6 * duty, sharp), _bands(u + 0.31, 0.2 * duty, sharp)
    return np.maximum(broad, np.maximum(0.7 * middling, _bands(u + 0.47, 0.04, sharp)))


def _tones(u: Picture32, v: Picture32, duty: float, sharp: float) -> Picture32:
    """Stripes in four tones, lighter and darker again."""
    return np.asarray(np.floor(4 * np.abs(2 * (u % 1) - 1)).clip(0, 3) / 3)


def _few_flowers(u: Picture32, v: Picture32, duty: float, sharp: float) -> Picture32:
    return _flowers(u, v, 0.16 + 0.2 * duty, sharp)


def _bunches(u: Picture32, v: Picture32, duty: float, sharp: float) -> Picture32:
    return _posies(u, v, 0.2 + 0.25 * duty, sharp)


PATTERNS: Mapping[str, Callable[[Picture32, Picture32, float, float], Picture32]] = {
    "plain": _plain,
    "stripes": _stripes,
    "waves": _waves,
    "zigzag": _zigzag,
    "dots": _dots,
    "checks": _checks,
    "plaid": _plaid,
    "tartan": _tartan,
    "tones": _tones,
    "flowers": _few_flowers,
    "posies": _bunches,
}
"""Where each pattern is dark (0 to 1): by the periods along it and across it, the share that is dark, and how many
texels a period has."""


def _accent(paint: Paint, x: Picture32, y: Picture32) -> Picture32:
    """The finer pattern: threads both ways in a plaid, hearts of flowers and dots, or lines along the bands."""
    u, v = _along(paint, x, y)
    sharp = TEXELS * paint.period
    if paint.pattern in ("plaid", "tartan"):
        return np.maximum(_bands(u + 0.4, 0.08, sharp), _bands(v + 0.4, 0.08, sharp))
    if paint.pattern == "posies":
        return _posies(u, v, 0.09, sharp)
    if paint.pattern in ("flowers", "dots"):
        return _flowers(u, v, 0.08, sharp) if paint.pattern == "flowers" else _hearts(u, v, sharp)
    return _bands(u / 2, 0.2, 2 * sharp)


def _hearts(u: Picture32, v: Picture32, sharp: float) -> Picture32:
    return np.asarray(np.clip((0.12 - np.hypot((u % 1) - 0.5, (v % 1) - 0.5)) * sharp + 0.5, 0, 1), np.float32)


def _flowers(u: Picture32, v: Picture32, size: float, sharp: float) -> Picture32:
    """Five petals in each square of a lattice, somewhere in it, and none in some."""
    column, row = np.floor(u), np.floor(v)
    chance = np.sin(column * 12.9898 + row * 78.233) * 43758.547
    chance -= np.floor(chance)
    across, down = u - column - 0.35 - 0.3 * chance, v - row - 0.35 - 0.3 * (7 * chance % 1)
    petals = size * (0.75 + 0.25 * np.cos(5 * np.arctan2(down, across)))
    inside = np.clip((petals - np.hypot(across, down)) * sharp + 0.5, 0, 1)
    return np.asarray(np.where(chance < 0.65, inside, 0), np.float32)


def _posies(u: Picture32, v: Picture32, size: float, sharp: float) -> Picture32:
    """Flowers in loose bunches: those of two lattices that do not go together."""
    return np.maximum(_flowers(u, v, size, sharp), _flowers(0.77 * v + 0.4, 0.77 * u + 0.6, 0.7 * size, sharp))


def _bands(u: Picture32, duty: float, sharp: float) -> Picture32:
    """1 where the fraction of ``u`` is within ``duty``, with edges one texel soft."""
    return np.clip((duty / 2 - np.abs((u % 1) - 0.5)) * sharp + 0.5, 0, 1).astype(np.float32)


@lru_cache(maxsize=128)
def relief(
    piece: Piece, groove: float, bevel: float, dimple: float = 0.0, inset: float = 0.2, seam: float = 0.0
) -> tuple[Picture32, Picture32, Picture32]:
    """Slope along x and y of the top (grooves between cells, rounded edges, dimples) and the share of sky it sees, on
    the same raster as the texture."""
    size = TEXELS
    width = 2 * MARGIN + 1 + max(col for _, col in piece.cells)
    height = 2 * MARGIN + 1 + max(row for row, _ in piece.cells)
    inside = np.zeros((height * size, width * size), np.uint8)
    block = np.zeros_like(inside)
    for row, col in piece.cells:
        top, left = (row + MARGIN) * size, (col + MARGIN) * size
        inside[top : top + size, left : left + size] = 255
        block[top + 1 : top + size - 1, left + 1 : left + size - 1] = 255
    to_groove = cv2.distanceTransform(block, cv2.DIST_C, 3) / size
    to_edge = cv2.distanceTransform(inside, cv2.DIST_L2, 5) / size
    depth = groove * 0.05
    raw = -depth * np.exp(-((to_groove / 0.028) ** 2)) - bevel * np.clip(1 - to_edge / (1.6 * bevel), 0, 1) ** 2
    if dimple:
        raw += dimple * np.clip((to_groove - inset) / 0.08, 0, 1)
    level = cv2.GaussianBlur(raw.astype(np.float32), (0, 0), 0.8)
    slope_x = cv2.Sobel(level, cv2.CV_32F, 1, 0, ksize=3) * (size / 8)
    slope_y = cv2.Sobel(level, cv2.CV_32F, 0, 1, ksize=3) * (size / 8)
    sky = 1 - 0.75 * groove * np.exp(-((to_groove / 0.03) ** 2))
    if seam:
        sky *= 1 - 0.75 * np.exp(-(((to_edge - 0.5 / size) / seam) ** 2))
    return slope_x, slope_y, sky.astype(np.float32)


@lru_cache(maxsize=1024)
def side_texture(piece: Piece, edge: Edge, kit: Kit, paint: Paint) -> Picture32:
    """The paint of one side face: TEXELS wide along the edge, the top edge in the first row, the foot in the last."""
    whole = texture(piece, paint, kit.paint_grain)
    deep = max(2, round(kit.piece_height * TEXELS))
    along = np.linspace(edge.start, edge.end, TEXELS, endpoint=False) + (np.array(edge.end) - edge.start) / (2 * TEXELS)
    down = (np.arange(deep) + 0.5) / TEXELS if kit.wrapped else np.full(deep, -0.5 / TEXELS)
    points = along[None, :, :] + down[:, None, None] * np.array(edge.normal)
    columns, rows = np.floor((points + MARGIN) * TEXELS).astype(int).transpose(2, 0, 1)
    paint_there = whole[rows.clip(0, whole.shape[0] - 1), columns.clip(0, whole.shape[1] - 1)]
    return np.asarray(paint_there * _side_relief(edge, kit, deep))


def _side_relief(edge: Edge, kit: Kit, deep: int) -> Picture32:
    u = (np.arange(TEXELS) + 0.5) / TEXELS
    v = (np.arange(deep) + 0.5) / deep
    shade = np.ones(TEXELS)
    for joins, away in zip(edge.joins, (u, 1 - u), strict=True):
        depth = 0.75 * kit.groove if joins else 0.25
        shade *= 1 - depth * np.exp(-((away / 0.035) ** 2))
    rounded = 1 + 0.25 * np.exp(-((v * kit.piece_height / (1.2 * kit.bevel)) ** 2))
    foot = 1 - 0.45 * np.exp(-((1 - v) * kit.piece_height / 0.05))
    return (shade[None, :] * (rounded * foot)[:, None])[..., None].astype(np.float32)
