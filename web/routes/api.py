"""What people do on the page. Every answer is JSON: ``{"ok": true}``, or an ``error`` in one sentence."""

from collections.abc import Callable
from contextlib import suppress

from flask import Blueprint, Response, current_app, request
from werkzeug.exceptions import BadRequest

from web.games.agreed import BEFORE_A_CAMERA
from web.games.deal import HANDS
from web.hall.choice import Choice, save_choice
from web.hall.sitting import Sitting
from web.routes.answering import (
    MOST_LETTERS,
    Answer,
    Json,
    asked,
    body_of,
    is_first_table,
    is_name,
    key_of,
    length_of,
    table_of,
)
from web.routes.rights import Right, is_here, needs
from web.routes.setup import wanted_source
from web.routes.speaking import language
from web.settings import Settings
from web.shown.prospects import prospects_shown

api = Blueprint("api", __name__, url_prefix="/api")

MOST_CELLS = 12


@api.get("/snapshot")
@needs(Right.LOOK)
def snapshot() -> Response:
    """The newest snapshot, for programs and for pages that got no stream; nothing (204) if that is still ``since``."""
    newest = table_of().snapshot
    if request.args.get("since", type=int) == newest.serial:
        return Response(status=204)
    return Response(newest.text(language(), with_source=is_here()), mimetype="application/json")


@api.get("/prospects")
def prospects() -> Json:
    """What still fits where, as ``web.shown.prospects`` writes it, for the match of ``length`` lines."""
    match = table_of().match
    if match is None:
        return {"fits": {}, "footprints": []}
    return prospects_shown(match)


@api.post("/match")
def match() -> Answer:
    """Begins a match: ``players`` clockwise, youngest first; ``hands`` draft, random or open; ``seed`` and ``rules`` if
    wished; ``source`` to watch it from another one. What was chosen at the first table is offered again at the next
    set-up."""
    body = body_of()
    players, hands, seed, rules = _players(body), body.get("hands", "draft"), body.get("seed"), body.get("rules", {})
    if hands not in HANDS:
        raise BadRequest(f"hands is one of {', '.join(HANDS)}.")
    if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool)):
        raise BadRequest("seed is a whole number.")
    if not isinstance(rules, dict) or not set(rules) <= BEFORE_A_CAMERA:
        raise BadRequest(f"rules may hold {', '.join(sorted(BEFORE_A_CAMERA))}.")
    source = wanted_source(body.get("source"))
    began = _done(lambda sitting: sitting.begin_as_wished(players, hands, seed, rules), source, begins=True)
    if began[1] == 200 and players and source and is_first_table():
        _remember(Choice(source, players, hands, rules.get("min_hexominoes", {})))
    return began


@api.post("/draft")
def draft() -> Answer:
    """The player to move takes ``piece``."""
    piece = _piece(body_of(), "piece")
    return _done(lambda sitting: sitting.draft(piece))


@api.post("/place")
def place() -> Answer:
    """The player to move places ``piece`` on ``cells``."""
    body = body_of()
    piece, cells = _piece(body, "piece"), _cells(body)
    return _done(lambda sitting: sitting.place(piece, cells))


@api.post("/advance")
def advance() -> Answer:
    """The player to move moves on along the time board instead of buying a patch."""
    body_of()
    return _done(lambda sitting: sitting.advance())


@api.post("/undo")
def undo() -> Answer:
    """Takes back the last move."""
    body_of()
    return _done(lambda sitting: sitting.undo())


@api.post("/correct")
def correct() -> Answer:
    """The placement of ``was`` was in truth ``piece`` on ``cells``."""
    body = body_of()
    was, piece, cells = _piece(body, "was"), _piece(body, "piece"), _cells(body)
    return _done(lambda sitting: sitting.correct(was, piece, cells))


@api.post("/remove")
def remove() -> Answer:
    """Takes ``piece`` off the board: it was never placed, or not there."""
    piece = _piece(body_of(), "piece")
    return _done(lambda sitting: sitting.remove(piece))


@api.post("/answer")
def answer() -> Answer:
    """Chooses the alternative number ``index`` of what the referee asks."""
    index = body_of().get("index")
    if not isinstance(index, int) or isinstance(index, bool):
        raise BadRequest("index is the number of an alternative, counted from 0.")
    return _done(lambda sitting: sitting.answer(index))


def _done(action: Callable[[Sitting], None], source: str | None = None, *, begins: bool = False) -> Answer:
    """Has the referee do it, unless the match has gone on since the page looked."""
    length, table = length_of(body_of()), table_of()
    if begins:
        return asked(lambda: table.begin(action, source, length, key_of()))
    return asked(lambda: table.do(action, length, key_of()))


def _remember(choice: Choice) -> None:
    """Where it cannot be kept, the next set-up takes a little longer; the match is on all the same."""
    settings: Settings = current_app.extensions["polyref-settings"]
    with suppress(OSError):
        save_choice(settings.config, choice)


def _players(body: Json) -> tuple[str, ...] | None:
    players = body.get("players")
    if players is None:
        return None
    if not isinstance(players, list) or not all(is_name(name) for name in players):
        raise BadRequest(f"players is a list of names of 1 to {MOST_LETTERS} letters.")
    return tuple(name.strip() for name in players)


def _piece(body: Json, key: str) -> str:
    value = body.get(key)
    if not isinstance(value, str) or not 0 < len(value) <= MOST_LETTERS:
        raise BadRequest(f"{key} is the id of a piece.")
    return value


def _cells(body: Json) -> tuple[tuple[int, int], ...]:
    value = body.get("cells")
    if not isinstance(value, list) or not 0 < len(value) <= MOST_CELLS or not all(_is_cell(cell) for cell in value):
        raise BadRequest(f"cells is a list of 1 to {MOST_CELLS} pairs [row, col].")
    return tuple((row, col) for row, col in value)


def _is_cell(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(type(part) is int and abs(part) < 100 for part in value)
