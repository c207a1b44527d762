"""The trained networks that the project carries, each by the name of its file in ``vision/data``."""

from functools import cache
from importlib import resources
from threading import Lock

import cv2
import numpy as np
import numpy.typing as npt


def answer(name: str, seen: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """What a network says of one input (channels x height x width): channels x height x width of its own, logits.

    Any thread may ask; each network is asked one question at a time.
    """
    return _network(name).answer(seen)


class _Network:
    """OpenCV keeps what passes through a network inside it: asked twice at once it mixes up the answers, or fails."""

    def __init__(self, weights: bytes) -> None:
        self._net = cv2.dnn.readNetFromONNX(np.frombuffer(weights, np.uint8))
        self._one_at_a_time = Lock()

    def answer(self, seen: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        with self._one_at_a_time:
            self._net.setInput(np.ascontiguousarray(seen[None]))
            return np.array(self._net.forward()[0], dtype=np.float32)


@cache
def _network(name: str) -> _Network:
    return _Network((resources.files("vision") / "data" / f"{name}.onnx").read_bytes())
