"""Steps of a random game for films: two players in turn, pieces that fit, one overlap that is put right."""

import numpy as np

from referee.piece import PieceSet
from vision.simulated.lying import LyingPiece
from vision.simulated.shooting import Happening, Knock, Step
from vision.simulated.still import faulty
from vision.simulated.together import close_together

Hands = dict[str, list[str]]


def random_game(
    seed: int, piece_set: PieceSet, count: int = 24, *, overlap: bool = True, knock: bool = False
) -> tuple[list[Happening], Hands]:
    """Up to ``count`` placements by Bob and Ann in turn, Bob first, and the pieces each of them held at the start."""
    rng = np.random.default_rng((seed, 21))
    chosen = close_together(rng, piece_set, count)
    players = ("Bob", "Ann")
    hands: Hands = {"Ann": [], "Bob": []}
    steps: list[Happening] = []
    fault = int(rng.integers(2, max(3, len(chosen) - 2))) if overlap else -1
    bump = int(rng.integers(1, max(2, len(chosen) - 1))) if knock else -1
    for number, one in enumerate(chosen):
        player = players[number % 2]
        hands[player].append(one.piece)
        lying = [LyingPiece(done.piece, done.cells) for done in chosen[:number]]
        if number == bump:
            steps.append(Knock())
        if number == fault:
            wrong = faulty(rng, piece_set, "overlap", one.piece, lying)
            steps.append(Step(one.piece, wrong.cells, "overlap", player=player))
        steps.append(Step(one.piece, one.cells, lifted=number == fault, player=player))
    left = [piece.id for piece in piece_set.pieces if piece.id not in {one.piece for one in chosen}]
    for number, piece_id in enumerate(left):
        hands[players[(len(chosen) + number) % 2]].append(piece_id)
    return steps, hands
