"""The trained networks that the project carries, each by the name of its file in ``vision/data``."""

from functools import lru_cache
from importlib import resources

import cv2
import numpy as np
import numpy.typing as npt


def answer(name: str, seen: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """What a network says of one input (channels x height x width): channels x height x width of its own, logits."""
    net = _network(name)
    net.setInput(np.ascontiguousarray(seen[None]))
    return np.asarray(net.forward()[0], dtype=np.float32)


@lru_cache(maxsize=4)
def _network(name: str) -> cv2.dnn.Net:
    weights = (resources.files("vision") / "data" / f"{name}.onnx").read_bytes()
    return cv2.dnn.readNetFromONNX(np.frombuffer(weights, np.uint8))
