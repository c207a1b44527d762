"""Octets that are bred to reach ever more of what reads from strangers: records, pictures, requests (F20, F29).

    python -m tests.soak.fuzzing --seconds 60

Atheris changes what it has sent before and keeps what reaches something new, for so long with each of them. Whatever is
neither taken nor refused in words ends it, and is kept in a file. Linux and macOS: ``pip install -e '.[dev,fuzz]'``.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

Try = Callable[[bytes], None]

SLOWEST_S = 10
MOST_MB = 2000


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=60, help="for each")
    parser.add_argument("--only", choices=sorted(BREEDS))
    parser.add_argument("--within", help=argparse.SUPPRESS)
    given = parser.parse_args(words)
    if given.within:
        _breed(given.only, given.seconds, Path(given.within))
    for name in [given.only] if given.only else BREEDS:
        print(_bred(name, given.seconds), flush=True)


def _bred(name: str, seconds: int) -> str:
    """Breeds in a process of its own, which ends with what it finds; what came of it, in a line."""
    with tempfile.TemporaryDirectory(prefix="polyref-fuzz-") as folder:
        program = [sys.executable, "-m", __spec__.name, "--seconds", str(seconds), "--only", name, "--within", folder]
        ran = subprocess.run(program, capture_output=True, text=True, errors="replace", check=False)
        if ran.returncode:
            found = [f"{path.name}: {path.read_bytes()!r}" for path in Path(folder).glob("found-*")]
            raise SystemExit("\n".join([f"{name}: status {ran.returncode}", *ran.stderr.splitlines()[-40:], *found]))
    runs, reached = (re.findall(what, ran.stderr)[-1] for what in (r"executed_units: (\d+)", r"ft: (\d+)"))
    return f"{name}: {runs} tried in {seconds} s, which reached {reached} things; each was taken or refused in words"


def _breed(name: str, seconds: int, folder: Path) -> None:
    import atheris  # noqa: PLC0415 - it is there for this alone

    with atheris.instrument_imports(include=["referee", "vision", "web", "PIL"]):
        import tests.web.strange_records  # noqa: PLC0415
        import tests.web.test_failing_disk  # noqa: F401, PLC0415
        import vision.pictures.upload  # noqa: F401, PLC0415
    begin, seeds = BREEDS[name]
    corpus = folder / "corpus"
    corpus.mkdir()
    for number, octets in enumerate(seeds()):
        (corpus / str(number)).write_bytes(octets)
    limits = [f"-max_total_time={seconds}", f"-timeout={SLOWEST_S}", f"-rss_limit_mb={MOST_MB}", "-max_len=20000"]
    atheris.Setup(
        [name, str(corpus), *limits, f"-artifact_prefix={folder}/found-", "-print_final_stats=1"], begin(folder)
    )
    atheris.Fuzz()


def _records(folder: Path) -> Try:
    from tests.web.shelf import shelf_client  # noqa: PLC0415 - after instrumenting
    from tests.web.strange_records import round_trip  # noqa: PLC0415
    from web.record.store import Store  # noqa: PLC0415

    client = shelf_client(Store(folder / "data"))

    def attempt(octets: bytes) -> None:
        came = round_trip(client, octets)
        assert came in ("refused", "kept"), came

    return attempt


def _pictures(_: Path) -> Try:
    from vision.pictures.upload import UploadError, unpacked  # noqa: PLC0415

    def attempt(octets: bytes) -> None:
        with suppress(UploadError):
            assert unpacked(octets).ndim == 3

    return attempt


def _requests(folder: Path) -> Try:
    """The first octet tells the route, the others are the body."""
    from tests.web.test_failing_disk import table_in  # noqa: PLC0415

    client, _ = ExitStack().enter_context(table_in(folder / "data"))
    client.post("/api/match", json={"players": ["Ann", "Bob"], "hands": "open"})
    rules = client.application.url_map.iter_rules()
    paths = sorted(re.sub(r"<[^>]*>", "1", rule.rule) for rule in rules if "POST" in (rule.methods or ()))

    def attempt(octets: bytes) -> None:
        path = paths[octets[0] % len(paths)] if octets else paths[0]
        answer = client.post(path, data=octets[1:], content_type="application/json")
        assert answer.status_code != 500, f"{path}: {answer.text}"

    return attempt


def _record_seeds() -> list[bytes]:
    from tests.web.strange_records import RECORDS  # noqa: PLC0415

    return list(RECORDS.values())


def _picture_seeds() -> list[bytes]:
    import cv2  # noqa: PLC0415
    import numpy as np  # noqa: PLC0415

    from tests.soak.damaged_uploads import ENDINGS  # noqa: PLC0415

    bgr = np.random.default_rng(1).integers(0, 256, (24, 32, 3), np.uint8)
    return [cv2.imencode(ending, bgr)[1].tobytes() for ending in ENDINGS]


def _request_seeds() -> list[bytes]:
    bodies = (
        b'{"players": ["Ann", "Bob"], "hands": "open", "seed": 1, "rules": {}, "source": "none", "length": 1}',
        b'{"piece": "F", "was": "F", "cells": [[0, 1], [1, 0], [1, 1], [1, 2], [2, 2]], "length": 1}',
        b'{"game": "blokus", "players": ["Ann", "Bob"], "choices": {}, "at": 0, "index": 0, "move": {}}',
        b'{"corners": [[1, 2], [300, 4], [300, 200], [5, 220]], "paused": true, "code": "123456", "on": true}',
    )
    return [bytes([route]) + body for route in range(40) for body in bodies]


BREEDS: dict[str, tuple[Callable[[Path], Try], Callable[[], list[bytes]]]] = {
    "records": (_records, _record_seeds),
    "pictures": (_pictures, _picture_seeds),
    "requests": (_requests, _request_seeds),
}
"""What is bred: how it is tried, and what it begins with."""


if __name__ == "__main__":
    main()
