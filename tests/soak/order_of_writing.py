"""A placement is on the disk before any screen shows it, as the system sees it (F8): Linux, with ``strace``.

    python -m tests.soak.order_of_writing

A server is watched while pieces are placed and a page follows its events: between the moment at which the log of
matches is written and the first word of a new piece to anybody, the system must have put the log on the disk.
"""

import re
import shutil
import socket
import tempfile
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.web.kills import ARGS, Client
from tests.web.server import command, started
from tests.web.staged import at

PLACED = (("F", 0, 0), ("I", 5, 5), ("X", 4, 0), ("T", 8, 8), ("L", 0, 6))
CALLS = "trace=pwrite64,fdatasync,fsync,sendto,sendmsg,write,writev"


def main() -> None:
    strace = shutil.which("strace")
    if strace is None:
        print("left out, for there is no strace here")
        return
    shown = order(strace, PLACED)
    print(f"{shown} placements: each was on the disk (fdatasync) before the first word of it went to a screen")


def order(strace: str, placed: Sequence[tuple[str, int, int]]) -> int:
    """Has these pieces placed, each by its name and where its top left corner lies; how many were seen to be shown.

    Raises:
        SystemExit: one was shown too early, or not at all.
    """
    with tempfile.TemporaryDirectory(prefix="polyref-order-") as name:
        calls = Path(name) / "calls"
        watched = (strace, "-f", "-y", "-s", "200000", "-e", CALLS, "-o", str(calls), *command())
        with started(Path(name) / "data", *ARGS, program=watched) as server:
            _play(server.address, placed)
        shown = list(_shown(calls.read_text("utf-8", "replace").splitlines()))
    wrong = [piece for piece, synced in shown if not synced]
    if wrong or len(shown) != len(placed):
        raise SystemExit(f"{len(shown)} of {len(placed)} were seen to be shown, too early: {wrong}")
    return len(shown)


def _play(address: str, placed: Sequence[tuple[str, int, int]]) -> None:
    host, port = address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port))) as page:
        page.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        reading = threading.Thread(target=_read, args=(page,))
        reading.start()
        client = Client(address)
        client.ask("POST", "/api/match", {"players": ["Ann", "Bob"], "hands": "open"})
        for piece, row, col in placed:
            status, told = client.ask("POST", "/api/place", {"piece": piece, "cells": at(piece, row, col)})
            assert status == 200, told
            client.ask("GET", "/api/snapshot")
        client.close()
        page.shutdown(socket.SHUT_RDWR)
        reading.join()


def _read(page: socket.socket) -> None:
    while page.recv(1 << 16):
        pass


def _shown(calls: list[str]) -> Iterator[tuple[str, bool]]:
    """Each piece when it is first sent to anybody as lying on the board; whether the log was on the disk by then."""
    synced, seen = False, set[str]()
    for call in calls:
        if "matches.sqlite3-wal>" in call:
            if "pwrite64(" in call or ("write(" in call and "sendto" not in call):
                synced = False
            elif re.search(r"(fdatasync|fsync)\(.*\)\s+= 0", call):
                synced = True
        elif re.search(r"fdatasync resumed>.*= 0|fsync resumed>.*= 0", call):
            synced = True
        elif re.search(r"\b(sendto|sendmsg|write|writev)\(", call) and "lying" in call:
            for piece in re.findall(r'\\"piece\\": ?\\"(\w+)\\", ?\\"player\\"', call[call.index("lying") :]):
                if piece not in seen:
                    seen.add(piece)
                    yield piece, synced


if __name__ == "__main__":
    main()
