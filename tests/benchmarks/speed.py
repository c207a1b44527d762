"""How long looking takes on one core: ``python -m tests.benchmarks.speed PICTURE.jpg...``.

Medians of processor time, which other programs hardly change, and the cost of a settled reading as a multiple of its
floor measured in the same run: decoding the JPEG, one warp to 32 pixels a cell, its colours in L*a*b*, and the mean and
spread of every cell. Of several pictures each is read once, and it is told how long that takes in the median, and at
worst.
"""

import resource
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

import click
import cv2
import numpy as np

from referee.piece import PieceSet, packaged_piece_set
from vision.board.boards import find_board
from vision.cells.thickness import thickness
from vision.frame import Frame, Picture
from vision.kind import KINDS, USUAL_THICKNESS
from vision.live.watch import Known, Watcher
from vision.pieces.before import Given
from vision.pose import BoardPose
from vision.read import read_board, read_photo
from vision.rectify import Raster, rectified

SCALE_PX = 32
FRAME_S = 1 / 3


@click.command()
@click.argument("pictures", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--game", type=click.Choice(list(KINDS)), default="polyssimo", show_default=True)
@click.option("--rounds", default=9, show_default=True, help="How often each stage is timed, of one picture.")
def main(pictures: tuple[Path, ...], game: str, rounds: int) -> None:
    """Times every stage of looking at one picture with a board in it, or reading each of several from nothing."""
    cv2.setNumThreads(1)
    if len(pictures) > 1:
        _time_many(pictures, packaged_piece_set(game))
    else:
        _time_stages(pictures[0], packaged_piece_set(game), rounds)


def _time_many(pictures: Sequence[Path], piece_set: PieceSet) -> None:
    read_photo(_decoded(_data_of(pictures[0])), piece_set)  # loads the networks
    photos: list[float] = []
    settled: list[float] = []
    for picture in pictures:
        data, began = _data_of(picture), time.process_time()
        bgr = _decoded(data)
        pose = find_board(bgr, piece_set)
        if pose is not None:
            read_board(bgr, pose, piece_set, Given(careful=True))
        photos.append(time.process_time() - began)
        told = f"{picture.name}: {photos[-1]:.3f} s"
        if pose is not None:
            began = time.process_time()
            read_board(bgr, pose, piece_set)
            settled.append(time.process_time() - began)
        click.echo(f"{told}, settled {settled[-1]:.3f} s" if pose is not None else f"{told}, no board", err=True)
    click.echo("| one thread, ms | pictures | median | nine in ten | worst |\n| --- | ---: | ---: | ---: | ---: |")
    for what, taken in (("photo from nothing", photos), ("settled reading", settled)):
        if taken:
            middle, most, worst = 1000 * np.percentile(taken, (50, 90, 100))
            click.echo(f"| {what} | {len(taken)} | {middle:.0f} | {most:.0f} | {worst:.0f} |")


def _time_stages(picture: Path, piece_set: PieceSet, rounds: int) -> None:
    data = _data_of(picture)
    bgr, kind = _decoded(data), KINDS[piece_set.game]
    pose = find_board(bgr, piece_set)
    if pose is None:
        raise click.UsageError(f"no board is found in {picture}")
    height = kind.thickness or thickness(bgr, pose) or USUAL_THICKNESS
    floor = _timed(lambda: _floor(_decoded(data), pose, height), rounds)
    reading = _timed(lambda: read_board(_decoded(data), pose, piece_set), rounds)
    later = _timed(lambda: read_board(_decoded(data), pose, piece_set, Given(height=height)), rounds)
    photo = _timed(lambda: read_photo(_decoded(data), piece_set), max(3, rounds // 3))
    still = _still_frames(bgr, piece_set, rounds)
    size = f"{bgr.shape[1]} x {bgr.shape[0]}"
    click.echo(f"picture {size}, one thread, processor time, medians of {rounds}")
    click.echo(f"decoding                    {1000 * _timed(lambda: _decoded(data), rounds):7.1f} ms")
    click.echo(f"floor of a settled reading  {1000 * floor:7.1f} ms")
    click.echo(f"settled reading             {1000 * reading:7.1f} ms, {reading / floor:.1f} times its floor")
    click.echo(
        f"the same later in a game     {1000 * later:7.1f} ms, {later / floor:.1f} times its floor: thickness known"
    )
    click.echo(f"frame with nothing moving   {1000 * still:7.1f} ms after decoding")
    click.echo(f"photo from nothing          {1000 * photo:7.1f} ms")
    click.echo(f"most memory held            {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:7.0f} MB")


def _data_of(picture: Path) -> np.ndarray:
    data = np.frombuffer(picture.read_bytes(), np.uint8)
    if not len(data) or cv2.imdecode(data, cv2.IMREAD_COLOR) is None:
        raise click.UsageError(f"{picture} is not a picture")
    return data


def _decoded(data: np.ndarray) -> Picture:
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def _floor(bgr: Picture, pose: BoardPose, height: float) -> Picture:
    """The least that any reading must do."""
    plane = rectified(bgr, pose, Raster(pose.grid, SCALE_PX, 0.0), height)
    lab = cv2.cvtColor(plane, cv2.COLOR_BGR2LAB).astype(np.float32)
    cells = lab.reshape(pose.grid.rows, SCALE_PX, pose.grid.cols, SCALE_PX, 3)
    return np.concatenate([cells.mean(axis=(1, 3)), cells.std(axis=(1, 3))], axis=-1)


def _still_frames(bgr: Picture, piece_set: PieceSet, rounds: int) -> float:
    """Seconds for a frame that shows what the one before it showed."""
    watcher = Watcher(piece_set)
    grain = np.random.default_rng(1).integers(0, 3, bgr.shape, np.uint8)
    taken = []
    for number in range(rounds + 6):
        frame = Frame(cv2.add(bgr, np.roll(grain, number, axis=1)), number, number * FRAME_S)
        began = time.process_time()
        watcher.look(frame, Known())
        taken.append(time.process_time() - began)
    return median(taken[6:])


def _timed(work: Callable[[], object], rounds: int) -> float:
    work()
    taken = []
    for _ in range(rounds):
        began = time.process_time()
        work()
        taken.append(time.process_time() - began)
    return median(taken)


if __name__ == "__main__":
    main()
