"""``python -m tests.training.phases FOLDER... --out FILE.onnx``: trains the network of ``vision.board.phases``."""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from referee.grid import GridSize
from tests.training.aligner.__main__ import RATE, TOLD_EVERY
from tests.training.aligner.network import Aligner
from tests.training.board import read_boards
from tests.training.descent import descend
from tests.training.export import keep
from tests.training.phases.network import OUTPUTS, loss_of
from tests.training.phases.samples import sample
from tests.training.resume import resume, settled_in
from tests.training.schedule import add_options
from vision.board.align import raster

BATCH = 8
KEPT_PX = 960
"""Longer side of the pictures as they are kept."""
ALIGNER = "align"
"""The network that moves guesses, with which this one may begin."""
LEAST_SIDE, MOST_SIDE = 8, 14
"""Rows and columns of grids that are laid over boards."""


def main() -> None:
    parser = argparse.ArgumentParser(description="Trains the network that tells where in its cells a board is seen.")
    parser.add_argument("folders", type=Path, nargs="+", help="NAME.jpg with NAME.json: corners, rows, cols")
    add_options(parser)
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    keep(train(given.folders, given.minutes, given.seed, given.start), given.out, (3, *raster(GridSize(12, 11)).shape))


def train(
    folders: Sequence[Path], minutes: float, seed: int, start: Path | None = None
) -> Iterator[tuple[str, Aligner]]:
    """Trains for a given time; now and then yields a line that says how it goes, with the network so far."""
    rng = np.random.default_rng(seed)
    torch.manual_seed(seed)
    network = Aligner(OUTPUTS)
    boards = read_boards(folders, KEPT_PX)

    def batch() -> list[Tensor]:
        laid = GridSize(*(int(n) for n in rng.integers(LEAST_SIDE, MOST_SIDE + 1, 2)))
        every = zip(*(sample(boards, laid, rng) for _ in range(BATCH)), strict=True)
        return [torch.from_numpy(np.stack(one)) for one in every]

    def loss() -> Tensor:
        seen, there, inside = batch()
        with torch.autocast("cpu", dtype=torch.bfloat16):  # more than twice as fast where the processor has it
            said = network(seen.to(memory_format=torch.channels_last))
        return loss_of(said.float(), there, inside)

    if start is not None:
        resume(network, start)
        if start.suffix == ".onnx":
            settled_in(network, lambda: batch()[0])
        if start.stem == ALIGNER:  # its outputs say something else
            torch.nn.init.zeros_(network.layers[-1].weight)
            torch.nn.init.zeros_(network.layers[-1].bias)
    network.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    for step, smooth in descend(network, RATE, minutes, loss):
        if step % TOLD_EVERY == 0:
            yield f"step {step} pictures {len(boards)} loss {smooth:.3f}", network


if __name__ == "__main__":
    main()
