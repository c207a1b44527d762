"""The server at a socket: it ends within its time, whatever is still being answered."""

import socket
import threading
import time
from collections.abc import Iterable
from typing import Any

from tests.web.scripted import wait_until
from web.doors.waiter import Waiter


def test_a_request_that_outlasts_its_server_leaves_no_handle_open() -> None:
    asked, go_on = threading.Event(), threading.Event()

    def app(_: dict[str, Any], start: Any) -> Iterable[bytes]:
        asked.set()
        go_on.wait(20)
        start("200 OK", [("Content-Length", "0")])
        return []

    listener = socket.create_server(("127.0.0.1", 0))
    server = Waiter(app, listener, 2, 1000, "a server")
    server.start()
    with socket.create_connection(listener.getsockname()) as client:
        client.sendall(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
        assert asked.wait(20)
        began_s = time.monotonic()
        server.end()
        assert time.monotonic() - began_s < 10
        trigger = server._server.trigger.socket
        assert trigger.fd >= 0  # whoever answers may pull it yet
        go_on.set()
        wait_until(lambda: trigger.fd < 0, 20)
