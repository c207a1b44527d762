"""The page with the rules of a game."""

from flask import Blueprint, render_template
from werkzeug.exceptions import NotFound

from referee.said import Said
from web.games import GAMES, TITLES
from web.routes.rights import Right, needs

rules = Blueprint("rules", __name__)


@rules.get("/rules/<game>")
@needs(Right.LOOK)
def of_game(game: str) -> str:
    """The rules of a game in short."""
    if game not in GAMES:
        raise NotFound(Said("There is no such game here."))
    return render_template("rules.html", game=game, titles=TITLES, rules=GAMES[game].rules)
