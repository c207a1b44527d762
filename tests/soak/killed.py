"""Two hundred rounds of ``kill -9`` at random moments, while a table and two matches by hand are being played (F8).

python -m tests.soak.killed --rounds 200
"""

import argparse
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tests.web.kills import rounds


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(words)
    began_s = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="polyref-killed-") as folder:
        players = rounds(Path(folder), given.rounds, given.seed)
    acknowledged, finished = (sum(getattr(one, what) for one in players) for what in ("acknowledged", "finished"))
    print(
        f"{given.rounds} kills in {time.monotonic() - began_s:.0f} s: {acknowledged} moves acknowledged, none lost and"
        f" none made twice; every replay is what is shown ({finished} games were played to their end)"
    )


if __name__ == "__main__":
    main()
