"""From a film of the sheet the pictures are taken in which it is held still, somewhere new."""

import numpy as np

from calibration.lens import Lens
from tests.vision.lens.sheets import POSES, photographed
from vision.lens.views import LensViews

TRUE = Lens((960, 540), focal_px=820.0, k1=-0.1, error_px=0.0, views=0)


def test_a_film_gives_the_pictures_in_which_the_sheet_is_held_still_somewhere_new() -> None:
    views = LensViews()
    here, there = (photographed(TRUE, pose, seed=1) for pose in (POSES[0], POSES[3]))
    film = [("1", here), ("2", here), ("3", here), ("4", there), ("5", there), ("6", np.zeros_like(here)), ("7", here)]
    assert [views.take_from_film(name, bgr) for name, bgr in film] == [False, True, False, False, True, False, False]
    assert [name for name, _ in views.views] == ["2", "5"]
    assert views.size_px == TRUE.size_px
    assert views.fit().next[0] == "take 8 more pictures, each with the sheet held another way"


def test_pictures_of_another_size_are_not_mixed_in() -> None:
    views = LensViews()
    here = photographed(TRUE, POSES[0])
    assert views.take("a", here) == ""
    assert "another size" in views.take("b", np.ascontiguousarray(here[:-20]))
    assert "not in it" in views.take("c", np.zeros_like(here))
