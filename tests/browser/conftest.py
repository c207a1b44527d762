"""A page whose browser has nothing to complain about."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page


@pytest.fixture
def quiet(page: Page) -> Iterator[Page]:
    """Fails if the browser has logged an error, unless the server refused something, as it is meant to."""
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    assert [complaint for complaint in complaints if "status of 4" not in complaint] == []
