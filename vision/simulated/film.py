"""A game played in front of the simulated camera: a list of steps becomes frames with their truth."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np

from referee.piece import PieceSet
from vision.frame import Frame, Picture
from vision.simulated.grip import Grip
from vision.simulated.lying import LyingPiece
from vision.simulated.render import render, studio_of
from vision.simulated.scene import Scene
from vision.simulated.sensor import develop
from vision.simulated.shooting import Happening, Shooting, Shot
from vision.simulated.stock import stock
from vision.simulated.truth import truth


class Film:
    """Iterates over ``(Frame, truth)``; ``length`` frames at ``fps``. The truth has the fields of recorded games:
    ``state`` is settled, hand, bump or after_bump. ``lying`` is there from the start. The camera stands still, but with
    a ``grip`` somebody holds it. Iterated again it gives the same frames, one for each of its ``shots``."""

    def __init__(
        self,
        scene: Scene,
        piece_set: PieceSet,
        steps: Sequence[Happening],
        fps: float = 3.0,
        lying: Sequence[LyingPiece] = (),
        grip: Grip | None = None,
    ) -> None:
        self.scene = scene
        self.piece_set = piece_set
        self.fps = fps
        shots = tuple(Shooting(scene, piece_set, lying).of(steps))
        if grip is not None:
            shots = tuple(replace(shot, scene=grip.holding(shot.scene, n / fps)) for n, shot in enumerate(shots))
        self.shots = shots

    @property
    def length(self) -> int:
        return len(self.shots)

    def __iter__(self) -> Iterator[tuple[Frame, dict[str, Any]]]:
        for index, shot in enumerate(self.shots, start=1):
            t_s = round((index - 1) / self.fps, 3)
            yield Frame(self.drawn(shot, index), index, t_s), self._truth(shot, index, t_s)

    def frames(self) -> Iterator[Frame]:
        """The frames alone, without the work for the truth."""
        for index, shot in enumerate(self.shots, start=1):
            yield Frame(self.drawn(shot, index), index, round((index - 1) / self.fps, 3))

    def drawn(self, shot: Shot, index: int) -> Picture:
        """The picture of one of the ``shots``, with the noise that the frame of this number has."""
        lying, scene = self._with_stock(shot), _drifted(shot, index)
        if shot.before is None:
            return render(scene, self.piece_set, lying, shot.arm, noise_seed=index, things=shot.things)
        moving = [
            studio_of(scene, self.piece_set.grid).sensor_light(self.piece_set, lying, shot.arm, shot.things)
            for scene in (shot.before, scene)
        ]
        smeared = cv2.blur(moving[0] * 0.5 + moving[1] * 0.5, (9, 5))
        return develop(scene, smeared, index)

    def _with_stock(self, shot: Shot) -> tuple[LyingPiece, ...]:
        waiting = self._waiting(shot) if shot.scene.kit.stock else []
        return (*shot.lying, *stock(shot.scene, self.piece_set, waiting))

    def _waiting(self, shot: Shot) -> list[str]:
        gone = {one.piece for one in shot.lying} | ({shot.arm.held.piece} if shot.arm and shot.arm.held else set())
        return [piece.id for piece in self.piece_set.pieces if piece.id not in gone]

    def _truth(self, shot: Shot, index: int, t_s: float) -> dict[str, Any]:
        facts = truth(shot.scene, self.piece_set, shot.lying, shot.arm)
        facts.pop("scene")
        told = {"state": shot.state, "event": shot.event, "move": shot.move, "off_board": self._waiting(shot)}
        return {"frame": index, "file": f"frames/{index:04d}.jpg", "t": t_s, **facts, **told}


def _drifted(shot: Shot, index: int) -> Scene:
    """The scene as the webcam's automatic exposure takes it: never quite steady, brighter while an arm is there."""
    drift = 0.012 * np.random.default_rng((shot.scene.seed, index, 8)).normal() + (0.04 if shot.arm else 0.0)
    sensor = shot.scene.sensor
    return replace(shot.scene, sensor=replace(sensor, exposure=sensor.exposure * float(np.exp(drift))))
