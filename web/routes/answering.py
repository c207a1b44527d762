"""What all routes that change something share: the body that came in, and the answer that goes out."""

import json
import re
from collections.abc import Callable
from typing import Any

from flask import current_app, g, request
from werkzeug.exceptions import BadRequest, HTTPException, NotFound

from referee.match import MatchError
from referee.record import RecordError
from referee.said import Said
from vision.errors import VisionError
from web.errors import InputError
from web.hall.hall import FIRST, Hall
from web.hall.sitting import RefusalError
from web.hall.table import BusyError, Table
from web.record.store import NoRoomError, StoreError
from web.telling.words import sentence

Json = dict[str, Any]
Answer = tuple[Json, int]

KEY = re.compile(r"[\w-]{8,64}", re.ASCII)


MOST_LETTERS = 24
"""Of the name of a player, and of the id of a piece."""


class NoRoom(HTTPException):
    """The disk is full."""

    code = 507


def asked(action: Callable[[], None]) -> Answer:
    """Does it, and says in one sentence why not where that fails."""
    try:
        action()
    except (RefusalError, MatchError) as refusal:
        return error_of(refusal, 409)
    except NoRoomError as error:
        return error_of(error, 507)
    except (StoreError, BusyError) as error:
        return error_of(error, 503)
    except (RecordError, InputError, VisionError) as error:
        return error_of(error, 400)
    return {"ok": True, **({"serial": table_of().snapshot.serial} if "table" in g else {})}, 200


def error_of(error: Exception, status: int) -> Answer:
    return {"error": sentence(error)}, status


def find_table(_: str | None, values: Json | None) -> None:
    """Finds the table that an address names, the first one where it names none, before its route is called."""
    hall: Hall = current_app.extensions["polyref-hall"]
    number = (values or {}).pop("number", FIRST)
    if number not in hall.tables:
        raise NotFound(Said("There is no table {number}: it has not been opened, or has been closed.", number=number))
    g.table, g.number = hall.tables[number], number


def is_first_table() -> bool:
    """Whether the request is about the table that is always there."""
    return bool(g.number == FIRST)


def table_of() -> Table:
    """The table that the request is about."""
    table: Table = g.table
    return table


def key_of() -> str:
    """The key of a request that may come twice, as after a lost answer, but is meant once; empty where it has none."""
    key = request.headers.get("Idempotency-Key", "")
    if key and not KEY.fullmatch(key):
        raise BadRequest("Idempotency-Key is 8 to 64 letters, digits, - and _.")
    return key


def body_of() -> Json:
    body = request.get_json()
    if not isinstance(body, dict):
        raise BadRequest("The body of the request is a JSON object.")
    try:
        json.dumps(body, ensure_ascii=False).encode()
    except (UnicodeEncodeError, RecursionError):  # halves of letters can be written in JSON, and nowhere else
        raise BadRequest("The body of the request holds what is no text.") from None
    return body


def length_of(body: Json) -> int | None:
    """How long the record was that the page had seen, if it says so."""
    length = body.get("length")
    if length is not None and (not isinstance(length, int) or isinstance(length, bool)):
        raise BadRequest("length is the number of lines of the record.")
    return length


def is_name(value: object) -> bool:
    """Whether a player can be called so."""
    return isinstance(value, str) and bool(value.strip()) and len(value) <= MOST_LETTERS
