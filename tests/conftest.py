"""What all tests share: a real browser where there is one, and a last line that says when there is none."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.chromium import CURE, FLAGS, find_chromium

LEFT_OUT = pytest.StashKey[int]()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without Chromium the tests marked ``browser`` are left out."""
    in_browser = [item for item in items if item.get_closest_marker("browser")]
    if not in_browser or find_chromium():
        return
    config.stash[LEFT_OUT] = len(in_browser)
    for item in in_browser:
        item.add_marker(pytest.mark.skip(reason="no Chromium on this machine"))


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """The last line of all: how many tests were left out, and how to have them run."""
    count = config.stash.get(LEFT_OUT, 0)
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if count and reporter:
        tests = "1 browser test was" if count == 1 else f"{count} browser tests were"
        reporter.write_line(f"{tests} left out, for there is no Chromium: {CURE}")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A headless Chromium for tests marked ``browser``, started once."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=find_chromium(), headless=True, args=list(FLAGS))
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A fresh tab of 1280 x 900 with nothing remembered."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB")
    context.set_default_timeout(15_000)
    yield context.new_page()
    context.close()
