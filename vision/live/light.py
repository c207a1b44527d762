"""The light of now against that of before, over a whole board.

Another lamp falls otherwise on one end of a board than on the other, and what is mirrored in it goes where the lamp
goes: how much lighter each square is, and how its colour is shifted, changes smoothly over the board. It is told by
what has become of all its squares; those on which something has come to lie are few, and do not fit in.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from referee.grid import Cell

BLACK = np.array((16.0, 0.0, 0.0), np.float32)
"""Below CIE L*a*b* of nought: from here all three grow in proportion as a light is turned up (ISO/CIE 11664-4)."""
STEADY, MOSTLY = 1.0, 75
"""Where so many squares (per cent) are no farther (CIE Lab) from what they were than this in a light that has changed
everywhere alike, it has."""
BETTER = 0.7
"""Or if one that has not leaves them at more than this share of that: so they are for noise."""
ENOUGH = 40
"""From so many squares on it is told how the light changes over the board; of fewer, only how it does on the whole."""
ROUNDS = 12
"""Least absolute deviations are found by so many rounds of weighted least squares (Schlossmacher, 1973)."""
FINE, FINE_LAB = 0.003, 0.1
"""Deviations below these, of the logarithm of lightness and of CIE Lab, count alike."""
STIFF = 1e-5
"""How strongly fields are held to nought where the squares tell nothing of them."""

Lab = npt.NDArray[np.float32]
Field = npt.NDArray[Any]
"""How values change over the board: terms x values. With one term they do not."""


@dataclass(frozen=True, eq=False)
class Light:
    """By what the light is turned up (``gain``, the logarithm of a factor) and what is added to it (``tint``, CIE
    L*a*b*), as fields."""

    gain: Field
    tint: Field

    @classmethod
    def of(cls, gain: float = 1.0) -> "Light":
        """A light that is turned up so far everywhere."""
        return cls(np.log([[gain]]), np.zeros((1, 3)))

    @classmethod
    def between(cls, before: Mapping[Cell, Lab], now: Mapping[Cell, Lab]) -> "Light":
        """The light in which the squares that had these mean colours (3, CIE L*a*b*) have those of now."""
        if not before:
            return cls.of()
        first, second = (np.stack([every[cell] for cell in before]) + BLACK for every in (before, now))
        gain = np.median(second[:, :1] / first[:, :1], axis=0, keepdims=True)
        alike = cls(np.log(gain), np.median(second - first * gain, axis=0, keepdims=True))
        off = alike._off(before, now)
        if len(before) < ENOUGH or off < STEADY:
            return alike
        terms = _terms(before)
        brighter = _least_deviating(terms, np.log(second[:, :1] / first[:, :1]), FINE)
        light = cls(brighter, _least_deviating(terms, second - first * np.exp(terms @ brighter), FINE_LAB))
        return light if light._off(before, now) < BETTER * off else alike

    def _off(self, before: Mapping[Cell, Lab], now: Mapping[Cell, Lab]) -> float:
        """How far most squares are from what they would look like in it."""
        return float(np.percentile(list(self.apart(before, now).values()), MOSTLY))

    @property
    def is_alike(self) -> bool:
        """Whether it has changed everywhere alike, or not at all."""
        return len(self.gain) == 1

    def falling_on(self, looks: Mapping[Cell, Lab]) -> dict[Cell, Lab]:
        """What the same squares, or parts of them (each ... x 3, CIE L*a*b*), look like now."""
        if not looks:
            return {}
        before = np.stack(list(looks.values())) + BLACK
        terms = _terms(looks)[:, : len(self.gain)]
        factor, tint = (
            field.reshape(len(looks), *[1] * (before.ndim - 2), -1)
            for field in (np.exp(terms @ self.gain), terms @ self.tint)
        )
        now = np.asarray(before * factor - BLACK + tint, np.float32)
        now[..., 0] = np.maximum(now[..., 0], 0)  # nothing is darker than black
        return dict(zip(looks, now, strict=True))

    def apart(self, before: Mapping[Cell, Lab], now: Mapping[Cell, Lab]) -> dict[Cell, Lab]:
        """How far squares, or parts of them, are from what they would look like if nothing else had changed."""
        there = self.falling_on(before)
        if not there:
            return {}
        away = np.stack([now[cell] for cell in there]) - np.stack(list(there.values()))
        return dict(zip(there, np.linalg.norm(away, axis=-1), strict=True))


def _terms(cells: Mapping[Cell, Any]) -> Field:
    """Of what a field over the board is made up: squares x 10."""
    row, col = np.array(list(cells), float).T / 10 - 0.5
    powers = [row**down * col**right for down in range(4) for right in range(4 - down)]
    return np.stack(powers, axis=1)


def _least_deviating(terms: Field, values: Field, fine: float) -> Field:
    """The fields from which the values at some squares (squares x values) deviate least."""
    weights = np.ones_like(values)
    for _ in range(ROUNDS):
        weighted = np.einsum("nt,nv->vtn", terms, weights)
        squares = weighted @ terms
        stiff = STIFF * np.trace(squares, axis1=1, axis2=2)[:, None, None] * np.eye(terms.shape[1])
        found = np.linalg.solve(squares + stiff, np.einsum("vtn,nv->vt", weighted, values)[..., None])[..., 0].T
        weights = 1 / np.maximum(np.abs(values - terms @ found), fine)
    return np.asarray(found)
