"""The games of the simulated table, one after the other."""

from functools import partial

from referee.match import Match
from referee.piece import PieceSet
from referee.record import Header, RecordError, parse_header
from referee.said import Said
from vision.live.eyes import watcher_for
from web.camera.eyes import Eye, Frames, Optics
from web.games import presented
from web.games.demo import dealt, rest, script
from web.record.resuming import replayed
from web.record.store import StoredMatch, StoreError
from web.scripts.patchwork import moves_on
from web.scripts.script import Script

MOST_GAMES = 100
"""So many games after the first are looked through for the one that was cut short."""


class Programme:
    """Which game is on: that of the first seed, and after every "New match" that of the next one."""

    def __init__(
        self, piece_set: PieceSet, players: tuple[str, ...], seed: int, speed: float, *, begun: bool = True
    ) -> None:
        """``begun``: the game of the seed is on already, so that the next one is that of the next seed."""
        _check(players, piece_set)
        self.piece_set = piece_set
        self._begun = begun
        self._players, self._seed, self._speed = players, seed, speed

    @property
    def header(self) -> Header:
        return dealt(self._seed, self.piece_set, self._players)

    def next(self, players: tuple[str, ...] | None = None, *_: object) -> Header:
        """Turns to the next game, of these players if any are named; the hands are those that the game deals."""
        if players:
            _check(players, self.piece_set)
        self._players = players or self._players
        self._seed += self._begun
        self._begun = True
        return self.header

    def goes_on(self, stored: StoredMatch) -> bool:
        """Whether a match on disk is one of these games and can be played to its end; if so, turns to it."""
        if parse_header(stored.lines[0]).game != self.piece_set.game:
            return False
        try:
            match = replayed(stored, self.piece_set)
        except StoreError:  # it was played with another piece set
            return False
        for seed in range(self._seed, self._seed + MOST_GAMES):
            if dealt(seed, self.piece_set, self._players) == match.header:
                self._seed, self._begun = seed, True
                return not match.outcome.over and rest(match, self._script()) is not None
        return False

    def takes_up(self, stored: StoredMatch) -> bool:
        """The same, whoever plays."""
        self._players = parse_header(stored.lines[0]).players
        return self.goes_on(stored)

    def optics(self, match: Match | None) -> Optics:
        """A camera before which the rest of the game will be played."""
        lying = match.position.lying if match else ()
        return Optics("demo", partial(self._film, len(lying)), self._eye, paced=True, moves_on=self._moves_on)

    def _eye(self, _: Frames) -> Eye:
        return watcher_for(self.piece_set)

    def _moves_on(self, match: Match) -> bool:
        return moves_on(match, self._script())

    def _script(self) -> Script:
        return script(self._seed, self.piece_set, self._players)

    def _film(self, lying: int) -> Frames:
        # Imported here, so that the page is there before the first picture has been drawn.
        from web.camera.simulated import film  # noqa: PLC0415

        return film(self._script(), lying, self._seed, self.piece_set, self._speed)


def _check(players: tuple[str, ...], piece_set: PieceSet) -> None:
    """Complains of players who cannot play a game: there are too many or too few, or one has no name, or two the same.

    Raises:
        RecordError: the message says what is wrong.
    """
    game = presented(piece_set.game)
    if game.shared_out and not game.fewest <= len(players) <= game.most:
        raise RecordError(Said("two to four people play"))
    Match.start(dealt(0, piece_set, players), piece_set)
