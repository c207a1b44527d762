"""Going on with a network that was trained before, from its weights or from the ONNX file that the project carries."""

from collections.abc import Callable
from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn


def resume(network: nn.Module, start: Path) -> None:
    """Fills a network with weights from a ``.pt`` or ``.onnx`` file.

    Convolutions are taken in their order; the last one may have other outputs than before: what both have is kept. In
    an ONNX file normalisations are part of the convolutions before them: those of the network begin as the identity.
    """
    if start.suffix == ".pt":
        network.load_state_dict(torch.load(start))
        return
    given = onnx.load(str(start)).graph
    values = {one.name: torch.from_numpy(numpy_helper.to_array(one).copy()) for one in given.initializer}
    kernels = [[values[name] for name in node.input[1:]] for node in given.node if node.op_type == "Conv"]
    layers = [layer for layer in network.modules() if isinstance(layer, nn.Conv2d | nn.BatchNorm2d)]
    convolutions = [number for number, layer in enumerate(layers) if isinstance(layer, nn.Conv2d)]
    for number, (weight, bias) in zip(convolutions, kernels, strict=True):
        layer = layers[number]
        _fill(layer.weight, weight)
        if layer.bias is not None:
            _fill(layer.bias, bias)
        else:
            _stand_in(layers[number + 1], bias)


def _fill(parameter: Tensor, values: Tensor) -> None:
    """Channels of both; of the others the parameter keeps its own."""
    count = min(len(parameter), len(values))
    with torch.no_grad():
        parameter[:count] = values[:count]


def _stand_in(normalisation: nn.Module, bias: Tensor) -> None:
    """A normalisation that changes nothing but to add this bias (``settled_in`` makes it normalise)."""
    assert isinstance(normalisation, nn.BatchNorm2d)
    with torch.no_grad():
        normalisation.running_mean.zero_()
        normalisation.running_var.fill_(1 - normalisation.eps)
        normalisation.weight.fill_(1)
        normalisation.bias.copy_(bias)


def settled_in(network: nn.Module, batch: Callable[[], Tensor], batches: int = 12) -> None:
    """Lets normalisations that stand in for a bias take up the spread of what passes through them, so that the network
    says the same as before and yet normalises."""
    norms = [layer for layer in network.modules() if isinstance(layer, nn.BatchNorm2d)]
    sums = {layer: [torch.zeros_like(layer.bias), torch.zeros_like(layer.bias)] for layer in norms}
    hooks = [layer.register_forward_pre_hook(_adding(sums[layer])) for layer in norms]
    network.eval()
    with torch.no_grad():
        for _ in range(batches):
            network(batch())
        for layer, (mean, square) in sums.items():
            middle, spread = mean / batches, square / batches - (mean / batches) ** 2
            layer.running_mean.copy_(middle)
            layer.running_var.copy_(spread)
            layer.bias += middle
            layer.weight.copy_(torch.sqrt(spread + layer.eps))
    for hook in hooks:
        hook.remove()
    network.train()


def _adding(total: list[Tensor]) -> Callable[[nn.Module, tuple[Tensor]], None]:
    def add(_: nn.Module, given: tuple[Tensor]) -> None:
        total[0] += given[0].mean(dim=(0, 2, 3))
        total[1] += (given[0] ** 2).mean(dim=(0, 2, 3))

    return add
