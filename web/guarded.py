"""What every application guards against: names that are not ours, pages of others, and errors without words."""

from urllib.parse import urlsplit

from flask import Flask, Response, render_template, request
from werkzeug.exceptions import Forbidden, HTTPException, NotFound

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' blob: data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

ANOTHER_PAGE = "This request came from another page and was refused."


def guard(app: Flask) -> None:
    """Puts the guards before the routes of an application."""
    app.before_request(_same_origin)
    app.after_request(_guarded)
    app.register_error_handler(HTTPException, _said)


def _same_origin() -> None:
    """Browsers name the origin of every POST, and of event streams; one from another page is refused. They also say
    where a picture or a script is to go, though not to plain addresses in the house. Other programs name neither."""
    origin = request.headers.get("Origin")
    if origin is not None and urlsplit(origin).netloc != request.host:
        raise Forbidden(ANOTHER_PAGE)
    headers = request.headers
    if headers.get("Sec-Fetch-Site") in ("cross-site", "same-site") and headers.get("Sec-Fetch-Mode") != "navigate":
        raise Forbidden(ANOTHER_PAGE)


def _guarded(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "no-store")
    return response


def _said(error: HTTPException) -> tuple[dict[str, str] | str, int]:
    """Errors are a sentence, for people on a page of their own and for programs."""
    words, code = error.description or error.name, error.code or 500
    if words == NotFound.description:
        words = "There is no such page."
    if request.method == "GET" and "text/html" in request.headers.get("Accept", ""):
        return render_template("sorry.html", words=words), code
    return {"error": words}, code
