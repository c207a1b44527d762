"""``python -m tests.traced --out FOLDER --count N --seed S``: stills whose light is traced, with their truth."""

import json
from pathlib import Path

import click
import cv2
import mitsuba as mi

from referee.piece import packaged_piece_set
from tests.traced.shot import shot

TRACED_ON = "llvm_ad_rgb"
"""The kind of Mitsuba that traces on all cores at once."""


@click.command()
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), required=True, help="where they are written")
@click.option("--count", type=click.IntRange(min=1), required=True, help="so many pictures")
@click.option("--seed", type=click.IntRange(min=0), required=True, help="of the first one")
@click.option("--game", type=click.Choice(["polyssimo", "blokus", "patchwork"]), default="polyssimo")
@click.option("--samples", type=click.IntRange(min=1), default=32, help="of light in each pixel")
def main(out: Path, count: int, seed: int, game: str, samples: int) -> None:
    """Writes NAME.jpg with NAME.json. One takes 10 to 50 seconds on two cores."""
    mi.set_variant(TRACED_ON)
    out.mkdir(parents=True, exist_ok=True)
    piece_set = packaged_piece_set(game)
    for number in range(seed, seed + count):
        bgr, facts = shot(number, piece_set, samples)
        name = out / f"{number}_{facts['kind']}"
        cv2.imwrite(f"{name}.jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, 95])
        Path(f"{name}.json").write_text(json.dumps(facts))
        click.echo(name.name)


if __name__ == "__main__":
    main()
