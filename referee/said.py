"""Words for people that can still be said in any language.

A ``Said`` is English text to everything that takes text. It remembers the sentence it was made of and what stands in
its braces, so that whoever shows it can say it in the language of the reader; nothing before that needs to know one.
"""

from gettext import NullTranslations
from typing import Any


class Said(str):
    """``Said("{player} plays", player="Ann")``: a sentence and what stands in its braces, which may be ``Said`` too.

    ``{Piece}`` is what ``piece`` is with a capital letter, for the beginning of a sentence.
    """

    __slots__ = ("_count", "_many", "_names", "_words")
    _words: str
    _many: str
    _count: int
    _names: dict[str, object]

    def __new__(cls, words: str, /, **names: object) -> "Said":
        return cls._made(words, "", 1, names)

    @classmethod
    def many(cls, count: int, one: str, many: str, /, **names: object) -> "Said":
        """``Said.many(3, "{count} square", "{count} squares")``: other languages may have more forms than two."""
        return cls._made(one, many, count, {"count": count, **names})

    @classmethod
    def known(cls, words: str, /, **names: object) -> "Said":
        """Words that stand elsewhere, such as a colour in data: they stay as they are in languages without them."""
        return cls._made(words, "", 1, names)

    @classmethod
    def _made(cls, words: str, many: str, count: int, names: dict[str, object]) -> "Said":
        chosen = many if many and abs(count) != 1 else words
        said = super().__new__(cls, filled(chosen, names) if names else chosen)
        said._words, said._many, said._count, said._names = words, many, count, names
        return said

    def told(self, translations: NullTranslations) -> str:
        """The same in another language; in English where it has no words for it."""
        if not self._words:
            return ""
        if self._many:
            words = translations.ngettext(self._words, self._many, abs(self._count))
        else:
            words = translations.gettext(self._words)
        names = {name: told(value, translations) for name, value in self._names.items()}
        return filled(words, names) if names else words

    def __str__(self) -> str:
        return self

    def __deepcopy__(self, _: dict[int, Any]) -> "Said":
        return self

    def __reduce__(self) -> str | tuple[Any, ...]:
        return type(self)._made, (self._words, self._many, self._count, self._names)


def told(value: object, translations: NullTranslations) -> object:
    """A value as it is, unless it is ``Said``: then in the language of the translations."""
    return value.told(translations) if isinstance(value, Said) else value


def filled(words: str, names: dict[str, object]) -> str:
    """The words with the names in their braces."""
    texts = {name: str(value) for name, value in names.items()}
    capital = {name[:1].upper() + name[1:]: text[:1].upper() + text[1:] for name, text in texts.items()}
    return words.format(**{**capital, **texts})
