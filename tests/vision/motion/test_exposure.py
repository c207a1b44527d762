"""A longer exposure shows more than one picture does, as long as the camera stands still."""

import numpy as np
import pytest

from tests.cameras import CAMERAS
from tests.vision.flat_table import POSE, RED, FlatTable, knocked
from vision.frame import Picture
from vision.motion.exposure import LARGEST_PX, MOST, Exposure

CLEAN = FlatTable(noise=0.0).picture(1)


def exposed(*pictures: Picture) -> Exposure:
    exposure = Exposure(pictures[0])
    for bgr in pictures[1:]:
        exposure = exposure.with_picture(bgr)
    return exposure


def noise(bgr: Picture) -> float:
    return float((bgr.astype(float) - CLEAN).std())


def test_noise_fades() -> None:
    dim = [FlatTable(noise=16.0).picture(seed) for seed in range(MOST)]
    assert noise(exposed(*dim).bgr) < 0.45 * noise(dim[0])
    assert exposed(*dim).count == MOST


def test_older_pictures_fade_too() -> None:
    before = [FlatTable(noise=4.0).picture(seed) for seed in range(2 * MOST)]
    after = [FlatTable(noise=4.0, painted={(3, 3): RED}).picture(seed) for seed in range(4 * MOST)]
    assert np.abs(exposed(*before, *after).bgr.astype(float) - exposed(*after).bgr).max() < 12
    assert exposed(*before, *after).count == MOST


@pytest.mark.parametrize(
    "other",
    [FlatTable(pose=knocked(POSE, 4.0, 0.0, 0.0)), FlatTable(light=0.7), FlatTable(pose=knocked(POSE, 0.0, 0.0, 9.0))],
)
def test_it_begins_anew_where_camera_or_light_are_others(other: FlatTable) -> None:
    bgr = other.picture(9)
    exposure = exposed(FlatTable().picture(1), FlatTable().picture(2), bgr)
    assert exposure.count == 1
    assert np.array_equal(exposure.bgr, bgr)


def test_blotches_of_colour_do_not_begin_it_anew() -> None:
    blotched = [CAMERAS["blotched"](FlatTable().picture(seed), np.random.default_rng(seed)) for seed in range(4)]
    assert exposed(*blotched).count == 4


def test_a_hand_does_not_begin_it_anew_and_hardly_stays() -> None:
    assert exposed(FlatTable().picture(1), FlatTable(arm=(7.0, 5.0)).picture(2)).count == 2


def test_large_pictures_and_those_of_another_size_stand_for_themselves() -> None:
    large = np.zeros((LARGEST_PX // 1000, 1001, 3), np.uint8)
    assert exposed(large, large).mean is large
    assert exposed(CLEAN, np.ascontiguousarray(CLEAN[::2, ::2])).count == 1
