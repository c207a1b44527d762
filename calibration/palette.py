"""The paints of one set of pieces as a camera sees them today, and which of them are hard to tell apart."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from skimage.color import deltaE_ciede2000

Lab = tuple[float, float, float]

CLOSE, VERY_CLOSE = 12.0, 6.0
"""CIEDE2000 distances below which two paints are close, and below which only the shapes tell the pieces apart."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two pieces and how far their paints are apart (CIEDE2000)."""

    one: str
    other: str
    distance: float

    @property
    def very_close(self) -> bool:
        return self.distance < VERY_CLOSE


def close_pairs(paints_lab: Mapping[str, Lab]) -> tuple[Pair, ...]:
    """The pairs of pieces whose paints are close, the closest first; ``paints_lab`` in CIE L*a*b*, D65."""
    pairs = (
        Pair(one, other, difference(paints_lab[one], paints_lab[other])) for one, other in combinations(paints_lab, 2)
    )
    return tuple(sorted((pair for pair in pairs if pair.distance < CLOSE), key=lambda pair: pair.distance))


def difference(one: Lab, other: Lab) -> float:
    """How different two colours look: CIEDE2000."""
    return float(deltaE_ciede2000(np.array(one), np.array(other)))  # type: ignore[no-untyped-call]
