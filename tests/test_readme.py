"""The README stays true: its examples run, its files exist."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from web.cli import COMMANDS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLES = [line for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL) for line in block.splitlines()]


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what the examples name, in which they may write."""
    folder = tmp_path_factory.mktemp("checkout")
    for part in ("docs", "tests/data/photos", "tests/data/film", "tests/data/blokus", "tests/data/patchwork"):
        shutil.copytree(ROOT / part, folder / part)
    return folder


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_runs_as_it_stands(example, checkout):
    command, *arguments = shlex.split(example)
    assert command == "polyref"
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "POLYREF_CONFIG": str(checkout / "config"),
        "POLYREF_DATA": str(checkout / "data"),
    }
    done = subprocess.run(
        [sys.executable, "-c", "from web.cli import main; main(prog_name='polyref')", *arguments],
        cwd=checkout,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_every_command_has_an_example():

    assert {command for command in COMMANDS if f"polyref {command}" not in README} <= {"demo"}
    assert "make demo" in README


def test_every_file_that_is_named_exists():
    linked = re.findall(r"\]\(([^)#:]+)\)", README)
    named = re.findall(r"`((?:referee|calibration|vision|web|tests|docs)/[\w./-]*)`", README)
    missing = [name for name in {*linked, *named} if not (ROOT / name.replace("NAME", "polyssimo")).exists()]
    assert missing == []


def test_the_two_commands_are_targets_of_the_makefile():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"^make (\w+)$", README, re.MULTILINE):
        assert f"\n{target}:" in makefile
