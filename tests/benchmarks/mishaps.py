"""Whole games at a table where people are people: ``python -m tests.benchmarks.mishaps GAME --seeds 1 4``.

The games of ``anywhere``, but about every third move something happens besides: a piece is laid askew and then put
straight; or elsewhere, where it may lie as well, until somebody thinks better of it; the last piece, or an earlier one,
is taken up, looked at and put back; somebody knocks against the camera; the light changes. With ``--kind carried`` the
board is turned instead, or the camera carried round the table. With ``--kind idle`` somebody thinks, with a piece or an
empty hand above the board, pushes a piece a little and puts it straight, or lays something on the board that is no
piece, and takes it away. With ``--kind lit`` other lamps are lit, or somebody leans over the table for a move. With
``--kind sunny`` the sun shines through a window, moves on, and goes behind a cloud for a move; with ``--kind focus``
the lens focuses anew, and may show everything a little larger or smaller from then on.
*Standing* are placements in the record at the end that nobody made, *illegal* those called so but for the slip,
*alarms* problems told of pieces with which nothing happened.
"""

import random
import sys
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

import click
import numpy as np

from referee.grid import GridSize
from referee.match import Match
from referee.move import Place
from referee.piece import PieceSet
from referee.polyomino import Cells
from tests.benchmarks.anywhere import events_of, film
from vision.names import STRANGER, named
from vision.pieces.wide import APART, quilt_of
from vision.simulated import (
    Carried,
    Film,
    Happening,
    Knock,
    Lamp,
    Pause,
    Push,
    Put,
    Refocus,
    Relit,
    Step,
    Thing,
    pose_on,
    scene,
)
from vision.simulated.colour import Bgr, srgb
from vision.simulated.scene import Beam, Lighting
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
THINGS = (
    Thing(srgb(150, 110, 70), 0, 0, 0.84, high=0.08),
    Thing(srgb(35, 30, 30), 0, 0, 0.8, high=0.15),
    Thing(srgb(220, 60, 40), 0, 0, 0.9, high=0.15),
    Thing(srgb(40, 80, 190), 0, 0, 0.7, high=0.1),
    Thing(srgb(235, 235, 235), 0, 0, 0.6, 0.6, high=0.6),
    Thing(srgb(70, 120, 180), 0, 0, 3.2, high=3.0),
    Thing(srgb(28, 28, 28), 0, 0, 2.8, 5.4, high=0.3),
    Thing(srgb(240, 236, 226), 0, 0, 2.2, 3.4, high=0.02),
)
"""A coin, a dark token, a red one, a blue button, a die, a cup, a phone and a card."""

Facts = dict[str, Any]
"""An event, as it goes out."""
Steps = list[Happening]


@dataclass(frozen=True, slots=True)
class Moment:
    """Before a ``place``: what has been ``laid``, on what ``others`` cells the piece may lie as well, and the table."""

    place: Place
    laid: tuple[Place, ...]
    others: Sequence[Cells]
    pieces: PieceSet
    lighting: Lighting
    dice: random.Random


Mishap = Callable[[Moment], Steps]
"""What is done instead of just laying a piece down."""


def _askew(now: Moment) -> Steps:
    pose = pose_on(now.pieces.by_id[name_of(now.place)], now.place.cells)
    down, right = (now.dice.choice((-1, 1)) * now.dice.uniform(0.3, 0.5) for _ in range(2))
    turn_deg = pose.turn_deg + now.dice.uniform(-15, 15)
    pose = replace(pose, row=pose.row + down, col=pose.col + right, turn_deg=turn_deg)
    return [Step(name_of(now.place), situation="misaligned", pose=pose, player=now.place.player), _moved(now.place)]


def _elsewhere(now: Moment) -> Steps:
    if not now.others:
        return [_laid(now.place)]
    first = Step(name_of(now.place), now.dice.choice(now.others), player=now.place.player)
    return [first, _moved(now.place)]


def _last_taken_up(now: Moment) -> Steps:
    return [*(_up_and_down(now.laid[-1]) if now.laid else []), _laid(now.place)]


def _earlier_taken_up(now: Moment) -> Steps:
    earlier = now.laid[:-1]
    return [*(_up_and_down(now.dice.choice(earlier)) if earlier else []), _laid(now.place)]


def _knock(now: Moment) -> Steps:
    return [Knock(*(now.dice.uniform(-1.5, 1.5) for _ in range(3))), _laid(now.place)]


def _light(now: Moment) -> Steps:
    factor = now.dice.choice((DIMMER, BRIGHTER))
    return [Lamp(factor), _laid(now.place), Lamp(1 / factor)]


def _board_turned(now: Moment) -> Steps:
    grid = now.pieces.grid
    quarters = now.dice.choice((1, 2, 3) if grid.rows == grid.cols else (2,))
    return [Carried(90 * quarters + now.dice.uniform(-8, 8)), _laid(now.place)]


def _carried(now: Moment) -> Steps:
    round_deg, steeper_deg = now.dice.uniform(-180, 180), now.dice.uniform(-20, 20)
    return [Carried(round_deg, steeper_deg, now.dice.uniform(0.8, 1.25), aside_deg=20.0), _laid(now.place)]


def _thinking(now: Moment) -> Steps:
    """Somebody holds the piece over where it will go, or elsewhere, or points at one that lies there."""
    places = [now.place.cells, *(now.dice.sample(now.others, 1) if now.others else ())]
    ways = [Pause(name_of(now.place), cells, now.dice.uniform(0.1, 2.0), player=now.place.player) for cells in places]
    if now.laid:
        there = now.dice.choice(now.laid)
        ways.append(Pause(name_of(there), there.cells, player=now.place.player))
    return [now.dice.choice(ways), _laid(now.place)]


def _pushed(now: Moment) -> Steps:
    """A piece is pushed a little by a sleeve, and put straight."""
    if not now.laid:
        return [_laid(now.place)]
    one = now.dice.choice(now.laid)
    down, right, turn_deg = now.dice.uniform(-0.2, 0.2), now.dice.uniform(-0.2, 0.2), now.dice.uniform(-5, 5)
    return [Push((name_of(one),), down, right, turn_deg, now.place.player), _moved(one), _laid(now.place)]


def _thing(now: Moment) -> Steps:
    """Somebody lays something else on the board for a while."""
    dice, two = now.dice, now.pieces.game == "patchwork"
    cols = now.pieces.grid.cols - (APART if two else 0)
    x = dice.uniform(0.5, cols - 0.5) + APART * dice.randrange(2 if two else 1)
    y = dice.uniform(0.5, now.pieces.grid.rows - 0.5)
    thing = replace(dice.choice(THINGS), x=x, y=y, turn_deg=dice.uniform(0, 90))
    return [Put(thing, player=now.place.player), _laid(now.place)]


def _other_lamps(now: Moment) -> Steps:
    return [Relit(scene(now.dice.randrange(10**6), now.pieces).lighting), _laid(now.place)]


def _leaning(now: Moment) -> Steps:
    """Somebody leans over the table while the next piece is laid, and sits back."""
    lit = (scene(now.dice.randrange(10**6), now.pieces).lighting for _ in range(100))
    person = next(one.person for one in lit if one.person is not None)
    return [Relit(replace(now.lighting, person=person)), _laid(now.place), Relit(now.lighting)]


def _sun_moved(now: Moment) -> Steps:
    """The sun goes on, and with it what the window lights: unseen, or slowly while the next piece is laid."""
    on, turn = now.dice.uniform(-1.5, 1.5), np.radians(now.dice.uniform(-4, 4))
    moved = tuple(_farther(beam, on, float(turn)) for beam in now.lighting.beams)
    return [Relit(replace(now.lighting, beams=moved), now.dice.choice((1, 4, 8))), _laid(now.place)]


def _farther(beam: Beam, on: float, turn: float) -> Beam:
    x, y, up = beam.direction
    turned = (x * np.cos(turn) - y * np.sin(turn), x * np.sin(turn) + y * np.cos(turn), up)
    bars = tuple((way, offset + on, width) for way, offset, width in beam.bars)
    return replace(beam, direction=turned, bars=bars)


def _clouded(now: Moment) -> Steps:
    """A cloud passes the sun while the next piece is laid."""
    left, frames = now.dice.uniform(0.05, 0.5), now.dice.choice((2, 4, 8))
    beams = tuple(replace(beam, colour=_scaled(beam.colour, left)) for beam in now.lighting.beams)
    clouded = replace(now.lighting, beams=beams, ambient=_scaled(now.lighting.ambient, now.dice.uniform(0.8, 1.5)))
    return [Relit(clouded, frames), _laid(now.place), Relit(now.lighting, frames)]


def _scaled(colour: Bgr, factor: float) -> Bgr:
    b, g, r = colour
    return factor * b, factor * g, factor * r


def _refocused(now: Moment) -> Steps:
    """The lens focuses anew as an arm comes."""
    larger, left = now.dice.uniform(-0.03, 0.03), now.dice.choice((0.0, now.dice.uniform(-0.006, 0.006)))
    frames = now.dice.choice((3, 5, 8))
    return [Refocus(1 + larger, now.dice.uniform(1, 6), 1 + left, frames), _laid(now.place)]


def _swept(now: Moment) -> Steps:
    """A sleeve sweeps a piece along with all that lies before it; they are put straight one after the other. Where
    there is room the next piece is laid meanwhile."""
    if not now.laid:
        return [_laid(now.place)]
    far, aside = now.dice.uniform(0.2, 0.7) * now.dice.choice((-1, 1)), now.dice.uniform(-0.1, 0.1)
    down, right = now.dice.choice(((far, aside), (aside, far)))
    swept = _in_the_way(now.dice.choice(now.laid), now.laid, _step(down, far), _step(right, far))
    straight = [_moved(one) for one in now.dice.sample(swept, len(swept))]
    free = now.dice.randrange(len(straight) + 1) if _is_apart(now.place, swept) else len(straight)
    push = Push(tuple(map(name_of, swept)), down, right, player=now.place.player)
    return [push, *straight[:free], _laid(now.place), *straight[free:]]


def _step(part: float, far: float) -> int:
    """Where a push goes along one axis, a cell at a time."""
    return int(np.sign(part)) if abs(part) == abs(far) else 0


def _in_the_way(first: Place, laid: Sequence[Place], down: int, right: int) -> list[Place]:
    """A piece, what it would push when it moves a cell on, and what that would."""
    swept = [first]
    for one in swept:
        before = {(row + down, col + right) for row, col in one.cells}
        swept += [other for other in laid if other not in swept and before & set(other.cells)]
    return swept


def _is_apart(place: Place, swept: Sequence[Place]) -> bool:
    """Whether no square of a place is within a cell of pieces that are swept."""
    cells = [cell for one in swept for cell in one.cells]
    return all(max(abs(row - other[0]), abs(col - other[1])) > 1 for row, col in place.cells for other in cells)


def _some_taken_up(now: Moment) -> Steps:
    """Two or three pieces are taken up one after the other, and put back in any order."""
    some = now.dice.sample(now.laid, min(len(now.laid), now.dice.choice((2, 3))))
    up = [_up_and_down(one)[0] for one in some]
    return [*up, *(_laid(one) for one in now.dice.sample(some, len(some))), _laid(now.place)]


def _slid(now: Moment) -> Steps:
    """Somebody bumps against the table: all pieces slide a little, and stay so."""
    if not now.laid:
        return [_laid(now.place)]
    down, right = now.dice.uniform(-0.12, 0.12), now.dice.uniform(-0.12, 0.12)
    return [Push(tuple(map(name_of, now.laid)), down, right, player=now.place.player), _laid(now.place)]


MISHAPS: tuple[Mishap, ...] = (_askew, _elsewhere, _last_taken_up, _earlier_taken_up, _knock, _light)
CARRIED: tuple[Mishap, ...] = (_board_turned, _carried)
IDLE: tuple[Mishap, ...] = (_thinking, _pushed, _thing)
LIT: tuple[Mishap, ...] = (_other_lamps, _leaning)
SUNNY: tuple[Mishap, ...] = (_sun_moved, _clouded)
FOCUS: tuple[Mishap, ...] = (_refocused,)
JOSTLED: tuple[Mishap, ...] = (_swept, _some_taken_up, _slid)
GROUPS = {
    "usual": MISHAPS,
    "carried": CARRIED,
    "idle": IDLE,
    "lit": LIT,
    "sunny": SUNNY,
    "focus": FOCUS,
    "jostled": JOSTLED,
}


def _up_and_down(place: Place) -> Steps:
    return [Step(name_of(place), None, lifted=True, player=place.player), _laid(place)]


def _laid(place: Place, situation: str = "none") -> Step:
    return Step(name_of(place), place.cells, situation, player=place.player)


def _moved(place: Place) -> Step:
    return Step(name_of(place), place.cells, lifted=True, player=place.player)


def unruly(
    whole: Script, piece_set: PieceSet, usual: Film, seed: int, mishaps: tuple[Mishap, ...] = MISHAPS
) -> tuple[Steps, list[set[str]]]:
    """What the arms do, with mishaps, in the place of a ``usual`` film, and the pieces concerned in each."""
    pieces, lighting = usual.piece_set, usual.scene.lighting
    dice, match = random.Random(seed), Match.start(whole.header, piece_set)
    steps, happened = Steps(), list[set[str]]()
    for ply, place in enumerate(whole.moves):
        others = _others(match, whole.moves[:ply], place)
        if ply == whole.slip_at:
            steps += [_laid(whole.slip, whole.situation), _moved(place)]
        elif ply >= whole.given and dice.random() < SHARE:
            done = dice.choice(mishaps)(Moment(place, whole.moves[:ply], others, pieces, lighting, dice))
            steps += done
            lighting = next((one.lighting for one in reversed(done) if isinstance(one, Relit)), lighting)
            if len(done) > 1:
                happened.append(_concerned(done))
        elif ply >= whole.given:
            steps.append(_laid(place))
        match = match.play(place)[1] if piece_set.game == "blokus" else match
    return steps, happened


def _concerned(done: Steps) -> set[str]:
    """Of what trouble may be told: the pieces that are not just laid down, and what is none."""
    arms = [step for step in done if isinstance(step, Step)]
    strange = {STRANGER for step in done if isinstance(step, Put)}
    return {step.piece for step in arms if step.lifted or step.situation != "none"} | strange


def _others(match: Match, laid: Sequence[Place], place: Place) -> list[Cells]:
    """On what other cells the piece of a place may lie: by the rules in Blokus, else shifted to where nothing lies."""
    if match.piece_set.game == "blokus":
        legal = (move for move in match.game.legal_moves(match.position) if isinstance(move, Place))
        return sorted({move.cells for move in legal if name_of(move) == name_of(place)} - {place.cells})
    grid, taken = match.piece_set.grid, {cell for one in laid for cell in one.cells}
    first = APART * quilt_of(place.cells) if match.piece_set.game == "patchwork" else 0
    free = {(row, col) for row in range(grid.rows) for col in range(first, first + grid.cols)} - taken
    shifts = ((down, right) for down in range(-grid.rows, grid.rows) for right in range(-grid.cols, grid.cols))
    moved = (tuple((row + down, col + right) for row, col in place.cells) for down, right in shifts)
    return sorted(cells for cells in moved if free.issuperset(cells) and cells != place.cells)


@click.command()
@click.argument("game", type=click.Choice(("polyssimo", "blokus", "patchwork")))
@click.option("--seeds", nargs=2, default=(1, 4), show_default=True, help="First and last.")
@click.option("--kind", type=click.Choice(tuple(GROUPS)), default="usual", show_default=True, help="What happens.")
@click.option("--verbose", is_flag=True, help="Every event and mishap, on standard error.")
def main(game: str, seeds: tuple[int, int], kind: str, verbose: bool) -> None:
    """Prints a line for every game."""
    piece_set = seen_piece_set_for(game)
    click.echo("| " + " | ".join(COLUMNS) + " |\n" + "| --- " * len(COLUMNS) + "|")
    for seed in range(seeds[0], seeds[1] + 1):
        whole, began_s = script(seed, piece_set, usual_players(game)), time.monotonic()
        usual = film(whole, seed, piece_set, **({"light": "window_sun"} if kind == "sunny" else {}))
        arms, happened = unruly(whole, piece_set, usual, seed, GROUPS[kind])
        companion = Companion(Match.start(whole.header, piece_set), keep=lambda line: None, alone=True)
        shown = Film(usual.scene, usual.piece_set, arms, FPS)
        events = list(events_of(companion, shown, piece_set, None, verbose=verbose))
        concerned = {name_of(whole.slip)}.union(*happened)
        counts = _counts(companion, whole, concerned, events)
        row = (game, seed, len(whole.moves), len(happened), *counts, round(time.monotonic() - began_s))
        click.echo("| " + " | ".join(map(str, row)) + " |")
        if verbose:
            click.echo(str(happened), file=sys.stderr)


def _counts(companion: Companion, whole: Script, concerned: Collection[str], events: list[Facts]) -> list[int]:
    """Placements that are right in the end, others, illegal ones, alarms for nothing, and questions."""
    lying = lying_of(companion.match)
    right = _right(lying, whole, companion.match.piece_set.grid)
    illegal = sum(
        event["event"] == "placed" and not event["legal"] and _name(event) != name_of(whole.slip) for event in events
    )
    alarms = sum(event["event"] == "problem" and _name(event) not in concerned for event in events)
    return [right, len(lying) - right, illegal, alarms, sum(event["event"] == "unsure" for event in events)]


def _right(lying: Collection[Place], whole: Script, grid: GridSize) -> int:
    """How many placements are those of a game, however the camera has labelled the board; each quilt may be labelled in
    its own way, so that there the names must do."""
    if whole.advances:
        return len({name_of(place) for place in lying} & {name_of(move) for move in whole.moves})
    seen = {(name_of(place), place.cells) for place in lying}
    return max(len(seen & {(name_of(move), cells) for move, cells in moves}) for moves in turned(whole.moves, grid))


def _name(event: Facts) -> str:
    return named(event["piece"] or STRANGER, event.get("colour") or "")


if __name__ == "__main__":
    main()
