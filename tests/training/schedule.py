"""What all trainings share: their options, and how fast they learn as their time goes by."""

import argparse
import math
from pathlib import Path

WARM_UP_STEPS = 100
LAST_SHARE = 0.02
"""What is left of the learning rate at the end."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Where the result goes, how long it may take and what it begins with."""
    parser.add_argument("--out", type=Path, required=True, help="where the ONNX file goes; the weights (.pt) beside it")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path, help="weights (.pt or .onnx) to go on from")
    parser.add_argument("--threads", type=int, default=2)


def learning_rate(highest: float, step: int, spent: float) -> float:
    """It rises in the first steps and falls as a cosine; ``spent`` is the part of the time that has gone by."""
    falling = LAST_SHARE + (1 - LAST_SHARE) * math.cos(spent * math.pi / 2) ** 2
    return highest * min(1.0, (step + 1) / WARM_UP_STEPS) * falling
