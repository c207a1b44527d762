"""A trained network as the project carries it: ONNX, for inputs of any height and width, with slim weights.

Weights rounded to what half precision would keep do as well, and pack to about 60 percent of their size.
"""

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn

BITS = 12
"""Bits of the mantissa that are dropped, of 23."""


def export(network: nn.Module, path: Path, shape: tuple[int, int, int]) -> None:
    """Writes a network that takes inputs like one of the given channels, height and width."""
    torch.onnx.export(
        network,
        (torch.zeros(1, *shape),),
        str(path),
        dynamo=False,
        input_names=["seen"],
        output_names=["said"],
        dynamic_axes={"seen": {2: "tall", 3: "wide"}, "said": {2: "rows", 3: "cols"}},
        opset_version=13,
    )
    _slim(path)


def keep(trained: Iterable[tuple[str, nn.Module]], path: Path, shape: tuple[int, int, int]) -> None:
    """Prints how a training goes, and writes the network that comes with each line, its weights (.pt) beside it."""
    for line, network in trained:
        print(line, flush=True)
        export(network, path, shape)
        torch.save(network.state_dict(), path.with_suffix(".pt"))


def _slim(path: Path) -> None:
    """Rounds the weights of a network in an ONNX file."""
    model = onnx.load(str(path))
    for weights in model.graph.initializer:
        values = numpy_helper.to_array(weights)
        if values.dtype == np.float32:
            weights.CopyFrom(numpy_helper.from_array(rounded(values), weights.name))
    onnx.save(model, str(path))


def rounded(values: np.ndarray) -> np.ndarray:
    """The nearest numbers (float32) that end in ``BITS`` zero bits."""
    bits = np.ascontiguousarray(values).view(np.uint32).astype(np.uint64) + (1 << (BITS - 1))
    return np.asarray((bits >> BITS << BITS).astype(np.uint32).view(np.float32)).reshape(values.shape)
