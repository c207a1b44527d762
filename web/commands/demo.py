"""``polyref demo``: a simulated table plays a game in front of the pipeline, and the page shows it being refereed."""

from dataclasses import replace
from pathlib import Path

import click

from referee.piece import PieceSet
from referee.record import RecordError
from web.camera.programme import Programme
from web.camera.station import demo_station
from web.commands.named import NamedPath
from web.commands.people import names_in
from web.doors.listening import listening
from web.errors import InputError, complain
from web.games.demo import usual_players
from web.games.equipment import seen_piece_set_for
from web.hall.furnishing import Furnishing
from web.hall.hall import FIRST
from web.record.file import RecordFile
from web.record.store import Store
from web.serving import serve
from web.settings import Settings


@click.command()
@click.option(
    "--seed",
    default=1,
    show_default=True,
    type=click.IntRange(min=0),
    help="Which game is played; the same seed, the same game.",
)
@click.option("--speed", default=1.0, show_default=True, type=click.FloatRange(min=0), help="0 is as fast as it goes.")
@click.option("--players", help="Names in clockwise seating order; Ann,Bob if none are given.")
@click.option("--game", default="polyssimo", show_default=True, help="Which game is played.")
@click.option("--new", is_flag=True, help="Begin anew even if a demo was cut short.")
@click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0 shares the game from the start.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535))
@click.option("--record", "record_file", type=NamedPath(path_type=Path), help="Also keep the record in this file.")
def demo(
    seed: int,
    speed: float,
    players: str | None,
    game: str,
    new: bool,
    host: str,
    port: int,
    record_file: Path | None,
) -> None:
    """Referee a game on a simulated table, in the browser.

    A demo that was cut short goes on where it was. "New match" on the page plays the game of the next seed.
    """
    settings = replace(Settings(), host=host, port=port)
    programme = _programme(seen_piece_set_for(game), players, seed, speed)
    with listening(host, port) as listener, Store(settings.data) as store:
        if store.notice:
            complain(store.notice)
        furnishing = Furnishing(programme.piece_set, store, settings)
        sitting, stations = furnishing.sitting(FIRST, f"demo:{seed}", programme.next), furnishing.stations(FIRST)
        stored = None if new else store.latest(demo=True, table=FIRST)
        if stored and stored.source == f"demo:{seed}" and programme.goes_on(stored):
            sitting.resume(stored)
            click.echo(f"Going on with the demo begun before ({len(stored.lines) - 1} entries so far).")
        else:
            sitting.begin(programme.header)
        if record_file:
            sitting.copy_to(RecordFile(record_file))
        serve(furnishing.hall(furnishing.table(sitting, stations, demo_station(programme)), "demo"), listener, settings)


def _programme(piece_set: PieceSet, players: str | None, seed: int, speed: float) -> Programme:
    names = names_in(players) if players is not None else usual_players(piece_set.game)
    try:
        return Programme(piece_set, names, seed, speed)
    except RecordError as error:
        raise InputError(f"--players {players}: {str(error).removeprefix('header: ')}") from None
