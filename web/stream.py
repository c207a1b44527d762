"""Snapshots as server-sent events: the newest at once, then every one that is still the newest when it is sent."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from flask import Blueprint, Response, current_app

from web.answering import table_of
from web.rights import Right, needs
from web.speaking import language
from web.table import Table

stream = Blueprint("stream", __name__)


class Streams:
    """Counts the open streams, each of which holds a thread of the server."""

    def __init__(self, most: int, heartbeat_s: float) -> None:
        self.heartbeat_s = heartbeat_s
        self._most = most
        self._open = 0
        self._lock = Lock()

    @property
    def open(self) -> int:
        """How many there are."""
        return self._open

    @contextmanager
    def place(self) -> Iterator[bool]:
        """Whether there was room for one more; it is free again at the end."""
        with self._lock:
            room = self._open < self._most
            self._open += room
        try:
            yield room
        finally:
            with self._lock:
                self._open -= room


@stream.get("/events")
@needs(Right.LOOK)
def events() -> Response:
    """An event stream with ids. Where there is no room the only event is ``busy``: then ask ``/api/snapshot``."""
    streams: Streams = current_app.extensions["polyref-streams"]
    return Response(
        _events(table_of(), streams, language()), mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"}
    )


def _events(table: Table, streams: Streams, reader: str) -> Iterator[str]:
    with streams.place() as room:
        if not room:
            yield "event: busy\ndata: {}\n\n"
            return
        yield "retry: 1000\n\n"
        serial = 0
        while not table.ended:
            snapshot = table.newer(serial, streams.heartbeat_s)
            if snapshot is None:
                yield ": still here\n\n"
                continue
            serial = snapshot.serial
            yield f"id: {serial}\nevent: snapshot\ndata: {snapshot.text(reader)}\n\n"
