"""``polyref replay``: judges game records again."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import click

from referee.piece import PieceSetError
from referee.record import Header, RecordError, bare, is_header, parse_header
from referee.replay import Line
from referee.replay import replay as replayed
from web.commands.named import NamedPath
from web.errors import complain
from web.games import presented
from web.games.deal import hands_are_open
from web.games.equipment import piece_set_for

MAX_RECORD_BYTES = 16_000_000
"""A record of a whole match has a few kilobytes; what is larger is no record."""

DECIDED_BY = {
    "squares": "with the fewest squares left",
    "points": "with the most points",
    "tie-break": "by the rule for ties",
    "shared": "shared",
}
"""Why who won has won, where a game does not say it otherwise."""

DID = {
    "draft": "drafts {piece}",
    "place": "places {piece}",
    "remove": "takes {piece} away",
    "advance": "advances",
    "buy": "buys {piece}",
    "leather": "sews on a leather patch",
}


@click.command()
@click.argument("records", metavar="RECORD...", nargs=-1, required=True, type=NamedPath(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@click.option("--legal-counts", is_flag=True, help="Count the legal placements of every player before each move.")
def replay(records: tuple[Path, ...], as_json: bool, legal_counts: bool) -> None:
    """Judge game records again and say how each game stands or ended."""
    show = _show_json if as_json else partial(_show_plain, legal_counts=legal_counts)
    failed = [record for record in records if not _replayed_well(record, show, legal_counts or not as_json)]
    if failed:
        raise click.exceptions.Exit(2)


def _replayed_well(record: Path, show: Callable[[Iterator[Line], Header], None], legal_counts: bool) -> bool:
    """Shows one record; where that fails, says why on stderr."""
    try:
        every = _records(_lines(record))
    except RecordError as error:
        complain(error)
        return False
    failed = 0
    for first, lines in every:
        try:
            show(replayed(str(record), lines, piece_set_for, legal_counts, first), _header(lines))
        except (RecordError, PieceSetError) as error:
            complain(error)
            failed += 1
    return not failed


def _records(lines: list[str]) -> list[tuple[int, list[str]]]:
    """The lines of each record in a file, and the number of its first: every header but the first begins another, as
    where all matches were exported at once."""
    starts = [0, *[number for number, line in enumerate(lines) if is_header(bare(line))][1:]]
    return [(start + 1, lines[start:end]) for start, end in zip(starts, [*starts[1:], None], strict=True)]


def _lines(record: Path) -> list[str]:
    """The lines of a file. Octets that are no UTF-8 become lone surrogates, which the record's parser refuses."""
    try:
        with record.open("rb") as file:
            octets = file.read(MAX_RECORD_BYTES + 1)
    except OSError as error:
        raise RecordError(f"{record}: {error.strerror or error}; give the file of a game record") from error
    if len(octets) > MAX_RECORD_BYTES:
        raise RecordError(f"{record}: too large for a game record; give a file of at most {MAX_RECORD_BYTES} bytes")
    return octets.decode("utf-8", "surrogateescape").split("\n")


def _header(lines: list[str]) -> Header:
    """The header, or an empty one: what is wrong with it is told elsewhere."""
    first = next((line for line in lines if line.strip()), "")
    try:
        return parse_header(bare(first))
    except RecordError:
        return Header("", ())


def _show_json(lines: Iterator[Line], header: Header) -> None:
    for line in lines:
        click.echo(json.dumps(line))


def _show_plain(lines: Iterator[Line], header: Header, legal_counts: bool) -> None:
    """For people: a heading, a sentence a move, who is blocked as soon as that is so, and the result."""
    blocked: set[str] = set()
    for number, line in enumerate(lines):
        if number == 0:
            click.echo(line["record"])
        if "over" in line:
            click.echo(f"  {_result(line, header)}")
            continue
        counts = line.get("legal_placements", {})
        now_blocked = {player for player in counts if counts[player] == 0 and presented(header.game).blocks}
        for player in counts:
            if player in now_blocked - blocked:
                click.echo(f"         {player} is blocked")
        blocked = now_blocked
        click.echo(f"  {_sentence(line)}{_counts(line) if legal_counts else ''}")


def _sentence(line: Line) -> str:
    ply = f"{line['ply'] or ('draft' if line['player'] else ''):>5}"
    if line["move"] == "undo":
        did = f"{line['player']} takes back" if line["legal"] else "undo"
    else:
        did = f"{line['player']} {DID[line['move']].format(piece=_piece(line))}"
    return f"{ply}  {did}" + "".join(f"\n         ILLEGAL: {_reason(broken)}" for broken in line["violations"])


def _piece(line: Line) -> str:
    return " ".join(line[part] for part in ("colour", "piece") if part in line)


def _reason(violation: dict[str, Any]) -> str:
    cells = " ".join(f"({row},{col})" for row, col in violation["cells"])
    return f"{violation['text']}: {cells}" if cells else str(violation["text"])


def _counts(line: Line) -> str:
    counts = ", ".join(f"{player} {count}" for player, count in line.get("legal_placements", {}).items())
    return f"  [{counts}]" if counts else ""


def _result(line: Line, header: Header) -> str:
    presentation = presented(header.game)
    scores = f"{presentation.counts}: " + ", ".join(f"{player} {score}" for player, score in line["scores"].items())
    if not line["over"]:
        return f"not over; {scores}"
    win = "wins" if len(line["winners"]) == 1 else "win"
    if hands_are_open(header) and len(line["winners"]) == 1:  # what is left is the same for all, whatever they held
        return f"over; with open hands {line['winners'][0]} wins, the last to place"
    why = {**DECIDED_BY, **presentation.decided_by}[line["decided_by"]]
    return f"over; {scores}; {' and '.join(line['winners'])} {win}, {why}"
