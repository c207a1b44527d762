"""Training of the network on simulated pictures, against the clock."""

import itertools
import json
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from tests.cameras import by_another_camera
from tests.training.descent import descend
from tests.training.observer.network import Observer
from tests.training.observer.samples import UNKNOWN, Sample, sample
from tests.training.resume import resume
from vision.cells.observe import MARKS, stacked
from vision.cells.reading import RING
from vision.kind import KINDS

BATCH_PX = 600_000
"""So many pixels of whole boards are looked at in a step. Parts of boards would do as well but for their edges, where
nothing is seen of what lies beside."""
RATE = 5e-4
DEEP = ("polyssimo", "patchwork")
"""Games whose pieces have patterns."""
MEMORY = 0.999
"""What is left at each step of the weights before in their running mean, which wavers less than they do."""
REFRESHED_EVERY, TOLD_EVERY = 100, 300
"""So many steps lie between looks for new pictures, and between measurements."""
LOOKS = 2
"""So often a picture is looked at on the level of the board, for once one level up."""
WEIGHTS = (1.0, 1.0, 1.0, 0.4, 0.6, 0.3)
"""Weight of each mark in the loss, in the order of ``MARKS``."""
OTHER_CAMERAS = 0.3
"""Share of looks at pictures as a camera that sharpens, smooths, presses or colours them would have kept them."""
OVERLAP_SHARE = 0.25
"""Share of pictures without an overlap that are also looked at one level up, where there is nothing to see."""


Label = Callable[[Sample], tuple[np.ndarray, np.ndarray]]
"""What a sample should be called, and the weights of that."""


@dataclass(frozen=True, slots=True)
class Spoiling:
    """How far samples are worse than their pictures: the share with lamps mirrored in them, and how much (0 to 1) is
    lost of colour, contrast and sharpness and gained in noise; and the share that is exposed for too long."""

    veils: float = 0.35
    loss: float = 1.0
    burnt: float = 0.0


SPOILING = {"patchwork": Spoiling(0.2), "blokus": Spoiling(burnt=0.15)}
"""Wood is varnished and plastic shines, cardboard hardly does; what is translucent looks like a white board first."""


@dataclass(frozen=True, eq=False)
class Shot:
    """A picture as it lies on disk, with its truth, to be looked at on one level."""

    jpeg: bytes
    truth: dict[str, Any]
    level: int

    def look(self, rng: np.random.Generator) -> Sample:
        """A look at it, each time through another slightly wrong pose, and now and then by another camera."""
        bgr = np.asarray(cv2.imdecode(np.frombuffer(self.jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)
        if rng.random() < OTHER_CAMERAS:
            bgr = by_another_camera(bgr, rng)
        return sample(bgr, self.truth, rng, self.level)


@dataclass
class Pool:
    """The shots of a folder of pictures; ``refresh`` takes in those that were added since."""

    folder: Path
    shots: list[Shot] = field(default_factory=list)
    seen: set[Path] = field(default_factory=set)

    def refresh(self, rng: np.random.Generator) -> None:
        for path in [path for path in sorted(self.folder.glob("*.json")) if path not in self.seen]:
            self.seen.add(path)
            jpeg, truth = path.with_suffix(".jpg").read_bytes(), json.loads(path.read_text())
            self.shots += [Shot(jpeg, truth, 0)] * LOOKS
            if truth["illegal"] == "overlap" or rng.random() < OVERLAP_SHARE:
                self.shots.append(Shot(jpeg, truth, 1))


def targets(one: Sample) -> tuple[np.ndarray, np.ndarray]:
    """Labels, 7 x rows x cols in the order of ``MARKS`` and then the paint's number, and weights of the first six."""
    own, known = one.owner, one.owner != UNKNOWN
    lies = own >= 0
    right, down = np.zeros_like(own), np.zeros_like(own)
    right[:, :-1], down[:-1] = own[:, :-1] == own[:, 1:], own[:-1] == own[1:]
    both_right, both_down = np.zeros_like(lies), np.zeros_like(lies)
    both_right[:, :-1], both_down[:-1] = lies[:, :-1] & lies[:, 1:], lies[:-1] & lies[1:]
    labels = np.stack([lies, right, down, one.hidden == 1, one.troubled == 1, one.paint == 1, one.paint])
    weights = np.stack([known, both_right, both_down, one.hidden >= 0, (one.troubled >= 0) & (one.level == 0), lies])
    return labels.astype(np.float32), weights.astype(np.float32)


def flipped(one: Sample, across: bool, down: bool) -> Sample:
    """The mirror image of a sample: pieces are the same on both faces, and labels know no piece."""
    step = (slice(None, None, -1 if down else 1), slice(None, None, -1 if across else 1))
    x0, x_a_col, y0, y_a_row = one.shift
    rows, cols = one.owner.shape[0] - 2 * RING, one.owner.shape[1] - 2 * RING
    shift = (-x0 - x_a_col * cols if across else x0, x_a_col, -y0 - y_a_row * rows if down else y0, y_a_row)
    tables = (table[step] for table in (one.owner, one.hidden, one.troubled, one.paint, one.raised))
    return Sample(one.upper[step], one.lower[step], shift, one.level, one.scale, one.white, *tables)


def spoiled(planes: np.ndarray, rng: np.random.Generator, how: Spoiling) -> np.ndarray:
    """Other light and another sensor: contrast and colour washed out, gain and gamma a channel, blur and noise."""
    colours = np.clip(planes[:6] + 0.5, 0.0, None)
    grey = np.repeat(colours.reshape(2, 3, *colours.shape[1:]).mean(axis=1), 3, axis=0)
    colours = grey + (colours - grey) * np.float32(rng.uniform(1 - 0.6 * how.loss, 1.3))
    pivot = rng.uniform(0.2, 0.9)
    colours = np.clip(pivot + (colours - pivot) * np.float32(rng.uniform(1 - 0.45 * how.loss, 1.1)), 0, None)
    gain = np.tile(rng.normal(1, 0.06, 3) * rng.uniform(0.75, 1.25), 2).astype(np.float32)
    colours = gain[:, None, None] * colours ** np.float32(rng.uniform(0.75, 1.35))
    if rng.random() < how.veils:
        colours = veiled(colours, rng)
    if rng.random() < how.burnt:
        colours = burnt_out(colours, float(rng.uniform(0.5, 1)))
    if rng.random() < 0.4 * how.loss:
        sigma = float(rng.uniform(0.3, 0.3 + 1.1 * how.loss))
        colours = np.stack([cv2.GaussianBlur(channel, (0, 0), sigma) for channel in colours])
    noise = np.float32(rng.uniform(0, 0.07 * how.loss)) * rng.standard_normal(colours.shape, np.float32)
    return np.concatenate([np.clip(colours + noise, 0, 2) - 0.5, planes[6:]]).astype(np.float32)


def veiled(colours: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Lamps mirrored in the varnish: a white veil over parts of both planes, brighter than the board, and uneven."""
    tall, wide = colours.shape[1:]
    y, x = np.mgrid[:tall, :wide].astype(np.float32)
    veil = np.zeros((tall, wide), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        across, down = np.exp(rng.uniform(np.log(0.05), np.log(0.6), 2)) * tall
        off = ((x - rng.uniform(0, wide)) / across) ** 2 + ((y - rng.uniform(0, tall)) / down) ** 2
        veil += np.float32(rng.uniform(0.2, 0.85)) * np.exp(-off / 2)
    rough = cv2.resize(rng.uniform(0.3, 1.4, (tall // 3, wide // 3)).astype(np.float32), (wide, tall))
    share = np.clip(veil * (rough if rng.random() < 0.6 else 1), 0, 0.95)
    return np.asarray(colours * (1 - share) + np.float32(rng.uniform(0.9, 1.3)) * share, np.float32)


def burnt_out(colours: np.ndarray, ceiling: float) -> np.ndarray:
    """What is lighter than this part of the board's white is white: nothing is lighter than what burns a sensor out."""
    return np.asarray(np.minimum(colours, np.float32(ceiling)) / np.float32(ceiling), np.float32)


def turned(one: Sample) -> Sample:
    """A sample with rows and columns exchanged, where it is square."""
    if one.owner.shape[0] != one.owner.shape[1]:
        return one
    tables = (table.T for table in (one.owner, one.hidden, one.troubled, one.paint, one.raised))
    upper, lower = one.upper.transpose(1, 0, 2), one.lower.transpose(1, 0, 2)
    return Sample(upper, lower, (*one.shift[2:], *one.shift[:2]), one.level, one.scale, one.white, *tables)


def varied(one: Sample, rng: np.random.Generator) -> Sample:
    """A sample as it might as well lie there: mirrored, and turned if it can be."""
    mirrored = flipped(one, rng.random() < 0.5, rng.random() < 0.5)
    return turned(mirrored) if rng.random() < 0.5 else mirrored


def batch(shots: list[Shot], rng: np.random.Generator, how: Spoiling, label: Label) -> tuple[Tensor, ...]:
    """What the network sees of some looks, their labels and the weights of these."""
    first = shots[rng.integers(len(shots))].look(rng)
    count = max(2, round(BATCH_PX / first.upper[..., 0].size))
    others = (shots[i].look(rng) for i in rng.integers(len(shots), size=count - 1))
    chosen = [varied(one, rng) for one in (first, *others)]
    inputs = [spoiled(shown(one), rng, how) for one in chosen]
    labels, weights = zip(*(label(one) for one in chosen), strict=True)
    return tuple(torch.from_numpy(np.stack(each)) for each in (inputs, labels, weights))


def shown(one: Sample) -> np.ndarray:
    """What the network sees of a sample."""
    return stacked(one.upper, one.lower, one.shift, one.level, one.scale, one.white)


def loss_of(logits: Tensor, labels: Tensor, weights: Tensor) -> Tensor:
    count = len(MARKS)
    odds = functional.binary_cross_entropy_with_logits
    each = odds(logits[:, :count], labels[:, :count], reduction="none") * weights
    means = each.sum(dim=(0, 2, 3)) / weights.sum(dim=(0, 2, 3)).clamp(min=1)
    total: Tensor = (means * torch.tensor(WEIGHTS)).sum()
    paint = labels[:, count].long()
    if logits.shape[1] > count and (paint >= 0).any():
        total = total + functional.cross_entropy(logits[:, count:], paint, ignore_index=-1)
    return total


def faults(network: Observer, samples: list[Sample]) -> dict[str, float]:
    """Share of wrong marks among those that count."""
    wrong, total, paints, painted = np.zeros(len(MARKS)), np.zeros(len(MARKS)), np.zeros(2), 0
    with torch.no_grad():
        for one in samples:
            labels, weights = targets(one)
            logits = network(torch.from_numpy(shown(one)[None]))[0].numpy()
            count = len(MARKS)
            wrong += (((logits[:count] > 0) != (labels[:count] > 0.5)) * weights).sum(axis=(1, 2))
            total += weights.sum(axis=(1, 2))
            if len(logits) > count:
                paints += np.array([((logits[count:].argmax(axis=0) != labels[-1]) & (labels[-1] >= 0)).sum(), 1])
                painted += (labels[-1] >= 0).sum()
    shares = {mark: float(w / max(t, 1)) for mark, w, t in zip(MARKS, wrong, total, strict=True)}
    return shares | ({"paint": float(paints[0] / max(painted, 1))} if painted else {})


def train(
    folder: Path, check: Path | None, minutes: float, seed: int, start: Path | None = None, game: str = "polyssimo"
) -> Iterator[tuple[str, Observer]]:
    """Trains for a given time; now and then yields a line that says how it goes, with the network so far: the running
    mean of its weights."""
    rng = np.random.default_rng(seed)
    torch.manual_seed(seed)
    network = Observer(len(MARKS) + len(KINDS[game].paints), KINDS[game].networks.scale, deep=game in DEEP)
    network = network.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    if start is not None:
        resume(network, start)
    how = SPOILING.get(game, Spoiling())
    pool, held_back = Pool(folder), Pool(check) if check else None
    held: list[Sample] = []
    if held_back:
        held_back.refresh(rng)
        held = [shot.look(rng) for shot in held_back.shots]
    mean = AveragedModel(network, multi_avg_fn=get_ema_multi_avg_fn(MEMORY))
    with ThreadPoolExecutor(1) as maker:
        coming = batches(pool, rng, how, maker, targets)
        for step, smooth in descend(network, RATE, minutes, lambda: loss_of(*_forward(network, next(coming)))):
            mean.update_parameters(network)
            if step % TOLD_EVERY == 0:
                marks = faults(mean.module, held) if held else {}
                said = " ".join(f"{mark} {share:.4f}" for mark, share in marks.items())
                yield f"step {step} pictures {len(pool.seen)} loss {smooth:.4f} wrong: {said}", mean.module


def batches(
    pool: Pool, rng: np.random.Generator, how: Spoiling, maker: Executor, label: Label
) -> Iterator[tuple[Tensor, ...]]:
    """Batches for ever, each of which ``maker`` makes while the one before is learnt from."""
    pool.refresh(rng)
    coming = maker.submit(batch, pool.shots, rng, how, label)
    for number in itertools.count(1):
        made = coming.result()
        if number % REFRESHED_EVERY == 0:
            pool.refresh(rng)
        coming = maker.submit(batch, pool.shots, rng, how, label)
        yield made


def _forward(network: Observer, inputs: tuple[Tensor, ...]) -> tuple[Tensor, Tensor, Tensor]:
    planes, labels, weights = inputs
    with torch.autocast("cpu", dtype=torch.bfloat16):  # more than twice as fast where the processor has it
        logits = network(planes.to(memory_format=torch.channels_last))
    return logits.float(), labels, weights
