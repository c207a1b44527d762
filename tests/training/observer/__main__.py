"""``python -m tests.training.observer FOLDER --out FILE.onnx``."""

import argparse
from pathlib import Path

import torch

from referee.piece import packaged_piece_set
from tests.training.observer.train import export, train
from tests.training.schedule import add_options
from vision.kind import KINDS
from vision.observe import raster


def main() -> None:
    parser = argparse.ArgumentParser(description="Trains the network of vision.observe on pictures with truth.")
    parser.add_argument("folder", type=Path, help="NAME.jpg with NAME.json, as vision.simulated writes them")
    parser.add_argument("--check", type=Path, help="pictures with truth to measure on, never trained on")
    parser.add_argument("--game", default="polyssimo")
    parser.add_argument("--scale", type=int, choices=(16, 32), help="pixels a cell, if not as many as the game's")
    parser.add_argument("--coarse", action="store_true", help="what it goes on from sees half as many")
    add_options(parser)
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    scale = given.scale or KINDS[given.game].first.scale
    shape = raster(packaged_piece_set(given.game).grid, scale).shape
    for line, network in train(
        given.folder, given.check, given.minutes, given.seed, given.start, given.game, scale, coarse=given.coarse
    ):
        print(line, flush=True)
        export(network, given.out, shape)
        torch.save(network.state_dict(), given.out.with_suffix(".pt"))


if __name__ == "__main__":
    main()
