"""A page whose browser has nothing to complain about."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

EXCUSED = ("status of 4", "ERR_CONNECTION_REFUSED")


@pytest.fixture
def quiet(page: Page) -> Iterator[Page]:
    """Fails if the browser has logged an error, unless the server refused something, as it is meant to, or has ended
    before the page, which then asks for it in vain."""
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    assert [complaint for complaint in complaints if not any(excuse in complaint for excuse in EXCUSED)] == []
