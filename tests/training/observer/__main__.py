"""``python -m tests.training.observer FOLDER --out FILE.onnx``."""

import argparse
from pathlib import Path

import torch

from referee.piece import packaged_piece_set
from tests.training.export import keep
from tests.training.observer.network import INPUTS
from tests.training.observer.train import train
from tests.training.schedule import add_options
from vision.cells.observe import raster
from vision.kind import KINDS


def main() -> None:
    parser = argparse.ArgumentParser(description="Trains the network of vision.cells.observe on pictures with truth.")
    parser.add_argument("folder", type=Path, help="NAME.jpg with NAME.json, as vision.simulated writes them")
    parser.add_argument("--check", type=Path, help="pictures with truth to measure on, never trained on")
    parser.add_argument("--game", default="polyssimo")
    add_options(parser)
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    shape = raster(packaged_piece_set(given.game).grid, KINDS[given.game].networks.scale).shape
    trained = train(given.folder, given.check, given.minutes, given.seed, given.start, given.game)
    keep(trained, given.out, (INPUTS, *shape))


if __name__ == "__main__":
    main()
