"""``python -m tests.training.aligner FOLDER... --out FILE.onnx``: trains the network of ``vision.board.align``."""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from referee.piece import packaged_piece_set
from tests.training.aligner.network import Aligner, loss_of
from tests.training.aligner.samples import sample
from tests.training.board import read_boards
from tests.training.descent import descend
from tests.training.export import keep
from tests.training.resume import resume, settled_in
from tests.training.schedule import add_options
from vision.board.align import raster

BATCH = 8
RATE = 4e-4
"""Three times as fast, and it learns nothing but to leave every guess as it is."""
KEPT_PX = 640
"""Longer side of the pictures as they are kept."""
OURS = 0.55
"""Share of batches with boards of our size; the others are of another size each, as often as there are such boards."""
TOLD_EVERY = 200


def main() -> None:
    parser = argparse.ArgumentParser(description="Trains the network that moves guessed corners to the board.")
    parser.add_argument(
        "folders", type=Path, nargs="+", help="NAME.jpg with NAME.json, as vision.simulated writes them"
    )
    add_options(parser)
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    keep(
        train(given.folders, given.minutes, given.seed, given.start),
        given.out,
        (3, *raster(packaged_piece_set("polyssimo").grid).shape),
    )


def train(
    folders: Sequence[Path], minutes: float, seed: int, start: Path | None = None
) -> Iterator[tuple[str, Aligner]]:
    """Trains for a given time; now and then yields a line that says how it goes, with the network so far."""
    rng = np.random.default_rng(seed)
    torch.manual_seed(seed)
    network, boards, grid = Aligner(), read_boards(folders, KEPT_PX), packaged_piece_set("polyssimo").grid
    others = [board.grid for board in boards if board.grid != grid]

    def batch() -> list[Tensor]:
        size = others[rng.integers(len(others))] if others and rng.random() > OURS else grid
        alike = [board for board in boards if board.grid == size]
        every = zip(*(sample(alike, rng) for _ in range(BATCH)), strict=True)
        return [torch.from_numpy(np.stack(one)) for one in every]

    def loss() -> Tensor:
        seen, *wanted = batch()
        with torch.autocast("cpu", dtype=torch.bfloat16):  # more than twice as fast where the processor has it
            said = network(seen.to(memory_format=torch.channels_last))
        return loss_of(said.float(), *wanted)

    if start is not None:
        resume(network, start)
        if start.suffix == ".onnx":
            settled_in(network, lambda: batch()[0])
    network.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    for step, smooth in descend(network, RATE, minutes, loss):
        if step % TOLD_EVERY == 0:
            yield f"step {step} pictures {len(boards)} loss {smooth:.3f}", network


if __name__ == "__main__":
    main()
