"""``polyref play``: a match before a camera, refereed on the page."""

from dataclasses import replace
from pathlib import Path

import click
from click.core import ParameterSource

from referee.match import Match
from referee.piece import PieceSet
from referee.record import Header, RecordError, parse_header
from web.camera.cameras import cameras
from web.camera.station import HAND
from web.commands.demo import demo
from web.commands.hands import read_hands
from web.commands.named import NamedPath, NamedSource
from web.commands.people import header_of
from web.doors.listening import listening
from web.errors import InputError, complain
from web.games import FOLLOWED, deal, presented
from web.games.deal import UNKNOWN_HANDS, hands_are_open
from web.games.equipment import seen_piece_set_for
from web.hall.choice import load_choice
from web.hall.file import hall_file
from web.hall.furnishing import Furnishing
from web.hall.hall import FIRST
from web.record.file import RecordFile
from web.record.resuming import replayed
from web.record.store import Store, StoredMatch, is_demo
from web.serving import serve
from web.settings import Settings


@click.command()
@click.option(
    "--source",
    type=NamedSource(),
    help="As SRC of polyref watch, such as a camera number; else it is chosen on the page.",
)
@click.option("--game", default="polyssimo", show_default=True, help="Which game is on the table.")
@click.option("--players", help="Names in clockwise seating order, such as Ann,Bob: begins a match with them.")
@click.option("--hands", help="A file saying who holds what, or draft, random or open (the default).")
@click.option("--new", is_flag=True, help="Begin a new match even if one is unfinished.")
@click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0 shares the game from the start.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535))
@click.option("--record", "record_file", type=NamedPath(path_type=Path), help="Also keep the record in this file.")
@click.pass_context
def play(
    ctx: click.Context,
    source: str | None,
    game: str,
    players: str | None,
    hands: str | None,
    new: bool,
    host: str,
    port: int,
    record_file: Path | None,
) -> None:
    """Referee a game before a camera, in the browser.

    An unfinished match goes on where it was, unless other players are named.
    """
    if source == "demo":
        if hands is not None:
            raise InputError("the demo deals its own hands: leave out --hands")
        names = {"players": players} if players else {}
        ctx.invoke(demo, game=game, new=new, host=host, port=port, record_file=record_file, **names)
        return
    settings = replace(Settings(), host=host, port=port)
    seen_piece_set_for(game)  # what is wrong with it is told before anything is opened
    game_is_chosen = ctx.get_parameter_source("game") is not ParameterSource.DEFAULT
    with listening(host, port) as listener, Store(settings.data) as store:
        if store.notice:
            complain(store.notice)
        stored, left_at = (None, "") if new else _left(store, settings.data, is_said=bool(source or players or hands))
        piece_set = seen_piece_set_for(game if game_is_chosen or players or hands else _game_of(stored) or game)
        header = _header(piece_set, players, hands)
        chosen, source = source is not None, source or left_at or _usual_source(stored, header, settings.config)
        furnishing = Furnishing(piece_set, store, settings)
        sitting, stations = furnishing.sitting(FIRST, source), furnishing.stations(FIRST)
        station = stations.at(source) if chosen else stations.remembered(source)
        if stored and station.goes_on(stored) and _goes_on(stored, header, piece_set, dealt=hands is not None):
            sitting.resume(stored)
            click.echo(f"Going on with the match begun before ({len(stored.lines) - 1} entries so far).")
        elif header:
            if hands_are_open(header) and hands is None:
                click.echo(UNKNOWN_HANDS)
            sitting.begin(header)
        if record_file:
            sitting.copy_to(RecordFile(record_file))
        hall = furnishing.hall(furnishing.table(sitting, stations, station), "play")
        hall.game_is_chosen = game_is_chosen
        serve(hall, listener, settings)


def _left(store: Store, data: Path, *, is_said: bool) -> tuple[StoredMatch | None, str]:
    """The match that was on at the first table, and where it was watched from: that of the demo only if nothing
    ``is_said`` of what is played. Where that is not known, the one that people began there last."""
    kept = next((one for one in hall_file(data, "play").load() if one.number == FIRST and one.match), None)
    stored = store.stored(kept.match) if kept else None
    if kept and stored and not (is_said and is_demo(stored.source)):
        return stored, kept.source
    return store.latest(table=FIRST), ""


def _game_of(stored: StoredMatch | None) -> str | None:
    """The game of a match that was on, if a camera can follow it."""
    game = parse_header(stored.lines[0]).game if stored else None
    return game if game in FOLLOWED else None


def _usual_source(stored: StoredMatch | None, header: Header | None, config: Path) -> str:
    """Where it was watched from the last time, else the first camera there is; on the page it can be changed."""
    chosen = load_choice(config).source
    if is_demo(chosen) and (stored or header):  # it plays no match of people
        chosen = ""
    found = cameras()
    return chosen or (stored.source if stored else "") or (found[0].source if found else HAND)


def _header(piece_set: PieceSet, players: str | None, hands: str | None) -> Header | None:
    """The match that the options ask for; None where they name no players: that is done on the page."""
    if not presented(piece_set.game).shared_out:
        return _without_hands(piece_set, players, hands)
    dealt = hands if hands in deal.HANDS else read_hands(Path(hands), piece_set) if hands else "open"
    if players is None:
        return deal.header(piece_set, tuple(dealt), dealt) if not isinstance(dealt, str) else None
    names = tuple(name.strip() for name in players.split(","))
    if not isinstance(dealt, str) and set(names) != set(dealt):
        raise InputError(f"--players names {', '.join(names)}, the hands file {', '.join(dealt)}: give the same names")
    try:
        header = deal.header(piece_set, names, dealt)
        Match.start(header, piece_set)
    except RecordError as error:
        raise InputError(f"--players: {str(error).removeprefix('header: ')}") from None
    return header


def _without_hands(piece_set: PieceSet, players: str | None, hands: str | None) -> Header | None:
    """The same in games in which the pieces are not shared out."""
    if hands is not None:
        raise InputError(f"--hands: nothing is shared out in {piece_set.game}; leave it out")
    return header_of(piece_set, players) if players else None


def _goes_on(stored: StoredMatch, header: Header | None, piece_set: PieceSet, *, dealt: bool) -> bool:
    """Whether the match on disk goes on: unless it is of another game, or other players, a new game or, where it was
    said how they are ``dealt``, other hands are wanted."""
    if parse_header(stored.lines[0]).game != piece_set.game:
        return False
    match = replayed(stored, piece_set)
    if header is None:
        return True
    as_dealt = not dealt or (match.header.hands, match.header.rules) == (header.hands, header.rules)
    return not match.outcome.over and match.header.players == header.players and as_dealt
