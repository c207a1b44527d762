"""How well pictures with ground truth are read: ``python -m tests.benchmarks.recognition FOLDER``.

A folder holds photographs ``NAME.jpg`` with their truth ``NAME.json``, or one recorded game: ``truth.jsonl``,
``hands.json`` and ``frames/``. The figures go to standard output, progress to standard error.
"""

import json
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from pathlib import Path

import click
import cv2

from referee.piece import PieceSet, packaged_piece_set
from tests.benchmarks import film
from tests.benchmarks.real import MANIFEST, left_out, real_photos
from tests.benchmarks.report import Scored, as_json, asking_table, fault, figures, headline, reliability_table, table
from tests.benchmarks.scoring import score
from tests.benchmarks.truth import ANY_PATCH, PhotoTruth, names_by_shape, parse_truth, read_facts
from vision.drawing.overlay import draw_sighting
from vision.read import read_photo


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--game", default="polyssimo", show_default=True, help="Whose pieces and grid to look for.")
@click.option("--only", default="*", help="Only pictures whose name fits this pattern, e.g. '0[0-2]*'.")
@click.option("--json", "out", type=click.Path(dir_okay=False, path_type=Path), help="Write all figures to this file.")
@click.option(
    "--overlay", type=click.Path(file_okay=False, path_type=Path), help="Draw what was seen into this folder."
)
@click.option("--verbose", is_flag=True, help="A line for every picture or event that was wrong.")
def main(folder: Path, game: str, only: str, out: Path | None, overlay: Path | None, verbose: bool) -> None:
    """Prints how well the pictures in FOLDER are read, in total and by condition."""
    piece_set = packaged_piece_set(game)
    if (folder / "truth.jsonl").exists():
        film.report(folder, piece_set, out, verbose=verbose)
        return
    photos = [one for one in _photos(folder, piece_set) if fnmatchcase(one[1].name, only)]
    if not photos:
        raise click.UsageError(f"no picture of {game} in {folder} fits {only!r}")
    with click.progressbar(photos, label="reading", file=sys.stderr) as progress:
        pictures = [read_one(photo, piece_set, truth, overlay) for photo, truth in progress]
    print_report(pictures, verbose=verbose)
    if out:
        facts = {"total": figures(pictures), "pictures": [as_json(picture) for picture in pictures]}
        out.write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")


def _photos(folder: Path, piece_set: PieceSet) -> list[tuple[Path, PhotoTruth]]:
    """The pictures of a folder with what is true of them."""
    if (folder / MANIFEST).exists():
        return list(real_photos(folder, piece_set))
    photos = sorted(folder.glob("*.jpg"))
    untold = [photo.name for photo in photos if not photo.with_suffix(".json").exists()]
    if untold:
        raise click.UsageError(f"{folder}: {untold[0]} has no truth beside it, nor is there a {MANIFEST}")
    names = names_by_shape((read_facts(photo) for photo in photos), piece_set)
    return [(photo, parse_truth(read_facts(photo), photo.stem, names)) for photo in photos]


def read_one(photo: Path, piece_set: PieceSet, truth: PhotoTruth, overlay: Path | None) -> Scored:
    """Reads one photograph and scores what was seen; draws it into the folder ``overlay`` if there is one."""
    bgr = cv2.imread(str(photo))
    if bgr is None:
        raise click.UsageError(f"{photo} is not a picture")
    began = time.perf_counter()
    sighting = read_photo(bgr, piece_set)
    seconds = time.perf_counter() - began
    if overlay:
        overlay.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(overlay / f"{photo.stem}.png"), draw_sighting(bgr, sighting, piece_set))
    if piece_set.game == "patchwork":
        pieces = tuple(replace(piece, piece=ANY_PATCH) for piece in sighting.pieces)
        problems = tuple(replace(one, piece=one.piece and ANY_PATCH) for one in sighting.problems)
        sighting = replace(sighting, pieces=pieces, problems=problems)
    return Scored(score(truth, left_out(truth, sighting) if _is_real(photo) else sighting), seconds)


def _is_real(photo: Path) -> bool:
    return not photo.with_suffix(".json").exists()


def print_report(pictures: Sequence[Scored], *, verbose: bool) -> None:
    """All figures of a folder of photographs."""
    click.echo(headline(pictures))
    click.echo("\n" + table(pictures))
    claims = [claim for picture in pictures for claim in picture.score.claims]
    others = [claim for picture in pictures for claim in picture.score.alternatives]
    click.echo("\n" + reliability_table("confidence of claims", claims))
    click.echo("\n" + reliability_table("of alternatives", others))
    click.echo("\n" + asking_table(pictures))
    if verbose:
        for picture in pictures:
            name = picture.score.truth.name
            click.echo(f"{name:<20} {picture.seconds:6.2f} s  {fault(picture.score) or 'right'}")


if __name__ == "__main__":
    main()
