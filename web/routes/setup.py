"""Setting up on the page: which cameras there are, what was chosen last, and where the board lies in the picture."""

import unicodedata

from flask import Blueprint, current_app
from werkzeug.exceptions import BadRequest, Forbidden

from referee.record import BREAKS_A_LINE
from referee.said import Said
from web.camera.cameras import cameras
from web.hall.choice import load_choice
from web.routes.answering import Answer, Json, asked, body_of, table_of
from web.routes.rights import Right, is_here, needs
from web.settings import Settings

setup = Blueprint("setup", __name__, url_prefix="/api")

MOST_SOURCE_LETTERS = 1000
FARTHEST_PX = 100_000
"""A corner may lie outside the picture, but not anywhere."""


@setup.get("/setup")
def offered() -> Json:
    """The cameras by name, each with the other table that has it, if any, and what was chosen last: ``source``,
    ``players``, ``hands``, ``min_hexominoes``. Only the host hears of cameras and sources: they may tell passwords."""
    chosen = load_choice(_settings().config)
    last = {
        "source": chosen.source if is_here() else "",
        "players": list(chosen.players),
        "hands": chosen.hands,
        "min_hexominoes": chosen.min_hexominoes,
    }
    found = [
        {"source": one.source, "name": one.name or one.source, "table": table_of().taken(one.source)}
        for one in (cameras() if is_here() else ())
    ]
    return {"cameras": found, "last": last}


@setup.post("/source")
@needs(Right.HOST)
def source() -> Answer:
    """Looks from another ``source``; with ``tried`` only to show what is seen there, while a match goes on."""
    body = body_of()
    wanted, tried = wanted_source(body.get("source")), body.get("tried") is True
    if wanted is None:
        raise BadRequest("source is a camera, an address, a file, a folder, demo or none.")
    return asked(lambda: table_of().watch(wanted, tried=tried))


@setup.get("/corners")
def guess() -> Json:
    """Where the corners of the board may be in the newest picture, in its pixels; none where none can be seen."""
    return {"corners": [list(corner) for corner in table_of().guessed_corners()]}


@setup.post("/corners")
def corners() -> Answer:
    """Somebody has pointed at the four ``corners`` of the grid, each ``[x, y]`` in pixels of the camera's picture, and
    has been asked whether they are that ``anyway`` where no lines of a board are seen."""
    body = body_of()
    points, anyway = body.get("corners"), body.get("anyway", False)
    if not isinstance(anyway, bool):
        raise BadRequest("anyway is true or false.")
    if not isinstance(points, list) or len(points) != 4 or not all(_is_point(point) for point in points):
        raise BadRequest("corners is a list of 4 points [x, y] in pixels of the picture.")
    shown = tuple((float(x), float(y)) for x, y in points)
    return asked(lambda: table_of().show_board(shown, anyway=anyway))


@setup.post("/pause")
def pause() -> Answer:
    """While ``paused``, nothing that the camera sees is judged."""
    paused = body_of().get("paused")
    if not isinstance(paused, bool):
        raise BadRequest("paused is true or false.")
    return asked(lambda: table_of().pause(paused))


def wanted_source(value: object) -> str | None:
    """A source that somebody chose, None for none. Another is chosen at this machine only: it may name its files."""
    if value is None:
        return None
    if not isinstance(value, str) or not 0 < len(value.strip()) <= MOST_SOURCE_LETTERS or not _is_a_line(value):
        raise BadRequest("source is a camera, an address, a file, a folder, demo or none.")
    wanted = value.strip()
    if wanted != table_of().snapshot.camera.source and not is_here():
        raise Forbidden(Said("Choose the camera at the machine on which Polyref runs."))
    return wanted


def _settings() -> Settings:
    settings: Settings = current_app.extensions["polyref-settings"]
    return settings


def _is_a_line(text: str) -> bool:
    return all(unicodedata.category(letter) not in BREAKS_A_LINE for letter in text)


def _is_point(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(_is_place, value))


def _is_place(value: object) -> bool:
    return type(value) in (int, float) and abs(value) <= FARTHEST_PX  # type: ignore[arg-type]
