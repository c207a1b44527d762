"""Whatever is done to a store, in whatever order, it holds exactly what it said it holds."""

import shutil
import tempfile
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, invariant, rule

from web.record.store import Store

lines = st.lists(st.text(max_size=30).filter(lambda text: "\ud800" not in text), min_size=1, max_size=4)
keys = st.sampled_from(["", "", "key-of-ann", "key-of-bob", "key-of-eve"])


class Written(RuleBasedStateMachine):
    """A store beside what it ought to hold; it is closed and opened, and lost to a crash, at any time."""

    matches = Bundle("matches")

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="polyref-laws-"))
        self.store = Store(self.folder / "0")
        self.crashes = 0
        self.held: dict[int, tuple[str, ...]] = {}
        self.keys: dict[str, int] = {}

    @rule(target=matches, first=lines, key=keys)
    def begin(self, first: list[str], key: str) -> int:
        match = self.store.add(first, "0", key=key)
        if key and key in self.keys:
            assert match == self.keys[key]
        else:
            assert match not in self.held
            self.held[match] = tuple(first)
            self._used(key, match)
        return match

    @rule(match=matches, more=lines, key=keys)
    def append(self, match: int, more: list[str], key: str) -> None:
        self.store.append(match, *more, key=key)
        if not key or key not in self.keys:
            self.held[match] += tuple(more)
            self._used(key, match)

    @rule()
    def open_again(self) -> None:
        self.store.close()
        self.store = Store(self.folder / str(self.crashes))

    @rule()
    def crash(self) -> None:
        """Goes on with the files as they lie, write-ahead log and all."""
        here, there = (self.folder / str(self.crashes + more) for more in (0, 1))
        shutil.copytree(here, there, ignore=shutil.ignore_patterns("lock*", "*-shm"))
        self.store.close()
        self.crashes += 1
        self.store = Store(there)

    @invariant()
    def it_holds_what_was_written(self) -> None:
        assert {match: self.store.lines(match) for match in self.store.ids()} == self.held
        assert {key: self.store.done(key) for key in self.keys} == self.keys
        assert self.store.notice == ""

    def teardown(self) -> None:
        self.store.close()
        shutil.rmtree(self.folder)

    def _used(self, key: str, match: int) -> None:
        if key:
            self.keys[key] = match


TestWritten = Written.TestCase
TestWritten.settings = settings(max_examples=15, stateful_step_count=15)
