"""What became of a demo in the browser is told from its record and from what the page said."""

import pytest

from referee.match import Match
from referee.move import Place
from referee.piece import PieceSet, packaged_piece_set
from referee.record import format_entry
from tests.benchmarks.demo import Said, told
from tests.web.scripted import POLYSSIMO
from web.games.demo import script, usual_players
from web.scripts.script import Script

PUZZLE = packaged_piece_set("polyssimo-puzzle")


def game(piece_set: PieceSet) -> tuple[Script, list[str], list[Said]]:
    """The game of seed 1, its record, and a page that said what it should."""
    whole = script(1, piece_set, usual_players(piece_set.game))
    record = [format_entry(move) for move in whole.moves[whole.given :]]
    slip = Said("Ann plays", "Illegal: that lies on another.", "", whole.slip_at)
    return whole, record, [Said("Ann plays", lying=1), slip, Said("Ann wins", lying=len(whole.moves))]


def test_a_game_without_a_mistake() -> None:
    whole, record, said = game(POLYSSIMO)
    found = told(whole, POLYSSIMO, record, said)
    assert (found.placements, found.right, found.wrong) == (len(whole.moves), len(whole.moves), ())
    assert (found.slip, found.questions, found.ending) == (True, (), "Ann wins")


def test_the_slip_of_the_puzzle_is_no_wrong_call_though_it_is_in_the_record() -> None:
    whole, record, said = game(PUZZLE)
    at = whole.slip_at - whole.given
    removed = f'{{"player": "Ann", "move": "remove", "piece": "{whole.slip.piece}"}}'
    found = told(whole, PUZZLE, [*record[:at], format_entry(whole.slip), removed, *record[at:]], said)
    assert (found.placements, found.right, found.wrong) == (len(record), len(record), ())


@pytest.mark.parametrize("where", [0, -1])
def test_alarms_and_questions_without_a_reason_are_counted(where: int) -> None:
    whole, record, said = game(POLYSSIMO)
    said.insert(where, Said("Ann plays", "Illegal: not there.", "What lies there?", 5))
    found = told(whole, POLYSSIMO, record, said)
    assert found.wrong == ("5: Illegal: not there.",)
    assert found.questions == ("5: What lies there?",)
    assert found.slip


def test_what_nobody_played_is_a_wrong_call_also_where_it_was_taken_back() -> None:
    whole, record, said = game(POLYSSIMO)
    first, start = whole.moves[0], Match.start(whole.header, POLYSSIMO)
    others = start.game.legal_placements(start.position, first.player)
    other = next(one for one in others if one.piece != first.piece)
    wrong = format_entry(Place(first.player, other.piece, other.cells))
    found = told(whole, POLYSSIMO, [wrong, '{"move": "undo"}', *record[:4]], said)
    assert (found.wrong, found.right, found.ending) == ((wrong,), 4, "")
