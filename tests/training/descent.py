"""How a network is trained against the clock, whatever it learns."""

import math
import time
from collections.abc import Callable, Iterator

import torch
from torch import Tensor, nn

from tests.training.schedule import learning_rate


def descend(network: nn.Module, rate: float, minutes: float, loss: Callable[[], Tensor]) -> Iterator[tuple[int, float]]:
    """Makes steps down the loss of one batch after another; after each yields its number and the smoothed loss."""
    optimiser = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=1e-4)
    began, step, smooth = time.monotonic(), 0, math.nan
    while (spent := (time.monotonic() - began) / 60 / minutes) < 1:
        for group in optimiser.param_groups:
            group["lr"] = learning_rate(rate, step, spent)
        optimiser.zero_grad()
        lost = loss()
        lost.backward()  # type: ignore[no-untyped-call]
        if nn.utils.clip_grad_norm_(network.parameters(), 2.0).isfinite():  # at times 16 bits overflow
            optimiser.step()
        smooth = lost.item() if math.isnan(smooth) else 0.98 * smooth + 0.02 * lost.item()
        step += 1
        yield step, smooth
