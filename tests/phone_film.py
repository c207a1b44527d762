"""Films for Chromium's fake camera, made of recorded frames: each phase of a game held so long that it settles."""

import json
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path

import cv2
import numpy as np

from vision.frame import Picture


def write_film(path: Path, frames: Iterable[Picture], fps: int) -> None:
    """Writes an uncompressed film, YUV4MPEG2, in which Chromium keeps the colours; sides of the frames are even."""
    with path.open("wb") as file:
        for number, bgr in enumerate(frames):
            height, width = bgr.shape[:2]
            if number == 0:
                file.write(f"YUV4MPEG2 W{width} H{height} F{fps}:1 Ip A1:1 C420jpeg\n".encode())
            file.write(b"FRAME\n" + cv2.cvtColor(bgr, cv2.COLOR_BGR2YUV_I420).tobytes())


def phases(recording: Path) -> list[tuple[bool, list[Path]]]:
    """The frames of a recording in runs: with a hand over the board, and without."""
    facts = [json.loads(line) for line in (recording / "truth.jsonl").read_text(encoding="utf-8").splitlines()]
    runs = groupby(facts, key=lambda one: (one["hand"], one["move"]))
    return [(key[0], [recording / one["file"] for one in run]) for key, run in runs]


def held(recording: Path, still: int, width: int = 1280) -> Iterable[Picture]:
    """The frames of a recording, the last one before each hand ``still`` times, with the noise of a sensor."""
    dice = np.random.default_rng(1)
    for hand, paths in phases(recording):
        for path in paths if hand else [paths[-1]] * still:
            bgr = np.asarray(cv2.imread(str(path)), np.uint8)
            small = cv2.resize(
                bgr, (width, bgr.shape[0] * width // bgr.shape[1] // 2 * 2), interpolation=cv2.INTER_AREA
            )
            noise = dice.integers(-2, 3, small.shape, dtype=np.int16)
            yield np.clip(small.astype(np.int16) + noise, 0, 255).astype(np.uint8)
