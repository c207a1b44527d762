"""The languages in which Polyref speaks, and how what is said becomes text in one of them."""

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from gettext import GNUTranslations, NullTranslations, translation
from pathlib import Path
from typing import Any

from referee.said import Said

LANGUAGES: Mapping[str, str] = {
    "en": "English",
    "fr": "Français",
    "de": "Deutsch",
    "es": "Español",
    "it": "Italiano",
    "pt": "Português",
    "nl": "Nederlands",
    "sv": "Svenska",
    "da": "Dansk",
    "ru": "Русский",
}
"""Every language by its own name. English is what stands in the sources."""

DEFAULT = "en"
DOMAIN = "polyref"
LOCALES = Path(__file__).parent / "locales"

PERIOD = 100
"""In all these languages the form of a number above this one is that of its last two digits."""


@cache
def translations(language: str) -> NullTranslations:
    """The catalogue of a language; English needs none."""
    if language == DEFAULT or language not in LANGUAGES:
        return NullTranslations()
    return translation(DOMAIN, LOCALES, [language], fallback=True)


def told(value: Any, language: str) -> Any:
    """A value of plain ones, such as a snapshot, with everything that is said in it as text of a language."""
    catalogue = translations(language)

    def tell(part: Any) -> Any:
        if isinstance(part, Said):
            return part.told(catalogue)
        if is_dataclass(part) and not isinstance(part, type):
            return {field.name: tell(getattr(part, field.name)) for field in fields(part) if field.repr}
        if isinstance(part, Mapping):
            return {key: tell(one) for key, one in part.items()}
        return [tell(one) for one in part] if isinstance(part, (list, tuple)) else part

    return tell(value)


@cache
def page_words(language: str) -> str:
    """The catalogue for what the page says by itself, as JSON: ``words`` by the English ones, where numbers matter a
    list of forms; and ``forms``, a digit for every number from 0 to 199 that says which form it takes."""
    catalogue = translations(language)
    if not isinstance(catalogue, GNUTranslations):
        return '{"words":{},"forms":""}'
    words: dict[str, Any] = {}
    for key, text in _entries(catalogue).items():
        if isinstance(key, tuple):
            words.setdefault(key[0], {})[key[1]] = text
        elif key:
            words[key] = text
    listed = {key: [one[i] for i in sorted(one)] if isinstance(one, dict) else one for key, one in words.items()}
    forms = "".join(str(_form(catalogue, number)) for number in range(2 * PERIOD))
    return json.dumps({"words": listed, "forms": forms}, ensure_ascii=False, separators=(",", ":"))


def _entries(catalogue: GNUTranslations) -> dict[Any, str]:
    found: dict[Any, str] = catalogue._catalog  # type: ignore[attr-defined]
    return found


def _form(catalogue: GNUTranslations, number: int) -> int:
    form: int = catalogue.plural(number)  # type: ignore[attr-defined]
    return form
