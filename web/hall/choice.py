"""What was chosen at the last set-up, so that the next one takes a tap: kept in the config folder."""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from web.kept import keep


@dataclass(frozen=True, slots=True)
class Choice:
    """Where the game is watched from, who plays in which order, and what was agreed. Empty means not chosen yet."""

    source: str = ""
    players: tuple[str, ...] = ()
    hands: str = ""
    min_hexominoes: dict[str, int] = field(default_factory=dict)


def choice_path(folder: Path) -> Path:
    return folder / "setup.json"


def load_choice(folder: Path) -> Choice:
    """What was chosen last; nothing where there is no such file, or none that can be read: it only saves typing."""
    try:
        facts: Any = json.loads(choice_path(folder).read_text(encoding="utf-8"))
        return Choice(
            source=str(facts["source"]),
            players=tuple(str(name) for name in facts["players"]),
            hands=str(facts["hands"]),
            min_hexominoes={str(name): int(least) for name, least in facts["min_hexominoes"].items()},
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError):
        return Choice()


def save_choice(folder: Path, choice: Choice) -> None:
    """Keeps a choice, whole or not at all.

    Raises:
        OSError: the folder cannot be written.
    """
    keep(choice_path(folder), json.dumps(asdict(choice), indent=1))
