"""``python -m tests.webkit``: every page of Polyref in WebKit, with a table of what is well and what is not."""

import json
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.screenshots import nearly_at_slip
from tests.web.server import ROOT, started
from tests.webkit.browser import WebKit, lacking, webkit

SIZES = {"320": (320, 700), "390": (390, 844), "turned": (844, 390), "1280": (1280, 900)}
"""Screens, each after the one before it: the third is the phone, which has been turned."""
FAULTS = """
const faults = [];
const { scrollWidth } = document.documentElement;
if (scrollWidth > innerWidth) faults.push(`it is ${scrollWidth} px wide`);
for (const selector of arguments[0]) {
  const control = document.querySelector(selector);
  if (!control?.checkVisibility({ visibilityProperty: true })) {
    faults.push(`${selector} does not show`);
    continue;
  }
  control.scrollIntoView({ block: "center" });
  const { left, right, top, bottom } = control.getBoundingClientRect();
  if (left < -0.5 || right > innerWidth + 0.5) faults.push(`${selector} goes over the edge`);
  const hit = document.elementFromPoint((left + right) / 2, (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2);
  if (!control.contains(hit)) faults.push(`${selector} is covered by ${hit?.outerHTML.slice(0, 60) ?? "nothing"}`);
}
scrollTo(0, 0);
return faults;
"""
"""What is wrong with a page as it stands; what matters on it is to be found by these selectors."""


@dataclass(frozen=True)
class Shown:
    """A page, what is pressed on it first, and what must be within reach; the last of it is waited for."""

    name: str
    address: str
    controls: tuple[str, ...]
    presses: tuple[str, ...] = ()


WAYS = ('.ways a[href="/by-hand"]', '.ways a[href="/matches"]', ".language")
SIGNS = ("#share", "#sound", "#voice", "#rules", "#wall", ".language")
TABLE = ("#turn", "#status", "#players", "#board")
BY_HAND = {
    "polyssimo": (("Ann", "Bob"), {"hands": "open"}, '#seats [data-piece="F"]'),
    "blokus": (("Ann", "Bob"), {}, '#seats [data-piece="F"]'),
    "patchwork": (("Ann", "Bob"), {"seed": 1}, "#market button:enabled"),
    "polyssimo-puzzle": (("Ann",), {}, '#seats [data-piece="F5"]'),
}
"""Who plays, what has been agreed, and what is taken first: something that can be turned."""


def pages(address: str) -> Iterator[Shown]:
    """Those of this computer, of which the table shows a demo."""
    setting_up = ("#sources input", "#game-choice", "#player-1", "#player-2", "#setup-back", "#mark", "#begin")
    yield Shown("set-up", address, (*WAYS, *setting_up), ("#new-match",))
    acting = ("#fits", "#pause", "#undo", "#new-match")
    yield Shown("table, with sound and voice", address, (*WAYS, *acting, *SIGNS, *TABLE), ("#sound", "#voice", "#fits"))
    yield Shown("table, large view", address, (*SIGNS, *TABLE), ("#wall",))
    yield Shown("by hand", f"{address}/by-hand", (*WAYS, ".games label", "[name=player]", ".begin"))
    laying = tuple(f"#laying [data-part={part}]" for part in ("turn", "cancel", "put"))
    for game, (players, choices, piece) in BY_HAND.items():
        wish = json.dumps({"game": game, "players": players, "choices": choices}).encode()
        begun = posted(f"{address}/api/by-hand", wish, "application/json")["id"]
        controls = (*WAYS, "#undo", "#boards svg", *laying)
        yield Shown(f"by hand, {game}", f"{address}/by-hand/{begun}", controls, (piece,))
    kept = posted(f"{address}/api/matches", (ROOT / "docs" / "match.jsonl").read_bytes(), "text/plain")["ids"][0]
    slider = ("#first", "#back", "#play", "#on", "#last", "#at", "#branch", "#as-svg", "#as-png")
    yield Shown("replay", f"{address}/matches/{kept}?at=5", (*WAYS, *slider, "#moves", "#boards svg"))
    yield Shown("matches", f"{address}/matches", (*WAYS, "#export", "#import", ".card a"))
    yield Shown("hall", f"{address}/hall", (*WAYS, "#open", ".card a"))
    yield Shown("rules", f"{address}/rules/polyssimo", (*WAYS, "h1"))


def pages_of_phone(invited: dict[str, str]) -> Iterator[Shown]:
    yield Shown("phone, as a camera", invited["secure"], ("#headline", ".language", "#video", "#stop"), ("#start",))
    yield Shown("phone, single photos", invited["address"], (".language", "a.main", "label[for=photo]"))


def posted(address: str, body: bytes, kind: str) -> Any:
    """The answer to it."""
    request = urllib.request.Request(address, body, {"Content-Type": kind})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def tried(browser: WebKit, shown: Shown) -> list[str]:
    """Opens a page and prints its line; what is wrong with it."""
    faults: list[str] = []
    print(f"{shown.name:30}", end="", flush=True)
    try:
        browser.resize(*SIZES["1280"])
        browser.go(shown.address)
        for selector in shown.presses:
            browser.press(selector)
        browser.await_shown(shown.controls[-1])
        for name, size in SIZES.items():
            browser.resize(*size)
            found = browser.ask(FAULTS, shown.controls)
            faults += [f"{name}: {fault}" for fault in found]
            print(f"{len(found) or 'well':>8}", end="", flush=True)
    except Exception as error:  # whatever it is, the other pages are tried as well
        faults.append(f"stopped: {error}")
    complaints = browser.complaints()
    print(f"{len(complaints) or 'quiet':>9}")
    return [f"{shown.name}: {fault}" for fault in faults + complaints]


def main() -> None:
    if cures := lacking():
        print(f"WebKit cannot be driven here yet. On Debian and Ubuntu: {' && '.join(cures)}", file=sys.stderr)
        sys.exit(2)
    with tempfile.TemporaryDirectory(prefix="polyref-webkit-") as name, webkit(Path(name)) as browser:
        print(f"{'WebKit ' + browser.version:30}{''.join(f'{size:>8}' for size in SIZES)}  console")
        with nearly_at_slip() as server:
            faults = [fault for shown in pages(server.address) for fault in tried(browser, shown)]
        with started(Path(name) / "phone", "play", "--source", "phone", "--players", "Ann,Bob") as server:
            phone = pages_of_phone(server.get("/api/phone"))
            faults += [fault for shown in phone for fault in tried(browser, shown)]
    for fault in faults:
        print(fault)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
