"""Single simulated photographs: random pieces on a random table."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from referee.grid import Cell
from referee.piece import PieceSet
from referee.placements import Placement, placements
from referee.polyomino import Cells
from vision.frame import Picture
from vision.names import seen_set
from vision.simulated.arm import Arm
from vision.simulated.chance import make_of, scene
from vision.simulated.lying import LyingPiece, covered_cells, pose_on
from vision.simulated.render import render
from vision.simulated.scene import Scene
from vision.simulated.stock import stock
from vision.simulated.truth import truth

KINDS = ("empty", "few", "partial", "full", "overlap", "overhang", "misaligned", "hand", "piles")
SHARES = (0.06, 0.12, 0.34, 0.16, 0.1, 0.06, 0.06, 0.1, 0.0)
"""How often stills are of which kind. Many pieces on others at once are for training only."""
PILED = 0.2
"""Up to this share of the pieces lie on others where many do."""


@dataclass(frozen=True, slots=True)
class Still:
    """A table, the pieces on it and beside it, and the arm above them if there is one."""

    kind: str
    scene: Scene
    lying: tuple[LyingPiece, ...]
    arm: Arm | None


def picture(seed: int, piece_set: PieceSet, kind: str | None = None, **fixed: Any) -> tuple[Picture, dict[str, Any]]:
    """One random still with its truth: the kind (one of ``KINDS``) and any field of the scene may be fixed.

    Raises:
        KeyError: nobody has said how the equipment of this game is made.
    """
    still = laid(seed, piece_set, kind, **fixed)
    piece_set = seen_set(piece_set)
    facts = {"kind": still.kind, **truth(still.scene, piece_set, still.lying, still.arm)}
    return render(still.scene, piece_set, still.lying, still.arm, noise_seed=seed), facts


def laid(seed: int, piece_set: PieceSet, kind: str | None = None, **fixed: Any) -> Still:
    """What such a still is of, with the pieces as the eyes know them; raises as ``picture`` does."""
    make, rng = make_of(piece_set), np.random.default_rng((seed, 99))
    piece_set = seen_set(piece_set)
    kind = kind or str(rng.choice(KINDS, p=SHARES))
    table = scene(seed, piece_set, **fixed)
    lying, arm = _arranged(rng, piece_set, kind, make.chosen(rng, piece_set, _count(rng, piece_set, kind)))
    if table.kit.stock:
        gone = {one.piece for one in lying} | ({arm.held.piece} if arm and arm.held else set())
        lying += stock(table, piece_set, [piece.id for piece in piece_set.pieces if piece.id not in gone])
    return Still(kind, table, tuple(lying), arm)


def _count(rng: np.random.Generator, piece_set: PieceSet, kind: str) -> int:
    """So many pieces lie on the board in a still of this kind."""
    every = len(piece_set.pieces)
    least, most = every // 4, round(every * (0.55 if kind in ("overhang", "misaligned") else 0.8))
    some = {"empty": 0, "few": int(rng.integers(1, least)), "full": every}
    return some.get(kind, int(rng.integers(least, most)))


def _arranged(
    rng: np.random.Generator, piece_set: PieceSet, kind: str, chosen: list[Placement]
) -> tuple[list[LyingPiece], Arm | None]:
    lying = [LyingPiece(one.piece, one.cells) for one in chosen]
    if kind in ("overlap", "overhang", "misaligned"):
        used = {one.piece for one in lying}
        free = [piece.id for piece in piece_set.pieces if piece.id not in used]
        fault = str(rng.choice(free))
        while kind == "overhang" and piece_set.by_id[fault].squares == 1:  # it lies on the board, or beside it
            fault = str(rng.choice(free))
        return [*lying, faulty(rng, piece_set, kind, fault, lying)], None
    if kind == "piles":
        return lying + _piled(rng, piece_set, lying), None
    if kind == "hand":
        used = {one.piece for one in lying}
        free = [piece.id for piece in piece_set.pieces if piece.id not in used]
        held = str(rng.choice(free)) if rng.random() < 0.6 else None
        return lying, _random_arm(rng, piece_set, held)
    return lying, None


def _random_arm(rng: np.random.Generator, piece_set: PieceSet, held: str | None) -> Arm:
    x, y = rng.uniform(1, piece_set.grid.cols - 1), rng.uniform(1, piece_set.grid.rows - 1)
    z = float(rng.uniform(0.6, 2.5))
    piece = None
    if held:
        placement = placements(piece_set).listed(placements(piece_set).of_piece[held])[0]
        pose = replace(
            pose_on(piece_set.by_id[held], placement.cells),
            row=float(y),
            col=float(x),
            turn_deg=float(rng.uniform(0, 360)),
        )
        piece = LyingPiece(held, pose=replace(pose, z=z), situation="held")
    return Arm(float(x), float(y), z + 0.6, float(rng.uniform(0, 360)), piece, int(rng.integers(1000)))


def faulty(rng: np.random.Generator, piece_set: PieceSet, kind: str, piece: str, lying: list[LyingPiece]) -> LyingPiece:
    """A piece that overlaps others, sticks out over the edge, or lies off the grid's lines (on free cells if any)."""
    grid, table = piece_set.grid, placements(piece_set)
    taken = grid.mask(cell for one in lying for cell in one.cells or ())
    mine = table.listed(table.of_piece[piece])
    order = [mine[number] for number in rng.permutation(len(mine))]
    if kind == "overlap":
        most = int(rng.integers(1, 6))
        meeting = [one for one in order if 1 <= (one.mask & taken).bit_count() <= most] or order
        return LyingPiece(piece, meeting[0].cells, layer=1, situation="overlap")
    free = [one for one in order if not one.mask & taken] or order
    if kind == "overhang":
        return LyingPiece(piece, _hanging_over(rng, piece_set, order, taken), situation="overhang")
    return _misaligned(rng, piece_set, piece, free, taken)


def _piled(rng: np.random.Generator, piece_set: PieceSet, lying: list[LyingPiece]) -> list[LyingPiece]:
    """Some pieces that lie on those, beside one another."""
    used = {one.piece for one in lying}
    free = rng.permutation([piece.id for piece in piece_set.pieces if piece.id not in used])
    piled, covered = list[LyingPiece](), set[Cell]()
    for piece in free[: int(rng.integers(2, max(3, round(PILED * len(piece_set.pieces)) + 1)))]:
        one = faulty(rng, piece_set, "overlap", str(piece), lying)
        if covered.isdisjoint(one.cells or ()):
            piled.append(one)
            covered.update(one.cells or ())
    return piled


def _hanging_over(rng: np.random.Generator, piece_set: PieceSet, order: list[Placement], taken: int) -> Cells:
    """The cells of a piece pushed over a side of the grid, so that one to three cells hang out and no taken cell is met
    (unless there is no room for that)."""
    grid = piece_set.grid
    for attempt in range(2000):
        down, right = (int(value) for value in rng.integers(-12, 13, 2))
        cells = tuple(sorted((row + down, col + right) for row, col in order[attempt % len(order)].cells))
        inside = [cell for cell in cells if cell in grid]
        if 1 <= len(cells) - len(inside) <= 3 and inside and (attempt > 1500 or not grid.mask(inside) & taken):
            break
    return cells


def _misaligned(
    rng: np.random.Generator, piece_set: PieceSet, piece: str, free: list[Placement], taken: int
) -> LyingPiece:
    """A piece shifted by nearly half a cell or turned askew; if there is room, clear of the others and on the board."""
    body = piece_set.by_id[piece]
    for attempt in range(60):
        pose = pose_on(body, free[attempt % len(free)].cells)
        if attempt % 2:
            askew = replace(pose, turn_deg=pose.turn_deg + float(rng.uniform(15, 75)))
        else:
            down = float(rng.uniform(0.3, 0.5) * rng.choice((-1, 1)))
            right = float(rng.uniform(0.3, 0.5) * rng.choice((-1, 0, 1)))
            askew = replace(pose, row=pose.row + down, col=pose.col + right)
        shares = covered_cells(body, askew)
        inside = [cell for cell in shares if cell in piece_set.grid]
        if len(inside) == len(shares) and not piece_set.grid.mask(inside) & taken:
            break
    return LyingPiece(piece, pose=askew, situation="misaligned")
