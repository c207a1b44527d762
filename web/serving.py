"""Serving the tables of a hall over HTTP until somebody ends it."""

import signal
import socket
import sys
from functools import partial
from threading import Thread
from types import FrameType
from typing import Self

import click
from waitress import create_server
from waitress.wasyncore import close_all, dispatcher

from web.addresses import outward_address
from web.app import create_app, create_phone_app
from web.errors import InputError
from web.hall import Hall
from web.phone_door import Door
from web.settings import Settings


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens; taken first of all, so that a port in use is told before anything else is done.

    Raises:
        InputError: the port is in use or may not be used, or the host is no address of this machine.
    """
    try:
        family, kind, _, _, address = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM)[0]
        opened = socket.socket(family, kind)
    except (OSError, OverflowError) as error:
        raise InputError(f"cannot listen on {host}:{port} ({error}); choose another --host") from error
    try:
        if sys.platform != "win32":  # there the option would let two programs share the port
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        opened.bind(address)
        opened.listen(128)
    except OSError as error:
        opened.close()
        raise InputError(
            f"cannot listen on {host}:{port} ({error.strerror}); end the other program, or choose another --port"
        ) from error
    return opened


class HttpServer:
    """Answers requests in threads of its own while it is entered as a context."""

    def __init__(self, hall: Hall, listener: socket.socket, settings: Settings) -> None:
        self._hall = hall
        self._server = create_server(
            create_app(hall, settings),
            sockets=[listener],
            threads=settings.threads,
            connection_limit=1000,
            asyncore_use_poll=True,
            channel_timeout=60,
            max_request_body_size=max(settings.max_body_bytes, settings.max_import_bytes),
            outbuf_high_watermark=256 * 1024,
            ident=None,
        )
        self.thread = Thread(target=self._server.run, name="http", daemon=True)
        self._door = Door(partial(create_phone_app, hall.with_phone, settings), settings)
        hall.serve_phones(self._door.open)

    def __enter__(self) -> Self:
        self.thread.start()
        self._hall.start()
        return self

    def __exit__(self, *_: object) -> None:
        """The tables first: that ends the event streams, which would keep their threads for ever."""
        self._door.close()
        self._hall.end_phones()
        self._hall.close()
        self._server.task_dispatcher.shutdown(timeout=1)
        self._server.trigger.pull_trigger(self._let_go)  # in the thread of its sockets
        self.thread.join(1)
        if not self._server.task_dispatcher.threads:
            self._server.trigger.close()

    def _let_go(self) -> None:
        """Closes all sockets, which ends the thread, but not the trigger: others may be about to pull it."""
        self._server.trigger.del_channel()
        dispatcher.close(self._server)
        close_all(self._server._map)
        self._door.join()


def serve(hall: Hall, listener: socket.socket, settings: Settings) -> None:
    """Shows the pages of the tables until Ctrl-C or a signal to end."""
    # A shell that starts a program in the background has it ignore Ctrl-C; whoever sends the signal means it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, _ended)
    with HttpServer(hall, listener, settings) as server:
        host, port = listener.getsockname()[:2]
        click.echo(f"Polyref is at http://{shown_host(host)}:{port}/  (Ctrl-C ends it)")
        if host in ("0.0.0.0", "::") and (address := outward_address()):
            click.echo(f"Others in the house find it at http://{address}:{port}/")
        while server.thread.is_alive():
            server.thread.join(0.5)


def shown_host(host: str) -> str:
    """The host as it stands in an address to open on this machine."""
    if host in ("0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def _ended(number: int, _: FrameType | None) -> None:
    raise SystemExit(128 + number)
