"""The Flask application: made by a factory, which puts the routes together and guards the door."""

from urllib.parse import urlsplit

from flask import Flask, Response, render_template, request
from werkzeug.exceptions import Forbidden, HTTPException

from web import api, by_hand_api, matches, pages, setup, stream
from web.addresses import bracketed, own_names
from web.by_hand import ByHand
from web.equipment import piece_set_for
from web.library import Library
from web.settings import Settings
from web.table import Table
from web.turning import Turnings

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' blob: data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}


def create_app(table: Table, settings: Settings) -> Flask:
    """The application that shows one table and takes what people do on its page."""
    app = Flask(__name__)
    app.config.update(
        TRUSTED_HOSTS=trusted_hosts(settings.host),
        MAX_CONTENT_LENGTH=settings.max_body_bytes,
        MAX_FORM_MEMORY_SIZE=settings.max_body_bytes,
        MAX_FORM_PARTS=20,
    )
    app.extensions["polyref"] = table
    app.extensions["polyref-settings"] = settings
    app.extensions["polyref-library"] = Library(table.store, piece_set_for)
    app.extensions["polyref-turnings"] = Turnings()
    app.extensions["polyref-by-hand"] = ByHand(app.extensions["polyref-library"])
    app.extensions["polyref-streams"] = stream.Streams(settings.max_streams, settings.heartbeat_s)
    app.register_blueprint(pages.pages)
    app.register_blueprint(api.api)
    app.register_blueprint(setup.setup)
    app.register_blueprint(stream.stream)
    app.register_blueprint(matches.matches)
    app.register_blueprint(by_hand_api.by_hand)
    app.before_request(_same_origin)
    app.after_request(_guarded)
    app.register_error_handler(HTTPException, _said)
    return app


def trusted_hosts(host: str) -> list[str]:
    """The names under which the page may be asked for: this machine, and where it is shared its own addresses."""
    names = {"localhost", "127.0.0.1", "[::1]"}
    if host in ("0.0.0.0", "::", ""):
        names |= {bracketed(name) for name in own_names()}
    elif host not in ("127.0.0.1", "localhost"):
        names.add(bracketed(host))
    return sorted(names)


def _same_origin() -> None:
    """Browsers name the origin of every POST; one from another page is refused. Other programs name none."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    origin = request.headers.get("Origin")
    if origin is not None and urlsplit(origin).netloc != request.host:
        raise Forbidden("This request came from another page and was refused.")


def _guarded(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "no-store")
    return response


def _said(error: HTTPException) -> tuple[dict[str, str] | str, int]:
    """Errors are a sentence, for people on a page of their own and for programs."""
    words, code = error.description or error.name, error.code or 500
    if request.method == "GET" and "text/html" in request.headers.get("Accept", ""):
        return render_template("sorry.html", words=words), code
    return {"error": words}, code
