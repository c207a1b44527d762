"""Small files are whole, whatever happens while they are written."""

import errno
import os
import stat
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from web.kept import keep


def test_a_file_holds_what_was_put_there_last(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "file.json"
    keep(path, "one")
    keep(path, "two é")
    assert path.read_text("utf-8") == "two é"
    keep(path, b"\x00\r\n")
    assert path.read_bytes() == b"\x00\r\n"
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no such modes")
def test_a_secret_is_for_the_user_alone_even_where_the_old_file_was_not(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    path.write_text("old")
    path.chmod(0o644)
    keep(path, "new", mode=0o600)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.fault("F10")
@pytest.mark.parametrize("call", ["open", "fsync", "replace"])
def test_where_the_disk_is_full_the_old_file_stays_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    path = tmp_path / "file"
    keep(path, "old")
    monkeypatch.setattr(Path if call == "replace" else os, call, _full)
    with pytest.raises(OSError, match="No space"):
        keep(path, "new")
    monkeypatch.undo()
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def _full(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_many_may_keep_the_same_file_at_once(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda number: keep(path, f"{number:04}" * 1000), range(100)))
    text = path.read_text()
    assert text == text[:4] * 1000
    assert list(tmp_path.iterdir()) == [path]
