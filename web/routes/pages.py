"""The one page, and the camera picture on it."""

from flask import Blueprint, Response, current_app, render_template, request
from werkzeug.exceptions import NotFound

from referee.said import Said
from vision.kind import KINDS
from web.games import FOLLOWED, TITLES, presented
from web.routes.answering import table_of
from web.routes.rights import Right, is_here, needs
from web.shown.board_sketch import board_sketch
from web.shown.staging import scene_of
from web.shown.svg import svg

pages = Blueprint("pages", __name__)


@pages.get("/")
@needs(Right.LOOK)
def table() -> str:
    """The page; everything that changes comes to it as snapshots."""
    snapshot = table_of().snapshot
    names = [player.name for player in snapshot.match.players] if snapshot.match else []
    game, presentation = snapshot.game, presented(snapshot.game.name)
    return render_template(
        "table.html",
        title=game.title,
        game=game.name,
        boards=KINDS[game.name].boards,
        seats=game.seats,
        seating=presentation.seating,
        shared_out=presentation.shared_out,
        circle=presentation.circle,
        cards=game.cards,
        names=names,
        titles={name: TITLES[name] for name in FOLLOWED},
        every_title=TITLES,
        game_is_chosen=current_app.extensions["polyref-hall"].game_is_chosen,
    )


@pages.get("/snapshot.jpg")
@needs(Right.LOOK)
def picture() -> Response:
    """The newest camera picture, encoded once for all viewers. ``seq`` only keeps old ones from being shown again;
    with ``plain`` nothing is drawn over it; with ``tried`` that of the camera that is tried, for the host only."""
    tried = "tried" in request.args and is_here()
    jpeg = table_of().picture(plain="plain" in request.args, tried=tried)
    if jpeg is None:
        raise NotFound(Said("There is no camera picture yet."))
    return Response(jpeg, mimetype="image/jpeg")


@pages.get("/board.svg")
@needs(Right.LOOK)
def board() -> Response:
    """The board of the match that is on, without words; a query only tells pictures of it apart."""
    match = table_of().match
    if match is None:
        raise NotFound(Said("No match has begun."))
    return Response(svg(board_sketch(scene_of(match), plain=True)), mimetype="image/svg+xml")


@pages.get("/tops/<piece>.png")
@needs(Right.LOOK)
def top(piece: str) -> Response:
    """The pattern of a striped piece as the camera has seen it; ``number`` only tells pictures of it apart."""
    png = table_of().top(piece)
    if png is None:
        raise NotFound(Said("There is no picture of this piece yet."))
    return Response(png, mimetype="image/png")
