"""What axe finds on a page, by day and by night."""

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = ["color-contrast", "link-in-text-block"]
"""Rules that look at colours; all others find the same by night as by day."""


def faults(page: Page) -> list[str]:
    """What is wrong on the page as it stands, with nothing moving."""
    found = []
    page.evaluate(AXE_SCRIPT)
    for scheme, rules in (("dark", COLOURS), ("light", WCAG)):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        told = page.evaluate("wish => axe.run(wish)", {"runOnly": rules, "resultTypes": ["violations"]})["violations"]
        found += [(scheme, one["id"], node) for one in told for node in one["nodes"]]
    return [f"{scheme}: {rule}: {node['html'][:200]} {node['failureSummary']}" for scheme, rule, node in found]
