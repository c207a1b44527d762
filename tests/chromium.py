"""Where a real Chromium is on this machine, and how the tests start it."""

import os
import shutil
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
PLACES = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
)

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-sync",
    "--metrics-recording-only",
    "--no-first-run",
    "--mute-audio",
)
"""Nothing but the page itself: no sandbox (which root cannot have), no call home."""

CURE = (
    "get it with `apt-get install chromium` (Debian, Ubuntu), `brew install --cask chromium` (macOS), "
    "or name yours: POLYREF_CHROMIUM=/path/to/chrome"
)


def find_chromium() -> str | None:
    """The path of a Chromium, Chrome or Edge; the variable ``POLYREF_CHROMIUM`` comes first."""
    named = os.environ.get("POLYREF_CHROMIUM")
    if named:
        return named if Path(named).is_file() else None
    found = [path for path in map(shutil.which, NAMES) if path]
    found += [place for place in PLACES if Path(place).is_file()]
    return found[0] if found else None
