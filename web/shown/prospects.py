"""What still fits where, and which regions only one player can still use: for the page, on request."""

from typing import Any

from referee.match import Match
from referee.prospects import fits, footprints
from vision.names import named
from web.games.deal import hands_are_open

Json = dict[str, Any]


def prospects_shown(match: Match) -> Json:
    """For every player and piece in hand its number of placements and the cells they cover; and the footprints.

    ``{"fits": {player: {piece: {"count": 3, "cells": [[row, col], ...]}}}, "footprints": [{"player": ..., "cells": ...,
    "pieces": [...]}]}``. During the draft, and after the end, nothing fits anywhere.
    """
    if match.position.phase != "placing":
        return {"fits": {}, "footprints": []}
    open_hands = hands_are_open(match.header)
    shown: dict[str, Json] = {}
    for player, holder, colour in _holders(match, open_hands):
        fitting = {named(piece, colour): _fitting(places) for piece, places in fits(match, holder).items()}
        shown[player] = {**shown.get(player, {}), **fitting}
    marks = [] if open_hands else footprints(match)
    return {
        "fits": shown,
        "footprints": [
            {"player": one.player, "cells": _listed(one.cells), "pieces": list(one.pieces)} for one in marks
        ],
    }


def _holders(match: Match, open_hands: bool) -> list[tuple[str, str, str]]:
    """Who is shown with the hand of which holder, and of what colour its pieces are, if any."""
    position, owners = match.position, match.game.owners(match.position)
    if owners:
        return [(owners.get(colour, colour), colour, colour) for colour in position.hands]
    return [(player, player, "") for player in (position.players[:1] if open_hands else position.players)]


def _fitting(places: Any) -> Json:
    covered = {cell for place in places for cell in place.cells}
    return {"count": len(places), "cells": _listed(sorted(covered))}


def _listed(cells: Any) -> list[list[int]]:
    return [list(cell) for cell in cells]
