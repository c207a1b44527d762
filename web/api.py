"""What people do on the page. Every answer is JSON: ``{"ok": true}``, or an ``error`` in one sentence."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, current_app, request
from werkzeug.exceptions import BadRequest

from referee.match import MatchError
from referee.record import RecordError
from web.deal import HANDS
from web.sitting import RefusalError, Sitting
from web.store import StoreError
from web.table import BusyError, Table

api = Blueprint("api", __name__, url_prefix="/api")

MOST_CELLS = 12
MOST_LETTERS = 24

Json = dict[str, Any]
Answer = tuple[Json, int]


@api.get("/snapshot")
def snapshot() -> Response:
    """The newest snapshot, for programs and for pages that got no stream."""
    return Response(_table().snapshot.text, mimetype="application/json")


@api.post("/match")
def match() -> Answer:
    """Begins a match: ``players`` clockwise, youngest first; ``hands`` draft, random or open; ``seed`` if wished."""
    body = _body()
    players, hands, seed = body.get("players"), body.get("hands", "draft"), body.get("seed")
    if players is not None and not (isinstance(players, list) and all(_is_name(name) for name in players)):
        raise BadRequest(f"players is a list of names of 1 to {MOST_LETTERS} letters.")
    if hands not in HANDS:
        raise BadRequest(f"hands is one of {', '.join(HANDS)}.")
    if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool)):
        raise BadRequest("seed is a whole number.")
    named = tuple(name.strip() for name in players) if players is not None else None
    return _done(lambda sitting: sitting.begin_as_wished(named, hands, seed))


@api.post("/draft")
def draft() -> Answer:
    """The player to move takes ``piece``."""
    piece = _piece(_body(), "piece")
    return _done(lambda sitting: sitting.draft(piece))


@api.post("/place")
def place() -> Answer:
    """The player to move places ``piece`` on ``cells``."""
    body = _body()
    piece, cells = _piece(body, "piece"), _cells(body)
    return _done(lambda sitting: sitting.place(piece, cells))


@api.post("/undo")
def undo() -> Answer:
    """Takes back the last move."""
    _body()
    return _done(lambda sitting: sitting.undo())


@api.post("/correct")
def correct() -> Answer:
    """The placement of ``was`` was in truth ``piece`` on ``cells``."""
    body = _body()
    was, piece, cells = _piece(body, "was"), _piece(body, "piece"), _cells(body)
    return _done(lambda sitting: sitting.correct(was, piece, cells))


@api.post("/answer")
def answer() -> Answer:
    """Chooses the alternative number ``index`` of what the referee asks."""
    index = _body().get("index")
    if not isinstance(index, int) or isinstance(index, bool):
        raise BadRequest("index is the number of an alternative, counted from 0.")
    return _done(lambda sitting: sitting.answer(index))


def _done(action: Callable[[Sitting], None]) -> Answer:
    """Has the referee do it, unless the match has gone on since the page looked."""
    length = _body().get("length")
    if length is not None and (not isinstance(length, int) or isinstance(length, bool)):
        raise BadRequest("length is the number of lines of the record.")
    try:
        _table().do(action, length)
    except (RefusalError, MatchError) as refusal:
        return _error(refusal, 409)
    except RecordError as error:
        return _error(error, 400)
    except (StoreError, BusyError) as error:
        return _error(error, 503)
    return {"ok": True, "serial": _table().snapshot.serial}, 200


def _error(error: Exception, status: int) -> Answer:
    words = str(error).removeprefix("header: ").removesuffix(".")
    return {"error": f"{words[:1].upper()}{words[1:]}."}, status


def _table() -> Table:
    table: Table = current_app.extensions["polyref"]
    return table


def _body() -> Json:
    body = request.get_json()
    if not isinstance(body, dict):
        raise BadRequest("The body of the request is a JSON object.")
    return body


def _is_name(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip()) and len(value) <= MOST_LETTERS


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
