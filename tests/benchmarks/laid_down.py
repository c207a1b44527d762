"""How long a board that is laid down waits to be found: ``python -m tests.benchmarks.laid_down PHOTOS``.

From each photograph with truth the board is painted out. A camera shows that, ten pictures a second, and from some
second on the photograph as it is; whoever watches takes the newest picture whenever the last one is done with. The time
that goes by is the processor's, so that other programs on the machine do not count.
"""

import time
from itertools import count
from pathlib import Path

import click
import cv2
import numpy as np
import numpy.typing as npt

from referee.piece import packaged_piece_set
from tests.benchmarks.truth import read_facts
from vision.frame import Frame, Picture, shrunk, size_of
from vision.kind import KINDS
from vision.live.watch import Watcher
from vision.look import Known

LAID_S, STEP_S, PATIENCE_S = 12.0, 0.3, 60.0
"""The first photograph's board is laid down so late, that of each other so much later than the one before, so that none
comes at a fixed moment between two searches; and so long it is waited for."""
PICTURE_S = 0.1
PAINTED_PX, AROUND = 640, 1.25
"""The board and what is around it, so many times its size, is painted out in a picture of this longer side."""
NOISE = 2.0


@click.command()
@click.argument("photos", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--game", type=click.Choice(list(KINDS)), default="polyssimo", show_default=True)
@click.option("--every", default=1, show_default=True, help="Only one in so many photographs.")
def main(photos: Path, game: str, every: int) -> None:
    """Prints how long boards waited to be found, and how busy the processor was before one was there."""
    cv2.setNumThreads(1)
    waited, busy = list[float](), list[float]()
    for number, photo in enumerate(sorted(photos.glob("*.jpg"))[::every]):
        bgr = cv2.imread(str(photo))
        if bgr is None:
            raise click.UsageError(f"{photo} is not a picture")
        there = np.asarray(bgr, np.uint8)
        corners = np.array(read_facts(photo)["corners"], np.float64)
        laid_s = LAID_S + STEP_S * number
        found_s, share = _watched(game, without_board(there, corners), there, laid_s)
        waited.append(found_s - laid_s)
        busy.append(share)
    late = np.quantile(waited, 0.9)
    click.echo("| boards | found | waited, median | nine in ten | longest | busy before |\n" + "| ---: " * 6 + "|")
    click.echo(
        f"| {len(waited)} | {sum(one < PATIENCE_S for one in waited)} | {np.median(waited):.1f} s "
        f"| {late:.1f} s | {max(waited):.1f} s | {np.mean(busy):.0%} |"
    )


def _watched(game: str, bare: Picture, there: Picture, laid_s: float) -> tuple[float, float]:
    """When a board was found that was laid down at ``laid_s``, and the share of the time before in which the processor
    was busy."""
    watcher, rng = Watcher(packaged_piece_set(game)), np.random.default_rng(0)
    now_s = busy_s = 0.0
    for index in count(1):
        is_laid = now_s >= laid_s
        noisy = (there if is_laid else bare) + rng.normal(0, NOISE, bare.shape)
        frame = Frame(np.clip(noisy, 0, 255).astype(np.uint8), index, now_s)
        began = time.process_time()
        look = watcher.look(frame, Known())
        spent_s = time.process_time() - began
        busy_s += 0.0 if is_laid else min(spent_s, laid_s - now_s)
        now_s = max(now_s + spent_s, (np.floor(now_s / PICTURE_S) + 1) * PICTURE_S)
        if (is_laid and look.board is not None) or now_s > laid_s + PATIENCE_S:
            break
    return now_s, busy_s / laid_s


def without_board(bgr: Picture, corners: npt.NDArray[np.float64]) -> Picture:
    """The picture with what is around the board in its place."""
    small = shrunk(bgr, PAINTED_PX)
    middle, factor = corners.mean(axis=0), small.shape[1] / bgr.shape[1]
    hidden = np.zeros(small.shape[:2], np.uint8)
    cv2.fillConvexPoly(hidden, (((corners - middle) * AROUND + middle) * factor).astype(np.int32), 255)
    size = size_of(bgr)
    painted = cv2.resize(cv2.inpaint(small, hidden, 5, cv2.INPAINT_TELEA), size, interpolation=cv2.INTER_CUBIC)
    return np.where(cv2.resize(hidden, size)[..., None] > 0, painted, bgr)


if __name__ == "__main__":
    main()
