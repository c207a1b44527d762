"""The phone is turned, and its pictures become smaller, in mid-game: the board is found anew, the game kept."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.phone_film import phases
from tests.web.scripted import POLYSSIMO, no_camera, served, wait_until
from vision.frame import Picture
from web.camera.station import Stations
from web.games import deal
from web.hall.table import Table

FILM = Path(__file__).parents[2] / "data" / "film"
HANDS = {name: tuple(hand) for name, hand in json.loads((FILM / "hands.json").read_text()).items()}


def upright(bgr: Picture) -> Picture:
    return np.asarray(cv2.rotate(bgr, cv2.ROTATE_90_CLOCKWISE), np.uint8)


def smaller(bgr: Picture) -> Picture:
    return np.asarray(cv2.resize(bgr, (960, 540), interpolation=cv2.INTER_AREA), np.uint8)


def lying(table: Table) -> list[str]:
    assert table.snapshot.match
    return [place.piece for place in table.snapshot.match.lying]


def held(bgr: Picture, roll: float, pan: float, tilt: float) -> Picture:
    """The same table by a hand that holds the phone another way, turned by so many degrees about where it is."""
    height, width = bgr.shape[:2]
    lens = np.array([[width, 0, width / 2], [0, width, height / 2], [0, 0, 1.0]])
    turn = cv2.Rodrigues(np.radians([tilt, pan, roll]))[0]
    warp = lens @ turn @ np.linalg.inv(lens)
    return np.asarray(cv2.warpPerspective(bgr, warp, (width, height), borderMode=cv2.BORDER_REFLECT), np.uint8)


STILLS = [np.asarray(cv2.imread(str(paths[-1])), np.uint8) for hand, paths in phases(FILM) if not hand]
PIECES = [piece["id"] for piece in json.loads((FILM / "truth.jsonl").read_text().splitlines()[-1])["pieces"]]
TURNED = [
    (STILLS[0], 0),
    (STILLS[1], 1),
    (upright(STILLS[1]), 1),
    (upright(STILLS[2]), 2),
    (smaller(STILLS[2]), 2),
    (smaller(STILLS[3]), 3),
]
BY_HAND = [
    (held(STILLS[0], 3, 2, 0), 0),
    (held(STILLS[1], -5, -3, 2), 1),
    (held(STILLS[2], 8, 4, -3), 2),
    (held(STILLS[3], -10, -1, 2), 3),
]


@pytest.mark.timeout(180)
@pytest.mark.parametrize("photos", [TURNED, BY_HAND], ids=["turned and resized", "held by hand"])
def test_a_game_goes_on_however_the_phone_is_held(tmp_path: Path, photos: list[tuple[Picture, int]]) -> None:
    with served(tmp_path, no_camera, stations=Stations(POLYSSIMO, tmp_path / "config"), phone_port=0) as (_, table, _):
        table.watch("phone")
        table.do(lambda sitting: sitting.begin(deal.header(POLYSSIMO, tuple(HANDS), HANDS)))
        assert table.phone
        for bgr, count in photos:
            before = table.snapshot.camera.picture
            table.phone.send(cv2.imencode(".jpg", bgr)[1].tobytes(), alone=True)
            wait_until(lambda before=before: is_seen(table, before), 60)
            wait_until(lambda count=count: len(lying(table)) == count, 60)
            assert table.snapshot.match
            assert table.snapshot.match.troubles == ()
            assert lying(table) == PIECES[:count]


def is_seen(table: Table, before: int) -> bool:
    """Whether a new picture has been looked at, at rest."""
    camera = table.snapshot.camera
    return camera.view == "settled" and camera.picture > before + 2
