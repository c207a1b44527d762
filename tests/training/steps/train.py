"""Training of the network on simulated pictures in which many pieces lie on others."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from tests.training.descent import descend
from tests.training.observer.network import Observer
from tests.training.observer.samples import UNKNOWN, Sample
from tests.training.observer.train import DEEP, MEMORY, SPOILING, TOLD_EVERY, Shot, Spoiling, batches, shown
from tests.training.resume import resume
from vision.cells.symmetry import SIDES
from vision.faults.steps import ON_TOPS
from vision.kind import KINDS

RATE = 4e-4
RARE = -4.0
"""Log-odds of a step, before anything is seen."""


@dataclass
class Pool:
    """The shots of a folder of pictures; ``refresh`` takes in those that were added since."""

    folder: Path
    shots: list[Shot] = field(default_factory=list)
    seen: set[Path] = field(default_factory=set)

    def refresh(self, _: np.random.Generator) -> None:
        for path in [path for path in sorted(self.folder.glob("*.json")) if path not in self.seen]:
            self.seen.add(path)
            self.shots.append(Shot(path.with_suffix(".jpg").read_bytes(), json.loads(path.read_text()), ON_TOPS))


def targets(one: Sample) -> tuple[np.ndarray, np.ndarray]:
    """Labels and their weights, both in the order of ``SIDES``."""
    known, raised = one.raised != UNKNOWN, one.raised == 1
    beyond = [(_beyond(raised, down, right), _beyond(known, down, right)) for down, right in SIDES]
    labels = np.stack([raised & ~higher for higher, _ in beyond])
    weights = np.stack([known & told for _, told in beyond])
    return labels.astype(np.float32), weights.astype(np.float32)


def _beyond(table: np.ndarray, down: int, right: int) -> np.ndarray:
    """What a table says of each cell's neighbour; of those outside, no."""
    padded = np.pad(table, 1)
    rows, cols = table.shape
    return padded[1 + down : 1 + down + rows, 1 + right : 1 + right + cols]


def loss_of(logits: Tensor, labels: Tensor, weights: Tensor) -> Tensor:
    each = functional.binary_cross_entropy_with_logits(logits, labels, reduction="none") * weights
    return each.sum() / weights.sum()


def faults(network: Observer, samples: list[Sample]) -> str:
    """How well borders are told: the mean loss, and the share of steps missed and of level borders called steps."""
    logits, labels, weights = [], [], []
    with torch.no_grad():
        for one in samples:
            label, weight = targets(one)
            logits.append(network(torch.from_numpy(shown(one)[None]))[0].numpy().ravel())
            labels.append(label.ravel())
            weights.append(weight.ravel())
    said, true, counts = (np.concatenate(each) for each in (logits, labels, weights))
    lost = float(loss_of(*(torch.from_numpy(each) for each in (said, true, counts))))
    missed = (said < 0)[(true > 0) & (counts > 0)].mean()
    called = (said > 0)[(true == 0) & (counts > 0)].mean()
    return f"loss {lost:.5f} missed {missed:.4f} called {called:.5f}"


def train(
    folder: Path, check: Path | None, minutes: float, seed: int, start: Path | None, game: str
) -> Iterator[tuple[str, Observer]]:
    """Trains for a given time; now and then yields a line that says how it goes, with the network so far: the running
    mean of its weights."""
    rng = np.random.default_rng(seed)
    torch.manual_seed(seed)
    network = Observer(len(SIDES), KINDS[game].networks.scale, deep=game in DEEP)
    network = network.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    if start is not None:
        resume(network, start)
        if start.suffix == ".onnx":  # that of vision.cells.observe, whose last layer says something else
            nn.init.zeros_(network.layers[-1].weight)
            nn.init.constant_(network.layers[-1].bias, RARE)
    held: list[Sample] = []
    if check:
        kept = Pool(check)
        kept.refresh(rng)
        held = [shot.look(rng) for shot in kept.shots]
    mean = AveragedModel(network, multi_avg_fn=get_ema_multi_avg_fn(MEMORY))
    with ThreadPoolExecutor(1) as maker:
        coming = batches(Pool(folder), rng, SPOILING.get(game, Spoiling()), maker, targets)
        for step, smooth in descend(network, RATE, minutes, lambda: _loss(network, next(coming))):
            mean.update_parameters(network)
            if step % TOLD_EVERY == 0:
                held_back = faults(mean.module, held) if held else ""
                yield f"step {step} loss {smooth:.5f} held back: {held_back}", mean.module


def _loss(network: Observer, made: tuple[Tensor, ...]) -> Tensor:
    planes, labels, weights = made
    with torch.autocast("cpu", dtype=torch.bfloat16):
        logits = network(planes.to(memory_format=torch.channels_last))
    return loss_of(logits.float(), labels, weights)
