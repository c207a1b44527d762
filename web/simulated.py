"""A demo's game before the simulated camera."""

from referee.move import Place
from referee.piece import PieceSet
from vision.simulated import Film, LyingPiece, Scene, SimulatedSource, Step, scene
from web.demo import Script

FPS = 3.0


def film(script: Script, lying: int, seed: int, piece_set: PieceSet, speed: float) -> SimulatedSource:
    """The table as a camera, from the moment when so many pieces lie on it; ``speed`` 0 is as fast as it goes."""
    return SimulatedSource(shots(script, lying, seed, piece_set), speed)


def shots(script: Script, lying: int, seed: int, piece_set: PieceSet) -> Film:
    """Everything that will be seen of the table, to the end of the game."""
    there = [LyingPiece(move.piece, move.cells) for move in script.moves[:lying]]
    return Film(table(seed), piece_set, steps(script, lying), FPS, there)


def table(seed: int) -> Scene:
    """What the table of a demo looks like: drawn by its seed, seen from where people put a webcam."""
    return scene(
        seed,
        width=1280,
        height=960,
        fill=0.9,
        tilt_deg=8 + seed * 7 % 14,
        azimuth_deg=(seed * 53) % 50 - 25,
        roll_deg=0.0,
        piece_height=0.55,
        stock=False,
    )


def steps(script: Script, lying: int) -> list[Step]:
    """What the arms do: every move that is left, and the slip."""
    found = []
    for ply, move in enumerate(script.moves[lying:], lying):
        if ply == script.slip_at:
            found.append(_step(script.slip, situation="overlap"))
        found.append(_step(move, lifted=ply == script.slip_at))
    return found


def _step(move: Place, situation: str = "none", lifted: bool = False) -> Step:
    return Step(move.piece, move.cells, situation, lifted, player=move.player)
