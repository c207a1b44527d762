"""The door for the phone: two listeners for the whole house that serve the phone's page and nothing else.

They are opened when a phone is chosen as the camera. Browsers give the camera to a page over HTTPS only; the plain one
explains the warning, and takes single photos where HTTPS does not work. The table is served by another server: if
somebody blocks this one, the game goes on.
"""

import logging
from collections.abc import Callable
from threading import Lock, Thread
from typing import Any

from cheroot.ssl.builtin import BuiltinSSLAdapter
from cheroot.wsgi import Server

from referee.said import Said
from web.camera.phone import Ports
from web.clock import utc_now
from web.doors.addresses import own_names
from web.doors.certificate import Certificate, certificate
from web.errors import InputError
from web.settings import Settings

MOST_WAITING, WAIT_S = 64, 0.5
"""So many connections wait for a thread, and others so long for that; then they are told to come later."""

log = logging.getLogger(__name__)


class Quiet(Server):
    """A phone that does not like the certificate, or goes away, is nothing to trouble people with."""

    def error_log(self, msg: str = "", level: int = 20, traceback: bool = False) -> None:
        log.debug("phone: %s", msg)


class Door:
    """Serves what ``make_app`` makes, given the port of the secure listener, once it has been opened."""

    def __init__(self, make_app: Callable[[int], Any], settings: Settings) -> None:
        self._make_app, self._settings = make_app, settings
        self._opening, self._ended = Lock(), False
        self._servers: list[Server] = []
        self._stopping: list[Thread] = []
        self._ports: Ports | None = None
        self._certificate: Certificate | None = None

    def open(self) -> Ports:
        """Where the phone's page is served from now on; nothing more happens if it was already, unless this machine
        has got other addresses meanwhile, or the certificate comes to its end.

        Raises:
            InputError: the certificate cannot be made or the ports cannot be used.
        """
        with self._opening:
            names = own_names()
            if self._ports is None or not self._is_certified(names):
                self._stop()
                self.join()
                try:
                    self._ports = self._opened(names)
                except OSError as error:
                    self._stop()
                    raise InputError(
                        Said("the page for the phone cannot be served ({error}); see polyref doctor", error=str(error))
                    ) from error
            return self._ports

    def close(self) -> None:
        """Begins to serve it no more, once an opening that is under way has come to its end; it stays closed."""
        self._ended = True
        with self._opening:
            self._stop()

    def _stop(self) -> None:
        servers, self._servers, self._ports = self._servers, [], None
        self._stopping = [Thread(target=server.stop, name="phone", daemon=True) for server in servers]
        for thread in self._stopping:
            thread.start()

    def join(self, timeout_s: float = 0.5) -> None:
        """Waits until it is closed; not for long for whoever is just being served."""
        for thread in self._stopping:
            thread.join(timeout_s)

    def _is_certified(self, names: set[str]) -> bool:
        return self._certificate is not None and self._certificate.holds(names, utc_now())

    def _opened(self, names: set[str]) -> Ports:
        if self._ended:
            raise OSError("it is being closed")
        self._certificate = certificate(self._settings.data, names)
        path = str(self._certificate.path)
        first = self._settings.phone_port
        secure = self._listening(first, BuiltinSSLAdapter(path, path))
        plain = self._listening(first + 1 if first else 0, None)
        ports = Ports(secure.bind_addr[1], plain.bind_addr[1])
        app = self._make_app(ports.secure)
        for server in (secure, plain):
            server.wsgi_app = app
            Thread(target=server.serve, name="phone", daemon=True).start()
        return ports

    def _listening(self, port: int, adapter: BuiltinSSLAdapter | None) -> Server:
        """A server that listens at this port, or at any that is free where it is in use."""
        try:
            return self._prepared(port, adapter)
        except OSError:
            return self._prepared(0, adapter)

    def _prepared(self, port: int, adapter: BuiltinSSLAdapter | None) -> Server:
        server = Quiet(
            ("0.0.0.0", port),
            None,
            numthreads=8,
            timeout=5,
            shutdown_timeout=0,
            server_name="polyref",
            accepted_queue_size=MOST_WAITING,
            accepted_queue_timeout=WAIT_S,  # type: ignore[arg-type]  # it is handed to a queue, which takes fractions
        )
        server.ssl_adapter = adapter
        server.max_request_body_size = self._settings.max_picture_bytes
        server.prepare()
        self._servers.append(server)
        return server
