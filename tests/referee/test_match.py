"""Matches of Polyssimo played at random: they end, and agree with a judge on plain sets."""

from random import Random

import pytest

from referee.match import Match
from referee.move import Place
from referee.piece import packaged_piece_set
from referee.polyomino import orientations
from tests.random_play import random_match

PIECES = packaged_piece_set("polyssimo")
MIDGAME = [random_match(seed, players, moves=24 + 2 * seed) for seed in range(6) for players in (2, 3, 4)]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_random_play_comes_to_an_end_with_every_square_accounted_for(seed: int, players: int) -> None:
    match = random_match(seed, players)
    covered = {cell for place in match.position.lying for cell in place.cells}
    assert match.outcome.over
    assert len(match.outcome.winners) == 1
    assert sum(score for _, score in match.outcome.scores) == len(PIECES.grid) - len(covered)


def naively_legal(match: Match, place: Place) -> bool:
    """The rules once more, on plain sets of cells."""
    position = match.position
    if place.player != position.to_move or place.piece not in position.hands[place.player]:
        return False
    free = {(row, col) for row in range(11) for col in range(12)}
    for lying in position.lying:
        free -= set(lying.cells)
    top, left = min(row for row, _ in place.cells), min(col for _, col in place.cells)
    shape = tuple(sorted((row - top, col - left) for row, col in place.cells))
    return set(place.cells) <= free and shape in orientations(PIECES.by_id[place.piece].cells)


def any_place(match: Match, random: Random) -> Place:
    """Any piece in any turn anywhere near the board, now and then with a cell moved or of another player."""
    piece, down, right = random.choice(PIECES.pieces), random.randrange(-1, 11), random.randrange(-1, 12)
    cells = [(row + down, col + right) for row, col in random.choice(orientations(piece.cells))]
    if random.random() < 0.1:
        cells[0] = (cells[0][0] + 1, cells[0][1])
    others = random.random() < 0.1
    return Place(random.choice(match.header.players) if others else str(match.position.to_move), piece.id, tuple(cells))


@pytest.mark.parametrize("match", MIDGAME)
def test_any_placement_is_judged_as_by_a_naive_judge(match: Match) -> None:
    random = Random(len(match.moves))
    tried = [any_place(match, random) for _ in range(200)]
    assert [match.play(place)[0].legal for place in tried] == [naively_legal(match, place) for place in tried]


@pytest.mark.parametrize("match", MIDGAME)
def test_every_placement_that_is_generated_is_judged_legal(match: Match) -> None:
    if match.position.to_move is None:
        return
    player = match.position.to_move
    listed = match.game.legal_placements(match.position, player)
    assert len(listed) == match.game.legal_counts(match.position)[player] > 0
    for chosen in listed[:: 1 + len(listed) // 100]:
        place = Place(player, chosen.piece, chosen.cells)
        assert match.play(place)[0].legal
        assert naively_legal(match, place)
