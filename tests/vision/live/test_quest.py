"""When a board that is not to be seen is looked for, and how."""

import numpy as np

from vision.frame import Frame
from vision.live.quest import CLEARER, GLANCE_S, NOISY_LEVELS, SAME_S, UNREST_S, InVain
from vision.motion.exposure import Exposure

TABLE = np.random.default_rng(3).integers(60, 200, (120, 160, 3)).astype(np.uint8)


def with_board(left: int) -> np.ndarray:
    """A table on which something light has been laid, over a twentieth of the picture."""
    bgr = TABLE.copy()
    bgr[40:72, left : left + 32] = 250
    return bgr


def at(bgr: np.ndarray, t_s: float) -> Frame:
    return Frame(bgr, 1, t_s)


def after(*pictures: np.ndarray) -> InVain:
    """What is known once the first picture was looked through in vain, and a glance at each of the others, one a
    second, showed nothing either."""
    vain = InVain.thoroughly(Exposure(pictures[0]), at(pictures[0], 0.0), "none")
    for t_s, bgr in enumerate(pictures[1:], 1):
        vain = vain.at_a_glance(at(bgr, t_s))
    return vain


def is_worth_more(vain: InVain, bgr: np.ndarray, t_s: float = 2.0, count: int = 1) -> bool:
    """Whether a picture is worth a thorough look, the mean of so many."""
    return vain.at_a_glance(at(bgr, t_s)).is_worth_more(Exposure(bgr, count))


def test_glances_are_some_time_apart() -> None:
    vain = after(TABLE, TABLE)
    assert not vain.is_over(1.0 + GLANCE_S / 2)
    assert vain.is_over(1.0 + GLANCE_S)
    assert vain.absence == "none"


def test_the_same_picture_is_not_looked_through_again_soon() -> None:
    assert not is_worth_more(after(TABLE, TABLE), TABLE, UNREST_S + 1)
    assert is_worth_more(after(TABLE, TABLE), TABLE, SAME_S)


def test_what_has_come_is_looked_through_once_it_is_at_rest() -> None:
    assert not is_worth_more(after(TABLE, with_board(20)), with_board(40))
    assert is_worth_more(after(TABLE, with_board(40)), with_board(40))


def test_what_has_come_and_is_at_rest_begins_a_new_exposure() -> None:
    here, there, long = with_board(20), with_board(40), Exposure(TABLE, 16)
    assert after(TABLE, TABLE, TABLE).exposed(long) is long
    assert after(TABLE, here, there).exposed(long) is long
    assert after(TABLE, there, there).exposed(long).count == 1


def test_where_somebody_moves_all_the_time_it_is_looked_through_now_and_then() -> None:
    moving = after(TABLE, *(with_board(10 * number) for number in range(7)))
    assert not is_worth_more(moving, with_board(100), UNREST_S - 0.1)
    assert is_worth_more(moving, with_board(100), UNREST_S)


def test_a_scene_is_worth_it_once_more_with_much_less_noise() -> None:
    noise = np.random.default_rng(4).normal(0, 1, TABLE.shape)
    hardly, much = (np.clip(TABLE + share * NOISY_LEVELS * noise, 0, 255).astype(np.uint8) for share in (0.5, 3))
    assert not is_worth_more(after(much, much), TABLE, count=CLEARER - 1)
    assert is_worth_more(after(much, much), TABLE, count=CLEARER)
    assert not is_worth_more(after(hardly, hardly), TABLE, count=CLEARER)


def test_a_picture_of_another_size_is_another_scene() -> None:
    assert not is_worth_more(after(TABLE, TABLE), TABLE[:60])
    assert is_worth_more(after(TABLE, TABLE[:60]), TABLE[:60])


def test_a_source_opened_anew_is_looked_at_at_once() -> None:
    vain = after(TABLE, TABLE)
    assert vain.is_over(0.2)
    assert is_worth_more(vain, TABLE, 0.2)
