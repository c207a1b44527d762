"""Which game is on a table: what its camera shows, and what the host chooses."""

from threading import Lock
from typing import Any

from flask import Blueprint, current_app, g
from werkzeug.exceptions import BadRequest

from referee.piece import PieceSetError
from referee.said import Said
from web.games import FOLLOWED, TITLES
from web.games.equipment import seen_piece_set_for
from web.hall.hall import Hall
from web.hall.sitting import RefusalError
from web.routes.answering import Answer, Json, asked, body_of, length_of, table_of
from web.routes.rights import Right, needs

which_game = Blueprint("which_game", __name__, url_prefix="/api")

_one_at_a_time = Lock()
"""Looking for boards of any game takes a good part of a second."""


@which_game.get("/game")
@needs(Right.HOST)
def seen() -> Json:
    """The game whose board is in the newest picture, with its title; null where none can be told for sure."""
    with _one_at_a_time:
        game = table_of().seen_game()
    return {"game": game, "title": TITLES[game] if game else None}


@which_game.post("/game")
@needs(Right.HOST)
def play() -> Answer:
    """Another ``game`` is played on this table from now on; its page is another one, too."""
    body = body_of()
    game, length = body.get("game"), length_of(body)
    if not isinstance(game, str) or game not in FOLLOWED:
        raise BadRequest(f"game is one of {', '.join(FOLLOWED)}.")
    hall: Any = current_app.extensions["polyref-hall"]
    return asked(lambda: _change(hall, game, length))


def _change(hall: Hall, game: str, length: int | None) -> None:
    try:
        seen_piece_set_for(game)
    except PieceSetError as error:
        raise RefusalError(Said("{Reason}.", reason=str(error))) from error
    table_of().do(lambda _: None, length)  # refused where a match has gone on that the page has not seen
    hall.play(g.number, game)
    g.table = hall.tables[g.number]
