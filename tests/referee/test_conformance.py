"""What holds for every game that is refereed."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache
from random import Random

import pytest

from referee.games import GAMES
from referee.grid import Cell
from referee.match import Match, MatchError
from referee.move import Advance, Buy, Draft, Leather, Move, Place, Remove
from referee.piece import packaged_piece_set
from referee.polyomino import orientations
from referee.record import Undo, format_entry, format_header, parse_entry, parse_header
from referee.replay import replay
from tests.random_play import random_header, random_match, random_move, random_positions

every_game = pytest.mark.parametrize("game", GAMES)


@cache
def positions(game: str) -> list[Match]:
    return random_positions(game, seeds=range(3), every=7)


def any_cells(match: Match, piece: str, random: Random) -> tuple[Cell, ...]:
    """A piece in any turn anywhere near the board, now and then with a cell moved."""
    grid, shapes = match.piece_set.grid, orientations(match.piece_set.by_id[piece].cells)
    down, right = random.randrange(-1, grid.rows), random.randrange(-1, grid.cols)
    cells = [(row + down, col + right) for row, col in random.choice(shapes)]
    if random.random() < 0.1:
        cells[0] = (cells[0][0] + 1, cells[0][1])
    return tuple(cells)


def any_move(match: Match, random: Random) -> Move:
    """A move of any kind, mostly by the player to move."""
    player = match.position.to_move
    if player is None or random.random() < 0.1:
        player = random.choice(match.header.players)
    piece = random.choice(match.piece_set.pieces).id
    cells = any_cells(match, piece, random)
    kinds: list[Callable[[], Move]] = [
        lambda: Draft(player, piece),
        lambda: Place(player, piece, cells),
        lambda: Remove(player, piece),
        lambda: Advance(player),
        lambda: Buy(player, piece, cells),
        lambda: Leather(player, cells[:1]),
    ]
    return random.choice(kinds)()


def copied(match: Match) -> dict[str, object]:
    """The fields of a position, with copies of what could be changed."""
    values = {part.name: getattr(match.position, part.name) for part in fields(match.position)}
    return {name: dict(value) if isinstance(value, Mapping) else value for name, value in values.items()}


def key(move: Move) -> str:
    return format_entry(move)


@every_game
def test_the_packaged_piece_set_is_of_the_game(game: str) -> None:
    assert packaged_piece_set(game).game == game


@every_game
def test_every_legal_move_is_judged_legal(game: str) -> None:
    for match in positions(game):
        moves = list(match.game.legal_moves(match.position))
        assert len({key(move) for move in moves}) == len(moves)
        for move in moves[:: 1 + len(moves) // 60]:
            assert match.game.judge(match.position, move).legal, move


@every_game
def test_any_other_move_is_judged_illegal(game: str) -> None:
    for number, match in enumerate(positions(game)):
        random, legal = Random(number), {key(move) for move in match.game.legal_moves(match.position)}
        for _ in range(150):
            move = any_move(match, random)
            assert match.game.judge(match.position, move).legal == (key(move) in legal), move


@every_game
def test_placements_are_counted_as_they_are_listed(game: str) -> None:
    for match in positions(game):
        if match.position.phase == "draft":
            continue
        counts = match.game.legal_counts(match.position)
        for holder in match.position.hands:
            listed = match.game.legal_placements(match.position, holder)
            if holder in counts:
                assert counts[holder] == len(listed)
            elif holder == match.position.to_move:
                assert counts == {
                    piece: sum(one.piece == piece for one in listed) for piece in counts
                }  # Patchwork counts by patch


@every_game
def test_random_play_comes_to_an_end(game: str) -> None:
    match = random_match(seed=7, game=game)
    assert random_move(match, Random(0)) is None
    assert match.outcome.over or game == "polyssimo-puzzle"  # a puzzle may be filled so that nothing fits any more


@every_game
def test_an_ended_game_has_nobody_to_move_and_refuses_every_move(game: str) -> None:
    for match in positions(game):
        assert (match.position.to_move is None) == (match.position.phase == "over") == match.outcome.over
        if not match.outcome.over:
            assert match.outcome.winners == ()
            continue
        assert match.outcome.winners
        assert match.outcome.decided_by in ("squares", "points", "tie-break", "shared")
        assert not list(match.game.legal_moves(match.position))


@every_game
def test_a_move_leaves_the_position_before_it_untouched(game: str) -> None:
    for match in positions(game):
        move = random_move(match, Random(1))
        if move is None:
            continue
        before = copied(match)
        _, after = match.play(move)
        assert after.position != match.position
        assert copied(match) == before


@every_game
def test_every_move_can_be_taken_back_exactly(game: str) -> None:
    random = Random(5)
    match = Match.start(random_header(game, random), packaged_piece_set(game))
    history = [match]
    while move := random_move(match, random):
        match = match.play(move)[1]
        history.append(match)
    for earlier in reversed(history[:-1]):
        match = match.undone()
        assert match == earlier
    with pytest.raises(MatchError, match="no move to take back"):
        match.undone()


@every_game
def test_a_record_that_is_written_and_read_leads_to_the_same_position(game: str) -> None:
    for match in positions(game)[::4]:
        header = parse_header(format_header(match.header))
        again = Match.start(header, packaged_piece_set(game))
        for move in match.moves:
            entry = parse_entry(format_entry(move))
            assert entry == move
            assert not isinstance(entry, Undo)
            again = again.play(entry)[1]
        assert again.position == match.position
        assert again.outcome == match.outcome


@every_game
def test_a_replayed_record_is_legal_throughout_and_ends_as_the_match(game: str) -> None:
    match = random_match(seed=3, game=game)
    record = [format_header(match.header), *map(format_entry, match.moves)]
    *lines, last = replay("a.jsonl", record, packaged_piece_set, legal_counts=True)
    assert all(line["legal"] for line in lines)
    assert [line["ply"] for line in lines if line["ply"]] == list(range(1, 1 + sum(line["ply"] > 0 for line in lines)))
    assert last["scores"] == dict(match.outcome.scores)
    assert last["winners"] == list(match.outcome.winners)


@every_game
def test_after_every_move_an_undo_in_the_record_gives_back_what_was_told(game: str) -> None:
    match = random_match(seed=3, moves=9, game=game)
    moves = [format_entry(move) for move in match.moves]
    there_and_back = [line for move in moves for line in (move, format_entry(Undo()), move)]
    straight = list(replay("a", [format_header(match.header), *moves], packaged_piece_set))
    round_about = list(replay("a", [format_header(match.header), *there_and_back], packaged_piece_set))
    assert [*round_about[2::3], round_about[-1]] == straight
    assert all(line["legal"] for line in round_about[:-1])


@every_game
def test_a_match_can_be_shown_in_a_message(game: str) -> None:
    for match in positions(game):
        assert "piece_set" not in repr(match.position)
        assert len(repr(match.position)) < 20_000


@every_game
def test_a_position_cannot_be_changed_from_outside(game: str) -> None:
    match = positions(game)[0]
    with pytest.raises(TypeError):
        match.position.hands["Ann"] = frozenset()  # type: ignore[index]
    with pytest.raises((AttributeError, TypeError)):
        match.position.to_move = None  # type: ignore[misc]
