"""The Flask application: made by a factory, which puts the routes together and guards the door."""

from typing import Any

from flask import Blueprint, Flask

from web.doors.addresses import bracketed, own_addresses, own_names
from web.doors.sharing import Sharing
from web.games.equipment import piece_set_for
from web.hall.by_hand import ByHand
from web.hall.hall import Hall
from web.record.library import Library
from web.routes import (
    api,
    by_hand_api,
    hall_pages,
    matches,
    pages,
    phone_pages,
    rules_page,
    setup,
    sharing_api,
    stream,
    which_game,
)
from web.routes.answering import find_table
from web.routes.guarded import guard
from web.routes.rights import guard_rights
from web.routes.speaking import speak
from web.settings import Settings
from web.shown.turning import Turnings

TABLE_PARTS = (pages.pages, api.api, setup.setup, which_game.which_game, phone_pages.inviting, stream.stream)
"""Routes about one table, whichever the address names: they ask ``table_of`` for it."""


def create_app(hall: Hall, settings: Settings) -> Flask:
    """The application that shows the tables of a hall and takes what people do on their pages.

    The first table is at ``/``, table 2 at ``/table/2/``, and what belongs to a table lies below its address.
    """
    library = Library(hall.store, piece_set_for)
    parts = {
        "hall": hall,
        "settings": settings,
        "library": library,
        "turnings": Turnings(),
        "by-hand": ByHand(library),
        "streams": stream.Streams(settings.max_streams, settings.heartbeat_s),
        "guest-streams": stream.Streams(settings.max_guest_streams, settings.heartbeat_s),
        "sharing": Sharing(),
    }
    app = _with_routes({f"polyref-{name}": part for name, part in parts.items()}, settings, for_guests=False)
    app.config["TRUSTED_HOSTS"] = trusted_hosts(settings.host)
    return app


def create_guest_app(house: Flask) -> Flask:
    """The same for those with whom the game is shared: nobody is taken for the host there. Its ``TRUSTED_HOSTS`` are
    set when it is served."""
    app = _with_routes(house.extensions, house.extensions["polyref-settings"], for_guests=True)
    app.config["TRUSTED_HOSTS"] = []
    return app


def create_phone_app(with_phone: phone_pages.WithPhone, settings: Settings, secure_port: int) -> Flask:
    """The application behind the phones' door: their page, and nothing else."""
    app = Flask(__name__, static_folder="../static", template_folder="../templates")
    app.config.update(TRUSTED_HOSTS=trusted_hosts("0.0.0.0"), MAX_CONTENT_LENGTH=settings.max_picture_bytes)
    app.extensions["polyref-phone"] = phone_pages.Behind(with_phone, secure_port, settings.max_picture_bytes)
    app.register_blueprint(phone_pages.phone_page)
    speak(app)
    guard(app)
    return app


def _with_routes(parts: dict[str, Any], settings: Settings, *, for_guests: bool) -> Flask:
    app = Flask(__name__, static_folder="../static", template_folder="../templates")
    app.config.update(
        MAX_CONTENT_LENGTH=settings.max_body_bytes,
        MAX_FORM_MEMORY_SIZE=settings.max_body_bytes,
        MAX_FORM_PARTS=20,
        FOR_GUESTS=for_guests,
        OWN_ADDRESSES=own_addresses() if for_everybody(settings.host) else set(),
    )
    app.extensions.update(parts)
    at_table = Blueprint("at_table", __name__)
    at_table.url_value_preprocessor(find_table)
    for part in TABLE_PARTS:
        at_table.register_blueprint(part)
    app.register_blueprint(at_table, name="first")
    app.register_blueprint(at_table, name="numbered", url_prefix="/table/<int(max=999):number>")
    for part in (hall_pages.hall_pages, matches.matches, by_hand_api.by_hand, sharing_api.sharing, rules_page.rules):
        app.register_blueprint(part)
    hall_pages.know_tables(app)
    speak(app)
    guard(app)
    guard_rights(app)
    return app


def trusted_hosts(host: str) -> list[str]:
    """The names under which the page may be asked for: this machine, and where it is shared its own addresses."""
    names = {"localhost", "127.0.0.1", "[::1]"}
    if host in ("0.0.0.0", "::", ""):
        names |= {bracketed(name) for name in own_names()}
    elif for_everybody(host):
        names.add(bracketed(host))
    return sorted(names)


def for_everybody(host: str) -> bool:
    """Whether others than this machine can reach what listens there."""
    return host not in ("127.0.0.1", "localhost", "::1")
