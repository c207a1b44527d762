"""What still fits where, and which regions only one player can still use: for the page, on request."""

from typing import Any

from referee.match import Match
from referee.prospects import fits, footprints

Json = dict[str, Any]


def prospects_shown(match: Match) -> Json:
    """For every player and piece in hand its number of placements and the cells they cover; and the footprints.

    ``{"fits": {player: {piece: {"count": 3, "cells": [[row, col], ...]}}}, "footprints": [{"player": ..., "cells": ...,
    "pieces": [...]}]}``. During the draft, and after the end, nothing fits anywhere.
    """
    if match.position.phase != "placing":
        return {"fits": {}, "footprints": []}
    open_hands = bool(match.header.rules.get("open_hands"))
    players = match.position.players[:1] if open_hands else match.position.players
    shown = {player: {piece: _fitting(places) for piece, places in fits(match, player).items()} for player in players}
    marks = [] if open_hands else footprints(match)
    return {
        "fits": shown,
        "footprints": [
            {"player": one.player, "cells": _listed(one.cells), "pieces": list(one.pieces)} for one in marks
        ],
    }


def _fitting(places: Any) -> Json:
    covered = {cell for place in places for cell in place.cells}
    return {"count": len(places), "cells": _listed(sorted(covered))}


def _listed(cells: Any) -> list[list[int]]:
    return [list(cell) for cell in cells]
