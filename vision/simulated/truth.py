"""What is really on the table, as plain JSON-able data in the format of the recorded photographs."""

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np

from referee.grid import Cell, GridSize
from referee.piece import Piece, PieceSet
from vision.names import colour_of, piece_of
from vision.simulated.arm import Arm, arm_mask
from vision.simulated.camera import Array, Camera
from vision.simulated.lying import LyingPiece, covered_cells, pose_of, pose_on, solid
from vision.simulated.render import studio_of
from vision.simulated.scene import Scene

HIDDEN_SHARE = 0.15
"""A cell counts as covered by the hand from this share of its square (or of a piece's top there) on."""


def truth(scene: Scene, piece_set: PieceSet, lying: Sequence[LyingPiece], arm: Arm | None = None) -> dict[str, Any]:
    """Corners (pixels of the picture), pieces, what the hand covers, and how the scene was made."""
    grid, camera = piece_set.grid, studio_of(scene, piece_set.grid).camera
    on_board = [one for one in lying if one.situation != "off_board"]
    faulty = [one.situation for one in on_board if one.situation != "none"]
    return {
        "game": piece_set.game,
        "width": scene.view.width,
        "height": scene.view.height,
        "rows": grid.rows,
        "cols": grid.cols,
        "corners": _rounded(corners(camera, grid), 2),
        "pieces": [_piece(scene, piece_set, one, on_board) for one in on_board],
        "off_board": [_loose(scene, piece_set, camera, one) for one in lying if one.situation == "off_board"],
        "hand": arm is not None,
        "held": arm.held.piece if arm and arm.held else None,
        "hand_covers_cells": [list(cell) for cell in hidden_cells(scene, piece_set, camera, arm)] if arm else [],
        "illegal": faulty[0] if faulty else "none",
        "scene": _how(scene, camera, grid),
    }


def corners(camera: Camera, grid: GridSize) -> Array:
    """Outer corners of the grid in pixels of the picture, at cell (0,0), (0,last), (last,last), (last,0)."""
    cols, rows = grid.cols, grid.rows
    return camera.project(((0, 0, 0), (cols, 0, 0), (cols, rows, 0), (0, rows, 0)))


def hidden_cells(scene: Scene, piece_set: PieceSet, camera: Camera, arm: Arm) -> list[Cell]:
    """Cells of which the arm, or the piece in its hand, hides a good part on the board or on the tops of the pieces."""
    mask = arm_mask(camera, arm).astype(np.uint8)
    if arm.held:
        body = solid(scene, piece_set, arm.held)
        for square in body.squares:
            points = np.vstack([np.column_stack((square, np.full(4, z))) for z in (body.low, body.high)])
            cv2.fillConvexPoly(mask, cv2.convexHull(np.round(camera.on_canvas(points)).astype(np.int32)), 1)
    fine = (np.arange(6) + 0.5) / 6
    v, u = np.meshgrid(fine, fine, indexing="ij")
    found = []
    for row, col in piece_set.grid:
        shares = []
        for z in (0.0, scene.kit.piece_height):
            points = np.column_stack((col + u.ravel(), row + v.ravel(), np.full(u.size, z)))
            x, y = np.round(camera.on_canvas(points)).astype(int).T
            shares.append(mask[y.clip(0, mask.shape[0] - 1), x.clip(0, mask.shape[1] - 1)].mean())
        if max(shares) >= HIDDEN_SHARE:
            found.append((row, col))
    return found


def _piece(scene: Scene, piece_set: PieceSet, one: LyingPiece, on_board: Sequence[LyingPiece]) -> dict[str, Any]:
    piece, pose = piece_set.by_id[one.piece], pose_of(scene, piece_set, one)
    exact = pose_on(piece, one.cells) if one.cells else pose
    facts: dict[str, Any] = {
        **_name(piece),
        "flush": one.layer == 0,
        "situation": one.situation,
        "cells": [list(cell) for cell in one.cells or ()],
        "pose": {
            "row": round(pose.row, 3),
            "col": round(pose.col, 3),
            "rotation_deg": round(pose.turn_deg - (exact.turn_deg if one.cells else 0), 2),
            "flipped": pose.flipped,
        },
    }
    shares = covered_cells(piece, pose)
    if one.situation == "overlap":
        below = [other for other in on_board if other.layer < one.layer]
        under = [other.piece for other in below if _touching(scene, piece_set, other, shares)]
        facts["lies_on"] = under[0] if under else None
        facts["lies_on_all"] = under
    if one.situation == "overhang":
        facts["cells"] = [list(cell) for cell in sorted(one.cells or _half_covered(shares))]
        facts["cells_off_grid"] = [cell for cell in facts["cells"] if tuple(cell) not in piece_set.grid]
    if one.situation == "misaligned":
        facts["cells"] = []
        on_grid = sorted((cell, share) for cell, share in shares.items() if cell in piece_set.grid and share > 0.02)
        facts["covered_cells"] = [[*cell, round(share, 2)] for cell, share in on_grid]
    return facts


def _name(piece: Piece) -> dict[str, str]:
    """The id, and where the eyes know it by a colour as well that, as in the photographs of Blokus."""
    colour = colour_of(piece.id)
    return {"id": piece_of(piece.id), **({"colour": colour} if colour else {})}


def _half_covered(shares: dict[Cell, float]) -> list[Cell]:
    return [cell for cell, share in shares.items() if share > 0.5]


def _touching(scene: Scene, piece_set: PieceSet, other: LyingPiece, shares: dict[Cell, float]) -> bool:
    theirs = covered_cells(piece_set.by_id[other.piece], pose_of(scene, piece_set, other))
    return any(min(share, theirs.get(cell, 0.0)) > 0.3 for cell, share in shares.items())


def _loose(scene: Scene, piece_set: PieceSet, camera: Camera, one: LyingPiece) -> dict[str, Any]:
    pose = pose_of(scene, piece_set, one)
    ((x, y),) = camera.project(((pose.col, pose.row, scene.kit.piece_height),))
    in_view = 0 <= x < scene.view.width and 0 <= y < scene.view.height
    return {"id": one.piece, "centre_px": [round(float(x), 1), round(float(y), 1)], "in_view": bool(in_view)}


def _how(scene: Scene, camera: Camera, grid: GridSize) -> dict[str, Any]:
    view, sensor = scene.view, scene.sensor
    middle = np.array((grid.cols / 2, grid.rows / 2, 0.0))
    return {
        "seed": scene.seed,
        "table": scene.table.table,
        "light": scene.lighting.light,
        "light_kelvin": round(scene.lighting.kelvin),
        "piece_height_cells": round(scene.kit.piece_height, 3),
        "camera": {
            "tilt_deg": round(view.tilt_deg, 1),
            "azimuth_deg": round(view.azimuth_deg, 1),
            "roll_deg": round(view.roll_deg, 1),
            "focal_mm_equiv": round(view.focal_mm, 1),
            "focal_px": round(camera.focal_px, 1),
            "k1": round(view.k1, 4),
            "distance_cells": round(float(np.linalg.norm(camera.centre - middle)), 1),
            "fill": round(view.fill, 2),
        },
        "webcam": {
            name: round(float(getattr(sensor, name)), 3)
            for name in ("exposure", "adapt", "noise", "blur", "motion", "sharpen", "contrast", "vignette", "quality")
        },
        "person_shadow": scene.lighting.person is not None,
        "border": scene.card.border,
        "clutter": [name for name, *_ in scene.table.clutter],
    }


def _rounded(points: Array, digits: int) -> list[list[float]]:
    return [[round(float(x), digits), round(float(y), digits)] for x, y in points]
