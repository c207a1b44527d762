"""The comparison of what is known to lie on the board with what is seen, one look at a time."""

from referee.move import Place
from tests.boards import cells_of
from tests.sightings import NAMES, overlap, sighting
from web.companion.infer import Difference, compare, earliest, misread, steadily_away

KNOWN = "V.....\nV.....\nVVV...\n......\nIIIII."


def lying(picture: str) -> tuple[Place, ...]:
    return tuple(Place("Ann", NAMES[letter], cells) for letter, cells in cells_of(picture).items())


def difference(picture: str, *problems) -> Difference:
    return compare(lying(KNOWN), sighting(picture, problems))


def away(found: Difference) -> list[str]:
    return [place.piece for place in found.away]


def test_the_same_board_differs_in_nothing() -> None:
    found = difference(KNOWN)
    assert found.in_place == {"V", "I"}
    assert (found.new, found.away, found.elsewhere, found.undecided) == ((), (), (), frozenset())


def test_a_piece_not_known_is_new() -> None:
    found = difference(KNOWN + "\nWW\n.WW\n..W")
    assert [piece.piece for piece in found.new] == ["W"]


def test_a_piece_whose_cells_are_seen_empty_is_away() -> None:
    assert away(difference(KNOWN.replace("V", "."))) == ["V"]


def test_a_piece_seen_on_other_cells_is_away_and_elsewhere() -> None:
    found = difference(KNOWN.replace("I", ".") + "\nIIIII")
    assert away(found) == ["I"]
    assert [piece.cells[0] for piece in found.elsewhere] == [(5, 0)]


def test_a_piece_with_an_uncertain_or_hidden_cell_is_neither_there_nor_away() -> None:
    for sign in "?#":
        found = difference(KNOWN.replace("IIIII", f"..{sign}.."))
        assert (away(found), found.in_place) == ([], {"V"})


def test_a_piece_under_another_is_not_away() -> None:
    on_i = overlap("W", ((3, 3), (3, 4), (4, 4), (4, 5), (5, 5)), "I")
    assert away(difference(KNOWN.replace("I", "."), on_i)) == []


def test_undecided_are_uncertain_cells_without_a_known_explanation() -> None:
    found = difference(KNOWN.replace("IIIII", "?????") + "\n..??..")
    assert found.undecided == {(5, 2), (5, 3)}


def test_one_look_is_not_enough_to_be_away() -> None:
    gone = difference(KNOWN.replace("V", "."))
    assert steadily_away(gone, None) == ()
    assert steadily_away(gone, difference(KNOWN)) == ()
    assert [place.piece for place in steadily_away(gone, gone)] == ["V"]


def test_a_piece_whose_place_another_takes_for_the_better_half_was_misread() -> None:
    as_l = difference("V\nV\nVVV\nL\nLLLL")
    claim = misread(lying(KNOWN)[1], as_l, as_l, undisturbed=False)
    assert claim is not None
    assert claim.piece == "L"
    far = difference("V\nV\nVVV\n.\n.\n.\n.....L\n..LLLL")
    assert misread(lying(KNOWN)[1], far, far, undisturbed=False) is None


def test_on_an_untouched_board_a_shifted_piece_was_misread() -> None:
    shifted = difference("V\nV\nVVV\n.\n.IIIII")
    assert misread(lying(KNOWN)[1], shifted, shifted, undisturbed=False) is None
    assert misread(lying(KNOWN)[1], shifted, shifted, undisturbed=True) is not None


def test_pieces_that_came_first_are_told_from_those_that_came_later() -> None:
    new = difference("WW\n.WW\n..W\n.\nLLLL\nL").new
    arrivals = {"W": 3, "L": 2}
    assert [piece.piece for piece in earliest(new, lambda piece: arrivals[piece.piece])] == ["L"]
