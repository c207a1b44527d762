"""A camera that does not open is told together with those that there are."""

from types import SimpleNamespace

import pytest

from vision.errors import SourceError
from web.camera.cameras import open_or_name_cameras


def test_the_cameras_that_there_are_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    there = [SimpleNamespace(index=200, name="Desk camera"), SimpleNamespace(index=201, name="Lid")]
    monkeypatch.setattr("web.camera.cameras.enumerate_cameras", lambda: there)
    with pytest.raises(SourceError, match=r"camera 97 gives.*cameras found: 200 \(Desk camera\), 201 \(Lid\)"):
        open_or_name_cameras("97")


def test_without_any_camera_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.camera.cameras.enumerate_cameras", list)
    with pytest.raises(SourceError, match="no camera was found on this machine"):
        open_or_name_cameras("97")


def test_other_sources_are_told_as_they_are() -> None:
    with pytest.raises(SourceError, match=r"give a camera number, a path or an address$"):
        open_or_name_cameras("nowhere")
