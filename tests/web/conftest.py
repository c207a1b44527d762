"""A store on disk, and the pages of matches over it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.web.shelf import shelf_client
from web.record.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path) as opened:
        yield opened


@pytest.fixture
def client(store: Store) -> FlaskClient:
    return shelf_client(store)
