"""Lights in which a photograph was not taken.

What a lens sees is given as light (height x width x 3, BGR, linear, 0 to 1) and comes back in another one, which a
generator draws.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

import cv2
import numpy as np
import numpy.typing as npt

Light = npt.NDArray[np.float32]
Generator = np.random.Generator

DISCS = (0.0015, 0.005)
"""Radius of the discs as which a lens out of focus shows points, in widths of the picture."""


def another_lamp(light: Light, rng: Generator) -> Light:
    """Another colour and brightness, and a lamp or a shadow that is wide and soft."""
    tall, wide = light.shape[:2]
    colour = np.exp(rng.normal(0, [0.12, 0.04, 0.12]) + rng.normal(0, 0.25))
    down, right = np.mgrid[:tall, :wide]
    reach = rng.uniform(0.3, 0.8) * wide
    away = (right - rng.uniform(0, wide)) ** 2 + (down - rng.uniform(0, tall)) ** 2
    lamp = 1 + rng.uniform(-0.45, 0.8) * np.exp(-away / (2 * reach**2))
    return _seen(light * colour * lamp[..., None])


def longer(light: Light, rng: Generator) -> Light:
    """Too long an exposure, so that what is white burns out."""
    return _seen(light * rng.uniform(1.6, 2.6))


def shorter(light: Light, rng: Generator) -> Light:
    """Too short an exposure."""
    return _seen(light * rng.uniform(0.08, 0.25))


def warm(light: Light, rng: Generator) -> Light:
    """An evening lamp that nothing makes up for."""
    return _seen(light * np.array([rng.uniform(0.35, 0.6), rng.uniform(0.75, 0.9), 1.0]))


def cold(light: Light, rng: Generator) -> Light:
    """A blue sky that nothing makes up for."""
    return _seen(light * np.array([1.1, 0.95, rng.uniform(0.5, 0.7)]))


def shadow(light: Light, rng: Generator) -> Light:
    """A shadow across the middle, with an edge between hard and soft."""
    beyond = _beyond_a_line(light, rng, 0.15) * light.shape[1]
    return _seen(light * (1 - rng.uniform(0.4, 0.75) * _step(beyond / rng.uniform(1, 12)))[..., None])


def mirrored(light: Light, rng: Generator) -> Light:
    """One or two lamps mirrored somewhere about the middle, which burn out what is there."""
    tall, wide = light.shape[:2]
    down, right = np.mgrid[:tall, :wide]
    for _ in range(rng.integers(1, 3)):
        reach = rng.uniform(0.04, 0.12) * wide
        away = (right - wide * rng.uniform(0.3, 0.7)) ** 2 + (down - tall * rng.uniform(0.3, 0.7)) ** 2
        light = _seen(light + (rng.uniform(0.3, 1.2) * np.exp(-away / (2 * reach**2)))[..., None])
    return light


def veiled(light: Light, rng: Generator) -> Light:
    """A dirty lens, or fog: some light lies over all of it."""
    return _seen(light + rng.uniform(0.05, 0.2))


def two_lamps(light: Light, rng: Generator) -> Light:
    """A cold lamp at one side and a warm one at the other."""
    share = _step(8 * _beyond_a_line(light, rng, 0.0))[..., None]
    return _seen(light * ((1 - share) * np.array([1.1, 0.85, 0.5]) + share * np.array([0.75, 1.0, 1.2])))


def unfocused(light: Light, rng: Generator) -> Light:
    """Another lamp, and a lens that is out of focus."""
    return out_of_focus(another_lamp(light, rng), rng.uniform(*DISCS) * light.shape[1])


def out_of_focus(light: Light, radius: float) -> Light:
    """Each point seen as a disc of so many pixels' radius."""
    reach = int(np.ceil(radius))
    down, right = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    disc = (np.hypot(right, down) <= radius).astype(np.float32)
    return np.asarray(cv2.filter2D(light, -1, disc / disc.sum()), np.float32)


def any_of_them(light: Light, rng: Generator) -> Light:
    """Any of those that are harder than another lamp."""
    return HARDER[rng.choice(sorted(HARDER))](light, rng)


def _beyond_a_line(light: Light, rng: Generator, off: float) -> npt.NDArray[np.float64]:
    """How far each point lies beyond a line that passes the middle at ``off`` at the most, in widths of the picture."""
    tall, wide = light.shape[:2]
    down, right = np.mgrid[:tall, :wide]
    turn, (x, y) = rng.uniform(0, 2 * np.pi), rng.uniform(0.5 - off, 0.5 + off, 2)
    return np.asarray((right / wide - x) * np.cos(turn) + (down - y * tall) / wide * np.sin(turn))


def _step(beyond: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return np.asarray(1 / (1 + np.exp(-beyond.clip(-50, 50))))


def _seen(light: npt.NDArray[np.floating]) -> Light:
    return np.asarray(np.clip(light, 0, 1), np.float32)


HARDER: Mapping[str, Callable[[Light, Generator], Light]] = MappingProxyType(
    {
        "longer": longer,
        "shorter": shorter,
        "warm": warm,
        "cold": cold,
        "shadow": shadow,
        "mirrored": mirrored,
        "veiled": veiled,
        "two-lamps": two_lamps,
    }
)
LIGHTS = MappingProxyType({"another-lamp": another_lamp, "any": any_of_them, "unfocused": unfocused, **HARDER})
