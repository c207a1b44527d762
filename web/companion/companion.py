"""The loop that joins watching and refereeing: looks go in, the match moves on, and what happened comes out.

It knows no page, no thread and no file. Each move goes through ``keep`` before the match shows it, whether the
camera saw it or somebody entered it by hand.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

from referee.match import Match, MatchError
from referee.move import Advance, Move, Place, Remove
from referee.polyomino import Cells
from referee.verdict import Verdict
from vision.look import Known, Look, View
from vision.sighting import Problem, SeenPiece, Sighting
from web.companion.account import Account
from web.companion.custom import Laying
from web.companion.customs import custom_of
from web.companion.event import Advanced, Asked, BoardFound, CameraMoved, Corrected, Event, Placed, TakenBack, Unsure
from web.companion.infer import (
    Difference,
    compare,
    earliest,
    is_legal,
    is_out_of_turn,
    misread,
    next_in_turn,
    placement,
    same,
    steadily_away,
)
from web.companion.leftover import LeftOver, left_by
from web.companion.memory import Memory
from web.companion.naming import due_in, is_due, known_of, lying_of, move_of, name_of, owner, place_of
from web.companion.patience import (
    MOST_AWAY,
    held_up_by_light,
    is_judgeable,
    is_turn_open,
    may_be_next,
    may_go_on,
    may_hide_due,
    must_wait,
)
from web.companion.question import question
from web.companion.readings import reading_of
from web.companion.scribe import Scribe
from web.companion.trouble import CROWD, ILLEGAL, Trouble, is_over, is_same_problem, is_still_crowd, shows, strange_in


@dataclass(frozen=True, slots=True)
class State:
    """Everything that may be shown: the match, the last look, the last verdict, what is wrong on the table, and what
    is asked. Who is blocked stands in ``match.position``; ``dead_end`` says that it cannot be completed any more,
    ``to_clear`` how many pieces of the match before are to be taken away first."""

    match: Match
    look: Look | None = None
    verdict: Verdict | None = None
    troubles: tuple[Trouble, ...] = ()
    unsure: Unsure | None = None
    dead_end: bool = False
    to_clear: int = 0

    @property
    def view(self) -> View:
        return self.look.view if self.look else View.NO_BOARD


class Companion:
    """Follows one match. ``keep`` stores a line of the record; if it raises, the match has not changed. ``alone``:
    there is nobody to say who moves on along the time board of Patchwork, so that it is told from what is sewn on."""

    def __init__(self, match: Match, keep: Callable[[str], None], *, alone: bool = False) -> None:
        self._alone = alone
        self._left_over = LeftOver()
        self._gone: tuple[Place, ...] = ()
        """What was away in the last two looks."""
        self._met: int | None = None
        """How many moves there were after the first look, if nothing had been placed before: it may have lain there."""
        self._caught_up: list[tuple[Match, Match]] = []
        """Matches as they became by a patch that told what nobody had seen, and as they were thought to be before."""
        self._custom, self._reading = custom_of(match), reading_of(match)
        self._scribe = Scribe(match, keep)
        self._account = Account()
        self._memory = Memory()
        self._thought: tuple[Match, bool] | None = None
        self._unexplained: tuple[Match, tuple[SeenPiece, ...]] = match, ()
        """A match, and what has come that no course of it explains: that takes long to find out."""

    @property
    def match(self) -> Match:
        return self._scribe.match

    @property
    def state(self) -> State:
        account = self._account
        told = account.look, account.verdict, account.troubles, account.unsure
        return State(self.match, *told, self._is_dead_end(), len(self._left_over.lying or ()))

    @property
    def left_over(self) -> tuple[Place, ...]:
        """Pieces of the match before that lie on the board still, as far as is known."""
        return self._left_over.there

    @property
    def on_board(self) -> tuple[Place, ...]:
        """What lies on the board, as far as that has been seen: what is left over from this match for the next one."""
        seen = self._memory.before
        left = left_by(self.match, seen.new if seen else ())
        return (*self.left_over, *(place for place in left if place not in self._gone))

    def known(self) -> Known:
        """What the eyes may use: what lies on the board, and what by the rules comes next, and where it must."""
        lying = tuple(SeenPiece(name_of(place), place.cells) for place in (*self.left_over, *self._lying))
        return known_of(self.match, lying)

    # --- what comes in

    def await_clearing(self, left_over: tuple[Place, ...]) -> None:
        """Judges nothing until these, which lie there from the match before, have been taken away."""
        self._left_over = LeftOver(left_over)

    def see(self, look: Look) -> list[Event]:
        """Takes in a look and tells what happened. Only what was seen to lie still is judged."""
        self._account.look = look
        if look.camera_moved:
            self._account.tell(CameraMoved)
        if look.camera_moved or look.board_found:
            self._memory = self._memory.doubting()
        for board in look.boards if look.board_found or look.camera_moved else ():
            if board.found:
                self._account.tell(BoardFound, corners_xy=board.corners_xy)
        if look.view is not View.SETTLED or look.camera_moved:
            self._memory = replace(self._memory, undisturbed=False)
        if look.sighting is not None and look.sighting.board.found and not self._waits_for_bare_board(look):
            sighting = self._reading.named(self.match, look.sighting, self._caught_up_with, self._memory)
            self._memory = self._memory.still_overruled(sighting, self._lying)
            sighting = self._memory.heeded(sighting, self._lying)
            sighting = self._reading.weighed(self.match, sighting, self._account.troubles, self._memory)
            before = self._lying
            self._judge(sighting, look.t_s)
            if self._met is None:
                self._met = 0 if before else len(self.match.moves)
            self._memory = self._memory.passing_over(look.sighting, has_placed=len(self._lying) > len(before))
        return self._account.told()

    def place(self, place: Place) -> list[Event]:
        """A placement entered by hand. An illegal one changes nothing."""
        before, move, asked = self.match, move_of(self.match, place), self._account.unsure
        verdict = self.play(move)
        self._account.tell(Placed, place=move, violations=verdict.violations)
        self._account.announce(before, self.match)
        if asked is not None and verdict.legal:  # somebody may have answered so
            self._memory = self._memory.settled_on(SeenPiece(name_of(place), place.cells), asked.alternatives)
        return self._account.told()

    def advance(self) -> list[Event]:
        """The player to move moves on instead of buying, which no camera sees. An illegal one changes nothing."""
        self._advance()
        return self._account.told()

    def play(self, move: Move) -> Verdict:
        """A move entered by hand of which no event is told, such as a draft."""
        self._account.verdict = self._scribe.play(move)
        return self._account.verdict

    def undo(self) -> list[Event]:
        """Takes back the last move by hand; a piece that still lies there is not taken for a new placement.

        Raises:
            MatchError: there is no move to take back.
        """
        self._withdraw(by_hand=True)
        return self._account.told()

    def correct(self, piece: str, cells: Cells, was: str | None = None) -> list[Event]:
        """Puts a placement right by hand: that of the piece ``was``, else of ``piece`` itself, else the last one.

        If the right one breaks a rule, it is told as an illegal placement and nothing changes.

        Raises:
            MatchError: nothing lies on the board.
        """
        if not self._lying:
            raise MatchError("nothing lies on the board that could be corrected")
        by_piece = {name_of(place): place for place in self._lying}
        wrong = by_piece.get(was or "") or by_piece.get(piece) or self._lying[-1]
        right = place_of(wrong.player, piece, cells)
        self._account.verdict = self._amend(wrong, right)
        if self._account.verdict.legal:
            self._memory = self._memory.overruling(wrong)
        else:
            move = move_of(self.match, right)
            self._account.tell(Placed, place=move, violations=self._account.verdict.violations)
        return self._account.told()

    def remove(self, piece: str) -> bool:
        """Takes a placement back by hand, wherever it came in the match; whether those after it allow that.

        Raises:
            MatchError: it is no move of the match, but was given.
        """
        wrong = next(place for place in self._lying if name_of(place) == piece)
        if not self._scribe.drop(move_of(self.match, wrong)):
            return False
        self._memory = self._memory.overruling(wrong)
        self._account.verdict = None
        self._account.dismiss(piece)
        self._account.told()
        return True

    def answer(self, index: int) -> list[Event]:
        """Chooses one of the alternatives that were asked about.

        Raises:
            MatchError: nothing is asked, or there is no such alternative.
        """
        if self._account.unsure is None or not 0 <= index < len(self._account.unsure.alternatives):
            raise MatchError("that question is not open any more")
        offered, self._account.unsure = self._account.unsure.alternatives, None
        chosen = offered[index].pieces
        lying = {name_of(place) for place in self._lying}
        new = [piece for piece in chosen if piece.piece not in lying]
        while new:  # in whichever order they may have been placed
            piece = next((piece for piece in new if is_legal(self.match, placement(self.match, piece))), new[0])
            new.remove(piece)
            self._account.dismiss(piece.piece)
            if self._enter(piece):
                self._memory = self._memory.settled_on(piece, offered)
        return self._account.told()

    # --- what a look means, step by step

    def _waits_for_bare_board(self, look: Look) -> bool:
        """Whether what was left over from the match before has still to be taken away."""
        if self._left_over.places and look.sighting:
            self._left_over = self._left_over.after(look.sighting, self._lying, look.t_s)
        return bool(self._left_over.places)

    def _judge(self, sighting: Sighting, t_s: float) -> None:
        before = self._memory.earlier(t_s)
        first = compare(self._lying, sighting)
        held_up = held_up_by_light(self.match, self._account.troubles, first)
        self._memory = self._memory.witnessing(first, self._lying).noticing(first, self._lying, t_s, held_up)
        self._mend(compare(self._lying, sighting), before)
        if self.match.position.phase != "over":  # afterwards the table may be cleared
            self._begin_afresh(compare(self._lying, sighting), before)
            self._take_back(compare(self._lying, sighting), before)
            self._clear(compare(self._lying, sighting), before)
            self._place_new(compare(self._lying, sighting))
            self._warn(compare(self._lying, sighting), before)
            self._ask(compare(self._lying, sighting), before)
        else:
            self._follow_last(compare(self._lying, sighting), before)
            self._go_on(compare(self._lying, sighting), before)
        now = compare(self._lying, sighting)
        self._gone = steadily_away(now, before)
        self._memory = self._memory.witnessing(now, self._lying).keeping(now, t_s)

    def _begin_afresh(self, now: Difference, before: Difference | None) -> None:
        """Where nothing was placed but what lay there in the first look, and all of it is gone, that was left over; if
        it was more than anybody takes back."""
        met, away = self._met or 0, steadily_away(now, before)
        cleared = MOST_AWAY < len(away) == len(self._lying) and not now.sighting.pieces
        if not cleared or self._memory.doubted or len(self.match.moves) > met or self._custom.comes_and_goes:
            return
        while self._lying:
            self._withdraw()

    def _mend(self, now: Difference, before: Difference | None) -> None:
        """An earlier reading that two looks contradict alike is openly put right."""
        if self._memory.doubted:
            return
        for wrong in self._memory.missing(steadily_away(now, before)):
            undisturbed = self._memory.undisturbed and wrong == self._lying[-1]
            claim = misread(wrong, now, before, undisturbed)
            if claim is None or not self._scribe.made(move_of(self.match, wrong)):
                continue
            if self._amend(wrong, place_of(wrong.player, claim.piece, claim.cells)).legal:
                return

    def _take_back(self, now: Difference, before: Difference | None) -> None:
        missing = () if self._memory.doubted else self._memory.missing(steadily_away(now, before))
        for place in missing:
            self._remove(place)
        while len(now.away) <= MOST_AWAY and self._has_just_placed(missing):
            self._withdraw()

    def _has_just_placed(self, missing: tuple[Place, ...]) -> bool:
        """Whether the last move placed one of these."""
        last = self.match.moves[-1] if self.match.moves else None
        return isinstance(last, Laying) and self._lying[-1] in missing

    def _remove(self, place: Place) -> None:
        """Takes a piece away that is gone from the board, in games in which that is a move."""
        move = Remove(place.player, place.piece)
        if self.match.game.judge(self.match.position, move).legal:
            self._account.verdict = self._scribe.play(move)
            self._account.dismiss(name_of(place))
            self._memory = self._memory.forgetting(place)
            self._account.tell(TakenBack, piece=name_of(place))

    def _clear(self, now: Difference, before: Difference | None) -> None:
        for trouble in () if self._memory.doubted else self._account.troubles:
            dispersed = trouble.kind == CROWD and not is_still_crowd(trouble, now, self.match, self._caught_up_with)
            if dispersed or is_over(trouble, now, before):
                self._account.clear(trouble)

    def _place_new(self, now: Difference) -> None:
        """Judges the new pieces in the order in which they were placed, as far as that can be told."""
        if self._memory.doubted or must_wait(self.match, self._account.troubles, self._memory, now):
            return
        left, weighed = list(now.new), None
        while new := tuple(piece for piece in left if self._is_judgeable(piece)):
            if weighed is not self.match:  # whoever has just placed may owe something that is not seen
                weighed = self.match
                if self._reading.waiting(weighed, compare(self._lying, now.sighting), self._caught_up_with):
                    return
            due = tuple(piece for piece in new if is_due(self.match, piece))
            together = earliest(due or new, self._memory.arrival)
            piece = self._next(together, new)
            if piece is None:
                self._crowd(together)
                return
            left.remove(piece)
            if not self._place_one(piece, now) and may_hide_due(self.match, self._memory, piece, now):
                left = [other for other in left if self._may_come_before(other, piece, now)]

    def _next(self, together: tuple[SeenPiece, ...], new: tuple[SeenPiece, ...]) -> SeenPiece | None:
        """Which of the new pieces that came ``together``, before all others, was placed first. Where nothing could be
        seen of those until now they may have come at any time: if none of them is next by the rules, another new one
        may be. None where it cannot be told."""
        piece = next_in_turn(self.match, together, self._caught_up_with)
        if any(map(self._memory.arrival, together)) or (piece and self._may_be_placed(piece)):
            return piece
        other = next_in_turn(self.match, new, self._caught_up_with)
        return other if other and self._may_be_placed(other) else piece

    def _may_be_placed(self, piece: SeenPiece) -> bool:
        place = placement(self.match, piece)
        return is_legal(self._caught_up_with(self.match, place), place)

    def _is_judgeable(self, piece: SeenPiece) -> bool:
        """Whether a new piece has not been judged yet, or its placement has become legal since, be it that people have
        moved on unseen: of several that were taken up at once the last may be laid back first."""
        if is_judgeable(self.match, self._account.troubles, piece):
            return True
        match, known = self._unexplained
        left = known if match is self.match else ()
        if any(same(piece, one) for one in left):
            return False
        if self._may_be_placed(piece):
            return True
        self._unexplained = self.match, (*left, piece)
        return False

    def _may_come_before(self, other: SeenPiece, waiting: SeenPiece, now: Difference) -> bool:
        """Whether a new piece may be placed though another one waits for what may hide what is due. What came later is
        not what is due; but if nothing is in doubt, what may be next is, or light would hold up all the rest."""
        is_doubtful = now.undecided or self._memory.dazzled
        is_next = not is_doubtful and is_legal(self.match, placement(self.match, other))
        return is_next or self._memory.arrival(other) <= self._memory.arrival(waiting)

    def _follow_last(self, now: Difference, before: Difference | None) -> None:
        """The piece that ended the match lies elsewhere in two looks running, and all else where it did: nobody clears
        the table so, somebody thought better of it."""
        if before is None or self._memory.doubted or len(now.away) != 1:
            return
        is_moved = any(same(piece, one) for piece in now.elsewhere for one in before.elsewhere)
        if is_moved and self._has_just_placed(self._memory.missing(steadily_away(now, before))):
            self._withdraw()
            self._place_new(compare(self._lying, now.sighting))

    def _go_on(self, now: Difference, before: Difference | None) -> None:
        """The match goes on after its end if in two looks running something new is seen on a table that is not being
        cleared, and by another course people may have taken unseen it is by the rules."""
        if not self._alone or before is None or now.away or now.sighting.hidden or self._memory.doubted:
            return
        match, known = self._unexplained
        left = [one for one in known if match is self.match and any(same(one, piece) for piece in now.new)]
        steady = (piece for piece in now.new if any(same(piece, one) for one in before.new))
        for piece in (piece for piece in steady if not any(same(piece, one) for one in left)):
            caught_up = self._custom.before_the_end(self.match, placement(self.match, piece))
            if caught_up is not None:
                self._lay(piece, caught_up)
                return
            left.append(piece)
        self._unexplained = self.match, tuple(left)

    def _place_one(self, piece: SeenPiece, now: Difference) -> bool:
        """Judges a new piece; whether it could be judged."""
        match, place = self.match, placement(self.match, piece)
        # What came before and is in doubt, or hidden, may be what has gone on, rather than people who moved on unseen.
        has_gone_on = self._custom.may_have_come(match, self._memory.older_in_doubt(piece, now) | now.sighting.hidden)
        before = match if has_gone_on else self._caught_up_with(match, place)
        legal = is_legal(before, place)
        if is_turn_open(match, self._account.troubles, now) and not (owner(match, piece) and legal):
            return False
        strange, unseen = strange_in(self._account.troubles), now.sighting.unseen
        if not legal and (may_be_next(match, strange) or may_go_on(match, piece, unseen)):
            return False
        if is_out_of_turn(match, place) and may_hide_due(match, self._memory, piece, now):
            return False
        if self._reading.due_instead(match, piece, self._account.troubles) is not None:
            return False  # it is asked about once nothing else is to be placed
        caught_up = self._caught_up_with(match, place)
        if self._custom.is_called_late(caught_up.position, piece):
            return False  # the next look has another name for it
        self._lay(piece, caught_up)
        return True

    def _lay(self, piece: SeenPiece, caught_up: Match) -> None:
        """Has a piece placed in the match as it must have stood before that."""
        self._account.dismiss(piece.piece)
        thought = self.match
        self._catch_up(caught_up)
        moved_on = self.match is not thought
        if self._enter(piece):
            if moved_on:
                self._caught_up.append((self.match, thought))
            self._memory = replace(self._memory, undisturbed=True)

    def _warn(self, now: Difference, before: Difference | None) -> None:
        for problem in () if self._memory.doubted else now.sighting.problems:
            self._warn_of(problem, steady=before is not None and shows(before, problem))
        away = steadily_away(now, before)
        if len(away) > MOST_AWAY:
            self._warn_of(Problem("removed", None, tuple(cell for place in away for cell in place.cells)))
            return
        for place in self._memory.missing(away):
            seen = now.seen(name_of(place))
            self._warn_of(Problem("moved" if seen else "removed", name_of(place), (seen or place).cells))

    def _warn_of(self, problem: Problem, *, steady: bool = True) -> None:
        """Tells a problem once. One told already is told again only if it has steadily become another kind."""
        told = tuple(trouble for trouble in self._account.troubles if is_same_problem(trouble.problem, problem))
        if not told or (steady and told[0].kind != problem.kind):
            self._account.warn(Trouble(problem), instead_of=told)

    def _crowd(self, pieces: tuple[SeenPiece, ...]) -> None:
        """Tells that pieces were laid down at once, and again if more of them were."""
        told = tuple(trouble for trouble in self._account.troubles if trouble.kind == CROWD)
        if not told or not all(any(same(piece, one) for one in told[0].pieces) for piece in pieces):
            problem = Problem(CROWD, pieces[0].piece, tuple(cell for piece in pieces for cell in piece.cells))
            self._account.warn(Trouble(problem, pieces=pieces), instead_of=told)

    def _ask(self, now: Difference, before: Difference | None) -> None:
        """Asks once; the same cells are not asked about again until they have been clear, but where there is something
        to choose from at last, or a colour that is due by now, or it is the leather patch that is not seen. What lies
        in the glare is no other question than what lies there."""
        if self._memory.doubted:
            return
        account, asked, open_one = self._account, self._memory.asked, self._account.unsure
        found = question(self.match, now, before, account.troubles, self._memory, self._caught_up_with)
        if found is None:
            if open_one is None or not self._stands(open_one, now):
                self._memory, account.unsure = replace(self._memory, asked=frozenset()), None
            return
        self._memory = replace(self._memory, asked=found.cells)
        can_choose = open_one is not None and bool(found.alternatives) and not open_one.alternatives
        kinds = {found.asked, open_one.asked} if open_one else {found.asked}
        of_leather_too = len(kinds) > 1 and Asked.LEATHER in kinds
        is_other = of_leather_too or (open_one is not None and found.recolours(open_one))
        if can_choose or is_other or found.cells.isdisjoint(asked):
            account.ask(reason=found.reason, alternatives=found.alternatives, cells=found.cells, asked=found.asked)

    def _stands(self, asked: Unsure, now: Difference) -> bool:
        """Whether a question that is open stays so, though there is nothing to ask by this look."""
        cells, hidden = self._memory.asked, now.sighting.hidden
        if asked.asked is Asked.GLARE:
            return bool(now.new) and not cells.isdisjoint(now.sighting.unseen | hidden)
        if asked.asked is Asked.LEATHER:
            return not hidden.isdisjoint(cells | due_in(self.match))
        return not cells.isdisjoint(now.undecided | hidden)

    def _is_dead_end(self) -> bool:
        """Thought about once for each position: it takes a moment."""
        if self._thought is None or self._thought[0] is not self.match:
            self._thought = self.match, self.match.game.is_dead_end(self.match.position)
        return self._thought[1]

    # --- the match moves on

    def _enter(self, piece: SeenPiece) -> bool:
        """Places a piece in the match; whether that was legal. If not, it waits to be put right."""
        before, move = self.match, move_of(self.match, placement(self.match, piece))
        verdict = self.play(move)
        self._account.tell(Placed, place=move, violations=verdict.violations)
        if verdict.legal:
            self._account.announce(before, self.match)
        else:
            self._account.troubles += (Trouble(Problem(ILLEGAL, piece.piece, piece.cells), verdict),)
        return verdict.legal

    def _advance(self) -> None:
        before, move = self.match, Advance(self.match.position.to_move or "")
        self._account.tell(Advanced, player=move.player, violations=self.play(move).violations)
        self._account.announce(before, self.match)

    def _caught_up_with(self, match: Match, place: Place) -> Match:
        """The match as it stands before a placement, if people may have moved on unseen."""
        return self._custom.before(match, place) if self._alone else match

    def _catch_up(self, match: Match) -> None:
        """What nobody saw has happened: people moved on, just now or, as it turns out, earlier."""
        if match is self.match:
            return
        before, known = self.match, Counter(move for move in self.match.moves if isinstance(move, Advance))
        self._scribe.retell(match)
        for move in (move for move in self.match.moves if isinstance(move, Advance)):
            known[move] -= 1
            if known[move] < 0:
                self._account.tell(Advanced, player=move.player)
        self._account.announce(before, self.match)

    def _withdraw(self, *, by_hand: bool = False) -> None:
        before, last = self.match, None
        if self.match.moves and isinstance(self.match.moves[-1], Laying):
            last = self._lying[-1]
        if self._caught_up and self._caught_up[-1][0] is self.match:
            self._scribe.retell(self._caught_up.pop()[1])  # what only that piece had told is not known any more
        else:
            self._scribe.withdraw()
        self._account.verdict = None
        if last is not None:
            self._account.dismiss(name_of(last))
            self._memory = self._memory.overruling(last) if by_hand else self._memory.forgetting(last)
            self._account.tell(TakenBack, piece=name_of(last))
        if self.match.outcome.over:
            self._account.announce(before, self.match)

    def _amend(self, wrong: Place, right: Place) -> Verdict:
        before, was, now = self.match, move_of(self.match, wrong), move_of(self.match, right)
        verdict = self._scribe.amend(was, now)
        if verdict.legal:
            self._account.dismiss(name_of(wrong))
            self._account.tell(Corrected, was=was, now=now)
            self._account.announce(before, self.match)
        return verdict

    @property
    def _lying(self) -> tuple[Place, ...]:
        return lying_of(self.match)
