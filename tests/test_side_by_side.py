"""Photographs and simulated pictures, condition by condition."""

from tests.benchmarks.side_by_side import Tally, against, tallies


def _picture(exact: int, light: str) -> dict[str, object]:
    return {"found": 1, "exact": exact, "conditions": {"light": light}}


def test_pictures_are_counted_in_all_and_by_condition() -> None:
    found = tallies([_picture(1, "dim"), _picture(0, "dim"), _picture(1, "lamp")])
    assert found == {("all", ""): Tally(3, 3, 2), ("light", "dim"): Tally(2, 2, 1), ("light", "lamp"): Tally(1, 1, 1)}


def test_a_table_with_less_than_half_the_faults_is_too_easy() -> None:
    photographs = Tally(10, 10, 8)
    assert against(photographs, Tally(100, 100, 96)) == "0.2 times, too easy"
    assert against(photographs, Tally(100, 100, 80)) == "1.0 times"
    assert against(Tally(10, 10, 10), Tally(10, 10, 9)) == "more"
    assert against(Tally(10, 10, 10), Tally(10, 10, 10)) == "none in both"
