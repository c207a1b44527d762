"""The network: four or five halvings down to one feature column a cell, with residual blocks between them."""

from itertools import chain

import torch
from torch import Tensor, nn

INPUTS = 9
OUTPUTS = 6
FINE = 20
"""Channels after the first halving of cells of 32 pixels."""


class Residual(nn.Module):
    """Two 3 x 3 convolutions beside the identity, the first of them looking ``reach`` times as far."""

    def __init__(self, width: int, reach: int = 1) -> None:
        super().__init__()
        self.first = nn.Conv2d(width, width, 3, padding=reach, dilation=reach)
        self.second = nn.Conv2d(width, width, 3, padding=1)

    def forward(self, values: Tensor) -> Tensor:
        return torch.relu(values + self.second(torch.relu(self.first(values))))


class Observer(nn.Module):
    """From 9 x scale rows x scale cols to (6 + paints) x rows x cols logits, in the order of ``vision.observe.MARKS``
    and then the paints of ``vision.kind``. The scale, pixels a cell, is 16 or 32. A ``deep`` one has some more blocks,
    by which patterns are compared from cell to cell."""

    def __init__(self, paints: int = 0, scale: int = 16, *, deep: bool = False) -> None:
        super().__init__()
        prints = scale == 32
        fine = [nn.Conv2d(INPUTS, FINE, 4, stride=2, padding=1), nn.ReLU(), Residual(FINE)]
        self.halving = nn.Sequential(*(fine if prints else []))
        self.layers = nn.Sequential(
            nn.Conv2d(FINE if prints else INPUTS, 24, 5, stride=2, padding=2),
            nn.ReLU(),
            *([Residual(24)] if prints else []),
            nn.Conv2d(24, 48, 3, stride=2, padding=1),
            nn.ReLU(),
            Residual(48),
            Residual(48),
            *([Residual(48, 2)] if deep else []),
            nn.Conv2d(48, 72, 3, stride=2, padding=1),
            nn.ReLU(),
            Residual(72),
            Residual(72),
            *([Residual(72, 2)] if deep else []),
            nn.Conv2d(72, 112, 2, stride=2),
            nn.ReLU(),
            Residual(112),
            Residual(112),
            *([Residual(112)] if deep else []),
            nn.Conv2d(112, OUTPUTS + paints, 3, padding=1),
        )

    def forward(self, planes: Tensor) -> Tensor:
        result: Tensor = self.layers(self.halving(planes))
        return result


COLOURS = slice(0, 6)
"""Of the inputs, those that lie between -0.5 and 1.5."""
SHIFTS = slice(6, 8)


def finer(coarse: Observer, fine: Observer) -> None:
    """Makes a network for cells of 32 pixels say what one for 16 says of the picture at half its size, to go on from.

    Its first halving takes the mean of four pixels, with channels for what is below zero where that may be; the blocks
    that it has besides add nothing yet.
    """
    halving, *further = fine.halving
    first, *others = fine.layers
    known, *rest = coarse.layers
    with torch.no_grad():
        _halve(halving)
        _follow(first, known)
        for block in chain(further, others[1:2]):
            if isinstance(block, Residual):
                block.second.weight.zero_()
                block.second.bias.zero_()
    for block, given in zip([others[0], *others[2:]], rest, strict=True):
        block.load_state_dict(given.state_dict())


def _halve(halving: nn.Module) -> None:
    halving.weight[: INPUTS + 2].zero_()
    halving.bias[: INPUTS + 2].zero_()
    middle = slice(1, 3)
    for channel in range(INPUTS):
        halving.weight[channel, channel, middle, middle] = 0.25
    for number, channel in enumerate(range(INPUTS)[SHIFTS]):
        halving.weight[INPUTS + number, channel, middle, middle] = -0.25
    halving.bias[COLOURS] = 0.5


def _follow(first: nn.Module, known: nn.Module) -> None:
    first.weight[:, INPUTS + 2 :].zero_()
    first.weight[:, :INPUTS] = known.weight
    first.weight[:, INPUTS : INPUTS + 2] = -known.weight[:, SHIFTS]
    first.bias.copy_(known.bias - 0.5 * known.weight[:, COLOURS].sum(dim=(1, 2, 3)))
