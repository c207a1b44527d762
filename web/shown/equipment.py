"""The equipment of a game for the page: its board, and its pieces with the paints and stripes that have been seen."""

from collections.abc import Mapping

from referee.piece import Piece, PieceSet
from referee.said import Said
from vision.kind import KINDS, LEATHER
from vision.names import colour_of, seen_set
from vision.pieces.wide import APART
from web.companion.naming import label_of
from web.games import presented
from web.shown.looks import Top
from web.shown.paints import paint_of
from web.shown.snapshot import GameShown, PieceShown, TopShown


def game_shown(piece_set: PieceSet) -> GameShown:
    presentation = presented(piece_set.game)
    cards = tuple(int(card["card"]) for card in piece_set.extras.get("cards", ()))
    apart = APART if KINDS[piece_set.game].boards > 1 else 0
    rows, cols = piece_set.grid.rows, piece_set.grid.cols + apart
    return GameShown(
        name=piece_set.game,
        title=presentation.title,
        rows=rows,
        cols=cols,
        seats=presentation.most,
        cards=cards,
        two_sided=piece_set.two_sided,
        apart=apart,
    )


def pieces_shown(piece_set: PieceSet, paints: Mapping[str, str], tops: Mapping[str, Top]) -> dict[str, PieceShown]:
    """The pieces of a set, with the paints and stripes that have been seen so far."""
    seen = {piece: TopShown(top.number, top.cells) for piece, top in tops.items()}
    return {
        piece.id: PieceShown(
            piece.kind,
            Said.known(piece.name),
            piece.cells,
            _paint(piece_set.game, piece, paints),
            seen.get(piece.id),
            _label(piece_set.game, piece),
            colour_of(piece.id) or "",
            dict(piece.printed),
        )
        for piece in seen_set(piece_set).pieces
    }


def _label(game: str, piece: Piece) -> str:
    if not presented(game).marked_by_name:
        return label_of(piece.id)
    return "·" if piece.kind == LEATHER else piece.name


def _paint(game: str, piece: Piece, paints: Mapping[str, str]) -> str | None:
    """Colours that tell whose a piece is are drawn as the box shows them, whatever the light makes of them."""
    colour = colour_of(piece.id)
    if colour:
        return paint_of(game, piece, colour)
    return paints.get(piece.id, None if presented(game).unseen_bare else paint_of(game, piece))
