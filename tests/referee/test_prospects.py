"""What players want to know of a match."""

from dataclasses import replace
from random import Random

import pytest

from referee.game import Game
from referee.games import GAMES
from referee.grid import GridSize
from referee.match import Match
from referee.move import Place
from referee.piece import packaged_piece_set
from referee.polyomino import canonical, is_connected
from referee.prospects import Footprint, fits, footprints, regions
from referee.record import Header
from tests.boards import cells_of
from tests.random_play import random_match, random_move, random_positions

PIECES = packaged_piece_set("polyssimo")


def history(match: Match | None) -> list[Match]:
    """A match and all the matches before it, the latest first."""
    found = []
    while match:
        found.append(match)
        match = match.before
    return found


def small(rows: int, cols: int, **hands: str) -> Match:
    """A game with given hands on a small board."""
    given = {player: tuple(hand.split()) for player, hand in hands.items()}
    return Match.start(Header("polyssimo", tuple(hands), given), replace(PIECES, grid=GridSize(rows, cols)))


def placed(match: Match, picture: str) -> Match:
    (cells,) = cells_of(picture).values()
    player = str(match.position.to_move)
    verdict, match = match.play(Place(player, PIECES.by_shape[canonical(cells)].id, cells))
    assert verdict.legal, verdict
    return match


@pytest.mark.parametrize("game", GAMES)
def test_where_pieces_fit_is_what_could_be_placed_piece_by_piece(game: str) -> None:
    for match in random_positions(game, seeds=range(1), every=9):
        for holder, hand in match.position.hands.items():
            found = fits(match, holder)
            assert set(found) == hand
            assert [one for places in found.values() for one in places] == list(
                match.game.legal_placements(match.position, holder)
            )


def test_pieces_that_fit_nowhere_are_named_too() -> None:
    assert {piece: len(places) for piece, places in fits(small(2, 5, Ann="I P X", Bob="L"), "Ann").items()} == {
        **{"I": 2, "P": 12, "X": 0}
    }


def lopsided(match: Match, generous: str, random: Random) -> Match:
    """The end when one player places the smallest of some pieces at random, and all others the largest."""
    while moves := [move for _ in range(6) if (move := random_move(match, random))]:
        size = min if match.position.to_move == generous else max
        match = match.play(size(moves, key=lambda move: len(getattr(move, "cells", ()))))[1]
    return match


def test_a_region_that_only_one_player_can_use_is_their_footprint() -> None:
    match = small(5, 6, Ann="P L", Bob="I X")
    assert footprints(match) == ()
    match = placed(match, "..I\n..I\n..I\n..I\n..I")
    left = tuple((row, col) for row in range(5) for col in range(2))
    assert footprints(match) == (Footprint("Ann", left, ("L", "P")),)


def test_footprints_are_regions_of_free_cells_for_one_player_only() -> None:
    seen = 0
    for seed in range(6):
        for match in history(random_match(seed, players=2 + seed % 3)):
            if match.position.phase == "draft":
                break
            taken = {cell for place in match.position.lying for cell in place.cells}
            for footprint in footprints(match):
                seen += 1
                assert is_connected(footprint.cells)
                assert taken.isdisjoint(footprint.cells)
                for player in match.position.players:
                    inside = [
                        placement.piece
                        for placement in match.game.legal_placements(match.position, player)
                        if set(placement.cells) <= set(footprint.cells)
                    ]
                    assert set(inside) == (set(footprint.pieces) if player == footprint.player else set())
    assert seen > 5


def test_there_are_no_footprints_before_all_pieces_are_in_hands_nor_in_other_games() -> None:
    assert footprints(random_match(1, moves=1)) == ()
    for game in set(GAMES) - {"polyssimo"}:
        assert all(footprints(match) == () for match in random_positions(game, seeds=range(1), every=9))


def test_regions_hang_together_and_do_not_touch() -> None:
    grid = GridSize(3, 4)
    taken = grid.mask(cells_of("..x.\n.xx.\nxx..")["x"])
    assert [grid.cells(region) for region in regions(grid, taken)] == [
        ((0, 0), (0, 1), (1, 0)),
        ((0, 3), (1, 3), (2, 2), (2, 3)),
    ]


@pytest.mark.parametrize("game", GAMES)
def test_who_is_said_to_have_won_for_certain_does_win(game: str) -> None:
    early = 0
    for seed in range(12):
        match = random_match(seed, game=game)
        for earlier in history(match):
            winners = earlier.game.certain_winners(earlier.position)
            assert winners in ((), match.outcome.winners)
            early += bool(winners) and not earlier.outcome.over
    assert early > 0 or type(GAMES[game]).certain_winners is Game.certain_winners


@pytest.mark.parametrize("game", GAMES)
def test_who_is_said_to_have_won_for_certain_wins_even_when_giving_way_to_all_others(game: str) -> None:
    for seed in range(12):
        start = random_match(seed, moves=0, game=game)
        for earlier in history(lopsided(start, start.position.players[-1], Random(seed))):
            winners = earlier.game.certain_winners(earlier.position)
            for other in range(4 if winners and not earlier.outcome.over else 0):
                assert lopsided(earlier, winners[0], Random(other)).outcome.winners == winners
