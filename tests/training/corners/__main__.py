"""``python -m tests.training.corners FOLDER... --out FILE.onnx``: trains the network of ``vision.board.corners``."""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from tests.training.corners.network import Corners
from tests.training.corners.samples import SHARES, sample
from tests.training.descent import descend
from tests.training.example import Example, game_of, read_example
from tests.training.export import keep
from tests.training.resume import resume
from tests.training.schedule import add_options
from vision.board.corners import SIDE_PX

BATCH = 8
RATE = 1.2e-3
KEPT_PX = 480
"""Longer side of the pictures as they are kept."""
TOLD_EVERY = 300


def main() -> None:
    parser = argparse.ArgumentParser(description="Trains the network that guesses the corners of the grid.")
    parser.add_argument(
        "folders",
        type=Path,
        nargs="+",
        help="NAME.jpg with NAME.json, as vision.simulated writes them, of the three games",
    )
    add_options(parser)
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    keep(train(given.folders, given.minutes, given.seed, given.start), given.out, (3, SIDE_PX, SIDE_PX))


def train(
    folders: Sequence[Path], minutes: float, seed: int, start: Path | None = None
) -> Iterator[tuple[str, Corners]]:
    """Trains for a given time; now and then yields a line that says how it goes, with the network so far."""
    rng = np.random.default_rng(seed)
    torch.manual_seed(seed)
    network = Corners().to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    if start is not None:
        resume(network, start)
    examples: dict[str, list[Example]] = {game: [] for game in SHARES}
    for path in (path for folder in folders for path in sorted(folder.glob("*.json"))):
        examples[game_of(path)].append(read_example(path, KEPT_PX))
    count = sum(map(len, examples.values()))

    def loss() -> Tensor:
        squares, wanted = zip(*(sample(examples, rng) for _ in range(BATCH)), strict=True)
        with torch.autocast("cpu", dtype=torch.bfloat16):  # more than twice as fast where the processor has it
            said = network(torch.from_numpy(np.stack(squares)).to(memory_format=torch.channels_last))
        return loss_of(said.float(), torch.from_numpy(np.stack(wanted)))

    for step, smooth in descend(network, RATE, minutes, loss):
        if step % TOLD_EVERY == 0:
            yield f"step {step} pictures {count} loss {smooth:.3f}", network


def loss_of(said: Tensor, wanted: Tensor) -> Tensor:
    """Corners are few: what is nearly right already counts little (as in focal loss, Lin et al. 2017)."""
    each = functional.binary_cross_entropy_with_logits(said[:, 0], wanted[:, 0], reduction="none")
    corners = ((torch.sigmoid(said[:, 0]) - wanted[:, 0]).abs() * each).sum(dim=(1, 2)).mean() / 4
    return corners + functional.binary_cross_entropy_with_logits(said[:, 1], wanted[:, 1])


if __name__ == "__main__":
    main()
