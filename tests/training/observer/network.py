"""The network: four or five halvings down to one feature column a cell, with residual blocks between them."""

import torch
from torch import Tensor, nn

INPUTS = 9
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
    """From 9 x scale rows x scale cols to so many ``outputs`` x rows x cols logits. The scale, pixels a cell, is 16 or
    32. A ``deep`` one has some more blocks, by which patterns are compared from cell to cell."""

    def __init__(self, outputs: int, scale: int = 16, *, deep: bool = False) -> None:
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
            nn.Conv2d(112, outputs, 3, padding=1),
        )

    def forward(self, planes: Tensor) -> Tensor:
        result: Tensor = self.layers(self.halving(planes))
        return result
