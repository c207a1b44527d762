"""Clients that say half of what they have to say, or do not read what they are told."""

import socket
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from urllib.parse import urlsplit


def connected(address: str, *, reading_bytes: int = 0) -> socket.socket:
    """A connection to a server; with ``reading_bytes`` its system takes no more than about so much unread."""
    parts = urlsplit(address)
    opened = socket.socket()
    if reading_bytes:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, reading_bytes)
    opened.settimeout(10)
    opened.connect((parts.hostname, parts.port))
    return opened


def sent(address: str, request: str | bytes) -> bytes:
    """What a server answers to octets that may be no decent request, until it closes the connection or says no more."""
    with connected(address) as client:
        client.sendall(request if isinstance(request, bytes) else request.replace("\n", "\r\n").encode())
        client.settimeout(3)
        answer = b""
        try:
            while octets := client.recv(65536):
                answer += octets
        except (TimeoutError, ConnectionResetError):
            pass
        return answer


def status(answer: bytes) -> int:
    """The status of an answer; 0 if there was none."""
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.") else 0


@contextmanager
def stalled(address: str, count: int) -> Iterator[list[socket.socket]]:
    """So many clients that stop in the middle: one half of them in the head of a request, the others in its body."""
    host = urlsplit(address).netloc
    halves = (
        f"GET / HTTP/1.1\r\nHost: {host}\r\nX-Slow: ",
        f"POST /api/undo HTTP/1.1\r\nHost: {host}\r\nContent-Length: 1000\r\n\r\n{{",
    )
    with ExitStack() as stack:
        clients = [stack.enter_context(connected(address)) for _ in range(count)]
        for number, client in enumerate(clients):
            client.sendall(halves[number % 2].encode())
        yield clients


def answer_times(address: str, count: int = 20) -> list[float]:
    """How long a page takes to come, so many times."""
    times = []
    for _ in range(count):
        began_s = time.perf_counter()
        with urllib.request.urlopen(address, timeout=10) as answer:
            answer.read()
        times.append(time.perf_counter() - began_s)
    return times
