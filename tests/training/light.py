"""Other light on a picture that is trained on: what lamps, cameras and lenses do to it."""

import cv2
import numpy as np
import numpy.typing as npt

from tests.benchmarks.lights import out_of_focus
from tests.cameras import by_another_camera
from vision.board.align import SCALE
from vision.frame import Picture

Floats = npt.NDArray[np.float32]
UNFOCUSED, ANOTHER_CAMERA = 0.35, 0.2
"""Shares of boards seen from above that a lens out of focus has seen, and that another camera has kept."""
DISCS = (0.08, 0.45)
"""Radius of the discs as which such a lens shows points, in cells."""


def by_another_lens(bgr: Picture, rng: np.random.Generator) -> Picture:
    """A board seen from above (``SCALE`` pixels a cell), out of focus or as another camera keeps it, or as it is."""
    if rng.random() < UNFOCUSED:
        radius = SCALE * float(rng.uniform(*DISCS))
        bgr = np.asarray(np.rint(out_of_focus(bgr.astype(np.float32), radius)), np.uint8)
    return by_another_camera(bgr, rng) if rng.random() < ANOTHER_CAMERA else bgr


def in_other_light(bgr: Picture, rng: np.random.Generator) -> Floats:
    """Colours washed out, gain and gamma changed a channel, shadows, blur and noise; from -0.5 to 0.5."""
    seen = bgr.astype(np.float32) / 255
    grey = seen.mean(axis=2, keepdims=True)
    seen = grey + (seen - grey) * np.float32(rng.uniform(0.2, 1.4))
    gain = np.exp(rng.normal(0, 0.12, 3) + rng.normal(0, 0.25)).astype(np.float32)
    seen = np.clip(seen, 0, 1) ** np.float32(np.exp(rng.normal(0, 0.35))) * gain
    pivot = rng.uniform(0.2, 0.8)
    seen = pivot + (seen - pivot) * np.float32(rng.uniform(0.4, 1.3))
    if rng.random() < 0.4:
        seen = cv2.GaussianBlur(seen, (0, 0), float(rng.uniform(0.3, 1.3)))
    if rng.random() < 0.3:
        shade = rng.normal(0, 0.15, (3, 3)).astype(np.float32)
        seen = seen + cv2.resize(shade, bgr.shape[1::-1], interpolation=cv2.INTER_CUBIC)[..., None]
    seen = seen + rng.normal(0, rng.uniform(0, 0.06), seen.shape).astype(np.float32)
    return np.asarray(np.clip(1 - seen if rng.random() < 0.05 else seen, 0, 1) - 0.5, np.float32)
