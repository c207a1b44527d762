"""Pieces and piece sets. A piece set is data: packaged JSON, or the text of a user's own file."""

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import resources
from typing import Any

from referee.grid import GridSize
from referee.polyomino import Cells, canonical, is_connected, normalised

FEWEST_LINES, MOST_LINES = 2, 40
"""Rows and columns of a board: fewer have no line inside, and of more the placements do not fit into memory."""


class PieceSetError(ValueError):
    """The text of a piece set is not usable; the message says where and what was expected."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of the set. ``cells`` is its shape in one orientation, shifted to (0, 0).

    ``printed`` holds the numbers that stand on it, by what they mean.
    """

    id: str
    kind: str
    name: str
    cells: Cells
    printed: tuple[tuple[str, int], ...] = ()

    def __post_init__(self) -> None:
        if not self.cells or not is_connected(self.cells) or self.cells != normalised(self.cells):
            raise PieceSetError(f"piece {self.id}: cells must hang together and start at row 0, column 0")

    @property
    def squares(self) -> int:
        return len(self.cells)


@dataclass(frozen=True)
class PieceSet:
    """The equipment of a game: the grid of its board and its pieces, told apart by their shape or what is printed.

    Pieces that are not ``two_sided`` are turned but not turned over. ``extras`` is further equipment of this game only.
    """

    game: str
    grid: GridSize
    pieces: tuple[Piece, ...]
    two_sided: bool = True
    extras: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        shapes = [(self.canonical(p.cells), *p.printed) for p in self.pieces]
        for what, values in (("id", [p.id for p in self.pieces]), ("shape", shapes)):
            value, times = Counter[Any](values).most_common(1)[0] if values else ("", 1)
            if times > 1:
                raise PieceSetError(
                    f"{self.game}: every piece needs its own {what}, but {value} stands there {times} times"
                )

    @cached_property
    def by_id(self) -> dict[str, Piece]:
        return {piece.id: piece for piece in self.pieces}

    @cached_property
    def by_shape(self) -> dict[Cells, Piece]:
        """Pieces by the canonical form of their cells; where several have the same, the first of the set."""
        first: dict[Cells, Piece] = {}
        for piece in self.pieces:
            first.setdefault(self.canonical(piece.cells), piece)
        return first

    def canonical(self, cells: Cells) -> Cells:
        """Equal for two sets of cells exactly if the same piece can cover either."""
        return canonical(cells, flip=self.two_sided)

    @cached_property
    def digest(self) -> str:
        """16 hex digits that differ when the grid, an id, a shape, a printed number or other equipment differs."""
        shapes = sorted((p.id, self.canonical(p.cells), *p.printed) for p in self.pieces)
        facts = [self.game, self.grid.rows, self.grid.cols, shapes]
        if not self.two_sided or self.extras:
            facts += [self.two_sided, self.extras]
        return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:16]

    def __hash__(self) -> int:
        return hash(self.digest)


def parse_piece_set(text: str) -> PieceSet:
    """Reads a piece set from JSON text.

    Raises:
        PieceSetError: the text is no JSON, a field is missing, a piece is not a polyomino, there is none at all, or the
            board is too small or too large.
    """
    try:
        facts: Any = json.loads(text)
        grid = _grid(int(facts["board"]["rows"]), int(facts["board"]["cols"]))
        pieces = tuple(
            Piece(
                str(p["id"]),
                str(p["kind"]),
                str(p.get("name", p["id"])),
                normalised((int(r), int(c)) for r, c in p["cells"]),
                tuple((str(what), int(number)) for what, number in p.get("printed", {}).items()),
            )
            for p in facts["pieces"]
        )
        if not pieces:
            raise PieceSetError("pieces is empty, but a game needs at least one")
        return PieceSet(
            str(facts["game"]), grid, pieces, bool(facts.get("two_sided", True)), dict(facts.get("extras", {}))
        )
    except PieceSetError:
        raise
    except (AttributeError, KeyError, OverflowError, TypeError, ValueError, RecursionError) as error:
        raise PieceSetError(
            f"not a piece set ({error!r}): it needs game, board with rows and cols, and pieces with id, kind and cells"
        ) from error


def _grid(rows: int, cols: int) -> GridSize:
    if not (FEWEST_LINES <= rows <= MOST_LINES and FEWEST_LINES <= cols <= MOST_LINES):
        raise PieceSetError(
            f"a board has {FEWEST_LINES} to {MOST_LINES} rows and as many columns, but this one {rows} x {cols}"
        )
    return GridSize(rows, cols)


@cache
def packaged_piece_set(game: str) -> PieceSet:
    """The piece set that comes with Polyref, e.g. ``packaged_piece_set("polyssimo")``.

    Raises:
        PieceSetError: there is none of that name.
    """
    source = resources.files("referee") / "data" / f"{game}.json"
    if not source.is_file():
        raise PieceSetError(f"no piece set is packaged for the game {game!r}")
    return parse_piece_set(source.read_text(encoding="utf-8"))
