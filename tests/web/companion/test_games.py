"""Whole random games before eyes that blink and err now and then: what is refereed in the end is what was played."""

import random
from dataclasses import replace

import pytest

from referee.match import Match
from referee.move import Place
from referee.record import Header
from tests.random_play import random_move
from tests.sightings import BOARD, PIECES
from vision.look import Look, View
from vision.sighting import SeenPiece, Sighting
from web.companion.companion import Companion
from web.companion.event import Event

PLAYERS = ("Ann", "Bob")


def random_game(seed: int, header: Header) -> tuple[Place, ...]:
    """The placements of a whole legal game."""
    chance, match = random.Random(seed), Match.start(header, PIECES)
    while match.position.to_move is not None:
        _, match = match.play(random_move(match, chance))
    return match.position.lying


def dealt(seed: int) -> Header:
    pieces = random.Random(seed).sample(list(PIECES.by_id), 24)
    return Header("polyssimo", PLAYERS, {"Ann": tuple(pieces[:12]), "Bob": tuple(pieces[12:])})


class Watched:
    """A companion shown a game, board by board."""

    def __init__(self, header: Header) -> None:
        self.companion = Companion(Match.start(header, PIECES), lambda line: None)
        self.events: list[Event] = []
        self.frame = 0

    def look(self, lying: tuple[Place, ...], lost: int | None = None) -> None:
        """A settled look, after a hand has been there; the piece number ``lost`` is overlooked."""
        pieces = tuple(SeenPiece(place.piece, place.cells) for number, place in enumerate(lying) if number != lost)
        for view, seen in ((View.OCCLUDED, None), (View.SETTLED, Sighting(BOARD, pieces))):
            self.frame += 1
            self.events += self.companion.see(Look(self.frame, self.frame / 3, view, BOARD, seen))

    def kinds(self) -> set[str]:
        return {event.name for event in self.events}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("hands_known", [True, False])
def test_a_game_seen_ply_by_ply_is_refereed_to_its_end(seed: int, hands_known: bool) -> None:
    header = dealt(seed) if hands_known else Header("polyssimo", PLAYERS, rules={"open_hands": True})
    game = random_game(seed, header)
    watched = Watched(header)
    for ply in range(len(game) + 1):
        watched.look(game[:ply])
    assert watched.companion.match.position.lying == game
    assert watched.kinds() <= {"placed", "blocked", "over"}
    assert watched.events[-1].name == "over"


@pytest.mark.parametrize("seed", range(3))
def test_with_hands_known_every_other_look_may_be_missed(seed: int) -> None:
    header = dealt(seed)
    game = random_game(seed, header)
    watched = Watched(header)
    for ply in (*range(0, len(game), 2), len(game)):
        watched.look(game[:ply])
    # where one player is blocked the other lays two pieces at once, in an order that does not matter
    assert set(watched.companion.match.position.lying) == set(game)
    assert watched.kinds() <= {"placed", "blocked", "over"}


@pytest.mark.parametrize("seed", range(5))
def test_a_piece_overlooked_in_one_look_changes_nothing(seed: int) -> None:
    header, chance = dealt(seed), random.Random(seed)
    game = random_game(seed, header)
    watched = Watched(header)
    for ply in range(1, len(game) + 1):
        watched.look(game[:ply], lost=chance.randrange(ply) if chance.random() < 0.5 else None)
        watched.look(game[:ply])
    assert watched.companion.match.position.lying == game
    assert watched.kinds() <= {"placed", "blocked", "over"}
    assert all(event.as_json().get("legal", True) for event in watched.events)


@pytest.mark.parametrize("seed", range(5))
def test_a_piece_read_wrongly_in_one_look_is_mended(seed: int) -> None:
    header, chance = Header("polyssimo", PLAYERS, rules={"open_hands": True}), random.Random(seed)
    game = random_game(seed, header)
    watched = Watched(header)
    for ply in range(1, len(game) + 1):
        if chance.random() < 0.3 and ply > 1:
            *rest, last = game[:ply]
            shifted = tuple((row, (col + 1) % 12) for row, col in last.cells)
            watched.look((*rest, replace(last, cells=shifted)))
        for _ in range(3):
            watched.look(game[:ply])
    assert watched.companion.match.position.lying == game
    assert watched.events[-1].name == "over"
