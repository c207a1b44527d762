"""The watcher: when it judges, what it calls for, and how it follows the board. Finder and reader are injected."""

import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.profile import Profile
from referee.move import Place
from referee.piece import PieceSet, packaged_piece_set
from tests.vision.flat_table import BLUE, GRID, POSE, RED, FlatTable, knocked
from vision.frame import Frame, Picture
from vision.live.judgement import placed, relabelled
from vision.live.sway import AGAIN_S, LOST_S, THOROUGH
from vision.live.watch import LOST, PATIENCE_S, RETRY_S, Watcher
from vision.look import Known, Look, View
from vision.motion.exposure import Exposure
from vision.pieces.before import Given
from vision.pose import BoardPose, pose_from_corners
from vision.sighting import Alternative, Problem, SeenBoard, SeenPiece, Sighting

FILM = Path(__file__).parents[2] / "data" / "film"
PIECES = packaged_piece_set("polyssimo")
FIRST = SeenPiece("I", tuple((0, col) for col in range(5)))
PAINTED = dict.fromkeys(FIRST.cells, RED)


@dataclass
class Parts:
    """The costly parts of the pipeline, standing in: they know where the board lies, and count what they are asked.

    ``read`` sees the piece I where red is painted, and says that something hides the board where it sees a skin. What
    is ``careless`` misses it, what is ``hasty`` takes it for two, what is ``doubtful`` asks for it, and what is
    ``alarmed`` says that it lies wrongly, unless it looks carefully; one that is ``thorough`` does so by itself.
    """

    there: BoardPose | None = POSE
    near: BoardPose | None = None
    hidden: bool = False
    calls: list[str] = field(default_factory=list)
    careful: list[bool] = field(default_factory=list)
    careless: bool = False
    hasty: bool = False
    doubtful: bool = False
    alarmed: bool = False
    thorough: bool = False

    def find(self, bgr: Picture) -> BoardPose | None:
        self.calls.append("find")
        return self.there

    def refind(self, bgr: Picture, pose: BoardPose) -> BoardPose | None:
        self.calls.append("refind")
        return self.near

    def glimpse(self, bgr: Picture) -> BoardPose | None:
        self.calls.append("glimpse")
        return self.there

    def read(self, bgr: Picture, pose: BoardPose, pieces: PieceSet, given: Given) -> Sighting:
        self.calls.append("read")
        self.careful.append(given.careful)
        x, y = pose.project(np.array([2.5, 0.5, 0.0])).astype(int)
        red = int(bgr[y, x, 2]) > 2 * int(bgr[y, x, 0])
        hidden = frozenset({(3, 3)}) if self.hidden else frozenset()
        board = SeenBoard(True, pose.corners_xy, pose.grid, 1.0)
        if self.doubtful and not given.careful:
            doubt = Sighting(board, alternatives=(Alternative((FIRST,), 0.9),), uncertain=frozenset(FIRST.cells))
            return replace(doubt, careful=self.thorough)
        if self.alarmed and not given.careful:
            return Sighting(board, problems=(Problem("overhang", FIRST.piece, FIRST.cells),))
        seen = (FIRST,) if red and (given.careful or not self.careless) else ()
        if self.hasty and seen and not given.careful:
            seen = SeenPiece("L", FIRST.cells[:2]), SeenPiece("V", FIRST.cells[2:])
        return Sighting(board, seen, hidden=hidden, careful=given.careful)

    def watcher(self, profile: Profile | None = None) -> Watcher:
        return Watcher(PIECES, profile, find=self.find, glimpse=self.glimpse, refind=self.refind, read=self.read)


class Player:
    """Shows tables to a watcher, a third of a second apart."""

    def __init__(self, parts: Parts, profile: Profile | None = None) -> None:
        self.parts, self.watcher, self.index = parts, parts.watcher(profile), 0

    def see(self, table: FlatTable, known: Known = Known(), every_s: float = 1 / 3) -> Look:  # noqa: B008
        return self.show(table.picture(self.index), known, every_s)

    def show(self, bgr: Picture, known: Known = Known(), every_s: float = 1 / 3) -> Look:  # noqa: B008
        self.index += 1
        return self.watcher.look(Frame(bgr, self.index, self.index * every_s), known)

    def settled(self, table: FlatTable) -> Look:
        """The second of two looks at it."""
        self.see(table)
        return self.see(table)

    def asked(self) -> list[str]:
        """What has been called for since this was asked last."""
        calls, self.parts.calls = self.parts.calls, []
        return calls


@pytest.fixture
def player() -> Player:
    return Player(Parts())


def test_of_many_pictures_a_second_one_is_read_before_the_view_is_settled_and_counts_then(player: Player) -> None:
    player.settled(FlatTable())
    player.asked()
    said = []
    for _ in range(12):
        view = player.see(FlatTable(painted=PAINTED), every_s=1 / 30).view
        said.append((view, player.asked()))
    assert [calls for _, calls in said if calls] == [["read"]]
    read_at = next(at for at, (_, calls) in enumerate(said) if calls)
    assert said[read_at][0] is View.MOVING
    assert said[-1][0] is View.SETTLED


@pytest.mark.fault("F5")
@pytest.mark.parametrize(
    ("light", "more", "said"), [(0.03, 0, "too dark"), (0.1, 245, "burnt out"), (0, 90, "shows nothing")]
)
def test_a_still_picture_that_goes_blind_is_no_still_board_and_all_is_as_before_when_it_comes_back(
    player: Player, light: float, more: float, said: str
) -> None:
    table = FlatTable(painted=PAINTED)
    known = Known((Place("Ann", "I", FIRST.cells),))
    seen = [player.see(table, known) for _ in range(8)][-1]
    player.asked()
    for number in range(4):
        blind = np.clip(table.picture(number) * light + more, 0, 255).astype(np.uint8)
        look = player.show(blind, known)
        assert (look.view, look.sighting) == (View.NO_BOARD, None)
        assert said in look.reason
    again = player.see(table, known)
    assert (again.view, again.sighting) == (View.SETTLED, seen.sighting)
    assert player.asked() == []


def test_what_was_read_before_the_view_was_settled_counts_for_nothing_if_something_moves(player: Player) -> None:
    player.settled(FlatTable())
    for _ in range(4):
        player.see(FlatTable(painted=PAINTED), every_s=1 / 30)
    looks = [player.see(FlatTable(), every_s=1 / 30) for _ in range(12)]
    assert looks[-1].view is View.SETTLED
    assert looks[-1].sighting is not None
    assert looks[-1].sighting.pieces == ()


def test_the_board_is_found_then_settled_then_read_once(player: Player) -> None:
    looks = [player.see(FlatTable()) for _ in range(4)]
    assert [look.view for look in looks] == [View.MOVING, *[View.SETTLED] * 3]
    assert [look.board_found for look in looks] == [True, *[False] * 3]
    assert player.asked() == ["find", "read"]
    assert all(look.sighting is looks[1].sighting for look in looks[1:])
    assert looks[3].frame == 4
    assert looks[3].board is not None
    assert np.abs(np.array(looks[3].board.corners_xy) - POSE.corners_px).max() < 1e-6


def test_a_light_that_burns_out_part_of_a_settled_board_is_told_of(player: Player) -> None:
    burnt = {(row, col): (255, 255, 255) for row in range(11) for col in range(6)}
    look = player.settled(FlatTable(painted=burnt, light=1.2))
    assert look.view is View.SETTLED
    assert "too strong" in look.reason
    assert look.sighting is not None
    assert look.sighting.burnt == set(burnt)
    assert Player(Parts()).settled(FlatTable()).reason == ""


def test_what_lies_settled_is_looked_at_once_more_and_carefully(player: Player) -> None:
    for _ in range(9):
        player.see(FlatTable())
    assert player.asked() == ["find", "read", "read"]
    assert player.parts.careful == [False, True]


def test_what_would_be_asked_is_looked_at_carefully_before(player: Player) -> None:
    player.parts.doubtful = True
    look = player.settled(FlatTable(painted=PAINTED))
    assert player.parts.careful == [False, True]
    assert look.sighting is not None
    assert look.sighting.pieces == (FIRST,)
    assert look.sighting.alternatives == ()


def test_what_would_be_said_to_lie_wrongly_is_looked_at_carefully_before(player: Player) -> None:
    player.parts.alarmed = True
    look = player.settled(FlatTable(painted=PAINTED))
    assert player.parts.careful == [False, True]
    assert look.sighting is not None
    assert look.sighting.pieces == (FIRST,)
    assert look.sighting.problems == ()


@pytest.mark.parametrize(
    ("to_come", "careful"),
    [
        pytest.param({"I", "L"}, [False], id="it may come next"),
        pytest.param({"L"}, [False, True], id="it may not: what may was perhaps overlooked"),
        pytest.param((), [False], id="the rules do not tell"),
    ],
)
def test_what_is_out_of_turn_is_looked_at_carefully_before(
    to_come: Collection[str], careful: list[bool], player: Player
) -> None:
    for _ in range(2):
        player.see(FlatTable(painted=PAINTED), Known(to_come=frozenset(to_come)))
    assert player.parts.careful == careful


def test_two_pieces_that_come_at_once_are_looked_at_carefully_before_they_are_told(player: Player) -> None:
    player.parts.hasty = True
    look = player.settled(FlatTable(painted=PAINTED))
    assert player.parts.careful == [False, True]
    assert look.sighting is not None
    assert look.sighting.pieces == (FIRST,)


def test_a_known_piece_that_is_not_seen_is_looked_for_carefully_before_it_is_missed(player: Player) -> None:
    """As it was: what is overlooked has not been taken away."""
    player.settled(FlatTable())
    player.parts.careless = True
    player.parts.careful.clear()
    for _ in range(2):
        look = player.see(FlatTable(painted=PAINTED), Known((FIRST,)))
    assert player.parts.careful == [False, True]
    assert look.sighting is not None
    assert look.sighting.pieces == (FIRST,)


def test_what_has_been_looked_at_carefully_already_is_not_looked_at_again(player: Player) -> None:
    player.parts.doubtful = player.parts.thorough = True
    assert player.settled(FlatTable(painted=PAINTED)).sighting is not None
    assert player.parts.careful == [False]


def test_a_doubt_about_a_picture_that_was_read_ahead_is_not_told_before_the_settled_one_is_read(player: Player) -> None:
    player.settled(FlatTable())
    player.parts.doubtful = player.parts.thorough = True
    player.parts.careful.clear()
    looks = [player.see(FlatTable(painted=PAINTED), every_s=1 / 30) for _ in range(12)]
    assert player.parts.careful == [False, True]
    assert looks[-1].sighting is not None
    assert looks[-1].sighting.alternatives == ()


def test_a_careful_look_that_sees_something_else_is_followed_by_another(player: Player) -> None:
    player.parts.careless = True
    looks = [player.see(FlatTable(painted=PAINTED)) for _ in range(14)]
    assert player.parts.careful == [False, True, True]
    assert looks[1].sighting is not None
    assert looks[1].sighting.pieces == ()
    assert looks[-1].sighting is not None
    assert looks[-1].sighting.pieces == (FIRST,)


def test_two_pictures_nearer_than_a_fifth_of_a_second_do_not_settle(player: Player) -> None:
    views = [player.see(FlatTable(), every_s=1 / 30).view for _ in range(9)]
    assert views == [*[View.MOVING] * 6, *[View.SETTLED] * 3]


def test_a_piece_brought_by_an_arm_is_read_after_the_arm_has_gone(player: Player) -> None:
    player.settled(FlatTable())
    views = [player.see(FlatTable(arm=(x, 5.0), painted=PAINTED)).view for x in (9.0, 5.0, 8.0)]
    assert View.SETTLED not in views
    player.asked()
    moving, settled = player.see(FlatTable(painted=PAINTED)), player.see(FlatTable(painted=PAINTED))
    assert (moving.view, settled.view) == (View.MOVING, View.SETTLED)
    assert settled.sighting is not None
    assert settled.sighting.pieces == (FIRST,)
    assert player.asked() == ["read"]


def test_an_arm_that_rests_over_a_known_piece_is_an_occlusion(player: Player) -> None:
    player.settled(FlatTable())
    player.asked()
    lying = Known(lying=(FIRST,))
    looks = [player.see(FlatTable(arm=(6.0, 5.0)), lying) for _ in range(4)]
    assert [look.view for look in looks] == [View.MOVING, *[View.OCCLUDED] * 3]
    assert looks[-1].reason
    assert looks[-1].sighting is None
    assert player.asked() == ["read"]


def test_where_all_that_is_known_is_seen_be_it_elsewhere_no_arm_hides_it(player: Player) -> None:
    """What was laid at the edge, and moved to another one, has changed the border as an arm does."""
    player.settled(FlatTable())
    known = Known(lying=(replace(FIRST, cells=tuple((10, col) for col in range(5))),))
    looks = [player.see(FlatTable(arm=(9.5, 5.0), painted=PAINTED), known) for _ in range(3)]
    assert [look.view for look in looks] == [View.MOVING, View.SETTLED, View.SETTLED]


SECOND = SeenPiece("V", ((8, 0), (9, 0), (10, 0), (10, 1), (10, 2)))


@pytest.mark.parametrize("seen", [(FIRST,), (FIRST, SECOND)])
def test_an_arm_may_hide_what_is_not_seen_at_all_and_two_that_seem_to_have_moved(
    player: Player, seen: tuple[SeenPiece, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    player.settled(FlatTable())
    apart = len(seen) - 1  # both elsewhere, or one not seen at all
    lying = [replace(one, cells=tuple((row, col + apart) for row, col in one.cells)) for one in (FIRST, SECOND)]
    read = player.parts.read
    monkeypatch.setattr(player.watcher, "_read", lambda *given: replace(read(*given), pieces=seen))
    table = FlatTable(arm=(9.5, 5.0), painted=PAINTED)
    looks = [player.see(table, Known(lying=tuple(lying))) for _ in range(3)]
    assert [look.view for look in looks] == [View.MOVING, View.OCCLUDED, View.OCCLUDED]


def test_what_rests_for_long_is_left_to_the_reading(player: Player) -> None:
    player.settled(FlatTable())
    player.asked()
    player.parts.hidden = True
    for _ in range(round(PATIENCE_S * 3) + 3):
        look = player.see(FlatTable(arm=(6.0, 5.0)))
    assert (look.view, player.asked()) == (View.OCCLUDED, ["read"] * 4)
    player.parts.hidden = False
    assert player.settled(FlatTable()).view is View.SETTLED


def test_an_arm_that_comes_and_goes_costs_no_reading(player: Player) -> None:
    sighting = player.settled(FlatTable()).sighting
    player.asked()
    player.see(FlatTable(arm=(6.0, 5.0)))
    assert player.settled(FlatTable()).sighting is sighting
    assert player.asked() == []


def test_a_lamp_switched_costs_no_search_and_no_false_alarm(player: Player) -> None:
    player.settled(FlatTable())
    look = player.settled(FlatTable(light=0.6))
    assert look.view is View.SETTLED
    assert not look.camera_moved
    assert "refind" not in player.asked()


@pytest.mark.parametrize("degrees", [(0.5, 0.4, 0.0), (2.0, -1.0, 2.0)])
def test_a_knocked_camera_is_followed_and_the_pieces_have_not_moved(
    player: Player, degrees: tuple[float, float, float]
) -> None:
    player.settled(FlatTable(painted=PAINTED))
    pose = knocked(POSE, *degrees)
    look = player.settled(FlatTable(pose, painted=PAINTED))
    assert (look.view, look.camera_moved) == (View.SETTLED, True)
    assert look.board is not None
    assert np.abs(np.array(look.board.corners_xy) - pose.corners_px).max() < 0.5
    assert look.sighting is not None
    assert look.sighting.pieces == (FIRST,)
    after = player.see(FlatTable(pose, painted=PAINTED))
    assert (after.view, after.camera_moved) == (View.SETTLED, False)
    assert after.sighting is look.sighting


def test_a_slight_drift_is_followed_without_a_word(player: Player) -> None:
    player.settled(FlatTable(painted=PAINTED))
    pose = knocked(POSE, 0.1, 0.05, 0.0)
    look = player.settled(FlatTable(pose, painted=PAINTED, light=0.9))
    assert (look.view, look.camera_moved) == (View.SETTLED, False)


HELD = [
    knocked(POSE, 0.8 * np.sin(0.9 * step), 0.6 * np.sin(0.7 * step), 0.8 * np.sin(1.1 * step)) for step in range(16)
]
"""Where the board lies in pictures of a camera that somebody holds: from one to the next it sways by up to .3 cell."""


def is_where(look: Look, pose: BoardPose, within_px: float = 0.5) -> bool:
    """Whether the board is said to lie so."""
    return look.board is not None and bool(np.abs(np.array(look.board.corners_xy) - pose.corners_px).max() < within_px)


def test_through_a_camera_that_is_held_in_a_hand_the_board_is_followed_and_read_as_if_it_stood(player: Player) -> None:
    looks = [player.see(FlatTable(pose)) for pose in HELD[:8]]
    player.asked()
    looks += [player.see(FlatTable(pose, painted=PAINTED)) for pose in HELD[8:]]
    moving = [number for number, look in enumerate(looks) if look.view is not View.SETTLED]
    assert moving == [0, 2, 8]  # it is found, it has begun to sway, a piece has come
    assert all(is_where(look, pose) for look, pose in zip(looks, HELD, strict=True))
    assert [look.sighting.pieces for look in looks[9:] if look.sighting] == [(FIRST,)] * 7
    assert player.asked().count("read") == 2  # once, and once more carefully


def test_that_a_camera_is_held_is_told_once_and_once_more_after_it_has_stood(player: Player) -> None:
    def moved(poses: list[BoardPose], come: int) -> list[bool]:
        painted = {(9, col): BLUE for col in range(come)}
        return [player.see(FlatTable(pose, painted=painted)).camera_moved for pose in poses]

    assert sum(moved(HELD, 0) + moved(HELD, 3) + moved(HELD, 4)) == 1
    assert sum(moved([HELD[-1]] * 8, 4)) == 0
    assert sum(moved(HELD, 4)) == 1


@pytest.mark.parametrize("painted", [None, PAINTED])
def test_a_camera_that_jerks_by_a_cell_does_not_make_pieces_lie_a_cell_aside(
    player: Player, painted: dict[tuple[int, int], tuple[int, int, int]] | None
) -> None:
    player.settled(FlatTable(painted=painted))
    for right_deg in (1.3, -0.1, 1.5, 2.9, 1.4):  # a cell is about 1.4 degrees wide
        pose = knocked(POSE, right_deg, 0.0, 0.0)
        look = player.see(FlatTable(pose, painted=painted))
        assert look.view is View.MOVING or is_where(look, pose, 2.0)


def test_a_hand_over_the_board_does_not_make_it_sway(player: Player) -> None:
    player.settled(FlatTable(painted=PAINTED))
    looks = [player.see(FlatTable(painted=PAINTED, arm=(10.0 - step, 6.0))) for step in range(7)]
    assert {look.view for look in looks} == {View.MOVING}
    assert all(is_where(look, POSE, 0.1) for look in looks)


def coarse(seed: int) -> Picture:
    """Sharp and bright, and no board."""
    blocks = np.random.default_rng(seed).integers(0, 255, (48, 64, 3), np.uint8)
    return np.asarray(cv2.resize(blocks, (640, 480), interpolation=cv2.INTER_NEAREST))


def test_a_held_camera_that_looks_elsewhere_says_so_until_it_finds_the_board_again(player: Player) -> None:
    player.settled(FlatTable(painted=PAINTED))
    player.parts.there = None
    away = [player.show(coarse(seed)) for seed in range(24)]
    lost = [number for number, look in enumerate(away) if look.view is View.NO_BOARD]
    assert lost == list(range(lost[0], len(away)))
    assert (LOST_S - 0.5) * 3 <= lost[0] <= (LOST_S + 1) * 3
    assert {(look.board, look.reason) for look in away[lost[0] :]} == {(None, LOST)}
    back, looks = [knocked(pose, 0.0, 0.0, 30.0) for pose in HELD], list[Look]()
    for pose in back:
        player.parts.there = pose
        looks.append(player.see(FlatTable(pose, painted=PAINTED)))
    assert looks[-1].view is View.SETTLED
    assert is_where(looks[-1], back[-1], 1.0)
    assert sum(look.camera_moved for look in looks) == 1


def test_while_the_camera_moves_the_board_is_looked_for_at_a_glance_and_seldom_thoroughly(player: Player) -> None:
    player.settled(FlatTable(painted=PAINTED))
    player.parts.there = None
    player.asked()
    for seed in range(3 * round(LOST_S + AGAIN_S * (THOROUGH + 2))):
        player.show(coarse(seed))
    asked = player.asked()
    assert asked.count("find") == 1
    assert THOROUGH - 1 <= asked.count("glimpse") <= THOROUGH + 2


def test_what_is_found_while_something_moves_must_look_like_the_board(player: Player) -> None:
    player.settled(FlatTable(painted=PAINTED))
    player.parts.near = knocked(POSE, 0.3, 0.0, 0.0)
    looks = [player.show(coarse(seed)) for seed in range(24)]
    assert not any(look.camera_moved for look in looks)
    assert is_where(player.settled(FlatTable(painted=PAINTED)), POSE)


def test_pictures_that_seldom_come_are_not_taken_for_a_board_that_is_lost(player: Player) -> None:
    player.see(FlatTable())
    player.asked()
    for step in range(3):
        player.show(coarse(step), every_s=4.0)
    assert "find" not in player.asked()


SLOWLY = [knocked(POSE, *(0.3 * np.sin(np.array((0.9, 0.7, 1.1)) * step / 30))) for step in range(150)]
"""A steady hand, thirty times a second: from one picture to the next the board hardly moves."""


def test_a_steady_hand_is_no_camera_that_stands_and_is_knocked_again_and_again(player: Player) -> None:
    looks = [player.see(FlatTable(pose), every_s=1 / 30) for pose in SLOWLY]
    assert sum(look.camera_moved for look in looks) <= 1
    assert all(is_where(look, pose, 1.5) for look, pose in zip(looks, SLOWLY, strict=True))


def test_what_gives_way_little_by_little_is_followed_without_a_word(player: Player) -> None:
    poses = [knocked(POSE, 0.06 * (step // 12), 0.0, 0.0) for step in range(96)]
    looks = [player.see(FlatTable(pose, painted=PAINTED), every_s=1 / 4) for pose in poses]
    assert not any(look.camera_moved for look in looks)
    assert is_where(looks[-1], poses[-1], 1.0)


def test_a_piece_hardly_darker_than_the_board_is_noticed_once_a_camera_stands_that_has_swayed(player: Player) -> None:
    poses = [knocked(POSE, 0.3 * np.sin(0.4 * step), 0.3 * np.sin(0.27 * step), 0.0) for step in range(37)]
    for pose in [*poses, *[poses[-1]] * 23]:
        player.see(FlatTable(pose), every_s=0.1)
    for step in range(10):
        player.see(FlatTable(poses[-1], arm=(5.0 - step % 2, 5.5)), every_s=0.1)
    player.asked()
    for _ in range(10):
        player.see(FlatTable(poses[-1], painted={(5, 5): (182, 207, 222)}), every_s=0.1)
    assert "read" in player.asked()


def test_an_empty_board_that_has_moved_by_a_cell_unseen_is_placed_before_it_is_judged(player: Player) -> None:
    player.see(FlatTable())
    pose = knocked(POSE, 1.42, 0.0, 0.0)
    looks = [player.see(FlatTable(pose)) for _ in range(4)]
    assert all(is_where(look, pose, 1.0) for look in looks if look.view is View.SETTLED)
    assert looks[-1].view is View.SETTLED


def test_a_board_placed_again_in_a_better_picture_stays_there_when_a_hand_comes(player: Player) -> None:
    player.parts.there, player.parts.near = knocked(POSE, 0.15, 0.1, 0.0), POSE
    player.see(FlatTable(arm=(6.0, 6.0)))
    player.settled(FlatTable())
    for step in range(6):
        look = player.see(FlatTable(arm=(10.0 - step, 6.0)))
    assert is_where(look, POSE)


def test_a_camera_put_on_the_other_side_keeps_the_labelling(player: Player) -> None:
    painted = {(row, col): BLUE for row in range(5) for col in range(6)} | PAINTED
    player.settled(FlatTable(painted=painted))
    pose = knocked(POSE.half_turned(), 0.0, 1.0, 10.0)
    player.parts.there = pose.half_turned()
    player.settled(FlatTable(pose, painted=painted))
    for _ in range(5):
        look = player.see(FlatTable(pose, painted=painted))
    assert look.board is not None
    assert np.abs(np.array(look.board.corners_xy) - pose.corners_px).max() < 2
    assert look.sighting is not None
    assert look.sighting.pieces == (FIRST,)


@pytest.mark.parametrize("game", ["polyssimo", "polyssimo-puzzle"])
def test_a_board_turned_with_little_on_it_is_labelled_as_that_lies(game: str) -> None:
    """It looks much the same from all sides: that its one piece lies elsewhere as it is labelled tells."""
    pieces = packaged_piece_set(game)
    grid, pose = pieces.grid, pose_from_corners(POSE.corners_px, pieces.grid, POSE.size_px)
    for number, labelled in enumerate(pose.labellings):

        def read(_: Picture, as_now: BoardPose, *__: object) -> Sighting:
            labellings = as_now.labellings
            way = next(at for at, one in enumerate(labellings) if one.apart(pose) < 0.01)
            [(piece, cells)] = relabelled((FIRST,), grid, len(labellings) - way)
            return Sighting(SeenBoard(True, as_now.corners_xy, grid, 1.0), (SeenPiece(piece, tuple(sorted(cells))),))

        watcher = Watcher(pieces, find=lambda _, there=labelled: there, refind=lambda _, there: there, read=read)
        watcher.show_board(labelled)
        for index in range(1, 6):
            look = watcher.look(Frame(FlatTable().picture(index), index, index / 3), Known((FIRST,)))
        assert watcher.pose is not None, number
        assert watcher.pose.apart(pose) < 0.01, number
        assert look.sighting is not None
        assert placed(look.sighting.pieces) == placed((FIRST,))


def test_a_board_that_has_been_seen_as_labelled_is_not_turned_by_a_piece_that_is_moved() -> None:
    """To just where it would lie if the board were labelled from the other side."""
    [(_, moved)] = relabelled((FIRST,), GRID, 1)
    there, lying = replace(FIRST, cells=tuple(sorted(moved))), [FIRST]

    def read(_: Picture, pose: BoardPose, *__: object) -> Sighting:
        return Sighting(SeenBoard(True, pose.corners_xy, GRID, 1.0), tuple(lying))

    watcher = Watcher(PIECES, find=lambda _: POSE, refind=lambda _, pose: pose, read=read)
    for index in range(1, 12):
        lying = [FIRST] if index < 6 else [there]
        table = FlatTable(painted=PAINTED if index < 6 else dict.fromkeys(there.cells, RED))
        look = watcher.look(Frame(table.picture(index), index, index / 3), Known((FIRST,)))
    assert watcher.pose is not None
    assert watcher.pose.apart(POSE) < 0.01
    assert look.sighting is not None
    assert look.sighting.pieces == (there,)


def test_a_board_that_has_gone_is_said_so_and_looked_for_calmly(player: Player) -> None:
    player.settled(FlatTable())
    player.parts.there = None
    table = np.random.default_rng(1).integers(0, 255, (48, 64, 3), np.uint8)
    elsewhere = cv2.resize(table, (640, 480), interpolation=cv2.INTER_NEAREST)
    player.asked()
    looks = [player.show(elsewhere) for _ in range(9)]
    assert {look.view for look in looks[1:]} == {View.NO_BOARD}
    assert looks[-1].reason
    assert looks[-1].board is None
    asked = player.asked()
    assert asked.count("find") == 1  # where nothing has changed since, a glance will do
    assert 1 <= asked.count("glimpse") <= 9 / 3 / RETRY_S
    assert player.settled(FlatTable()).view is View.SETTLED


def test_without_a_board_the_search_goes_on_at_a_calm_pace(player: Player) -> None:
    player.parts.there = None
    looks = [player.see(FlatTable(), every_s=0.1) for _ in range(20)]
    assert {look.view for look in looks} == {View.NO_BOARD}
    assert all(look.reason for look in looks)
    assert player.asked() == ["find", "glimpse", "glimpse", "glimpse"]


def test_a_board_that_comes_is_found_at_a_glance(player: Player) -> None:
    player.parts.there = None
    player.see(FlatTable(), every_s=0.1)
    player.parts.there = POSE
    found = [player.see(FlatTable(), every_s=0.1).board_found for _ in range(6)]
    assert found.index(True) == 4
    assert player.asked()[:2] == ["find", "glimpse"]


def test_the_board_is_looked_for_in_a_longer_exposure_where_one_picture_shows_none() -> None:
    looked_in = list[Picture]()

    def find(bgr: Picture) -> BoardPose | None:
        looked_in.append(bgr)
        return POSE if len(looked_in) == 2 else None

    watcher = Watcher(PIECES, find=find, glimpse=lambda _: None)
    clean = FlatTable(noise=0.0).picture(1)
    frames = [Frame(FlatTable(noise=16.0).picture(seed), seed, 0.3 * seed) for seed in range(1, 10)]
    looks = [watcher.look(frame, Known()) for frame in frames]
    assert [look.board_found for look in looks].index(True) == 4
    first, last = (float((bgr.astype(float) - clean).std()) for bgr in looked_in)
    assert last < 0.5 * first


def blotched(bgr: Picture, seed: int, spread: float, wide_px: int) -> Picture:
    """Coloured blotches that come and go, as in dim light."""
    size = bgr.shape[0] // wide_px, bgr.shape[1] // wide_px, 3
    blotches = np.random.default_rng(seed).normal(0, spread, size).astype(np.float32)
    return np.clip(bgr + cv2.resize(blotches, bgr.shape[1::-1]), 0, 255).astype(np.uint8)


def read_in_dim_light(
    tables: list[FlatTable], spread: float, wide_px: int = 12, every_s: float = 0.15
) -> tuple[list[Picture], list[Picture], Look]:
    """What was shown of some tables, one after the other, what was read of that, and what is seen at last."""
    parts, read_in = Parts(), list[Picture]()

    def read(bgr: Picture, *given: Any) -> Sighting:
        read_in.append(bgr)
        return parts.read(bgr, *given)

    watcher = Watcher(PIECES, find=parts.find, refind=parts.refind, read=read)
    shown = [blotched(table.picture(1), number, spread, wide_px) for number, table in enumerate(tables)]
    looks = [watcher.look(Frame(bgr, number, every_s * number), Known()) for number, bgr in enumerate(shown)]
    return shown, read_in, looks[-1]


def test_what_lies_still_in_dim_light_is_read_in_a_longer_exposure() -> None:
    """The blotches are told from motion, and then evened out."""
    laid = FlatTable(noise=0.0, painted=PAINTED)
    tables = [FlatTable(noise=0.0)] * 12 + [FlatTable(noise=0.0, arm=(3.0, 1.0))] + [laid] * 9
    shown, read_in, look = read_in_dim_light(tables, 7.0)
    assert look.sighting is not None
    assert look.sighting.pieces == (FIRST,)
    noise, steadied = (float((bgr.astype(float) - laid.picture(1)).std()) for bgr in (shown[-1], read_in[-1]))
    assert steadied < 0.75 * noise


def test_what_is_hardly_darker_than_the_board_is_noticed_in_a_longer_exposure() -> None:
    """In single pictures its change is less than blotches make: it would not be looked at."""
    bare, arm = FlatTable(noise=0.0), FlatTable(noise=0.0, arm=(3.0, 1.0))
    x, y = POSE.project(np.array([5.5, 5.5, 0.0])).astype(int)
    blue, green, red = (int(level) - 16 for level in bare.picture(1)[y, x])
    readings = [
        len(read_in_dim_light([bare] * 12 + [arm] * 2 + [table] * 6, 6.0)[1])
        for table in (bare, FlatTable(noise=0.0, painted={(5, 5): (blue, green, red)}))
    ]
    assert readings[1] == readings[0] + 1


def test_a_long_exposure_goes_on_with_the_light() -> None:
    """A lamp goes dim before what lies there is looked at once more: that is no motion, but another picture."""
    arm, laid = FlatTable(noise=0.0, arm=(3.0, 1.0)), FlatTable(noise=0.0, painted=PAINTED)
    dim = FlatTable(noise=0.0, painted=PAINTED, light=0.7)
    tables = [FlatTable(noise=0.0)] * 30 + [arm] * 2 + [laid] * 20 + [dim] * 20
    shown, read_in, _ = read_in_dim_light(tables, 7.0, every_s=0.05)
    assert read_in[-1].mean() == pytest.approx(shown[-1].mean(), abs=3)


def test_blotches_as_large_as_half_a_cell_are_no_motion_once_they_have_been_seen_for_a_while() -> None:
    looks = [read_in_dim_light([FlatTable(noise=0.0)] * count, 9.0, wide_px=24)[2] for count in (4, 20)]
    assert [look.view for look in looks] == [View.MOVING, View.SETTLED]


def test_once_all_is_judged_nothing_is_exposed_any_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second look is at a longer exposure yet; after that it would be work for nothing."""
    exposed, go_on = list[int](), Exposure.with_picture

    def noted(exposure: Exposure, bgr: Picture) -> Exposure:
        exposed.append(exposure.count)
        return go_on(exposure, bgr)

    monkeypatch.setattr(Exposure, "with_picture", noted)
    arm, laid = FlatTable(noise=0.0, arm=(3.0, 1.0)), FlatTable(noise=0.0, painted=PAINTED)
    counts = []
    for more in (12, 30):
        read_in_dim_light([FlatTable(noise=0.0)] * 12 + [arm] * 2 + [laid] * more, 7.0)
        counts.append(len(exposed))
        exposed.clear()
    assert counts[0] == counts[1] > 5


def test_pictures_without_noise_are_read_as_they_are() -> None:
    arm, laid = FlatTable(noise=0.0, arm=(3.0, 1.0)), FlatTable(noise=0.0, painted=PAINTED)
    shown, read_in, look = read_in_dim_light([FlatTable(noise=0.0)] * 8 + [arm] + [laid] * 4, 0.0)
    assert look.sighting is not None
    assert all(any(bgr is one for one in shown) for bgr in read_in)


def test_the_pictures_of_a_camera_that_sways_are_read_as_they_are() -> None:
    tables = [FlatTable(noise=0.0)] * 12 + [
        FlatTable(noise=0.0, pose=knocked(POSE, 0.05 * n, 0.0, 0.0)) for n in range(1, 12)
    ]
    shown, read_in, look = read_in_dim_light(tables, 7.0)
    assert look.view is not View.NO_BOARD
    assert any(read_in[-1] is one for one in shown[12:])


@pytest.mark.parametrize(
    ("bgr", "word"),
    [
        (np.full((480, 640, 3), 8, np.uint8), "dark"),
        (np.full((480, 640, 3), 255, np.uint8), "burnt"),
        (np.full((480, 640, 3), 120, np.uint8), "nothing"),
        (cv2.GaussianBlur(FlatTable(noise=0.0).picture(1), (0, 0), 12), "blurred"),
    ],
)
def test_a_picture_that_shows_nothing_is_complained_of_and_the_game_waits(
    player: Player, bgr: Picture, word: str
) -> None:
    first = player.show(bgr)
    assert (first.view, word in first.reason) == (View.NO_BOARD, True)
    player.settled(FlatTable())
    player.parts.there = None
    player.asked()
    looks = [player.show(bgr) for _ in range(8)]
    assert View.SETTLED not in {look.view for look in looks}
    assert looks[-1].view is View.NO_BOARD
    assert word in looks[-1].reason
    assert "read" not in player.asked()
    player.see(FlatTable())
    again = player.see(FlatTable())
    assert (again.view, again.camera_moved) == (View.SETTLED, False)


def test_pictures_of_another_size_find_the_board_anew(player: Player) -> None:
    player.settled(FlatTable())
    half = pose_from_corners(POSE.corners_px / 2, GRID, (320, 240))
    player.parts.there = half
    bgr = cv2.resize(FlatTable(noise=0.0).picture(1), (320, 240), interpolation=cv2.INTER_AREA)
    found, settled = player.show(bgr), player.show(bgr)
    assert (found.board_found, found.camera_moved) == (True, True)
    assert settled.view is View.SETTLED


def test_a_board_found_behind_an_arm_is_placed_again_when_it_lies_free(player: Player) -> None:
    player.parts.there = knocked(POSE, 0.3, 0.3, 0.0)
    player.parts.near = POSE
    player.see(FlatTable(arm=(5.0, 5.0)))
    look = player.settled(FlatTable())
    assert (look.view, look.board_found) == (View.SETTLED, True)
    assert look.board is not None
    assert np.abs(np.array(look.board.corners_xy) - POSE.corners_px).max() < 1e-6


def test_a_profile_spares_the_search_and_keeps_the_labelling() -> None:
    turned = POSE.half_turned()
    player = Player(Parts(near=POSE), Profile("camera", (640, 480), turned.corners_xy))
    look = player.see(FlatTable())
    assert player.asked() == ["refind"]
    assert look.board is not None
    assert np.abs(np.array(look.board.corners_xy) - turned.corners_px).max() < 1


@pytest.mark.parametrize(
    "profile", [Profile("c", (640, 480), POSE.corners_xy), Profile("c", (64, 48), POSE.corners_xy)]
)
def test_a_profile_that_does_not_hold_gives_way_to_the_search(profile: Profile) -> None:
    player = Player(Parts(near=None), profile)
    assert player.see(FlatTable()).board_found
    assert player.asked()[-1] == "find"


def test_a_match_resumed_labels_the_board_as_its_pieces_lie() -> None:
    player = Player(Parts(there=POSE.half_turned()))
    look = player.see(FlatTable(painted=PAINTED), Known(lying=(FIRST,)))
    assert look.board is not None
    assert np.abs(np.array(look.board.corners_xy) - POSE.corners_px).max() < 1e-6


def test_a_recorded_film_is_judged_only_while_no_hand_is_over_the_board() -> None:
    film = list(_film())
    corners = np.array(film[0][1]["corners"])
    parts = Parts(there=pose_from_corners(corners, GRID, film[0][0].bgr.shape[1::-1]))
    watcher = parts.watcher()
    looks = [(watcher.look(frame, Known()), facts) for frame, facts in film]
    settled = [facts for look, facts in looks if look.view is View.SETTLED]
    assert not [facts["frame"] for facts in settled if facts["hand_covers_cells"]]
    assert {facts["move"] for facts in settled if not facts["hand"]} == {facts["move"] for _, facts in looks}
    assert not any(look.camera_moved for look, _ in looks)
    assert parts.calls.count("find") == 1
    assert parts.calls.count("read") == len({facts["move"] for _, facts in looks})


def _film() -> Iterator[tuple[Frame, dict[str, Any]]]:
    for line in (FILM / "truth.jsonl").read_text(encoding="utf-8").splitlines():
        facts = json.loads(line)
        bgr = cv2.imread(str(FILM / facts["file"]))
        assert bgr is not None
        yield Frame(np.asarray(bgr, np.uint8), facts["frame"], facts["t"]), facts
