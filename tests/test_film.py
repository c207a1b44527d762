"""With eyes that see the truth, a recorded game is refereed without a fault: what is lost is lost by vision."""

import gzip
import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np

from referee.piece import packaged_piece_set
from tests.benchmarks import film
from tests.benchmarks.recorded import RecordedScore, read_recorded, score_recorded
from tests.benchmarks.truth import names_by_shape, parse_truth
from vision.frame import Frame
from vision.live.watch import Known, Look, View
from vision.sighting import Problem, SeenBoard, SeenPiece, Sighting

DATA = Path(__file__).parent / "data"


class TrueEyes:
    """Sees each frame as its truth says."""

    def __init__(self, frames: list[dict[str, Any]], names: dict[str, str]) -> None:
        self._frames = frames
        self._names = names

    def look(self, frame: Frame, known: Known) -> Look:
        facts = self._frames[frame.index - 1]
        if facts["state"] not in ("settled", "after_bump"):
            return Look(frame.index, frame.t_s, View.MOVING if facts["state"] == "bump" else View.OCCLUDED)
        truth = parse_truth(facts, "", self._names)
        board = SeenBoard(True, truth.corners_xy, truth.grid, 1.0)
        moved = facts["event"] == "after_bump"
        return Look(frame.index, frame.t_s, View.SETTLED, board, sighting_of(truth, board), frame.index == 1, moved)


def sighting_of(truth, board):
    """What eyes without a fault see of a settled board."""
    pieces = tuple(SeenPiece(piece.piece, tuple(sorted(piece.cells))) for piece in truth.lying)
    problems = tuple(
        Problem(piece.kind, piece.piece, tuple(sorted(piece.cells)), (piece.on,)) for piece in truth.troubled
    )
    return Sighting(board, pieces, problems)


def refereed(folder: Path) -> RecordedScore:
    """The score of the recorded game in a folder, watched by true eyes."""
    piece_set = packaged_piece_set("polyssimo")
    frames = [json.loads(line) for line in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines()]
    truth = read_recorded(folder, piece_set)
    pictures = [Frame(np.zeros((4, 4, 3), np.uint8), n, t_s) for n, t_s in enumerate(truth.times_s, 1)]
    eyes = TrueEyes(frames, names_by_shape(frames, piece_set))
    return score_recorded(truth, list(film.referee(pictures, eyes, truth.header(piece_set), piece_set)))


def test_true_eyes_make_a_film_without_a_fault():
    score = refereed(DATA / "film")
    assert (score.placements, score.in_order) == (3, 3)
    assert (score.invented, score.called_illegal, score.false_alarms, score.questions) == ((), (), (), 0)


def test_true_eyes_referee_a_whole_game_with_an_overlap_and_a_knock_to_its_winner(tmp_path):
    (tmp_path / "truth.jsonl").write_bytes(gzip.decompress((DATA / "game" / "truth.jsonl.gz").read_bytes()))
    shutil.copy(DATA / "game" / "hands.json", tmp_path)
    score = refereed(tmp_path)
    assert (score.placements, score.in_order, max(score.delays)) == (22, 22, 0)
    assert (score.invented, score.called_illegal, score.false_alarms, score.questions) == ((), (), (), 0)
    assert (score.named, score.overlaps, score.bumps_seen, score.bumps) == (1, 1, 1, 1)
    assert score.outcome
    assert (score.outcome["winners"], score.outcome["decided_by"]) == (["Ann"], "tie-break")
