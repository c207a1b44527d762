"""Two thousand damaged records and two thousand odd requests: never a 500, never a traceback (F29).

python -m tests.soak.strange_records --number 2000
"""

import argparse
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

from tests.web.shelf import shelf_client
from tests.web.strange_records import round_trip, strange, strange_requests
from tests.web.test_failing_disk import table_in
from web.record.store import Store


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(words)
    with tempfile.TemporaryDirectory(prefix="polyref-strange-") as name:
        print(_records(Path(name) / "records", given.number, given.seed))
        print(_requests(Path(name) / "requests", given.number, given.seed))


def _records(folder: Path, number: int, seed: int) -> str:
    found, longest_s = Counter[str](), 0.0
    with Store(folder) as store:
        client = shelf_client(store)
        for one in range(number):
            began_s = time.process_time()
            found[round_trip(client, strange(Random(seed * number + one)))] += 1
            longest_s = max(longest_s, time.process_time() - began_s)
    if not set(found) <= {"refused", "kept"}:
        raise SystemExit(f"records: {dict(found)}")
    return (
        f"{number} damaged records: {found['refused']} refused in a sentence, {found['kept']} kept and shown; no 500;"
        f" the longest took {longest_s:.2f} s"
    )


def _requests(folder: Path, number: int, seed: int) -> str:
    with table_in(folder) as (client, _):
        wrong = [request for request in strange_requests(client, Random(seed), number) if request]
    if wrong:
        raise SystemExit("\n".join(wrong))
    return f"{number} odd requests to every route that changes something: no 500"


if __name__ == "__main__":
    main()
