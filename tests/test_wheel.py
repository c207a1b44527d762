"""The wheel: whoever installs it has all that runs from a checkout. ``make wheel-check`` installs one for real."""

from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

ROOT = Path(__file__).parent.parent
PACKAGES = ("referee", "calibration", "vision", "web")
LEFT_BEHIND = frozenset({".pyc"})


@pytest.fixture(scope="module")
def packed() -> set[str]:
    """The names of all files that a wheel of this checkout gets, besides what is told about it."""
    return {file.distribution_path for file in WheelBuilder(str(ROOT)).recurse_included_files()}


def test_every_file_of_the_packages_is_in_it_and_nothing_else(packed: set[str]) -> None:
    files = (path for package in PACKAGES for path in (ROOT / package).rglob("*") if path.is_file())
    assert packed == {path.relative_to(ROOT).as_posix() for path in files if path.suffix not in LEFT_BEHIND}


@pytest.mark.parametrize("kind", ["py", "json", "onnx", "html", "js", "css", "svg", "mo"])
def test_it_has_files_of_every_kind_that_polyref_opens(packed: set[str], kind: str) -> None:
    assert any(name.endswith(f".{kind}") for name in packed)


def test_the_page_about_installing_names_the_file_as_it_is_called() -> None:
    called = WheelBuilder(str(ROOT)).artifact_project_id
    assert f"{called}-py3-none-any.whl" in (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
