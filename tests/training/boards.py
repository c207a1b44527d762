"""Training of ``vision.likeness``: right poses of the board, and the wrong ones that a search comes up with."""

import json
import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional

from referee.grid import GridSize
from vision.frame import Picture
from vision.likeness import raster, view
from vision.pose import BoardPose, grid_corners, pose_from_corners
from vision.rectify import rectified

BATCH = 32
RIGHT_CELLS, WRONG_CELLS = 0.12, 0.35
"""A pose whose corners are off by less than the first is right, by more than the second wrong, in cells."""

ROW, COLUMN = np.array([0.0, 1.0]), np.array([1.0, 0.0])

Points = npt.NDArray[np.float64]


class Judge(nn.Module):
    """From 3 x H x W to one logit."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Conv2d(3, 16, 5, stride=2, padding=2),
            nn.ReLU(),
            nn.Conv2d(16, 32, 3, padding=1),
            nn.ReLU(),
            nn.Conv2d(32, 48, 3, stride=2, padding=1),
            nn.ReLU(),
            nn.Conv2d(48, 48, 3, padding=1),
            nn.ReLU(),
            nn.Conv2d(48, 64, 3, stride=2, padding=1),
            nn.ReLU(),
            nn.Conv2d(64, 64, 3, padding=1),
            nn.ReLU(),
            nn.Conv2d(64, 64, 3, stride=2, padding=1),
            nn.ReLU(),
            nn.Flatten(),
            nn.LazyLinear(48),
            nn.ReLU(),
            nn.Linear(48, 1),
        )

    def forward(self, planes: Tensor) -> Tensor:
        result: Tensor = self.layers(planes)
        return result[:, 0]


def right(truth: dict[str, Any], rng: np.random.Generator) -> Points:
    """Corners of the board, a little off, in board coordinates."""
    error = rng.normal(0, 1, (4, 2))
    return grid_corners(_grid(truth)) + error * rng.uniform(0, RIGHT_CELLS) / max(np.abs(error).max(), 1e-9)


def wrong(truth: dict[str, Any], pose: BoardPose, rng: np.random.Generator) -> Points:
    """Corners of what a search might take for the board, in board coordinates."""
    grid = _grid(truth)
    corners = grid_corners(grid)
    kind = rng.choice(6, p=(0.34, 0.14, 0.14, 0.1, 0.14, 0.14))
    if kind == 0:  # off by whole cells, or by half ones
        step = rng.choice((0.5, 1.0, 1.0, 1.0, 2.0))
        shift = rng.integers(-1, 2, 2) * step
        return corners + (shift if shift.any() else np.array([step, 0]))
    if kind == 1:  # a row or column too many or too few on some side, or the outline taken for the grid
        low, high = -rng.choice((0, 0.6, 1, -1), 2), rng.choice((0, 0.6, 1, -1), 2)
        grown = np.where(corners == 0, low, corners + high)
        return grown if np.abs(grown - corners).max() > WRONG_CELLS else corners + ROW
    if kind == 2:  # the tops of the pieces taken for the board
        high = float(truth["scene"]["piece_height_cells"]) * rng.choice((1.0, -1.0))
        moved = pose.on_plane(pose.project(np.column_stack([corners, np.full(4, high)])))
        return moved if np.abs(moved - corners).max() > WRONG_CELLS else corners + COLUMN
    if kind == 3:  # lying across
        size = corners.max(axis=0)
        return np.roll(corners * size[::-1] / size, int(rng.choice((1, 3))), axis=0)
    if kind == 4:  # corners that are simply off
        error = rng.normal(0, 1, (4, 2))
        return corners + error * rng.uniform(WRONG_CELLS, 1.5) / np.abs(error).max()
    scale, angle = rng.uniform(0.25, 1.4), rng.uniform(0, 2 * np.pi)  # something elsewhere
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    middle = corners.mean(axis=0)
    return (corners - middle) @ turn.T * scale + middle + rng.uniform(4, 14, 2) * rng.choice((-1, 1), 2)


def other_board(grid: GridSize, rng: np.random.Generator) -> Picture:
    """A drawn board of another game, seen as if its outline or its lattice were ours: already rectified."""
    layout = raster(grid)
    tall, wide = layout.shape
    picture = np.full((tall, wide, 3), rng.uniform(20, 230, 3), np.uint8)
    rows, cols = (int(n) for n in rng.integers(6, 21, 2)) if rng.random() < 0.6 else (rng.choice((10, 11, 12)),) * 2
    if rng.random() < 0.3:
        rows, cols = (10, 12) if rng.random() < 0.5 else (12, 12)
    if (rows, cols) == (grid.rows, grid.cols):
        cols += 1
    step = np.array([grid.cols / cols, grid.rows / rows]) if rng.random() < 0.7 else np.ones(2)
    start = np.array([0.0, 0.0]) if rng.random() < 0.7 else rng.integers(-1, 2, 2).astype(float)
    edge = rng.uniform(0, 0.9)
    paper, ink = rng.uniform(150, 255, 3), rng.uniform(0, 170, 3)
    box = [layout.to_px(start - edge), layout.to_px(start + step * (cols, rows) + edge)]
    cv2.rectangle(picture, *(tuple(int(v) for v in np.round(np.asarray(point))) for point in box), paper.tolist(), -1)
    chess, filled = rng.random() < 0.35, rng.uniform(0, 0.6)
    for row in range(int(rows)):
        for col in range(int(cols)):
            low = np.round(np.asarray(layout.to_px(start + step * (col, row)))).astype(int)
            high = np.round(np.asarray(layout.to_px(start + step * (col + 1, row + 1)))).astype(int)
            if chess and (row + col) % 2:
                cv2.rectangle(picture, low.tolist(), high.tolist(), ink.tolist(), -1)
            elif rng.random() < filled:
                middle = ((low + high) // 2).tolist()
                cv2.circle(picture, middle, int(rng.integers(1, 5)), rng.uniform(0, 255, 3).tolist(), -1)
            if not chess:
                cv2.rectangle(picture, low.tolist(), high.tolist(), ink.tolist(), 1)
    light = np.linspace(rng.uniform(0.5, 1), rng.uniform(0.5, 1), wide)[None, :, None]
    return np.asarray(np.clip(cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.4, 1.2)) * light, 0, 255), np.uint8)


@dataclass
class Pool:
    """Rectified looks with their labels."""

    planes: list[Picture] = field(default_factory=list)
    labels: list[float] = field(default_factory=list)

    def add(self, plane: Picture, label: float) -> None:
        self.planes.append(plane)
        self.labels.append(label)

    def take_in(self, path: Path, rng: np.random.Generator) -> None:
        bgr, truth = cv2.imread(str(path.with_suffix(".jpg"))), json.loads(path.read_text())
        grid, size = _grid(truth), (truth["width"], truth["height"])
        pose = pose_from_corners(np.array(truth["corners"], dtype=np.float64), grid, size)
        chosen = [(right(truth, rng), 1.0) for _ in range(3)] + [(wrong(truth, pose, rng), 0.0) for _ in range(6)]
        for board_xy, label in chosen:
            pixels = pose.project(np.column_stack([board_xy, np.zeros(4)]))
            self.add(rectified(bgr, pose_from_corners(pixels, grid, size), raster(grid)), label)
        self.add(other_board(grid, rng), 0.0)


def batch(pool: Pool, rng: np.random.Generator) -> tuple[Tensor, Tensor]:
    chosen = rng.integers(len(pool.planes), size=BATCH)
    views = []
    for number in chosen:
        seen = view(pool.planes[number][:: rng.choice((1, -1)), :: rng.choice((1, -1))])
        colours = (seen + 0.5) ** np.float32(rng.uniform(0.7, 1.4)) * rng.normal(1, 0.07, (3, 1, 1))
        if rng.random() < 0.3:
            colours = np.stack([cv2.GaussianBlur(one, (0, 0), rng.uniform(0.3, 1.1)) for one in colours])
        views.append(colours + rng.normal(0, rng.uniform(0, 0.05), colours.shape) - 0.5)
    labels = torch.tensor([pool.labels[number] for number in chosen])
    return torch.from_numpy(np.stack(views).astype(np.float32)), labels


def faults(judge: Judge, pool: Pool) -> tuple[float, float]:
    """Share of right poses refused, and of wrong ones accepted."""
    with torch.no_grad():
        views = torch.from_numpy(np.stack([view(plane) for plane in pool.planes]))
        said = torch.cat([judge(part) for part in views.split(64)]).numpy() > 0
    labels = np.array(pool.labels) > 0.5
    return float((~said[labels]).mean()), float(said[~labels].mean())


def train(folder: Path, check: Path | None, minutes: float, seed: int) -> Iterator[tuple[str, Judge]]:
    """Trains for a given time; now and then yields a line that says how it goes, with the network so far."""
    rng = np.random.default_rng(seed)
    torch.manual_seed(seed)
    pool, held_back = Pool(), Pool()
    for path in sorted(check.glob("*.json")) if check else ():
        held_back.take_in(path, rng)
    for path in sorted(folder.glob("*.json")):
        pool.take_in(path, rng)
    judge = Judge()
    judge(batch(pool, rng)[0])
    optimiser = torch.optim.AdamW(judge.parameters(), lr=1e-3, weight_decay=1e-3)
    began, step, smooth = time.monotonic(), 0, math.nan
    while (spent := (time.monotonic() - began) / 60 / minutes) < 1:
        for group in optimiser.param_groups:
            group["lr"] = 1e-3 * min(1.0, (step + 1) / 50) * (0.02 + 0.98 * math.cos(spent * math.pi / 2) ** 2)
        views, labels = batch(pool, rng)
        optimiser.zero_grad()
        loss = functional.binary_cross_entropy_with_logits(judge(views), labels)
        loss.backward()
        optimiser.step()
        smooth = loss.item() if math.isnan(smooth) else 0.98 * smooth + 0.02 * loss.item()
        step += 1
        if step % 200 == 0:
            refused, accepted = faults(judge, held_back) if held_back.planes else (math.nan, math.nan)
            yield f"step {step} loss {smooth:.4f} right refused {refused:.4f} wrong accepted {accepted:.4f}", judge


def _grid(truth: dict[str, Any]) -> GridSize:
    return GridSize(truth["rows"], truth["cols"])
