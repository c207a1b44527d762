"""Whoever looks for a module finds it on the map of its package, and what imports it stands above it."""

import ast
import importlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ORDER = {
    "vision": [
        "pictures",
        "motion",
        "cells",
        "board",
        "pieces",
        "faults",
        "read",
        "live",
        "drawing",
        "lens",
        "simulated",
    ],
    "web": [
        "companion",
        "scripts",
        "games",
        "telling",
        "record",
        "shown",
        "doors",
        "camera",
        "hall",
        "routes",
        "serving",
        "commands",
        "cli",
    ],
}
"""The parts of a layer: each may import those before it, and the modules beside them, which all share."""
BY_THEMSELVES = {"vision.simulated"}
"""Packages that tell otherwise what is in them."""
PACKAGES = sorted(
    ".".join(path.parent.relative_to(ROOT).parts) for layer in ORDER for path in (ROOT / layer).rglob("__init__.py")
)


@pytest.mark.parametrize("package", sorted(set(PACKAGES) - BY_THEMSELVES))
def test_every_module_is_on_the_map_once_and_nothing_else_is(package: str) -> None:
    folder = ROOT.joinpath(*package.split("."))
    there = {path.stem for path in folder.glob("*.py")} - {"__init__"}
    there |= {path.parent.name for path in folder.glob("*/__init__.py")}
    named = re.findall(r"``([a-z_]+)``", importlib.import_module(package).__doc__ or "")
    assert sorted(named) == sorted(there)


@pytest.mark.parametrize("layer", ORDER)
def test_imports_between_the_parts_of_a_layer_run_one_way(layer: str) -> None:
    order, folder = ORDER[layer], ROOT / layer
    assert {name.split(".")[1] for name in PACKAGES if name.startswith(f"{layer}.")} <= set(order)
    shared = {path.stem for path in folder.glob("*.py")} - {*order, "__init__"}
    for path in folder.rglob("*.py"):
        part = path.relative_to(folder).parts[0].removesuffix(".py")
        below = order[: order.index(part) + 1] if part in order else ()
        assert parts_imported(path, layer) <= shared | set(below), path


def parts_imported(path: Path, layer: str) -> set[str]:
    """The packages of a layer, and the modules beside them, that a file imports from."""
    nodes = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.ImportFrom)]
    named = [(node.module or "").split(".") for node in nodes]
    within = {parts[1] for parts in named if parts[0] == layer and len(parts) > 1}
    return within | {alias.name for node in nodes if node.module == layer for alias in node.names}
