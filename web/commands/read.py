"""``polyref read``: says what lies on the board in photos."""

import json
from collections.abc import Iterator, Mapping
from math import inf
from pathlib import Path

import click

from referee.piece import PieceSet
from vision.board.absence import absence
from vision.board.boards import likely_games
from vision.drawing.overlay import draw_sighting
from vision.errors import SourceError
from vision.frame import Picture
from vision.kind import KINDS
from vision.live.patches import named_apart
from vision.motion.clarity import complaint
from vision.pictures.picture import read_picture, write_picture
from vision.read import read_boards
from vision.sighting import SeenBoard, Sighting
from web.commands.hands import read_hands
from web.commands.named import NamedPath
from web.commands.photos import expanded
from web.commands.progress import progress, say
from web.commands.report import in_words, not_found, report
from web.commands.told import MEANT_FOR, buttons_of, check_meant, check_told, single_last
from web.errors import InputError, complain
from web.games import presented
from web.games.equipment import read_piece_set_for
from web.games.result import Told

USUAL = "polyssimo"


@click.command()
@click.argument("photos", metavar="PHOTO...", nargs=-1, required=True, type=NamedPath(path_type=Path))
@click.option("--game", help="Which game is on the table; else it is recognised by its board.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line per photo.")
@click.option("--overlay", type=NamedPath(path_type=Path), help="Draw what was seen: a PNG, or a folder for several.")
@click.option("--hands", "hands_file", type=NamedPath(path_type=Path), help="Who held what: gives scores and winners.")
@click.option("--last", help="Who of those tied placed a piece (in Patchwork: arrived) last; decides a tie.")
@click.option("--monomino-last", help="Blokus: colours that placed the single square last, such as blue,red; or none.")
@click.option("--buttons", help="Patchwork: who has how many, as the quilts lie: Ann=12,Bob=5. Gives scores.")
@click.option("--bonus", help="Patchwork: who has the 7 x 7 tile; needed where both quilts have such a square.")
def read(
    photos: tuple[Path, ...],
    game: str | None,
    as_json: bool,
    overlay: Path | None,
    hands_file: Path | None,
    last: str | None,
    monomino_last: str | None,
    buttons: str | None,
    bonus: str | None,
) -> None:
    """Say what lies on the board in each PHOTO; a folder stands for the pictures in it.

    With --buttons two photos may also show a quilt each, the left one first: the result comes with the last.
    """
    given = {"--monomino-last": monomino_last, "--buttons": buttons, "--bonus": bonus}
    game = game or _meant(hands_file, given)
    equipment = read_piece_set_for(game) if game else None
    check_meant(game, given)
    hands = read_hands(hands_file, equipment) if hands_file and equipment else {}
    told = Told(hands, last, single_last(monomino_last), buttons_of(buttons), bonus)
    check_told(told)
    paths, failures = expanded(photos)
    drawn = _overlays(overlay, paths, several=len(photos) > 1 or photos[0].is_dir())
    _check_not_drawn_over(paths, drawn)
    table: list[Sighting] = []
    for path in progress(paths, "Reading"):
        try:
            bgr = read_picture(path)
        except SourceError as error:
            failures.append(str(error))
            continue
        piece_set, boards = _seen(bgr, equipment)
        if len(paths) == len(told.buttons) and len(boards) == 1:  # a photo of each quilt, from left to right
            table = named_apart([*table, *boards], piece_set)
            boards = table[-1:]
        else:
            table = boards
        facts = report(str(path), piece_set, boards[0], boards if _several(piece_set) else ())
        facts |= presented(piece_set.game).result(piece_set, told, table)
        if as_json:
            say(json.dumps(facts))
        elif boards[0].board.found:
            say(in_words(facts, boards[1:]))
        else:
            say(not_found(facts, complaint(bgr) or absence(bgr)))
        if path in drawn:
            write_picture(drawn[path], _overlaid(bgr, boards, piece_set))
    for failure in failures:
        complain(failure)
    if failures:
        raise click.exceptions.Exit(2)


def _meant(hands_file: Path | None, given: Mapping[str, str | None]) -> str | None:
    """The game that the other options speak of."""
    told = (MEANT_FOR[option] for option in ("--monomino-last", "--buttons") if given[option])
    return next(told, USUAL if hands_file else None)


def _seen(bgr: Picture, piece_set: PieceSet | None) -> tuple[PieceSet, list[Sighting]]:
    """The boards in a picture, from left to right, and the game that they are of: the one given, else the one seen."""
    games = (piece_set,) if piece_set else tuple(read_piece_set_for(game) for game in likely_games(bgr))
    for of_game in games:
        if boards := read_boards(bgr, of_game):
            return of_game, named_apart(boards, of_game) if _several(of_game) else boards
    first = games[0]
    return first, [Sighting(SeenBoard(False, (), first.grid, 0.0))]


def _several(piece_set: PieceSet) -> bool:
    """Whether one picture may show several boards."""
    return KINDS[piece_set.game].boards > 1


def _overlaid(bgr: Picture, boards: list[Sighting], piece_set: PieceSet) -> Picture:
    for sighting in boards:
        if len(boards) == 1 or sighting.board.found:
            bgr = draw_sighting(bgr, sighting, piece_set, inf if len(boards) == 1 else bgr.shape[1])
    return bgr


def _overlays(overlay: Path | None, paths: list[Path], several: bool) -> dict[Path, Path]:
    """Where the drawing of each photo goes. In a folder, photos of the same name get a number."""
    if overlay is None:
        return {}
    if not several and not overlay.is_dir():
        return dict.fromkeys(paths, overlay)
    overlay.mkdir(parents=True, exist_ok=True)
    names = _unlike(path.stem for path in paths)
    return {path: overlay / f"{name}.png" for path, name in zip(paths, names, strict=True)}


def _check_not_drawn_over(paths: list[Path], drawn: dict[Path, Path]) -> None:
    """The photos stay as they are.

    Raises:
        InputError: a drawing would take the place of one.
    """
    photos = {path.resolve() for path in paths}
    over = next((target for target in drawn.values() if target.resolve() in photos), None)
    if over is not None:
        raise InputError(
            f"--overlay: the drawing would take the place of the photo {over}; name another file or folder"
        )


def _unlike(stems: Iterator[str]) -> Iterator[str]:
    used: set[str] = set()
    for stem in stems:
        number, name = 1, stem
        while name in used:
            number += 1
            name = f"{stem}-{number}"
        used.add(name)
        yield name
