"""Whole games at a table where people are people: ``python -m tests.benchmarks.mishaps GAME --seeds 1 4``.

The games of ``anywhere``, but about every third move something happens besides: a piece is laid askew and then put
straight; or elsewhere, where it may lie as well, until somebody thinks better of it; the last piece, or an earlier one,
is taken up, looked at and put back; somebody knocks against the camera; the light changes. *Standing* are placements in
the record at the end that nobody made, *illegal* those called so but for the slip, *alarms* problems told of pieces
with which nothing happened.
"""

import random
import sys
import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from typing import Any

import click

from referee.match import Match
from referee.move import Place
from referee.piece import PieceSet
from tests.benchmarks.anywhere import film
from vision.kind import named, seen_set
from vision.live.eyes import watcher_for
from vision.simulated import Film, Knock, Lamp, Step, pose_on
from web.camera.simulated import FPS
from web.companion.companion import Companion
from web.companion.naming import lying_of, name_of
from web.games.demo import script, turned, usual_players
from web.games.equipment import seen_piece_set_for
from web.scripts.script import Script

COLUMNS = ("game", "seed", "placements", "mishaps", "right", "standing", "illegal", "alarms", "questions", "seconds")
SHARE = 0.35
"""How often something happens besides a move."""
DIMMER, BRIGHTER = 0.7, 1.4

Facts = dict[str, Any]
"""An event, as it goes out."""
Steps = list[Step | Knock | Lamp]
Mishap = Callable[[Match, Place, random.Random], Steps]
"""What happens before a place while the match stands so, and that place."""


def _askew(match: Match, place: Place, dice: random.Random) -> Steps:
    pose = pose_on(seen_set(match.piece_set).by_id[name_of(place)], place.cells)
    down, right = (dice.choice((-1, 1)) * dice.uniform(0.3, 0.5) for _ in range(2))
    pose = replace(pose, row=pose.row + down, col=pose.col + right, turn_deg=pose.turn_deg + dice.uniform(-15, 15))
    askew = Step(name_of(place), situation="misaligned", pose=pose, player=place.player)
    return [askew, Step(name_of(place), place.cells, lifted=True, player=place.player)]


def _elsewhere(match: Match, place: Place, dice: random.Random) -> Steps:
    legal = (move for move in match.game.legal_moves(match.position) if isinstance(move, Place))
    other = sorted({move.cells for move in legal if name_of(move) == name_of(place)} - {place.cells})
    if not other:
        return [_laid(place)]
    first = Step(name_of(place), dice.choice(other), player=place.player)
    return [first, Step(name_of(place), place.cells, lifted=True, player=place.player)]


def _last_taken_up(match: Match, place: Place, dice: random.Random) -> Steps:
    lying = lying_of(match)
    return [*(_up_and_down(lying[-1]) if lying else []), _laid(place)]


def _earlier_taken_up(match: Match, place: Place, dice: random.Random) -> Steps:
    lying = lying_of(match)
    return [*(_up_and_down(dice.choice(lying[:-1])) if len(lying) > 1 else []), _laid(place)]


def _knock(match: Match, place: Place, dice: random.Random) -> Steps:
    angles = (dice.uniform(-1.5, 1.5) for _ in range(3))
    return [Knock(*angles), _laid(place)]


def _light(match: Match, place: Place, dice: random.Random) -> Steps:
    return [Lamp(dice.choice((DIMMER, BRIGHTER))), _laid(place)]


MISHAPS: tuple[Mishap, ...] = (_askew, _elsewhere, _last_taken_up, _earlier_taken_up, _knock, _light)


def _up_and_down(place: Place) -> Steps:
    up = Step(name_of(place), None, lifted=True, player=place.player)
    return [up, Step(name_of(place), place.cells, player=place.player)]


def _laid(place: Place, situation: str = "none") -> Step:
    return Step(name_of(place), place.cells, situation, player=place.player)


def unruly(whole: Script, piece_set: PieceSet, seed: int) -> tuple[Steps, list[tuple[str, set[str]]]]:
    """What the arms do, with mishaps, and which those are: their names and the pieces concerned."""
    dice, match = random.Random(seed), Match.start(whole.header, piece_set)
    steps, happened = Steps(), list[tuple[str, set[str]]]()
    for ply, place in enumerate(whole.moves):
        if ply == whole.slip_at:
            steps.append(_laid(whole.slip, whole.situation))
            steps.append(Step(name_of(place), place.cells, lifted=True, player=place.player))
        elif ply >= whole.given:
            mishap = dice.choice(MISHAPS) if dice.random() < SHARE else None
            done = mishap(match, place, dice) if mishap else [_laid(place)]
            steps += done
            if mishap:
                happened.append((mishap.__name__, {step.piece for step in done if isinstance(step, Step)}))
        _, match = match.play(place)
    return steps, happened


@click.command()
@click.argument("game", type=click.Choice(("polyssimo", "blokus")))
@click.option("--seeds", nargs=2, default=(1, 4), show_default=True, help="First and last.")
@click.option("--verbose", is_flag=True, help="Every event and mishap, on standard error.")
def main(game: str, seeds: tuple[int, int], verbose: bool) -> None:
    """Prints a line for every game."""
    piece_set = seen_piece_set_for(game)
    click.echo("| " + " | ".join(COLUMNS) + " |\n" + "| --- " * len(COLUMNS) + "|")
    for seed in range(seeds[0], seeds[1] + 1):
        whole, began_s = script(seed, piece_set, usual_players(game)), time.monotonic()
        arms, happened = unruly(whole, piece_set, seed)
        usual = film(whole, seed, piece_set)
        companion = Companion(Match.start(whole.header, piece_set), keep=lambda line: None, alone=True)
        shown = Film(usual.scene, usual.piece_set, arms, FPS)
        events = list(_events(companion, shown, piece_set, verbose=verbose))
        concerned = {name_of(whole.slip), *(piece for _, pieces in happened for piece in pieces)}
        counts = _counts(companion, whole, concerned, events)
        row = (game, seed, len(whole.moves), len(happened), *counts, round(time.monotonic() - began_s))
        click.echo("| " + " | ".join(map(str, row)) + " |")
        if verbose:
            click.echo(str(happened), file=sys.stderr)


def _counts(companion: Companion, whole: Script, concerned: Collection[str], events: list[Facts]) -> list[int]:
    """Placements that are right in the end, others, illegal ones, alarms for nothing, and questions."""
    lying = {(name_of(place), place.cells) for place in lying_of(companion.match)}
    labelled = turned(whole.moves, companion.match.piece_set.grid)
    right = max(len(lying & {(name_of(move), cells) for move, cells in moves}) for moves in labelled)
    illegal = sum(
        event["event"] == "placed" and not event["legal"] and _name(event) != name_of(whole.slip) for event in events
    )
    alarms = sum(event["event"] == "problem" and _name(event) not in concerned for event in events)
    return [right, len(lying) - right, illegal, alarms, sum(event["event"] == "unsure" for event in events)]


def _name(event: Facts) -> str:
    return named(event["piece"], event.get("colour") or "")


def _events(companion: Companion, film: Film, piece_set: PieceSet, *, verbose: bool) -> Iterator[Facts]:
    eyes = watcher_for(piece_set)
    for frame, _ in film:
        for event in companion.see(eyes.look(frame, companion.known())):
            facts = event.as_json()
            if verbose:
                click.echo(str(facts), file=sys.stderr)
            yield facts


if __name__ == "__main__":
    main()
