"""Two quilts before one camera: found side by side, and told as one wide board on which every patch is there once."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from referee.grid import GridSize
from referee.piece import packaged_piece_set
from referee.polyomino import Cells
from tests.two_cameras import abreast, before_two_cameras
from vision.frame import Frame, Picture
from vision.live.bare import Bare
from vision.live.patches import named_apart, together
from vision.live.quilts import ONE_ONLY, QuiltsWatcher
from vision.look import Known, Look, View
from vision.names import seen_set
from vision.pieces.wide import on_quilt
from vision.pose import BoardPose, pose_from_corners
from vision.sighting import Alternative, SeenBoard, SeenPiece, Sighting
from vision.simulated import Carried, Film, Lamp, LyingPiece, render
from vision.simulated.quilts import side_by_side
from web.camera.simulated import table

PATCHES = packaged_piece_set("patchwork")
GRID = GridSize(9, 9)
CORNERS = ((0.0, 0.0), (270.0, 0.0), (270.0, 270.0), (0.0, 270.0))
BOARD = SeenBoard(True, CORNERS, GRID, 1.0)
CORNER: Cells = ((0, 0), (0, 1), (1, 0))
"""Of this shape there are two patches, p02 and p03."""
BAR: Cells = ((4, 0), (4, 1), (4, 2))


def quilt(*pieces: SeenPiece, uncertain: frozenset[tuple[int, int]] = frozenset()) -> Sighting:
    return Sighting(BOARD, pieces, uncertain=uncertain)


def names(sighting: Sighting) -> dict[Cells, str]:
    return {piece.cells: piece.piece for piece in sighting.pieces}


def test_the_same_shape_on_both_quilts_gets_both_names() -> None:
    seen = together((quilt(SeenPiece("p02", CORNER)), quilt(SeenPiece("p02", CORNER))), Known(), PATCHES)
    assert sorted(names(seen).values()) == ["p02", "p03"]
    assert not seen.uncertain


def test_what_the_match_knows_keeps_its_name() -> None:
    known = Known((SeenPiece("p02", on_quilt(CORNER, 1)),))
    seen = together((quilt(SeenPiece("p02", CORNER)), quilt(SeenPiece("p02", CORNER))), known, PATCHES)
    assert names(seen) == {CORNER: "p03", on_quilt(CORNER, 1): "p02"}


def test_a_patch_that_is_there_once_is_told_once() -> None:
    known = Known((SeenPiece("p04", on_quilt(BAR, 1)),))
    seen = together((quilt(SeenPiece("p04", BAR)), quilt(SeenPiece("p04", BAR))), known, PATCHES)
    assert names(seen) == {on_quilt(BAR, 1): "p04"}
    assert seen.uncertain == frozenset(BAR)


def test_shapes_that_no_patch_has_and_doubts_stay_doubts() -> None:
    doubt = Alternative((SeenPiece("p02", CORNER),), 0.6)
    right = replace(quilt(uncertain=frozenset(CORNER)), alternatives=(doubt,))
    seen = together((quilt(SeenPiece("unknown", BAR)), right), Known(), PATCHES)
    assert seen.pieces == ()
    assert seen.uncertain == frozenset(BAR) | frozenset(on_quilt(CORNER, 1))
    assert [piece.cells for one in seen.alternatives for piece in one.pieces] == [on_quilt(CORNER, 1)]


def test_pieces_that_may_lie_there_together_have_names_of_their_own() -> None:
    leather = tuple(SeenPiece("leather 1", ((4, col),)) for col in range(2))
    asked = replace(quilt(uncertain=frozenset({(4, 0), (4, 1)})), alternatives=(Alternative(leather, 0.9),))
    seen = together((asked, quilt(SeenPiece("leather 1", ((8, 8),)))), Known(), PATCHES)
    assert [piece.piece for one in seen.alternatives for piece in one.pieces] == ["leather 2", "leather 3"]


def test_what_lies_where_the_match_has_it_keeps_its_name_also_in_doubt() -> None:
    hole = ((4, 4),)
    doubt = Alternative((SeenPiece("leather 1", hole),), 0.9)
    asked = replace(quilt(uncertain=frozenset(hole)), alternatives=(doubt,))
    known = Known((SeenPiece("leather 1", hole),))
    seen = together((asked, quilt()), known, PATCHES)
    assert [piece.piece for one in seen.alternatives for piece in one.pieces] == ["leather 1"]


def look(*pieces: SeenPiece, found: bool = False, uncertain: frozenset[tuple[int, int]] = frozenset()) -> Look:
    return Look(1, 0.0, View.SETTLED, BOARD, quilt(*pieces, uncertain=uncertain), board_found=found)


def test_where_the_cloth_looks_as_before_nothing_has_come() -> None:
    empty = np.full((270, 270, 3), 120, np.uint8)
    sewn = np.array(empty * 0.9, np.uint8)  # a little darker all over, as when somebody comes nearer
    sewn[0:30, 0:60] = sewn[30:60, 0:30] = (40, 60, 200)
    bare = Bare(PATCHES)
    assert bare.heeded(look(), empty, Known()).sighting == quilt()
    both = look(SeenPiece("p02", CORNER), SeenPiece("p04", BAR), uncertain=frozenset({(8, 8)}))
    seen = bare.heeded(both, sewn, Known()).sighting
    assert seen == quilt(SeenPiece("p02", CORNER))
    lying = Known((SeenPiece("p04", BAR),))
    assert bare.heeded(both, sewn, lying).sighting == quilt(SeenPiece("p02", CORNER), SeenPiece("p04", BAR))


def test_where_something_must_have_come_it_is_not_asked_whether_nothing_has() -> None:
    cloth = np.full((270, 270, 3), 120, np.uint8)
    sewn = cloth.copy()
    sewn[240:270, 240:270] = (20, 30, 50)
    leather = SeenPiece("leather 1", ((8, 8),), 0.6)
    bare = Bare(PATCHES)
    bare.heeded(look(), cloth, Known())
    asked = replace(
        quilt(uncertain=frozenset({(8, 8)})), alternatives=(Alternative((leather,), 0.6), Alternative((), 0.4))
    )
    seen = bare.heeded(replace(look(), sighting=asked), sewn, Known()).sighting
    assert seen == quilt(leather)


def test_where_a_square_looks_wholly_otherwise_something_has_come_although_nothing_was_seen_there() -> None:
    cloth = np.full((270, 270, 3), 120, np.uint8)
    bare = Bare(PATCHES)
    bare.heeded(look(), cloth, Known())
    sewn = cloth.copy()
    sewn[240:270, 240:270] = (20, 30, 50)
    for _ in range(2):  # what is in doubt is not taken for empty cloth the next time
        seen = bare.heeded(look(), sewn, Known()).sighting
        assert seen is not None
        assert seen.uncertain == {(8, 8)}
        leather, nothing = (one.pieces for one in seen.alternatives)
        assert [(piece.piece, piece.cells) for piece in leather] == [("leather 1", ((8, 8),))]
        assert nothing == ()


def test_what_explains_a_part_of_what_has_come_only_is_no_answer() -> None:
    cloth = np.full((270, 270, 3), 120, np.uint8)
    bare = Bare(PATCHES)
    bare.heeded(look(), cloth, Known())
    sewn = cloth.copy()
    sewn[120:150, 0:90] = (20, 30, 90)
    part = Alternative((SeenPiece("leather 1", BAR[:1], 0.9),), 0.9)
    asked = replace(quilt(uncertain=frozenset(BAR)), alternatives=(part, Alternative((), 0.1)))
    seen = bare.heeded(replace(look(), sighting=asked), sewn, Known()).sighting
    assert seen is not None
    assert [[(piece.piece, piece.cells) for piece in one.pieces] for one in seen.alternatives] == [[("p04", BAR)], []]


def test_what_covers_most_of_the_cloth_that_was_left_is_no_change_of_the_light() -> None:
    cloth = np.full((270, 270, 3), 120, np.uint8)
    cloth[0:90] = (200, 60, 40)
    lower = SeenPiece("p05", tuple((row, col) for row in range(3) for col in range(9)))
    rest = tuple((row, col) for row in range(3, 9) for col in range(9) if (row, col) not in BAR)
    many = SeenPiece("p06", rest)
    bare = Bare(PATCHES)
    bare.heeded(look(lower, many), cloth, Known())
    sewn = cloth.copy()
    sewn[120:150, 0:90] = (40, 60, 200)
    bar = SeenPiece("p04", BAR)
    assert bare.heeded(look(lower, many, bar), sewn, Known()).sighting == quilt(lower, many, bar)


@pytest.mark.parametrize(("cells", "is_another"), [(0.1, False), (1.0, True)])
def test_of_a_board_found_elsewhere_nothing_is_remembered(cells: float, is_another: bool) -> None:
    cloth = np.full((270, 270, 3), 120, np.uint8)
    bare = Bare(PATCHES)
    bare.heeded(look(), cloth, Known())
    piece = SeenPiece("p04", BAR)
    there = replace(BOARD, corners_xy=tuple((x + 30 * cells, y) for x, y in BOARD.corners_xy))
    seen = bare.heeded(replace(look(piece, found=True), board=there), cloth, Known()).sighting
    assert seen is not None
    assert (seen.pieces == (piece,)) == is_another


def test_a_photo_of_both_quilts_calls_no_two_patches_alike() -> None:
    left, right = quilt(SeenPiece("p02", CORNER), SeenPiece("unknown", BAR)), quilt(SeenPiece("p02", CORNER))
    first, second = named_apart((left, right), PATCHES)
    assert names(first) == {CORNER: "p02", BAR: "unknown"}
    assert names(second) == {CORNER: "p03"}
    third = quilt(SeenPiece("p04", BAR))
    _, doubtful = named_apart((third, third), PATCHES)
    assert (doubtful.pieces, doubtful.uncertain) == ((), frozenset(BAR))


def test_nothing_hangs_over_an_edge_beyond_which_all_looks_as_before() -> None:
    table = np.full((340, 340, 3), 120, np.uint8)
    table[35:305, 35:305] = 150
    within: Cells = ((0, 0), (0, 1), (1, 0))
    over: Cells = ((-1, 0), *within)
    sewn = table.copy()
    sewn[35:65, 35:95] = sewn[65:95, 35:65] = (40, 60, 200)
    hanging = sewn.copy()
    hanging[5:35, 35:65] = (40, 60, 200)
    board = replace(BOARD, corners_xy=((35.0, 35.0), (305.0, 35.0), (305.0, 305.0), (35.0, 305.0)))
    asked = Alternative((SeenPiece("p05", over),), 0.6), Alternative((SeenPiece("p02", within),), 0.4)
    doubt = Sighting(board, alternatives=asked, uncertain=frozenset(within))

    def heeded(bgr: np.ndarray) -> Sighting | None:
        bare = Bare(PATCHES)
        bare.heeded(replace(look(), board=board, sighting=Sighting(board)), table, Known())
        return bare.heeded(replace(look(), board=board, sighting=doubt), np.asarray(bgr, np.uint8), Known()).sighting

    assert heeded(sewn) == Sighting(board, (SeenPiece("p02", within),))
    assert heeded(hanging) == doubt


@pytest.fixture(scope="module")
def pictures() -> tuple[Picture, Picture]:
    return before_two_cameras()


def test_each_quilt_is_found_by_its_camera_and_told_where_people_see_it(pictures: tuple[Picture, Picture]) -> None:
    eyes = QuiltsWatcher(PATCHES)
    looks = [eyes.look(abreast(*pictures, 0.3 * number), Known()) for number in range(4)]
    left, right = looks[-1].boards
    assert max(x for x, _ in left.corners_xy) < pictures[0].shape[1]
    assert min(x for x, _ in right.corners_xy) > pictures[0].shape[1]
    assert looks[-1].view is View.SETTLED
    seen = looks[-1].sighting
    assert seen is not None
    assert [part.board for part in seen.parts] == [left, right]
    assert not seen.pieces


def test_where_both_cameras_see_both_quilts_each_keeps_to_its_own() -> None:
    wide = side_by_side(seen_set(PATCHES))
    both = render(table(3, wide), wide, ())
    middle = both.shape[1] / 2
    left, right = QuiltsWatcher(PATCHES).look(abreast(both, both, 0.0), Known()).boards
    assert np.mean([x for x, _ in left.corners_xy]) < middle
    assert np.mean([x for x, _ in right.corners_xy]) > both.shape[1] + middle


def test_corners_shown_in_the_joined_picture_are_those_of_a_camera_s_own(
    pictures: tuple[Picture, Picture], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = QuiltsWatcher(PATCHES), QuiltsWatcher(PATCHES)
    right = first.look(abreast(*pictures, 0.0), Known()).boards[1]
    monkeypatch.setattr("vision.live.quilts.find_outermost", lambda *_: None)  # but who points at it does
    wide = pictures[0].shape[1] + pictures[1].shape[1]
    second.show_board(pose_from_corners(np.array(right.corners_xy), PATCHES.grid, (wide, pictures[0].shape[0])))
    [again] = second.look(abreast(*pictures, 0.0), Known()).boards
    assert np.abs(np.array(again.corners_xy) - np.array(right.corners_xy)).max() < 3


def test_before_one_camera_a_single_quilt_is_not_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    def one(bgr: Picture, *_: object, **__: object) -> list[BoardPose]:
        return [pose_from_corners(np.array([(9, 9), (99, 9), (99, 99), (9, 99)]), PATCHES.grid, bgr.shape[1::-1])]

    monkeypatch.setattr("vision.live.quilts.find_two", one)
    rng = np.random.default_rng(1)
    look = QuiltsWatcher(PATCHES).look(Frame(rng.integers(0, 255, (240, 320, 3), np.uint8), 1, 0.0), Known())
    assert (look.view, look.reason) == (View.NO_BOARD, ONE_ONLY)


def test_where_no_quilt_is_seen_at_a_glance_two_are_not_looked_for_again_and_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked_in, seen = list[Picture](), list[BoardPose]()

    def none(bgr: Picture, *_: object, **__: object) -> list[BoardPose]:
        looked_in.append(bgr)
        return []

    monkeypatch.setattr("vision.live.quilts.find_two", none)
    monkeypatch.setattr("vision.live.quilts.glimpse_board", lambda *_: seen[0] if seen else None)
    eyes, bgr = QuiltsWatcher(PATCHES), np.random.default_rng(1).integers(0, 255, (240, 320, 3), np.uint8)
    for tenths in range(30):
        eyes.look(Frame(bgr, 1 + tenths, tenths / 10), Known())
    assert len(looked_in) == 1
    seen.append(pose_from_corners(np.array([(9, 9), (99, 9), (99, 99), (9, 99)]), PATCHES.grid, (320, 240)))
    eyes.look(Frame(255 - bgr, 31, 3.0), Known())
    assert len(looked_in) == 2


def test_of_noisy_pictures_of_which_each_eye_makes_one_of_its_own_that_are_alike_one_is_looked_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked_at = list[float]()

    def none(*_: object, **__: object) -> list[BoardPose]:
        looked_at.append(now_s)
        return []

    monkeypatch.setattr("vision.live.quilts.find_two", none)
    monkeypatch.setattr("vision.live.quilts.glimpse_board", lambda *_: None)
    eyes, rng = QuiltsWatcher(PATCHES), np.random.default_rng(1)
    table = rng.integers(60, 200, (240, 320, 3))
    for index in range(60):
        now_s = 0.75 * index
        noisy = np.clip(table + rng.normal(0, 3, table.shape), 0, 255).astype(np.uint8)
        eyes.look(Frame(noisy, 1 + index, now_s), Known())
    assert len(looked_at) > 1
    assert len(looked_at) == len(set(looked_at))


def test_one_quilt_in_the_dark_is_told_to_be_in_the_dark(monkeypatch: pytest.MonkeyPatch) -> None:
    pose = pose_from_corners(np.array([(9, 9), (99, 9), (99, 99), (9, 99)]), PATCHES.grid, (320, 240))
    monkeypatch.setattr("vision.live.quilts.find_two", lambda *_, **__: [pose])
    rng = np.random.default_rng(1)
    eyes = QuiltsWatcher(PATCHES)
    assert eyes.look(Frame(rng.integers(0, 255, (240, 320, 3), np.uint8), 1, 0.0), Known()).reason == ONE_ONLY
    dark = eyes.look(Frame(np.full((240, 320, 3), 3, np.uint8), 2, 2.0), Known())
    assert "too dark" in dark.reason


def test_quilts_seen_from_the_other_side_of_the_table_are_told_apart_by_what_lies_on_them() -> None:
    """From there the left one is the right one."""
    wide = side_by_side(seen_set(PATCHES))
    lying = [("p07", ((2, 6), (3, 4), (3, 5), (3, 6), (3, 7), (3, 8), (4, 6))), ("p04", ((6, 8), (7, 8), (8, 8)))]
    lying += [("p15", ((0, 16), (0, 17), (0, 18), (0, 19), (1, 17)))]
    scene = table(3, wide)
    small = replace(scene, view=replace(scene.view, width=800, height=450))
    film = Film(small, wide, [Carried(180.0), Lamp(1.0)], 3.0, [LyingPiece(*one) for one in lying])
    known, watcher = Known(tuple(SeenPiece(*one) for one in lying)), QuiltsWatcher(PATCHES)
    looks = [watcher.look(frame, known) for frame in film.frames()]
    before, after = looks[2], looks[-1]
    for one, is_straight in ((before, True), (after, False)):
        assert one.sighting is not None
        assert names(one.sighting) == {tuple(cells): name for name, cells in lying}
        first, second = (np.mean(board.corners_xy, axis=0)[0] for board in one.boards)
        assert (first < second) == is_straight


LEFT_POSE, RIGHT_POSE = (
    pose_from_corners(np.array([(x, 60), (x + 200, 60), (x + 200, 260), (x, 260)], float), GRID, (640, 360))
    for x in (60, 360)
)
BLANK = np.zeros((360, 640, 3), np.uint8)


@dataclass
class Eye:
    """Stands in for the eyes of one quilt: what is seen at each place, and how much that looks as its quilt did."""

    pose: BoardPose | None
    seen: Mapping[float, tuple[SeenPiece, ...]]
    alike: Mapping[float, float]
    view: View = View.SETTLED
    found: bool = True
    shown: list[BoardPose] = field(default_factory=list)

    def look(self, frame: Frame, known: Known) -> Look:
        assert self.pose is not None
        sighting = quilt(*self.seen.get(_x(self.pose), ())) if self.view is View.SETTLED else None
        found, self.found = self.found, False
        board = None if self.view is View.NO_BOARD else BOARD
        return Look(frame.index, frame.t_s, self.view, board, sighting, board_found=found)

    def likeness(self, bgr: Picture, pose: BoardPose) -> float:
        return self.alike.get(_x(pose), 0.0)

    def show_board(self, pose: BoardPose) -> None:
        self.shown.append(pose)
        self.pose = pose


def _x(pose: BoardPose) -> float:
    return round(float(pose.corners_px[:, 0].mean()))


ANN, BOB = SeenPiece("p04", BAR), SeenPiece("p02", CORNER)
KNOWN = Known((ANN, replace(BOB, cells=on_quilt(CORNER, 1))))
STRAIGHT = {_x(LEFT_POSE): (ANN,), _x(RIGHT_POSE): (BOB,)}
CROSSED = {_x(LEFT_POSE): (BOB,), _x(RIGHT_POSE): (ANN,)}


def watched(*eyes: Eye, frames: int = 1, known: Known = KNOWN) -> list[Look]:
    """What eyes that stand in see in so many frames, a second apart."""
    watcher = QuiltsWatcher(PATCHES)
    watcher._eyes = eyes  # type: ignore[assignment]
    return [watcher.look(Frame(BLANK, index, float(index)), known) for index in range(1, frames + 1)]


@pytest.mark.parametrize("seen", [STRAIGHT, CROSSED])
def test_eyes_that_look_at_each_other_s_quilt_are_shown_their_own(
    seen: Mapping[float, tuple[SeenPiece, ...]],
) -> None:
    eyes = Eye(LEFT_POSE, seen, {}), Eye(RIGHT_POSE, seen, {})
    first, second = watched(*eyes, frames=2)
    assert (first.sighting is None) == (seen is CROSSED)
    assert [_x(eye.pose) for eye in eyes if eye.pose] == [_x(LEFT_POSE), _x(RIGHT_POSE)][
        :: -1 if seen is CROSSED else 1
    ]
    assert second.sighting is not None
    assert names(second.sighting) == {piece.cells: piece.piece for piece in KNOWN.lying}


@pytest.mark.parametrize("busy", [0, 1])
def test_so_they_are_though_only_one_of_them_sees_its_quilt(busy: int) -> None:
    views = [View.OCCLUDED if quilt == busy else View.SETTLED for quilt in range(2)]
    eyes = [Eye(pose, CROSSED, {}, view) for pose, view in zip((LEFT_POSE, RIGHT_POSE), views, strict=True)]
    [look] = watched(*eyes)
    assert look.sighting is None
    assert [_x(eye.pose) for eye in eyes if eye.pose] == [_x(RIGHT_POSE), _x(LEFT_POSE)]


def test_so_they_are_where_the_match_has_nothing_on_the_quilt_that_is_seen() -> None:
    only_bob = Known((replace(BOB, cells=on_quilt(CORNER, 1)),))
    seen = {_x(LEFT_POSE): (BOB,)}
    eyes = Eye(LEFT_POSE, seen, {}), Eye(RIGHT_POSE, seen, {}, View.OCCLUDED)
    watched(*eyes, known=only_bob)
    assert [_x(eye.pose) for eye in eyes if eye.pose] == [_x(RIGHT_POSE), _x(LEFT_POSE)]


@pytest.mark.parametrize("busy", [0, 1])
def test_where_the_one_that_is_seen_lies_as_the_match_has_it_none_is_shown_another(busy: int) -> None:
    views = [View.OCCLUDED if quilt == busy else View.SETTLED for quilt in range(2)]
    eyes = [Eye(pose, STRAIGHT, {}, view) for pose, view in zip((LEFT_POSE, RIGHT_POSE), views, strict=True)]
    watched(*eyes)
    assert eyes[0].shown == eyes[1].shown == []


def test_once_they_were_seen_to_be_their_own_a_patch_that_is_moved_to_the_other_quilt_changes_nothing() -> None:
    seen: dict[float, tuple[SeenPiece, ...]] = {_x(LEFT_POSE): (ANN,)}
    eyes, known = (Eye(LEFT_POSE, seen, {}), Eye(RIGHT_POSE, seen, {})), Known((ANN,))
    watcher = QuiltsWatcher(PATCHES)
    watcher._eyes = eyes  # type: ignore[assignment]
    watcher.look(Frame(BLANK, 1, 0.0), known)
    seen.update({_x(LEFT_POSE): (), _x(RIGHT_POSE): (ANN,)})
    watcher.look(Frame(BLANK, 2, 1.0), known)
    assert eyes[0].shown == eyes[1].shown == []


@pytest.mark.parametrize("liker", [0, 1])
def test_where_both_look_at_one_quilt_the_one_that_it_looks_less_like_is_shown_the_other(
    liker: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.live.quilts.find_two", lambda *_, **__: [LEFT_POSE, RIGHT_POSE])
    eyes = [Eye(LEFT_POSE, {}, {_x(LEFT_POSE): 0.9 if quilt == liker else 0.5}) for quilt in range(2)]
    [look] = watched(*eyes, known=Known())
    assert look.sighting is None
    assert [_x(eye.pose) for eye in eyes if eye.pose] == [_x(LEFT_POSE if n == liker else RIGHT_POSE) for n in range(2)]


@pytest.mark.parametrize(("view", "asked"), [(View.SETTLED, 4), (View.NO_BOARD, 0)])
def test_if_there_is_no_other_that_is_said_and_it_is_looked_for_calmly_unless_it_is_known_to_be_lost(
    view: View, asked: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = list[Picture]()
    monkeypatch.setattr("vision.live.quilts.find_two", lambda bgr, *_, **__: calls.append(bgr) or [LEFT_POSE])
    looks = watched(Eye(LEFT_POSE, {}, {}), Eye(LEFT_POSE, {}, {}, view), frames=10, known=Known())
    assert {look.view for look in looks} == {View.NO_BOARD}
    assert {look.reason for look in looks} == ({ONE_ONLY} if view is View.SETTLED else {""})
    assert len(calls) == asked


@pytest.mark.parametrize("view", [View.MOVING, View.OCCLUDED])
def test_while_somebody_is_busy_at_one_quilt_the_other_is_seen_all_the_same(view: View) -> None:
    [look] = watched(Eye(LEFT_POSE, STRAIGHT, {}), Eye(RIGHT_POSE, STRAIGHT, {}, view))
    assert look.view is view
    assert look.sighting is not None
    assert look.sighting.hidden == set(on_quilt(tuple(GRID), 1))
    assert names(look.sighting) == {ANN.cells: ANN.piece}


@pytest.mark.parametrize(("first", "second"), [(View.NO_BOARD, View.SETTLED), (View.MOVING, View.OCCLUDED)])
def test_but_not_where_it_is_not_known_to_be_there_nor_where_neither_is_settled(first: View, second: View) -> None:
    [look] = watched(Eye(LEFT_POSE, STRAIGHT, {}, first), Eye(RIGHT_POSE, STRAIGHT, {}, second))
    assert look.sighting is None


def test_what_is_not_seen_makes_a_careful_look_no_less_careful() -> None:
    careful, hidden = replace(quilt(ANN), careful=True), Sighting(BOARD, hidden=frozenset(GRID))
    assert together([careful, hidden], KNOWN, PATCHES).careful
    assert not together([quilt(ANN), hidden], KNOWN, PATCHES).careful


def test_where_one_is_found_anew_the_other_that_seems_hidden_is_shown_where_both_were_found() -> None:
    eyes = Eye(RIGHT_POSE, {}, {}), Eye(RIGHT_POSE.half_turned(), {}, {}, View.OCCLUDED, found=False)
    watcher = QuiltsWatcher(PATCHES)
    watcher._eyes = eyes  # type: ignore[assignment]
    watcher._looked_for = BLANK, [LEFT_POSE, RIGHT_POSE]
    watcher.look(Frame(BLANK, 1, 0.0), Known())
    assert [_x(pose) for pose in eyes[1].shown[:1]] == [_x(LEFT_POSE)]
    assert eyes[0].shown == []
