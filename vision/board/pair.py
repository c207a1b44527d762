"""Two boards in one picture, as the quilts of two players of Patchwork lie beside one another.

Their eight corners are easily mixed up: the network that guesses corners often takes two boards for a wide one, and a
part of a picture may show a part of a board. The network that looks straight down on a guess is misled by neither. So
both parts of a guess are tried, and the places beside a board that is seen; and two boards of one make on one table are
of one size.
"""

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations

import cv2
import numpy as np

from referee.grid import GridSize
from referee.piece import PieceSet
from vision.board.boards import FOUND_PX, find_board
from vision.board.corners import corners_seen
from vision.board.laid import as_seen, settled
from vision.board.opinion import opinion
from vision.board.places import FAIR, SeenPlace, place_near
from vision.board.refine import rescaled
from vision.frame import Picture, shrunk, size_of
from vision.kind import KINDS
from vision.pose import BoardPose, Points, grid_corners, pose_from_corners

LEFT, RIGHT = 0, -1
"""The ends of a picture, and of the boards that are found from left to right."""
HALF = 0.55
"""Share of the picture's width that is looked at where there may be two boards."""
PART = 0.45
"""Of a guess around two boards each takes this share: some cells lie between them."""
STEP = 1.25
"""From a board to where its neighbour is looked for, in boards: a few cells lie between them, more or less."""
UNLIKE = 0.12
"""The sides of boards of one make differ by no more than this share, as they are seen from one of them."""
AGREED = 0.3
"""Lines farther from where a board is seen than this, in cells, are other lines, unless it is seen to end there."""


def find_pair(bgr: Picture, piece_set: PieceSet, *, anyhow: bool = False) -> list[BoardPose]:
    """Two boards of a game that are alike, from left to right; none where they are not to be seen so. ``anyhow``: one
    may lie behind the other."""
    small = shrunk(bgr, FOUND_PX)
    for thrice in (False, True):
        seen = _seen(small, piece_set.game, thrice=thrice, anyhow=anyhow)
        pairs = [
            (one, other)
            for one, other in combinations(seen, 2)
            if _are_alike(one.corners_px, other.corners_px, piece_set.grid)
        ]
        if pairs:
            best = min(pairs, key=lambda pair: pair[0].spread + pair[1].spread)
            poses = [rescaled(_posed(small, place, piece_set), size_of(bgr)) for place in best]
            return sorted(poses, key=_middle_x)
    return []


def find_two(bgr: Picture, piece_set: PieceSet, *, anyhow: bool = False) -> list[BoardPose]:
    """Two boards of a game from left to right; one, or none, where there are not two to be seen. ``anyhow``: one may
    lie behind the other."""
    found = find_pair(bgr, piece_set, anyhow=anyhow) or find_in_halves(bgr, piece_set)
    if len(found) == 2:
        return found
    one = find_board(bgr, piece_set)
    if one is None:
        return found
    found = _with_neighbour(bgr, one, piece_set)
    if len(found) == 2 or not anyhow:
        return found
    behind = _alike_at(bgr, one, _places_around(_searched_px(bgr, one)), piece_set)
    return sorted([one, behind], key=_middle_x) if behind else found


def find_boards(bgr: Picture, piece_set: PieceSet) -> list[BoardPose]:
    """Up to two boards of a game in one picture, from left to right."""
    one = find_board(bgr, piece_set)
    if one is None:
        return find_pair(bgr, piece_set) or find_in_halves(bgr, piece_set)
    return _with_neighbour(bgr, one, piece_set)


def find_outermost(bgr: Picture, piece_set: PieceSet, end: int) -> BoardPose | None:
    """The board of a game that is farthest to the left in a picture (``end`` is ``LEFT``), or to the right (``RIGHT``);
    None where none is to be seen."""
    one = find_board(bgr, piece_set)
    if one is None:
        found = find_pair(bgr, piece_set) or find_in_halves(bgr, piece_set)
        return found[end] if found else None
    return _found_beside(bgr, one, end, piece_set) or one


def find_in_halves(bgr: Picture, piece_set: PieceSet) -> list[BoardPose]:
    """Boards each looked for in a half of the picture, from left to right."""
    width, half = bgr.shape[1], round(HALF * bgr.shape[1])
    found = [pose for start in (0, width - half) if (pose := _found_between(bgr, start, start + half, piece_set))]
    return found[:1] if len(found) == 2 and _meet(*found) else found


def _seen(small: Picture, game: str, *, thrice: bool, anyhow: bool) -> list[SeenPlace]:
    """Boards of the game to which guesses lead, and those beside them, or behind and before."""
    begun = corners_seen(small, thrice=thrice)
    found = _led_to(small, [start for corners_px in begun for start in (corners_px, *_parts(corners_px))], game)
    around = _places_around if anyhow else _places_beside
    return _led_to(small, [start for place in found for start in around(place.corners_px)], game, found)


def _led_to(small: Picture, starts: Iterable[Points], game: str, known: Iterable[SeenPlace] = ()) -> list[SeenPlace]:
    """Those that are known and the other boards of the game to which guesses lead."""
    found = list(known)
    for start in starts:
        place = place_near(small, start)
        if place and place.likelihood(game) > FAIR and not any(place.is_at(other) for other in found):
            found.append(place)
    return found


def _parts(corners_px: Points) -> list[Points]:
    """The two ends of a guess (4 x 2) along its longer sides, either of which may be a board."""
    sides = np.linalg.norm(np.roll(corners_px, -1, axis=0) - corners_px, axis=1)
    along = np.roll(corners_px, 0 if sides[0] + sides[2] > sides[1] + sides[3] else -1, axis=0)
    return [_moved(along, ((0, 0), (PART, 1))), _moved(along, ((1 - PART, 0), (1, 1)))]


def _places_beside(corners_px: Points) -> list[Points]:
    """Where a neighbour may lie, to the left and to the right as they are seen."""
    places = [(place, place.mean(axis=0) - corners_px.mean(axis=0)) for place in _places_around(corners_px)]
    return [place for place, (right, down) in places if abs(right) > abs(down)]


def _places_around(corners_px: Points) -> list[Points]:
    """Where a neighbour may lie on any side."""
    every = [(along, 0.0) for along in (STEP, -STEP)] + [(0.0, along) for along in (STEP, -STEP)]
    return [_moved(corners_px, ((x, y), (x + 1, y + 1))) for x, y in every]


def _moved(corners_px: Points, ends: tuple[tuple[float, float], tuple[float, float]]) -> Points:
    """The corners of an upright rectangle of a board's plane, the board being 1 x 1: from the first end to the last."""
    (left, top), (right, bottom) = ends
    square = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    to_picture = cv2.getPerspectiveTransform(square, corners_px.astype(np.float32))
    flat = np.array([(left, top), (right, top), (right, bottom), (left, bottom)], np.float64)
    return np.asarray(cv2.perspectiveTransform(flat.reshape(-1, 1, 2), to_picture).reshape(-1, 2))


def _are_alike(one: Points, other: Points, grid: GridSize) -> bool:
    """Whether two boards (4 x 2 corners each) lie beside one another, in one plane and of one size, as seen from each
    of them."""
    return all(_has_beside(*pair, grid) for pair in ((one, other), (other, one)))


def _has_beside(one: Points, other: Points, grid: GridSize) -> bool:
    """Whether one board, which tells how the table is seen, has the other outside it, with sides as long as its own."""
    x, y = other.mean(axis=0)
    if cv2.pointPolygonTest(one.astype(np.float32), (float(x), float(y)), measureDist=False) >= 0:
        return False
    to_grid = cv2.getPerspectiveTransform(one.astype(np.float32), grid_corners(grid).astype(np.float32))
    seen = cv2.perspectiveTransform(other.reshape(-1, 1, 2), to_grid).reshape(-1, 2)
    sides = np.linalg.norm(np.roll(seen, -1, axis=0) - seen, axis=1)
    usual = np.linalg.norm(np.roll(grid_corners(grid), -1, axis=0) - grid_corners(grid), axis=1)
    return bool(np.abs(sides / usual - 1).max() < UNLIKE)


def _posed(small: Picture, place: SeenPlace, piece_set: PieceSet) -> BoardPose:
    """A board that is not known by itself alone: on its lines, where they bear it out, or as it is seen."""
    plain = as_seen(small, place, piece_set.grid)
    fine, kind = settled(small, place, piece_set), KINDS[piece_set.game]
    if fine is not None:
        is_near = np.abs(fine.corners_px - place.corners_px).max() < AGREED * plain.cell_px
        if is_near or opinion(small, fine, kind).ends_rather_than(opinion(small, plain, kind)):
            return fine
    return replace(plain, confidence=place.likelihood(piece_set.game))


def _with_neighbour(bgr: Picture, one: BoardPose, piece_set: PieceSet) -> list[BoardPose]:
    """A board and the one beside it, from left to right; itself alone where none is to be seen there."""
    found = [one, *(pose for end in (LEFT, RIGHT) if (pose := _found_beside(bgr, one, end, piece_set)))]
    return sorted(found, key=_middle_x)[:2]


def _searched_px(bgr: Picture, one: BoardPose) -> Points:
    """The corners of a board in the picture in which boards are looked for."""
    return rescaled(one, size_of(shrunk(bgr, FOUND_PX))).corners_px


def _alike_at(bgr: Picture, one: BoardPose, places: list[Points], piece_set: PieceSet) -> BoardPose | None:
    """Another board that is like one, at one of some places (of the picture in which boards are looked for)."""
    small, known_px = shrunk(bgr, FOUND_PX), _searched_px(bgr, one)
    for place in _led_to(small, places, piece_set.game):
        if _are_alike(known_px, place.corners_px, piece_set.grid):
            return rescaled(_posed(small, place, piece_set), size_of(bgr))
    return None


def _found_beside(bgr: Picture, one: BoardPose, end: int, piece_set: PieceSet) -> BoardPose | None:
    """Another board between one and that end of the picture, where there is room for half of it: one that is like it,
    or any in what is left of the picture there."""
    left, right = one.corners_px[:, 0].min(), one.corners_px[:, 0].max()
    start, stop = (0, int(left)) if end == LEFT else (int(right), bgr.shape[1])
    if stop - start <= (right - left) / 2:
        return None
    at_end = sorted(_places_beside(_searched_px(bgr, one)), key=lambda place: float(place[:, 0].mean()))[end]
    return _alike_at(bgr, one, [at_end], piece_set) or _found_between(bgr, start, stop, piece_set)


def _found_between(bgr: Picture, start: int, end: int, piece_set: PieceSet) -> BoardPose | None:
    """A board in an upright strip of the picture, as it is seen in the whole: the strip may show a part of it. It is a
    part of the picture itself, so that it is not looked at in parts."""
    pose = find_board(np.ascontiguousarray(bgr[:, start:end]), piece_set, in_parts=False)
    if pose is None:
        return None
    small = shrunk(bgr, FOUND_PX)
    moved_px = pose.corners_px + np.array((start, 0))
    whole = pose_from_corners(moved_px, pose.grid, size_of(bgr), stretch=pose.stretch)
    seen = _led_to(small, [rescaled(whole, size_of(small)).corners_px], piece_set.game)
    return rescaled(_posed(small, seen[0], piece_set), size_of(bgr)) if seen else None


def _middle_x(pose: BoardPose) -> float:
    return float(pose.corners_px[:, 0].mean())


def _meet(left: BoardPose, right: BoardPose) -> bool:
    """Whether two boards are one and the same, or share a place."""
    return _middle_x(left) + 0.5 * float(np.ptp(left.corners_px[:, 0])) > _middle_x(right)
