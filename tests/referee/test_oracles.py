"""Every played game and every probe made elsewhere agrees with the referee."""

from typing import Any

import pytest

from referee.piece import packaged_piece_set
from referee.replay import replay
from referee.verdict import Verdict
from tests import oracles

POLYSSIMO, BLOKUS, PATCHWORK = (oracles.games(name) for name in ("polyssimo", "blokus", "patchwork"))
TIES = {"on_top": "winner_rule_sheet", "first": "winner_publisher_rule"}


def told(name: str, legal_counts: bool = False, **options: str) -> list[dict[str, Any]]:
    record = oracles.record(oracles.games(oracles.game_of(name))[name], **options)
    return list(replay(name, record, packaged_piece_set, legal_counts))


@pytest.mark.parametrize(
    ("of", "games", "probes"), [("polyssimo", 16, 597), ("blokus", 10, 550), ("patchwork", 8, 432)]
)
def test_all_games_and_probes_are_there(of: str, games: int, probes: int) -> None:
    assert (len(oracles.games(of)), len(oracles.probes(of))) == (games, probes)


# Polyssimo Challenge


@pytest.mark.parametrize("name", POLYSSIMO)
def test_a_played_game_has_its_known_counts_and_moves_before_every_turn(name: str) -> None:
    lines = [line for line in told(name, legal_counts=True) if line.get("ply")]
    turns = oracles.turns(POLYSSIMO[name])
    assert [line["ply"] for line in lines] == list(range(1, len(turns) + 1))
    for line, turn in zip(lines, turns, strict=True):
        assert line["legal"]
        assert line["player"] == oracles.SEATS[turn["seat"]]
        assert list(line["legal_placements"].values()) == turn["legal"]
        assert line["legal_digest"] == turn["legal_digest"]


@pytest.mark.parametrize("name", POLYSSIMO)
def test_a_played_game_ends_as_known(name: str) -> None:
    game, seats = POLYSSIMO[name], oracles.header(POLYSSIMO[name]).players
    assert told(name)[-1] == {
        "record": name,
        "over": True,
        "scores": dict(zip(seats, game["final"]["remaining_squares"], strict=True)),
        "winners": [seats[game["final"]["winner"]]],
        "decided_by": game["final"]["decided_by"],
    }


@pytest.mark.parametrize("name", [*POLYSSIMO, *BLOKUS, *PATCHWORK])
def test_a_played_game_is_not_over_before_its_last_turn(name: str) -> None:
    record = oracles.record(oracles.games(oracles.game_of(name))[name])
    *before, last = replay(name, record[:-1], packaged_piece_set)
    assert (last["over"], last["winners"], last["decided_by"]) == (False, [], None)
    assert all(line["legal"] for line in before)


@pytest.mark.parametrize("name", [*POLYSSIMO, *BLOKUS])
def test_whoever_was_skipped_is_blocked_and_not_to_move(name: str) -> None:
    for turn in oracles.games(oracles.game_of(name))[name]["turns"]:
        position = oracles.match_before(name, turn["n"]).position
        assert position.blocked == tuple(
            holder for holder, count in zip(position.hands, turn["legal"], strict=True) if not count
        )
        mover = turn["colour"] if "colour" in turn else oracles.SEATS[turn["seat"]]
        assert (position.to_move == mover) == ("skip" not in turn)


# Blokus


@pytest.mark.parametrize("name", BLOKUS)
def test_a_game_of_blokus_has_its_known_counts_and_moves_before_every_turn(name: str) -> None:
    lines, turns = told(name, legal_counts=True)[:-1], oracles.turns(BLOKUS[name])
    for line, turn in zip(lines, turns, strict=True):
        assert line["legal"]
        assert line["player"] == turn["colour"]
        assert list(line["legal_placements"].values()) == turn["legal"]
        assert line["legal_digest"] == turn["legal_digest"]


@pytest.mark.parametrize("name", BLOKUS)
def test_with_any_corner_only_first_pieces_have_more_moves(name: str) -> None:
    lines, turns = told(name, legal_counts=True, first_corner="any")[:-1], oracles.turns(BLOKUS[name])
    for line, turn in zip(lines, turns, strict=True):
        if "legal_any_free_corner" in turn:
            assert line["legal_placements"][turn["colour"]] == turn["legal_any_free_corner"]
        else:
            assert line["legal_digest"] == turn["legal_digest"]


@pytest.mark.parametrize("name", BLOKUS)
def test_a_game_of_blokus_ends_as_known(name: str) -> None:
    final = BLOKUS[name]["final"]
    assert told(name)[-1] == {
        "record": name,
        "over": True,
        "scores": dict(zip(oracles.COLOURS, final["scores"], strict=True)),
        "winners": final["winners"],
        "decided_by": "points" if len(final["winners"]) == 1 else "shared",
    }


# Patchwork


def state(before_or_after: dict[str, Any]) -> dict[str, dict[str, int]]:
    """Both players as a line of replay tells them."""
    return {
        seat: {
            what: before_or_after[key][number]
            for what, key in [("time", "pos"), ("buttons", "buttons"), ("income", "income"), ("empty", "empty")]
        }
        for number, seat in enumerate(oracles.SEATS[:2])
    }


@pytest.mark.parametrize("name", PATCHWORK)
def test_a_game_of_patchwork_has_its_known_offers_and_states(name: str) -> None:
    lines = iter(told(name, legal_counts=True)[:-1])
    for turn in oracles.turns(PATCHWORK[name]):
        line = last = next(lines)
        for _ in oracles.leathers(turn):
            last = next(lines)
        assert line["legal"]
        assert last["legal"]
        assert line["player"] == last["player"] == oracles.SEATS[turn["player"]]
        assert line["legal_placements"] == {offer["patch"]: offer["placements"] for offer in turn["offer"]}
        assert line.get("legal_digest") == turn.get("placements_digest")
        assert last["state"] == state(turn["after"])
    assert next(lines, None) is None


@pytest.mark.parametrize("tie", TIES)
@pytest.mark.parametrize("name", PATCHWORK)
def test_a_game_of_patchwork_ends_as_known(name: str, tie: str) -> None:
    *_, before, last = told(name, tie=tie)
    final = PATCHWORK[name]["final"]
    assert (last["over"], last["winners"]) == (True, [oracles.SEATS[final[TIES[tie]]]])
    assert [last["scores"][seat] for seat in oracles.SEATS[:2]] == final["scores"]
    assert last["decided_by"] == ("tie-break" if final["tie"] else "points")
    assert before["bonus"] == (None if final["bonus_7x7"] is None else oracles.SEATS[final["bonus_7x7"]])


# Probes


def verdict_on(probe: oracles.Facts, **options: str) -> Verdict:
    move = oracles.sewing(probe) if "action" in probe else oracles.place(probe)
    return oracles.match_before(probe["game"], probe["before_turn"], **options).play(move)[0]


def probed(of: str) -> list[str]:
    return sorted({probe["game"] for probe in oracles.probes(of)})


@pytest.mark.parametrize("game", [*probed("polyssimo"), *probed("blokus"), *probed("patchwork")])
def test_a_probe_is_judged_as_known(game: str) -> None:
    for probe in oracles.probes(oracles.game_of(game)):
        if probe["game"] != game:
            continue
        verdict, reasons = verdict_on(probe), {oracles.CODES.get(reason, reason) for reason in probe["reasons"]}
        codes = {violation.code for violation in verdict.violations}
        assert verdict.legal is probe["legal"], probe
        assert codes & reasons or not reasons, probe
        assert codes == reasons or reasons & oracles.LOOSE, probe


def test_a_probe_of_blokus_is_judged_as_known_with_any_corner() -> None:
    probes = [probe for probe in oracles.probes("blokus") if "legal_if_any_corner" in probe]
    assert probes
    for probe in probes:
        assert verdict_on(probe, first_corner="any").legal is probe["legal_if_any_corner"], probe
