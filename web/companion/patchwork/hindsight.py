"""What nobody saw, told from what came of it: who moved on along the time board of Patchwork without buying.

Without a page there is nobody to say so. What is sewn on next mostly tells it; sometimes only what is sewn on later.
"""

from collections.abc import Iterator
from math import inf

from referee.grid import Cell
from referee.match import Match
from referee.move import Advance, Move, Place
from referee.polyomino import groups
from web.companion.patchwork.sewing import position_of, sewing

OFTEN = 3
"""So often running, unseen, people seldom move on: of 1,777 patches in 60 games of the demo 39 came after that."""
MOST_MOVED_ON = 7
"""So often running, at the most, people move on, and so much oftener than was thought they have. Two of those patches
came after five times."""
MOST_COURSES = 24
"""No more courses that a match may have taken are kept in mind, of those in which people moved on least."""
UNSEEN = frozenset({"not_your_turn", "too_expensive", "not_in_reach", "wrong_phase", "leather_first"})
"""The rules that a patch may seem to break because somebody has moved on unseen."""


def before_sewing(match: Match, place: Place) -> Match:
    """The match as it must have stood before a patch was sewn on there: people have moved on since, or have done so
    earlier and oftener than was thought. The same match where that is no reason."""
    move = sewing(position_of(match), place)
    if not UNSEEN.issuperset(violation.code for violation in match.game.judge(match.position, move).violations):
        return match
    for later in _moving_on(match):
        if later.game.judge(later.position, move).legal:
            return later
    return _another_course(match, move) or match


def may_have_come(match: Match, cells: frozenset[Cell]) -> bool:
    """Whether something that was sewn on may lie on some cells of the wide board, by their number: a patch in reach of
    which these are more than half, or leather that somebody may have earned by moving on."""
    if not cells:
        return False
    least = min((match.piece_set.by_id[patch].squares for patch in position_of(match).reach), default=inf)
    return 2 * max(len(group) for group in groups(cells)) > least or _may_owe_leather(match)


def _may_owe_leather(match: Match) -> bool:
    """Whether leather has been earned, or is by moving on."""
    return any(position_of(later).leather_owed for later in _moving_on(match))


def before_the_end(match: Match, place: Place) -> Match | None:
    """The match as it must have stood before a patch was sewn on that came when it seemed to be over; None where no
    course explains it."""
    return _another_course(match, sewing(position_of(match), place))


def _moving_on(match: Match) -> Iterator[Match]:
    """A match, and what it becomes when people move on once, twice and so on."""
    yield match
    for _ in range(MOST_MOVED_ON):
        verdict, match = match.play(Advance(match.position.to_move or ""))
        if not verdict.legal:
            return
        yield match


def _another_course(match: Match, move: Move) -> Match | None:
    """The course on which all that was sewn on, and this at last, is by the rules, and people moved on least often;
    None where they must have done so far oftener than was thought."""
    start = match
    while start.before is not None:
        start = start.before
    courses = [start]
    for made in (*(one for one in match.moves if not isinstance(one, Advance)), move):
        if not courses:
            return None
        before, courses = [later for course in courses for later in _moving_on(course)], []
        for one in sorted(before, key=lambda one: len(one.moves)):
            verdict, after = one.play(made)
            if verdict.legal and all(after.position != other.position for other in courses):
                courses.append(after)
        courses = courses[:MOST_COURSES]
    found = courses[0].before if courses else None
    is_likely = found is not None and times_moved_on(found) <= times_moved_on(match) + MOST_MOVED_ON
    return found if is_likely else None


def times_moved_on(match: Match) -> int:
    """How often people have moved on in a match without buying."""
    return sum(isinstance(move, Advance) for move in match.moves)
