"""What is said is English text to everybody, and can be told in a language whatever has happened to it on the way."""

import copy
import json
import pickle
from gettext import NullTranslations
from typing import ClassVar

from hypothesis import given
from hypothesis import strategies as some

from referee.said import Said


class Dutch(NullTranslations):
    """A few words, as a catalogue would have them."""

    WORDS: ClassVar = {
        "{Piece} lies on {below}.": "Op {below} ligt {piece}.",
        "the {piece}": "stuk {piece}",
        "{count} square": ("{count} vakje", "{count} vakjes"),
    }

    def gettext(self, message: str) -> str:
        return str(self.WORDS.get(message, message))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.WORDS[msgid1][n != 1]


LIES = Said("{Piece} lies on {below}.", piece=Said("the {piece}", piece="F"), below=Said("the {piece}", piece="P"))


def test_it_is_english_text_to_everybody_who_takes_text() -> None:
    assert LIES == "The F lies on the P."
    assert json.dumps({"said": LIES}) == '{"said": "The F lies on the P."}'
    assert f"{LIES}" == "The F lies on the P."


def test_it_is_told_in_another_language_with_all_its_parts() -> None:
    assert LIES.told(Dutch()) == "Op stuk P ligt stuk F."
    assert Said.many(1, "{count} square", "{count} squares").told(Dutch()) == "1 vakje"
    assert Said.many(3, "{count} square", "{count} squares").told(Dutch()) == "3 vakjes"


def test_what_a_language_does_not_know_stays_english() -> None:
    assert Said("Nothing is there").told(Dutch()) == "Nothing is there"
    assert Said.known("").told(Dutch()) == ""


def test_an_error_a_copy_and_a_pickle_still_know_how_they_were_made() -> None:
    for again in (str(ValueError(LIES)), copy.deepcopy(LIES), pickle.loads(pickle.dumps(LIES)), str(LIES)):
        assert isinstance(again, Said)
        assert again.told(Dutch()) == "Op stuk P ligt stuk F."


@given(name=some.text(max_size=12), number=some.integers(-50, 50))
def test_any_name_and_number_stand_in_it_as_they_are(name: str, number: int) -> None:
    said = Said("{player} has {count}.", player=name, count=Said.many(number, "{count} point", "{count} points"))
    assert said == f"{name} has {number} point{'s' * (abs(number) != 1)}."
    assert said.told(NullTranslations()) == said
