"""``polyref watch``: the live pipeline without the page."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import click

from referee.match import Match
from referee.piece import PieceSet
from referee.record import Header, format_header
from vision.frame import Frame
from vision.live.eyes import watcher_for
from vision.live.watch import View
from vision.pictures.abreast import opened, words_of
from vision.pictures.source import Source
from web.camera.cameras import open_or_name_cameras
from web.camera.eyes import Eye
from web.camera.phone import PHONE
from web.camera.profiles import KnownCamera
from web.camera.station import check_abreast
from web.commands.hands import read_hands
from web.commands.named import NamedPath, NamedSource
from web.commands.people import header_of, names_in
from web.commands.progress import progress, say
from web.commands.sentence import sentence
from web.companion.companion import Companion
from web.companion.event import BoardFound, Event
from web.errors import InputError, complain
from web.games import presented
from web.games.deal import UNKNOWN_HANDS, hands_are_open
from web.games.demo import PLAYERS, script, usual_players
from web.games.equipment import seen_piece_set_for
from web.record.file import RecordFile
from web.scripts.patchwork import moves_on
from web.settings import Settings, config_folder

DEMO_SEED = 1
MovesOn = Callable[[Match], bool]


@click.command()
@click.argument("source", metavar="SRC", type=NamedSource())
@click.option("--game", default="polyssimo", show_default=True, help="Which game is on the table.")
@click.option("--players", help="Names in clockwise seating order, such as Ann,Bob; the last one places first.")
@click.option("--hands", "hands_file", type=NamedPath(path_type=Path), help="Who holds what at the beginning.")
@click.option("--circle", help="Patchwork: the patches clockwise from the neutral token on, such as p07,p12,...")
@click.option("--record", "record_file", type=NamedPath(path_type=Path), help="Keep the record of the game here.")
@click.option("--profile", help="Name of the camera, under which what is learnt of it is kept; a live one has a name.")
@click.option("--fps", default=3.0, show_default=True, help="Pictures a second, for a folder of pictures.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line per event.")
def watch(
    source: str,
    game: str,
    players: str | None,
    hands_file: Path | None,
    circle: str | None,
    record_file: Path | None,
    profile: str | None,
    fps: float,
    as_json: bool,
) -> None:
    """Watch SRC and tell what happens at the table.

    SRC is a camera number or device, a video file, a folder of pictures, an http, https or rtsp address,
    phone or demo; in Patchwork also two of these, one for each quilt, the left one first: "0 + 1".
    """
    piece_set = seen_piece_set_for(game)
    if source == "demo":
        header, seen, pressed = _demo(piece_set, players, hands_file)
    else:
        pressed, words = None, words_of(source)
        check_abreast(words, piece_set)
        header = _header(piece_set, players, hands_file, circle)
        seen = partial(opened, [partial(_opened, word, fps, piece_set) for word in words])
    match = Match.start(header, piece_set)
    with seen() as frames:
        companion = Companion(match, _keeper(record_file, header), alone=pressed is None)
        name = profile or (getattr(frames, "name", None) if frames.live else None)
        camera = KnownCamera(config_folder(), name, asked_for=profile is not None) if name else None
        found = False
        for event in _events(progress(frames, "Watching", frames.length), companion, camera, pressed):
            say(json.dumps(event.as_json()) if as_json else sentence(event, companion.match))
            if isinstance(event, BoardFound) and not found:
                found = True
                if hands_are_open(header) and not as_json:
                    say(UNKNOWN_HANDS)
    if not found:
        complain(f"no board of {game} was seen; if another game is on the table, name it with --game")


def _opened(source: str, fps: float, piece_set: PieceSet) -> Source:
    if source == PHONE:
        from web.commands.lone_phone import LonePhone  # noqa: PLC0415 - it brings the web server, which no other source needs

        return LonePhone(Settings(), piece_set)
    return open_or_name_cameras(source, fps)


def _events(
    frames: Iterator[Frame], companion: Companion, camera: KnownCamera | None, pressed: MovesOn | None
) -> Iterator[Event]:
    watcher = None
    for frame in frames:
        watcher = watcher or _watcher(companion.match.piece_set, camera, frame)
        look = watcher.look(frame, companion.known())
        yield from companion.see(look)
        while pressed is not None and look.view is View.SETTLED and pressed(companion.match):
            yield from companion.advance()
        if camera is not None:
            camera.learn(look, frame)


def _watcher(piece_set: PieceSet, camera: KnownCamera | None, first: Frame) -> Eye:
    """The eyes, with what they have learnt of this camera before."""
    return watcher_for(piece_set, camera.recall(first) if camera is not None else None)


def _header(piece_set: PieceSet, players: str | None, hands_file: Path | None, circle: str | None) -> Header:
    if circle and "circle" not in presented(piece_set.game).options:
        raise InputError(f"--circle: there is none in {piece_set.game}; leave it out")
    if not presented(piece_set.game).shared_out:
        if hands_file:
            raise InputError(f"--hands: nothing is shared out in {piece_set.game}; leave it out")
        if "circle" in presented(piece_set.game).options and not circle:
            raise InputError(
                f"{piece_set.game} needs --circle, the patches clockwise from just after the neutral token"
            )
        return header_of(piece_set, players, circle)
    hands = read_hands(hands_file, piece_set) if hands_file else None
    names = names_in(players) if players else tuple(hands or PLAYERS)
    if hands is not None and set(names) != set(hands):
        told = f"--players names {', '.join(names)}, the hands file {', '.join(hands)}"
        raise InputError(f"{told}: give the same names")
    rules = {} if hands is not None else {"open_hands": True}
    return Header(piece_set.game, names, hands, piece_set.digest, rules)


def _demo(
    piece_set: PieceSet, players: str | None, hands_file: Path | None
) -> tuple[Header, Callable[[], Any], MovesOn]:
    """The game of the simulated table, as fast as it can be drawn; and whether somebody there moves on now."""
    if hands_file is not None:
        raise InputError("the demo deals its own hands: leave out --hands")
    from web.camera.simulated import film  # noqa: PLC0415 - drawing needs much that no other source does

    whole = script(DEMO_SEED, piece_set, names_in(players) if players else usual_players(piece_set.game))
    return whole.header, partial(film, whole, 0, DEMO_SEED, piece_set, 0.0), partial(moves_on, whole=whole)


def _keeper(record_file: Path | None, header: Header) -> Callable[[str], None]:
    if record_file is None:
        return lambda line: None
    record = RecordFile(record_file)
    record.follow((format_header(header),))
    return record.append
