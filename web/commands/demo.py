"""``polyref demo``: a simulated table plays a game in front of the pipeline, and the page shows it being refereed."""

from dataclasses import replace
from functools import partial
from pathlib import Path

import click

from referee.match import Match
from referee.piece import PieceSet
from referee.record import Header
from vision.watch import Watcher
from web.demo import Script, dealt, rest, script
from web.equipment import seen_piece_set_for
from web.errors import InputError
from web.eyes import Eye, Frames, Optics
from web.record_file import RecordFile
from web.serving import listening, serve
from web.settings import Settings
from web.sitting import Sitting, replayed
from web.store import Store, StoredMatch
from web.table import Table

MOST_GAMES = 100
"""So many games after the first are looked through for the one that was cut short."""


@click.command()
@click.option("--seed", default=1, show_default=True, help="Which game is played; the same seed, the same game.")
@click.option("--speed", default=1.0, show_default=True, type=click.FloatRange(min=0), help="0 is as fast as it goes.")
@click.option("--players", default="Ann,Bob", show_default=True, help="Names in clockwise seating order.")
@click.option("--game", default="polyssimo", show_default=True, help="Which game is played.")
@click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0 shows the page to the whole house.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535))
@click.option("--record", "record_file", type=click.Path(path_type=Path), help="Also keep the record in this file.")
def demo(seed: int, speed: float, players: str, game: str, host: str, port: int, record_file: Path | None) -> None:
    """Referee a game on a simulated table, in the browser.

    A demo that was cut short goes on where it was. "New match" on the page plays the game of the next seed.
    """
    settings = replace(Settings(), host=host, port=port)
    programme = Programme(seen_piece_set_for(game), _named(players), seed, speed)
    with listening(host, port) as listener, Store(settings.data) as store:
        sitting = Sitting(programme.piece_set, store, f"demo:{seed}", programme.next)
        stored = store.latest(demo=True)
        if stored and stored.source == f"demo:{seed}" and programme.goes_on(stored):
            sitting.resume(stored)
            click.echo(f"Going on with the demo begun before ({len(stored.lines) - 1} entries so far).")
        else:
            sitting.begin(programme.header)
        if record_file:
            sitting.copy_to(RecordFile(record_file))
        serve(Table(sitting, programme.optics, settings, demo=True), listener, settings)


class Programme:
    """Which game is on: that of the first seed, and after every "New match" that of the next one."""

    def __init__(self, piece_set: PieceSet, players: tuple[str, ...], seed: int, speed: float) -> None:
        self.piece_set = piece_set
        self._players, self._seed, self._speed = players, seed, speed

    @property
    def header(self) -> Header:
        return dealt(self._seed, self.piece_set, self._players)

    def next(self, *_: object) -> Header:
        """Turns to the next game; what the page wishes does not count here."""
        self._seed += 1
        return self.header

    def goes_on(self, stored: StoredMatch) -> bool:
        """Whether a match on disk is one of these games and can be played to its end; if so, turns to it."""
        match = replayed(stored, self.piece_set)
        for seed in range(self._seed, self._seed + MOST_GAMES):
            if dealt(seed, self.piece_set, self._players) == match.header:
                self._seed = seed
                return not match.outcome.over and rest(match, self._script()) is not None
        return False

    def optics(self, match: Match | None) -> Optics:
        """A camera before which the rest of the game will be played."""
        lying = match.position.lying if match else ()
        return Optics("demo", partial(self._film, len(lying)), self._eye, paced=True)

    def _eye(self, _: Frames) -> Eye:
        return Watcher(self.piece_set)

    def _script(self) -> Script:
        return script(self._seed, self.piece_set, self._players)

    def _film(self, lying: int) -> Frames:
        # Imported here, so that the page is there before the first picture has been drawn.
        from web.simulated import film  # noqa: PLC0415

        return film(self._script(), lying, self._seed, self.piece_set, self._speed)


def _named(players: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in players.split(","))
    if not 2 <= len(names) <= 4 or len(set(names)) < len(names) or not all(names):
        raise InputError(f"--players {players}: name two to four different people, such as Ann,Bob")
    return names
