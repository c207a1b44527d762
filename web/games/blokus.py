"""Blokus, as people meet it."""

from referee.piece import PieceSet
from referee.record import Header, HeaderError
from referee.said import Said
from web.colours import CLASSIC, DUO
from web.games.presentation import Choices, Presentation

RULES = (
    Said("Two to four players and four colours: blue, yellow, red and green, which play in this order."),
    Said("The first piece of each colour covers a corner of the board."),
    Said(
        "Every later piece touches a piece of its own colour at a corner, but never along an edge. Other"
        " colours may"
        " be touched in any way. Pieces may be turned and flipped."
    ),
    Said("A colour that can place nothing any more is skipped. The game is over when no colour can place anything."),
    Said(
        "Every square left in hand counts one point less. Whoever has placed everything gets 15 points, and 5 more"
        " if the single square came last. The most points win."
    ),
    Said("Two people play two colours each. Three play one each, and the fourth by turns."),
)


def _header(players: tuple[str, ...], choices: Choices, piece_set: PieceSet) -> Header:
    duo = choices.get("board") == "duo"
    colours = DUO if duo else CLASSIC
    if len(players) not in ((2,) if duo else (2, 3, 4)):
        raise HeaderError(Said("Blokus Duo is for 2 players") if duo else Said("Blokus is for 2 to 4 players"))
    rules = {option: choices[option] for option in ("board", "first_corner") if choices.get(option)}
    held: dict[str, tuple[str, ...]]
    if len(players) == 3:
        held = {player: (colour,) for player, colour in zip(players, colours, strict=False)}
        rules["shared"] = colours[-1]
    else:
        held = {player: colours[seat :: len(players)] for seat, player in enumerate(players)}
    return Header("blokus", players, None, piece_set.digest, rules, held)


BLOKUS = Presentation(
    title="Blokus",
    other_titles={"duo": "Blokus Duo"},
    rules=RULES,
    usual=CLASSIC,
    header=_header,
)
