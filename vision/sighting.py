"""What was seen on the board: plain, frozen, hashable values. Nothing here is an array."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from referee.grid import Cell, GridSize
from referee.polyomino import Cells

Corners = tuple[tuple[float, float], ...]
"""Four points (x, y) in pixels: outer corners of the grid at cell (0,0), (0,last), (last,last), (last,0)."""


@dataclass(frozen=True, slots=True)
class SeenBoard:
    """Where the playing grid lies in the picture. ``corners_xy`` is empty where it was not found; the lens
    (``focal_px`` in pixels down the picture, radial term ``k1``) is None where it was not solved. Across the picture
    all is drawn ``stretch`` times as long as down it."""

    found: bool
    corners_xy: Corners
    grid: GridSize
    confidence: float
    focal_px: float | None = None
    k1: float | None = None
    stretch: float = 1.0

    def __post_init__(self) -> None:
        if len(self.corners_xy) != (4 if self.found else 0):
            raise ValueError(f"a board that was found has 4 corners, otherwise none; got {len(self.corners_xy)}")


@dataclass(frozen=True, slots=True)
class SeenPiece:
    """A piece lying flat on cells, claimed with the estimated probability that this is right."""

    piece: str
    cells: Cells
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Problem:
    """Physical trouble: ``overlap``, ``overhang``, ``misaligned`` or ``unknown``, and in a live game also
    ``moved``, ``removed``, ``two_at_once``. ``cells`` may lie outside the grid; ``on`` names the pieces below."""

    kind: str
    piece: str | None
    cells: Cells
    on: tuple[str, ...] = ()
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Alternative:
    """One possible explanation of the uncertain cells."""

    pieces: tuple[SeenPiece, ...]
    confidence: float


@dataclass(frozen=True, slots=True)
class LoosePiece:
    """A piece lying on the table beside the board."""

    piece: str
    center_xy: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Sighting:
    """Everything seen in one picture. ``pieces`` are claimed as sure; ``uncertain`` cells are not explained
    with certainty; ``hidden`` ones lie under an occlusion. ``paints_lab`` are pairs of a claimed piece and the mean
    colour of its tops: CIE L*a*b*, relative to the board's white. ``thickness`` of the pieces, in cells, if found.
    Where a game has several boards that are told as one, ``parts`` are what was seen of each. ``burnt`` are the cells
    of which light leaves nothing. ``careful`` says that it was looked at slowly and steadily."""

    board: SeenBoard
    pieces: tuple[SeenPiece, ...] = ()
    problems: tuple[Problem, ...] = ()
    alternatives: tuple[Alternative, ...] = ()
    loose: tuple[LoosePiece, ...] = ()
    uncertain: frozenset[Cell] = frozenset()
    hidden: frozenset[Cell] = frozenset()
    paints_lab: tuple[tuple[str, tuple[float, float, float]], ...] = ()
    thickness: float | None = None
    parts: tuple["Sighting", ...] = ()
    burnt: frozenset[Cell] = frozenset()
    careful: bool = False

    def relabelled(self, board: SeenBoard, called: Callable[[Cell], Cell]) -> "Sighting":
        """The same with the ``board`` labelled from another corner, where each cell is ``called`` otherwise."""

        def piece(one: SeenPiece) -> SeenPiece:
            return replace(one, cells=tuple(sorted(map(called, one.cells))))

        return replace(
            self,
            board=board,
            pieces=tuple(map(piece, self.pieces)),
            problems=tuple(replace(one, cells=tuple(sorted(map(called, one.cells)))) for one in self.problems),
            alternatives=tuple(replace(one, pieces=tuple(map(piece, one.pieces))) for one in self.alternatives),
            uncertain=frozenset(map(called, self.uncertain)),
            hidden=frozenset(map(called, self.hidden)),
            burnt=frozenset(map(called, self.burnt)),
        )

    @property
    def occluded(self) -> bool:
        return bool(self.hidden)

    @property
    def unseen(self) -> frozenset[Cell]:
        """The cells on which a piece may lie burnt out: something that is claimed is seen."""
        return self.burnt.difference(cell for piece in self.pieces for cell in piece.cells)
