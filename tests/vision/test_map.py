"""Whoever looks for a module finds it on the map."""

import re
from pathlib import Path

import vision


def test_every_module_is_on_the_map_once_and_nothing_else_is() -> None:
    there = {path.stem for path in Path(vision.__file__).parent.glob("*.py")} - {"__init__"}
    named = re.findall(r"``(\w+)``", vision.__doc__ or "")
    assert sorted(named) == sorted(there | {"simulated"})
