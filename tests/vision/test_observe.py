"""What quick looks see: the same as careful ones, but for what rounding changes."""

from pathlib import Path

import cv2
import numpy as np

from referee.piece import packaged_piece_set
from tests.benchmarks.truth import read_facts
from vision import observe as module
from vision.kind import POLYSSIMO, USUAL_THICKNESS
from vision.observe import observe
from vision.pose import pose_from_corners

PHOTO = Path(__file__).parents[1] / "data" / "photos" / "009_full.jpg"
CLEAR = 2.0
"""What is decided so clearly (log-odds) must not be turned round by rounding."""


def test_the_network_in_whole_numbers_sees_what_the_first_one_does(monkeypatch):
    facts, bgr = read_facts(PHOTO), cv2.imread(str(PHOTO))
    pose = pose_from_corners(np.array(facts["corners"]), packaged_piece_set("polyssimo").grid, bgr.shape[1::-1])
    asked = []

    def noted(name, planes):
        asked.append(name)
        return answer(name, planes)

    answer = module.answer
    monkeypatch.setattr(module, "answer", noted)
    quick = observe(bgr, pose, USUAL_THICKNESS)
    monkeypatch.setattr(module, "answer", lambda _, planes: answer(POLYSSIMO.first, planes))
    first = observe(bgr, pose, USUAL_THICKNESS)
    assert asked == [POLYSSIMO.quick]
    for name in ("occupied", "joined_right", "joined_down", "hidden", "troubled"):
        rounded, exact = getattr(quick, name), getattr(first, name)
        assert np.abs(rounded - exact).mean() < 0.5, name
        clear = np.abs(exact) > CLEAR
        assert (np.sign(rounded) == np.sign(exact))[clear].all(), name
