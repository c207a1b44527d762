"""An OpenCV or an ONNX Runtime that does not load, and two wheels of OpenCV in one place: in processes of their own, as
people meet it."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.web.server import ROOT, command, environment

NO_LIBRARY = 'raise ImportError("libGL.so.1: cannot open shared object file: No such file or directory")'
HALF = '__version__ = "4.10.0"'
"""What is left of a ``cv2`` that another wheel has overwritten: it has no ``aruco``."""


def polyref(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A command that finds what stands in ``folder`` before anything that is installed."""
    found_in = os.pathsep.join((str(folder), str(ROOT)))
    return subprocess.run(
        command(*words),
        env={**environment(folder / "data"), "PYTHONPATH": found_in},
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def broken(folder: Path, said: str, *wheels: str, library: str = "cv2") -> None:
    """Puts a library there that says so, and what pip keeps of installed wheels."""
    (folder / library).mkdir()
    (folder / library / "__init__.py").write_text(said)
    for wheel in wheels:
        facts = folder / f"{wheel.replace('-', '_')}-4.10.0.dist-info"
        facts.mkdir()
        (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {wheel}\nVersion: 4.10.0\n")


def mended(done: subprocess.CompletedProcess[str], library: str = "OpenCV") -> list[tuple[str, str]]:
    """What of a library the doctor wants to have mended, and how."""
    assert (done.returncode, done.stderr) == (1, "")
    found = [json.loads(line) for line in done.stdout.splitlines()]
    return [(one["words"], one["cure"]) for one in found if one["what"] == library and one["state"] == "mend"]


@pytest.mark.fault("F37")
def test_a_missing_library_is_named_by_the_doctor_with_the_packages_that_bring_it(tmp_path: Path) -> None:
    broken(tmp_path, NO_LIBRARY)
    ((words, cure),) = mended(polyref(tmp_path, "doctor", "--json", "--port", "18434"))
    assert "libGL.so.1" in words
    assert "libgl1 libglib2.0-0" in cure
    assert "opencv-python-headless" in cure


@pytest.mark.fault("F37")
@pytest.mark.parametrize("cv2", [NO_LIBRARY, HALF])
def test_two_wheels_are_named_and_both_are_to_go(tmp_path: Path, cv2: str) -> None:
    broken(tmp_path, cv2, "opencv-python", "opencv-contrib-python")
    (mixed, cure), (unloaded, same) = mended(polyref(tmp_path, "doctor", "--json", "--port", "18434"))
    assert mixed.startswith("opencv-python and ")
    assert "cannot be loaded" in unloaded
    assert cure == same
    assert "pip uninstall opencv-python " in cure
    assert cure.endswith("then pip install opencv-python-headless")


@pytest.mark.fault("F37")
@pytest.mark.parametrize("cv2", [NO_LIBRARY, HALF])
def test_commands_that_need_pictures_say_in_one_line_what_to_do(tmp_path: Path, cv2: str) -> None:
    broken(tmp_path, cv2)
    photo = ROOT / "tests" / "data" / "photos" / "009_full.jpg"
    for words in (("read", str(photo)), ("play", "--source", str(photo), "--port", "0")):
        done = polyref(tmp_path, *words)
        assert (done.returncode, len(done.stderr.splitlines())) == (2, 1), done.stderr
        assert "opencv-python-headless" in done.stderr


@pytest.mark.fault("F37")
def test_records_are_judged_without_opencv(tmp_path: Path) -> None:
    broken(tmp_path, NO_LIBRARY)
    done = polyref(tmp_path, "replay", str(ROOT / "docs" / "match.jsonl"))
    assert (done.returncode, "Bob wins" in done.stdout) == (0, True)


@pytest.mark.parametrize("said", [NO_LIBRARY, ""], ids=["a library is missing", "half of it is left"])
def test_a_runtime_of_the_networks_that_does_not_load_is_named_with_its_cure(tmp_path: Path, said: str) -> None:
    broken(tmp_path, said, library="onnxruntime")
    ((words, cure),) = mended(polyref(tmp_path, "doctor", "--json", "--port", "18434"), "ONNX Runtime")
    assert "cannot be loaded" in words
    photo = ROOT / "tests" / "data" / "photos" / "009_full.jpg"
    done = polyref(tmp_path, "read", str(photo))
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1), done.stderr
    assert cure in done.stderr
