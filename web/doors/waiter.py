"""Waitress on one socket: answers requests in threads of its own, and ends within a second whoever is being served."""

import logging
import socket
import time
from collections.abc import Callable
from threading import Thread
from typing import Any

from waitress import create_server
from waitress.wasyncore import close_all, dispatcher

CONNECTIONS = 700
"""So many connections may stand open; those that send nothing cost no thread. With those of the phones' doors they are
fewer than the 1,024 handles that a program usually may have: strangers must not leave the match without."""
CHANNEL_TIMEOUT_S = 60
UNSENT_BYTES = 256 * 1024
"""So much is kept for a client that is slow to read; then the thread that serves it waits."""
UNREAD_MS = 30_000
"""A client that has read nothing for so long is let go, where the system can tell (Linux)."""

LAST_S = 0.2
"""So often it is looked whether the last request has been answered."""


class Waiter:
    """Serves an application at a listening socket, which it closes when it ends."""

    def __init__(self, app: Any, listener: socket.socket, threads: int, most_body_bytes: int, name: str) -> None:
        # Requests that wait for a thread are nothing to be told of: whoever sends too many waits.
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # every connection made there has it too
            listener.setsockopt(socket.SOL_TCP, socket.TCP_USER_TIMEOUT, UNREAD_MS)
        self._server = create_server(
            app,
            sockets=[listener],
            threads=threads,
            connection_limit=CONNECTIONS,
            asyncore_use_poll=True,
            channel_timeout=CHANNEL_TIMEOUT_S,
            # A request more is read while one is answered: so the end of a connection is noticed during a stream.
            channel_request_lookahead=1,
            max_request_body_size=most_body_bytes,
            outbuf_high_watermark=UNSENT_BYTES,
            ident=None,
        )
        self.thread = Thread(target=self._server.run, name=name, daemon=True)

    def start(self) -> None:
        self.thread.start()

    def end(self, besides: Callable[[], None] = lambda: None) -> None:
        """Ends it; streams must have been told to end before. ``besides`` is done while the sockets close."""
        self._server.task_dispatcher.shutdown(timeout=1)

        def let_go() -> None:
            """Closes all sockets, which ends the thread, but not the trigger: others may be about to pull it."""
            self._server.trigger.del_channel()
            dispatcher.close(self._server)
            close_all(self._server._map)
            besides()

        self._server.trigger.pull_trigger(let_go)  # in the thread of its sockets
        self.thread.join(1)
        if self._server.task_dispatcher.threads:
            Thread(target=self._close_trigger, name=f"{self.thread.name} ending", daemon=True).start()
        else:
            self._server.trigger.close()

    def _close_trigger(self) -> None:
        """Once the last request that took longer has been answered: it pulls the trigger at its end."""
        while self._server.task_dispatcher.threads:
            time.sleep(LAST_S)
        self._server.trigger.close()
