"""Two hundred rounds of ``kill -9`` at random moments, while a table and two matches by hand are being played (F8).

python -m tests.soak.killed --rounds 200
"""

import argparse
import io
import os
import re
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from tests.web.kills import rounds
from tests.web.server import Server
from web.cli import main as command


class Child:
    """A process of the server of forks, with what is asked of a ``Popen``."""

    def __init__(self, process: Any) -> None:
        self.kill, self.wait = process.kill, process.join


@contextmanager
def forked(data: Path, *words: str) -> Iterator[Server]:
    """The same command in a process that was forked when everything had been imported, which saves seconds a round."""
    context = get_context("forkserver")
    context.set_forkserver_preload(["web.commands.play", "web.serving", "web.shown.turning"])
    address, said = context.Pipe(duplex=False)
    process = context.Process(target=_serve, args=(str(data), words, said))
    process.start()
    said.close()
    try:
        yield Server(Child(process), address.recv(), "")  # type: ignore[arg-type]
    finally:
        process.kill()
        process.join()
        process.close()
        address.close()


def _serve(data: str, words: tuple[str, ...], said: Any) -> None:
    os.environ |= {"POLYREF_DATA": data, "POLYREF_CONFIG": f"{data}/config"}
    sys.stdout = Told(said)
    command(args=[*words, "--port", "0"], prog_name="polyref")


class Told(io.TextIOBase):
    """Takes what the command says, and passes on the address."""

    def __init__(self, said: Any) -> None:
        self._said = said

    def write(self, text: str) -> int:
        if address := re.search(r"http://[^/ ]+", text):
            self._said.send(address[0])
        return len(text)


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(words)
    began_s = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="polyref-killed-") as folder:
        players = rounds(Path(folder), given.rounds, given.seed, start=forked)
    acknowledged, finished = (sum(getattr(one, what) for one in players) for what in ("acknowledged", "finished"))
    print(
        f"{given.rounds} kills in {time.monotonic() - began_s:.0f} s: {acknowledged} moves acknowledged, none lost and"
        f" none made twice; every replay is what is shown ({finished} games were played to their end)"
    )


if __name__ == "__main__":
    main()
