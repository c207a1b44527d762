"""People set clocks back, summer ends, a computer without a battery wakes up in 1970: nothing of it may matter."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MODULES = [path for package in ("referee", "calibration", "vision", "web") for path in (ROOT / package).rglob("*.py")]
WALL_CLOCK = {
    "time": {"time", "time_ns", "localtime", "gmtime", "ctime", "strftime"},
    "datetime": {"now", "utcnow", "today"},
    "date": {"today"},
}


@pytest.mark.fault("F14")
def test_the_wall_clock_is_read_in_one_module_only() -> None:
    readers = {path.relative_to(ROOT).as_posix() for path in MODULES if _reads_the_wall_clock(path.read_text("utf-8"))}
    assert readers == {"web/clock.py"}


@pytest.mark.fault("F14")
@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("import time\ntime.time()", True),
        ("from time import time\ntime()", True),
        ("import time as t\nt.time_ns()", True),
        ("from datetime import datetime as dt\ndt.now()", True),
        ("import datetime\ndatetime.date.today()", True),
        ("import time\ntime.monotonic()", False),
        ("from datetime import datetime\ndatetime.fromisoformat('2026-11-21')", False),
    ],
)
def test_every_way_of_reading_it_is_noticed(code: str, found: bool) -> None:
    assert _reads_the_wall_clock(code) is found


def _reads_the_wall_clock(code: str) -> bool:
    tree = ast.parse(code)
    called = {"time": "time", "datetime": "datetime", "date": "date"}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "time":
            if any(alias.name in WALL_CLOCK["time"] for alias in node.names):
                return True
        elif isinstance(node, ast.Import | ast.ImportFrom):
            called |= {alias.asname: alias.name for alias in node.names if alias.asname}
    return any(
        isinstance(node, ast.Attribute) and node.attr in WALL_CLOCK.get(called.get(_name(node.value), ""), ())
        for node in ast.walk(tree)
    )


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
