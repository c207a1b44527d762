"""What comes to lie on a quilt that looks much like it is told by what has changed, and stays until that is undone."""

from collections.abc import Mapping
from dataclasses import replace

import cv2
import numpy as np
import pytest

from referee.grid import Cell, GridSize
from referee.piece import packaged_piece_set
from referee.polyomino import Cells
from vision.frame import Picture
from vision.live import bare as module
from vision.live.bare import Bare
from vision.look import Known, Look, View
from vision.sighting import Alternative, Problem, SeenBoard, SeenPiece, Sighting

PATCHES = packaged_piece_set("patchwork")
CORNERS = ((5.0, 5.0), (275.0, 5.0), (275.0, 275.0), (5.0, 275.0))
QUILT = SeenBoard(True, CORNERS, GridSize(9, 9), 1.0)
NOTHING = Sighting(QUILT)
CAREFUL = Sighting(QUILT, careful=True)
BAR = SeenPiece("p04", ((4, 0), (4, 1), (4, 2)))
LEATHER = SeenPiece("leather 1", ((7, 7),))
CLOTH, SEAM, FAINT, DARK, BRIGHT = (60, 70, 80), (45, 50, 60), (64, 76, 90), (20, 20, 24), (200, 200, 210)
"""BGR of the squares in a dim light, of the seams between them, of what is hardly seen there, of a button, and of
something plain."""
STRANGE = (Problem("unknown", None, LEATHER.cells),)


def cloth(painted: Mapping[Cells, tuple[int, int, int]], number: int = 0) -> Picture:
    """A dim picture of the quilt, with seams, and with patches on it; another number, other noise."""
    bgr = np.full((280, 280, 3), CLOTH, float)
    for seam in range(35, 275, 30):
        bgr[seam - 1 : seam + 1, 5:275] = bgr[5:275, seam - 1 : seam + 1] = SEAM
    for cells, paint in painted.items():
        for row, col in cells:
            bgr[5 + 30 * row : 35 + 30 * row, 5 + 30 * col : 35 + 30 * col] = paint
    return np.clip(bgr + np.random.default_rng(number).normal(0, 2, bgr.shape), 0, 255).astype(np.uint8)


def under_a_lamp(bgr: Picture) -> Picture:
    """The same where a lamp is mirrored in the last rows, and more so in one half of the last one."""
    down = np.linspace(0, 1, 280)[:, None, None] ** 3 * 60
    spot = np.zeros((280, 280, 1))
    spot[245:275, 5:155] = 60
    return np.clip(bgr + down + spot, 0, 255).astype(np.uint8)


def under_the_sun(bgr: Picture, at: float) -> Picture:
    """The same where the sun falls aslant through two slats, on a stripe of about a cell that begins at a diagonal."""
    down, right = np.mgrid[:280, :280]
    across = (right + down - at) / np.sqrt(2)
    lit = 1 / (1 + np.exp(-across / 3)) - 1 / (1 + np.exp(-(across - 45) / 3))
    return np.clip(bgr * (1 + 1.2 * lit[..., None]), 0, 255).astype(np.uint8)


class Eyes:
    """Remembers a quilt that was bare ``at_first``; what is seen of it is given."""

    def __init__(self, at_first: Sighting = NOTHING) -> None:
        self._bare, self._number = Bare(PATCHES), 0
        self.first = self.heed({}, at_first)

    def heed(
        self,
        painted: Mapping[Cells, tuple[int, int, int]],
        seen: Sighting,
        known: Known | None = None,
        button_at: tuple[float, float] | None = None,
        *,
        is_lit: bool = False,
        sun_at: float | None = None,
    ) -> Sighting:
        """``button_at`` (row, column, in cells): where a dark disc lies, nearly as wide as a cell. ``is_lit``: a lamp
        is mirrored in the quilt. ``sun_at``: on which diagonal (in pixels) the sun begins to fall on it."""
        self._number += 1
        bgr, look = cloth(painted, self._number), Look(self._number, 0.0, View.SETTLED, QUILT, seen)
        if button_at is not None:
            middle = (5 + round(30 * button_at[1]), 5 + round(30 * button_at[0]))
            cv2.circle(bgr, middle, 12, DARK, cv2.FILLED, cv2.LINE_AA)
        bgr = under_a_lamp(bgr) if is_lit else bgr
        bgr = bgr if sun_at is None else under_the_sun(bgr, sun_at)
        sighting = self._bare.heeded(look, bgr, known or Known()).sighting
        assert sighting is not None
        return sighting


def test_a_patch_that_is_hardly_seen_is_told_by_its_shape() -> None:
    seen = Eyes().heed({BAR.cells: FAINT}, Sighting(QUILT))
    assert [one.pieces for one in seen.alternatives] == [(SeenPiece("p04", BAR.cells, 0.9),), ()]
    assert seen.uncertain == set(BAR.cells)


@pytest.mark.parametrize(
    ("overlooked", "now", "is_seen"),
    [
        pytest.param(NOTHING, CAREFUL, True, id="a careful look sees it after a quick one has not"),
        pytest.param(CAREFUL, CAREFUL, False, id="a careful look has seen bare cloth"),
        pytest.param(NOTHING, NOTHING, False, id="a quick look sees it where another one has not"),
    ],
)
def test_what_a_quick_look_overlooks_is_not_bare_to_a_careful_one(
    overlooked: Sighting, now: Sighting, is_seen: bool
) -> None:
    """Something casts its shadow on other squares besides, so that the shape of what has come tells nothing."""
    painted = dict.fromkeys((BAR.cells, ((0, 0),), ((0, 4),), ((8, 2),)), FAINT)
    eyes = Eyes(CAREFUL)
    assert not eyes.heed(painted, overlooked).pieces
    assert (BAR in eyes.heed(painted, replace(now, pieces=(BAR,))).pieces) == is_seen


def test_what_lies_there_at_the_first_quick_look_is_seen_by_a_careful_one() -> None:
    eyes = Eyes()
    assert eyes.heed({}, replace(CAREFUL, pieces=(BAR,))).pieces == (BAR,)
    assert not Eyes(CAREFUL).heed({}, replace(CAREFUL, pieces=(BAR,))).pieces


def test_a_quick_look_at_what_has_not_changed_leaves_it_proved_bare() -> None:
    eyes = Eyes(CAREFUL)
    eyes.heed({}, NOTHING)
    assert not eyes.heed({}, replace(CAREFUL, pieces=(BAR,))).pieces


@pytest.mark.parametrize(
    "painted",
    [
        pytest.param({BAR.cells: FAINT, ((8, 8),): FAINT}, id="something else has changed too"),
        pytest.param({((0, 0), (2, 2), (4, 4)): FAINT}, id="no piece has that shape"),
        pytest.param({LEATHER.cells: FAINT}, id="a single square that is not due"),
    ],
)
def test_else_nothing_is_made_of_it(painted: Mapping[Cells, tuple[int, int, int]]) -> None:
    assert Eyes().heed(painted, Sighting(QUILT)) == Sighting(QUILT)


def test_a_single_square_that_is_due_is_told() -> None:
    due = Known(due=frozenset(QUILT.grid))
    seen = Eyes().heed({LEATHER.cells: FAINT}, Sighting(QUILT), due)
    assert [one.pieces for one in seen.alternatives] == [(SeenPiece("leather 1", LEATHER.cells, 0.9),), ()]


def test_a_square_that_is_due_is_not_told_where_something_has_come_to_stand_before_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its shadow, and its side, are what has changed."""
    eyes, due = Eyes(), Known(due=frozenset(QUILT.grid))
    monkeypatch.setattr(module, "_before", lambda *_: frozenset(LEATHER.cells))
    assert eyes.heed({LEATHER.cells: FAINT}, Sighting(QUILT), due) == Sighting(QUILT)


@pytest.mark.parametrize(("beside", "told"), [((4, 3), False), ((7, 7), True)])
def test_what_lies_askew_reaches_farther_than_it_is_told_to(beside: Cell, told: bool) -> None:
    """A square beside it that has changed as well is no leather patch."""
    askew = Sighting(QUILT, problems=(Problem("misaligned", "p04", BAR.cells, ()),))
    seen = Eyes().heed({BAR.cells: (40, 60, 200), (beside,): (20, 30, 120)}, askew)
    assert seen.problems == askew.problems
    assert bool(seen.alternatives) == (beside in seen.uncertain) == told


def test_what_was_in_doubt_and_is_known_by_now_does_not_lie_on_itself() -> None:
    """What tells it from a longer one the rules say; and one of its squares looks like bare cloth."""
    cells = ((4, 3), (4, 4), (4, 5), (5, 4))
    patch, longer, eyes = SeenPiece("p11", cells), SeenPiece("p15", (*cells, (4, 6))), Eyes()
    doubt = (Alternative((patch,), 0.6), Alternative((longer,), 0.4))
    seen = eyes.heed({cells: DARK}, Sighting(QUILT, alternatives=doubt, uncertain=frozenset(longer.cells)))
    assert seen.uncertain >= set(cells)
    seen = eyes.heed({cells[:3]: DARK}, Sighting(QUILT, (patch,)), Known((patch,)))
    assert (seen.pieces, seen.problems) == ((patch,), ())


def test_but_what_has_been_laid_on_it_meanwhile_does() -> None:
    patch, upper, eyes = (
        SeenPiece("p11", ((4, 3), (4, 4), (4, 5), (5, 4))),
        SeenPiece("p04", ((4, 3), (4, 4), (4, 5))),
        Eyes(),
    )
    doubt = (Alternative((patch,), 0.6), Alternative((), 0.4))
    eyes.heed({patch.cells: DARK}, Sighting(QUILT, alternatives=doubt, uncertain=frozenset(patch.cells)))
    for _ in range(2):
        seen = eyes.heed({patch.cells: DARK, upper.cells: BRIGHT}, Sighting(QUILT, (upper,)), Known((patch,)))
        assert seen.problems == (Problem("overlap", upper.piece, upper.cells, (patch.piece,)),)


def test_a_patch_that_is_moved_along_itself_lies_on_nothing_and_nothing_on_it() -> None:
    """On squares that it covers before and after another part of its print is seen."""
    first, second, third = (40, 60, 200), (40, 160, 40), (180, 70, 30)
    moved = SeenPiece(BAR.piece, ((4, 1), (4, 2), (4, 3)))
    eyes, lying = Eyes(), Sighting(QUILT, (BAR,))
    before = {(BAR.cells[0],): first, (BAR.cells[1],): second, (BAR.cells[2],): third}
    after = {(moved.cells[0],): first, (moved.cells[1],): second, (moved.cells[2],): third}
    for known in (Known(), Known((BAR,))):
        eyes.heed(before, lying, known)
    for known in (Known((BAR,)), Known((moved,)), Known((moved,))):
        seen = eyes.heed(after, Sighting(QUILT, (moved,)), known)
        assert seen.problems == ()
        assert seen.pieces == (moved,)


def test_a_patch_that_lies_beside_what_lies_askew_is_asked_about_as_a_whole() -> None:
    """Though one of its squares may be part of that."""
    askew = Sighting(QUILT, problems=(Problem("misaligned", "p04", BAR.cells, ()),))
    cells = ((5, 3), (6, 3), (7, 3), (8, 3))
    seen = Eyes().heed({BAR.cells: (40, 60, 200), cells: (20, 30, 120)}, askew)
    assert seen.uncertain == set(cells)


def test_a_patch_that_comes_back_to_where_another_lay_since_is_seen() -> None:
    """How its squares looked when it lay there before is nothing that has not changed."""
    other, eyes = SeenPiece("p11", (*BAR.cells, (5, 1))), Eyes(CAREFUL)

    def heed(piece: SeenPiece, *known: SeenPiece) -> Sighting:
        paint = (40, 60, 200) if piece is BAR else (160, 60, 30)
        return eyes.heed({piece.cells: paint}, replace(CAREFUL, pieces=(piece,)), Known(known))

    for piece, known in ((BAR, ()), (BAR, (BAR,)), (other, (BAR,)), (other, (other,))):
        heed(piece, *known)
    for known in ((other,), (), ()):
        assert heed(BAR, *known).pieces == (BAR,)


def test_it_lies_there_though_it_is_not_seen_until_it_is_taken_away() -> None:
    eyes, known, there = Eyes(), Known((BAR,)), {BAR.cells: FAINT}
    eyes.heed(there, Sighting(QUILT))
    doubt = Sighting(
        QUILT, alternatives=(Alternative((BAR,), 0.9), Alternative((), 0.1)), uncertain=frozenset(BAR.cells)
    )
    for seen in (Sighting(QUILT), doubt, Sighting(QUILT, (BAR,)), Sighting(QUILT)):
        assert eyes.heed(there, seen, known) == Sighting(QUILT, (BAR,))
    assert eyes.heed({}, Sighting(QUILT), known) == Sighting(QUILT)


def doubtful(likely: float) -> Sighting:
    """A bar that lies there as likely as that, with another patch in doubt besides."""
    others = (SeenPiece("p06", ((8, 0), (8, 1))),), ()
    asked = [Alternative((BAR, *other), likely / 2) for other in others]
    asked.append(Alternative((), 1 - likely))
    return Sighting(QUILT, alternatives=tuple(asked), uncertain=frozenset({*BAR.cells, (8, 0), (8, 1)}))


FAINTLY = {BAR.cells: FAINT, ((0, 8),): FAINT}
"""A bar comes that looks much like the board, and a square changes elsewhere, so that its shape tells nothing."""


def test_a_doubt_about_what_is_likelier_there_than_not_stays_if_its_squares_have_surely_changed() -> None:
    eyes = Eyes()
    seen = eyes.heed(FAINTLY, doubtful(0.6))
    assert seen.uncertain == set(BAR.cells)
    assert not seen.pieces
    assert eyes.heed(FAINTLY, doubtful(0.6)).pieces == (BAR,)  # the only ones now that are not as they were when bare
    assert not set(BAR.cells) & Eyes().heed(FAINTLY, doubtful(0.4)).uncertain
    assert not set(BAR.cells) & Eyes().heed({}, doubtful(0.6)).uncertain
    mostly_bare = {BAR.cells[:1]: FAINT, ((0, 8),): FAINT}
    assert not set(BAR.cells) & Eyes().heed(mostly_bare, doubtful(0.6)).uncertain


def test_on_a_bare_board_nothing_is_asked_at_first_but_what_is_seen_for_sure_is_believed() -> None:
    asked = Alternative((BAR,), 0.7), Alternative((), 0.3)
    doubt = Sighting(QUILT, alternatives=asked, uncertain=frozenset(BAR.cells))
    eyes = Eyes(doubt)
    assert eyes.first == eyes.heed({}, doubt) == Sighting(QUILT)
    begun = replace(doubt, pieces=(LEATHER,))
    assert Eyes(begun).first == begun


def test_nor_is_a_board_bare_on_which_something_lies_however_it_is_read() -> None:
    """The first piece of Blokus was laid while the picture was blurred, and its colour is like two."""
    ways = tuple(Alternative((replace(BAR, piece=piece),), 0.5) for piece in ("p04", "p05"))
    doubt = Sighting(QUILT, alternatives=ways, uncertain=frozenset(BAR.cells))
    assert Eyes(doubt).first == doubt
    apart = SeenPiece("p04", ((6, 0), (6, 1), (6, 2)))
    for other in (Alternative((), 0.1), Alternative((apart,), 0.1)):
        assert Eyes(replace(doubt, alternatives=(*ways, other))).first == Sighting(QUILT)


def test_where_all_looks_as_before_nothing_has_come() -> None:
    eyes, known, there = Eyes(), Known((BAR,)), {BAR.cells: (40, 60, 200)}
    eyes.heed(there, Sighting(QUILT, (BAR,)))
    eyes.heed(there, Sighting(QUILT, (BAR,)), known)
    upon = Problem("overlap", "p01", BAR.cells[:2], (BAR.piece,))
    instead = SeenPiece("p01", BAR.cells[:2])
    for wrong in (Sighting(QUILT, (BAR,), (upon,)), Sighting(QUILT, (), (upon,)), Sighting(QUILT, (instead,))):
        assert eyes.heed(there, wrong, known) == Sighting(QUILT, (BAR,))


def test_leather_fills_its_square_and_a_button_does_not() -> None:
    seen = replace(NOTHING, pieces=(LEATHER,))
    leather = Eyes().heed({LEATHER.cells: DARK}, seen)
    assert (leather.pieces, leather.problems) == ((LEATHER,), ())
    button = Eyes().heed({}, seen, button_at=(7.3, 7.7))
    assert (button.pieces, button.problems) == ((), STRANGE)


def test_nor_is_it_asked_whether_a_button_is_leather() -> None:
    asked = (Alternative((LEATHER,), 0.6), Alternative((), 0.4))
    seen = replace(NOTHING, uncertain=frozenset(LEATHER.cells), alternatives=asked)
    leather = Eyes().heed({LEATHER.cells: DARK}, seen)
    assert (leather.pieces, leather.problems) == ((LEATHER,), ())
    button = Eyes().heed({}, seen, button_at=(7.3, 7.7))
    assert (button.alternatives, button.uncertain, button.problems) == ((), frozenset(), STRANGE)


def test_a_button_stays_one_until_it_is_taken_away_whatever_a_look_overlooks() -> None:
    eyes, seen = Eyes(), replace(NOTHING, pieces=(LEATHER,))
    looks = [(seen, True), (NOTHING, True), (CAREFUL, True), (NOTHING, False)]
    told = [eyes.heed({}, sighting, button_at=(7.3, 7.7) if lies else None).problems for sighting, lies in looks]
    assert told == [STRANGE, STRANGE, STRANGE, ()]
    assert eyes.heed({LEATHER.cells: DARK}, seen).pieces == (LEATHER,)


def test_where_leather_is_laid_on_the_square_of_a_button_that_is_gone_it_is_leather() -> None:
    eyes, seen = Eyes(), replace(NOTHING, pieces=(LEATHER,))
    assert eyes.heed({}, seen, button_at=(7.3, 7.7)).problems == STRANGE
    leather = eyes.heed({LEATHER.cells: DARK}, seen)
    assert (leather.pieces, leather.problems) == ((LEATHER,), ())


def test_a_patch_does_not_grow_by_what_is_laid_beside_it() -> None:
    eyes, known = Eyes(), Known((BAR,))
    lying, longer = {BAR.cells: FAINT}, SeenPiece("p15", (*BAR.cells, (4, 3)))
    eyes.heed(lying, replace(CAREFUL, pieces=(BAR,)), known)
    seen = replace(CAREFUL, pieces=(longer,))
    assert BAR in eyes.heed(lying, seen, known, button_at=(4.2, 3.8)).pieces
    asked = (Alternative((longer,), 0.6), Alternative((BAR,), 0.4))
    doubtful = replace(CAREFUL, uncertain=frozenset(longer.cells), alternatives=asked)
    assert longer not in eyes.heed(lying, doubtful, known, button_at=(4.2, 3.8)).pieces


def test_but_a_longer_one_may_be_laid_in_its_place() -> None:
    eyes, longer = Eyes(), SeenPiece("p15", (*BAR.cells, (4, 3)))
    eyes.heed({BAR.cells: DARK}, replace(CAREFUL, pieces=(BAR,)), Known((BAR,)))
    assert eyes.heed({longer.cells: DARK}, replace(CAREFUL, pieces=(longer,)), Known((BAR,))).pieces == (longer,)


def test_what_a_button_hides_of_other_doubts_is_asked_without_it() -> None:
    first, second = (SeenPiece(name, ((0, 0), (0, 1), (0, 2))) for name in ("p04", "p33"))
    asked = (Alternative((LEATHER, first), 0.5), Alternative((LEATHER, second), 0.3), Alternative((first,), 0.2))
    doubtful = replace(NOTHING, uncertain=frozenset({*LEATHER.cells, *second.cells}), alternatives=asked)
    told = Eyes().heed({second.cells: DARK}, doubtful, button_at=(7.3, 7.7))
    assert told.problems == STRANGE
    assert told.uncertain == set(second.cells)
    assert told.alternatives == (Alternative((first,), 0.7), Alternative((second,), 0.3))


@pytest.mark.parametrize("known", [Known((LEATHER,)), Known()])
def test_what_the_match_has_there_is_no_button(known: Known) -> None:
    told = Eyes().heed({}, replace(NOTHING, pieces=(LEATHER,)), known, button_at=(7.3, 7.7))
    assert (told.problems == STRANGE) == (not known.lying)


def test_where_a_patch_may_lie_on_the_square_of_a_button_it_is_asked() -> None:
    eyes, corner = Eyes(), SeenPiece("p01", ((7, 6), (7, 7)))
    assert eyes.heed({}, replace(NOTHING, pieces=(LEATHER,)), button_at=(7.3, 7.7)).problems == STRANGE
    asked = (Alternative((corner,), 0.6), Alternative((), 0.4))
    doubtful = replace(NOTHING, uncertain=frozenset(corner.cells), alternatives=asked)
    told = eyes.heed({}, doubtful, button_at=(7.3, 7.7))
    assert (told.problems, told.alternatives) == ((), asked)


def test_a_shadow_where_a_button_lay_is_none() -> None:
    eyes = Eyes()
    assert eyes.heed({}, replace(NOTHING, pieces=(LEATHER,)), button_at=(7.3, 7.7)).problems == STRANGE
    assert eyes.heed({LEATHER.cells: (44, 52, 60)}, NOTHING).problems == ()


def test_a_lamp_that_is_switched_on_is_no_patch_that_came_unseen() -> None:
    eyes, corner = Eyes(CAREFUL), SeenPiece("p04", ((8, 0), (8, 1), (8, 2)))
    for sighting in (NOTHING, NOTHING, CAREFUL, NOTHING):
        told = eyes.heed({}, sighting, is_lit=True)
        assert (told.uncertain, told.alternatives, told.problems) == (frozenset(), (), ())
    assert eyes.heed({corner.cells: DARK}, replace(NOTHING, pieces=(corner,)), is_lit=True).pieces == (corner,)


@pytest.mark.parametrize("is_lit", [False, True])
def test_where_the_light_has_changed_a_single_square_tells_nothing(is_lit: bool) -> None:
    eyes, alone = Eyes(CAREFUL), ((2, 4),)
    for sighting in (NOTHING, NOTHING, CAREFUL):
        told = eyes.heed({alone: DARK}, sighting, is_lit=is_lit)
        assert (told.uncertain == set(alone)) != is_lit


def test_but_where_the_light_is_as_it_was_it_may_be_one() -> None:
    eyes = Eyes(CAREFUL)
    assert eyes.heed({}, NOTHING, is_lit=True).uncertain == frozenset()
    assert eyes.heed({BAR.cells: DARK}, NOTHING, is_lit=True).uncertain == set(BAR.cells)


SUNNY = 5 + 5 + 30 * 14.0
"""Where the sun begins to fall on the square (7, 7), and goes on over others."""
UNSURE = Sighting(QUILT, uncertain=frozenset({*LEATHER.cells, *BAR.cells}))


def test_the_sun_on_a_square_is_no_leather_and_hides_none() -> None:
    seen = replace(NOTHING, pieces=(LEATHER,))
    assert not Eyes().heed({}, seen, sun_at=SUNNY).pieces
    assert Eyes().heed({LEATHER.cells: DARK}, seen, sun_at=SUNNY).pieces == (LEATHER,)


@pytest.mark.parametrize("came", [BAR, LEATHER])
def test_where_the_sun_has_come_nothing_is_in_doubt_but_where_something_has(came: SeenPiece) -> None:
    eyes = Eyes()
    sunny = eyes.heed({}, replace(UNSURE, uncertain=UNSURE.uncertain - {*came.cells}), sun_at=SUNNY)
    assert not sunny.uncertain
    assert eyes.heed({came.cells: (150, 160, 170)}, UNSURE, sun_at=SUNNY).uncertain == set(came.cells)


@pytest.mark.parametrize("at", [100.0, 110.0, 130.0, 140.0])
def test_on_patches_on_which_the_sun_falls_none_is_laid(at: float) -> None:
    """What it falls on has the shape of a patch; what is laid beside that is seen."""
    rows = [SeenPiece(f"p0{row + 4}", tuple((row, col) for col in range(5))) for row in (3, 4, 5)]
    eyes, known, lying = Eyes(), Known(tuple(rows)), replace(NOTHING, pieces=tuple(rows))
    painted = {one.cells: (150 - 9 * number, 130, 120 + 13 * number) for number, one in enumerate(rows)}
    eyes.heed(painted, lying, known)
    assert replace(eyes.heed(painted, lying, known, sun_at=at), burnt=NOTHING.burnt) == lying
    upper = ((3, 4), (4, 4), (5, 4))
    assert eyes.heed(painted | {upper: DARK}, lying, known, sun_at=at).problems == (
        Problem("overlap", "p04", upper, ("p07", "p08", "p09")),
    )


def test_nor_has_leather_come_unseen_where_the_sun_falls_on_the_square_that_is_due() -> None:
    eyes, due = Eyes(), Known(due=frozenset({(8, 8)}))
    assert not eyes.heed({}, NOTHING, due, sun_at=500.0).uncertain
    assert Eyes().heed({((8, 8),): DARK}, NOTHING, due).uncertain == due.due


def test_the_sun_beside_a_patch_that_has_come_is_no_leather() -> None:
    """All that has changed touches."""
    beside = SeenPiece("p04", ((7, 6), (8, 6), (6, 6)))
    both = replace(NOTHING, pieces=(beside, LEATHER))
    assert Eyes().heed({beside.cells: DARK}, both, sun_at=SUNNY).pieces == (beside,)


def test_a_single_square_of_another_kind_is_seen_for_what_it_is() -> None:
    """Thick pieces reach beyond their squares."""
    one = SeenPiece("green 1", ((7, 7),))
    assert Eyes().heed({}, replace(NOTHING, pieces=(one,)), sun_at=SUNNY).pieces == (one,)


def test_what_a_square_in_doubt_looked_like_in_another_light_tells_nothing() -> None:
    """A single one is asked about no more once nothing is seen there, though it looks as it never did before."""
    odd: dict[Cells, tuple[int, int, int]] = {((3, 3),): (130, 140, 150)}
    eyes, doubt = Eyes(), replace(NOTHING, uncertain=frozenset({(3, 3)}))
    assert eyes.heed(odd, doubt, is_lit=True).uncertain == {(3, 3)}
    assert not eyes.heed(odd, NOTHING, is_lit=True).uncertain
    steady = Eyes()
    assert steady.heed(odd, doubt).uncertain == {(3, 3)}
    assert steady.heed(odd, NOTHING).uncertain == {(3, 3)}


BURNT = {tuple((row, col) for row in range(9) for col in range(9)): (255, 255, 255)}
"""A quilt of which a light leaves nothing to be seen."""


@pytest.mark.parametrize(("paint", "may_lie"), [(DARK, False), ((255, 255, 255), True)])
def test_what_could_be_seen_in_the_glare_is_gone_where_it_is_seen_no_more(
    paint: tuple[int, int, int], may_lie: bool
) -> None:
    eyes, known = Eyes(), Known((BAR,))
    eyes.heed(BURNT, NOTHING)
    eyes.heed(BURNT | {BAR.cells: paint}, replace(NOTHING, pieces=(BAR,)), known)
    told = eyes.heed(BURNT, NOTHING, known)
    assert told.burnt.issuperset(BAR.cells) == may_lie
    assert (1, 1) in told.burnt
