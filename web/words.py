"""What the referee says on the page, in whole sentences. Nothing is decided here."""

from collections.abc import Iterable, Sequence

from referee.piece import PieceSet
from referee.verdict import Outcome, Violation
from vision.sighting import Alternative, Problem
from vision.watch import View
from web.event import Blocked, CameraMoved, Cleared, Corrected, Event, Placed, TakenBack

BY_HAND = "No camera: placements are entered by hand"
QUESTION = "What lies on the marked squares?"

VIEWS = {
    View.SETTLED: "The camera sees the board",
    View.MOVING: "Something is moving: waiting until it is still",
    View.OCCLUDED: "Something hides the board: waiting until it is gone",
    View.NO_BOARD: "No board in the picture: all four corners of its grid must be seen",
}


def piece_name(piece: str | None, piece_set: PieceSet) -> str:
    """``the F``, or for a hexomino ``F16 (low F)``."""
    known = piece_set.by_id.get(piece or "")
    if known is None:
        return "a piece"
    return f"the {known.id}" if known.kind == "pentomino" else f"{known.id} ({known.name})"


def listing(names: Iterable[str]) -> str:
    """``Ann, Bob and Cy``."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def squares(number: int) -> str:
    return "1 square" if number == 1 else f"{number} squares"


def drafted(player: str, piece: str, piece_set: PieceSet) -> str:
    return f"{player} has taken {piece_name(piece, piece_set)}."


def illegal(piece: str, violations: Sequence[Violation], piece_set: PieceSet) -> str:
    reasons = "; ".join(violation.text for violation in violations)
    return f"Illegal: {piece_name(piece, piece_set)} may not be placed so: {reasons}."


def trouble(problem: Problem, piece_set: PieceSet) -> str:
    """What is wrong on the table, and what to do about it."""
    piece = piece_name(problem.piece, piece_set)
    below = listing(piece_name(other, piece_set) for other in problem.on) if problem.on else "another piece"
    sentences = {
        "overlap": f"Illegal: {piece} lies on {below}. Place it on free squares.",
        "overhang": f"Illegal: {piece} hangs over the edge of the board. Move it wholly onto the squares.",
        "misaligned": f"{piece} does not lie on the squares of the grid. Straighten it.",
        "unknown": "Something lies on the board that is no piece of this game. Take it away.",
        "moved": f"{piece} no longer lies where it was placed. Put it back.",
        "removed": f"{piece} has gone from the board. Put it back, or press Take back.",
        "two_at_once": "Two pieces came at once. Take one away: one piece a turn.",
    }
    sentence = sentences.get(problem.kind, f"Something is wrong with {piece}.")
    return upper(sentence)


def removed(piece: str, piece_set: PieceSet) -> str:
    return f"{upper(piece_name(piece, piece_set))} has been removed."


def cannot_remove(piece: str, piece_set: PieceSet) -> str:
    name = piece_name(piece, piece_set)
    return f"Without {name} the turns after it would no longer fit. Take back the later placements first."


def alternative(pieces: Alternative, piece_set: PieceSet) -> str:
    names = [piece_name(seen.piece, piece_set) for seen in pieces.pieces]
    return f"It is {listing(names)}" if names else "Nothing is there"


def headline(outcome: Outcome) -> str:
    if not outcome.winners:
        return "The game is over"
    return f"{listing(outcome.winners)} {'wins' if len(outcome.winners) == 1 else 'win'}"


def ending(outcome: Outcome, last_player: str | None, *, open_hands: bool = False) -> str:
    """Why the game was decided as it was."""
    if open_hands:
        return f"Nobody can place anything any more, and {last_player or 'nobody'} placed last."
    ranked = sorted(outcome.scores, key=lambda score: score[1])
    standing = listing(f"{name} {squares(left)}" for name, left in ranked)
    tied = [name for name, left in ranked if left == ranked[0][1]]
    if outcome.decided_by == "tie-break":
        others = listing(name for name in tied if name not in outcome.winners)
        return f"Left in hand: {standing}. A tie: {listing(outcome.winners)} placed later than {others}."
    if outcome.decided_by == "shared":
        return f"Left in hand: {standing}. None of them has placed anything, so they share the win."
    return f"Left in hand: {standing}. The fewest squares win."


def told(event: Event, piece_set: PieceSet) -> str | None:
    """The sentence for something that happened; None where the page shows it in another way."""
    sentence = None
    match event:
        case Placed(violations=()):
            sentence = f"{event.place.player} has placed {piece_name(event.place.piece, piece_set)}. That is legal."
        case Placed():
            sentence = illegal(event.place.piece, event.violations, piece_set)
        case TakenBack():
            sentence = f"{upper(piece_name(event.piece, piece_set))} has been taken back."
        case Corrected():
            was, now = (piece_name(place.piece, piece_set) for place in (event.was, event.now))
            sentence = f"Corrected: it is {now}, not {was}." if was != now else f"Corrected: {was} lies elsewhere."
        case CameraMoved():
            sentence = "The camera was moved. The board has been found again."
        case Cleared():
            sentence = f"{upper(piece_name(event.piece, piece_set))} has been put right."
        case Blocked():
            sentence = f"{event.player} can place nothing any more and is blocked."
    return sentence


def upper(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
