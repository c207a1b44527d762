"""Who has won, told from one photo of the finished game and what each player held."""

from collections.abc import Mapping
from typing import Any

from referee.piece import PieceSet
from vision.sighting import Sighting

Hands = Mapping[str, tuple[str, ...]]


def result(piece_set: PieceSet, hands: Hands, sighting: Sighting, last: str | None) -> dict[str, Any]:
    """``scores`` (squares left, fewest win) and ``winners``; or null scores and what else must be known.

    A tie goes to the tied player who placed last; ``last`` names that player.
    """
    if not _is_sure(sighting):
        return {"scores": None, "asks": ["board"]}
    lying = {piece.piece for piece in sighting.pieces}
    scores = {
        player: sum(piece_set.by_id[piece].squares for piece in hand if piece not in lying)
        for player, hand in hands.items()
    }
    best = [player for player, squares in scores.items() if squares == min(scores.values())]
    if len(best) > 1 and last in best:
        best = [last]
    if len(best) > 1:
        return {"scores": None, "asks": ["last"]}
    return {"scores": scores, "winners": best}


def _is_sure(sighting: Sighting) -> bool:
    doubtful = sighting.problems or sighting.alternatives or sighting.uncertain or sighting.hidden
    return sighting.board.found and not doubtful
