"""Who may do what: the host at this machine everything, others look, and play if they know the code.

Every route needs ``Right.PLAY`` unless it is marked otherwise, so that a route somebody forgot is closed to strangers.
"""

from collections.abc import Callable
from enum import IntEnum
from ipaddress import ip_address
from typing import TypeVar
from urllib.parse import urlsplit

from flask import Flask, current_app, request
from werkzeug.exceptions import Forbidden

from referee.said import Said
from web.doors.sharing import Sharing
from web.routes.guarded import ANOTHER_PAGE, is_from_elsewhere

COOKIE = "polyref-may-play"
NOT_SHARED = Said("This game is not shared just now. Ask at the table.")
ONLY_LOOKING = Said("Here you can only look on. To play, type the code that is shown at the table.")
ONLY_HOST = Said("This can be done only at the machine on which Polyref runs.")

Route = TypeVar("Route", bound=Callable[..., object])


class Right(IntEnum):
    """What somebody may do; each includes those before it."""

    NONE = 0
    LOOK = 1
    PLAY = 2
    HOST = 3


REFUSED = {Right.NONE: NOT_SHARED, Right.LOOK: ONLY_LOOKING, Right.PLAY: ONLY_HOST}
"""What is said to somebody whose right is too small."""


def needs(right: Right) -> Callable[[Route], Route]:
    """Marks a route with the right that it needs; stands below the line that names its address."""

    def marked(route: Route) -> Route:
        route.needs = right  # type: ignore[attr-defined]
        return route

    return marked


def needed(route: object) -> Right:
    """The right that a route needs."""
    return getattr(route, "needs", Right.PLAY)


def guard_rights(app: Flask) -> None:
    """Lets no request to a route whose right its asker has not. ``static`` files are the same for everybody."""
    app.before_request(_refuse_strangers)
    app.context_processor(lambda: {"may": right_of_asker().name.lower()})


def right_of_asker() -> Right:
    """The right of whoever sends the request. Headers in which proxies name other addresses are not looked at."""
    return asker()()


def asker() -> Callable[[], Right]:
    """Tells the right of whoever sends the request, now and later: it may end while a stream is read."""
    if is_here():
        return lambda: Right.HOST
    sharing: Sharing = current_app.extensions["polyref-sharing"]
    token = request.cookies.get(COOKIE, "")

    def right() -> Right:
        if not sharing.on:
            return Right.NONE
        return Right.PLAY if sharing.knows(token) else Right.LOOK

    return right


def is_here() -> bool:
    """Whether the request comes from this machine, at the listener that is for it. Whoever answers for names in the
    network may have the machine's own name lead here from a page of theirs: so that name makes nobody the host."""
    if current_app.config["FOR_GUESTS"] or not _is_asked_for_by_address():
        return False
    address = ip_address(request.remote_addr or "0.0.0.0")
    address = getattr(address, "ipv4_mapped", None) or address
    return address.is_loopback or str(address) in current_app.config["OWN_ADDRESSES"]


def _is_asked_for_by_address() -> bool:
    name = urlsplit(f"//{request.host}").hostname or ""
    try:
        return name == "localhost" or bool(ip_address(name))
    except ValueError:
        return False


def _refuse_strangers() -> None:
    route = current_app.view_functions.get(request.endpoint or "")
    least = Right.NONE if request.endpoint == "static" else needed(route) if route else Right.LOOK
    right = right_of_asker()
    if right < least:
        raise Forbidden(REFUSED[right])
    if least is Right.HOST and is_from_elsewhere():  # a link leads to pages; none of these is one
        raise Forbidden(ANOTHER_PAGE)
