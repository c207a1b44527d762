"""How far a long reading is, on stderr, and only where a person looks at it."""

import sys
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

import click

T = TypeVar("T")


def progress(steps: Iterable[T], label: str, length: int | None = None) -> Iterator[T]:
    """Passes the steps on; on a terminal a bar shows how many of them are done."""
    known = length if length is not None else _length(steps)
    if not sys.stderr.isatty() or known is None or known < 2:
        yield from steps
        return
    with click.progressbar(steps, length=known, label=label, file=sys.stderr) as bar:
        yield from bar


def say(text: str) -> None:
    """A line of output, not into the middle of the bar."""
    if sys.stderr.isatty():
        click.echo("\r\x1b[K", nl=False, err=True)
    click.echo(text)


def _length(steps: Any) -> int | None:
    return len(steps) if hasattr(steps, "__len__") else None
