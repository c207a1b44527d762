"""Whoever looks for a module of ``vision`` finds it on the map of its package, and what imports it stands above it."""

import ast
import importlib
import re
from pathlib import Path

import pytest

import vision

ROOT = Path(vision.__file__).parent
ORDER = ("pictures", "motion", "cells", "board", "pieces", "faults", "read", "live", "drawing", "lens", "simulated")
"""Each may import those before it, and what all share."""


@pytest.mark.parametrize("name", ["", *(name for name in ORDER if name not in ("read", "simulated"))])
def test_every_module_is_on_the_map_once_and_nothing_else_is(name: str) -> None:
    package = importlib.import_module(f"vision.{name}".rstrip("."))
    there = {path.stem for path in (ROOT / name).glob("*.py")} - {"__init__"}
    there |= {path.parent.name for path in (ROOT / name).glob("*/__init__.py")}
    assert sorted(re.findall(r"``(\w+)``", package.__doc__ or "")) == sorted(there)


def test_imports_between_packages_run_one_way() -> None:
    assert {path.name for path in ROOT.iterdir() if (path / "__init__.py").is_file()} | {"read"} == set(ORDER)
    shared = {path.stem for path in ROOT.glob("*.py")} - {"read", "__init__"}
    for path in ROOT.rglob("*.py"):
        above = path.relative_to(ROOT).parts[0].removesuffix(".py")
        allowed = (
            shared if above in shared else shared | set(ORDER[: ORDER.index(above) + 1]) if above in ORDER else set()
        )
        assert parts_imported(path) <= allowed, path


def parts_imported(path: Path) -> set[str]:
    """The packages of ``vision``, and the modules beside them, that a file imports from."""
    nodes = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.ImportFrom)]
    named = [(node.module or "").split(".") for node in nodes]
    return {parts[1] for parts in named if parts[0] == "vision" and len(parts) > 1}
