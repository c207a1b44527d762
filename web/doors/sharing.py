"""Whether others may look at the game, and who of them may play: nothing of this outlives the program.

Others join read-only. Whoever types the code that the host's screen shows is given a token, and a new code ends the
tokens of all. Codes are short, so wrong ones are counted: from one address, and from everybody together.
"""

import secrets
import time
from collections import deque
from collections.abc import Callable
from hmac import compare_digest
from threading import Lock

CODE_DIGITS = 6
MOST_TOKENS = 50
"""So many devices may play; one more takes the place of the one that joined first."""
WRONG_EACH, WRONG_ALL = 5, 20
"""So many wrong codes are listened to within ``WINDOW_S`` from one address, and from all addresses together: in an
evening of five hours that is a chance of 1 in 1600 to guess one."""
WINDOW_S = 600.0


class WrongCodeError(Exception):
    """The code typed is not the one on the host's screen."""


class TooManyCodesError(Exception):
    """Too many wrong codes were typed; for ``wait_s`` seconds none is listened to."""

    def __init__(self, wait_s: float) -> None:
        super().__init__(wait_s)
        self.wait_s = wait_s


class Sharing:
    """Shared or not, and with whom. ``serve`` lets others in and returns the port at which they find the game, and
    ``leave`` lets them in no more; both are set by whoever serves. ``port`` is 0 while it is not shared."""

    def __init__(self, now_s: Callable[[], float] = time.monotonic) -> None:
        self.serve: Callable[[], int] = int
        self.leave: Callable[[], None] = lambda: None
        self.port = 0
        self.code = _new_code()
        self._tokens: deque[str] = deque(maxlen=MOST_TOKENS)
        self._wrong = WrongCodes(now_s)
        self._one_at_a_time = Lock()

    @property
    def on(self) -> bool:
        """Whether others may look."""
        return self.port > 0

    def begin(self) -> None:
        """Lets others look; does nothing if they may already.

        Raises:
            InputError: they cannot be served.
        """
        with self._one_at_a_time:
            self.port = self.port or self.serve()

    def keep_up(self) -> None:
        """Lets others in at the addresses that this machine has by now, if the game is shared."""
        with self._one_at_a_time:
            self.port = self.port and self.serve()

    def end(self) -> None:
        """Others may not look any more, and nobody else may play."""
        with self._one_at_a_time:
            if self.port:
                self.port = 0
                self._renew()
                self.leave()

    def renew(self) -> None:
        """Makes a new code: whoever plays by the old one may only look from now on."""
        with self._one_at_a_time:
            self._renew()

    def enter(self, typed: str, who: str) -> str:
        """The token for whoever typed the code; ``who`` is the address it came from. Spaces in it do not matter.

        Raises:
            WrongCodeError, TooManyCodesError: it was wrong, or too many were.
        """
        with self._one_at_a_time:
            if wait_s := self._wrong.wait_s(who):
                raise TooManyCodesError(wait_s)
            if not self.on or not _same("".join(typed.split()), self.code):
                self._wrong.note(who)
                raise WrongCodeError
            self._tokens.append(secrets.token_urlsafe(24))
            return self._tokens[-1]

    def knows(self, token: str) -> bool:
        """Whether a token is good, told in constant time."""
        with self._one_at_a_time:
            found = [_same(token, known) for known in self._tokens]
            return self.on and any(found)

    def _renew(self) -> None:
        self.code = _new_code()
        self._tokens.clear()
        self._wrong.forget()


class WrongCodes:
    """The wrong codes of the last ``WINDOW_S``: when, and from which address."""

    def __init__(self, now_s: Callable[[], float]) -> None:
        self._now_s = now_s
        self._noted: deque[tuple[float, str]] = deque(maxlen=WRONG_ALL)

    def wait_s(self, who: str) -> float:
        """How long this address must wait before the next one is listened to; 0 if it need not."""
        long_ago_s = self._now_s() - WINDOW_S
        recent = [(at_s, whose) for at_s, whose in self._noted if at_s > long_ago_s]
        own = [at_s for at_s, whose in recent if whose == who]
        waits = [0.0]
        if len(recent) >= WRONG_ALL:
            waits.append(recent[-WRONG_ALL][0] - long_ago_s)
        if len(own) >= WRONG_EACH:
            waits.append(own[-WRONG_EACH] - long_ago_s)
        return max(waits)

    def note(self, who: str) -> None:
        self._noted.append((self._now_s(), who))

    def forget(self) -> None:
        self._noted.clear()


def _new_code() -> str:
    return f"{secrets.randbelow(10**CODE_DIGITS):0{CODE_DIGITS}}"


def _same(one: str, other: str) -> bool:
    return compare_digest(one.encode(), other.encode())
