"""Games by hand: their set-up, their page, and what people do on it."""

import json
from dataclasses import asdict, replace

from flask import Blueprint, current_app, jsonify, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import BadRequest

from referee.games import GAMES
from referee.match import Match, MatchError
from referee.move import Move, Place
from referee.piece import PieceSet, PieceSetError
from referee.record import Undo, parse_entry
from referee.said import Said
from web.games import GAMES as PRESENTED
from web.games import presented
from web.games.agreed import agreed
from web.games.equipment import piece_set_for
from web.hall.by_hand import ByHand, IllegalMoveError, advice, fitting, last_words, places
from web.hall.sitting import RefusalError
from web.record.library import History
from web.record.store import BY_HAND
from web.routes.answering import MOST_LETTERS, Json, body_of, is_name, key_of, length_of
from web.routes.matches import plainly
from web.shown.listing import listed
from web.shown.retelling import title
from web.shown.staging import piece_scenes, scene_of
from web.telling.words import sentence

by_hand = Blueprint("by_hand", __name__)

A_MATCH = "/by-hand/<int(max=999999999):match_id>"
UNFINISHED_SHOWN = 4


@by_hand.errorhandler(RefusalError)
@by_hand.errorhandler(MatchError)
def _refused(error: Exception) -> ResponseReturnValue:
    if request.path.startswith("/api/"):
        return {"error": sentence(error)}, 409
    return render_template("sorry.html", words=sentence(error)), 409


@by_hand.errorhandler(IllegalMoveError)
def _illegal(error: IllegalMoveError) -> ResponseReturnValue:
    """Broken rules are told with the squares concerned, so that the page can mark them."""
    cells = sorted({cell for violation in error.violations for cell in violation.cells})
    return {"error": str(error), "cells": cells, "violations": [one.as_json() for one in error.violations]}, 409


@by_hand.get("/by-hand")
@plainly
def setup() -> str:
    """Choosing a game and who plays it; and matches that wait to go on.

    Where the equipment of a game cannot be used, the page comes without it, as others can be played; that game is
    refused once it is asked for.
    """
    going = [card for card in _played().library.cards() if card.source == BY_HAND and not card.trouble]
    unfinished = [row for row in listed(going) if not row.is_over][:UNFINISHED_SHOWN]
    chosen = request.args.get("game", "")
    if chosen in GAMES:
        piece_set_for(chosen)
    patches, puzzle = _usable("patchwork"), _usable("polyssimo-puzzle")
    return render_template(
        "by_hand.html",
        games=PRESENTED,
        people={name: {"fewest": game.fewest, "most": game.most} for name, game in PRESENTED.items()},
        chosen=chosen if chosen in GAMES else "polyssimo",
        unfinished=unfinished,
        cards=[card["card"] for card in puzzle.extras.get("cards", [])] if puzzle else [],
        patches={patch: asdict(shown) for patch, shown in piece_scenes(patches).items()} if patches else {},
    )


@by_hand.get(A_MATCH)
@plainly
def page(match_id: int) -> str:
    """The page on which a match is played."""
    header = _played().history(match_id).match.header
    puzzle = presented(header.game).puzzle
    return render_template("playing.html", id=match_id, title=title(header), game=header.game, puzzle=puzzle)


@by_hand.post("/api/by-hand")
@plainly
def begin() -> tuple[Json, int]:
    """Begins a match: ``game``, ``players`` clockwise, and ``choices`` as ``web.games.agreed`` knows them."""
    body = body_of()
    game, players, choices = body.get("game"), body.get("players"), body.get("choices", {})
    if not isinstance(game, str) or game not in GAMES:
        raise BadRequest(f"game is one of {', '.join(GAMES)}.")
    if not isinstance(players, list) or not players or not all(map(is_name, players)):
        raise BadRequest(Said("Everybody needs a name of 1 to {most} letters.", most=MOST_LETTERS))
    if not isinstance(choices, dict):
        raise BadRequest("choices is an object in braces.")
    try:
        header = agreed(game, tuple(name.strip() for name in players), choices, piece_set_for(game))
    except (TypeError, AttributeError) as error:
        raise BadRequest(Said("A choice has a value that makes no sense.")) from error
    return {"id": _played().begin(header, key_of())}, 201


@by_hand.post("/api/matches/<int(max=999999999):match_id>/branch")
@plainly
def branch(match_id: int) -> tuple[Json, int]:
    """Plays a match of any source on by hand, from line ``at`` of its record."""
    at = body_of().get("at")
    if not isinstance(at, int) or isinstance(at, bool):
        raise BadRequest("at is the number of a line, the header being line 0.")
    return {"id": _played().branch(match_id, at, key_of())}, 201


@by_hand.get(f"/api{A_MATCH}")
@plainly
def state(match_id: int) -> Json:
    """How a match stands; only its length if that is still ``since``."""
    history = _played().history(match_id)
    if request.args.get("since", type=int) == len(history.steps):
        return {"length": len(history.steps)}
    return _state(history)


@by_hand.post(f"/api{A_MATCH}/moves")
@plainly
def play(match_id: int) -> Json:
    """Makes ``move``, written as in a record; who moves, and with which colour, may be left out."""
    body = body_of()
    facts = body.get("move")
    if not isinstance(facts, dict):
        raise BadRequest("move is an object as in a record.")
    match = _played().history(match_id).match
    entry = parse_entry(json.dumps({"player": match.position.to_move or match.header.players[0], **facts}))
    if isinstance(entry, Undo):
        raise BadRequest("To take a move back there is an address of its own.")
    return _state(_played().play(match_id, _with_colour(entry, match), length_of(body), key_of()))


@by_hand.post(f"/api{A_MATCH}/undo")
@plainly
def undo(match_id: int) -> Json:
    """Takes back the last move."""
    return _state(_played().undo(match_id, length_of(body_of()), key_of()))


@by_hand.get(f"/api{A_MATCH}/places")
@plainly
def where(match_id: int) -> ResponseReturnValue:
    """All places where ``piece`` may be laid now; without a piece, where a leather patch may."""
    return jsonify(places(_played().history(match_id).match, request.args.get("piece", "")))


@by_hand.get(f"/api{A_MATCH}/advice")
@plainly
def advised(match_id: int) -> Json:
    """Whether the puzzle can still be finished; with ``reveal`` a step towards it."""
    return asdict(advice(_played().history(match_id).match, reveal="reveal" in request.args))


def _state(history: History) -> Json:
    match = history.match
    return {
        "id": history.stored.id,
        "length": len(history.steps),
        "said": last_words(history),
        "can_undo": match.before is not None,
        "fitting": fitting(match),
        "scene": asdict(scene_of(match)),
    }


def _usable(game: str) -> PieceSet | None:
    """The piece set of a game; None where the user's own cannot be used."""
    try:
        return piece_set_for(game)
    except PieceSetError:
        return None


def _with_colour(move: Move, match: Match) -> Move:
    """Where people play colours a move names its own if it is not called as they are, so that records can be read
    alone."""
    colour = match.game.colour_to_move(match.position)
    if colour and isinstance(move, Place) and not move.colour and colour not in match.position.players:
        return replace(move, colour=colour)
    return move


def _played() -> ByHand:
    found: ByHand = current_app.extensions["polyref-by-hand"]
    return found
