"""How each piece of a game is read when those before it are known: ``python -m tests.benchmarks.next_piece GAME``.

Each seed draws a table, on which the games of the demo are laid piece by piece; the board is found while it is bare, as
a watcher finds it.
"""

from collections.abc import Iterator

import click
import numpy as np

from referee.match import Match
from referee.piece import PieceSet
from vision.board.boards import find_board
from vision.frame import Frame
from vision.look import Known
from vision.names import seen_set
from vision.pieces.before import Given
from vision.pose import BoardPose
from vision.read import read_board
from vision.sighting import SeenPiece, Sighting
from vision.simulated import Film, LyingPiece, scene
from web.camera.simulated import FPS, steps
from web.companion.naming import name_of, to_come
from web.games.demo import script, usual_players
from web.games.equipment import seen_piece_set_for
from web.scripts.script import Script

COUNTS = (1, 2, 3, 4, 5, 6, 8, 10, 14, 20)
"""How many pieces lie there, the next one among them."""


@click.command()
@click.argument("game")
@click.option("--seeds", nargs=2, default=(430, 449), show_default=True, help="First and last.")
def main(game: str, seeds: tuple[int, int]) -> None:
    """Prints a line for every picture that is not read exactly, and a total."""
    piece_set = seen_piece_set_for(game)
    pictures = right = wrong = lost = 0
    for seed in range(seeds[0], seeds[1] + 1):
        whole = script(seed, piece_set, usual_players(game))
        for count, sighting in _read(whole, seed, piece_set):
            *known, new = (SeenPiece(name_of(move), move.cells) for move in whole.moves[:count])
            seen, there = _placed(sighting.pieces), _placed([*known, new])
            pictures += 1
            right += _placed([new]) <= seen
            wrong += len(seen - there)
            lost += len(_placed(known) - seen)
            if seen != there:
                click.echo(f"seed {seed}, {count} pieces: {sorted(name for name, _ in seen ^ there)} not as it is")
    click.echo(f"{pictures} pictures: next piece right in {right}, {wrong} claims wrong, {lost} known pieces lost")


def _read(whole: Script, seed: int, piece_set: PieceSet) -> Iterator[tuple[int, Sighting]]:
    """What is told of every position, looked at once more where it is not clear; nothing where no board is found."""
    bare, truth = _shot(whole, seed, piece_set, 0)
    found = find_board(bare.bgr, piece_set)
    if found is None:
        return
    pose = _labelled(found, np.array(truth["corners"]))
    for count in COUNTS:
        frame, _ = _shot(whole, seed, piece_set, count)
        lying = tuple(SeenPiece(name_of(move), move.cells) for move in whole.moves[: count - 1])
        known = Known(lying, to_come=_to_come(whole, piece_set, count - 1))
        sighting = read_board(frame.bgr, pose, piece_set, Given(known))
        if sighting.alternatives or sighting.occluded:
            sighting = read_board(frame.bgr, pose, piece_set, Given(known, careful=True))
        yield count, sighting


def _to_come(whole: Script, piece_set: PieceSet, count: int) -> frozenset[str]:
    """What comes next by the rules after so many pieces."""
    match = Match.start(whole.header, piece_set)
    for move in whole.moves[:count]:
        match = match.play(move)[1]
    return to_come(match)


def _shot(whole: Script, seed: int, piece_set: PieceSet, count: int) -> tuple[Frame, dict[str, list[list[float]]]]:
    """A picture of so many pieces, with its truth."""
    seen = seen_set(piece_set)
    lying = [LyingPiece(name_of(move), move.cells) for move in whole.moves[:count]]
    return next(iter(Film(scene(seed, seen), seen, steps(whole, count), FPS, lying)))


def _labelled(pose: BoardPose, corners_px: np.ndarray) -> BoardPose:
    """A square board labelled as it is: nothing in the picture of a bare one says how."""
    return min(pose.labellings, key=lambda one: float(np.abs(one.corners_px - corners_px).max()))


def _placed(pieces: list[SeenPiece] | tuple[SeenPiece, ...]) -> set[tuple[str, frozenset[tuple[int, int]]]]:
    return {(piece.piece, frozenset(piece.cells)) for piece in pieces}


if __name__ == "__main__":
    main()
