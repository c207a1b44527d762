"""Matches played at random, from a seed."""

from random import Random

from referee.match import Match
from referee.move import Draft, Move, Place
from referee.piece import packaged_piece_set
from referee.record import Header

SEATS = ("Ann", "Bob", "Cleo", "Dan")


def random_move(match: Match, random: Random) -> Move:
    """A legal move of the player to move."""
    player = match.position.to_move
    assert player is not None
    if match.position.phase == "draft":
        return Draft(player, random.choice(match.game.legal_drafts(match.position)))
    chosen = random.choice(match.game.legal_placements(match.position, player))
    return Place(player, chosen.piece, chosen.cells)


def random_match(seed: int, players: int = 2, moves: int = 48) -> Match:
    """A match after so many random moves, or at its end."""
    random = Random(seed)
    match = Match.start(Header("polyssimo", SEATS[:players]), packaged_piece_set("polyssimo"))
    while match.position.to_move is not None and len(match.moves) < moves:
        verdict, match = match.play(random_move(match, random))
        assert verdict.legal, verdict
    return match
