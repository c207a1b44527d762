"""``python -m tests.training.quantise FOLDER NETWORK.onnx``: a network rounded to 8 bits, for looks that cost less.

Weights and what flows between the layers become whole numbers of 8 bits, by the ranges that pictures with truth show;
the last layer, whose answers are log-odds, stays as it is. Weights are of 7 bits in truth: processors without
instructions for such sums would else overflow in them.
"""

import argparse
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import onnx
from onnxruntime.quantization import CalibrationDataReader, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

from referee.piece import packaged_piece_set
from tests.training.aligner.samples import sample as guessed
from tests.training.board import read_boards
from tests.training.observer.samples import sample
from tests.training.phases.samples import sample as laid_over
from vision.cells.observe import stacked

DATA = Path("vision/data")
TIMES = 2
"""So many grids are laid over each board."""
GUESSES, KEPT_PX = 200, 960
"""So many guesses are made of the boards of a folder; the longer sides of pictures are so long."""


class _Seen(CalibrationDataReader):  # type: ignore[misc]
    """What the network would be asked of the pictures of a folder."""

    def __init__(self, folder: Path, name: str, network: str) -> None:
        asked = {"phases": _grids, "align": _guesses}.get(network, _planes)(folder)
        self._planes = ({name: planes[None]} for planes in asked)

    def get_next(self) -> dict[str, npt.NDArray[np.float32]] | None:
        return next(self._planes, None)


def _guesses(folder: Path) -> Iterator[npt.NDArray[np.float32]]:
    """3 x H x W each: boards under guesses of their corners, as ``vision.board.align`` looks at them."""
    rng = np.random.default_rng(0)
    boards = read_boards([folder], KEPT_PX)
    for _ in range(GUESSES):
        yield guessed(boards, rng)[0]


def _grids(folder: Path) -> Iterator[npt.NDArray[np.float32]]:
    """3 x H x W each: boards of ``tests.training.phases.boards`` under a grid of ours."""
    rng, boards = np.random.default_rng(0), read_boards([folder], KEPT_PX)
    for _ in range(TIMES * len(boards)):
        yield laid_over(boards, packaged_piece_set("polyssimo").grid, rng)[0]


def _planes(folder: Path) -> Iterator[npt.NDArray[np.float32]]:
    """9 x H x W each, as ``vision.cells.observe.stacked`` has them, on either level."""
    rng = np.random.default_rng(0)
    for path in sorted(folder.glob("*.json")):
        truth, bgr = json.loads(path.read_text()), cv2.imread(str(path.with_suffix(".jpg")))
        for level in (0, 1):
            one = sample(bgr, truth, rng, level)
            yield stacked(one.upper, one.lower, one.shift, one.level, one.scale, one.white)


def main() -> None:
    parser = argparse.ArgumentParser(description="Rounds a network to 8 bits, as NAME8.")
    parser.add_argument("folder", type=Path, help="NAME.jpg with NAME.json, as it was trained on")
    parser.add_argument("network", type=Path, help="such as tests/training/networks/blokus.onnx")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        ready = Path(folder) / "ready.onnx"
        quant_pre_process(str(given.network), str(ready), skip_symbolic_shape=True)
        graph = onnx.load(str(ready)).graph
        (seen,) = graph.input
        quantize_static(
            str(ready),
            str(DATA / f"{given.network.stem}8.onnx"),
            _Seen(given.folder, seen.name, given.network.stem),
            per_channel=True,
            reduce_range=True,
            weight_type=QuantType.QInt8,
            activation_type=QuantType.QUInt8,
            nodes_to_exclude=[node.name for node in graph.node if node.op_type == "Conv"][-1:],
        )


if __name__ == "__main__":
    main()
