"""The network: four halvings down to one column of features a cell, then ever wider looks around."""

import torch
from torch import Tensor, nn

OUTPUTS = 5
FINE = 0.3
"""A guess that is wrong by less than this, in cells, counts as wrong by so much."""


def _seen(before: int, after: int, side: int = 3, stride: int = 1, reach: int = 1) -> nn.Sequential:
    around = side // 2 * reach
    convolution = nn.Conv2d(before, after, side, stride, around, reach, bias=False)
    return nn.Sequential(convolution, nn.BatchNorm2d(after), nn.ReLU())


class Again(nn.Module):
    """Two convolutions beside the identity, the first of them looking ``reach`` times as far."""

    def __init__(self, width: int, reach: int = 1) -> None:
        super().__init__()
        self.layers = nn.Sequential(_seen(width, width, reach=reach), _seen(width, width)[:2])

    def forward(self, values: Tensor) -> Tensor:
        return torch.relu(values + self.layers(values))


class Aligner(nn.Module):
    """From 3 x 16 rows x 16 cols (BGR, -0.5 to 0.5) to 5 x rows x cols, and as many more as there are further outputs.

    How far to the right and down (cells) the true place of what is seen there lies, the logarithm of the error of that,
    and log-odds for rows and columns being exchanged and for the grid being seen there (these two help it to learn).
    """

    def __init__(self, outputs: int = OUTPUTS) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            _seen(3, 24, 5, stride=2),
            _seen(24, 48, stride=2),
            Again(48),
            _seen(48, 72, stride=2),
            Again(72),
            _seen(72, 112, stride=2),
            Again(112),
            Again(112, 2),
            Again(112, 4),
            Again(112, 2),
            Again(112),
            nn.Conv2d(112, outputs, 3, padding=1),
        )
        nn.init.zeros_(self.layers[-1].weight)

    def forward(self, view: Tensor) -> Tensor:
        result: Tensor = self.layers(view)
        return result


def loss_of(said: Tensor, wanted: Tensor, inside: Tensor, turned: Tensor) -> Tensor:
    """The error against what was to be moved; the width of a Laplace distribution of it; and two cross entropies."""
    error = (said[:, :2] - wanted).abs().sum(dim=1)
    moved = (error.mean(dim=(1, 2)) / (FINE + wanted.abs().sum(dim=1).mean(dim=(1, 2)))).mean()
    width = said[:, 2].clamp(-5, 3)
    sure = (error.detach() * torch.exp(-width) + 2 * width).mean()
    odds = nn.functional.binary_cross_entropy_with_logits
    return 3 * moved + 0.3 * sure + odds(said[:, 3].mean(dim=(1, 2)), turned) + 3 * odds(said[:, 4], inside)
