"""The catalogues of all languages, brought up to date: ``python -m tests.catalogues``.

Gathers what is said in the sources, adds what is new to every ``.po`` file without words yet, leaves out what is no
longer said, and makes the ``.mo`` files that the program reads. Both kinds of file are kept in the repository.
"""

import json
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from web.languages import DEFAULT, DOMAIN, LANGUAGES, LOCALES

ROOT = Path(__file__).parents[1]
LAYERS = ("referee", "calibration", "vision", "web")
KEYWORDS = {"Said": None, "many": (2, 3), "say": None, "say_many": (2, 3), "sayMany": (2, 3)}
TRANSLATED = tuple(code for code in LANGUAGES if code != DEFAULT)
WIDTH = 120
NEVER = datetime(2026, 1, 1, tzinfo=UTC)
"""Instead of when a catalogue was made, so that it is the same whenever that is done."""
LEFT_OUT = (
    '"Report-Msgid',
    '"POT-Creation',
    '"PO-Revision',
    '"Generated-By',
    '"Last-Translator',
    '"Language-Team',
    '"Project-Id',
)
HEADER = "# {} for Polyref. Not yet reviewed by a native speaker: see docs/languages.md."


def names_of_pieces(
    file: BinaryIO, keywords: Any, comment_tags: Any, options: Any
) -> Iterator[tuple[int, str, str, list[str]]]:
    """The names of pieces that are words: "low F", "violet". Letters are the same everywhere."""
    facts = json.load(file)
    for piece in facts.get("pieces", ()):
        if " " in piece.get("name", "") or facts.get("game") == "polyssimo-puzzle":
            yield 1, "Said", piece["name"], []


METHODS = [("**/data/*.json", names_of_pieces), ("**.py", "python"), ("**.html", "jinja2"), ("**.js", "javascript")]


@cache
def gathered() -> Catalog:
    """Everything that is said in the sources, in their order; looked for once, for they are many."""
    found = Catalog(project="Polyref", charset="utf-8")
    for layer in LAYERS:
        said: Iterable[Any] = extract_from_dir(
            ROOT / layer, METHODS, keywords=KEYWORDS, directory_filter=lambda folder: "__pycache__" not in str(folder)
        )
        for name, _, message, _, context in said:
            found.add(message, locations=[(f"{layer}/{name}", None)], context=context)
    return found


def path_of(language: str, ending: str) -> Path:
    """Where the ``po`` or ``mo`` file of a language lies."""
    return LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.{ending}"


def catalogue(language: str) -> Catalog:
    """The catalogue of a language as it is kept."""
    path = path_of(language, "po")
    if path.exists():
        with path.open("rb") as file:
            kept = read_po(file, locale=language)
    else:
        kept = Catalog(locale=language)
    assert kept.locale
    kept.header_comment = HEADER.format(kept.locale.english_name)
    kept.creation_date = kept.revision_date = NEVER
    kept.fuzzy = False
    return kept


def as_po(words: Catalog) -> bytes:
    """The text of a catalogue."""
    written = BytesIO()
    write_po(written, words, width=WIDTH, sort_by_file=True, ignore_obsolete=True)
    lines = written.getvalue().decode("utf-8").splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith(LEFT_OUT)).encode("utf-8")


def as_mo(words: Catalog) -> bytes:
    """The same as ``gettext`` reads it."""
    written = BytesIO()
    write_mo(written, words)
    return written.getvalue()


def main() -> None:
    """Updates and compiles all catalogues, and says how much is missing."""
    said = gathered()
    for language in TRANSLATED:
        words = catalogue(language)
        words.update(said, no_fuzzy_matching=True)
        path = path_of(language, "po")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(as_po(words))
        path_of(language, "mo").write_bytes(as_mo(catalogue(language)))
        print(f"{language}: {len(words)} messages, {len(missing(words))} not translated")


def missing(words: Catalog) -> list[str]:
    """What a catalogue has no words for."""
    return [english(message) for message in words if message.id and not all(forms(message))]


def english(message: Message) -> str:
    """What is said in the sources; of a number the form for one."""
    return message.id if isinstance(message.id, str) else message.id[0]


def forms(message: Message) -> tuple[str, ...]:
    """The words of a message in its language, one form or as many as the language has for numbers."""
    return message.string if isinstance(message.string, tuple) else (message.string or "",)


if __name__ == "__main__":
    main()
