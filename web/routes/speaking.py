"""Answers in the language of whoever asks: that of the cookie which the page sets, else the browser's."""

from typing import Any

from flask import Blueprint, Flask, Response, has_request_context, request
from flask.json.provider import DefaultJSONProvider
from markupsafe import Markup, escape

from referee.said import Said, filled
from web.languages import DEFAULT, LANGUAGES, page_words, told, translations
from web.routes.rights import Right, needs

COOKIE = "polyref-language"

speaking = Blueprint("speaking", __name__)


def speak(app: Flask) -> None:
    """Teaches an application to answer in the language of each reader, in pages and in JSON."""
    app.json = Spoken(app)
    app.jinja_env.globals.update(say=_say, say_many=_say_many)
    app.jinja_env.finalize = _shown
    app.context_processor(lambda: {"language": language(), "languages": LANGUAGES})
    app.register_blueprint(speaking)


def language() -> str:
    """The language of whoever asks."""
    if not has_request_context():
        return DEFAULT
    chosen = request.cookies.get(COOKIE, "")
    return chosen if chosen in LANGUAGES else request.accept_languages.best_match(LANGUAGES, DEFAULT)


@speaking.get("/languages/<code>.json")
@needs(Right.NONE)
def words(code: str) -> Response:
    """What the page says by itself in a language, as ``web.languages.page_words`` writes it."""
    response = Response(page_words(code if code in LANGUAGES else DEFAULT), mimetype="application/json")
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response


class Spoken(DefaultJSONProvider):
    """JSON in which everything that is said is text in the language of the request."""

    def dumps(self, obj: Any, **kwargs: Any) -> str:
        return super().dumps(told(obj, language()), **kwargs)

    def loads(self, s: str | bytes, **kwargs: Any) -> Any:
        """What the text holds.

        Raises:
            ValueError: it is no JSON, or braces within braces without end.
        """
        try:
            return super().loads(s, **kwargs)
        except RecursionError as error:
            raise ValueError("too deep") from error


def _say(words: str, **names: object) -> str:
    """A sentence for a template. What is put into its braces may be marked up."""
    return _filled(translations(language()).gettext(words), names)


def _say_many(count: int, one: str, many: str, **names: object) -> str:
    return _filled(translations(language()).ngettext(one, many, abs(count)), {"count": count, **names})


def _filled(words: str, names: dict[str, object]) -> Markup:
    """What is no markup is escaped, the words of the catalogue too."""
    return Markup(filled(str(escape(words)), {name: escape(_shown(value)) for name, value in names.items()}))


def _shown(value: object) -> object:
    return value.told(translations(language())) if isinstance(value, Said) else value
