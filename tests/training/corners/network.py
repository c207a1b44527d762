"""The network: down to a thirty-second of the side and up to a quarter; what was seen on the way is handed on."""

import torch
from torch import Tensor, nn
from torch.nn import functional

from tests.training.observer.network import Residual

OUTPUTS = 2


def _down(before: int, after: int) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(before, after, 3, stride=2, padding=1), nn.ReLU())


def _joined(before: int, after: int) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(before, after, 3, padding=1), nn.ReLU())


class Corners(nn.Module):
    """From 3 x side x side (BGR, -0.5 to 0.5) to 2 x side/4 x side/4 logits: is a corner of the grid, lies on it."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(3, 16, 5, stride=2, padding=2), nn.ReLU())
        self.d1 = nn.Sequential(_down(16, 32), Residual(32))
        self.d2 = nn.Sequential(_down(32, 64), Residual(64), Residual(64))
        self.d3 = nn.Sequential(_down(64, 96), Residual(96), Residual(96))
        self.d4 = nn.Sequential(_down(96, 128), Residual(128, 2), Residual(128, 3))
        self.u3, self.u2, self.u1 = _joined(224, 96), _joined(160, 64), _joined(96, 24)
        self.out = nn.Conv2d(24, OUTPUTS, 3, padding=1)

    def forward(self, square: Tensor) -> Tensor:
        quarter = self.d1(self.stem(square))
        eighth = self.d2(quarter)
        sixteenth = self.d3(eighth)
        sixteenth = self.u3(torch.cat([_up(self.d4(sixteenth)), sixteenth], 1))
        eighth = self.u2(torch.cat([_up(sixteenth), eighth], 1))
        found: Tensor = self.out(self.u1(torch.cat([_up(eighth), quarter], 1)))
        return found


def _up(values: Tensor) -> Tensor:
    return functional.interpolate(values, scale_factor=2.0, mode="nearest")
