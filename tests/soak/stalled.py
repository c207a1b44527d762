"""Four hundred clients that stop in the middle and two hundred viewers: the host has his page all the same (F21, F30).

python -m tests.soak.stalled --seconds 30
"""

import argparse
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median, quantiles

from tests.crowd import looking
from tests.web.doors.test_many_viewers import AT_ONCE_S, shared, viewers
from tests.web.scripted import wait_until
from tests.web.slow import answer_times, stalled


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--pages", type=int, default=300)
    given = parser.parse_args(words)
    with (
        tempfile.TemporaryDirectory(prefix="polyref-stalled-") as folder,
        shared(Path(folder)) as (address, there, _, _sitting),
        stalled(there, 400),
        looking(there, 200, given.seconds),
    ):
        wait_until(lambda: viewers(address) == 64)
        times_s = answer_times(address, given.pages)
    middle, most = median(times_s), quantiles(times_s, n=100)[98]
    told = f"{given.pages} pages for the host: middle {1000 * middle:.1f} ms, 99 % {1000 * most:.0f} ms"
    if middle >= AT_ONCE_S:
        raise SystemExit(f"too slow: {told}")
    print(told)


if __name__ == "__main__":
    main()
