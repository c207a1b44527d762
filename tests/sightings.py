"""A table described in text pictures: what the eyes would see, without any picture.

Upper-case letters are pentominoes, small ones hexominoes in order of the set (a is C06); ``?`` is uncertain, ``#``
hidden.
"""

from typing import Any

from referee.grid import Cell
from referee.match import Match
from referee.piece import packaged_piece_set
from referee.record import Header
from tests.boards import cells_of
from vision.look import Look, View
from vision.sighting import Alternative, Problem, SeenBoard, SeenPiece, Sighting
from web.commands.report import letters_of
from web.companion.companion import Companion

PIECES = packaged_piece_set("polyssimo")
NAMES = {letter: piece for piece, letter in letters_of(PIECES).items()}
CORNERS = ((10.0, 10.0), (130.0, 10.0), (130.0, 120.0), (10.0, 120.0))
BOARD = SeenBoard(True, CORNERS, PIECES.grid, 0.99)
HANDS: dict[str, tuple[str, ...]] = {"Ann": ("I", "L", "P", "C06"), "Bob": ("V", "W", "Y", "D06")}


def sighting(picture: str, problems: tuple[Problem, ...] = (), alternatives: tuple[Alternative, ...] = ()) -> Sighting:
    """What a settled look at the pictured board gives."""
    drawn = cells_of(picture)
    uncertain, hidden = frozenset(drawn.pop("?", ())), frozenset(drawn.pop("#", ()))
    pieces = tuple(SeenPiece(NAMES[letter], cells, 0.98) for letter, cells in drawn.items())
    return Sighting(BOARD, pieces, problems, alternatives, uncertain=uncertain, hidden=hidden)


def overlap(piece: str, cells: tuple[Cell, ...], *below: str) -> Problem:
    return Problem("overlap", piece, cells, below)


class Table:
    """A companion that looks at pictured boards, ``fps`` a second; Bob, who sits last, places first."""

    def __init__(
        self,
        hands: dict[str, tuple[str, ...]] | None = HANDS,
        players: tuple[str, ...] = ("Ann", "Bob"),
        fps: float = 3.0,
    ) -> None:
        rules = {} if hands else {"open_hands": True}
        self.record: list[str] = []
        self.companion = Companion(Match.start(Header("polyssimo", players, hands, rules=rules), PIECES), self._keep)
        self.full_disk = False
        self.frame = 0
        self.fps = fps

    def see(self, picture: str, *problems: Problem, alternatives: tuple[Alternative, ...] = ()) -> list[dict[str, Any]]:
        """The events of one settled look."""
        return self._look(View.SETTLED, sighting(picture, problems, alternatives))

    def hand(self) -> list[dict[str, Any]]:
        """A hand is over the board: nothing can be judged."""
        return self._look(View.OCCLUDED, None)

    def lying(self) -> list[str]:
        return [place.piece for place in self.companion.match.position.lying]

    def _look(self, view: View, seen: Sighting | None) -> list[dict[str, Any]]:
        self.frame += 1
        look = Look(self.frame, self.frame / self.fps, view, BOARD, seen)
        return [event.as_json() for event in self.companion.see(look)]

    def _keep(self, line: str) -> None:
        if self.full_disk:
            raise OSError(28, "No space left on device")
        self.record.append(line)


def told(events: list[dict[str, Any]]) -> list[str]:
    """Events in short: ``placed F``, ``illegal F``, ``overlap W``, ``cleared W`` ..."""
    return [_short(event) for event in events]


def _short(event: dict[str, Any]) -> str:
    kind = event["event"]
    if kind == "placed":
        kind = "placed" if event["legal"] else "illegal"
    if kind == "corrected":
        return f"corrected {event['was']['piece']} to {event['now']['piece']}"
    about = event.get("piece") or event.get("player")
    return f"{event.get('kind', kind)} {about}" if about else event.get("kind", kind)
