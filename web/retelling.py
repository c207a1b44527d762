"""What happened in a match of any game, in whole sentences. Nothing is decided here."""

from typing import Any

from referee.games.blokus import BlokusPosition
from referee.games.patchwork import LEATHER, PatchworkPosition
from referee.games.polyssimo_puzzle import PuzzlePosition
from referee.match import Match
from referee.move import Advance, Buy, Draft, Leather, Move, Place, Remove
from referee.piece import PieceSet
from referee.record import Header, Undo
from referee.verdict import TEXTS, Violation
from web.library import Step
from web.words import listing, squares

TITLES = {
    "polyssimo": "Polyssimo Challenge",
    "polyssimo-puzzle": "Polyssimo, the puzzle",
    "blokus": "Blokus",
    "patchwork": "Patchwork",
}


def title(header: Header) -> str:
    """The name of a game as it stands on its box."""
    if header.options.get("board") == "duo":
        return "Blokus Duo"
    return TITLES.get(header.game, header.game)


def count(number: int, thing: str) -> str:
    """``1 button``, ``-3 points``."""
    return f"{number} {thing}" if abs(number) == 1 else f"{number} {thing}s"


def piece_name(piece: str, piece_set: PieceSet) -> str:
    """``the F``, ``F16 (low F)``, ``patch R``, ``the violet T4``."""
    known = piece_set.by_id.get(piece)
    if piece == LEATHER:
        return "the leather patch"
    if known is None:
        return "a piece"
    if piece_set.game == "patchwork":
        return f"patch {known.name}"
    if piece_set.game == "blokus":
        return f"the {known.name}"
    if piece_set.game == "polyssimo-puzzle":
        return f"the {known.name} {known.id}"
    return f"{known.id} ({known.name})" if known.kind == "hexomino" else f"the {known.id}"


def told(step: Step, before: Match | None) -> str:
    """The sentence for a line of a record; ``before`` is the match before it, None for the header."""
    if step.entry is None or before is None:
        return _beginning(step.match)
    if isinstance(step.entry, Undo):
        return "The last move is taken back." if before.moves else "There was no move to take back."
    if step.violations:
        return illegal(step.entry, step.violations, before.piece_set)
    return _moved(step.entry, before, step.match)


def illegal(move: Move, violations: tuple[Violation, ...], piece_set: PieceSet) -> str:
    """Why a move was refused."""
    reasons = "; ".join(_reason(violation, piece_set) for violation in violations)
    return f"{_upper(_attempt(move, piece_set))} is not allowed: {reasons}."


def _reason(violation: Violation, piece_set: PieceSet) -> str:
    """The sentence of a violation with pieces called as people call them."""
    names = dict(violation.names)
    if names.get("piece") in piece_set.by_id or names.get("piece") == LEATHER:
        names["piece"] = piece_name(names["piece"], piece_set)
    return TEXTS[violation.code].format(**names)


def points(match: Match, score: int) -> str:
    """``12 squares left`` or ``-3 points``."""
    return f"{squares(score)} left" if match.header.game.startswith("polyssimo") else count(score, "point")


def headline(match: Match) -> str:
    """Whose turn it is and for what, or who has won."""
    position, outcome = match.position, match.outcome
    if isinstance(position, PuzzlePosition):
        left = len(position.left)
        return "Solved!" if outcome.over else f"{count(left, 'piece')} to go"
    if outcome.over:
        won = listing(outcome.winners) if outcome.winners else "Nobody"
        return f"{won} {'win' if len(outcome.winners) > 1 else 'wins'}"
    if isinstance(position, PatchworkPosition) and position.leather_owed:
        return f"{position.to_move} sews on a leather patch"
    if isinstance(position, BlokusPosition) and position.colour != position.to_move:
        return f"{position.to_move} plays {position.colour}"
    return f"{position.to_move} {'takes a piece' if position.phase == 'draft' else 'plays'}"


def ending(match: Match) -> str:
    """How the game was decided; empty while it goes on."""
    outcome = match.outcome
    if not outcome.over:
        return ""
    if isinstance(match.position, PuzzlePosition):
        return f"All {len(match.position.lying)} pieces lie on the board."
    if match.header.rules.get("open_hands"):
        return "Nobody can place anything any more."
    fewest = match.header.game == "polyssimo"
    ranked = sorted(outcome.scores, key=lambda score: score[1] if fewest else -score[1])
    standing = listing(f"{name} {points(match, score)}" for name, score in ranked)
    return f"{standing}. {_decided(match, [name for name, score in ranked if score == ranked[0][1]])}"


def _decided(match: Match, tied: list[str]) -> str:
    outcome, game = match.outcome, match.header.game
    if outcome.decided_by == "shared":
        return "They share the win."
    if outcome.decided_by != "tie-break":
        return "The fewest squares win." if game == "polyssimo" else "The most points win."
    others = listing(name for name in tied if name not in outcome.winners)
    winner = listing(outcome.winners)
    if game == "polyssimo":
        return f"A tie: {winner} placed later than {others}."
    first = match.header.options.get("tie") == "first"
    return f"A tie: {winner} arrived {'first' if first else 'last'} at the end of the time board."


def _beginning(match: Match) -> str:
    names = listing(match.header.players)
    if isinstance(match.position, PuzzlePosition):
        card = match.header.options.get("card")
        return f"{names} begins with card {card}." if card else f"{names} begins."
    return f"{names} begin a match of {title(match.header)}."


def _moved(move: Move, before: Match, after: Match) -> str:
    name = piece_name(getattr(move, "piece", ""), before.piece_set)
    sentences = {
        Draft: f"{move.player} takes {name}.",
        Place: f"{move.player} places {name}{_of_colour(move)}.",
        Remove: f"{move.player} takes {name} away.",
        Leather: f"{move.player} sews on a leather patch.",
    }
    said = sentences.get(type(move)) or _sewing(move, name, before.position, after.position)
    return f"{said}{_bonus(before.position, after.position)}"


def _of_colour(move: Move) -> str:
    return f" in {move.colour}" if isinstance(move, Place) and move.colour not in ("", move.player) else ""


def _sewing(move: Move, name: str, before: Any, after: Any) -> str:
    was, now = before.tailors[move.player], after.tailors[move.player]
    moved = count(now.time - was.time, "space")
    if isinstance(move, Advance):
        return f"{move.player} moves on {moved} and has {count(now.buttons, 'button')}."
    assert isinstance(move, Buy)
    cost = dict(before.piece_set.by_id[move.piece].printed)["cost"]
    return f"{move.player} buys {name} for {count(cost, 'button')} and moves on {moved}."


def _bonus(before: Any, after: Any) -> str:
    if isinstance(after, PatchworkPosition) and after.bonus != before.bonus:
        return f" {after.bonus} has filled a square of 7 by 7: 7 points."
    return ""


def _attempt(move: Move, piece_set: PieceSet) -> str:
    name = piece_name(getattr(move, "piece", ""), piece_set)
    return {
        Draft: f"taking {name}",
        Place: f"placing {name} there",
        Remove: f"removing {name}",
        Advance: "moving on",
        Buy: f"buying {name}",
        Leather: "sewing the leather patch there",
    }[type(move)]


def _upper(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
