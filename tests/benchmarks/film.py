"""Refereeing a recorded game with the real watcher and companion, and telling how well that went."""

import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from statistics import median
from typing import Any, Protocol

import click
import cv2

from referee.match import Match
from referee.piece import PieceSet
from referee.record import Header
from tests.benchmarks.recorded import RecordedScore, RecordedTruth, read_recorded, score_recorded
from vision.frame import Frame
from vision.live.eyes import watcher_for
from vision.live.watch import Known, Look
from web.companion.companion import Companion


def report(folder: Path, piece_set: PieceSet, out: Path | None, *, verbose: bool) -> None:
    """Referees the recorded game in a folder and prints the figures; with ``verbose`` also every event."""
    truth = read_recorded(folder, piece_set)
    with click.progressbar(frames(folder, truth), len(truth.times_s), label="watching", file=sys.stderr) as progress:
        events = list(referee(progress, watcher_for(piece_set), truth.header(piece_set), piece_set))
    score = score_recorded(truth, events)
    click.echo(text(score))
    if verbose:
        for event in events:
            click.echo(json.dumps(event))
    if out:
        out.write_text(json.dumps(asdict(score), indent=1, default=sorted) + "\n", encoding="utf-8")


def frames(folder: Path, truth: RecordedTruth) -> Iterator[Frame]:
    """The frames of a recorded game in order, with their true times."""
    for index, (path, t_s) in enumerate(zip(sorted((folder / "frames").glob("*.jpg")), truth.times_s, strict=True), 1):
        bgr = cv2.imread(str(path))
        if bgr is None:
            raise click.UsageError(f"{path} is not a picture")
        yield Frame(bgr, index, t_s, path.name)


class Eyes(Protocol):
    """What looks at the frames: the real eyes, or in a test one that knows the truth."""

    def look(self, frame: Frame, known: Known) -> Look: ...


def referee(film: Iterable[Frame], eyes: Eyes, header: Header, piece_set: PieceSet) -> Iterator[dict[str, Any]]:
    """All events of a game, as ``polyref watch`` writes them."""
    companion = Companion(Match.start(header, piece_set), keep=lambda line: None)
    for frame in film:
        yield from (event.as_json() for event in companion.see(eyes.look(frame, companion.known())))


def text(score: RecordedScore) -> str:
    """The figures of a recorded game in words."""
    share = 100 * score.in_order / score.placements
    delay = f"median {median(score.delays):g}, longest {max(score.delays)}" if score.delays else "-"
    return "\n".join(
        (
            f"placements right and in order  {score.in_order} of {score.placements} ({share:.1f} %)",
            f"invented                       {_names(claim[1] for claim in score.invented)}",
            f"missed                         {_names(piece.piece for piece in score.missed)}",
            f"called illegal wrongly         {_names(score.called_illegal)}",
            f"overlaps named                 {score.named} of {score.overlaps}",
            f"false alarms                   {_names(score.false_alarms)}",
            f"questions asked                {score.questions}",
            f"corrected                      {score.corrected}",
            f"delay in settled frames        {delay}",
            f"camera moves seen              {score.bumps_seen} of {score.bumps}",
            f"over                           {json.dumps(score.outcome) if score.outcome else 'no'}",
        )
    )


def _names(names: Any) -> str:
    listed = list(names)
    return f"{len(listed)} ({', '.join(listed)})" if listed else "0"
