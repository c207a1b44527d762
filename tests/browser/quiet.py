"""A page whose browser has nothing to complain about."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page


@contextmanager
def quiet(page: Page) -> Iterator[Page]:
    """Fails at its end if the browser reported an error meanwhile."""
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    assert complaints == []
