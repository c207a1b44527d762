"""Two thousand damaged pictures sent to the phone's door: each is taken or refused in words, none is an error of ours
(F20). ``python -m tests.soak.damaged_uploads --number 2000``
"""

import argparse
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

import cv2
import numpy as np
import psutil

from tests.web.scripted import POLYSSIMO, no_camera, wished
from web.camera.phone import PHONE
from web.camera.station import Station, Stations
from web.hall.hall import FIRST, Hall
from web.hall.sitting import Sitting
from web.hall.table import Table
from web.record.store import Store
from web.routes.app import create_phone_app
from web.settings import Settings

ENDINGS = (".jpg", ".png", ".webp", ".bmp", ".tiff")


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(words)
    before, began_s = psutil.Process().memory_info().rss, time.monotonic()
    with tempfile.TemporaryDirectory(prefix="polyref-damaged-") as name:
        seen = answers(Path(name), given.number, given.seed)
    grown = (psutil.Process().memory_info().rss - before) / 1e6
    if not set(seen) <= {"taken", "refused"}:
        raise SystemExit(f"pictures: {dict(seen)}")
    print(
        f"{given.number} damaged pictures: {seen['refused']} refused in a sentence, {seen['taken']} taken; no 500;"
        f" {time.monotonic() - began_s:.0f} s, memory grew by {grown:.0f} MB"
    )


def answers(folder: Path, number: int, seed: int) -> Counter[str]:
    """What becomes of so many damaged pictures: taken, refused, or the status of what should not be."""
    dice, seen = Random(seed), Counter[str]()
    bgr = np.random.default_rng(seed).integers(0, 256, (48, 64, 3), np.uint8)
    pictures = [cv2.imencode(ending, bgr)[1].tobytes() for ending in ENDINGS]
    settings, stations = Settings(data=folder, config=folder), Stations(POLYSSIMO, folder)
    with Store(folder) as store:
        sitting = Sitting(POLYSSIMO, store, PHONE, wished)
        hall = Hall(store, {FIRST: Table(sitting, Station(PHONE, "camera", no_camera), settings, stations)})
        phone = create_phone_app(hall.with_phone, settings, 8443).test_client()
        for one in range(number):
            octets = damaged(pictures[one % len(pictures)], dice)
            answer = phone.post(f"/phone/{stations.phone.token}/picture", data=octets)
            refused = answer.status_code == 400 and (answer.get_json(silent=True) or {}).get("error")
            seen["taken" if answer.status_code == 200 else "refused" if refused else str(answer.status_code)] += 1
    return seen


def damaged(octets: bytes, dice: Random) -> bytes:
    """A few octets changed, a piece cut out or put in twice, or the end missing."""
    spoilt = bytearray(octets)
    for _ in range(dice.randint(1, 8)):
        spoilt[dice.randrange(len(spoilt))] = dice.randrange(256)
    first, last = sorted(dice.randrange(len(spoilt) + 1) for _ in range(2))
    return bytes(dice.choice((spoilt, spoilt[:last], spoilt[:first] + spoilt[last:], spoilt[:last] + spoilt[first:])))


if __name__ == "__main__":
    main()
