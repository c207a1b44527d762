"""Who has won, told from one photo of the finished game and what the photo cannot show: what games have in common.

``scores`` and ``winners``; or null scores and what else must be known; nothing where no result was asked for.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.piece import PieceSet
from vision.sighting import Sighting

Hands = Mapping[str, tuple[str, ...]]
Json = dict[str, Any]


@dataclass(frozen=True)
class Told:
    """What people tell besides the photo.

    Who held what; who placed (in Patchwork: arrived) last; the colours of Blokus that placed the single square last,
    None while nobody has said; the buttons of Patchwork, players as their quilts lie from left to right; who has the
    7 x 7 tile.
    """

    hands: Hands = field(default_factory=dict)
    last: str | None = None
    single_last: frozenset[str] | None = None
    buttons: Mapping[str, int] = field(default_factory=dict)
    bonus: str | None = None


def squares_left(piece_set: PieceSet, told: Told, boards: Sequence[Sighting]) -> Json:
    """Squares left, fewest win. A tie goes to the tied player who placed last."""
    if not told.hands:
        return {}
    if not all_sure(boards):
        return asking("board")
    lying = {piece.piece for piece in boards[0].pieces}
    scores = {
        player: sum(piece_set.by_id[piece].squares for piece in hand if piece not in lying)
        for player, hand in told.hands.items()
    }
    return decided(scores, min(scores.values()), told.last)


def decided(scores: Mapping[str, int], best: int, last: str | None) -> Json:
    """Whoever has the best score wins, of several the one of them who was ``last``."""
    winners = [player for player, score in scores.items() if score == best]
    if len(winners) > 1 and last in winners:
        winners = [last]
    if len(winners) > 1:
        return asking("last")
    return {"scores": dict(scores), "winners": winners}


def asking(what: str) -> Json:
    """No result before this is known."""
    return {"scores": None, "asks": [what]}


def all_sure(boards: Sequence[Sighting]) -> bool:
    """Whether all boards have been seen whole and without doubt."""
    return bool(boards) and all(_is_sure(sighting) for sighting in boards)


def _is_sure(sighting: Sighting) -> bool:
    doubtful = sighting.problems or sighting.alternatives or sighting.uncertain or sighting.hidden
    return sighting.board.found and not doubtful
