"""Watching a live game: when to look, and what is then seen."""

from collections.abc import Callable, Collection
from dataclasses import replace

from calibration.profile import Profile
from referee.piece import PieceSet
from referee.said import Said
from vision.board.absence import absence
from vision.cells.thickness import Gauge
from vision.frame import Frame, Picture
from vision.live.bearings import Bearing, Bearings, Find, Refind
from vision.live.judgement import (
    FAR_MORE,
    MANY_ASIDE,
    SECOND_LOOK_S,
    Ahead,
    Clear,
    Judgement,
    Placed,
    agreeing,
    aside,
    placed,
)
from vision.live.paints import Paints
from vision.live.pile import piled
from vision.live.quest import InVain
from vision.live.sway import Sway
from vision.live.whereabouts import ways_to_find
from vision.look import Known, Look, View
from vision.motion.clarity import burnt_cells, complaint, glare
from vision.motion.exposure import Exposure
from vision.motion.settle import SETTLE_S, SmallPicture, Stillness, differs, reaches_in
from vision.pieces.before import Change, Given
from vision.pose import BoardPose
from vision.read import read_board
from vision.sighting import Sighting

__all__ = ["Known", "Look", "View", "Watcher"]

Read = Callable[[Picture, BoardPose, PieceSet, Given], Sighting]

PATIENCE_S = 1.5
"""What lies still on the board for so long is read, although it reaches in from outside: it may be no arm."""
MOST_CAREFUL = 3
"""Careful looks at one still picture."""
AHEAD_S = 0.03
"""A picture that has been still for so long is read already; what was read counts once the view is settled."""
RETRY_S = 1.0
"""So long after it was lost, the board is looked for again where nothing moves."""
LOST = Said("the board is not where it was: it is hidden, or the camera looks elsewhere")
REACHED_OVER = Said("something reaches over the board")


class Watcher:
    """Looks at the frames of one camera in order.

    ``profile`` is what was learnt of this camera before. ``find``, ``refind`` and ``read`` are the parts of the
    pipeline that are costly, called only when the picture has changed; the board of each game is found in its own way.
    ``glimpse`` finds it at a glance; where ``find`` is given alone, that does.
    """

    def __init__(
        self,
        piece_set: PieceSet,
        profile: Profile | None = None,
        *,
        find: Find | None = None,
        glimpse: Find | None = None,
        refind: Refind | None = None,
        read: Read = read_board,
    ) -> None:
        self._piece_set, self._read = piece_set, read
        usual_find, usual_glimpse, usual_refind = ways_to_find(piece_set)
        glimpse = glimpse or (usual_glimpse if find is None else None)
        self._bearings = Bearings(piece_set.grid, find or usual_find, refind or usual_refind, profile, glimpse)
        self._stillness, self._sway, self._gauge = Stillness(piece_set.grid), Sway(self._bearings), Gauge()
        self._judgement: Judgement | None = None
        self._found_in: SmallPicture | None = None
        self._paints = Paints(piece_set)
        self._clear: tuple[Clear, ...] = ()  # with what lies there as far as the match knows, and with what has come
        self._ahead: Ahead | None = None
        self._in_vain: InVain | None = None
        self._exposure: Exposure | None = None
        self._shown = False
        self._is_proved = False  # that the board is labelled rightly, by what lies there as the match has it

    @property
    def pose(self) -> BoardPose | None:
        """Where the board lies; None until it has been found."""
        return self._bearings.pose

    def show_board(self, pose: BoardPose) -> None:
        """Somebody has shown where the board lies: from the next picture on, it lies there."""
        self._bearings.begin_at(pose)
        self._judgement = self._found_in = self._ahead = None
        self._clear = ()
        self._stillness = Stillness(self._piece_set.grid)
        self._shown, self._is_proved = True, False

    def likeness(self, bgr: Picture, pose: BoardPose) -> float:
        """How much (0 to 1) of the board would look as it did if it lay so, whichever corner is its first."""
        return max(self._bearings.likeness(bgr, one) for one in pose.labellings)

    def look(self, frame: Frame, known: Known) -> Look:
        """What this frame shows, given what the match knows."""
        if not self._bearings.fits(frame.bgr):
            return self._search(frame, known)
        if self._shown:
            self._shown = False
            self._turn_as(known, frame.bgr)
            self._mark(frame.bgr)
            return self._report(frame, View.MOVING, board_found=True)
        small = replace(self._bearings.small(frame.bgr), flicker=self._stillness.flicker)
        if small.may_show_nothing and (reason := complaint(frame.bgr)):
            return self._report(frame, View.NO_BOARD, reason=reason)
        small, broken = self._sway.followed(frame, small, self._stillness)
        if (broken and self._sway.has_jumped) or self._sway.has_stopped:
            self._judgement = None
        still_s = self._stillness.feed(small, frame.t_s, broken=broken)
        if self._judgement is not None and self._judgement.stands(self._stillness.since_s):
            self._exposure = None  # nothing is judged before something moves
            return self._as_judged(self._judgement, frame)
        self._expose(frame, broken=broken)
        if still_s < SETTLE_S:
            return self._unsettled(frame, small, known, still_s)
        return self._settled(*self._steadied(frame, small), known, still_s)

    def _settled(self, frame: Frame, small: SmallPicture, known: Known, still_s: float) -> Look:
        """Once nothing has moved for a while."""
        judgement = self._judgement
        due = judgement is not None and judgement.is_due(frame.t_s, still_s)
        if judgement is None or due or not self._still_holds(judgement, small):
            earlier = judgement if due and judgement and judgement.is_settled else None
            return self._judge(frame, small, known, earlier, patient=still_s >= PATIENCE_S)
        return self._as_judged(judgement, frame)

    def _as_judged(self, judgement: Judgement, frame: Frame) -> Look:
        """The same as was found before."""
        board = self._bearings.board if judgement.look.board else None
        return replace(judgement.look, frame=frame.index, t_s=frame.t_s, board=board)

    def _unsettled(self, frame: Frame, small: SmallPicture, known: Known, still_s: float) -> Look:
        """While something moves, or has just done so."""
        bearing = self._sway.look_around(frame)
        if bearing is Bearing.LOST:
            return self._report(frame, View.NO_BOARD, reason=complaint(frame.bgr) or LOST)
        if bearing is not None and bearing.has_moved:
            self._judgement, self._clear, self._stillness = None, (), Stillness(self._piece_set.grid)
            self._is_proved = False
        if bearing is None and still_s >= AHEAD_S and not self._sway.is_on(frame.t_s):
            self._read_ahead(*self._steadied(frame, small), known)
        found, moved = bearing is Bearing.FOUND, bearing is not None and bearing.has_moved
        return self._report(frame, View.MOVING, board_found=found, camera_moved=moved)

    def _expose(self, frame: Frame, *, broken: bool) -> None:
        """In dim light, for as long as nothing moves, each picture tells a little more than the one before."""
        if not self._stillness.is_noisy or self._sway.is_on(frame.t_s):
            self._exposure = None
        elif broken or self._exposure is None:
            self._exposure = Exposure(frame.bgr)
        else:
            self._exposure = self._exposure.with_picture(frame.bgr)

    def _steadied(self, frame: Frame, small: SmallPicture) -> tuple[Frame, SmallPicture]:
        """The frame and its small picture with less noise, where there is much: in that what differs little from what
        lay there before is no change."""
        if self._exposure is None:
            return frame, small
        bgr = self._exposure.bgr
        return replace(frame, bgr=bgr), replace(self._bearings.small(bgr), flicker=small.flicker)

    # --- finding the board

    def _search(self, frame: Frame, known: Known) -> Look:
        """Looks for the board, not more often than is worth it."""
        had_one = self._bearings.pose is not None
        reason = complaint(frame.bgr)
        if reason:
            return self._report(frame, View.NO_BOARD, reason=reason)
        self._in_vain = self._looked_for(frame, self._in_vain)
        if self._in_vain is not None:
            return self._report(frame, View.NO_BOARD, reason=self._in_vain.absence)
        self._exposure, self._is_proved = None, False
        self._turn_as(known, frame.bgr)
        self._judgement, self._clear, self._stillness = None, (), Stillness(self._piece_set.grid)
        self._found_in = self._mark(frame.bgr)
        self._stillness.feed(self._found_in, frame.t_s, broken=True)
        return self._report(frame, View.MOVING, board_found=True, camera_moved=had_one)

    def _looked_for(self, frame: Frame, before: InVain | None) -> InVain | None:
        """Looks for the board, at a glance first where it was looked for in vain ``before``; None once it is found."""
        self._exposure = exposure = self._exposure.with_picture(frame.bgr) if self._exposure else Exposure(frame.bgr)
        if before is not None:
            if not before.is_over(frame.t_s):
                return before
            if self._bearings.search(frame.bgr, thorough=False):
                return None
            now = before.at_a_glance(frame)
            self._exposure = exposure = now.exposed(exposure)
            if not now.is_worth_more(exposure):
                return now
        if self._bearings.search(exposure.bgr):
            return None
        return InVain.thoroughly(exposure, frame, absence(exposure.bgr))

    def _mark(self, bgr: Picture) -> SmallPicture:
        """From this picture on the board is followed."""
        self._bearings.mark(bgr)
        small = self._bearings.small(bgr)
        self._sway = Sway(self._bearings, small)
        return small

    def _turn_as(self, known: Known, bgr: Picture) -> None:
        """Labels a board on which pieces lie already from the corner under which they lie as the match has them."""
        pose = self._bearings.pose
        if pose is None or not known.lying:
            return
        lying = placed(known.lying)

        def seen_so(one: BoardPose) -> int:
            return len(lying & placed(self._read(bgr, one, self._piece_set, Given(at_a_glance=True)).pieces))

        self._bearings.settle_on(max(pose.labellings, key=seen_so))

    def _righted(self, look: Look, known: Known) -> BoardPose | None:
        """The labelling under which far more of what lies there lies as the match has it than as the board is labelled:
        it was found empty, and then a card was laid out on it, or it has been turned. One piece alone tells that only
        until one has lain where the match has it, since the board was found or moved: it may have been moved. Or the
        board a cell aside, where nothing else lies as the match has it."""
        pose, lying = self._bearings.pose, placed(known.lying)
        if look.sighting is None or pose is None:
            return None
        ways = agreeing(look.sighting.pieces, pose, lying)
        most, least = max(ways), FAR_MORE * max(ways[0], int(self._is_proved))
        self._is_proved |= ways[0] > 0
        if most > least:
            return pose.labellings[ways.index(most)]
        if any(ways) or len(look.sighting.pieces) < MANY_ASIDE:
            return None
        many, there = aside(look.sighting.pieces, pose, lying)
        return there if many >= MANY_ASIDE else None  # it was followed onto the lines beside its own

    # --- judging a still picture

    def _judge(
        self, frame: Frame, small: SmallPicture, known: Known, earlier: Judgement | None, *, patient: bool
    ) -> Look:
        """``earlier`` is what was thought of the same settled picture: this time it is looked at carefully."""
        before = self._bearings.pose
        small = self._sway.verified(frame, small, self._stillness)
        refound = self._sharpen(frame.bgr, small)
        thorough = not self._is_lost_there(small)
        bearing = self._sway.told(self._bearings.check(frame.bgr, small, patient, thorough=thorough))
        self._is_proved = self._is_proved and not bearing.has_moved
        if self._bearings.pose is not before:
            self._clear = ()  # the sides of the pieces show now as they did not
            small = self._bearings.small(frame.bgr)
            self._stillness.seen_as(small)
        careful = earlier.careful + 1 if earlier else 0
        look = self._seen(frame, small, known, bearing, patient=patient, careful=careful > 0)
        righted = self._righted(look, known)
        if righted is not None:
            self.show_board(righted)
            return self._report(frame, View.MOVING)
        again_s = self._again_s(look, frame.t_s, earlier, patient=patient)
        self._judgement = Judgement(small, look, self._stillness.since_s, again_s, careful)
        return replace(look, board_found=refound or bearing is Bearing.FOUND, camera_moved=bearing.has_moved)

    def _sharpen(self, bgr: Picture, small: SmallPicture) -> bool:
        """Until the board has lain settled once, places it again in better pictures; whether that has moved it."""
        if self._found_in is None or not self._differ(self._found_in, small):
            return False
        self._found_in = small
        return self._bearings.sharpen(bgr)

    def _seen(
        self, frame: Frame, small: SmallPicture, known: Known, bearing: Bearing, *, patient: bool, careful: bool
    ) -> Look:
        if bearing is Bearing.LOST:
            return self._report(frame, View.NO_BOARD, reason=complaint(frame.bgr) or LOST)
        if bearing is Bearing.HIDDEN:
            return self._report(frame, View.OCCLUDED, reason=REACHED_OVER)
        assert self._bearings.pose is not None
        ahead = self._ahead if not careful and self._is_as_read_ahead(small, known) else None
        sighting = ahead.sighting if ahead else self._reading(frame.bgr, small, known, careful=careful)
        # Before anybody is asked, told that something is wrong, or waited for, this is looked at carefully.
        doubtful = sighting.alternatives or sighting.problems or sighting.occluded or _is_unexpected(sighting, known)
        missed = _is_any_missing(sighting, known) and (patient or not self._is_reached_into(small, sighting))
        if (doubtful or missed) and (ahead is not None or not sighting.careful):
            sighting = self._reading(frame.bgr, small, known, careful=True)
        if sighting.occluded:
            return self._report(frame, View.OCCLUDED, reason=Said("something hides part of the board"))
        sighting = self._paints.owned(sighting, known)
        self._paints.note(sighting, known)
        sure = not sighting.uncertain and not sighting.problems
        clear = sure and self._shows_all(sighting, known)
        if not clear and not patient and self._is_reached_into(small, sighting):
            return self._report(frame, View.OCCLUDED, reason=REACHED_OVER)
        self._bearings.remember(frame.bgr, small, patient=patient)
        self._sway.stand()
        self._gauge = self._gauge.with_reading(sighting.thickness, len(sighting.pieces))
        self._found_in = None
        if sure:
            self._note_clear(Clear(small, placed(sighting.pieces)), placed(known.lying))
        sighting = replace(sighting, burnt=burnt_cells(small.board, self._piece_set.grid))
        return replace(self._report(frame, View.SETTLED, reason=glare(small.board)), sighting=sighting)

    @staticmethod
    def _shows_all(sighting: Sighting, known: Known) -> bool:
        """Whether all that is known is seen, one piece at most elsewhere: it has been moved, and no arm hides it."""
        seen = {piece.piece for piece in sighting.pieces}
        moved = placed(known.lying) - placed(sighting.pieces)
        return len(moved) <= 1 and all(piece.piece in seen for piece in known.lying)

    def _note_clear(self, clear: Clear, known: Collection[Placed]) -> None:
        """Keeps a picture in which all was seen for sure, and the one of what is known to lie there; not if it differs
        from an earlier one of the same pieces, for something may have come that was not seen."""
        alike = [one for one in self._clear if one.pieces == clear.pieces]
        if not any(self._differ(one.small, clear.small) for one in alike):
            others = tuple(one for one in self._clear if one.pieces == known and one.pieces != clear.pieces)
            self._clear = (*others, clear)

    def _reading(self, bgr: Picture, small: SmallPicture, known: Known, *, careful: bool) -> Sighting:
        assert self._bearings.pose is not None
        change = self._change(small, known, self._bearings.pose)
        given = Given(known, change, self._gauge.height, careful)
        return self._read(bgr, self._bearings.pose, self._piece_set, given)

    def _read_ahead(self, frame: Frame, small: SmallPicture, known: Known) -> None:
        """Reads a picture in which something new may lie while it is not settled yet: that saves waiting for it."""
        pose, since_s = self._bearings.pose, self._stillness.since_s
        read_already = self._ahead is not None and self._ahead.since_s == since_s
        as_before = self._judgement is not None and not self._differ(self._judgement.small, small)
        if pose is not None and not read_already and not as_before:
            self._ahead = Ahead(small, since_s, pose, known, self._reading(frame.bgr, small, known, careful=False))

    def _is_as_read_ahead(self, small: SmallPicture, known: Known) -> bool:
        """Whether nothing has changed since a picture was read ahead: neither there nor in what is known."""
        ahead = self._ahead
        if ahead is None or ahead.since_s != self._stillness.since_s or ahead.pose is not self._bearings.pose:
            return False
        return ahead.known == known and not self._differ(ahead.small, small)

    def _change(self, small: SmallPicture, known: Known, pose: BoardPose) -> Change | None:
        """What has changed since exactly that was seen which is known to lie there."""
        clear = [one.small for one in self._clear if one.pieces == placed(known.lying) and one.small.is_seen_as(pose)]
        return Change(clear[-1], small, pose) if clear else None

    def _is_reached_into(self, small: SmallPicture, sighting: Sighting) -> bool:
        change, pose = self._bearings.change(small), self._bearings.pose
        if change is None or pose is None:
            return False
        return reaches_in(change & ~piled(sighting, pose), small.valid, self._piece_set.grid)

    def _again_s(self, look: Look, t_s: float, earlier: Judgement | None, *, patient: bool) -> float | None:
        """A board that is lost is looked for again, what reaches in is read when it has lain still long enough, and
        what was read is looked at once more, until two looks running agree."""
        if look.view is View.NO_BOARD:
            return t_s + RETRY_S
        if look.view is View.SETTLED:
            settled = earlier is not None and (earlier.careful + 1 >= MOST_CAREFUL or earlier.agrees_with(look))
            return None if settled else t_s + SECOND_LOOK_S
        return t_s + PATIENCE_S - SETTLE_S if look.view is View.OCCLUDED and not patient else None

    # --- small things

    def _still_holds(self, judgement: Judgement, small: SmallPicture) -> bool:
        """Whether nothing has moved since, or all is again as it was."""
        return judgement.since_s == self._stillness.since_s or not self._differ(judgement.small, small)

    def _is_lost_there(self, small: SmallPicture) -> bool:
        """Whether the board was looked for in vain in the same picture already."""
        judgement = self._judgement
        return judgement is not None and judgement.look.view is View.NO_BOARD and self._still_holds(judgement, small)

    def _differ(self, before: SmallPicture, now: SmallPicture) -> bool:
        return differs(before, now, self._piece_set.grid)

    def _report(
        self, frame: Frame, view: View, *, reason: str = "", board_found: bool = False, camera_moved: bool = False
    ) -> Look:
        board = None if view is View.NO_BOARD else self._bearings.board
        return Look(frame.index, frame.t_s, view, board, None, board_found, camera_moved, reason)


def _is_any_missing(sighting: Sighting, known: Known) -> bool:
    """Whether something is not seen that is known to lie there: it may have been overlooked, or taken up, and what is
    seen in its place may be what lay below it."""
    return not {cells for _, cells in placed(known.lying)} <= {cells for _, cells in placed(sighting.pieces)}


def _is_unexpected(sighting: Sighting, known: Known) -> bool:
    """Whether several pieces have come at once, which may be one, or something that is not next by the rules: what is
    may have been overlooked."""
    come = placed(sighting.pieces) - placed(known.lying)
    return len(come) > 1 or (bool(known.to_come) and not known.to_come.issuperset(piece for piece, _ in come))
