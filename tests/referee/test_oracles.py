"""Every played game and every probe made elsewhere agrees with the referee."""

import pytest

from referee.match import Match
from referee.piece import packaged_piece_set
from referee.replay import replay
from referee.verdict import Verdict
from tests import oracles

PIECES = packaged_piece_set("polyssimo")
LOOSE = {"wrong_shape", "not_your_turn"}
"""Where one of these is among the reasons, the others were only given as far as they made sense."""


def test_all_sixteen_games_and_597_probes_are_there() -> None:
    assert len(oracles.games()) == 16
    assert len(oracles.facts("polyssimo_probes.jsonl")) == 597


@pytest.mark.parametrize("name", oracles.games())
def test_a_played_game_has_its_known_counts_and_moves_before_every_turn(name: str) -> None:
    game = oracles.games()[name]
    told = [line for line in replay(name, oracles.record(game), lambda _: PIECES, legal_counts=True) if line.get("ply")]
    turns = oracles.turns(game)
    assert [line["ply"] for line in told] == list(range(1, len(turns) + 1))
    for line, turn in zip(told, turns, strict=True):
        assert line["legal"]
        assert line["player"] == oracles.SEATS[turn["seat"]]
        assert list(line["legal_placements"].values()) == turn["legal"]
        assert line["legal_digest"] == turn["legal_digest"]


@pytest.mark.parametrize("name", oracles.games())
def test_a_played_game_ends_as_known(name: str) -> None:
    game, seats = oracles.games()[name], oracles.header(oracles.games()[name]).players
    *_, last = replay(name, oracles.record(game), lambda _: PIECES)
    assert last == {
        "record": name,
        "over": True,
        "scores": dict(zip(seats, game["final"]["remaining_squares"], strict=True)),
        "winners": [seats[game["final"]["winner"]]],
        "decided_by": game["final"]["decided_by"],
    }


@pytest.mark.parametrize("name", oracles.games())
def test_a_played_game_is_not_over_before_its_last_turn(name: str) -> None:
    *before, last = replay(name, oracles.record(oracles.games()[name])[:-1], lambda _: PIECES)
    assert (last["over"], last["winners"], last["decided_by"]) == (False, [], None)
    assert all(line["legal"] for line in before)


@pytest.mark.parametrize("name", oracles.games())
def test_whoever_was_skipped_is_blocked_and_not_to_move(name: str) -> None:
    for turn in oracles.games()[name]["turns"]:
        position = oracles.match_before(name, turn["n"]).position
        assert position.blocked == tuple(oracles.SEATS[seat] for seat, count in enumerate(turn["legal"]) if not count)
        assert (position.to_move == oracles.SEATS[turn["seat"]]) == ("skip" not in turn)


def verdict_on(probe: oracles.Facts) -> Verdict:
    match: Match = oracles.match_before(probe["game"], probe["before_turn"])
    return match.play(oracles.place(probe))[0]


@pytest.mark.parametrize("game", sorted({probe["game"] for probe in oracles.facts("polyssimo_probes.jsonl")}))
def test_a_probe_is_judged_as_known(game: str) -> None:
    for probe in oracles.facts("polyssimo_probes.jsonl"):
        if probe["game"] != game:
            continue
        verdict, reasons = verdict_on(probe), set(probe["reasons"])
        codes = {violation.code for violation in verdict.violations}
        assert verdict.legal is probe["legal"], probe
        assert codes & reasons or not reasons, probe
        assert codes == reasons or reasons & LOOSE, probe
