"""What other cameras make of a picture that is trained on."""

import cv2
import numpy as np
import pytest

from tests.cameras import CAMERAS, by_another_camera
from tests.vision.flat_table import BLUE, RED, FlatTable
from vision.frame import Picture

SEEN = FlatTable(painted={(3, 3): RED, (3, 4): RED, (7, 8): BLUE}, noise=1.0).picture(1)


def spread(bgr: Picture, channel: int) -> float:
    """How much one channel of L*a*b* changes from pixel to pixel, in the mean."""
    lab = cv2.cvtColor(bgr, cv2.COLOR_BGR2LAB)[..., channel].astype(float)
    return float(np.abs(np.diff(lab, axis=1)).mean())


@pytest.mark.parametrize("name", CAMERAS)
def test_a_camera_keeps_what_is_seen_where_it_was(name: str) -> None:
    kept = CAMERAS[name](SEEN, np.random.default_rng(1))
    assert (kept.shape, kept.dtype) == (SEEN.shape, np.uint8)
    assert not np.array_equal(kept, SEEN)
    grey, was = (cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY).ravel() for bgr in (kept, SEEN))
    assert np.corrcoef(grey, was)[0, 1] > 0.95


def test_blotches_are_of_colour_and_smoothing_takes_noise_away() -> None:
    blotched, smoothed, sharpened = (
        CAMERAS[name](SEEN, np.random.default_rng(2)) for name in ("blotched", "smoothed", "sharpened")
    )
    assert spread(blotched, 1) > 1.5 * spread(SEEN, 1)
    assert spread(smoothed, 0) < spread(SEEN, 0) < spread(sharpened, 0)


def test_the_same_draw_gives_the_same_picture() -> None:
    first, again, other = (by_another_camera(SEEN, np.random.default_rng(seed)) for seed in (5, 5, 6))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_a_camera_is_the_same_at_each_moment_of_its_film_but_for_its_noise() -> None:
    films = [
        [CAMERAS[name](SEEN, np.random.default_rng(5), np.random.default_rng(moment)) for moment in (1, 2)]
        for name in ("pressed", "blotched")
    ]
    assert [np.array_equal(first, second) for first, second in films] == [True, False]
    first, second = (spread(bgr, 1) for bgr in films[1])
    assert first == pytest.approx(second, rel=0.05)
