"""A camera that somebody holds in a hand: it sways slowly, and trembles a little."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from vision.simulated.scene import Scene, View

SWAY_HZ = (0.13, 0.31, 0.7, 1.3)
"""A sway is made of swings about so fast, the faster the smaller."""
TREMOR_HZ = 8.0
"""Hands tremble about so fast (physiological tremor, 8 to 12 Hz)."""
VARIED = 0.2
"""By this share each swing is faster or slower."""
EXPOSED_S = 1 / 60
"""So long a picture is exposed, and smeared by what moves in that time."""
TURNS, AXES = 3, 6
"""The camera turns about three axes and is shifted along three."""

Swings = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Grip:
    """How much a held camera moves, as standard deviations: about each of its axes it turns by ``sway_deg`` and
    trembles by ``tremor_deg``, along each it is shifted by ``sway_cells``. ``seed`` chooses how."""

    sway_deg: float = 0.5
    sway_cells: float = 0.3
    tremor_deg: float = 0.03
    seed: int = 0

    def holding(self, scene: Scene, t_s: float) -> Scene:
        """The scene as the camera sees it at a time."""
        now, later = self._moved(t_s), self._moved(t_s + EXPOSED_S)
        smeared = np.radians(np.linalg.norm((later - now)[:2])) * scene.view.focal_mm / 36 * 1280
        view, sensor = _moved(scene.view, now), scene.sensor
        return replace(scene, view=view, sensor=replace(sensor, motion=sensor.motion + float(smeared)))

    def _moved(self, t_s: float) -> Swings:
        """The turns (right, down, twist, in degrees) and shifts (right, down, ahead, in cells) at a time."""
        hertz, phase, size = self._swings
        return np.asarray((size * np.sin(2 * np.pi * (hertz * t_s + phase))).sum(axis=1))

    @cached_property
    def _swings(self) -> tuple[Swings, Swings, Swings]:
        """Of each axis' swings, the tremor last: how fast, where they begin, and how wide (axes x swings)."""
        rng = np.random.default_rng((self.seed, 57))
        usual = np.array((*SWAY_HZ, TREMOR_HZ))
        hertz = usual * rng.uniform(1 - VARIED, 1 + VARIED, (AXES, len(usual)))
        phase = rng.uniform(0, 1, hertz.shape)
        slow = 1 / np.array(SWAY_HZ)
        slow *= np.sqrt(2 / (slow**2).sum())  # a swing of 1 deviates by the root of a half
        sway = np.repeat((self.sway_deg, self.sway_cells), TURNS)
        tremor = np.repeat((self.tremor_deg, 0.0), TURNS) * np.sqrt(2)
        return hertz, phase, np.column_stack((np.outer(sway, slow), tremor))


def _moved(view: View, moves: Swings) -> View:
    right_deg, down_deg, twist_deg = map(float, moves[:TURNS] + view.knock)
    right, down, ahead = map(float, moves[TURNS:])
    return replace(view, knock=(right_deg, down_deg, twist_deg), moved=(right, down, ahead))
