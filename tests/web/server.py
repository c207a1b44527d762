"""``polyref`` as a process of its own, as people start it."""

import json
import os
import re
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil

ROOT = Path(__file__).parents[2]


class Server:
    """A running ``polyref`` and its address."""

    def __init__(self, process: subprocess.Popen[str], address: str, said: str) -> None:
        self.process, self.address, self.said = process, address, said

    def get(self, path: str) -> Any:
        with urllib.request.urlopen(f"{self.address}{path}", timeout=10) as answer:
            return json.load(answer)

    def post(self, path: str, **body: Any) -> int:
        """The status of the answer."""
        request = urllib.request.Request(f"{self.address}{path}", json.dumps(body).encode())
        request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            error.close()
            return error.code


def command(*words: str) -> list[str]:
    return [sys.executable, "-c", "from web.cli import main; main()", *words]


def environment(data: Path) -> dict[str, str]:
    """Without the way to a checkout: it is found as the folder in which a command runs, or not at all."""
    others = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return {**others, "POLYREF_DATA": str(data), "POLYREF_CONFIG": str(data / "config"), "PYTHONUNBUFFERED": "1"}


def run(data: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A command that ends by itself."""
    return subprocess.run(
        command(*words), cwd=ROOT, env=environment(data), capture_output=True, text=True, timeout=90, check=False
    )


@contextmanager
def started(data: Path, *words: str, program: tuple[str, ...] = (), cwd: Path = ROOT) -> Iterator[Server]:
    """A server on a free port, of this checkout or another ``program``; killed at the end if it still runs."""
    process = subprocess.Popen(
        [*(program or command()), *words, "--port", "0"],
        cwd=cwd,
        env=environment(data),
        stdout=subprocess.PIPE,
        text=True,
    )
    said, address = "", None
    try:
        assert process.stdout
        for line in process.stdout:
            said += line
            if address := re.search(r"http://[^/ ]+", line):
                break
        assert address, said
        yield Server(process, address[0], said)
    finally:
        if process.poll() is None:
            for child in psutil.Process(process.pid).children(recursive=True):  # a program that watches does not end it
                child.kill()
        process.kill()
        process.wait()
        process.stdout.close()
