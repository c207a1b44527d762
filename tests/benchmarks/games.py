"""How well whole games before the simulated camera are refereed: ``python -m tests.benchmarks.games --seeds 1 4``.

Each seed plays the game of its demo, with the one overlap that is put right; with ``--wide`` before tables and cameras
of every kind (0 to 50 degrees off the vertical, any thickness) instead of the demo's comfortable ones; there, with
``--strewn``, the pieces that are still to come lie about all around the board, right at its edge.
"""

import sys
import time
from collections.abc import Iterator
from typing import Any

import click

from referee.match import Match
from referee.piece import PieceSet, packaged_piece_set
from tests.benchmarks.film import referee
from tests.benchmarks.recorded import RecordedScore, parse_recorded, score_recorded
from vision.frame import Frame
from vision.live.eyes import watcher_for
from vision.simulated import Film, scene
from web.camera.simulated import FPS, shots, steps
from web.games.demo import script
from web.scripts.script import Script

COLUMNS = ("seed", "placements", "right", "invented", "overlap named", "false alarms", "questions", "winner", "seconds")


@click.command()
@click.option("--seeds", nargs=2, default=(1, 4), show_default=True, help="First and last.")
@click.option("--wide", is_flag=True, help="Tables and cameras of every kind.")
@click.option("--strewn", is_flag=True, help="The other pieces lie about all around the board.")
@click.option("--verbose", is_flag=True, help="Every event, on standard error.")
def main(seeds: tuple[int, int], wide: bool, strewn: bool, verbose: bool) -> None:
    """Prints a line for every simulated game, and a total."""
    if strewn and not wide:
        raise click.UsageError("--strewn is for the tables of --wide: give both")
    piece_set = packaged_piece_set("polyssimo")
    click.echo("| " + " | ".join(COLUMNS) + " |\n" + "| --- " * len(COLUMNS) + "|")
    total = [0] * 6
    for seed in range(seeds[0], seeds[1] + 1):
        began = time.perf_counter()
        score, won = played(seed, piece_set, wide=wide, strewn=strewn, verbose=verbose)
        shown = counts(score)
        total = [a + b for a, b in zip(total, shown, strict=True)]
        cells = (seed, *shown, "right" if won else "missed", round(time.perf_counter() - began))
        click.echo("| " + " | ".join(map(str, cells)) + " |")
    click.echo("| all | " + " | ".join(map(str, total)) + " | | |")


def counts(score: RecordedScore) -> list[int]:
    """Placements, right ones in order, invented, overlaps named, false alarms and questions."""
    alarms = len(score.false_alarms) + len(score.called_illegal)
    return [score.placements, score.in_order, len(score.invented), score.named, alarms, score.questions]


def played(
    seed: int, piece_set: PieceSet, *, wide: bool, strewn: bool = False, verbose: bool = False
) -> tuple[RecordedScore, bool]:
    """The figures of one game, and whether the right winner was announced."""
    whole = script(seed, piece_set)
    about = {"stock": True, "strewn": True} if strewn else {}
    film = Film(scene(seed, **about), piece_set, steps(whole, 0), FPS) if wide else shots(whole, 0, seed, piece_set)
    facts: list[dict[str, Any]] = []
    events = []
    for event in referee(_kept(film, facts), watcher_for(piece_set), whole.header, piece_set):
        events.append(event)
        if verbose:
            click.echo(str(event), file=sys.stderr)
    truth = parse_recorded(facts, {player: sorted(hand) for player, hand in (whole.header.hands or {}).items()})
    score = score_recorded(truth, events)
    return score, score.outcome is not None and score.outcome["winners"] == list(_winners(whole, piece_set))


def _kept(film: Film, facts: list[dict[str, Any]]) -> Iterator[Frame]:
    for frame, truth in film:
        facts.append(truth)
        yield frame


def _winners(whole: Script, piece_set: PieceSet) -> tuple[str, ...]:
    match = Match.start(whole.header, piece_set)
    for move in whole.moves:
        _, match = match.play(move)
    return match.outcome.winners


if __name__ == "__main__":
    main()
