"""The trained networks that the project carries, each by the name of its file in ``vision/data``."""

from functools import cache
from importlib import resources

import numpy as np
import numpy.typing as npt
from onnxruntime import InferenceSession, SessionOptions


def answer(name: str, seen: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """What a network says of one input (channels x height x width): channels x height x width of its own, logits.

    Any thread may ask, also while another does.
    """
    session = _session(name)
    (planes,) = session.get_inputs()
    return np.asarray(session.run(None, {planes.name: seen[None]})[0][0], np.float32)


@cache
def _session(name: str) -> InferenceSession:
    """A network, ready to be asked; every question is answered on one core, for several tables may ask at once."""
    options = SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    weights = (resources.files("vision") / "data" / f"{name}.onnx").read_bytes()
    return InferenceSession(weights, options, providers=["CPUExecutionProvider"])
