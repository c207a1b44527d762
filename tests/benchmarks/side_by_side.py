"""Two sets of pictures side by side, by condition: ``python -m tests.benchmarks.side_by_side A.json B.json``.

Both files are written by ``tests.benchmarks.recognition --json``. The simulated table must be no easier than
photographs: where its share of boards that are not exactly right is under half of theirs, it is marked.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Tally:
    """Boards of one condition: how many there are, and how many were found and exactly right."""

    pictures: int = 0
    found: int = 0
    exact: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.pictures + other.pictures, self.found + other.found, self.exact + other.exact)

    @property
    def fault(self) -> float:
        """Share of boards that are not exactly right."""
        return 1 - self.exact / self.pictures if self.pictures else 0.0

    def __str__(self) -> str:
        return f"{self.exact} of {self.pictures} ({1 - self.fault:.0%})" if self.pictures else "-"


@click.command()
@click.argument("first", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("second", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--names", nargs=2, default=("photographs", "simulated"), show_default=True)
def main(first: Path, second: Path, names: tuple[str, str]) -> None:
    """Prints the exactly right boards of both files, by condition."""
    one, other = tallies(_pictures(first)), tallies(_pictures(second))
    click.echo(f"| exactly right | {names[0]} | {names[1]} | faults of {names[1]} against {names[0]} |")
    click.echo("| --- | --- | --- | --- |")
    for key in [key for key in one if key in other]:
        click.echo(f"| {' '.join(key)} | {one[key]} | {other[key]} | {against(one[key], other[key])} |")


def _pictures(path: Path) -> list[Mapping[str, Any]]:
    pictures: list[Mapping[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["pictures"]
    return pictures


def tallies(pictures: Iterable[Mapping[str, Any]]) -> dict[Key, Tally]:
    """The tally of all pictures, under ``("all", "")``, and of every value of every condition."""
    found: dict[Key, Tally] = defaultdict(Tally)
    for picture in pictures:
        one = Tally(1, int(picture["found"]), int(picture["exact"]))
        for key in [("all", ""), *picture["conditions"].items()]:
            found[key] += one
    return dict(found)


def against(one: Tally, other: Tally) -> str:
    """How the share of faults of the other compares with that of the one."""
    if not one.fault:
        return "more" if other.fault else "none in both"
    ratio = other.fault / one.fault
    return f"{ratio:.1f} times" + (", too easy" if ratio < 0.5 else "")


if __name__ == "__main__":
    main()
