"""Who may look and who may play: the code that is shown, wrong ones, and its end (F24)."""

from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from web.doors import sharing as module
from web.doors.sharing import (
    CODE_DIGITS,
    MOST_TOKENS,
    WINDOW_S,
    WRONG_ALL,
    WRONG_EACH,
    Sharing,
    TooManyCodesError,
    WrongCodeError,
)


class Clock:
    """Goes on when it is told to."""

    now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


def shared(clock: Clock | None = None) -> Sharing:
    sharing = Sharing(clock or Clock())
    sharing.serve = lambda: 8001
    sharing.begin()
    return sharing


def wrong(sharing: Sharing) -> str:
    return f"{(int(sharing.code) + 1) % 10**CODE_DIGITS:0{CODE_DIGITS}}"


def test_nothing_is_shared_before_it_is_switched_on_and_nobody_gets_in() -> None:
    sharing = Sharing()
    assert not sharing.on
    with pytest.raises(WrongCodeError):
        sharing.enter(sharing.code, "10.0.0.5")


def test_who_types_the_code_may_play_until_there_is_a_new_one() -> None:
    sharing = shared()
    token = sharing.enter(f" {sharing.code[:3]} {sharing.code[3:]} ", "10.0.0.5")
    assert sharing.knows(token)
    assert not sharing.knows("")
    assert not sharing.knows(token[:-1])
    before = sharing.code
    sharing.renew()
    assert not sharing.knows(token)
    assert sharing.on
    assert sharing.code != before or sharing.enter(before, "10.0.0.5") != token


def test_when_sharing_ends_so_do_all_rights_and_they_do_not_come_back_with_it() -> None:
    sharing, left = shared(), []
    sharing.leave = lambda: left.append(1)
    token = sharing.enter(sharing.code, "10.0.0.5")
    sharing.end()
    sharing.end()
    assert left == [1]
    assert not sharing.knows(token)
    sharing.begin()
    assert not sharing.knows(token)


def test_where_others_cannot_be_served_nothing_is_shared() -> None:
    def refuse() -> int:
        raise OSError("no port is free")

    sharing = Sharing()
    sharing.serve = refuse
    with pytest.raises(OSError, match="no port"):
        sharing.begin()
    assert not sharing.on


@pytest.mark.fault("F24")
def test_after_a_few_wrong_codes_an_address_must_wait_and_others_need_not() -> None:
    clock = Clock()
    sharing = shared(clock)
    for _ in range(WRONG_EACH):
        with pytest.raises(WrongCodeError):
            sharing.enter(wrong(sharing), "10.0.0.5")
    with pytest.raises(TooManyCodesError) as told:
        sharing.enter(sharing.code, "10.0.0.5")
    assert told.value.wait_s == WINDOW_S
    assert sharing.enter(sharing.code, "10.0.0.6")
    clock.now_s += WINDOW_S + 1
    assert sharing.enter(sharing.code, "10.0.0.5")


@pytest.mark.fault("F24")
def test_a_thousand_wrong_codes_from_everywhere_are_hardly_listened_to() -> None:
    clock = Clock()
    sharing = shared(clock)
    listened = 0
    for number in range(1000):
        try:
            sharing.enter(wrong(sharing), f"10.0.{number % 7}.{number % 251}")
        except WrongCodeError:
            listened += 1
        except TooManyCodesError:
            clock.now_s += 1
    assert listened <= WRONG_ALL * (1000 // WINDOW_S + 1)
    sharing.renew()
    assert sharing.enter(sharing.code, "10.0.0.6"), "a new code is a new beginning"


@pytest.mark.fault("F24")
def test_codes_and_tokens_are_compared_in_constant_time() -> None:
    sharing = shared()
    with patch.object(module, "compare_digest", wraps=module.compare_digest) as compared:
        token = sharing.enter(sharing.code, "10.0.0.5")
        assert compared.call_count == 1
        sharing.enter(sharing.code, "10.0.0.5")
        compared.reset_mock()
        assert sharing.knows(token)
        assert compared.call_count == 2, "the first that fits does not end the search"


def test_one_device_too_many_takes_the_place_of_the_first() -> None:
    sharing = shared()
    tokens = [sharing.enter(sharing.code, "10.0.0.5") for _ in range(MOST_TOKENS + 1)]
    assert [sharing.knows(token) for token in tokens] == [False] + [True] * MOST_TOKENS


@given(typed=st.text(max_size=40))
def test_only_the_code_itself_opens(typed: str) -> None:
    sharing = shared()
    if "".join(typed.split()) == sharing.code:
        return
    with pytest.raises(WrongCodeError):
        sharing.enter(typed, "10.0.0.5")


def test_codes_are_six_digits_and_all_different() -> None:
    codes = {shared().code for _ in range(50)}
    assert all(len(code) == CODE_DIGITS and code.isdecimal() for code in codes)
    assert len(codes) > 45
