"""Colours in linear light, as BGR."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

Bgr = tuple[float, float, float]
Picture32 = npt.NDArray[Any]
"""Height x width (x 3, BGR), linear light, float32."""


def srgb(red: float, green: float, blue: float) -> Bgr:
    """Linear BGR of an sRGB colour given in 0..255."""
    values = np.clip(np.array((blue, green, red), dtype=float) / 255, 0, 1)
    b, g, r = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
    return float(b), float(g), float(r)


@lru_cache(maxsize=1)
def srgb_table() -> npt.NDArray[np.uint8]:
    """sRGB code (0..255) of 4096 equal steps of linear light."""
    linear = np.arange(4096) / 4095
    curve = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    return np.round(255 * curve).astype(np.uint8)


def grey(plane: Picture32) -> Picture32:
    """A plane (height x width) in all three channels: numpy takes thrice as long to multiply by one that has none."""
    return np.asarray(cv2.merge([plane] * 3))


def tinted(plane: Picture32, colour: Sequence[float]) -> Picture32:
    """A plane (height x width) in a colour."""
    return np.asarray(cv2.merge([plane * np.float32(share) for share in colour]))


def kelvin_bgr(kelvin: float) -> Bgr:
    """Linear BGR of a black body, green 1. A fit of blue/green and red/green that is good between 2500 and 8000 K."""
    mired = 1e6 / max(kelvin, 1500.0)
    red = float(np.exp((mired - 153.8) * 0.0029))
    blue = float(np.exp((153.8 - mired) * 0.0048))
    return blue, 1.0, red


def distinct_paints(rng: np.random.Generator, count: int, apart: float = 24.0) -> list[Bgr]:
    """Colours, none of them grey, each at least about ``apart`` (CIE Lab distance) from the others."""
    found: list[Bgr] = []
    labs: list[Picture32] = []
    while len(found) < count:
        hue, saturation, value = rng.uniform(0, 360), rng.uniform(0.35, 0.95), rng.uniform(0.35, 0.97)
        rgb = cv2.cvtColor(np.array([[[hue, saturation, value]]], np.float32), cv2.COLOR_HSV2RGB)
        lab = cv2.cvtColor(rgb, cv2.COLOR_RGB2Lab).reshape(3)
        if np.hypot(lab[1], lab[2]) > 20 and all(np.linalg.norm(lab - other) > apart for other in labs):
            labs.append(lab)
            found.append(srgb(*(float(v) * 255 for v in rgb.reshape(3))))
        apart *= 0.999
    return found
