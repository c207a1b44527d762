"""Smooth random fields for grain, weave and fibre: the same everywhere for the same seed."""

from functools import lru_cache

import cv2
import numpy as np

from vision.simulated.colour import Picture32

SIZE = 256


@lru_cache(maxsize=64)
def _tile(seed: int) -> Picture32:
    tile = np.random.default_rng((seed, 77)).standard_normal((SIZE, SIZE)).astype(np.float32)
    wrapped = np.tile(tile, (3, 3))[SIZE - 16 : 2 * SIZE + 16, SIZE - 16 : 2 * SIZE + 16]
    smooth = cv2.GaussianBlur(wrapped, (0, 0), 1.2)[16:-16, 16:-16]
    return np.asarray(smooth / smooth.std(), np.float32)


def forget() -> None:
    """Lets go of the fields of seeds that are asked for no more."""
    _tile.cache_clear()


def grain(x: Picture32, y: Picture32, seed: int, per_unit: float = 12.0) -> Picture32:
    """A random field (mean 0, deviation about 1) at points (x, y), with ``per_unit`` grains per unit of length."""
    tile = _tile(seed % 9973)
    return cv2.remap(tile, _wrapped(x * per_unit), _wrapped(y * per_unit), cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)


def _wrapped(places: Picture32) -> Picture32:
    """Where places on a plane laid with tiles are on their tile; ``np.mod`` takes thrice as long."""
    around = np.float32(SIZE - 1)
    tiles = np.floor(places / around)
    tiles *= around
    return np.asarray(np.subtract(places, tiles, out=tiles), np.float32)
