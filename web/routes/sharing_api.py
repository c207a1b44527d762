"""Sharing the game: what the host switches on and off, and the code by which others may play."""

from io import BytesIO

import segno
from flask import Blueprint, Response, current_app, jsonify, request
from werkzeug.exceptions import BadRequest, Forbidden, NotFound, ServiceUnavailable, TooManyRequests

from referee.said import Said
from web.doors.addresses import UNREACHABLE, bracketed, outward_address
from web.doors.sharing import Sharing, TooManyCodesError, WrongCodeError
from web.errors import InputError
from web.routes.answering import Json, body_of
from web.routes.rights import COOKIE, NOT_SHARED, Right, needs
from web.routes.stream import Streams
from web.telling.words import sentence

sharing = Blueprint("sharing", __name__)

MOST_LETTERS = 40


@sharing.get("/api/sharing")
@needs(Right.HOST)
def shared() -> Json:
    """Whether the game is shared; if so the ``address`` for others, the ``code``, and how many ``viewers`` look on;
    ``lacking`` says why nobody can."""
    state = _sharing()
    state.keep_up()
    if not state.on:
        return {"on": False}
    viewers: Streams = current_app.extensions["polyref-guest-streams"]
    lacking = "" if outward_address() else UNREACHABLE
    return {"on": True, "address": _address(state), "code": state.code, "viewers": viewers.open, "lacking": lacking}


@sharing.post("/api/sharing")
@needs(Right.HOST)
def share() -> Json:
    """Lets others look, or with ``on`` false not any more."""
    on = body_of().get("on")
    if not isinstance(on, bool):
        raise BadRequest("on is true or false.")
    try:
        _sharing().begin() if on else _sharing().end()
    except InputError as error:
        raise ServiceUnavailable(sentence(error)) from None
    return shared()


@sharing.post("/api/sharing/code")
@needs(Right.HOST)
def renew() -> Json:
    """Makes a new code; whoever plays by the old one may only look from now on."""
    body_of()
    _sharing().renew()
    return shared()


@sharing.get("/share.svg")
@needs(Right.HOST)
def picture() -> Response:
    """The address for others as a QR code, black on white: that is read best."""
    if not _sharing().on:
        raise NotFound(NOT_SHARED)
    svg = BytesIO()
    segno.make(_address(_sharing()), error="m").save(svg, kind="svg", scale=4, border=3, light="#fff")
    return Response(svg.getvalue(), mimetype="image/svg+xml")


@sharing.post("/api/code")
@needs(Right.LOOK)
def enter() -> Response:
    """Whoever sends the ``code`` that is shown at the table may play from then on, until it is changed there."""
    code = body_of().get("code")
    if not isinstance(code, str) or not 0 < len(code) <= MOST_LETTERS:
        raise BadRequest("code is the number that is shown at the table.")
    try:
        token = _sharing().enter(code, request.remote_addr or "")
    except WrongCodeError:
        raise Forbidden(Said("That is not the code that is shown at the table.")) from None
    except TooManyCodesError as error:
        raise TooManyRequests(_wait(error.wait_s)) from None
    answer = jsonify(ok=True)
    answer.set_cookie(COOKIE, token, httponly=True, samesite="Strict", path="/")
    return answer


def _wait(seconds: float) -> Said:
    return Said.many(
        max(1, round(seconds / 60)),
        "Too many wrong codes. Try again in {count} minute.",
        "Too many wrong codes. Try again in {count} minutes.",
    )


def _address(state: Sharing) -> str:
    """Leads others to the ``table`` that the host looks at; 0 is the only one."""
    table = request.args.get("table", 0, type=int)
    path = f"table/{table}/" if table > 0 else ""
    return f"http://{bracketed(outward_address() or '127.0.0.1')}:{state.port}/{path}"


def _sharing() -> Sharing:
    state: Sharing = current_app.extensions["polyref-sharing"]
    return state
