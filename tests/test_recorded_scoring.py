"""The benchmark of recorded games on a game of two placements and an overlap, made by hand."""

from typing import Any

from tests.benchmarks.recorded import parse_recorded, score_recorded

BAR = [[0, 0], [0, 1], [0, 2]]
ELBOW = [[1, 0], [2, 0], [2, 1]]
LAPPED = [[0, 2], [1, 2], [1, 3]]
HANDS = {"Ann": ["elbow"], "Bob": ["bar"]}


def frame(number: int, state: str, *pieces: dict[str, Any]) -> dict[str, Any]:
    place = {"rows": 3, "cols": 4, "corners": [[0, 0], [4, 0], [4, 3], [0, 3]], "hand_covers_cells": []}
    return {"frame": number, "t": 10 + number / 4, "state": state, "pieces": list(pieces), **place}


def piece(name: str, cells: list[list[int]], situation: str = "none") -> dict[str, Any]:
    return {"id": name, "situation": situation, "cells": cells}


def placed(player: str, name: str, cells: list[list[int]], at: int, *, legal: bool = True) -> dict[str, Any]:
    return {"event": "placed", "player": player, "piece": name, "cells": cells, "legal": legal, "frame": at}


def overlap(cells: list[list[int]], at: int) -> dict[str, Any]:
    return {"event": "problem", "kind": "overlap", "piece": "elbow", "cells": cells, "on": ["bar"], "frame": at}


TRUTH = parse_recorded(
    [
        frame(1, "settled"),
        frame(2, "hand", piece("bar", BAR)),
        frame(3, "settled", piece("bar", BAR)),
        frame(4, "settled", piece("bar", BAR)),
        frame(5, "settled", piece("bar", BAR), piece("elbow", LAPPED, "overlap")),
        frame(6, "bump", piece("bar", BAR), piece("elbow", LAPPED, "overlap")),
        frame(7, "after_bump", piece("bar", BAR), piece("elbow", ELBOW)),
        frame(8, "settled", piece("bar", BAR), piece("elbow", ELBOW)),
    ],
    HANDS,
)


def test_truth_knows_who_placed_what_when():
    assert [piece.piece for piece in TRUTH.board.lying] == ["bar", "elbow"]
    assert TRUTH.since == {"bar": 3, "elbow": 7}
    assert TRUTH.seating == ("Ann", "Bob")
    assert (TRUTH.times_s[0], TRUTH.bumps, TRUTH.settled) == (0.0, 1, (1, 3, 4, 5, 7, 8))


def test_a_game_told_as_it_was_is_right_with_its_delays():
    events = [
        placed("Bob", "bar", BAR, 4),
        overlap(LAPPED, 5),
        {"event": "camera_moved", "frame": 6},
        placed("Ann", "elbow", ELBOW, 7),
        {"event": "over", "scores": {"Ann": 0, "Bob": 0}, "winners": ["Ann"], "frame": 8},
    ]
    result = score_recorded(TRUTH, events)
    assert (result.placements, result.in_order, result.invented, result.missed) == (2, 2, (), ())
    assert (result.overlaps, result.named, result.false_alarms) == (1, 1, ())
    assert (result.delays, result.bumps, result.bumps_seen) == ((1, 0), 1, 1)
    assert result.outcome
    assert result.outcome["winners"] == ["Ann"]


def test_a_game_told_after_half_a_turn_is_right_too():
    def turned(cells: list[list[int]]) -> list[list[int]]:
        return [[2 - row, 3 - col] for row, col in cells]

    events = [
        placed("Bob", "bar", turned(BAR), 3),
        overlap(turned(LAPPED), 5),
        placed("Ann", "elbow", turned(ELBOW), 7),
    ]
    result = score_recorded(TRUTH, events)
    assert (result.in_order, result.named) == (2, 1)


def test_half_the_game_turned_is_half_wrong():
    result = score_recorded(TRUTH, [placed("Bob", "bar", BAR, 3), placed("Ann", "elbow", [[1, 3], [0, 3], [0, 2]], 7)])
    assert (len(result.right), len(result.invented), len(result.missed)) == (1, 1, 1)


def test_the_wrong_player_or_order_is_not_right():
    result = score_recorded(TRUTH, [placed("Ann", "bar", BAR, 3)])
    assert (len(result.right), len(result.invented)) == (0, 1)
    swapped = score_recorded(TRUTH, [placed("Ann", "elbow", ELBOW, 7), placed("Bob", "bar", BAR, 8)])
    assert (len(swapped.right), swapped.in_order) == (2, 1)


def test_a_legal_placement_called_illegal_is_missed_and_told():
    result = score_recorded(TRUTH, [placed("Bob", "bar", BAR, 3, legal=False)])
    assert (result.called_illegal, [piece.piece for piece in result.missed]) == (("bar",), ["bar", "elbow"])


def test_what_is_corrected_or_taken_back_counts_as_it_stands_at_the_end():
    mended = [
        placed("Bob", "bar", LAPPED, 3),
        {
            "event": "corrected",
            "was": {"piece": "bar", "cells": LAPPED},
            "now": {"piece": "bar", "cells": BAR},
            "frame": 5,
        },
        placed("Ann", "elbow", LAPPED, 7),
        {"event": "taken_back", "piece": "elbow", "frame": 8},
    ]
    result = score_recorded(TRUTH, mended)
    assert (len(result.right), result.invented, result.corrected, result.delays) == (1, (), 1, (2,))


def test_other_problems_are_false_alarms_and_questions_are_counted():
    events = [overlap(BAR, 4), {"event": "unsure", "reason": "?", "alternatives": [], "frame": 4}]
    result = score_recorded(TRUTH, events)
    assert (result.named, result.false_alarms, result.questions) == (0, ("overlap of elbow",), 1)
