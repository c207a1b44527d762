"""The copy of the record that the user asked for holds whole lines, and catches up after a disk that was full."""

import errno
import os
from pathlib import Path

import pytest

from tests.web.damage import HEADER
from tests.web.staged import at
from tests.web.test_failing_disk import post, table_in
from web.errors import InputError
from web.record.file import RecordFile


def full(_: int) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.fault("F10")
def test_nothing_of_a_line_is_there_that_could_not_be_written_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = RecordFile(tmp_path / "game.jsonl")
    record.follow((HEADER, "one"))
    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", full)
        with pytest.raises(InputError, match="No space left"):
            record.append("two")
    assert (tmp_path / "game.jsonl").read_text() == f"{HEADER}\none\n"
    record.catch_up((HEADER, "one", "two", "three"))
    assert (tmp_path / "game.jsonl").read_text() == f"{HEADER}\none\ntwo\nthree\n"


def test_after_a_restart_a_later_match_goes_on_in_the_file_that_it_was_in(tmp_path: Path) -> None:
    record = RecordFile(tmp_path / "game.jsonl")
    record.follow((HEADER, "one"))
    record.follow((HEADER, "two"))
    again = RecordFile(tmp_path / "game.jsonl")
    again.follow((HEADER, "two", "three"))
    again.append("four")
    assert (tmp_path / "game-2.jsonl").read_text() == f"{HEADER}\ntwo\nthree\nfour\n"
    assert (tmp_path / "game.jsonl").read_text() == f"{HEADER}\none\n"
    with pytest.raises(InputError, match="holds another match"):
        RecordFile(tmp_path / "game.jsonl").follow((HEADER, "five"))
    assert not (tmp_path / "game-3.jsonl").exists()


def test_a_file_that_somebody_else_has_changed_is_left_alone(tmp_path: Path) -> None:
    record = RecordFile(tmp_path / "game.jsonl")
    record.follow((HEADER, "one"))
    (tmp_path / "game.jsonl").write_text("my diary")
    with pytest.raises(InputError, match="changed by another program"):
        record.catch_up((HEADER, "one", "two"))
    assert (tmp_path / "game.jsonl").read_text() == "my diary"


@pytest.mark.fault("F10")
def test_the_match_goes_on_while_its_copy_cannot_be_written_and_the_copy_catches_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with table_in(tmp_path / "data") as (client, sitting):
        post(client, "match", {"players": ["Ann", "Bob"], "hands": "open"})
        sitting.copy_to(RecordFile(tmp_path / "game.jsonl"))
        with monkeypatch.context() as broken:
            broken.setattr(os, "fsync", full)
            post(client, "place", {"piece": "F", "cells": at("F", 0, 0)})
            post(client, "place", {"piece": "I", "cells": at("I", 5, 5)})
            assert "The record file is not being written" in (client.get("/api/snapshot").json or {})["notice"]
        assert len((tmp_path / "game.jsonl").read_text().splitlines()) == 1
        post(client, "place", {"piece": "X", "cells": at("X", 4, 0)})
        assert (client.get("/api/snapshot").json or {})["notice"] == ""
        assert tuple((tmp_path / "game.jsonl").read_text().splitlines()) == sitting._store.lines(1)
