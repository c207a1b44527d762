"""Everything is said in ten languages: the catalogues are whole, and every reader is answered in their own."""

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.jslexer import Token, tokenize
from flask.testing import FlaskClient

from referee.said import Said
from tests.catalogues import (
    LAYERS,
    ROOT,
    TRANSLATED,
    as_mo,
    catalogue,
    english,
    forms,
    gathered,
    missing,
    path_of,
)
from tests.web.scripted import POLYSSIMO
from web.games import GAMES
from web.languages import LANGUAGES, page_words, told, translations
from web.telling import words
from web.telling.called import piece_name

TEMPLATES = sorted((ROOT / "web" / "templates").glob("*.html"))
SCRIPTS = sorted((ROOT / "web" / "static").glob("*.js"))
SOURCES = [path for layer in LAYERS for path in sorted((ROOT / layer).rglob("*.py"))]
NAMES = re.compile(r"Polyref|Polyssimo Challenge|Blokus|Patchwork|Android|iPhone|Enter|[RF←↑→↓·:,0-9\s]")
"""What is called the same in every language."""
CURE = "make catalogues, and translate what is new: see docs/languages.md"


def in_braces(sentence: str) -> set[str]:
    return {name.lower() for name in re.findall(r"\{(\w+)\}", sentence)}


# --- the catalogues


@pytest.fixture(params=TRANSLATED)
def kept(request: pytest.FixtureRequest) -> Catalog:
    return catalogue(request.param)


def test_a_catalogue_holds_exactly_what_is_said_in_the_sources(kept: Catalog) -> None:
    assert {english(one) for one in kept if one.id} == {english(one) for one in gathered() if one.id}, (
        "see tests/catalogues.py"
    )


def test_nothing_is_left_untranslated_or_doubtful(kept: Catalog) -> None:
    assert missing(kept) == []
    assert [one.id for one in kept if one.id and one.fuzzy] == []


def test_every_form_has_the_braces_of_the_english_words(kept: Catalog) -> None:
    for message in kept:
        if not message.id:
            continue
        wanted = in_braces(message.id if isinstance(message.id, str) else message.id[1])
        assert all(in_braces(form) == wanted for form in forms(message)), message.string
        assert isinstance(message.id, str) or len(forms(message)) == kept.num_plurals


def test_what_the_program_reads_was_made_from_what_people_wrote(kept: Catalog) -> None:
    language = str(kept.locale_identifier)
    assert path_of(language, "mo").read_bytes() == as_mo(kept), CURE


def test_no_words_are_said_of_a_number_and_also_without_one() -> None:
    of_numbers = {one.id[0] for one in gathered() if isinstance(one.id, (tuple, list))}
    assert of_numbers.isdisjoint(one.id for one in gathered() if isinstance(one.id, str))


@pytest.mark.parametrize(("count", "words"), [(1, "1 клетка"), (3, "3 клетки"), (11, "11 клеток"), (21, "21 клетка")])
def test_russian_numbers_take_three_forms(count: int, words: str) -> None:
    assert Said.many(count, "{count} square", "{count} squares").told(translations("ru")) == words


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_takes_the_same_form_of_a_number_as_the_server(language: str) -> None:
    known = ast.literal_eval(page_words(language))
    for count in (0, 1, 2, 5, 11, 12, 21, 99, 100, 101, 111, 221) if known["forms"] else ():
        form = known["forms"][count if count < 100 else 100 + count % 100]
        here = known["words"]["{count} square"][int(form)].format(count=count)
        assert here == Said.many(count, "{count} square", "{count} squares").told(translations(language))


# --- the sources


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_is_said_in_the_program_stands_there_word_for_word(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Said":
            assert isinstance(node.args[0], ast.Constant), f"line {node.lineno}: only literal words can be gathered"


class Shown(HTMLParser):
    """What a template shows besides what it says by ``say``: its text, and the attributes that are read out."""

    def __init__(self, template: str) -> None:
        super().__init__()
        self.words: list[str] = []
        unseen = r"\{% block look %\}.*?\{% endblock %\}|\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}"
        self.feed(re.sub(unseen, "", template, flags=re.DOTALL))

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.words += [value or "" for name, value in attrs if name in ("aria-label", "alt", "title", "placeholder")]


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_a_template_shows_no_words_of_its_own(path: Path) -> None:
    shown = Shown(path.read_text(encoding="utf-8"))
    assert [words.strip() for words in shown.words if NAMES.sub("", words)] == []


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_a_script_shows_no_words_of_its_own(path: Path) -> None:
    assert list(sentences_unsaid(path.read_text(encoding="utf-8"))) == []


def sentences_unsaid(script: str) -> Iterator[str]:
    """Texts that look like sentences or labels and are not handed to ``say`` or ``sayMany``."""
    said, depth, before = 0, 0, Token("operator", ";", 0)
    for token in tokenize(script):
        if token.value == "(":
            depth += 1
            said = said or (depth if before.value in ("say", "sayMany") else 0)
        elif token.value == ")":
            said = 0 if depth == said else said
            depth -= 1
        elif token.type in ("string", "template_string") and not said and looks_spoken(token.value[1:-1]):
            yield token.value
        before = token


def looks_spoken(text: str) -> bool:
    """A capital letter and then small ones, as at the beginning of a sentence; or several words with a full stop."""
    plain = re.sub(r"\$\{[^}]*\}", "", text)
    label = re.match(r"[A-Z][a-z]+( |$|[.,:?!])", plain) and plain not in KEYS
    return bool(label) or bool(re.search(r"[a-z]{2,} [a-z]{2,}.*[.?!]$", plain))


KEYS = {"Enter", "Escape", "Content-Type", "Polyref"}


def test_the_search_for_words_in_scripts_finds_them() -> None:
    script = 'tell("Try again."); say("Said {x}", { x: say("Inner") }); made.textContent = `Row ${row}`; at("#turn");'
    assert list(sentences_unsaid(script)) == ['"Try again."', "`Row ${row}`"]


# --- the answers


def test_the_browsers_language_is_spoken_unless_another_was_chosen(client: FlaskClient) -> None:
    def answered(wished: str) -> str:
        return client.get("/matches", headers={"Accept-Language": wished}).text

    assert '<html lang="de">' in answered("de-AT,de;q=0.9,en;q=0.5")
    assert "<h1>Partien</h1>" in answered("de-AT,de;q=0.9,en;q=0.5")
    assert '<html lang="en">' in answered("ja,zh;q=0.8")
    assert '<html lang="en">' in answered("")
    client.set_cookie("polyref-language", "ru")
    assert '<html lang="ru">' in answered("de")
    client.set_cookie("polyref-language", "../../etc")
    assert '<html lang="de">' in answered("de")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_says_which_language_it_speaks_and_offers_the_others(client: FlaskClient, language: str) -> None:
    client.set_cookie("polyref-language", language)
    for path in ("/matches", "/by-hand", *(f"/rules/{game}" for game in GAMES)):
        page = client.get(path).text
        assert f'<html lang="{language}">' in page
        assert [code for code in LANGUAGES if f'<option value="{code}" lang="{code}"' in page] == list(LANGUAGES)
        assert f'<option value="{language}" lang="{language}" selected>' in page


def test_a_refusal_is_said_in_the_language_of_whoever_asked(client: FlaskClient) -> None:
    wrong = {"game": "blokus", "players": ["Ann"]}
    german = client.post("/api/by-hand", json=wrong, headers={"Accept-Language": "de"})
    assert german.get_json() == {"error": "Blokus ist für 2 bis 4 Personen."}
    assert client.post("/api/by-hand", json=wrong).get_json() == {"error": "Blokus is for 2 to 4 players."}


def test_an_error_page_is_in_the_language_too(client: FlaskClient) -> None:
    page = client.get("/matches/77", headers={"Accept": "text/html", "Accept-Language": "nl"})
    assert page.status_code == 404
    assert "Er is geen partij nummer 77." in page.text


def test_the_words_of_the_page_come_for_every_language_and_only_once(client: FlaskClient) -> None:
    for language in LANGUAGES:
        first = client.get(f"/languages/{language}.json")
        assert first.status_code == 200
        again = client.get(f"/languages/{language}.json", headers={"If-None-Match": first.headers["ETag"]})
        assert again.status_code == 304
    assert client.get("/languages/xx.json").get_json()["words"] == {}


def test_several_people_read_one_thing_each_in_their_language() -> None:
    said = {"said": words.turn("Ann", "placing"), "plain": "F", "both": (piece_name("F16", POLYSSIMO), 3)}
    assert told(said, "en") == {"said": "Ann plays", "plain": "F", "both": ["F16 (low F)", 3]}
    assert told(said, "de") == {"said": "Ann ist dran", "plain": "F", "both": ["Teil F16 (niedriges F)", 3]}
    assert told(said, "ru") == {"said": "Ann ходит", "plain": "F", "both": ["деталь F16 (низкая F)", 3]}


def test_there_are_rules_of_every_game_in_every_language() -> None:
    for language in TRANSLATED:
        for game in GAMES.values():
            assert game.rules
            assert all(told(sentence, language) != sentence for sentence in game.rules)


def test_the_docs_say_how_every_language_stands() -> None:
    page = (ROOT / "docs" / "languages.md").read_text(encoding="utf-8")
    for code, name in LANGUAGES.items():
        status = "the language of the sources" if code == "en" else "not yet reviewed by a native speaker"
        assert re.search(rf"\| `{code}` \| {name} \| {status}", page)
