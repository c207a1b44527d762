"""How the first pieces of a game are read: ``python -m tests.benchmarks.first_pieces --seeds 230 289``.

Each seed draws a table, and the first pieces of the game of its demo lie there: one, two and three. Of so few, the
picture tells little of how thick they are.
"""

from collections.abc import Iterator

import click

from referee.piece import PieceSet, packaged_piece_set
from vision.read import read_photo
from vision.sighting import Sighting
from vision.simulated import Film, LyingPiece, scene
from web.camera.simulated import FPS, steps
from web.companion.naming import name_of
from web.games.demo import script
from web.scripts.script import Script

FEW = (1, 2, 3)


@click.command()
@click.option("--seeds", nargs=2, default=(230, 289), show_default=True, help="First and last.")
def main(seeds: tuple[int, int]) -> None:
    """Prints a line for every board that is not read exactly, and a total."""
    piece_set = packaged_piece_set("polyssimo")
    boards = found = exact = alarms = 0
    for seed in range(seeds[0], seeds[1] + 1):
        whole = script(seed, piece_set)
        for count, sighting in _read(whole, seed, piece_set):
            names = sorted(piece.piece for piece in sighting.pieces)
            is_exact = names == sorted(name_of(move) for move in whole.moves[:count]) and not sighting.problems
            boards += 1
            found += sighting.board.found
            exact += is_exact
            alarms += len(sighting.problems)
            if not is_exact:
                wrong = ", ".join(problem.kind for problem in sighting.problems)
                click.echo(f"seed {seed}, {count} pieces: {', '.join(names) or 'none'} told. {wrong}")
    click.echo(f"{boards} boards: {found} found, {exact} exactly right, {alarms} false alarms")


def _read(whole: Script, seed: int, piece_set: PieceSet) -> Iterator[tuple[int, Sighting]]:
    """What a single photo tells of one, two and three pieces."""
    for count in FEW:
        lying = [LyingPiece(name_of(move), move.cells) for move in whole.moves[:count]]
        frame, _ = next(iter(Film(scene(seed), piece_set, steps(whole, count), FPS, lying)))
        yield count, read_photo(frame.bgr, piece_set)


if __name__ == "__main__":
    main()
