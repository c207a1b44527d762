"""What cameras make of a picture before anybody sees it: they smooth, sharpen and press it, and colour what is dark.

The sensor of the simulated table has noise of its own in each pixel; here is what the programs in cameras do after it.
And what lies between a camera and us may stretch a picture.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

import cv2
import numpy as np

from vision.frame import Picture

Generator = np.random.Generator


def blotched(bgr: Picture, rng: Generator, moment: Generator | None = None) -> Picture:
    """Coloured blotches some pixels wide, as of dim light: noise is taken out of the brightness, not of the colours.
    They are others at each ``moment`` of a film."""
    lab = cv2.cvtColor(bgr, cv2.COLOR_BGR2LAB).astype(np.float32)
    tall, wide = (round(side / rng.uniform(2, 8)) + 1 for side in bgr.shape[:2])
    strength = rng.uniform(1.5, 10)
    blotches = (moment or rng).normal(0, strength, (tall, wide, 2)).astype(np.float32)
    lab[..., 1:] += cv2.resize(blotches, bgr.shape[1::-1], interpolation=cv2.INTER_CUBIC)
    return np.asarray(cv2.cvtColor(np.clip(lab, 0, 255).astype(np.uint8), cv2.COLOR_LAB2BGR), np.uint8)


def pressed(bgr: Picture, rng: Generator, _: Generator | None = None) -> Picture:
    """Saved with hardly any bytes, which leaves blocks and ripples."""
    quality = int(rng.integers(8, 50))
    return np.asarray(
        cv2.imdecode(cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR), np.uint8
    )


def smoothed(bgr: Picture, rng: Generator, _: Generator | None = None) -> Picture:
    """Noise taken away with all that is as faint, and edges kept."""
    return np.asarray(cv2.bilateralFilter(bgr, 7, float(rng.uniform(15, 50)), 4), np.uint8)


def sharpened(bgr: Picture, rng: Generator, _: Generator | None = None) -> Picture:
    """Edges made stronger, with a bright and a dark line along them."""
    seen = bgr.astype(np.float32)
    beyond = seen - cv2.GaussianBlur(seen, (0, 0), float(rng.uniform(0.8, 2)))
    return np.asarray(np.clip(seen + np.float32(rng.uniform(0.5, 2)) * beyond, 0, 255), np.uint8)


def vivid(bgr: Picture, rng: Generator, _: Generator | None = None) -> Picture:
    """Colours made stronger or paler than they are, and of another hue, all alike."""
    lab = cv2.cvtColor(bgr.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    turn, times = rng.normal(0, 0.15), np.exp(rng.normal(0.1, 0.35))
    turned = times * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]], np.float32)
    lab[..., 1:] = lab[..., 1:] @ turned.T.astype(np.float32)
    return np.asarray(np.clip(cv2.cvtColor(lab, cv2.COLOR_LAB2BGR) * 255, 0, 255), np.uint8)


CAMERAS: Mapping[str, Callable[..., Picture]] = MappingProxyType(
    {one.__name__: one for one in (blotched, pressed, smoothed, sharpened, vivid)}
)


STRETCHED = (0.12, 0.38)
"""Logarithm of how many times pictures are wider, or less wide, than they were: 4 : 3 shown as 16 : 9 is .29."""


def a_stretch(rng: Generator) -> float:
    """How many times as long as down a picture all is drawn across it."""
    by = float(rng.uniform(*STRETCHED))
    return float(np.exp(by if rng.random() < 0.5 else -by))


def stretched(bgr: Picture, stretch: float) -> Picture:
    """A picture made lower, or less wide, so that all in it is so many times wider than it was, for its height."""
    tall, wide = bgr.shape[:2]
    size = (wide, round(tall / stretch)) if stretch > 1 else (round(wide * stretch), tall)
    return np.asarray(cv2.resize(bgr, size, interpolation=cv2.INTER_AREA), np.uint8)


def by_another_camera(bgr: Picture, rng: Generator, moment: Generator | None = None) -> Picture:
    """A picture (BGR, uint8) as one of those cameras would have kept it; sometimes two of them have had their way. With
    the same ``rng`` it is the same camera, at a ``moment`` of its film."""
    for name in rng.choice(list(CAMERAS), size=1 + (rng.random() < 0.25), replace=False):
        bgr = CAMERAS[name](bgr, rng, moment)
    return bgr
