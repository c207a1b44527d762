"""What is known to lie on the board holds what is laid on it, also where hardly anything of it is seen any more."""

from referee.piece import packaged_piece_set
from tests.benchmarks.laid_wrongly import outcome, table, watched
from vision.names import seen_set

POLYSSIMO = packaged_piece_set("polyssimo")


def test_a_piece_that_hides_nearly_all_of_the_one_below_is_named() -> None:
    shown = table(718007, seen_set(POLYSSIMO), "overlap")
    seen = watched(shown, POLYSSIMO)
    assert outcome(shown, "overlap", seen, POLYSSIMO) == ("named", 0)
    assert [problem.on for problem in seen[-1].problems] == [("F06",)]
