"""The games that the demo plays."""

import json
from dataclasses import replace

import pytest

from referee.match import Match
from referee.piece import PieceSet, packaged_piece_set
from referee.record import RecordError, format_entry, format_header
from tests.web.scripted import POLYSSIMO
from web.camera.programme import Programme
from web.camera.simulated import shots, steps
from web.games.demo import dealt, rest, script
from web.record.store import StoredMatch
from web.scripts.script import Script


def played(whole: Script, count: int | None = None) -> Match:
    match = Match.start(whole.header, POLYSSIMO)
    for move in whole.moves[:count]:
        verdict, match = match.play(move)
        assert verdict.legal, verdict
    return match


@pytest.mark.parametrize("seed", range(12))
def test_every_seed_gives_a_whole_legal_game_with_a_winner(seed: int) -> None:
    outcome = played(script(seed, POLYSSIMO)).outcome
    assert outcome.over
    assert outcome.winners


@pytest.mark.parametrize("seed", range(12))
def test_the_slip_is_an_overlap_and_nothing_else(seed: int) -> None:
    whole = script(seed, POLYSSIMO)
    verdict, _ = played(whole, whole.slip_at).play(whole.slip)
    assert [violation.code for violation in verdict.violations] == ["overlap"]


BLOKUS, PUZZLE = packaged_piece_set("blokus"), packaged_piece_set("polyssimo-puzzle")


@pytest.mark.parametrize("seed", range(2))
def test_blokus_is_played_to_its_end_with_a_piece_laid_away_from_its_own(seed: int) -> None:
    whole = script(seed, BLOKUS)
    match = Match.start(whole.header, BLOKUS)
    for ply, move in enumerate(whole.moves):
        broken = [one.code for one in match.play(whole.slip)[0].violations] if ply == whole.slip_at else []
        assert broken in ([], ["no_corner_contact"])
        verdict, match = match.play(move)
        assert verdict.legal
    assert match.outcome.over
    assert match.position.lying == whole.moves


@pytest.mark.parametrize("seed", range(3))
def test_a_card_of_the_puzzle_is_solved_after_a_dead_end(seed: int) -> None:
    whole = script(seed, PUZZLE, ("Ann",))
    match = Match.start(whole.header, PUZZLE)
    for ply, move in enumerate(whole.moves[whole.given :], whole.given):
        if ply == whole.slip_at:
            verdict, stuck = match.play(whole.slip)
            assert verdict.legal
            assert stuck.game.is_dead_end(stuck.position)
        verdict, match = match.play(move)
        assert verdict.legal
        assert not match.game.is_dead_end(match.position)
    assert match.outcome.over


def test_hands_are_shown_for_the_last_pieces_of_blokus_only_and_its_slip_is_among_them() -> None:
    whole = script(0, BLOKUS)
    made = steps(whole, 0)
    assert [step.sudden for step in made] == [True] * whole.swift + [False] * (len(made) - whole.swift)
    slip, right = made[whole.slip_at : whole.slip_at + 2]
    assert (slip.piece, slip.situation, right.lifted) == (right.piece, "none", True)
    assert slip.piece.split()[0] == whole.slip.colour


def test_a_game_on_a_square_board_that_is_seen_a_quarter_turn_round_is_gone_on_with() -> None:
    whole = script(0, BLOKUS)
    first = tuple(replace(move, cells=tuple((col, 19 - row) for row, col in move.cells)) for move in whole.moves[:7])
    match = Match.start(whole.header, BLOKUS)
    for move in first:
        _, match = match.play(move)
    assert rest(match, whole) == whole.moves[7:]


def test_a_demo_of_another_game_is_not_gone_on_with() -> None:
    assert not Programme(BLOKUS, ("Ann", "Bob"), seed=4, speed=1.0).goes_on(stored(script(4, POLYSSIMO), 7))


@pytest.mark.parametrize(
    ("piece_set", "players"), [(POLYSSIMO, ("Ann",)), (BLOKUS, ("Ann",)), (PUZZLE, ("Ann", "Bob"))]
)
def test_too_few_or_too_many_players_are_told(piece_set: PieceSet, players: tuple[str, ...]) -> None:
    with pytest.raises(RecordError):
        Programme(piece_set, players, seed=4, speed=1.0)


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    assert script(5, POLYSSIMO) == script(5, POLYSSIMO)
    assert script(5, POLYSSIMO).moves != script(6, POLYSSIMO).moves
    assert script(5, POLYSSIMO).header == dealt(5, POLYSSIMO)


def test_four_people_can_play_it_too() -> None:
    whole = script(3, POLYSSIMO, ("Ann", "Bob", "Cy", "Di"))
    assert played(whole).outcome.over


def test_a_game_cut_short_has_the_rest_of_its_moves_left() -> None:
    whole = script(4, POLYSSIMO)
    assert rest(played(whole, 7), whole) == whole.moves[7:]
    assert rest(played(whole), whole) == ()


def test_a_game_that_the_camera_sees_half_a_turn_round_is_gone_on_with() -> None:
    whole = script(4, POLYSSIMO)
    turned = tuple(replace(move, cells=tuple((10 - row, 11 - col) for row, col in move.cells)) for move in whole.moves)
    assert rest(played(replace(whole, moves=turned), 7), whole) == whole.moves[7:]


def test_a_game_that_took_another_course_is_not_gone_on_with() -> None:
    whole = script(4, POLYSSIMO)
    assert rest(played(whole, 7), script(5, POLYSSIMO)) is None
    elsewhere = replace(whole, moves=(whole.slip, *whole.moves[1:]))
    assert rest(played(whole, 1), elsewhere) is None


def test_the_arms_make_every_move_and_put_the_slip_right() -> None:
    whole = script(4, POLYSSIMO)
    made = steps(whole, 0)
    assert len(made) == len(whole.moves) + 1
    slip, right = made[whole.slip_at : whole.slip_at + 2]
    assert (slip.piece, slip.cells, slip.situation) == (whole.slip.piece, whole.slip.cells, "overlap")
    assert (right.cells, right.lifted) == (whole.moves[whole.slip_at].cells, True)
    assert [step.piece for step in steps(whole, whole.slip_at + 1)] == [
        m.piece for m in whole.moves[whole.slip_at + 1 :]
    ]


def test_a_demo_gone_on_with_begins_with_the_pieces_that_lie() -> None:
    whole = script(4, POLYSSIMO)
    _, truth = next(iter(shots(whole, 3, 4, POLYSSIMO)))
    lying = {piece["id"]: tuple(map(tuple, piece["cells"])) for piece in truth["pieces"]}
    assert lying == {move.piece: move.cells for move in whole.moves[:3]}


def test_a_demo_cut_short_goes_on_and_a_finished_one_begins_again() -> None:
    programme = Programme(POLYSSIMO, ("Ann", "Bob"), seed=4, speed=1.0)
    assert programme.goes_on(stored(script(4, POLYSSIMO), 7))
    assert not programme.goes_on(stored(script(4, POLYSSIMO)))
    assert not programme.goes_on(stored(script(4, POLYSSIMO, ("Cy", "Di")), 7))


def test_a_demo_of_another_piece_set_begins_again() -> None:
    kept = stored(script(4, POLYSSIMO), 7)
    header = json.loads(kept.lines[0])
    other = replace(kept, lines=(json.dumps({**header, "pieces": "0" * 64}), *kept.lines[1:]))
    assert not Programme(POLYSSIMO, ("Ann", "Bob"), seed=4, speed=1.0).goes_on(other)


def test_a_demo_cut_short_in_a_later_game_goes_on_with_that_game() -> None:
    programme = Programme(POLYSSIMO, ("Ann", "Bob"), seed=4, speed=1.0)
    assert programme.goes_on(stored(script(6, POLYSSIMO), 7))
    assert programme.header == dealt(6, POLYSSIMO)
    assert programme.next() == dealt(7, POLYSSIMO)


def stored(whole: Script, count: int | None = None) -> StoredMatch:
    lines = [format_header(whole.header), *[format_entry(move) for move in whole.moves[:count]]]
    return StoredMatch(1, "demo:4", tuple(lines))
