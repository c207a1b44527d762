"""``python -m tests.training.boards FOLDER... --out FILE.onnx``: trains the network of ``vision.board.places``."""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from tests.training.aligner.__main__ import RATE, TOLD_EVERY
from tests.training.aligner.network import OUTPUTS, Aligner, loss_of
from tests.training.boards.samples import sample
from tests.training.descent import descend
from tests.training.example import Example, game_of, read_example
from tests.training.export import keep
from tests.training.resume import resume, settled_in
from tests.training.schedule import add_options
from vision.board.align import RING, raster
from vision.board.places import GAMES, NONE, VIEW

BATCH = 8
KEPT_PX = 960
"""Longer side of the pictures as they are kept."""


def main() -> None:
    parser = argparse.ArgumentParser(description="Trains the network that knows all boards.")
    parser.add_argument("folders", type=Path, nargs="+", help="NAME.jpg with NAME.json, of all games")
    add_options(parser)
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    keep(train(given.folders, given.minutes, given.seed, given.start), given.out, (3, *raster(VIEW).shape))


def train(
    folders: Sequence[Path], minutes: float, seed: int, start: Path | None = None
) -> Iterator[tuple[str, Aligner]]:
    """Trains for a given time; now and then yields a line that says how it goes, with the network so far."""
    rng = np.random.default_rng(seed)
    torch.manual_seed(seed)
    network = Aligner(OUTPUTS + len(GAMES))
    if start is not None:
        resume(network, start)
    network = network.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    examples: dict[str, list[Example]] = {game: [] for game in GAMES if game != NONE}
    taken: set[Path] = set()
    right = [0.0]

    def take() -> None:
        """Takes in the pictures that have been added since."""
        for path in {path for folder in folders for path in folder.glob("*.json")} - taken:
            examples[game_of(path)].append(read_example(path, KEPT_PX))
            taken.add(path)

    def batch() -> tuple[Tensor, ...]:
        seen, wanted, inside, games = zip(*(sample(examples, rng) for _ in range(BATCH)), strict=True)
        views, moves, grids = (torch.from_numpy(np.stack(each)) for each in (seen, wanted, inside))
        return views, moves, grids, torch.tensor(games)

    def loss() -> Tensor:
        seen, wanted, inside, games = batch()
        with torch.autocast("cpu", dtype=torch.bfloat16):
            said = network(seen.to(memory_format=torch.channels_last)).float()
        ours = games != GAMES.index(NONE)
        named = said[:, OUTPUTS:, RING:-RING, RING:-RING].mean(dim=(2, 3))
        right[0] = 0.98 * right[0] + 0.02 * float((named.argmax(dim=1) == games).float().mean())
        moved = loss_of(said[ours], wanted[ours], inside[ours], torch.zeros(int(ours.sum()))) if ours.any() else 0.0
        absent = nn.functional.binary_cross_entropy_with_logits(said[~ours, 4], inside[~ours]) if (~ours).any() else 0.0
        return moved + absent + 0.5 * nn.functional.cross_entropy(named, games)

    take()
    if start is not None and start.suffix == ".onnx":
        settled_in(network, lambda: batch()[0])
    for step, smooth in descend(network, RATE, minutes, loss):
        if step % TOLD_EVERY == 0:
            take()
            yield f"step {step} pictures {len(taken)} loss {smooth:.3f} named {right[0]:.3f}", network


if __name__ == "__main__":
    main()
