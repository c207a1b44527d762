"""Whole games followed without a page, before tables and cameras of every kind.

``python -m tests.benchmarks.anywhere GAME --seeds 60 63`` plays the games of the demo before the simulated table as its
seed draws it (0 to 50 degrees off the vertical, any lamp, paints, prints and thickness) instead of a demo's comfortable
ones. Nobody answers anything, and who moves on in Patchwork is told from the patches alone. Its quilts lie side by side
as in the demo, or the players would be exchanged. *Illegal* are placements called so but for the one slip of each
game. With ``--strewn`` the pieces that are still to come lie about all around the board, right at its edge. With
``--held`` somebody holds the camera in a hand. With ``--otherwise`` another camera films it, as those of
``tests.cameras`` would, with ``--stretched`` its pictures are wider than they were, or less wide. With ``--answered``
somebody answers what is asked at once, if what happened is among the answers.
"""

import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import click
import numpy as np

from referee.match import Match
from referee.piece import PieceSet
from tests.benchmarks.demo import Said, told
from tests.cameras import a_stretch, by_another_camera, stretched
from vision.frame import Frame
from vision.live.eyes import watcher_for
from vision.names import seen_set
from vision.simulated import Film, Grip, LyingPiece, scene
from vision.simulated.quilts import side_by_side, two_quilts
from web.camera.simulated import FPS, steps
from web.companion.companion import Companion
from web.companion.infer import placement
from web.companion.naming import lying_of, move_of, name_of
from web.games.demo import rest, script, usual_players
from web.games.equipment import seen_piece_set_for
from web.scripts.script import Script

COLUMNS = ("game", "seed", "placements", "right", "wrong lines", "illegal", "problems", "questions", "over", "seconds")
FIXED = ("apart", "rim", "azimuth_deg")
"""What the tables of two quilts have of those of the demo."""


@click.command()
@click.argument("game")
@click.option("--seeds", nargs=2, default=(60, 63), show_default=True, help="First and last.")
@click.option("--strewn", is_flag=True, help="The other pieces lie about all around the board.")
@click.option("--held", is_flag=True, help="The camera is held in a hand.")
@click.option("--otherwise", is_flag=True, help="By a camera that presses, smooths, sharpens or colours it.")
@click.option("--stretched", "unsquare", is_flag=True, help="By a camera whose pixels are not square.")
@click.option("--answered", is_flag=True, help="Somebody answers what is asked.")
@click.option("--verbose", is_flag=True, help="Every event, on standard error.")
def main(
    game: str,
    seeds: tuple[int, int],
    strewn: bool,
    held: bool,
    otherwise: bool,
    unsquare: bool,
    answered: bool,
    verbose: bool,
) -> None:
    """Prints a line for every game."""
    piece_set = seen_piece_set_for(game)
    click.echo("| " + " | ".join(COLUMNS) + " |\n" + "| --- " * len(COLUMNS) + "|")
    for seed in range(seeds[0], seeds[1] + 1):
        whole, began_s = script(seed, piece_set, usual_players(game)), time.monotonic()
        lines: list[str] = []
        companion = Companion(Match.start(whole.header, piece_set), keep=lines.append, alone=True)
        seen, answering = film(whole, seed, piece_set, strewn=strewn, held=held), whole if answered else None
        shown = by_another(seen, seed) if otherwise else made_wider(seen, seed) if unsquare else seen
        events = list(events_of(companion, shown, piece_set, answering, verbose=verbose))
        found = told(whole, piece_set, lines, [Said()])
        called = [_piece(event) for event in events if event["event"] == "placed" and not event["legal"]]
        illegal = len(called) - ((whole.slip.piece, whole.slip.colour or None) in called)
        counts = [sum(event["event"] == kind for event in events) for kind in ("problem", "unsure", "over")]
        row = (game, seed, found.placements, found.right, len(found.wrong), illegal, *counts)
        click.echo("| " + " | ".join(map(str, (*row, round(time.monotonic() - began_s)))) + " |")


def _piece(event: dict[str, Any]) -> tuple[str, str | None]:
    """Which piece an event tells of, and its colour in Blokus."""
    return event["piece"], event.get("colour")


def film(
    whole: Script, seed: int, piece_set: PieceSet, *, strewn: bool = False, held: bool = False, **fixed: Any
) -> Film:
    """A whole game before the table that a seed draws, but for what is ``fixed`` of it, seen by a camera that stands or
    is held in a hand."""
    seen = seen_set(piece_set)
    if piece_set.game == "patchwork":
        seen = side_by_side(seen)
        fixed |= {name: value for name, value in two_quilts(seed, seen).items() if name in FIXED} | {"roll_deg": 0.0}
    fixed |= {"stock": True, "strewn": True} if strewn else {}
    given = [LyingPiece(name_of(move), move.cells) for move in whole.moves[: whole.given]]
    grip = Grip(seed=seed) if held else None
    return Film(scene(seed, seen, **fixed), seen, steps(whole, whole.given), FPS, given, grip)


def by_another(film: Film, seed: int) -> Iterator[tuple[Frame, dict[str, Any]]]:
    """A film as another camera would have kept it, which is the same from the first frame to the last."""
    for frame, facts in film:
        camera, moment = (np.random.default_rng((seed, 61, number)) for number in (0, frame.index))
        yield replace(frame, bgr=by_another_camera(frame.bgr, camera, moment)), facts


def made_wider(film: Film, seed: int) -> Iterator[tuple[Frame, dict[str, Any]]]:
    """A film of which all is so many times wider, or less wide, than it was."""
    stretch = a_stretch(np.random.default_rng((seed, 62)))
    for frame, facts in film:
        yield replace(frame, bgr=stretched(frame.bgr, stretch)), facts


def events_of(
    companion: Companion,
    film: Iterable[tuple[Frame, dict[str, Any]]],
    piece_set: PieceSet,
    answering: Script | None,
    *,
    verbose: bool,
) -> Iterator[dict[str, Any]]:
    """What is told of a film; with a script for ``answering``, who knows it answers what is asked."""
    eyes = watcher_for(piece_set)
    for frame, _ in film:
        events = companion.see(eyes.look(frame, companion.known()))
        if answering and (answer := _answer(companion, answering)) is not None:
            events += companion.answer(answer)
        for facts in (event.as_json() for event in events):
            if verbose:
                click.echo(str(facts), file=sys.stderr)
            yield facts


def _answer(companion: Companion, whole: Script) -> int | None:
    """Which of the alternatives that are asked about has happened, if one has; those first that tell most."""
    asked, match = companion.state.unsure, companion.match
    lying = {name_of(place) for place in lying_of(match)}
    offered = [way.pieces for way in asked.alternatives] if asked else []
    ways = [[piece for piece in pieces if piece.piece not in lying] for pieces in offered]
    for number in sorted(range(len(ways)), key=lambda number: -len(ways[number])):
        after = match
        for piece in ways[number]:
            _, after = after.play(move_of(after, placement(after, piece)))
        if after is not match and rest(after, whole) is not None:
            return number
    return None


if __name__ == "__main__":
    main()
