"""Four hundred flipped, cut, zeroed or grown files of matches: each is detected or as good as before (F12).

python -m tests.soak.damaged_files --trials 400
"""

import argparse
import shutil
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

from tests.web.damage import HEADER, kept, played, trial
from web.record.store import Store

EVENTS = 300
FILES = ("matches.sqlite3", "matches.sqlite3-wal", "matches.backup.sqlite3", "matches.last")


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trials", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(words)
    with tempfile.TemporaryDirectory(prefix="polyref-damaged-") as name:
        folder = Path(name)
        played(folder / "whole", EVENTS)
        kept(folder / "whole")  # so that there is a backup
        crashed = _crashed(folder)
        for file in FILES:
            whole = crashed if file.endswith("-wal") else folder / "whole"
            number = given.trials if file == FILES[0] else given.trials // 4
            print(f"{file}: {number} damaged, {_tally(folder, whole, file, number, given.seed)}")


def _tally(folder: Path, whole: Path, file: str, number: int, seed: int) -> str:
    before = kept(Path(shutil.copytree(whole, folder / "before")))
    shutil.rmtree(folder / "before")
    dice, found = Random(seed), Counter[str]()
    for _ in range(number):
        found[trial(whole, folder / "trial", before, dice, file)] += 1
        shutil.rmtree(folder / "trial")
    if not set(found) <= {"detected", "harmless"}:
        raise SystemExit(f"{file}: {dict(found)}")
    return f"{found['detected']} detected, {found['harmless']} harmless"


def _crashed(folder: Path) -> Path:
    """A folder as it lies on disk when the process was killed: with its write-ahead log."""
    shutil.copytree(folder / "whole", folder / "open")
    with Store(folder / "open") as store:
        for number in range(20):
            store.append(store.begin(HEADER, "0"), f"line {number}")
        shutil.copytree(folder / "open", folder / "crashed", ignore=shutil.ignore_patterns("*-shm", "lock*"))
    return folder / "crashed"


if __name__ == "__main__":
    main()
