"""Polyref served without a table: only the matches that are kept, and games by hand."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from flask.testing import FlaskClient

from web.doors.listening import listening
from web.hall.hall import Hall
from web.record.store import Store
from web.routes.app import create_app
from web.serving import HttpServer
from web.settings import Settings


def shelf_client(store: Store) -> FlaskClient:
    """The application itself, without a network."""
    return create_app(Hall(store), Settings()).test_client()


@contextmanager
def served_shelf(folder: Path) -> Iterator[tuple[str, Store]]:
    """The application on a free port of this machine: its address, and its store."""
    settings, listener = Settings(data=folder, port=0, threads=8), listening("127.0.0.1", 0)
    with Store(folder) as store, listener, HttpServer(Hall(store), listener, settings):
        yield f"http://127.0.0.1:{listener.getsockname()[1]}", store
