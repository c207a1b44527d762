"""Builds the wheel, installs it into an empty environment in another folder, and has it do all that Polyref does.

``python -m tests.installed``, or ``make wheel-check``: it takes about half a minute, and what pip has to download.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
import venv
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.web.server import ROOT, Server, environment, started
from web.languages import DEFAULT, LANGUAGES

TAKEN_ALONG = ("docs/match.jsonl", "tests/data/photos/009_full.jpg", "tests/data/film")
"""What somebody has on the table: a record, a photo and a recording."""
FILM = ("film/frames", "--players", "Ann,Bob", "--hands", "film/hands.json")
COMMANDS = {
    ("--version",): "polyref 0",
    ("replay", "match.jsonl", "--legal-counts"): "Bob wins",
    ("read", "009_full.jpg", "--overlay", "seen.png"): "22 pieces on the board",
    ("watch", *FILM): "Bob has placed the U. That is legal.",
    ("calibrate", "lens", "--sheet", "sheet.pdf"): "sheet.pdf",
    ("doctor", "--source", "009_full.jpg", "--port", "18433"): "All is well.",
}
"""Commands that end by themselves, and what must be found in what they say."""
PAGES = ("/", "/by-hand", "/by-hand?game=patchwork", "/matches", "/hall")
PATIENCE_S = 60.0


class WheelError(Exception):
    """What does not work, in words."""


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="polyref-wheel-") as name:
        folder = Path(name)
        try:
            for done in checks(folder):
                print(f"ok  {done}", flush=True)
        except WheelError as error:
            sys.exit(f"not ok  {error}")


def checks(folder: Path) -> Iterator[str]:
    """Does one thing after the other; tells what has been done.

    Raises:
        WheelError: something does not work.
    """
    wheel = built(folder / "dist")
    yield f"built {wheel.name}, {wheel.stat().st_size / 1e6:.1f} MB"
    programs = installed(wheel, folder / "environment")
    yield "installed into an empty environment"
    table = folder / "table"
    lay(table)
    polyref, data = str(programs / "polyref"), folder / "data"
    apart(programs, table, data)
    yield "nothing of the checkout is imported"
    for words, expected in COMMANDS.items():
        said = run((polyref, *words), table, data)
        if not re.search(expected, said):
            raise WheelError(f"polyref {' '.join(words)} says\n{said}")
        yield f"polyref {' '.join(words)}"
    with started(data, "demo", "--speed", "0", program=(polyref,), cwd=table) as server:
        count = pages_of(server)
        placed = waited(lambda: len((server.get("/api/snapshot")["match"] or {}).get("lying", ())))
        yield f"polyref demo: {count} files of its pages, {placed} placed by the simulated table so far"
        yield f"words for the page in {languages_of(server)}"
    with started(data, "play", "--source", FILM[0], "--players", "Ann,Bob", program=(polyref,), cwd=table) as server:
        placed = waited(lambda: len((server.get("/api/snapshot")["match"] or {}).get("lying", ())))
        yield f"polyref play: {placed} placed in the recording so far"


def built(folder: Path) -> Path:
    """A wheel of this checkout."""
    run((sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(ROOT)), ROOT)
    (wheel,) = folder.glob("*.whl")
    return wheel


def installed(wheel: Path, environment_folder: Path) -> Path:
    """The folder of programs of a new environment with this wheel and what it needs."""
    venv.create(environment_folder, with_pip=True)
    programs = environment_folder / ("Scripts" if os.name == "nt" else "bin")
    run((str(programs / "python"), "-m", "pip", "install", "--quiet", str(wheel)), environment_folder)
    return programs


def lay(table: Path) -> None:
    """Puts down what is taken along."""
    table.mkdir()
    for name in TAKEN_ALONG:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, table / source.name)
        else:
            shutil.copy(source, table)


def apart(programs: Path, table: Path, data: Path) -> None:
    """Makes sure that what runs is what was installed."""
    shown = run((str(programs / "python"), "-c", "import web, sys; print(web.__file__, *sys.path)"), table, data)
    if str(ROOT) in shown:
        raise WheelError(f"the checkout is on the path: {shown}")


def pages_of(server: Server) -> int:
    """Opens the pages and all files that they name; how many files."""
    files = {name for page in PAGES for name in re.findall(r'(?:href|src)="(/static/[^"]+)"', fetched(server, page))}
    modules = {name for name in files if name.endswith(".js")}
    while modules:
        named = {
            f"/static/{name}" for one in modules for name in re.findall(r'from "\./([^"]+)"', fetched(server, one))
        }
        modules = named - files
        files |= named
    return sum(1 for name in files if fetched(server, name))


def languages_of(server: Server) -> str:
    """The languages that the page has its words in; English needs none."""
    missing = [code for code in LANGUAGES if code != DEFAULT and not server.get(f"/languages/{code}.json")["words"]]
    if missing:
        raise WheelError(f"there are no words in {', '.join(missing)}")
    return ", ".join(LANGUAGES)


def fetched(server: Server, path: str) -> str:
    with urllib.request.urlopen(f"{server.address}{path}", timeout=10) as answer:
        return str(answer.read().decode())


def waited(count: Callable[[], int]) -> int:
    """Waits until there is something."""
    ends_s = time.monotonic() + PATIENCE_S
    while not (found := count()):
        if time.monotonic() > ends_s:
            raise WheelError("nothing was placed in time")
        time.sleep(0.3)
    return found


def run(words: tuple[str, ...], cwd: Path, data: Path | None = None) -> str:
    """Everything that a command says; it must end well."""
    done = subprocess.run(
        words, cwd=cwd, env=environment(data or cwd / "data"), capture_output=True, text=True, timeout=600, check=False
    )
    if done.returncode:
        raise WheelError(f"{' '.join(words)} ends with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


if __name__ == "__main__":
    main()
