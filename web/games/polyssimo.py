"""Polyssimo Challenge, as people meet it."""

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from referee.match import Match
from referee.piece import Piece, PieceSet
from referee.record import Header, HeaderError
from referee.said import Said
from vision.kind import STRIPED_KIND
from web.games import deal
from web.games.presentation import OTHER, SQUARES_LEFT, Choices, Presentation, anywhere
from web.games.result import squares_left
from web.scripts.script import Script

WHITE = "#faf9f5"
"""The ground of the striped pieces: CSS colour, sRGB."""
PAINTS: Mapping[str, str] = MappingProxyType(
    {
        "F": "#c8465a",
        "I": "#e9a63a",
        "L": "#12788a",
        "N": "#3c6e9f",
        "P": "#86ad6f",
        "T": "#6b5580",
        "U": "#e2714b",
        "V": "#2b9a86",
        "W": "#93613f",
        "X": "#4a62c2",
        "Y": "#f0d158",
        "Z": "#b569a4",
    }
)

RULES = (
    Said("Two to four players. The board has 11 × 12 squares; there are 12 coloured and 12 striped pieces."),
    Said(
        "First the pieces are shared out: the youngest begins, and clockwise everybody takes one piece a"
        " turn, until"
        " none is left."
    ),
    Said(
        "Whoever took the last piece places first. From then on it goes anticlockwise: one piece a turn,"
        " anywhere on"
        " free squares. Pieces may be turned and flipped. They may not overlap or hang over the edge."
    ),
    Said("Whoever can place nothing any more is blocked and is skipped; the others go on."),
    Said(
        "When nobody can place any more, everybody counts the squares of the pieces left in their hand. The fewest"
        " squares win. On a tie whoever placed later wins."
    ),
    Said("Try to leave footprints: free squares into which only your own pieces fit."),
)


def _header(players: tuple[str, ...], choices: Choices, piece_set: PieceSet) -> Header:
    hands = choices.get("hands", "draft")
    if hands not in deal.HANDS:
        raise HeaderError(Said("hands is one of {hands}", hands=", ".join(deal.HANDS)))
    dealt = deal.header(piece_set, players, hands, choices.get("seed"))
    handicap = choices.get("min_hexominoes")
    rules = {**dealt.rules, "min_hexominoes": handicap} if handicap else dealt.rules
    return Header(dealt.game, dealt.players, dealt.hands, dealt.pieces, rules)


def _called(piece: Piece) -> Said:
    """``the F``, ``F16 (low F)``."""
    if piece.kind == "pentomino":
        return Said("the {piece}", piece=piece.id)
    return Said("{piece} ({name})", piece=piece.id, name=Said.known(piece.name))


def _tie(_: Header, winner: str, others: str) -> Said:
    return Said("A tie: {winner} placed later than {others}.", winner=winner, others=others)


def _headline(match: Match) -> Said | None:
    """Who wins with open hands; whether those were agreed, or who held what is only not known, nobody has said."""
    winners = match.outcome.winners
    if len(winners) != 1 or not deal.hands_are_open(match.header):
        return None
    return Said("With open hands {player} wins", player=winners[0])


def _ending(match: Match) -> Said | None:
    if not deal.hands_are_open(match.header):
        return None
    if not match.outcome.winners or not match.position.lying:
        return Said("Nobody can place anything any more.")
    return Said(
        "Nobody can place anything any more, and {player} placed last. If each of you held pieces of your own, whoever"
        " has the fewest squares left has won.",
        player=match.position.lying[-1].player,
    )


def _paint(piece: Piece) -> str:
    """Hexominoes are striped and have none: white."""
    if piece.kind == STRIPED_KIND:
        return WHITE
    return PAINTS.get(piece.id, OTHER)


def _script(match: Match, dice: Random) -> Script:
    from web.scripts.polyssimo import polyssimo  # noqa: PLC0415

    return polyssimo(match, dice)


POLYSSIMO = Presentation(
    title="Polyssimo Challenge",
    rules=RULES,
    seating=Said("Players, clockwise round the table, the youngest first"),
    header=_header,
    options=frozenset({"min_hexominoes"}),
    shared_out=True,
    called=_called,
    paint=_paint,
    unseen_bare=True,
    counts=SQUARES_LEFT,
    fewest_win=True,
    decided_by={
        "tie-break": "tied for the fewest squares left, but the last of them to place",
        "shared": "shared, as none of them placed anything",
    },
    tie=_tie,
    result=squares_left,
    headline=_headline,
    hint=anywhere,
    ending=_ending,
    script=_script,
)
