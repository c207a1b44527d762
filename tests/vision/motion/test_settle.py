"""Small pictures: what counts as a change, as motion, and as something that reaches in."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.flat_table import BLUE, GRID, POSE, RED, FlatTable, knocked
from vision.frame import Picture
from vision.motion.settle import (
    FEWEST_FLICKERING,
    MOST_ASIDE,
    MOST_FLICKER,
    SmallPicture,
    SmallView,
    Stillness,
    alike,
    around,
    changed,
    differs,
    reaches_in,
)
from vision.pose import pose_from_corners

ON_BOARD = around(GRID, 1.0)
VIEW = SmallView(POSE)


def small(seed: int = 1, **table: object) -> SmallPicture:
    return VIEW(FlatTable(**table).picture(seed))  # type: ignore[arg-type]


def reached_into(before: SmallPicture, now: SmallPicture) -> bool:
    return reaches_in(changed(before, now), now.valid, GRID)


@pytest.mark.parametrize("noise", [0.0, 2.0, 8.0])
def test_noise_alone_is_no_motion(noise: float) -> None:
    assert not differs(small(1, noise=noise), small(2, noise=noise), GRID)


def blotched(bgr: Picture, seed: int, spread: float, wide_px: int = 6) -> SmallPicture:
    """A picture of dim light, in which coloured blotches come and go all over."""
    dice = np.random.default_rng(seed)
    lab = cv2.cvtColor(bgr, cv2.COLOR_BGR2LAB).astype(np.float32)
    blotches = dice.normal(0, spread, (bgr.shape[0] // wide_px, bgr.shape[1] // wide_px, 2)).astype(np.float32)
    lab[..., 1:] += cv2.resize(blotches, bgr.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    return VIEW(np.asarray(cv2.cvtColor(np.clip(lab, 0, 255).astype(np.uint8), cv2.COLOR_LAB2BGR), np.uint8))


@pytest.mark.parametrize("spread", [3.0, 6.0, 9.0])
def test_coloured_blotches_of_dim_light_are_no_motion_and_a_piece_among_them_is(spread: float) -> None:
    bare, laid = (FlatTable(light=0.7, painted=new).picture(1) for new in ({}, {(5, 5): RED, (5, 6): RED}))
    before = blotched(bare, 1, spread)
    assert not any(differs(before, blotched(bare, seed, spread), GRID) for seed in range(2, 8))
    assert all(differs(before, blotched(laid, seed, spread), GRID) for seed in range(2, 8))


def test_where_more_than_half_of_the_picture_moves_that_is_no_noise() -> None:
    """A chequered cloth is drawn aside: within its squares it is as even as ever."""
    every = [(row, col) for row in range(-2, 13) for col in range(-2, 14)]
    before, after = (
        {(row, col): (150 + 40 * ((row + col + (col < 8) * moved) % 2),) * 3 for row, col in every} for moved in (0, 1)
    )
    assert differs(small(1, painted=before), small(2, painted=after), GRID)


@pytest.mark.parametrize("light", [0.6, 0.9, 1.1])
def test_a_lamp_that_becomes_darker_or_brighter_is_no_motion(light: float) -> None:
    assert not differs(small(1, light=0.8), small(2, light=0.8 * light), GRID)


def test_a_lamp_nearer_to_one_side_with_another_white_balance_is_no_motion() -> None:
    picture = FlatTable(light=0.8).picture(2)
    slope = np.linspace(0.85, 1.1, picture.shape[1])[None, :, None] * (1.05, 1.0, 0.9)
    assert not differs(small(1, light=0.8), VIEW(np.clip(picture * slope, 0, 255).astype(np.uint8)), GRID)


def test_one_cell_covered_is_motion_though_the_light_has_changed() -> None:
    assert differs(small(1, noise=4), small(2, noise=4, light=0.8, painted={(5, 5): BLUE}), GRID)


def test_pieces_that_are_shifted_beside_the_board_are_no_motion_but_what_comes_onto_it_is() -> None:
    beside = {(row, -1.3): RED for row in range(2, 7)}
    assert not differs(small(1), small(2, painted=beside), GRID)
    assert differs(small(1), small(2, painted={**beside, (4, 0): RED}), GRID)


def test_what_changes_is_where_the_piece_lies() -> None:
    change = changed(small(1), small(2, painted={(4, 4): RED, (4, 5): RED}))
    row, col = ((4 + 2.5) * 2, (4 + 2.5) * 2)
    piece = np.zeros_like(change)
    piece[int(row) : int(row) + 2, int(col) : int(col) + 4] = True
    assert change[piece].all()
    beside = np.asarray(cv2.dilate(piece.astype(np.uint8), np.ones((3, 3), np.uint8)), bool)
    assert not change[~beside].any()


def test_an_arm_reaches_in_and_a_piece_at_the_edge_does_not() -> None:
    free = small(1)
    assert reached_into(free, small(2, arm=(8.0, 5.0)))
    assert reached_into(free, small(2, arm=(-2.0, 5.0), light=0.8))
    assert not reached_into(free, small(2, painted={(row, 11): RED for row in range(3, 8)}))


def test_an_arm_beside_the_board_does_not_reach_in() -> None:
    assert not reached_into(small(1), small(2, arm=(13.0, 5.0)))


def test_a_piece_at_the_edge_does_not_reach_in_where_the_picture_ends_beside_the_board() -> None:
    pose = pose_from_corners(
        np.array([[200.0, 100.0], [625.0, 100.0], [625.0, 420.0], [200.0, 420.0]]), GRID, (640, 480)
    )
    view = SmallView(pose)
    before, now = (
        view(FlatTable(pose, painted={(row, 11): RED for row in rows}).picture(1)) for rows in (range(0), range(3, 8))
    )
    assert not now.valid.all()
    assert changed(before, now).any()
    assert not reached_into(before, now)


def fed(seen: Sequence[tuple[float, SmallPicture]]) -> list[float]:
    """For how long the same has been seen, each time that something was."""
    stillness = Stillness(GRID)
    return [stillness.feed(one, t_s, broken=stillness.is_broken_by(one, t_s)) for t_s, one in seen]


def test_stillness_counts_from_the_first_picture_without_motion() -> None:
    seen = [(0.0, {}), (0.2, {}), (0.4, {(1, 1): RED}), (0.6, {(1, 1): RED}), (0.9, {(1, 1): RED})]
    still_s = fed([(t_s, small(index, painted=painted)) for index, (t_s, painted) in enumerate(seen)])
    assert still_s == pytest.approx([0.0, 0.2, 0.0, 0.2, 0.5])


def watched(seen: Sequence[Picture], spread: float, stillness: Stillness | None = None, at_s: float = 0) -> list[bool]:
    """Whether something seems to have moved in each of some pictures in dim light, a third of a second apart."""
    stillness, said = stillness or Stillness(GRID), list[bool]()
    for number, bgr in enumerate(seen):
        t_s = at_s + number / 3
        one = replace(blotched(bgr, number, spread, wide_px=12), flicker=stillness.flicker)
        said.append(stillness.is_broken_by(one, t_s))
        stillness.feed(one, t_s, broken=said[-1])
    return said


@pytest.mark.parametrize("spread", [9.0, 12.0])
def test_blotches_as_large_as_a_block_are_known_by_how_they_come_and_go(spread: float) -> None:
    bare, laid = (FlatTable(light=0.7, painted=new).picture(1) for new in ({}, {(5, 5): RED, (5, 6): RED}))
    said = watched([bare] * 12 + [laid] * 4, spread)
    unknown = FEWEST_FLICKERING + 1
    assert said == [True] * unknown + [False] * (12 - unknown) + [True] + [False] * 3


def test_what_is_known_of_the_noise_is_not_forgotten_while_nothing_moves() -> None:
    stillness = Stillness(GRID)
    for number, t_s in enumerate([0, 1, 2, 3, 4, 60]):
        stillness.feed(blotched(FlatTable().picture(1), number, 6.0, wide_px=48), t_s, broken=True)
    assert stillness.is_noisy


def test_noise_is_known_again_as_soon_in_a_film_that_begins_anew() -> None:
    stillness = Stillness(GRID)
    watched([FlatTable(light=0.7).picture(1)] * 8, 9.0, stillness, at_s=60)
    watched([FlatTable(light=0.7).picture(1)] * 8, 9.0, stillness)
    assert stillness.is_noisy


def flicker_of(spreads: Sequence[float], *, is_followed: bool = False) -> float:
    """What is known of the noise when so much of it has been seen, a second apart, while something moved."""
    stillness = Stillness(GRID)
    for number, spread in enumerate(spreads):
        one = blotched(FlatTable().picture(1), number, spread, wide_px=12)
        stillness.feed(replace(one, pose=replace(POSE)) if is_followed else one, number, broken=True)
    return stillness.flicker


def test_the_least_noise_of_the_last_seconds_counts_and_no_more_than_there_may_be() -> None:
    assert 0 < flicker_of([3.0] * 8) < 0.5 * flicker_of([9.0] * 8)
    assert flicker_of([3.0] * 8 + [9.0] * 8) == pytest.approx(flicker_of([9.0] * 8), rel=0.1)
    assert flicker_of([9.0] * 8 + [3.0] * 2) < 0.5 * flicker_of([9.0] * 8)
    assert flicker_of([60.0] * 8) == MOST_FLICKER
    assert flicker_of([9.0] * 8, is_followed=True) == 0


def test_pictures_that_are_delivered_twice_hide_no_noise() -> None:
    bare = FlatTable(light=0.7).picture(1)
    stillness = Stillness(GRID)
    for number in range(12):
        one = blotched(bare, number // 2, 9.0, wide_px=12)
        stillness.feed(one, number / 6, broken=stillness.is_broken_by(one, number / 6))
    assert stillness.is_noisy


def test_what_moves_all_the_time_is_no_noise_but_for_what_is_seen_before_and_after() -> None:
    """An arm comes and goes over most of the board; a pale piece lies there when it has gone."""
    still, arm = FlatTable().picture(1), [FlatTable(arm=(9.0 - step, 5.0)).picture(1) for step in range(8)]
    laid = FlatTable(painted={(5, 5): (200, 200, 225), (5, 6): (200, 200, 225)}).picture(1)
    said = watched([still, still, *arm, still, laid, laid], 0.0)
    assert said == [True, False, *[True] * 8, True, True, False]


def test_a_slow_hand_is_motion_although_it_hardly_moves_from_picture_to_picture() -> None:
    still_s = fed([(step / 10, small(step, arm=(9.0 - 0.15 * step, 5.0))) for step in range(10)])
    assert max(still_s) < 0.2


@pytest.mark.parametrize("step", range(6))
def test_a_board_that_is_followed_by_a_camera_in_a_hand_looks_still_and_what_comes_does_not(step: int) -> None:
    rng = np.random.default_rng(step)
    painted = {(row, col): BLUE for row in range(0, 11, 2) for col in range(6)}
    pose = knocked(POSE, *rng.uniform(-1, 1, 3))
    placed = knocked(pose, *rng.normal(0, 0.01, 3))  # not quite where it lies
    after, come = (
        SmallView(placed)(FlatTable(pose, painted=painted | new).picture(2)) for new in ({}, {(1, 1): RED, (2, 8): RED})
    )
    assert not differs(small(1, painted=painted), after, GRID)
    assert differs(small(1, painted=painted), come, GRID)


@pytest.mark.parametrize(
    ("is_followed", "flicker", "is_calm"),
    [(False, 0.0, True), (False, 3.0, True), (True, 0.0, False), (False, 6.0, False)],
)
@pytest.mark.parametrize("blocks", [((8, 8), (14, 9), (20, 15)), ((8, 8), (8, 9), (9, 9))])
def test_single_blocks_here_and_there_are_no_motion_on_a_board_that_is_followed_nor_in_much_noise(
    blocks: Sequence[tuple[int, int]], is_followed: bool, flicker: float, is_calm: bool
) -> None:
    before, after = small(1), small(2)
    pixels = after.bgr.copy()
    for row, col in blocks:
        pixels[4 * row : 4 * row + 4, 4 * col : 4 * col + 4] += 30
    now = replace(after, bgr=pixels, pose=replace(POSE) if is_followed else POSE, flicker=flicker)
    are_apart = blocks[1] != (8, 9)
    assert differs(before, now, GRID) == (is_calm or not are_apart)


def test_the_less_a_board_has_moved_the_less_may_be_taken_for_an_edge_that_stands_aside() -> None:
    far, near = knocked(POSE, 1.0, 0.5, 0.0), knocked(POSE, 0.005, 0.0, 0.0)
    seen = small(1)
    assert (seen.aside_of(POSE), seen.aside_of(far)) == (0.0, MOST_ASIDE)
    assert 0 < seen.aside_of(near) < 0.1


def test_pieces_lean_otherwise_once_the_camera_is_elsewhere_and_not_when_it_has_only_turned() -> None:
    seen = small(1)
    assert seen.is_seen_as(knocked(POSE, 3.0, -2.0, 5.0))
    assert seen.is_seen_as(replace(POSE, shift=(POSE.shift[0] + 1.0, *POSE.shift[1:])))
    assert not seen.is_seen_as(replace(POSE, shift=(POSE.shift[0] + 6.0, *POSE.shift[1:])))


def test_a_board_seen_a_little_aside_looks_alike_and_another_one_does_not() -> None:
    painted = {(row, col): RED for row in range(4) for col in range(4)}
    before = small(1, painted=painted)
    aside = VIEW(_shifted(FlatTable(painted=painted).picture(2), 1.0))
    turned = SmallView(POSE.half_turned())(FlatTable(painted=painted).picture(2))
    assert alike(before, aside)[ON_BOARD].mean() > 0.95
    assert alike(before, turned)[ON_BOARD].mean() < 0.8


def _shifted(picture: Picture, right_px: float) -> Picture:
    move = np.float32([[1, 0, right_px], [0, 1, 0]])
    return np.asarray(cv2.warpAffine(picture, move, picture.shape[1::-1], borderMode=cv2.BORDER_REPLICATE))
