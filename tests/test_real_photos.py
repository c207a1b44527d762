"""Photographs made by other people, where they lie beside the project; they are not carried in it."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.piece import packaged_piece_set
from vision.frame import Picture
from vision.read import read_photo

REAL = Path(__file__).parents[2] / "shared" / "photos" / "real"


@pytest.fixture
def labels() -> dict[str, dict]:
    if not REAL.exists():
        pytest.skip("the photographs are not here")
    images = json.loads((REAL / "manifest.json").read_text())["images"]
    return {each["file"]: each for each in images}


def photograph(name: str) -> Picture:
    bgr = cv2.imread(str(REAL / name))
    assert bgr is not None
    return np.asarray(bgr, np.uint8)


def test_a_real_puzzle_is_read_exactly(labels: dict[str, dict]) -> None:
    name = "polyssimo/sln-21.jpg"
    [label] = labels[name]["labels"]
    sighting = read_photo(photograph(name), packaged_piece_set("polyssimo-puzzle"))
    lying = {frozenset((row, col) for row, col in piece["cells"]) for piece in label["pieces"]}
    assert {frozenset(piece.cells) for piece in sighting.pieces} == lying
    assert not sighting.uncertain
    assert not sighting.problems
