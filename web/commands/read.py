"""``polyref read``: says what lies on the board in photos."""

import json
from collections.abc import Iterator
from pathlib import Path

import click

from vision.errors import SourceError
from vision.overlay import draw_sighting
from vision.picture import read_picture, write_picture
from vision.read import read_photo
from vision.source import pictures_in
from web.equipment import read_piece_set_for
from web.errors import InputError, complain
from web.hands import read_hands
from web.progress import progress, say
from web.report import in_words, report
from web.result import Hands, result


@click.command()
@click.argument("photos", metavar="PHOTO...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--game", default="polyssimo", show_default=True, help="Which game is on the table.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line per photo.")
@click.option("--overlay", type=click.Path(path_type=Path), help="Draw what was seen: a PNG, or a folder for several.")
@click.option("--hands", "hands_file", type=click.Path(path_type=Path), help="Who held what: gives scores and winners.")
@click.option("--last", help="Who of those tied placed a piece last; decides a tie.")
def read(
    photos: tuple[Path, ...], game: str, as_json: bool, overlay: Path | None, hands_file: Path | None, last: str | None
) -> None:
    """Say what lies on the board in each PHOTO; a folder stands for the pictures in it."""
    piece_set = read_piece_set_for(game)
    hands = read_hands(hands_file, piece_set) if hands_file else None
    _check_last(last, hands)
    paths, failures = _expanded(photos)
    drawn = _overlays(overlay, paths, several=len(photos) > 1 or photos[0].is_dir())
    for path in progress(paths, "Reading"):
        try:
            bgr = read_picture(path)
        except SourceError as error:
            failures.append(str(error))
            continue
        sighting = read_photo(bgr, piece_set)
        facts = report(str(path), piece_set, sighting)
        facts |= result(piece_set, hands, sighting, last) if hands else {}
        say(json.dumps(facts) if as_json else in_words(facts))
        if path in drawn:
            write_picture(drawn[path], draw_sighting(bgr, sighting, piece_set))
    for failure in failures:
        complain(failure)
    if failures:
        raise click.exceptions.Exit(2)


def _expanded(photos: tuple[Path, ...]) -> tuple[list[Path], list[str]]:
    """The photos with folders replaced by their pictures, and what is wrong with folders."""
    paths: list[Path] = []
    failures = []
    for photo in photos:
        try:
            paths.extend(pictures_in(photo) if photo.is_dir() else [photo])
        except SourceError as error:
            failures.append(str(error))
    return paths, failures


def _check_last(last: str | None, hands: Hands | None) -> None:
    if last is not None and hands is None:
        raise InputError("--last decides a tie: give the hands too, with --hands FILE")
    if last is not None and hands is not None and last not in hands:
        raise InputError(f"--last names {last!r}, who has no hand; players are {', '.join(hands)}")


def _overlays(overlay: Path | None, paths: list[Path], several: bool) -> dict[Path, Path]:
    """Where the drawing of each photo goes. In a folder, photos of the same name get a number."""
    if overlay is None:
        return {}
    if not several and not overlay.is_dir():
        return dict.fromkeys(paths, overlay)
    overlay.mkdir(parents=True, exist_ok=True)
    names = _unlike(path.stem for path in paths)
    return {path: overlay / f"{name}.png" for path, name in zip(paths, names, strict=True)}


def _unlike(stems: Iterator[str]) -> Iterator[str]:
    used: set[str] = set()
    for stem in stems:
        number, name = 1, stem
        while name in used:
            number += 1
            name = f"{stem}-{number}"
        used.add(name)
        yield name
