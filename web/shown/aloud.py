"""What is said aloud: short sentences for those who look at the table. A piece is called what it looks like.

In every sentence the piece is what the sentence is about, so that languages with cases need one form of its name.
"""

from collections.abc import Mapping
from colorsys import rgb_to_hsv

from referee.said import Said
from vision.kind import STRIPED_KIND
from web.companion.trouble import ILLEGAL
from web.games.colours import colour_name
from web.shown.snapshot import Aloud, MatchShown, PieceShown, TroubleShown

LOOK = Said("That is not allowed. Please look at the screen.")
ASKS = Said("What lies there? Please choose on the screen.")

STRIPED, COLOURED = Said("the striped piece"), Said("the coloured piece")
RED, ORANGE, BROWN = Said("the red piece"), Said("the orange piece"), Said("the brown piece")
COLOURS = (
    (15, RED),
    (42, ORANGE),
    (68, Said("the yellow piece")),
    (165, Said("the green piece")),
    (200, Said("the turquoise piece")),
    (250, Said("the blue piece")),
    (290, Said("the purple piece")),
    (345, Said("the pink piece")),
    (360, RED),
)
"""Up to which hue, in degrees, a paint has which name."""
GREYEST = 0.15
"""A paint of less saturation than this has no name."""
BROWNEST = 0.65
"""An orange darker than this (HSV value) is brown."""

TROUBLES: Mapping[str, str] = {
    "overlap": Said("That is not allowed: {piece} lies on another one."),
    "overhang": Said("That is not allowed: {piece} hangs over the edge."),
    "misaligned": Said("{Piece} lies askew. Please straighten it."),
    "unknown": Said("Something lies on the board that does not belong there."),
    "moved": Said("{Piece} has slipped. Please put it back."),
    "removed": Said("{Piece} has gone from the board."),
    "two_at_once": Said("More than one piece came at once. Please leave one of them there."),
}
"""What is said of trouble, by its kind."""
RULES: Mapping[str, str] = {
    "overlap": TROUBLES["overlap"],
    "off_board": TROUBLES["overhang"],
    "not_in_hand": Said("That is not allowed: {piece} belongs to somebody else."),
    "not_your_turn": Said("That is not allowed: it is {player}'s turn."),
    "edge_contact": Said("That is not allowed: {piece} touches its own colour along an edge."),
    "no_corner_contact": Said("That is not allowed: {piece} touches its own colour at no corner."),
    "not_on_start_corner": Said("That is not allowed: {piece} does not cover a corner of the board."),
}
"""What is said of an illegal placement, by the rule that it breaks."""


def aloud(match: MatchShown | None, pieces: Mapping[str, PieceShown]) -> Aloud:
    """What is to be heard of a match as it stands."""
    if match is None:
        return Aloud()
    if match.outcome:
        return Aloud(ending=match.outcome.headline)
    return Aloud(
        turn=_turn(match),
        blocked=tuple(_blocked(player.called) for player in match.players if player.blocked),
        alarms=(
            *(_alarm(trouble, pieces.get(trouble.piece or ""), match) for trouble in match.troubles),
            *filter(None, (match.dead_end,)),
        ),
        question=ASKS if match.question else "",
    )


def looks_like(piece: PieceShown | None) -> str:
    """What a piece is called by somebody who sees it."""
    if piece is not None and piece.kind == STRIPED_KIND:
        return STRIPED
    return _coloured(piece.paint) if piece is not None and piece.paint else COLOURED


def _coloured(paint: str) -> str:
    """The name of a CSS colour ``#rrggbb``."""
    hue, saturation, value = rgb_to_hsv(*(part / 255 for part in bytes.fromhex(paint[1:])))
    if saturation < GREYEST:
        return COLOURED
    name = next(name for end, name in COLOURS if hue * 360 <= end)
    return BROWN if name == ORANGE and value < BROWNEST else name


def _turn(match: MatchShown) -> str:
    if match.to_move is None or len(match.players) == 1:
        return ""
    if match.colour:
        return match.headline
    if match.phase == "draft":
        return Said("{player}, take a piece.", player=match.to_move)
    return Said("{player}, it is your turn.", player=match.to_move)


def _blocked(player: str) -> str:
    return Said("{player} can place nothing any more.", player=player)


def _alarm(trouble: TroubleShown, piece: PieceShown | None, match: MatchShown) -> str:
    if trouble.kind == ILLEGAL:
        known = next((RULES[code] for code in trouble.codes if code in RULES), LOOK)
    else:
        known = TROUBLES.get(trouble.kind, LOOK)
    return Said.known(known, piece=looks_like(piece), player=colour_name(match.colour) or match.to_move or "")
