"""The printed board: paper, border, frame and grid."""

from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from referee.grid import GridSize
from vision.simulated.colour import Picture32, distinct_paints, srgb
from vision.simulated.scene import Card

PRINT_PX = 44
"""Pixels a cell of the printed board."""


def board_print(card: Card, grid: GridSize) -> tuple[Picture32, npt.NDArray[np.uint8]]:
    """The printed board, ``PRINT_PX`` pixels a cell, from ``card.rim`` outside the grid: linear BGR and coverage."""
    if card.apart:
        return _two_prints(card, grid)
    rng = np.random.default_rng(card.print_seed)
    width, height = (round((n + 2 * card.rim) * PRINT_PX) for n in (grid.cols, grid.rows))
    paper = np.empty((height, width, 3), np.float32)
    paper[:] = card.paper
    _draw_border(paper, card, rng)
    _draw_frame(paper, card, grid)
    _draw_squares_of(paper, card, grid, rng)
    _draw_grid(paper, card, grid)
    paper *= (1 + 0.012 * rng.standard_normal((height, width, 1))).astype(np.float32)
    return paper, _rounded(width, height, card.radius * PRINT_PX)


def _two_prints(card: Card, grid: GridSize) -> tuple[Picture32, npt.NDArray[np.uint8]]:
    """The same for two boards side by side, with nothing between them."""
    paper, cover = board_print(replace(card, apart=0), GridSize(grid.rows, grid.cols - card.apart))
    between = ((0, 0), (0, card.apart * PRINT_PX - paper.shape[1]))
    first = np.pad(paper, (*between, (0, 0)), mode="edge"), np.pad(cover, between)
    return np.hstack((first[0], paper)), np.hstack((first[1], cover))


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


def _draw_squares_of(paper: Picture32, card: Card, grid: GridSize, rng: np.random.Generator) -> None:
    """Squares that are not of paper, and the seam around them."""
    uneven, sloping = rng.uniform(0.01, 0.1), rng.uniform(0, 0.08)
    for row, col in grid if card.squares else ():
        x, y = round((col + card.rim) * PRINT_PX), round((row + card.rim) * PRINT_PX)
        ramp = 1 + uneven * rng.standard_normal() + sloping * rng.standard_normal() * np.linspace(-1, 1, PRINT_PX)
        shade = ramp[:, None] if rng.random() < 0.5 else ramp[None, :]
        square = np.array(card.squares[(row + col) % len(card.squares)]) * shade[..., None]
        paper[y : y + PRINT_PX, x : x + PRINT_PX] = np.clip(square, 0.003, 1)
    if card.stitch is None:
        return
    inset, dash = card.rim * 0.45 * PRINT_PX, 0.18 * PRINT_PX
    height, width = paper.shape[:2]
    for length, upright in ((width, False), (height, True)):
        for along in np.arange(inset, length - inset - dash, 1.8 * dash):
            for across in (inset, (width if upright else height) - inset):
                left, top, wide, high = (across, along, 2, dash) if upright else (along, across, dash, 2)
                _stroke(paper, left, top, left + wide, top + high, card.stitch)


def ridges(card: Card, grid: GridSize) -> tuple[Picture32, Picture32, Picture32]:
    """Slope along x and y of the lines, which stand above the squares, and the share of sky seen there; on the raster
    of ``board_print``."""
    width, height = (round((n + 2 * card.rim) * PRINT_PX) for n in (grid.cols, grid.rows))
    lines = np.zeros((height, width), np.float32)
    _draw_grid(lines, replace(card, ink=(1.0, 1.0, 1.0)), grid)
    level = cv2.GaussianBlur(lines, (0, 0), 1.2) * card.ridge
    slope_x = cv2.Sobel(level, cv2.CV_32F, 1, 0, ksize=3) * (PRINT_PX / 8)
    slope_y = cv2.Sobel(level, cv2.CV_32F, 0, 1, ksize=3) * (PRINT_PX / 8)
    sky = 1 - np.clip(cv2.GaussianBlur(lines, (0, 0), 3.0) - lines, 0, 1) * min(8 * card.ridge, 0.5)
    return slope_x, slope_y, sky


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
