"""Patchwork, as people meet it."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from referee.games import patchwork
from referee.match import Match
from referee.move import Advance, Buy, Leather, Move
from referee.piece import Piece, PieceSet
from referee.placements import placements
from referee.quilt import empty_quilt
from referee.record import Header, HeaderError
from referee.said import Said
from vision.sighting import Sighting
from web.games.presentation import Choices, Presentation
from web.games.result import Json, Told, all_sure, asking, decided
from web.scripts.script import Script

CLOTHS = ("#7f9fb5", "#c98a76", "#93a878", "#d9b872", "#a488ae", "#c27a8c", "#6fa398", "#b59a7c", "#8c92c0", "#d49a5b")
SMALLEST_PATCH = 2
"""The neutral token is set up clockwise after the patch of so many squares, which thus comes last."""

RULES = (
    Said("Two players sew a quilt of 9 × 9 squares each. They begin with 5 buttons."),
    Said("It is the turn of whoever is further behind on the time board. There are two things to do:"),
    Said("Buy one of the next three patches: pay its buttons, sew it on, and move on by its spaces of time."),
    Said("Or move on to the space just ahead of the other player, and earn a button for every space."),
    Said(
        "Passing an income mark earns as many buttons as are printed on your quilt. Whoever first passes a leather"
        " patch sews it on at once. The first full square of 7 × 7 earns 7 points."
    ),
    Said("When both are at the end, your buttons are your points; every empty square costs two."),
)


def _header(players: tuple[str, ...], choices: Choices, piece_set: PieceSet) -> Header:
    circle = choices.get("circle")
    if circle is None:
        circle = _shuffled(piece_set, choices.get("seed"))
    elif isinstance(circle, list) and len(circle) < len(piece_set.pieces):
        left = len(piece_set.pieces) - len(circle)
        raise HeaderError(
            Said("Tap the patches clockwise, from just after the neutral token. To go: {left}", left=left)
        )
    rules = {"tie": choices["tie"]} if choices.get("tie") else {}
    return Header("patchwork", players, None, piece_set.digest, rules, setup={"circle": circle})


def _shuffled(piece_set: PieceSet, seed: int | None) -> list[str]:
    smallest = [piece.id for piece in piece_set.pieces if piece.squares == SMALLEST_PATCH]
    others = [piece.id for piece in piece_set.pieces if piece.squares != SMALLEST_PATCH]
    Random(seed).shuffle(others)
    return [*others, *smallest]


def _called(piece: Piece) -> Said:
    """``patch R``."""
    return Said("patch {patch}", patch=piece.name)


def _result(piece_set: PieceSet, told: Told, boards: Sequence[Sighting]) -> Json:
    """Buttons, bonus and empty squares of both quilts. A tie goes to who arrived last at the end."""
    if not told.buttons:
        return {}
    if len(boards) != len(told.buttons) or not all_sure(boards):
        return asking("board")
    quilts = [
        empty_quilt(placements(piece_set)).sewn(tuple(cell for piece in seen.pieces for cell in piece.cells))
        for seen in boards
    ]
    full = [player for player, quilt in zip(told.buttons, quilts, strict=True) if _is_full(quilt)]
    if (len(full) > 1 and told.bonus is None) or told.bonus not in (None, *full):
        return asking("bonus")
    bonus = told.bonus or next(iter(full), None)
    scores = {
        player: patchwork.points_of(buttons, quilt.empty, bonus=player == bonus)
        for (player, buttons), quilt in zip(told.buttons.items(), quilts, strict=True)
    }
    return decided(scores, max(scores.values()), told.last)


def _is_full(quilt: Any) -> bool:
    return bool(quilt.has_full_square(patchwork.BONUS_SIDE))


def _tie(header: Header, winner: str, _: str) -> Said:
    if header.options.get("tie") == "first":
        return Said("A tie: {winner} arrived first at the end of the time board.", winner=winner)
    return Said("A tie: {winner} arrived last at the end of the time board.", winner=winner)


def _headline(match: Match) -> Said | None:
    position: Any = match.position
    if not position.leather_owed or match.outcome.over:
        return None
    return Said("{player} sews on a leather patch", player=position.to_move)


def _hint(match: Match) -> Said | None:
    if match.moves:
        return None
    return Said("The left quilt on the screen is that of {player}.", player=match.position.players[0])


def _facts(match: Match, player: str) -> Mapping[str, int]:
    position: Any = match.position
    tailor = position.tailors[player]
    return {
        "time": tailor.time,
        "buttons": tailor.buttons,
        "income": tailor.income,
        "empty": tailor.quilt.empty,
        "bonus": int(position.bonus == player),
    }


def _retold(move: Move, before: Match, after: Match) -> Said | None:
    was, now = (_facts(match, move.player) for match in (before, after))
    spaces = Said.many(now["time"] - was["time"], "{count} space", "{count} spaces")
    match move:
        case Advance():
            return Said(
                "{player} moves on {spaces} and has {buttons}.",
                player=move.player,
                spaces=spaces,
                buttons=_buttons(now["buttons"]),
            )
        case Buy():
            patch = before.piece_set.by_id[move.piece]
            return Said(
                "{player} buys {patch} for {buttons} and moves on {spaces}.",
                player=move.player,
                patch=_called(patch),
                buttons=_buttons(dict(patch.printed)["cost"]),
                spaces=spaces,
            )
        case Leather():
            return Said("{player} sews on a leather patch.", player=move.player)
    return None


def _buttons(number: int) -> Said:
    return Said.many(number, "{count} button", "{count} buttons")


def _besides(before: Match, after: Match) -> Said | None:
    was: Any = before.position
    now: Any = after.position
    if now.bonus == was.bonus:
        return None
    return Said("{player} has filled a square of 7 by 7: 7 points.", player=now.bonus)


def _paint(piece: Piece) -> str:
    return CLOTHS[sum(map(ord, piece.id)) * 7 % len(CLOTHS)]


def _script(match: Match, dice: Random) -> Script:
    from web.scripts.patchwork import patchwork  # noqa: PLC0415

    return patchwork(match, dice)


def _simulated(seed: int, piece_set: PieceSet) -> dict[str, Any]:
    from vision.simulated.quilts import two_quilts  # noqa: PLC0415

    return two_quilts(seed, piece_set)


PATCHWORK = Presentation(
    title="Patchwork",
    rules=RULES,
    seating=Said("Players: who last used a needle begins"),
    most=2,
    header=_header,
    options=frozenset({"tie", "circle"}),
    laid_anew=frozenset({"circle"}),
    circle=True,
    own_boards=True,
    called=_called,
    paint=_paint,
    marked_by_name=True,
    blocks=False,
    decided_by={"tie-break": "with equal points, by who came to the last space when"},
    tie=_tie,
    result=_result,
    headline=_headline,
    hint=_hint,
    facts=_facts,
    retold=_retold,
    besides=_besides,
    script=_script,
    simulated=_simulated,
)
