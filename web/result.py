"""Who has won, told from one photo of the finished game and what the photo cannot show."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.games import blokus, patchwork
from referee.piece import PieceSet
from referee.placements import placements
from referee.quilt import empty_quilt
from vision.kind import COLOURS, named
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


def result(piece_set: PieceSet, told: Told, boards: Sequence[Sighting]) -> Json:
    """``scores`` and ``winners``; or null scores and what else must be known; nothing where no result was asked for."""
    of_game: dict[str, Callable[[PieceSet, Told, Sequence[Sighting]], Json]] = {
        "blokus": _blokus,
        "patchwork": _patchwork,
    }
    return of_game.get(piece_set.game, _polyssimo)(piece_set, told, boards)


def _polyssimo(piece_set: PieceSet, told: Told, boards: Sequence[Sighting]) -> Json:
    """Squares left, fewest win. A tie goes to the tied player who placed last."""
    if not told.hands:
        return {}
    if not _all_sure(boards):
        return _asking("board")
    lying = {piece.piece for piece in boards[0].pieces}
    scores = {
        player: sum(piece_set.by_id[piece].squares for piece in hand if piece not in lying)
        for player, hand in told.hands.items()
    }
    return _decided(scores, min(scores.values()), told.last)


def _blokus(piece_set: PieceSet, told: Told, boards: Sequence[Sighting]) -> Json:
    """The points of the four colours; equal points share."""
    if not _all_sure(boards):
        return _asking("board")
    lying = {piece.piece for piece in boards[0].pieces}
    left = {
        colour: [piece.squares for piece in piece_set.pieces if named(piece.id, colour) not in lying]
        for colour in COLOURS
    }
    if told.single_last is None and not all(left.values()):
        return _asking("monomino-last")
    single = told.single_last or frozenset()
    scores = {colour: blokus.points_of(left[colour], single_last=colour in single) for colour in COLOURS}
    most = max(scores.values())
    return {"scores": scores, "winners": [colour for colour in COLOURS if scores[colour] == most]}


def _patchwork(piece_set: PieceSet, told: Told, boards: Sequence[Sighting]) -> Json:
    """Buttons, bonus and empty squares of both quilts. A tie goes to who arrived last at the end."""
    if not told.buttons:
        return {}
    if len(boards) != len(told.buttons) or not _all_sure(boards):
        return _asking("board")
    quilts = [
        empty_quilt(placements(piece_set)).sewn(tuple(cell for piece in seen.pieces for cell in piece.cells))
        for seen in boards
    ]
    full = [player for player, quilt in zip(told.buttons, quilts, strict=True) if _is_full(quilt)]
    if (len(full) > 1 and told.bonus is None) or told.bonus not in (None, *full):
        return _asking("bonus")
    bonus = told.bonus or next(iter(full), None)
    scores = {
        player: patchwork.points_of(buttons, quilt.empty, bonus=player == bonus)
        for (player, buttons), quilt in zip(told.buttons.items(), quilts, strict=True)
    }
    return _decided(scores, max(scores.values()), told.last)


def _is_full(quilt: Any) -> bool:
    return bool(quilt.has_full_square(patchwork.BONUS_SIDE))


def _decided(scores: Mapping[str, int], best: int, last: str | None) -> Json:
    winners = [player for player, score in scores.items() if score == best]
    if len(winners) > 1 and last in winners:
        winners = [last]
    if len(winners) > 1:
        return _asking("last")
    return {"scores": dict(scores), "winners": winners}


def _asking(what: str) -> Json:
    return {"scores": None, "asks": [what]}


def _all_sure(boards: Sequence[Sighting]) -> bool:
    return bool(boards) and all(_is_sure(sighting) for sighting in boards)


def _is_sure(sighting: Sighting) -> bool:
    doubtful = sighting.problems or sighting.alternatives or sighting.uncertain or sighting.hidden
    return sighting.board.found and not doubtful
