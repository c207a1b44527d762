"""The door for others: while the game is shared they are served by a server of their own.

However many they are and whatever they send, the page of the host has its own threads and answers.
"""

from threading import Lock, Timer
from typing import Any

from web.doors.addresses import bracketed, own_names
from web.doors.listening import listening
from web.doors.waiter import Waiter
from web.errors import InputError
from web.settings import Settings

FAREWELL_S = 4.0
"""So long those who ask again are told that the game is not shared any more; then nobody listens."""


class SharedDoor:
    """Serves an application, made for guests, once it has been opened."""

    def __init__(self, app: Any, settings: Settings, most_body_bytes: int) -> None:
        self._app, self._settings, self._most_body_bytes = app, settings, most_body_bytes
        self._changing = Lock()
        self._waiter: Waiter | None = None
        self._farewell: Timer | None = None
        self._port = 0

    def open(self) -> int:
        """The port at which others find the game from now on.

        Raises:
            InputError: it cannot be served there.
        """
        with self._changing:
            self._stay()
            self._app.config["TRUSTED_HOSTS"] = sorted(map(bracketed, own_names()))
            if self._waiter is None:
                self._waiter = self._opened()
            return self._port

    def leave(self) -> None:
        """Serves it no more, after a moment in which whoever asks is told so."""
        with self._changing:
            self._stay()
            self._farewell = Timer(FAREWELL_S, self._leave)
            self._farewell.daemon = True
            self._farewell.start()

    def close(self) -> None:
        """Serves it no more, at once; the streams have been ended before."""
        with self._changing:
            self._stay()
            self._close()

    def _leave(self) -> None:
        with self._changing:
            if self._farewell is not None:  # else it has been opened again just now
                self._stay()
                self._close()

    def _stay(self) -> None:
        if self._farewell is not None:
            self._farewell.cancel()
            self._farewell = None

    def _close(self) -> None:
        waiter, self._waiter = self._waiter, None
        if waiter is not None:
            waiter.end()

    def _opened(self) -> Waiter:
        wanted = self._settings.port + 1 if self._settings.port else 0
        try:
            listener = listening("0.0.0.0", wanted)
        except InputError:
            listener = listening("0.0.0.0", 0)
        self._port = listener.getsockname()[1]
        waiter = Waiter(self._app, listener, self._settings.guest_threads, self._most_body_bytes, "guests")
        waiter.start()
        return waiter
