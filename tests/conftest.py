"""What all tests share: a real browser where there is one, and a last line that says when there is none."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.chromium import CURE, FLAGS, find_chromium

LACKING = "no Chromium on this machine"
MOST_AT_ONCE = 8
PATIENCE_MS = 20_000
"""What is expected of a page is waited for so long: on a busy machine it takes its time."""
PAINTED = "() => !(performance instanceof Performance) || performance.getEntriesByType('paint').length > 0"
"""Where a test sets the clock of the page itself there is no telling."""

settings.register_profile("steady", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")
"""Property tests try the same cases every time, and take as long as a busy machine needs."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One process more than cores, for now and then one waits for a real clock; few enough for the memory, for each may
    start a browser beside it."""
    return min((os.cpu_count() or 1) + 1, MOST_AT_ONCE)


@pytest.fixture(scope="session", autouse=True)
def memory_left_alone() -> Iterator[None]:
    """How memory is given back is a matter of a process of its own: a command that is called here would have all tests
    after it take longer, those that draw pictures twice as long."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("web.cli.give_back_memory", lambda: None)
        yield


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Without Chromium the tests marked ``browser`` are left out."""
    in_browser = [item for item in items if item.get_closest_marker("browser")]
    if not in_browser or find_chromium():
        return
    for item in in_browser:
        item.add_marker(pytest.mark.skip(reason=LACKING))


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """The last line of all: how many tests were left out, and how to have them run.

    They are counted in what was reported, for tests may run in processes of their own.
    """
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None:
        return
    if count := sum(LACKING in str(report.longrepr) for report in reporter.stats.get("skipped", ())):
        tests = "1 browser test was" if count == 1 else f"{count} browser tests were"
        reporter.write_line(f"{tests} left out, for there is no Chromium: {CURE}")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A headless Chromium for tests marked ``browser``, started once."""
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright, waiting_for_paint():
        chromium = playwright.chromium.launch(executable_path=find_chromium(), headless=True, args=list(FLAGS))
        yield chromium
        chromium.close()


@contextmanager
def waiting_for_paint() -> Iterator[None]:
    """Whoever goes to a page waits until it is painted: a click that comes before is lost. On a busy machine that may
    be after the page has been loaded."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("goto", "reload"):
            patch.setattr(Page, name, _painted(getattr(Page, name)))
        yield


def _painted(going: Callable[..., Any]) -> Callable[..., Any]:
    def gone(page: Page, *where: str, **options: Any) -> Any:
        answer = going(page, *where, **options)
        page.wait_for_function(PAINTED)
        return answer

    return gone


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A fresh tab of 1280 x 900 with nothing remembered."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB")
    context.set_default_timeout(40_000)
    yield context.new_page()
    context.close()
