"""Whoever looks for a module finds it on the map of its package, and what imports it stands above it."""

import importlib
import re
from pathlib import Path

import pytest

from tests.test_layers import imports_of

ROOT = Path(__file__).parents[1]
ORDER = {
    "vision": (
        *("pictures", "motion", "cells", "board", "pieces", "faults", "read", "live", "drawing", "lens"),
        "simulated",
    ),
    "web": (
        *("companion", "scripts", "games", "telling", "record", "shown", "doors", "camera", "hall", "routes"),
        *("serving", "commands", "cli"),
    ),
}
"""The parts of a layer: each may import those before it, and the modules beside them, which all share."""
PACKAGES = {".".join(path.parent.relative_to(ROOT).parts) for layer in ORDER for path in (ROOT / layer).rglob("*.py")}
TOLD_OTHERWISE = {"vision.simulated"}
"""Packages whose modules are told of in another way."""


def parts_of(layer: str) -> set[str]:
    """The packages and modules right in a layer."""
    folder = ROOT / layer
    return {path.stem for path in folder.glob("*.py")} | {path.parent.name for path in folder.glob("*/*.py")}


def mapped(package: str) -> list[str]:
    """The names on a package's map, in their order."""
    return re.findall(r"``([a-z_]+)``", importlib.import_module(package).__doc__ or "")


@pytest.mark.parametrize("package", sorted({*PACKAGES, "referee"} - TOLD_OTHERWISE))
def test_every_module_is_on_the_map_once_and_nothing_else_is(package: str) -> None:
    folder = ROOT.joinpath(*package.split("."))
    there = {path.stem for path in folder.glob("*.py")} | {path.parent.name for path in folder.glob("*/*.py")}
    assert sorted(mapped(package)) == sorted(there - {"__init__"})


@pytest.mark.parametrize("layer", ORDER)
def test_the_map_of_a_layer_tells_in_which_order_its_parts_stand(layer: str) -> None:
    assert [name for name in mapped(layer) if name in ORDER[layer]] == list(ORDER[layer])


@pytest.mark.parametrize("layer", ORDER)
def test_imports_between_the_parts_of_a_layer_run_one_way(layer: str) -> None:
    order, shared = ORDER[layer], parts_of(layer) - {*ORDER[layer], "__init__"}
    assert shared
    assert not [part for part in shared if (ROOT / layer / part).is_dir()], "a package that stands in no order"
    for path in (ROOT / layer).rglob("*.py"):
        part = path.relative_to(ROOT / layer).parts[0].removesuffix(".py")
        below = order[: order.index(part) + 1] if part in order else ()
        imported = {name.split(".")[1] for name in imports_of(path) if name.startswith(f"{layer}.")}
        assert imported <= shared | set(below), path


@pytest.mark.parametrize("layer", ORDER)
def test_tests_are_grouped_as_what_they_test(layer: str) -> None:
    groups = {path.parent.name for path in (ROOT / "tests" / layer).glob("*/test_*.py")}
    assert groups
    assert groups <= parts_of(layer)
