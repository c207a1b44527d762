"""Network cameras that fail: a motion JPEG server with an address for each way, and one that never answers."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2
import numpy as np

from vision.frame import Picture

WAYS = ("good", "drop", "freeze", "hang", "garbage", "turn", "huge", "text")
PER_SECOND = 20.0


def noisy(bgr: Picture, seed: int) -> Picture:
    """The picture with a sensor's noise, which is never the same twice."""
    noise = np.random.default_rng(seed).normal(0, 2, bgr.shape)
    return np.clip(bgr + noise, 0, 255).astype(np.uint8)


def shade(number: int, width: int = 320, height: int = 240) -> Picture:
    """A picture from light to dark, with noise."""
    ramp = np.linspace(40, 200, width, dtype=np.float32)
    return noisy(np.broadcast_to(ramp[None, :, None], (height, width, 3)).astype(np.uint8), number)


def jpeg(bgr: Picture) -> bytes:
    return cv2.imencode(".jpg", bgr)[1].tobytes()


class NetworkCamera(ThreadingHTTPServer):
    """Serves what ``pictures`` gives for 1, 2, 3 ...: ``/good`` for ever, ``/drop`` until it closes after some,
    ``/freeze`` until it keeps silent with the socket open, ``/hang`` until it sends the last one again and again,
    ``/garbage`` with parts that are cut off or no pictures, ``/turn`` on its side from the middle on, ``/huge`` with
    a picture that claims 65,500 x 65,500 pixels, ``/text`` no stream at all."""

    daemon_threads = True

    def __init__(self, pictures: Callable[[int], Picture] = shade, good: int = 10) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.pictures, self.good = pictures, good
        self.ended = threading.Event()
        self.opened = 0
        """How many times somebody has connected."""
        self.dropped_s = 0.0
        """When it first failed, by the monotonic clock."""
        self.mended = False
        """From now on every address is as good as ``/good``."""

    def address(self, way: str) -> str:
        return f"http://127.0.0.1:{self.server_port}/{way}"

    def parts(self, way: str) -> Iterator[bytes]:
        """The bodies of the parts, in the rhythm of a camera."""
        number = 0
        while not self.ended.wait(1 / PER_SECOND):
            number += 1
            bad = number > self.good and not self.mended and way != "good"
            if bad and not self.dropped_s:
                self.dropped_s = time.monotonic()
            if bad and way == "drop":
                return
            while bad and way == "freeze" and not self.ended.wait(0.05):
                pass
            yield self._part(way, self.good if bad and way == "hang" else number, bad=bad)

    def _part(self, way: str, number: int, *, bad: bool) -> bytes:
        whole = jpeg(self.pictures(number))
        if not bad:
            return whole
        if way == "garbage":
            return (whole[: len(whole) // 3], b"no picture at all", bytes(range(256)) * 20)[number % 3]
        if way == "turn":
            return jpeg(np.rot90(self.pictures(number)).copy())
        if way == "huge":
            at = whole.index(b"\xff\xc0") + 5
            return whole[:at] + b"\xff\xdc\xff\xdc" + whole[at + 4 :]
        return whole


class _Handler(BaseHTTPRequestHandler):
    server: NetworkCamera

    def do_GET(self) -> None:
        way = self.path.strip("/")
        self.server.opened += 1
        self.send_response(200)
        if way == "text":
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<h1>Welcome to your router</h1>")
            return
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=b")
        self.end_headers()
        try:
            for octets in self.server.parts(way):
                self.wfile.write(b"--b\r\nContent-Type: image/jpeg\r\n\r\n" + octets + b"\r\n")
        except OSError:
            pass  # whoever looked has gone

    def log_message(self, *_: object) -> None:
        """Says nothing."""


@contextmanager
def network_camera(pictures: Callable[[int], Picture] = shade, good: int = 10) -> Iterator[NetworkCamera]:
    """A server of pictures while it is entered."""
    server = NetworkCamera(pictures, good)
    thread = threading.Thread(target=partial(server.serve_forever, poll_interval=0.02), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.ended.set()
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def silent() -> Iterator[str]:
    """The address of something that takes connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/video"


@contextmanager
def refused() -> Iterator[str]:
    """An address at which nothing listens."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))  # bound, but it does not listen
        yield f"http://127.0.0.1:{bound.getsockname()[1]}/video"
