"""Two quilts of Patchwork watched through one camera, or one each: each by eyes of its own, told as one wide board.

Seen from another side of the table they change places: which is which what lies on them tells.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import inf

import numpy as np

from calibration.profile import Profile
from referee.piece import PieceSet
from referee.said import Said
from vision.board.absence import ABSENT
from vision.board.boards import glimpse_board
from vision.board.pair import LEFT, RIGHT, find_outermost, find_two
from vision.board.pointed import from_corners
from vision.frame import Frame, Picture
from vision.kind import KINDS
from vision.live.bare import Reminded
from vision.live.bearings import Find
from vision.live.judgement import FAR_MORE, agreeing, placed
from vision.live.patches import together
from vision.live.sway import SWAY_S
from vision.live.watch import Watcher
from vision.look import Known, Look, View
from vision.pieces.wide import own_cells, quilt_of
from vision.pose import BoardPose
from vision.sighting import SeenBoard, Sighting

QUILTS = 2
PARTED_S = 3.0
"""Where both eyes look at one quilt, the other is looked for so often."""
SAME_PLACE = 2.0
"""Quilts of which the middles are nearer to each other, in cells, are one."""
LIKER = 0.1
"""The quilts have changed places if so much more of them, as shares of both, looks as it did then."""
ONE_ONLY = Said("only one quilt can be seen: show both side by side, or let a second camera look at the other one")
WORST_FIRST = (View.NO_BOARD, View.OCCLUDED, View.MOVING, View.SETTLED)


class QuiltsWatcher:
    """Looks at both quilts in the frames of one camera, in order, or of two cameras abreast. Of a ``profile`` the lens
    is used: its corners are those of one board. Of two cameras no lens is known."""

    def __init__(self, piece_set: PieceSet, profile: Profile | None = None) -> None:
        self._piece_set = piece_set
        self._looked_for: tuple[Picture, list[BoardPose]] | None = None
        self._apart, self._moved_s, self._parted_s = False, -inf, -inf
        self._are_proved = False  # that each quilt is the right one, by what lies there as the match has it
        self._shown: BoardPose | None = None
        camera = replace(profile, corners_xy=(), fixed=False) if profile else None
        self._eyes = tuple(
            Reminded(Watcher(piece_set, camera, find=find, glimpse=self._glimpsing(find)), piece_set)
            for find in map(self._finding, range(QUILTS))
        )

    def show_board(self, pose: BoardPose) -> None:
        """Somebody has shown where a quilt lies: the left or the right one, by the half of the picture, or by its
        camera."""
        self._shown = pose

    def look(self, frame: Frame, known: Known) -> Look:
        """What this frame shows of both, given what the match knows."""
        self._apart = bool(frame.parts)
        self._show(frame)
        looks = [
            _beside(eye.look(_part(frame, quilt), _known_on(known, quilt)), _start_of(frame, quilt))
            for quilt, eye in enumerate(self._eyes)
        ]
        self._show_the_other(looks, frame.bgr)
        looks = self._exchanged(self._parted(looks, frame), known)
        worst = min(looks, key=lambda look: WORST_FIRST.index(look.view))
        moved = any(look.camera_moved for look in looks) and not self._has_told(frame)
        one_only = self._looked_for is not None and len(self._looked_for[1]) == 1 and worst.reason in ABSENT
        said = next((look.reason for look in looks if look.view is worst.view and look.reason), "")
        boards = [look.board for look in looks if look.board is not None]
        sightings = [seen for look in looks if (seen := look.sighting or self._hidden(look))]
        is_seen = len(sightings) == QUILTS and any(look.sighting for look in looks)
        return replace(
            worst,
            reason=ONE_ONLY if one_only else said,
            board=boards[0] if boards else None,
            others=tuple(boards[1:]),
            sighting=together(sightings, known, self._piece_set) if is_seen else None,
            board_found=any(look.board_found for look in looks),
            camera_moved=moved,
        )

    def _hidden(self, look: Look) -> Sighting | None:
        """What is known of a quilt that is not seen to lie still, while the other may be judged: that it is there."""
        return Sighting(look.board, hidden=frozenset(self._piece_set.grid)) if look.board else None

    def _show_the_other(self, looks: Sequence[Look], bgr: Picture) -> None:
        """Where one quilt has just been found anew, and the other seems to be hidden, the camera was carried elsewhere:
        the other one lies where both were found, however it looks from there."""
        found = [quilt for quilt, look in enumerate(looks) if look.board_found]
        if self._apart or len(found) != 1 or self._looked_for is None or not np.array_equal(self._looked_for[0], bgr):
            return
        here, there = self._eyes[found[0]].pose, QUILTS - 1 - found[0]
        if here is not None and len(self._looked_for[1]) == QUILTS and looks[there].view in WORST_FIRST[:2]:
            self._eyes[there].show_board(max(self._looked_for[1], key=lambda pose: _middles_apart(pose, here)))

    def _parted(self, looks: Sequence[Look], frame: Frame) -> list[Look]:
        """The looks of eyes that do not look at one quilt, as when the other lies now where it lay. If that is found it
        is shown to the eye whose quilt looks less as it did; what was remembered of either may be of the other."""
        one, other = (eye.pose for eye in self._eyes)
        if self._apart or one is None or other is None or any(look.view is View.NO_BOARD for look in looks):
            return list(looks)
        if _middles_apart(one, other) > SAME_PLACE:
            return list(looks)
        alone = [replace(look, view=View.NO_BOARD, reason=ONE_ONLY, sighting=None) for look in looks]
        if 0 <= frame.t_s - self._parted_s < PARTED_S:
            return alone
        self._parted_s = frame.t_s
        farther = [pose for pose in self._find_two(frame.bgr) if _middles_apart(pose, one) > SAME_PLACE]
        if not farther:
            return alone
        likeness = [eye.likeness(frame.bgr, pose) for eye, pose in zip(self._eyes, (one, other), strict=True)]
        places = (farther[0], other) if likeness[0] < likeness[1] else (one, farther[0])
        for eye, pose in zip(self._eyes, places, strict=True):
            eye.show_board(pose)
        return [replace(look, view=View.MOVING, sighting=None) for look in looks]

    def _exchanged(self, looks: Sequence[Look], known: Known) -> list[Look]:
        """The looks of eyes that each look at their own quilt. If far more of all that is seen lies on the other one
        as the match has it, each has been shown that: the table is seen from its other side, say. One quilt may be
        hidden meanwhile. One patch alone tells that only until one has lain where the match has it: it may have been
        moved."""
        self._are_proved = self._are_proved and not any(look.board_found or look.camera_moved for look in looks)
        poses = [eye.pose for eye in self._eyes if eye.pose is not None]
        seen = [look.sighting.pieces if look.sighting else None for look in looks]
        if self._apart or len(poses) < QUILTS or not any(look.sighting for look in looks):
            return list(looks)
        lying = [placed(_known_on(known, quilt).lying) for quilt in range(QUILTS)]
        straight = sum(len(there & placed(pieces or ())) for there, pieces in zip(lying, seen, strict=True))
        if any(placed(pieces) != there for there, pieces in zip(lying, seen, strict=True) if pieces is not None):
            theirs = zip(lying, seen[::-1], poses[::-1], strict=True)
            crossed = [agreeing(pieces or (), pose, there) for there, pieces, pose in theirs]
        else:  # as in nearly every picture
            crossed = []
        if sum(map(max, crossed)) <= FAR_MORE * max(straight, int(self._are_proved)):
            self._are_proved |= straight > 0
            return list(looks)
        for eye, ways, pose in zip(self._eyes, crossed, poses[::-1], strict=True):
            eye.show_board(pose.labellings[ways.index(max(ways))])  # of one that is hidden what it will show tells that
        return [replace(look, view=View.MOVING, sighting=None) for look in looks]

    def _has_told(self, frame: Frame) -> bool:
        """Whether it was told just now that the camera has moved: it is the same one that sees the other quilt."""
        before, self._moved_s = self._moved_s, frame.t_s
        return not self._apart and 0 <= frame.t_s - before < SWAY_S

    def _show(self, frame: Frame) -> None:
        """Hands on where somebody has shown that a quilt lies, in the picture of the camera that sees it."""
        pose, self._shown = self._shown, None
        if pose is None:
            return
        middle = float(pose.corners_px[:, 0].mean())
        quilt = int(middle > (_start_of(frame, 1) or pose.size_px[0] / 2))
        if frame.parts:
            corners = pose.corners_px - np.array((_start_of(frame, quilt), 0))
            kind = KINDS[self._piece_set.game]
            pose = from_corners(
                frame.parts[quilt].bgr, corners, pose.grid, kind=kind
            )  # whose middle is not that of both
        self._eyes[quilt].show_board(pose)

    def _finding(self, quilt: int) -> Find:
        def find(bgr: Picture) -> BoardPose | None:
            if self._apart:  # the neighbour may be seen too, farther to the middle
                return find_outermost(bgr, self._piece_set, (LEFT, RIGHT)[quilt])
            if self._looked_for is None or not np.array_equal(self._looked_for[0], bgr):  # each eye may have its own
                self._looked_for = bgr, self._in_order(bgr, self._find_two(bgr))
            found = self._looked_for[1]
            return found[quilt] if len(found) == QUILTS else None

        return find

    def _glimpsing(self, find: Find) -> Find:
        """Where any quilt is seen at a glance."""
        return lambda bgr: find(bgr) if glimpse_board(bgr, self._piece_set) else None

    def _find_two(self, bgr: Picture) -> list[BoardPose]:
        """Both quilts from left to right, if they are to be seen. At first one may not lie behind the other, for nobody
        would know whose it is; later it may, for then that is known by what lies there."""
        return find_two(bgr, self._piece_set, anyhow=all(eye.pose is not None for eye in self._eyes))

    def _in_order(self, bgr: Picture, found: list[BoardPose]) -> list[BoardPose]:
        """The places of both quilts in the order of the eyes: as they look most like they did, else from left to right.
        Seen from the other side of the table the left one is the right one."""
        if len(found) != QUILTS:
            return found
        either = found, found[::-1]
        straight, crossed = (
            sum(eye.likeness(bgr, pose) for eye, pose in zip(self._eyes, order, strict=True)) for order in either
        )
        return either[crossed > straight + LIKER]


def _middles_apart(one: BoardPose, other: BoardPose) -> float:
    """How far apart the middles of two boards are, in cells."""
    return float(np.linalg.norm(one.corners_px.mean(axis=0) - other.corners_px.mean(axis=0))) / one.cell_px


def _part(frame: Frame, quilt: int) -> Frame:
    """What is seen of a quilt: the picture of its camera, or of the only one."""
    return replace(frame.parts[quilt], index=frame.index, t_s=frame.t_s) if frame.parts else frame


def _start_of(frame: Frame, quilt: int) -> int:
    """In which column of the frame the picture of a quilt's camera begins."""
    return sum(part.bgr.shape[1] for part in frame.parts[:quilt])


def _beside(look: Look, start: int) -> Look:
    """The look with its board where it is to be seen in the frame, whose columns begin so many before its picture."""
    if not start:
        return look
    sighting = look.sighting and replace(look.sighting, board=_right_of(look.sighting.board, start))
    return replace(look, board=look.board and _right_of(look.board, start), sighting=sighting)


def _right_of(board: SeenBoard, start: int) -> SeenBoard:
    return replace(board, corners_xy=tuple((x + start, y) for x, y in board.corners_xy))


def _known_on(known: Known, quilt: int) -> Known:
    """What is known of a quilt, by its own cells."""
    lying = (piece for piece in known.lying if quilt_of(piece.cells) == quilt)
    own = tuple(replace(piece, cells=own_cells(piece.cells)) for piece in lying)
    due = frozenset(own_cells(((row, col),))[0] for row, col in known.due if quilt_of(((row, col),)) == quilt)
    return replace(known, lying=own, due=due)
