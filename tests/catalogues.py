"""The catalogues of all languages, brought up to date: ``python -m tests.catalogues``.

Gathers what is said in the sources, adds what is new to every ``.po`` file without words yet, leaves out what is no
longer said, and makes the ``.mo`` files that the program reads. Both kinds of file are kept in the repository.
"""

import json
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from web.languages import DEFAULT, DOMAIN, LANGUAGES, LOCALES

ROOT = Path(__file__).parents[1]
LAYERS = ("referee", "calibration", "vision", "web")
KEYWORDS = {"Said": None, "many": (2, 3), "say": None, "say_many": (2, 3), "sayMany": (2, 3)}
TRANSLATED = tuple(code for code in LANGUAGES if code != DEFAULT)
WIDTH = 120


def names_of_pieces(
    file: BinaryIO, keywords: Any, comment_tags: Any, options: Any
) -> Iterator[tuple[int, str, str, list[str]]]:
    """The names of pieces that are words: "low F", "violet". Letters are the same everywhere."""
    facts = json.load(file)
    for piece in facts.get("pieces", ()):
        if " " in piece.get("name", "") or facts.get("game") == "polyssimo-puzzle":
            yield 1, "Said", piece["name"], []


METHODS = [("**/data/*.json", names_of_pieces), ("**.py", "python"), ("**.html", "jinja2"), ("**.js", "javascript")]


def gathered() -> Catalog:
    """Everything that is said in the sources, in their order."""
    found = Catalog(project="Polyref", charset="utf-8")
    for layer in LAYERS:
        said: Iterable[Any] = extract_from_dir(
            ROOT / layer, METHODS, keywords=KEYWORDS, directory_filter=lambda folder: "__pycache__" not in str(folder)
        )
        for name, _, message, _, context in said:
            found.add(message, locations=[(f"{layer}/{name}", None)], context=context)
    return found


def path_of(language: str, ending: str) -> Path:
    return LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.{ending}"


def catalogue(language: str) -> Catalog:
    """The catalogue of a language as it is kept."""
    path = path_of(language, "po")
    if not path.exists():
        return Catalog(locale=language, project="Polyref", charset="utf-8")
    with path.open("rb") as file:
        return read_po(file, locale=language)


def as_po(words: Catalog) -> bytes:
    """The text of a catalogue, the same whenever and wherever it is written."""
    written = BytesIO()
    write_po(written, words, width=WIDTH, omit_header=False, sort_by_file=True, ignore_obsolete=True)
    lines = written.getvalue().decode("utf-8").splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith(DATED)).encode("utf-8")


DATED = ('"POT-Creation-Date', '"PO-Revision-Date', '"Generated-By', '"Last-Translator', '"Report-Msgid')


def as_mo(words: Catalog) -> bytes:
    written = BytesIO()
    write_mo(written, words)
    return written.getvalue()


def main() -> None:
    """Updates and compiles all catalogues, and says how many words are missing."""
    said = gathered()
    for language in TRANSLATED:
        words = catalogue(language)
        words.update(said, no_fuzzy_matching=True)
        path = path_of(language, "po")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(as_po(words))
        path_of(language, "mo").write_bytes(as_mo(catalogue(language)))
        missing = [message for message in words if message.id and not filled(message.string)]
        print(f"{language}: {len(words)} messages, {len(missing)} not translated")


def filled(string: str | tuple[str, ...]) -> bool:
    return all(string) if isinstance(string, tuple) else bool(string)


if __name__ == "__main__":
    main()
