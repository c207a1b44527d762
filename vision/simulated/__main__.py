"""Writes simulated photographs with their truth: ``python -m vision.simulated --out FOLDER --count N --seed S``."""

import argparse
import json
from pathlib import Path

import cv2

from referee.piece import packaged_piece_set
from vision.simulated.still import KINDS, picture


def main() -> None:
    """Reads the arguments and writes the pictures."""
    parser = argparse.ArgumentParser(prog="python -m vision.simulated", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder to write to; made if it is not there")
    parser.add_argument("--count", type=int, default=10, help="number of stills")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first still")
    parser.add_argument("--kind", choices=KINDS, help="only stills of this kind")
    parser.add_argument("--game", default="polyssimo")
    chosen = parser.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    write_stills(chosen.out, chosen.game, range(chosen.seed, chosen.seed + chosen.count), chosen.kind)


def write_stills(folder: Path, game: str, seeds: range, kind: str | None = None) -> None:
    """One ``SEED_KIND.jpg`` and ``.json`` a seed."""
    piece_set = packaged_piece_set(game)
    for seed in seeds:
        bgr, facts = picture(seed, piece_set, kind)
        name = f"{seed:03d}_{facts['kind']}"
        cv2.imwrite(str(folder / f"{name}.jpg"), bgr, (cv2.IMWRITE_JPEG_QUALITY, 95))
        (folder / f"{name}.json").write_text(json.dumps({"file": f"{name}.jpg", **facts}), encoding="utf-8")


if __name__ == "__main__":
    main()
