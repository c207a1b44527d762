"""Polyssimo, the solo puzzle: fill the square with the eleven pieces, of which a card gives some.

Pieces are turned but not turned over (so says their data). A piece once placed may be removed, those of the card may
not. The puzzle is over when it is solved.

Options of the header: ``"card": 21`` lays out a card of the piece set, ``"given": [{"piece": "J4", "cells": [...]}]``
any other beginning.

Source of cards and pieces: ``referee/data/polyssimo-puzzle.json``.
"""

import reprlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from types import MappingProxyType
from typing import Any

from referee import rules
from referee.agreement import check_no_colours, check_no_hands, check_number_of_players, check_options_known
from referee.exact_cover import covers
from referee.game import Game, Phase, Placing
from referee.grid import Cell
from referee.move import Move, Place, Remove
from referee.piece import PieceSet, PieceSetError
from referee.placements import Placement, placements, texts
from referee.record import Header, HeaderError, parse_laid
from referee.said import Said
from referee.verdict import Outcome, Verdict, Violation

OPTIONS = ("card", "given")


@dataclass(frozen=True, slots=True)
class PuzzlePosition:
    """What lies and what is left. ``free`` is the set of placements on free cells, as ``Placements`` numbers them;
    the first ``given`` pieces that lie are those of the card."""

    piece_set: PieceSet = field(repr=False)
    players: tuple[str, ...]
    hands: Mapping[str, frozenset[str]]
    free: int = field(repr=False)
    given: int = 0
    phase: Phase = "placing"
    to_move: str | None = None
    lying: tuple[Place, ...] = ()
    blocked: tuple[str, ...] = ()

    @property
    def taken(self) -> frozenset[Cell]:
        """The squares that are covered."""
        return frozenset(cell for place in self.lying for cell in place.cells)

    @property
    def left(self) -> frozenset[str]:
        """The pieces that do not lie yet."""
        return self.hands[self.players[0]]


class PolyssimoPuzzle(Game[PuzzlePosition]):
    """The rules of the puzzle."""

    def check_equipment(self, piece_set: PieceSet) -> None:
        """Cards may be missing, as it can be begun without one; but those that are there must make sense."""
        if "cards" in piece_set.extras:
            _cards(piece_set)

    def start(self, header: Header, piece_set: PieceSet) -> PuzzlePosition:
        check_no_hands(header)
        check_no_colours(header)
        check_number_of_players(header, range(1, 2))
        check_options_known(header, OPTIONS)
        position = _laid_out(PuzzlePosition(piece_set, header.players, MappingProxyType({}), 0), ())
        for place in _given(header, piece_set):
            verdict = self.judge(position, place)
            if not verdict.legal:
                reasons = "; ".join(violation.text for violation in verdict.violations)
                raise HeaderError(Said("a piece that is given cannot lie so: {reasons}", reasons=reasons))
            position = self.apply(position, place)
        return replace(position, given=len(position.lying))

    def judge(self, position: PuzzlePosition, move: Move) -> Verdict:
        match move:
            case Place():
                checks = _judge_place(position, move)
            case Remove():
                checks = _judge_remove(position, move)
            case _:
                checks = (rules.not_in_this_game(move, "polyssimo-puzzle"),)
        return Verdict(move, tuple(violation for violation in checks if violation))

    def apply(self, position: PuzzlePosition, move: Move) -> PuzzlePosition:
        match move:
            case Place():
                return _laid_out(position, (*position.lying, move))
            case Remove():
                return _laid_out(position, tuple(place for place in position.lying if place.piece != move.piece))
        raise ValueError(f"not a move of this game: {move}")

    def legal_moves(self, position: PuzzlePosition) -> Sequence[Move]:
        if position.to_move is None:
            return ()
        listed = self.legal_placements(position, position.to_move)
        removable = position.lying[position.given :]
        return [
            *Placing(position.to_move, listed),
            *(Remove(position.to_move, place.piece) for place in removable),
        ]

    def legal_placements(self, position: PuzzlePosition, holder: str) -> tuple[Placement, ...]:
        return placements(position.piece_set).listed(_free_of_left(position))

    def legal_counts(self, position: PuzzlePosition) -> dict[str, int]:
        return dict.fromkeys(position.players, _free_of_left(position).bit_count())

    def alternatives(self, position: PuzzlePosition, move: Move | None) -> tuple[str, ...] | None:
        return texts(self.legal_placements(position, position.to_move)) if position.to_move else None

    def outcome(self, position: PuzzlePosition) -> Outcome:
        squares = sum(position.piece_set.by_id[piece].squares for piece in position.left)
        scores = tuple((player, squares) for player in position.players)
        solved = not position.left
        over = position.phase == "over"
        return Outcome(over, scores, position.players if solved else (), "squares" if solved else "")

    def is_dead_end(self, position: PuzzlePosition) -> bool:
        return not is_completable(position)

    def ending(self, position: PuzzlePosition) -> dict[str, Any]:
        return {"solved": not position.left}


def solutions(position: PuzzlePosition, most: int) -> int:
    """In how many ways the rest can be filled, counted up to ``most``."""
    return sum(1 for _ in islice(_ways(position), most))


def is_completable(position: PuzzlePosition) -> bool:
    """Whether the rest can still be filled."""
    return solutions(position, most=1) > 0


def hint(position: PuzzlePosition) -> Place | Remove | None:
    """A move towards a solution: a piece with its place; or, where no solution is left, a piece to take away.

    None where the puzzle is solved, or where not even the card has a solution.
    """
    player, removable = position.players[0], position.lying[position.given :]
    way = next(_ways(position), None)
    if way is not None:
        return Place(player, way[0].piece, way[0].cells) if way else None
    if not is_completable(_laid_out(position, position.lying[: position.given])):
        return None
    for wrong in reversed(removable):
        if is_completable(_laid_out(position, tuple(place for place in position.lying if place != wrong))):
            return Remove(player, wrong.piece)
    return Remove(player, removable[-1].piece)


def _ways(position: PuzzlePosition) -> Iterator[tuple[Placement, ...]]:
    free = [cell for cell in position.piece_set.grid if cell not in position.taken]
    return covers(placements(position.piece_set), free, position.left, _free_of_left(position))


def _judge_place(position: PuzzlePosition, place: Place) -> tuple[Violation | None, ...]:
    return rules.placing_freely(
        place, position.phase, position.to_move, position.left, position.taken, position.piece_set
    )


def _judge_remove(position: PuzzlePosition, remove: Remove) -> tuple[Violation | None, ...]:
    return (
        rules.in_phase(Said("removing"), position.phase, "placing"),
        rules.at_turn(remove.player, position.to_move),
        rules.known(remove.piece, position.piece_set) or _removable(position, remove.piece),
    )


# Only what lies can be removed, and what the card gives stays.
def _removable(position: PuzzlePosition, piece: str) -> Violation | None:
    lying = [place.piece for place in position.lying]
    if piece in lying[position.given :]:
        return None
    given = Said("removing {piece}, which the card gives,", piece=piece)
    absent = Said("removing {piece}, which does not lie,", piece=piece)
    return rules.out_of_phase(given if piece in lying else absent, position.phase)


def _laid_out(position: PuzzlePosition, lying: tuple[Place, ...]) -> PuzzlePosition:
    every, player = placements(position.piece_set), position.players[0]
    hand = frozenset(position.piece_set.by_id) - {place.piece for place in lying}
    hit = every.hit_by(tuple(cell for place in lying for cell in place.cells))
    free = every.of_hand(frozenset(position.piece_set.by_id)) & ~hit
    return replace(
        position,
        hands=MappingProxyType({player: hand}),
        free=free,
        lying=lying,
        phase="placing" if hand else "over",
        to_move=player if hand else None,
        blocked=() if free & every.of_hand(hand) else position.players,
    )


def _free_of_left(position: PuzzlePosition) -> int:
    return position.free & placements(position.piece_set).of_hand(position.left)


def _given(header: Header, piece_set: PieceSet) -> tuple[Place, ...]:
    """The pieces that lie at the beginning, as moves of the player."""
    if {"card", "given"} <= header.options.keys():
        raise HeaderError(Said("give either card or given"))
    given = header.options.get("given", [])
    if "card" in header.options:
        given = _card(piece_set, header.options["card"])
    return tuple(Place(header.players[0], piece, cells) for piece, cells in parse_laid(given, "given"))


def _card(piece_set: PieceSet, number: object) -> object:
    cards = _cards(piece_set)
    if not isinstance(number, int) or isinstance(number, bool) or number not in cards:
        known = ", ".join(map(str, cards))
        raise HeaderError(
            Said("there is no card {number}; known are {known}", number=reprlib.repr(number), known=known)
        )
    return cards[number]


def _cards(piece_set: PieceSet) -> dict[int, object]:
    """What is given on each card, by its number."""
    try:
        return {int(card["card"]): card["given"] for card in piece_set.extras["cards"]}
    except (KeyError, OverflowError, TypeError, ValueError) as error:
        raise PieceSetError(f"{piece_set.game}: extras lack the cards, each with card and given ({error!r})") from error
