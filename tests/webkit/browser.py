"""WebKit on a screen that nobody sees, and what is to be installed for it."""

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

WINDOW = Path(__file__).with_name("window.py")
PYTHON = "/usr/bin/python3"
"""That of the system, for which Debian packages the bindings."""
BINDINGS = "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1')"
DRIVER, SCREEN = "WebKitWebDriver", "Xvfb"
EXCUSED = "due to access control checks"
"""So WebKit tells of what a page was still asking for when it was left."""
PATIENCE_S = 30.0


def lacking() -> list[str]:
    """What is to be called first, so that WebKit can be driven."""
    bound = Path(PYTHON).exists() and subprocess.run((PYTHON, "-c", BINDINGS), capture_output=True, check=False)
    there = {
        "webkit2gtk-driver": shutil.which(DRIVER),
        "xvfb": shutil.which(SCREEN),
        "python3-gi gir1.2-gtk-3.0 gir1.2-webkit2-4.1": bound and bound.returncode == 0,
    }
    packages = " ".join(package for package, found in there.items() if not found)
    cures = [f"apt-get install {packages}"] if packages else []
    return cures if find_spec("selenium") else [*cures, "pip install --editable '.[webkit]'"]


@contextmanager
def screen() -> Iterator[str]:
    """A display of its own; its name."""
    reading, writing = os.pipe()
    words = (SCREEN, "-displayfd", str(writing), "-screen", "0", "1600x1200x24", "-nolisten", "tcp")
    process = subprocess.Popen(words, pass_fds=(writing,), stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as told:
            yield f":{told.readline().strip()}"
    finally:
        process.terminate()
        process.wait()


class WebKit:
    """A page of it."""

    def __init__(self, driver: Any, log: Path) -> None:
        self._driver, self._log, self._read = driver, log, 0
        self.version = driver.capabilities["browserVersion"]

    def go(self, address: str) -> None:
        self._driver.get(address)
        waited(lambda: self.ask("return document.readyState === 'complete'"))  # what is pressed before that is lost

    def ask(self, body: str, *arguments: Any) -> Any:
        """What a function of JavaScript returns."""
        return self._driver.execute_script(body, *arguments)

    def press(self, selector: str) -> None:
        self.await_shown(selector)
        self._driver.find_element("css selector", selector).click()

    def await_shown(self, selector: str) -> None:
        shown = "return Boolean(document.querySelector(arguments[0])?.checkVisibility({ visibilityProperty: true }))"
        if not waited(lambda: self.ask(shown, selector)):
            raise TimeoutError(f"{selector} does not show")

    def resize(self, wide: int, high: int) -> None:
        """So large is the page itself."""
        self._driver.set_window_size(wide, high)
        if not waited(lambda: self.ask("return [innerWidth, innerHeight]") == [wide, high]):
            raise TimeoutError(f"it does not become {wide} x {high}")

    def complaints(self) -> list[str]:
        """What it has complained about since it was last asked."""
        time.sleep(0.3)  # what is written comes from another process
        with self._log.open(errors="replace") as log:
            log.seek(self._read)
            lines = log.read().splitlines()
            self._read = log.tell()
        return [line for line in lines if "CONSOLE" in line and "ERROR" in line and EXCUSED not in line]


@contextmanager
def webkit(folder: Path) -> Iterator[WebKit]:
    """A window of its own on a screen of its own."""
    from selenium import webdriver  # noqa: PLC0415  the extra ``webkit``
    from selenium.webdriver.webkitgtk.options import Options  # noqa: PLC0415
    from selenium.webdriver.webkitgtk.service import Service  # noqa: PLC0415

    log, options = folder / "webkit.log", Options()
    options.binary_location = PYTHON
    options.add_argument(str(WINDOW))
    others = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "WAYLAND_DISPLAY"}}
    with screen() as display, log.open("w") as output:
        surroundings = {**others, "DISPLAY": display, "GDK_BACKEND": "x11", "LIBGL_ALWAYS_SOFTWARE": "1"}
        service = Service(executable_path=shutil.which(DRIVER), log_output=output, env=surroundings)
        driver = webdriver.WebKitGTK(options=options, service=service)
        try:
            yield WebKit(driver, log)
        finally:
            driver.quit()


def waited(true: Callable[[], Any]) -> bool:
    ends_s = time.monotonic() + PATIENCE_S
    while not true():
        if time.monotonic() > ends_s:
            return False
        time.sleep(0.1)
    return True
