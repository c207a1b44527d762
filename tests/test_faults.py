"""The table of faults tells the truth: every fault has its row, and every test named there bears its mark."""

import ast
import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[1]
TABLE = ROOT / "docs" / "FAULTS.md"
FAULTS = [f"F{number}" for number in range(1, 39)]


def test_every_fault_has_one_row_that_says_how_it_stands() -> None:
    rows = _rows()
    assert list(rows) == FAULTS
    for fault, (tests, result) in rows.items():
        assert result.strip(" -"), f"{fault} has no result"
        assert _named(tests) or re.search(r"cannot|not yet", result), f"{fault} names no test and does not say why"


def test_every_test_named_in_the_table_is_there_and_bears_the_mark_of_its_fault() -> None:
    for fault, (tests, _) in _rows().items():
        for path, name in _named(tests):
            assert fault in _marks(ROOT / path).get(name, ()), f"{path}::{name} has no mark {fault}"


def _rows() -> dict[str, tuple[str, str]]:
    """By fault: the tests as the table names them, and the result."""
    cells = [[cell.strip() for cell in line.strip("| \n").split("|")] for line in TABLE.read_text("utf-8").splitlines()]
    return {row[0]: (row[2], row[3]) for row in cells if re.fullmatch(r"F\d+", row[0]) and len(row) == 4}


def _named(cell: str) -> list[tuple[str, str]]:
    """Tests as ``file.py::name``, in the folder of tests."""
    return [(f"tests/{path}", name) for path, name in re.findall(r"`([\w/]+\.py)::(\w+)`", cell)]


def _marks(path: Path) -> dict[str, set[str]]:
    """By test: the faults that its marks name."""
    found: dict[str, set[str]] = defaultdict(set)
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.fault":
                    found[node.name] |= {value.value for value in mark.args if isinstance(value, ast.Constant)}
    return found
