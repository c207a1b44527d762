"""What the referee says on the page, in whole sentences. Nothing is decided here."""

from collections.abc import Iterable, Sequence

from referee.games.patchwork import LEATHER
from referee.piece import PieceSet
from referee.record import HeaderError
from referee.said import Said
from referee.verdict import Violation, text_of
from vision.live.watch import View
from vision.sighting import Alternative, Problem
from web.companion.event import (
    Advanced,
    Asked,
    Blocked,
    Bonus,
    CameraMoved,
    Cleared,
    Corrected,
    DeadEnd,
    Event,
    Placed,
    TakenBack,
)
from web.companion.naming import name_of
from web.games.colours import COLOURS, colour_name
from web.telling.called import piece_name, player_name

BY_HAND = Said("No camera: placements are entered by hand")
QUESTIONS = {
    Asked.WHAT: Said("What lies on the marked squares?"),
    Asked.LEATHER: Said("Where is the leather patch? Sew it on by hand, or lay it where the camera sees it."),
    Asked.GLARE: Said("What lies where the light is too strong? Shade the board, or place it by hand."),
}

DEAD_END = Said("It cannot be finished any more. Take a piece away.")

VIEWS = {
    View.SETTLED: Said("The camera sees the board"),
    View.MOVING: Said("Something is moving: waiting until it is still"),
    View.OCCLUDED: Said("Something hides the board: waiting until it is gone"),
    View.NO_BOARD: Said("No board in the picture: all four corners of its grid must be seen"),
}


def listing(names: Iterable[str]) -> str:
    """``Ann, Bob and Cy``."""
    *most, last = names
    if not most:
        return last
    listed, *others = most
    for name in others:
        listed = Said("{listed}, {name}", listed=listed, name=name)
    return Said("{listed} and {last}", listed=listed, last=last)


def reason(error: Exception) -> str:
    """What an error says, to be told within a sentence."""
    return str(error.args[0]) if isinstance(error, HeaderError) else str(error)


def sentence(error: Exception) -> str:
    """An error as a whole sentence."""
    words = reason(error)
    return words if words.endswith((".", "?")) else Said("{Words}.", words=words)


def squares(number: int) -> Said:
    return Said.many(number, "{count} square", "{count} squares")


def squares_left(number: int) -> Said:
    return Said.many(number, "{count} square left", "{count} squares left")


def scored(player: str, count: str) -> Said:
    """``Ann 12 squares``."""
    return Said("{player} {count}", player=player_name(player), count=count)


def drafted(player: str, piece: str, piece_set: PieceSet) -> Said:
    return Said("{player} has taken {piece}.", player=player, piece=piece_name(piece, piece_set))


def illegal(piece: str, violations: Sequence[Violation], piece_set: PieceSet) -> Said:
    called, reasons = piece_name(piece, piece_set), reasons_of(violations, piece_set)
    return Said("Illegal: {piece} may not be placed so: {reasons}.", piece=called, reasons=reasons)


def reasons_of(violations: Iterable[Violation], piece_set: PieceSet) -> str:
    """Which rules were broken, in one sentence in which pieces and players are called as people call them."""
    first, *others = (_reason(violation, piece_set) for violation in violations)
    for reason in others:
        first = Said("{first}; {reason}", first=first, reason=reason)
    return first


def _reason(violation: Violation, piece_set: PieceSet) -> str:
    names = dict(violation.names)
    if names.get("piece") in piece_set.by_id or names.get("piece") == LEATHER:
        names["piece"] = piece_name(names["piece"], piece_set)
    people = {name: player_name(names[name]) for name in ("player", "turn") if name in names}
    return text_of(violation.code, **(names | people))


def trouble(problem: Problem, piece_set: PieceSet) -> Said:
    """What is wrong on the table, and what to do about it."""
    piece = piece_name(problem.piece, piece_set)
    below = listing(piece_name(other, piece_set) for other in problem.on) if problem.on else Said("another piece")
    sentences = {
        "overlap": Said("Illegal: {piece} lies on {below}. Place it on free squares.", piece=piece, below=below),
        "overhang": Said(
            "Illegal: {piece} hangs over the edge of the board. Move it wholly onto the squares.", piece=piece
        ),
        "misaligned": Said("{Piece} does not lie on the squares of the grid. Straighten it.", piece=piece),
        "unknown": Said("Something lies on the board that is no piece of this game. Take it away."),
        "moved": Said("{Piece} no longer lies where it was placed. Put it back.", piece=piece),
        "removed": Said("{Piece} has gone from the board. Put it back.", piece=piece),
        "two_at_once": Said("More than one piece came at once. Leave one of them there: one piece a turn."),
    }
    if problem.kind == "unknown" and problem.on:
        return Said("Illegal: something lies on {below}. Place it on free squares.", below=below)
    return sentences.get(problem.kind, Said("Something is wrong with {piece}.", piece=piece))


def left_over(number: int) -> Said:
    """What is to be done with so many pieces that lie there from the match before."""
    return Said.many(
        number,
        "Clear the board first: {count} piece of the last match lies there.",
        "Clear the board first: {count} pieces of the last match lie there.",
    )


def removed(piece: str, piece_set: PieceSet) -> Said:
    return Said("{Piece} has been removed.", piece=piece_name(piece, piece_set))


def cannot_remove(piece: str, piece_set: PieceSet) -> Said:
    return Said(
        "Without {piece} the turns after it would no longer fit. Take back the later placements first.",
        piece=piece_name(piece, piece_set),
    )


def alternative(pieces: Alternative, piece_set: PieceSet) -> Said:
    names = [piece_name(seen.piece, piece_set) for seen in pieces.pieces]
    return Said("It is {pieces}", pieces=listing(names)) if names else Said("Nothing is there")


def won(winners: Sequence[str]) -> Said:
    """``Ann wins``, ``Ann and Bob win``."""
    if len(winners) > 1:
        return Said("{players} win", players=listing(map(player_name, winners)))
    return Said("{player} wins", player=player_name(winners[0])) if winners else Said("Nobody wins")


def turn(player: str, phase: str) -> Said:
    """Whose turn it is."""
    name = player_name(player)
    return Said("{player} takes a piece", player=name) if phase == "draft" else Said("{player} plays", player=name)


def told(event: Event, piece_set: PieceSet) -> Said | None:
    """The sentence for something that happened; None where the page shows it in another way."""
    sentence = None
    match event:
        case Placed(violations=()):
            player, piece = player_name(event.place.player), piece_name(name_of(event.place), piece_set)
            sentence = Said("{player} has placed {piece}. That is legal.", player=player, piece=piece)
        case Placed():
            sentence = illegal(name_of(event.place), event.violations, piece_set)
        case Advanced(violations=()):
            sentence = Said("{player} moves on along the time board.", player=event.player)
        case Advanced():
            sentence = Said("Illegal: {reasons}.", reasons=reasons_of(event.violations, piece_set))
        case Bonus():
            sentence = Said("{player} has filled a square of 7 by 7: 7 points.", player=event.player)
        case TakenBack():
            sentence = Said("{Piece} has been taken back.", piece=piece_name(event.piece, piece_set))
        case Corrected():
            was, now = (piece_name(name_of(place), piece_set) for place in (event.was, event.now))
            elsewhere = Said("Corrected: {piece} lies elsewhere.", piece=was)
            sentence = Said("Corrected: it is {now}, not {was}.", now=now, was=was) if was != now else elsewhere
        case CameraMoved():
            sentence = Said("The camera was moved. The board has been found again.")
        case Cleared():
            sentence = Said("{Piece} has been put right.", piece=piece_name(event.piece, piece_set))
        case DeadEnd():
            sentence = DEAD_END
        case Blocked(player=colour) if colour in COLOURS:
            sentence = Said("{Colour} can place nothing any more and is blocked.", colour=colour_name(colour))
        case Blocked():
            sentence = Said("{player} can place nothing any more and is blocked.", player=event.player)
    return sentence


def together(sentences: Iterable[str]) -> str:
    """Several sentences, one after the other; empty if there are none."""
    first = ""
    for sentence in sentences:
        first = Said("{first} {sentence}", first=first, sentence=sentence) if first else sentence
    return first
