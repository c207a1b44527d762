"""Writes simulated photographs with their truth: ``python -m vision.simulated --out FOLDER --count N --seed S``."""

import argparse
import json
from pathlib import Path
from typing import Any

import cv2

from referee.piece import PieceSetError, packaged_piece_set
from vision.names import seen_set
from vision.simulated.chance import scene
from vision.simulated.film import Film
from vision.simulated.game import random_game
from vision.simulated.shooting import Step
from vision.simulated.still import KINDS, picture
from vision.simulated.truth import truth


def main() -> None:
    """Reads the arguments and writes the pictures."""
    parser = argparse.ArgumentParser(prog="python -m vision.simulated", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder to write to; made if it is not there")
    parser.add_argument("--count", type=int, default=10, help="number of stills")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first still")
    parser.add_argument("--kind", choices=KINDS, help="only stills of this kind")
    parser.add_argument("--film", action="store_true", help="write a film of a random game instead")
    parser.add_argument("--moves", type=int, default=24, help="most placements in a film")
    parser.add_argument("--knock", action="store_true", help="the camera of the film is knocked once")
    parser.add_argument("--game", default="polyssimo")
    parser.add_argument("--squared", action="store_true", help="patterns begin anew on each square")
    parser.add_argument("--seamed", action="store_true", help="patches lie close together and meet in dark lines")
    chosen = parser.parse_args()
    how = {"squared": chosen.squared, "seamed": chosen.seamed}
    try:
        chosen.out.mkdir(parents=True, exist_ok=True)
        if chosen.film:
            write_film(chosen.out, chosen.game, chosen.seed, chosen.moves, chosen.knock, **how)
        else:
            seeds = range(chosen.seed, chosen.seed + chosen.count)
            write_stills(chosen.out, chosen.game, seeds, chosen.kind, **how)
    except (OSError, PieceSetError) as error:
        parser.exit(2, f"{parser.prog}: {error}\n")


def write_stills(folder: Path, game: str, seeds: range, kind: str | None = None, **fixed: Any) -> None:
    """One ``SEED_KIND.jpg`` and ``.json`` a seed."""
    piece_set = seen_set(packaged_piece_set(game))
    for seed in seeds:
        bgr, facts = picture(seed, piece_set, kind, **fixed)
        name = f"{seed:03d}_{facts['kind']}"
        cv2.imwrite(str(folder / f"{name}.jpg"), bgr, (cv2.IMWRITE_JPEG_QUALITY, 95))
        (folder / f"{name}.json").write_text(json.dumps({"file": f"{name}.jpg", **facts}), encoding="utf-8")


def write_film(folder: Path, game: str, seed: int, moves: int, knock: bool = False, **fixed: Any) -> None:
    """``frames/NNNN.jpg``, ``truth.jsonl`` (a line a frame), ``hands.json`` and ``meta.json``."""
    piece_set = seen_set(packaged_piece_set(game))
    table = scene(seed, piece_set, **fixed)
    steps, hands = random_game(seed, piece_set, moves, knock=knock)
    film = Film(table, piece_set, steps)
    (folder / "frames").mkdir(exist_ok=True)
    with (folder / "truth.jsonl").open("w", encoding="utf-8") as lines:
        for frame, facts in film:
            cv2.imwrite(str(folder / facts["file"]), frame.bgr, (cv2.IMWRITE_JPEG_QUALITY, 95))
            lines.write(json.dumps(facts) + "\n")
    (folder / "hands.json").write_text(json.dumps(hands, indent=1), encoding="utf-8")
    meta = {"game": game, "frames": film.length, "moves": sum(isinstance(step, Step) for step in steps)}
    how = truth(table, piece_set, ())["scene"]
    (folder / "meta.json").write_text(json.dumps({**meta, "scene": how}, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
