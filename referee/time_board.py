"""The time board of Patchwork: where its marks lie, as the piece set tells."""

from dataclasses import dataclass

from referee.piece import PieceSet, PieceSetError

PRINTED = {"cost", "time", "income"}
"""What is printed on a patch."""


@dataclass(frozen=True, slots=True)
class TimeBoard:
    """Its last space, and the spaces before which the marks lie: met by reaching or passing the space."""

    last: int
    income: tuple[int, ...]
    leather: tuple[int, ...]

    def way(self, time: int, spaces: int) -> range:
        """The spaces entered on a move, of which none lies beyond the last."""
        return range(time + 1, min(time + spaces, self.last) + 1)


def time_board_of(piece_set: PieceSet) -> TimeBoard:
    """The time board of a piece set, whose patches must have their numbers too.

    Raises:
        PieceSetError: the time board or a number on a patch is missing or makes no sense.
    """
    for piece in piece_set.pieces:
        numbers = dict(piece.printed)
        if numbers.keys() != PRINTED or min(numbers.values()) < 0 or numbers["time"] < 1:
            raise PieceSetError(f"patchwork: on patch {piece.id} are printed cost, time (at least 1) and income")
    try:
        facts = piece_set.extras["time_board"]
        return TimeBoard(int(facts["last"]), tuple(map(int, facts["income"])), tuple(map(int, facts["leather"])))
    except (KeyError, OverflowError, TypeError, ValueError) as error:
        raise PieceSetError(f"patchwork: extras lack the time_board: last, income and leather ({error!r})") from error
