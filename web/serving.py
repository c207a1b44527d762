"""Serving the tables of a hall over HTTP until somebody ends it."""

import atexit
import os
import signal
import socket
import sys
import threading
from functools import partial
from types import FrameType
from typing import Self

import click

from web.camera.phone_door import Door
from web.doors.addresses import outward_address
from web.doors.handles import ask_for_handles
from web.doors.shared_door import SharedDoor
from web.doors.sharing import Sharing
from web.doors.waiter import Waiter
from web.hall.hall import Hall
from web.routes.app import create_app, create_guest_app, create_phone_app, for_everybody
from web.settings import Settings


class HttpServer:
    """Answers requests in threads of its own while it is entered as a context."""

    def __init__(self, hall: Hall, listener: socket.socket, settings: Settings) -> None:
        self._hall = hall
        app, most_bytes = create_app(hall, settings), max(settings.max_body_bytes, settings.max_import_bytes)
        everybody = for_everybody(settings.host)
        threads = settings.threads + (settings.guest_threads if everybody else 0)
        self._waiter = Waiter(app, listener, threads, most_bytes, "http")
        self.thread = self._waiter.thread
        self._sharing: Sharing = app.extensions["polyref-sharing"]
        self._shared_door = SharedDoor(create_guest_app(app), settings, most_bytes)
        if everybody:
            port = listener.getsockname()[1]
            self._sharing.serve = lambda: port
            self._sharing.begin()
        else:
            self._sharing.serve, self._sharing.leave = self._shared_door.open, self._shared_door.leave
        self._door = Door(partial(create_phone_app, hall.with_phone, settings), settings)
        hall.serve_phones(self._door.open)

    def __enter__(self) -> Self:
        self._waiter.start()
        self._hall.start()
        return self

    def __exit__(self, *_: object) -> None:
        """The tables first: that ends the event streams, which would keep their threads for ever, and the eyes, which
        would open the door for the phone again."""
        self._hall.end_phones()
        self._hall.close()
        self._door.close()
        self._shared_door.close()
        self._waiter.end(self._door.join)

    @property
    def code(self) -> str:
        """What others must type before they may play; none while the game is not shared."""
        return self._sharing.code if self._sharing.on else ""


def serve(hall: Hall, listener: socket.socket, settings: Settings) -> None:
    """Shows the pages of the tables until Ctrl-C or a signal to end."""
    # A shell that starts a program in the background has it ignore Ctrl-C; whoever sends the signal means it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, _ended)
    ask_for_handles()
    try:
        with HttpServer(hall, listener, settings) as server:
            _tell(listener, server.code)
            while server.thread.is_alive():
                server.thread.join(0.5)
    except KeyboardInterrupt:
        atexit.register(_leave, signal.SIGINT)
        raise
    except SystemExit:
        atexit.register(_leave, signal.SIGTERM)
        raise


def _tell(listener: socket.socket, code: str) -> None:
    host, port = listener.getsockname()[:2]
    click.echo(f"Polyref is at http://{shown_host(host)}:{port}/  (Ctrl-C ends it)")
    if code and (address := outward_address()):
        click.echo(f"Others in the house look on at http://{address}:{port}/ and play with the code {code}")


def shown_host(host: str) -> str:
    """The host as it stands in an address to open on this machine."""
    if host in ("0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def _leave(number: int) -> None:
    """Ends the program at once, after a signal, if a thread has not ended in time: all is on disk, and Python aborts
    where it is taken down around a thread that is in OpenCV."""
    if any(thread.daemon for thread in threading.enumerate()):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(128 + number)


def _ended(number: int, _: FrameType | None) -> None:
    raise SystemExit(128 + number)
