"""Every call to the disk fails once, and once for good: those of SQLite, and below it those of the system (F9).

    python -m tests.soak.failing_disk

The second part needs a C compiler and Linux: a small library stands before the C library and lets the n-th write,
sync, truncation, opening or renaming of a file of matches fail with ENOSPC or EIO, for every n until none is left.
"""

import ctypes
import errno
import os
import shutil
import subprocess
import sys
import tempfile
from itertools import count
from pathlib import Path

from tests.web.failing import Disk
from tests.web.test_failing_disk import EXPECTED, evenings, on_disk, play_evening, record_of

HERE = Path(__file__).parent


def main() -> None:
    if "LD_PRELOAD" in os.environ and "failing_disk" in os.environ["LD_PRELOAD"]:
        below(ctypes.CDLL(os.environ["LD_PRELOAD"]))
        return
    above()
    compiler = shutil.which("cc")
    if compiler is None or not sys.platform.startswith("linux"):
        print("calls of the system: left out, for there is no C compiler here")
        return
    with tempfile.TemporaryDirectory(prefix="polyref-shim-") as folder:
        library = Path(folder) / "failing_disk.so"
        subprocess.run(
            [compiler, "-shared", "-fPIC", "-O1", "-o", library, HERE / "failing_disk.c", "-ldl"], check=True
        )
        environment = {**os.environ, "LD_PRELOAD": str(library)}
        subprocess.run([sys.executable, "-m", "tests.soak.failing_disk"], env=environment, check=True)


def above() -> None:
    """Calls to SQLite."""
    for code in ("SQLITE_FULL", "SQLITE_IOERR"):
        for late in (False, True):
            with tempfile.TemporaryDirectory(prefix="polyref-failing-") as folder:
                calls, told = evenings(Path(folder), late, code)
            how = "after it was carried out" if late else "without being carried out"
            print(f"{code} {how}: {calls} calls, {told} refusals told; what is shown was always what is kept")


def below(disk: ctypes.CDLL) -> None:
    """Calls of the system."""

    def record(folder: Path) -> list[str]:
        """What is on disk, seen by an eye for which nothing fails."""
        disk.pause_failing(1)
        found = on_disk(folder)
        disk.pause_failing(0)
        return found

    for name in ("ENOSPC", "EIO"):
        for after in (0, 1):
            told = 0
            for call in count(1):
                disk.arm(call, 0, getattr(errno, name), after)
                with tempfile.TemporaryDirectory(prefix="polyref-failing-") as folder:
                    told += play_evening(Path(folder), Disk(), record)
                    failed = disk.happened()
                    disk.arm(0, 0, 0, 0)
                    if record_of(Path(folder)) != EXPECTED:
                        raise SystemExit(f"{name} at call {call}: {record_of(Path(folder))}")
                if not failed:
                    break
            how = "after the call" if after else "instead of it"
            print(f"{name} {how}: {call - 1} calls of the system, {told} refusals told; nothing lost, nothing twice")


if __name__ == "__main__":
    main()
