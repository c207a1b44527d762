"""Imports run one way, and importing does nothing: referee <- calibration <- vision <- web."""

import ast
import importlib.metadata
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LAYERS = ("referee", "calibration", "vision", "web")
EQUIPMENT = {"referee.grid", "referee.polyomino", "referee.piece", "referee.placements", "referee.said"}
BROUGHT = {"markupsafe": "flask", "pillow": "scikit-image", "scipy": "scikit-image", "werkzeug": "flask"}
"""Libraries that come along with a declared one."""


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imports_of(path: Path) -> Iterator[str]:
    """Full names of all modules that a file imports, wherever in the file; names taken from a package are tried too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written in full"
            assert node.module
            below = [f"{node.module}.{alias.name}" for alias in node.names]
            modules = [name for name in below if is_module(name)]
            yield from modules
            if len(modules) < len(below):
                yield node.module


def is_module(name: str) -> bool:
    place = ROOT.joinpath(*name.split("."))
    return place.with_suffix(".py").is_file() or (place / "__init__.py").is_file()


PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
FILES = {module_name(path): path for layer in LAYERS for path in sorted((ROOT / layer).rglob("*.py"))}


@cache
def all_imports() -> dict[str, list[str]]:
    return {name: sorted(set(imports_of(path))) for name, path in FILES.items()}


def normal(requirement: str) -> str:
    """The bare name of a distribution: ``Flask>=3.1`` is ``flask``."""
    return re.split(r"[^\w.-]", requirement, maxsplit=1)[0].lower().replace("_", "-")


def within(*layers: str) -> list[tuple[str, str]]:
    """(module, imported module) for all imports in some layers."""
    return [(name, target) for name, targets in all_imports().items() if top(name) in layers for target in targets]


def top(name: str) -> str:
    return name.split(".", maxsplit=1)[0]


@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer_imports_only_itself_and_those_below(layer):
    above = LAYERS[LAYERS.index(layer) + 1 :]
    assert FILES, "no code found"
    assert [pair for pair in within(layer) if top(pair[1]) in (*above, "tests")] == []


def test_the_referee_uses_the_standard_library_only():
    allowed = sys.stdlib_module_names | {"referee"}
    assert [pair for pair in within("referee") if top(pair[1]) not in allowed] == []


def test_the_referee_cannot_wait_draw_or_look_at_a_clock():
    banned = {
        "threading",
        "asyncio",
        "multiprocessing",
        "subprocess",
        "socket",
        "sqlite3",
        "time",
        "datetime",
        "random",
    }
    assert [pair for pair in within("referee") if top(pair[1]) in banned] == []


def test_vision_knows_the_equipment_but_no_rule():
    known = [pair for pair in within("vision") if top(pair[1]) == "referee"]
    assert known
    assert [pair for pair in known if pair[1] not in EQUIPMENT] == []


def test_flask_appears_only_in_the_modules_that_are_routes():
    users = {name for name, target in within(*LAYERS) if top(target) in ("flask", "werkzeug")}
    assert users
    assert {name.rpartition(".")[0] for name in users} == {"web.routes"}


def test_arrays_stop_where_vision_ends():
    assert [name for name, target in within("referee", "web") if top(target) in ("numpy", "skimage", "scipy")] == []


def test_every_library_that_is_used_is_declared():
    declared = {normal(line) for line in PROJECT["dependencies"]}
    owners = importlib.metadata.packages_distributions()
    foreign = {top(target) for _, target in within(*LAYERS)} - sys.stdlib_module_names - set(LAYERS)
    used = {normal(owner) for name in foreign for owner in owners.get(name, [name])}
    assert used - set(BROUGHT) <= declared


def test_every_library_that_is_declared_is_used():
    owners = importlib.metadata.packages_distributions()
    used = {normal(owner) for _, target in within(*LAYERS) for owner in owners.get(top(target), [])}
    assert {normal(line) for line in PROJECT["dependencies"]} - used == set()


def test_importing_everything_starts_no_thread_and_prints_nothing():
    code = (
        "import importlib, sys, threading\n"
        "for name in sys.argv[1:]: importlib.import_module(name)\n"
        "print(threading.active_count())"
    )
    names = [name for name in FILES if not name.endswith("__main__")]
    done = subprocess.run(
        [sys.executable, "-c", code, *names], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "1", "")
