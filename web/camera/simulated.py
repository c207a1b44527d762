"""A demo's game before the simulated camera."""

from typing import Any

from referee.move import Place
from referee.piece import PieceSet
from vision.kind import KINDS
from vision.names import seen_set
from vision.simulated import Film, LyingPiece, Scene, SimulatedSource, Step, scene
from vision.simulated.quilts import side_by_side
from web.companion.naming import name_of
from web.games import presented
from web.scripts.script import Script

FPS = 3.0


def film(script: Script, lying: int, seed: int, piece_set: PieceSet, speed: float) -> SimulatedSource:
    """The table as a camera, from the moment when so many pieces lie on it; ``speed`` 0 is as fast as it goes."""
    return SimulatedSource(shots(script, lying, seed, piece_set), speed)


def shots(script: Script, lying: int, seed: int, piece_set: PieceSet) -> Film:
    """Everything that will be seen of the table, to the end of the game."""
    lying = max(lying, script.given)
    there = [LyingPiece(name_of(move), move.cells) for move in script.moves[:lying]]
    seen = seen_set(piece_set)
    if KINDS[piece_set.game].boards > 1:
        seen = side_by_side(seen)
    return Film(table(seed, seen), seen, steps(script, lying), FPS, there)


def table(seed: int, piece_set: PieceSet) -> Scene:
    """What the table of a demo looks like: drawn by its seed, seen from where people put a webcam."""
    usual: dict[str, Any] = {
        "width": 1280,
        "height": 960,
        "fill": 0.9,
        "tilt_deg": 8 + seed * 7 % 14,
        "azimuth_deg": (seed * 53) % 50 - 25,
        "roll_deg": 0.0,
        "stock": False,
    }
    special = presented(piece_set.game).simulated(seed, piece_set)
    return scene(seed, piece_set, **{**usual, **special})


def steps(script: Script, lying: int) -> list[Step]:
    """What the arms do: every move that is left, and the slip."""
    found = []
    for ply, move in enumerate(script.moves[lying:], lying):
        if ply == script.slip_at:
            found.append(_step(script.slip, situation=script.situation))
        found.append(_step(move, lifted=ply == script.slip_at, sudden=ply < script.swift))
    return found


def _step(move: Place, situation: str = "none", lifted: bool = False, sudden: bool = False) -> Step:
    return Step(name_of(move), move.cells, situation, lifted, player=move.player, sudden=sudden)
