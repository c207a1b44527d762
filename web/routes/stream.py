"""Snapshots as server-sent events: the newest at once, then every one that is still the newest when it is sent."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock

from flask import Blueprint, Response, current_app, request

from web.hall.table import Table
from web.routes.answering import table_of
from web.routes.rights import Right, asker, is_here, needs
from web.routes.speaking import language

stream = Blueprint("stream", __name__)

LOOK_UP_S = 1.0
"""So often a stream looks up from its snapshots: whether its reader has gone, or may look no more. Guests are told of a
new picture alone no more often than this."""


class Streams:
    """Counts the open streams, each of which holds a thread of the server."""

    def __init__(self, most: int, heartbeat_s: float) -> None:
        self.heartbeat_s = heartbeat_s
        self._most = most
        self._open = 0
        self._lock = Lock()

    @property
    def heartbeat(self) -> str:
        """The event that says that the stream is still there, and after how many seconds it says so again."""
        return f'event: still\ndata: {{"next_s": {self.heartbeat_s}}}\n\n'

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
    """An event stream with ids. As long as nothing else is told ``still`` comes, with the seconds to the next one: what
    stays away for much longer is dead. Where there is no room the only event is ``busy``: then ask ``/api/snapshot``.
    When the reader's right has changed the last event is ``right`` with the new one: then load the page again."""
    streams: Streams = current_app.extensions["polyref-streams" if is_here() else "polyref-guest-streams"]
    gone = request.environ.get("waitress.client_disconnected", lambda: False)
    right_now = asker()
    told = _events(table_of(), streams, language(), right_now(), right_now, gone)
    return Response(told, mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"})


def _events(
    table: Table,
    streams: Streams,
    reader: str,
    right: Right,
    right_now: Callable[[], Right],
    gone: Callable[[], bool],
) -> Iterator[str]:
    """The events for who had this ``right`` when asking: it may be another before the first event is sent."""
    with streams.place() as room:
        if not room:
            yield "event: busy\ndata: {}\n\n"
            return
        yield "retry: 1000\n\n"
        yield streams.heartbeat
        serial, said_s = 0, time.monotonic()
        here = right is Right.HOST
        while not (table.ended or gone()):
            if (now := right_now()) is not right or now is Right.NONE:
                yield f"event: right\ndata: {now.name.lower()}\n\n"
                return
            snapshot = table.newer(serial, min(LOOK_UP_S, streams.heartbeat_s), patient=not here)
            if snapshot is not None:
                serial, said_s = snapshot.serial, time.monotonic()
                yield f"id: {serial}\nevent: snapshot\ndata: {snapshot.text(reader, with_source=here)}\n\n"
            elif time.monotonic() - said_s >= streams.heartbeat_s:
                said_s = time.monotonic()
                yield streams.heartbeat
