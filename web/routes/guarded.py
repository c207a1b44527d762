"""What every application guards against: names that are not ours, pages of others, and errors without words."""

from flask import Flask, Response, render_template, request
from werkzeug.exceptions import Forbidden, HTTPException, SecurityError

from referee.said import Said

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

ANOTHER_PAGE = Said("This request came from another page and was refused.")

USUAL = {
    404: Said("There is no such page."),
    405: Said("This cannot be done with this address."),
    413: Said("That is too much at once."),
    500: Said("Something went wrong inside Polyref. Load the page again; the match is safe."),
}
"""What is said of errors that nobody has described."""


def guard(app: Flask) -> None:
    """Puts the guards before the routes of an application."""
    app.before_request(_same_origin)
    app.after_request(_guarded)
    app.register_error_handler(HTTPException, _said)


def _same_origin() -> None:
    """Browsers name the origin of every POST, and of event streams; one from another page is refused. They also say
    where a picture or a script is to go, though not to plain addresses in the house. Other programs name neither."""
    origin = request.headers.get("Origin")
    if origin is not None and origin.partition("://")[2] != request.host:
        raise Forbidden(ANOTHER_PAGE)
    if is_from_elsewhere() and request.headers.get("Sec-Fetch-Mode") != "navigate":
        raise Forbidden(ANOTHER_PAGE)


def is_from_elsewhere() -> bool:
    """Whether the browser says that another site has brought it here, be it by a link."""
    return request.headers.get("Sec-Fetch-Site") in ("cross-site", "same-site")


def _guarded(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "no-store")
    return response


def _said(error: HTTPException) -> tuple[dict[str, str] | str, int]:
    """Errors are a sentence, for people on a page of their own and for programs."""
    code = error.code or 500
    said = error.description or error.name
    words = USUAL.get(code, said) if said == type(error).description else said
    by_other_name = isinstance(error, SecurityError)  # it has no addresses from which a page could be put together
    if request.method == "GET" and "text/html" in request.headers.get("Accept", "") and not by_other_name:
        return render_template("sorry.html", words=words), code
    return {"error": words}, code
