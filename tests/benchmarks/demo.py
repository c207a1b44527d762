"""A demo played to its end in real Chromium: ``python -m tests.benchmarks.demo GAME --seed 2``.

Nobody answers anything. What the page says is noted as it appears there and held, with the record, against the game
that the simulated table plays: every placement in its order, the one slip, and the winner.
"""

import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import click
from playwright.sync_api import Page, ViewportSize, sync_playwright

from referee.match import Match
from referee.piece import PieceSet
from referee.record import Undo, parse_entry
from tests.chromium import FLAGS, find_chromium
from tests.web.server import started
from web.games.demo import rest, script, usual_players
from web.games.equipment import seen_piece_set_for
from web.record.store import Store
from web.scripts.script import Script

COLUMNS = ("game", "seed", "placements", "right", "wrong calls", "slip", "questions", "ending", "seconds")
LOOK_MS = 250
"""So often it is looked whether the game is over."""
QUIET_S = 240
"""A game in which nothing new has been said for so long will not end."""
VIEWS: dict[str, ViewportSize] = {"desktop": {"width": 1280, "height": 900}, "phone": {"width": 390, "height": 844}}
"""Of what sizes pictures are taken of the page."""
SCHEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")
FADED_MS = 500
"""So long colours take to change."""
NOTE = """() => {
  window.noted = [];
  const text = (place) => document.querySelector(place)?.textContent ?? "";
  const look = () => {
    const question = document.querySelector("#question");
    const said = {
      turn: text("#turn"),
      alarm: text("#alarm-words"),
      question: !question || question.hidden ? "" : `${text("#question-words")} ${text("#choices")}`,
      lying: document.querySelectorAll("#board .pieces > .piece").length,
    };
    if (JSON.stringify(said) !== JSON.stringify(window.noted.at(-1))) window.noted.push(said);
  };
  new MutationObserver(look).observe(document.body, {
    childList: true, subtree: true, characterData: true, attributes: true, attributeFilter: ["hidden"],
  });
  look();
}"""


@dataclass(frozen=True, slots=True)
class Said:
    """What the page said at a moment, and how many pieces lay on its board."""

    turn: str = ""
    alarm: str = ""
    question: str = ""
    lying: int = 0


@dataclass(frozen=True, slots=True)
class Told:
    """What became of a game: how many of all ``placements`` were ``right`` and in order; ``wrong`` calls are lines of
    the record that nobody played and alarms of which there was no reason; whether the ``slip`` was told."""

    placements: int
    right: int
    wrong: tuple[str, ...]
    slip: bool
    questions: tuple[str, ...]
    ending: str


def told(whole: Script, piece_set: PieceSet, record: Sequence[str], said: Sequence[Said]) -> Told:
    """Holds the lines of the record, without the header, and what the page said against the game."""
    match, right, wrong = Match.start(whole.header, piece_set), 0, []
    for line in record:
        entry = parse_entry(line)
        match = match.undone() if isinstance(entry, Undo) else match.play(entry)[1]
        if rest(match, whole) is not None:
            right = len(match.position.lying)
        elif not match.game.is_dead_end(match.position):  # the slip of the puzzle is a placement like others
            wrong.append(line)
    alarms = _anew(said, "alarm")
    slips = {one.alarm for one in alarms if one.lying in (whole.slip_at, whole.slip_at + 1)}
    slip = next((one.alarm for one in alarms if one.alarm in slips), "")
    wrong += [f"{one.lying}: {one.alarm}" for one in alarms if one.alarm != slip]
    questions = tuple(f"{one.lying}: {one.question}" for one in _anew(said, "question"))
    ending = said[-1].turn if match.outcome.over else ""
    return Told(len(whole.moves) - whole.given, right - whole.given, tuple(wrong), bool(slip), questions, ending)


def _anew(said: Sequence[Said], what: str) -> list[Said]:
    """The moments at which the page said something else of a kind than before."""
    before = [Said(), *said]
    found = [now for then, now in zip(before, said, strict=False) if getattr(now, what) != getattr(then, what)]
    return [one for one in found if getattr(one, what)]


@click.command()
@click.argument("game")
@click.option("--seed", default=1, show_default=True, help="Which game is played.")
@click.option("--speed", default="0", show_default=True, help="As of the demo: 0 is as fast as it goes.")
@click.option("--pictures", type=click.Path(path_type=Path), help="A folder for pictures of the page.")
def main(game: str, seed: int, speed: str, pictures: Path | None) -> None:
    """Plays a demo and prints what became of it."""
    piece_set = seen_piece_set_for(game)
    whole, began_s = script(seed, piece_set, usual_players(game)), time.monotonic()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        words = ("demo", "--game", game, "--seed", str(seed), "--speed", speed)
        with started(Path(folder), *words) as server:
            chromium = playwright.chromium.launch(executable_path=find_chromium(), args=list(FLAGS))
            page = chromium.new_page(viewport=VIEWS["desktop"])
            page.goto(server.address)
            page.evaluate(NOTE)
            said = _watched(page, Album(page, pictures, whole))
            chromium.close()
        with Store(Path(folder)) as store:
            stored = store.latest(demo=True)
    assert stored is not None
    found = told(whole, piece_set, stored.lines[1:], said)
    click.echo("| " + " | ".join(COLUMNS) + " |\n" + "| --- " * len(COLUMNS) + "|")
    slip, seconds = "told" if found.slip else "missed", round(time.monotonic() - began_s)
    counts = found.placements, found.right, len(found.wrong), slip, len(found.questions)
    click.echo("| " + " | ".join(map(str, (game, seed, *counts, found.ending or "none", seconds))) + " |")
    for line in (*found.wrong, *found.questions):
        click.echo(line)


def _watched(page: Page, album: "Album") -> list[Said]:
    """What the page says until the game is over, or nothing new comes any more."""
    noted: list[Said] = []
    changed_s = time.monotonic()
    while time.monotonic() - changed_s < QUIET_S:
        page.wait_for_timeout(LOOK_MS)
        new = [Said(**one) for one in page.evaluate(f"window.noted.slice({len(noted)})")]
        if new:
            changed_s, noted = time.monotonic(), [*noted, *new]
            album.keep(new[-1])
        if page.evaluate("document.body.dataset.phase") == "over":
            break
    album.take("end")
    return noted


class Album:
    """Pictures of the page in all its views: at the slip, in the middle, at questions and at the end."""

    def __init__(self, page: Page, folder: Path | None, whole: Script) -> None:
        self._page, self._folder, self._middle = page, folder, len(whole.moves) // 2
        self._taken: set[str] = set()

    def keep(self, said: Said) -> None:
        """Takes the pictures that are due."""
        if said.alarm:
            self.take(f"alarm_{said.lying}")
        if said.question:
            self.take(f"question_{said.lying}")
        if said.lying >= self._middle:
            self.take("middle")

    def take(self, name: str) -> None:
        """Takes the page in all its views, once under a name."""
        if self._folder is None or name in self._taken:
            return
        self._taken.add(name)
        self._folder.mkdir(parents=True, exist_ok=True)
        for view, size in reversed(VIEWS.items()):
            self._page.set_viewport_size(size)
            for scheme in SCHEMES:
                self._page.emulate_media(color_scheme=scheme)
                self._page.wait_for_timeout(FADED_MS)
                self._page.screenshot(path=self._folder / f"{name}_{view}_{scheme}.png", full_page=True)


if __name__ == "__main__":
    main()
