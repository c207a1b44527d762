"""What is learnt: where in a cell the middle of each cell of a grid lies, and whether it lies on a board."""

import torch
from torch import Tensor, nn

OUTPUTS = 5
"""How sure it is (along the cosine and the sine) of where in a cell it lies to the right, the same down, and log-odds
for lying on a board."""
MOST_SURE = 30.0


def loss_of(said: Tensor, there: Tensor, inside: Tensor) -> Tensor:
    """Minus the logarithm of the likelihood of a von Mises distribution of the phase in either direction, on a board,
    and the cross entropy of whether it is one (Bishop, Pattern Recognition and Machine Learning, 2.3.8)."""
    phase = 2 * torch.pi * (there - 0.5)
    lost = []
    for axis in range(2):
        cosine, sine = said[:, 2 * axis], said[:, 2 * axis + 1]
        sure = torch.sqrt(cosine**2 + sine**2 + 1e-6)
        shrunk = torch.clamp(MOST_SURE / sure, max=1.0)
        along = (cosine * torch.cos(phase[:, axis]) + sine * torch.sin(phase[:, axis])) * shrunk
        sure = sure * shrunk
        lost.append(torch.log(torch.special.i0e(sure)) + sure - along)
    on_board = sum(lost) * inside
    odds = nn.functional.binary_cross_entropy_with_logits(said[:, 4], inside)
    return on_board.sum() / inside.sum().clamp(min=1.0) + odds
