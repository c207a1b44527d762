"""The loop that joins watching and refereeing: looks go in, the match moves on, and what happened comes out.

It knows no page, no thread and no file. Each move goes through ``keep`` before the match shows it, whether the
camera saw it or somebody entered it by hand.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from referee.game import Position
from referee.grid import Cell
from referee.match import Match
from referee.move import Move, Place
from referee.polyomino import Cells
from referee.record import Undo, format_entry
from referee.verdict import Verdict
from vision.sighting import Problem, SeenPiece, Sighting
from vision.watch import Known, Look, View
from web.event import (
    Blocked,
    BoardFound,
    CameraMoved,
    Cleared,
    Corrected,
    Event,
    Over,
    Placed,
    ProblemSeen,
    TakenBack,
    Unsure,
)
from web.infer import Difference, compare, holder, misread, next_in_turn, placement, same, steadily_away
from web.trouble import CROWD, ILLEGAL, OF_KNOWN_PIECES, Trouble, is_over, is_same_problem

MOST_TAKEN_BACK = 2
"""So many pieces may be taken back at once. If more vanish, the table is being cleared or the picture is wrong."""


@dataclass(frozen=True, slots=True)
class State:
    """Everything that may be shown: the match, the last look, the last verdict, what is wrong on the table, and what
    is asked. Who is blocked stands in ``match.position``."""

    match: Match
    look: Look | None = None
    verdict: Verdict | None = None
    troubles: tuple[Trouble, ...] = ()
    unsure: Unsure | None = None

    @property
    def view(self) -> View:
        return self.look.view if self.look else View.NO_BOARD


@dataclass(frozen=True, slots=True)
class Memory:
    """What the eyes have seen so far. ``witnessed`` are pieces once seen where the match has them: only these can go
    missing. ``overruled`` are claims that somebody has put right by hand; they are not heard again while they last."""

    before: Difference | None = None
    witnessed: frozenset[str] = frozenset()
    overruled: tuple[SeenPiece, ...] = ()
    asked: frozenset[Cell] = frozenset()
    undisturbed: bool = False


class Companion:
    """Follows one match. ``keep`` stores a line of the record; if it raises, nothing has changed."""

    def __init__(self, match: Match, keep: Callable[[str], None]) -> None:
        self._keep = keep
        self._state = State(match)
        self._memory = Memory()
        self._events: list[Event] = []

    @property
    def state(self) -> State:
        return self._state

    @property
    def match(self) -> Match:
        return self._state.match

    def known(self) -> Known:
        """What the eyes may use: what lies on the board, and what may still come, whoever holds it."""
        lying = tuple(SeenPiece(place.piece, place.cells) for place in self._lying)
        return Known(lying, frozenset(self.match.piece_set.by_id) - {piece.piece for piece in lying})

    def see(self, look: Look) -> list[Event]:
        """Takes in a look and tells what happened. Only settled looks are judged."""
        self._state = replace(self._state, look=look)
        if look.camera_moved:
            self._tell(CameraMoved(**self._now))
        if look.board is not None and look.board.found and (look.board_found or look.camera_moved):
            self._tell(BoardFound(**self._now, corners_xy=look.board.corners_xy))
        if look.view is not View.SETTLED or look.camera_moved:
            self._memory = replace(self._memory, undisturbed=False)
        if look.sighting is not None and look.sighting.board.found:
            self._judge(self._heeded(look.sighting))
        return self._told()

    def place(self, move: Place) -> list[Event]:
        """A placement entered by hand. An illegal one changes nothing."""
        before = self.match.position
        verdict = self._play(move)
        self._tell(Placed(**self._now, place=move, violations=verdict.violations))
        self._announce(before)
        return self._told()

    def play(self, move: Move) -> Verdict:
        """Any other move entered by hand, such as a draft."""
        return self._play(move)

    def undo(self) -> list[Event]:
        """Takes back the last move by hand; a piece that still lies there is not taken for a new placement.

        Raises:
            MatchError: there is no move to take back.
        """
        last = self.match.moves[-1] if self.match.moves else None
        self._withdraw()
        if isinstance(last, Place):
            self._overrule(last)
            self._tell(TakenBack(**self._now, piece=last.piece))
        return self._told()

    def correct(self, piece: str, cells: Cells, was: str | None = None) -> list[Event]:
        """Puts a placement right by hand: that of the piece ``was``, else of ``piece`` itself, else the last one.

        If the right one breaks a rule, it is told as an illegal placement and nothing changes.
        """
        wrong = next((place for place in self._lying if place.piece in (was, piece)), self._lying[-1])
        right = Place(wrong.player, piece, cells)
        verdict = self._amend(wrong, right)
        if verdict.legal:
            self._overrule(wrong)
        else:
            self._tell(Placed(**self._now, place=right, violations=verdict.violations))
        return self._told()

    def answer(self, index: int) -> list[Event]:
        """Chooses one of the alternatives that were asked about."""
        chosen = self._state.unsure.alternatives[index].pieces if self._state.unsure else ()
        self._state = replace(self._state, unsure=None)
        lying = {place.piece for place in self._lying}
        return [event for piece in chosen if piece.piece not in lying for event in self.place(self._placement(piece))]

    # --- what a look means, step by step

    def _judge(self, sighting: Sighting) -> None:
        before, now = self._memory.before, compare(self._lying, sighting)
        self._witness(now)
        if not self.match.outcome.over:  # afterwards the table may be cleared
            self._mend(now, before)
            now = compare(self._lying, sighting)
            self._take_back(now, before)
            now = compare(self._lying, sighting)
        self._clear(now, before)
        self._place_new(now, before)
        now = compare(self._lying, sighting)
        self._warn(now, before)
        self._ask(now)
        self._witness(now)
        self._memory = replace(self._memory, before=now)

    def _mend(self, now: Difference, before: Difference | None) -> None:
        """An earlier reading that two looks contradict alike is openly put right."""
        for wrong in self._missing(steadily_away(now, before)):
            undisturbed = self._memory.undisturbed and wrong == self._lying[-1]
            claim = misread(wrong, now, before, undisturbed)
            if claim is not None and self._amend(wrong, Place(wrong.player, claim.piece, claim.cells)).legal:
                return

    def _take_back(self, now: Difference, before: Difference | None) -> None:
        missing = self._missing(steadily_away(now, before))
        if len(missing) > MOST_TAKEN_BACK:
            return
        while self._lying and self._lying[-1] in missing:
            piece = self._lying[-1].piece
            self._withdraw()
            self._dismiss(piece)
            self._tell(TakenBack(**self._now, piece=piece))

    def _clear(self, now: Difference, before: Difference | None) -> None:
        for trouble in self._state.troubles:
            crowd_left = trouble.kind == CROWD and not self._is_crowd(trouble, now, before)
            if crowd_left or is_over(trouble, now, before):
                self._drop(trouble)

    def _place_new(self, now: Difference, before: Difference | None) -> None:
        """Judges the new pieces in the order in which they were placed, as far as that can be told."""
        if self._must_wait(now):
            return
        left = list(now.new)
        while judgeable := tuple(piece for piece in left if self._is_judgeable(piece)):
            piece = next_in_turn(self.match, judgeable, before)
            if piece is None:
                self._crowd(judgeable)
                return
            left.remove(piece)
            self._judge_one(piece, held_back=self._something_is_open(now))

    def _judge_one(self, piece: SeenPiece, held_back: bool) -> None:
        before, move = self.match.position, self._placement(piece)
        sure = not held_back or (holder(before, piece.piece) is not None and self.match.game.judge(before, move).legal)
        if not sure:
            return
        self._drop(*(trouble for trouble in self._state.troubles if trouble.piece == piece.piece))
        verdict = self._play(move)
        self._tell(Placed(**self._now, place=move, violations=verdict.violations))
        if verdict.legal:
            self._announce(before)
        else:
            self._add(Trouble(Problem(ILLEGAL, piece.piece, piece.cells), verdict))

    def _warn(self, now: Difference, before: Difference | None) -> None:
        for problem in now.sighting.problems:
            self._warn_of(problem, steady=before is not None and _has(before, problem))
        missing = self._missing(steadily_away(now, before))
        if self.match.outcome.over or not missing:
            return
        if len(missing) > MOST_TAKEN_BACK:
            self._warn_of(Problem("removed", None, tuple(cell for place in missing for cell in place.cells)), False)
            return
        for place in missing:
            seen = now.seen(place.piece)
            self._warn_of(Problem("moved" if seen else "removed", place.piece, (seen or place).cells), True)

    def _warn_of(self, problem: Problem, steady: bool) -> None:
        """Tells a problem once. One told already is told again only if it has steadily become another kind."""
        told = [trouble for trouble in self._state.troubles if is_same_problem(trouble.problem, problem)]
        if told and (told[0].kind == problem.kind or not steady):
            return
        self._state = replace(self._state, troubles=tuple(t for t in self._state.troubles if t not in told))
        self._add(Trouble(problem))
        self._tell(ProblemSeen(**self._now, problem=problem))

    def _crowd(self, pieces: tuple[SeenPiece, ...]) -> None:
        told = [trouble for trouble in self._state.troubles if trouble.kind == CROWD]
        if told and {piece.piece for piece in pieces} <= {piece.piece for piece in told[0].pieces}:
            return
        problem = Problem(CROWD, pieces[0].piece, tuple(cell for piece in pieces for cell in piece.cells))
        self._state = replace(self._state, troubles=tuple(t for t in self._state.troubles if t not in told))
        self._add(Trouble(problem, pieces=pieces))
        self._tell(ProblemSeen(**self._now, problem=problem))

    def _ask(self, now: Difference) -> None:
        """Says once what cannot be told; the same cells are not asked about again until they have been clear."""
        alternatives, cells = now.sighting.alternatives, now.undecided
        if not cells or not alternatives:
            self._state = replace(self._state, unsure=None)
            self._memory = replace(self._memory, asked=frozenset())
            return
        known_already = not cells.isdisjoint(self._memory.asked)
        self._memory = replace(self._memory, asked=cells)
        if known_already:
            return
        reason = f"{len(cells)} squares can be read in {len(alternatives)} ways"
        unsure = Unsure(**self._now, reason=reason, alternatives=alternatives, cells=cells)
        self._state = replace(self._state, unsure=unsure)
        self._tell(unsure)

    # --- when to judge

    def _must_wait(self, now: Difference) -> bool:
        """New pieces are not judged while a known one is missing that they may replace, or that was the last one."""
        missing = self._missing(now.away)
        if len(missing) > MOST_TAKEN_BACK:
            return True
        told = {trouble.piece for trouble in self._state.troubles if trouble.kind in OF_KNOWN_PIECES}
        taken = {cell for piece in now.new for cell in piece.cells}
        return any(
            place == self._lying[-1] or not taken.isdisjoint(place.cells)
            for place in missing
            if place.piece not in told
        )

    def _is_judgeable(self, piece: SeenPiece) -> bool:
        """Whether a new piece has not been judged yet, or its placement has become legal since."""
        judged = any(
            trouble.kind == ILLEGAL and same(piece, SeenPiece(trouble.piece or "", trouble.problem.cells))
            for trouble in self._state.troubles
        )
        return not judged or self.match.game.judge(self.match.position, self._placement(piece)).legal

    def _something_is_open(self, now: Difference) -> bool:
        """Whether a placement may lie there that is not judged yet, so that it is not sure whose turn it is."""
        lying = {place.piece for place in self._lying}
        badly_placed = any(
            trouble.piece is not None and trouble.piece not in lying and trouble.kind not in (ILLEGAL, CROWD)
            for trouble in self._state.troubles
        )
        return badly_placed or bool(now.undecided and now.sighting.alternatives)

    def _is_crowd(self, trouble: Trouble, now: Difference, before: Difference | None) -> bool:
        """Whether pieces laid down at once still are: two of them are there and their order cannot be told, or some
        cannot be seen."""
        here = tuple(piece for piece in now.new if any(same(piece, one) for one in trouble.pieces))
        lying = {place.piece for place in self._lying}
        waiting = [piece for piece in trouble.pieces if piece.piece not in lying]
        unseen = [piece for piece in waiting if piece not in here and not now.vague.isdisjoint(piece.cells)]
        return len(here) + len(unseen) > 1 and (bool(unseen) or next_in_turn(self.match, here, None) is None)

    def _missing(self, away: Iterable[Place]) -> tuple[Place, ...]:
        """Those placements that the eyes had seen before: what was entered by hand cannot go missing unseen."""
        return tuple(place for place in away if place.piece in self._memory.witnessed)

    # --- what the eyes remember

    def _witness(self, now: Difference) -> None:
        lying = {place.piece for place in self._lying}
        self._memory = replace(self._memory, witnessed=(self._memory.witnessed | now.in_place) & lying)

    def _heeded(self, sighting: Sighting) -> Sighting:
        """The sighting without claims that were put right by hand."""
        vague = sighting.uncertain | sighting.hidden
        overruled = tuple(
            claim
            for claim in self._memory.overruled
            if any(same(piece, claim) for piece in sighting.pieces) or not vague.isdisjoint(claim.cells)
        )
        self._memory = replace(self._memory, overruled=overruled)
        heeded = tuple(piece for piece in sighting.pieces if not any(same(piece, claim) for claim in overruled))
        return replace(sighting, pieces=heeded)

    def _overrule(self, place: Place) -> None:
        self._state = replace(self._state, troubles=tuple(t for t in self._state.troubles if t.piece != place.piece))
        before = self._memory.before
        seen = before.seen(place.piece) if before else None
        if seen is not None:
            self._memory = replace(self._memory, overruled=(*self._memory.overruled, seen))

    # --- the match moves on

    def _play(self, move: Move) -> Verdict:
        verdict, after = self.match.play(move)
        if verdict.legal:
            self._keep(format_entry(move))
            self._memory = replace(self._memory, undisturbed=True)
        self._state = replace(self._state, match=after, verdict=verdict)
        return verdict

    def _withdraw(self) -> None:
        after = self.match.undone()
        self._keep(format_entry(Undo()))
        self._state = replace(self._state, match=after, verdict=None)

    def _amend(self, wrong: Place, right: Place) -> Verdict:
        """Withdraws everything back to a wrong placement and plays the right one and the rest again, if all of that
        is legal; otherwise nothing changes and the verdict says why."""
        position = self.match.position
        back = len(self.match.moves) - self.match.moves.index(wrong)
        rest = (right, *self.match.moves[len(self.match.moves) - back + 1 :])
        verdict = _trial(self.match, back, rest)
        if not verdict.legal:
            return verdict
        for _ in range(back):
            self._withdraw()
        for move in rest:
            self._play(move)
        self._dismiss(wrong.piece)
        self._tell(Corrected(**self._now, was=wrong, now=right))
        self._announce(position)
        return verdict

    def _announce(self, before: Position) -> None:
        """Says who has become blocked by the last change, or that the game is over."""
        position = self.match.position
        if position.phase == "over":
            if before.phase != "over":
                self._tell(Over(**self._now, outcome=self.match.outcome))
        elif position.phase == "placing":
            for player in position.blocked:
                if player not in before.blocked:
                    self._tell(Blocked(**self._now, player=player))

    # --- small things

    @property
    def _lying(self) -> tuple[Place, ...]:
        return self.match.position.lying

    @property
    def _now(self) -> dict[str, Any]:
        look = self._state.look
        return {"frame": look.frame if look else 0, "t_s": look.t_s if look else 0.0}

    def _placement(self, piece: SeenPiece) -> Place:
        return placement(self.match, piece)

    def _tell(self, event: Event) -> None:
        self._events.append(event)

    def _told(self) -> list[Event]:
        events, self._events = self._events, []
        return events

    def _add(self, trouble: Trouble) -> None:
        self._state = replace(self._state, troubles=(*self._state.troubles, trouble))

    def _drop(self, *troubles: Trouble) -> None:
        for trouble in troubles:
            self._state = replace(self._state, troubles=tuple(t for t in self._state.troubles if t != trouble))
            self._tell(Cleared(**self._now, piece=trouble.piece))

    def _dismiss(self, piece: str) -> None:
        self._drop(*(trouble for trouble in self._state.troubles if trouble.piece == piece))


def _trial(match: Match, back: int, moves: Iterable[Move]) -> Verdict:
    for _ in range(back):
        match = match.undone()
    for move in moves:
        verdict, match = match.play(move)
        if not verdict.legal:
            break
    return verdict


def _has(difference: Difference, problem: Problem) -> bool:
    seen = difference.sighting.problems
    return any(is_same_problem(one, problem) and one.kind == problem.kind for one in seen)
