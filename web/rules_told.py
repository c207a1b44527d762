"""The rules of each game in a few sentences, for people who sit down to play."""

from collections.abc import Mapping

from referee.said import Said

RULES: Mapping[str, tuple[Said, ...]] = {
    "polyssimo": (
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
    ),
    "blokus": (
        Said("Two to four players and four colours: blue, yellow, red and green, which play in this order."),
        Said("The first piece of each colour covers a corner of the board."),
        Said(
            "Every later piece touches a piece of its own colour at a corner, but never along an edge. Other"
            " colours may"
            " be touched in any way. Pieces may be turned and flipped."
        ),
        Said(
            "A colour that can place nothing any more is skipped. The game is over when no colour can place anything."
        ),
        Said(
            "Every square left in hand counts one point less. Whoever has placed everything gets 15 points, and 5 more"
            " if the single square came last. The most points win."
        ),
        Said("Two people play two colours each. Three play one each, and the fourth by turns."),
    ),
    "patchwork": (
        Said("Two players sew a quilt of 9 × 9 squares each. They begin with 5 buttons."),
        Said("It is the turn of whoever is further behind on the time board. There are two things to do:"),
        Said("Buy one of the next three patches: pay its buttons, sew it on, and move on by its spaces of time."),
        Said("Or move on to the space just ahead of the other player, and earn a button for every space."),
        Said(
            "Passing an income mark earns as many buttons as are printed on your quilt. Whoever first passes a leather"
            " patch sews it on at once. The first full square of 7 × 7 earns 7 points."
        ),
        Said("When both are at the end, your buttons are your points; every empty square costs two."),
    ),
    "polyssimo-puzzle": (
        Said("One player, eleven pieces. A card shows where some of them lie; these stay where they are."),
        Said("Fill the rest of the board with the pieces left. They may be turned, but not flipped."),
        Said("A piece once placed may be taken up again. The puzzle is solved when the board is full."),
    ),
}
"""By the name of the game, a paragraph each."""
