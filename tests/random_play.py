"""Matches played at random, from a seed."""

from random import Random

from referee.match import Match
from referee.move import Move, Place, Remove
from referee.piece import packaged_piece_set
from referee.placements import placements
from referee.record import Header

SEATS = ("Ann", "Bob", "Cleo", "Dan")
COLOURS = ("blue", "yellow", "red", "green")


def random_header(game: str, random: Random, players: int | None = None) -> Header:
    """A header with which the game may begin."""
    if game == "blokus":
        return Header(game, COLOURS)
    if game == "patchwork":
        circle = list(packaged_piece_set(game).by_id)
        return Header(game, SEATS[:2], setup={"circle": random.sample(circle, len(circle))})
    return Header(game, SEATS[: players or (1 if game == "polyssimo-puzzle" else 2)])


def random_move(match: Match, random: Random) -> Move | None:
    """A legal move of the player to move that brings the game forward; None where there is none."""
    moves = match.game.legal_moves(match.position)
    move = random.choice(moves) if moves else None
    if not isinstance(move, Remove):
        return move
    forward = [move for move in moves if not isinstance(move, Remove)]
    return random.choice(forward) if forward else None


def random_match(seed: int, players: int | None = None, moves: int = 1000, game: str = "polyssimo") -> Match:
    """A match after so many random moves, or at its end."""
    random = Random(seed)
    match = Match.start(random_header(game, random, players), packaged_piece_set(game))
    while len(match.moves) < moves and (move := random_move(match, random)):
        verdict, match = match.play(move)
        assert verdict.legal, verdict
    return match


def tidy_match(seed: int, left: int, tries: int = 40) -> Match:
    """A match of two at Polyssimo who leave each other room, when so many pieces are left in both hands together.

    Each places, of some placements at random, the one after which most placements stay open.
    """
    random, piece_set = Random(seed), packaged_piece_set("polyssimo")
    every, pieces = placements(piece_set), random.sample(list(piece_set.by_id), len(piece_set.pieces))
    match = Match.start(
        Header("polyssimo", SEATS[:2], {"Ann": tuple(pieces[::2]), "Bob": tuple(pieces[1::2])}), piece_set
    )
    while match.position.to_move is not None and len(match.moves) < len(pieces) - left:
        player, hands = match.position.to_move, match.position.hands
        open_ = match.position.free & every.of_hand(hands["Ann"] | hands["Bob"])
        listed = match.game.legal_placements(match.position, player)
        chosen = max(
            random.sample(listed, min(tries, len(listed))),
            key=lambda one: (open_ & ~every.hit_by(one.cells)).bit_count(),
        )
        match = match.play(Place(player, chosen.piece, chosen.cells))[1]
    return match


def random_positions(game: str, seeds: range, every: int) -> list[Match]:
    """Matches from the beginning, the middle and the end of random games: one in so many of their moves."""
    found = []
    for seed in seeds:
        match: Match | None = random_match(seed, game=game)
        while match:
            found.append(match)
            for _ in range(every):
                match = match.before if match else None
    return found
