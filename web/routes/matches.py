"""The matches that are kept: the list, the replay of each, its pictures, and records going out and coming in."""

from collections.abc import Callable
from dataclasses import asdict
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from flask import Blueprint, Response, abort, current_app, render_template, request
from werkzeug.exceptions import BadRequest, Conflict, NotFound, ServiceUnavailable

from referee.piece import PieceSetError
from referee.record import RecordError
from referee.said import Said
from vision.drawing.sketch import Sketch, png
from web.record.library import History, Library, NoSuchMatchError, Step
from web.record.store import NoRoomError, StoreError
from web.routes.answering import NoRoom, key_of
from web.routes.speaking import language
from web.settings import Settings
from web.shown.board_sketch import board_sketch, in_language
from web.shown.listing import listed, source_words
from web.shown.retelling import no_line, title, told
from web.shown.scene import Scene
from web.shown.staging import scene_of
from web.shown.svg import svg
from web.shown.turning import SearchingError, Turnings
from web.telling.words import sentence

matches = Blueprint("matches", __name__)

A_MATCH = "/matches/<int(max=999999999):match_id>"
P = ParamSpec("P")
R = TypeVar("R")


def library() -> Library:
    """The matches of the table."""
    found: Library = current_app.extensions["polyref-library"]
    return found


def plainly(route: Callable[P, R]) -> Callable[P, R]:
    """Turns what goes wrong with records, or with a piece set of the user's own, into an answer with its sentence."""

    @wraps(route)
    def answered(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return route(*args, **kwargs)
        except NoSuchMatchError as error:
            raise NotFound(str(error)) from error
        except (RecordError, PieceSetError) as error:
            raise BadRequest(sentence(error)) from error
        except NoRoomError as error:
            raise NoRoom(sentence(error)) from error
        except StoreError as error:
            raise ServiceUnavailable(sentence(error)) from error

    return answered


@matches.get("/matches")
@plainly
def overview() -> str:
    """The list of all matches."""
    settings: Settings = current_app.extensions["polyref-settings"]
    return render_template("matches.html", cards=listed(library().cards()), most_bytes=settings.max_import_bytes)


@matches.get(A_MATCH)
@plainly
def replay(match_id: int) -> str:
    """The page on which a match is gone through move by move."""
    history = library().history(match_id)
    stored = history.stored
    return render_template(
        "replay.html",
        id=match_id,
        title=title(history.match.header),
        game=history.match.header.game,
        source=source_words(stored),
        begun=stored.begun,
    )


@matches.get(f"{A_MATCH}/record.jsonl")
@plainly
def record(match_id: int) -> Response:
    """The record of a match, as ``polyref replay`` reads it."""
    return _records(library().export(match_id), f"polyref-match-{match_id}.jsonl")


@matches.get("/matches/records.jsonl")
@plainly
def records() -> Response:
    """All records in one file, the oldest first; those that are damaged are left out."""
    found = []
    for match_id in reversed(library().store.ids()):
        try:
            found.append(library().export(match_id))
        except StoreError:
            continue
    return _records("".join(found), "polyref-matches.jsonl")


@matches.get(f"{A_MATCH}/board.svg")
@plainly
def board_svg(match_id: int) -> Response:
    """The board after line ``at`` of the record (the last one if not given); ``plain`` leaves out the words."""
    sketch = _sketch(match_id)
    return Response(svg(sketch), mimetype="image/svg+xml")


@matches.get(f"{A_MATCH}/board.png")
@plainly
def board_png(match_id: int) -> Response:
    """The same as a PNG; ``unit`` is the side of a square in pixels, 16 to 96."""
    unit_px = min(96, max(16, request.args.get("unit", 56, type=int)))
    sketch = _sketch(match_id)
    return Response(png(sketch, unit_px), mimetype="image/png")


@matches.get(f"/api{A_MATCH}")
@plainly
def steps(match_id: int) -> dict[str, Any]:
    """A match in words: a sentence for every line of its record."""
    history = library().history(match_id)
    befores = [None, *(step.match for step in history.steps)]
    return {
        "id": match_id,
        "over": history.match.outcome.over,
        "steps": [_step(step, before) for step, before in zip(history.steps, befores, strict=False)],
    }


@matches.get(f"/api{A_MATCH}/at/<int(max=99999):number>")
@plainly
def at(match_id: int, number: int) -> dict[str, Any]:
    """How a match stood after a line of its record, the header being line 0."""
    return asdict(_scene(library().history(match_id), number))


@matches.get(f"/api{A_MATCH}/turning")
@plainly
def turned(match_id: int) -> dict[str, Any]:
    """Where a game of two turned, as far as that can be known in a few seconds."""
    turnings: Turnings = current_app.extensions["polyref-turnings"]
    try:
        found = turnings.find(library().history(match_id))
    except SearchingError as error:
        raise Conflict(str(error)) from error
    return {"turning": asdict(found) if found else None}


@matches.post("/api/matches")
@plainly
def take_in() -> tuple[dict[str, Any], int]:
    """Takes in records: the body of the request is the text of a file."""
    settings: Settings = current_app.extensions["polyref-settings"]
    request.max_content_length = settings.max_import_bytes
    try:
        text = request.get_data().decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadRequest(Said("The file is no text in UTF-8, so it is no record; nothing has been kept.")) from error
    return asdict(library().take_in(text, key_of())), 201


def _step(step: Step, before: Any) -> dict[str, Any]:
    moved = None if step.entry is None else getattr(step.entry, "player", None)
    return {
        "sentence": told(step, before),
        "legal": not step.violations,
        "cells": [list(cell) for violation in step.violations for cell in violation.cells],
        "player": moved,
        "ply": step.match.ply,
        "phase": step.match.position.phase,
    }


def _sketch(match_id: int) -> Sketch:
    return in_language(board_sketch(_scene(library().history(match_id)), plain="plain" in request.args), language())


def _scene(history: History, number: int | None = None) -> Scene:
    number = request.args.get("at", len(history.steps) - 1, type=int) if number is None else number
    if not 0 <= number < len(history.steps):
        abort(404, no_line(len(history.steps), number))
    return scene_of(history.steps[number].match)


def _records(text: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, mimetype="application/x-ndjson", headers=headers)
