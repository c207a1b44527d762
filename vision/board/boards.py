"""Which board is it, and where? Of the places at which one seems to lie, the one that lines and cells bear out best."""

from functools import partial

import numpy as np

from referee.piece import PieceSet
from vision.board.laid import best_laid
from vision.board.locate import locate, locate_faint
from vision.board.pixels import with_its_pixels
from vision.board.places import (
    FAIR,
    GAMES,
    LIKELY,
    NONE,
    POLYSSIMO_CHALLENGE,
    POSSIBLE,
    SURE,
    SeenPlace,
    places_in_parts,
    places_seen,
)
from vision.board.refine import rescaled
from vision.frame import Picture, shrunk, size_of
from vision.kind import KINDS
from vision.pose import BoardPose

FOUND_PX = 1600
"""Longer side of the picture in which a board is looked for."""
MOST_STRETCHED = 0.5
"""No picture is stretched more than this, as the logarithm: 4 : 3 shown as 16 : 9 is .29. One that was turned and then
squeezed into the size it had before, as FFmpeg does, is by 1.15."""
MOST_TRIED = 3
"""So many of the places that are likeliest as a whole are compared where the first is not good in all respects."""


def which_game(bgr: Picture) -> str | None:
    """The game whose board is in the picture, None where that cannot be told for sure."""
    return _told(bgr)[0]


def likely_games(bgr: Picture) -> tuple[str, ...]:
    """The games whose board may be in the picture, the likeliest first; one alone where that can be told for sure.

    Polyssimo Challenge is always among them: full, its board may look like none as a whole."""
    game, places = _told(bgr)
    if game is not None:
        return (game,)
    likelihood = {one: max((place.likelihood(one) for place in places), default=0.0) for one in GAMES if one != NONE}
    likelihood[POLYSSIMO_CHALLENGE] = max(likelihood[POLYSSIMO_CHALLENGE], POSSIBLE)
    possible = [one for one in likelihood if likelihood[one] >= POSSIBLE]
    return tuple(sorted(possible, key=lambda one: -likelihood[one]))


def _told(bgr: Picture) -> tuple[str | None, list[SeenPlace]]:
    """The game that is told for sure, if any, and the places by which it was."""
    places: list[SeenPlace] = []
    for thrice in (False, True):
        places = places_seen(bgr, thrice=thrice)
        for place in places:
            game = GAMES[int(np.argmax(place.games))]
            if game != NONE and place.likelihood(game) > (LIKELY if thrice else SURE):
                return game, places
    return None, places


def glimpse_board(bgr: Picture, piece_set: PieceSet) -> BoardPose | None:
    """The board of a game where a first look at the picture shows one, which takes a small part of the time that it
    takes to find none."""
    small, kind = shrunk(bgr, FOUND_PX), KINDS[piece_set.game]
    if kind.by_lines:
        pose = locate(small, piece_set.grid, kind, at_a_glance=True)
        pose = pose and with_its_pixels(small, pose, kind)
    else:
        pose = _best_of(_likeliest(places_seen(small), [], piece_set.game, SURE), small, piece_set)
    return pose and _in_full(pose, bgr)


def find_board(bgr: Picture, piece_set: PieceSet, *, in_parts: bool = True) -> BoardPose | None:
    """The board of a game in the picture; None where it is not to be seen. It is looked for in a picture of
    ``FOUND_PX``, and one that is known by its lines in full where that shows none.

    ``in_parts``: one that is known as a whole may be small, and is at last looked for in parts of the picture too."""
    small = shrunk(bgr, FOUND_PX)
    if not KINDS[piece_set.game].by_lines:
        pose = _known(small, piece_set, in_parts=in_parts)
    else:
        pose = _lined(small, piece_set) or (_lined(bgr, piece_set) if small is not bgr else None)  # it may be tiny
    return pose and _in_full(pose, bgr)


def _in_full(pose: BoardPose, bgr: Picture) -> BoardPose | None:
    """A board in the picture itself; None where no picture is stretched so."""
    return rescaled(pose, size_of(bgr)) if abs(np.log(pose.stretch)) <= MOST_STRETCHED else None


def _lined(bgr: Picture, piece_set: PieceSet) -> BoardPose | None:
    """A board that is known by its lines, or by what lies on it."""
    pose = locate(bgr, piece_set.grid, KINDS[piece_set.game]) or _faint(bgr, piece_set)
    return pose and with_its_pixels(bgr, pose, KINDS[piece_set.game])


def _faint(bgr: Picture, piece_set: PieceSet) -> BoardPose | None:
    """A board that is known as a whole, and of which hardly a line is seen: burnt out, or too dark."""
    places = places_seen(bgr, thrice=True)
    if max((place.likelihood(piece_set.game) for place in places), default=0.0) < LIKELY:
        return None
    return locate_faint(bgr, piece_set.grid, KINDS[piece_set.game])


def _known(bgr: Picture, piece_set: PieceSet, *, in_parts: bool) -> BoardPose | None:
    seen, tried = list[SeenPlace](), list[SeenPlace]()
    looks = (SURE, places_seen), (0.0, partial(places_seen, thrice=True)), (0.0, places_in_parts)
    for least, look in looks if in_parts else looks[:-1]:
        seen += look(bgr)  # what seems likely at first may seem less so in a careful look
        likely = _likeliest(seen, tried, piece_set.game, least)
        pose = _best_of(likely, bgr, piece_set)
        if pose is not None:
            return pose
        tried += likely
    return None


def _likeliest(places: list[SeenPlace], tried: list[SeenPlace], game: str, least: float) -> list[SeenPlace]:
    """The place that looks most like a board of this game as a whole, if it does with more than the ``least``
    probability, and others that may be one, each once; what is likely to be the board of another game is none. Those
    at which nothing was ``tried`` come first: each look sees the others anew, a little otherwise."""
    possible = [place for place in places if not place.is_of_another(game)]
    best = max((place.likelihood(game) for place in possible), default=0.0)
    found: list[SeenPlace] = []
    for place in sorted(possible, key=lambda one: (any(map(one.is_at, tried)), -one.likelihood(game))):
        likely = place.likelihood(game)
        if likely > least and (likely == best or likely > FAIR) and not any(map(place.is_at, found)):
            found.append(place)
    return found[:MOST_TRIED]


def _best_of(places: list[SeenPlace], bgr: Picture, piece_set: PieceSet) -> BoardPose | None:
    """The pose of the board in the first of some places of which all is good, or else in the best."""
    found: list[tuple[tuple[bool, float], BoardPose]] = []
    for place in places:
        best = best_laid(bgr, place, piece_set)
        pose = best.as_board(place.likelihood(piece_set.game))
        if pose is not None and best.is_good:
            return pose
        found += [((best.is_placed, best.worth), pose)] if pose is not None else []
    return max(found, key=lambda one: one[0])[1] if found else None
