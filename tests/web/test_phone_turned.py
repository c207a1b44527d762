"""The phone is turned, and its pictures become smaller, in mid-game: the board is found anew, the game kept."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.phone_film import phases
from tests.web.scripted import POLYSSIMO, no_camera, served, wait_until
from vision.frame import Picture
from web import deal
from web.station import Stations
from web.table import Table

FILM = Path(__file__).parents[1] / "data" / "film"
HANDS = {name: tuple(hand) for name, hand in json.loads((FILM / "hands.json").read_text()).items()}


def upright(bgr: Picture) -> Picture:
    return np.asarray(cv2.rotate(bgr, cv2.ROTATE_90_CLOCKWISE), np.uint8)


def smaller(bgr: Picture) -> Picture:
    return np.asarray(cv2.resize(bgr, (960, 540), interpolation=cv2.INTER_AREA), np.uint8)


def lying(table: Table) -> list[str]:
    assert table.snapshot.match
    return [place.piece for place in table.snapshot.match.lying]


@pytest.mark.timeout(180)
def test_turning_and_resizing_in_mid_game_are_survived(tmp_path: Path) -> None:
    stills = [np.asarray(cv2.imread(str(paths[-1])), np.uint8) for hand, paths in phases(FILM) if not hand]
    expected = [piece["id"] for piece in json.loads((FILM / "truth.jsonl").read_text().splitlines()[-1])["pieces"]]
    views = [stills[0], stills[1], upright(stills[1]), upright(stills[2]), smaller(stills[2]), smaller(stills[3])]
    placed = [0, 1, 1, 2, 2, 3]
    with served(tmp_path, no_camera, stations=Stations(POLYSSIMO, tmp_path / "config"), phone_port=0) as (_, table, _):
        table.watch("phone")
        table.do(lambda sitting: sitting.begin(deal.header(POLYSSIMO, tuple(HANDS), HANDS)))
        assert table.phone
        for bgr, count in zip(views, placed, strict=True):
            table.phone.send(cv2.imencode(".jpg", bgr)[1].tobytes(), alone=True)
            size = (bgr.shape[1], bgr.shape[0])
            wait_until(
                lambda size=size: table.snapshot.camera.size == size and table.snapshot.camera.view == "settled", 60
            )
            wait_until(lambda count=count: len(lying(table)) == count, 60)
            assert table.snapshot.match
            assert table.snapshot.match.troubles == ()
            assert lying(table) == expected[:count]
