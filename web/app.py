"""The Flask application: made by a factory, which puts the routes together and guards the door."""

from typing import Protocol

from flask import Flask

from web import api, by_hand_api, matches, pages, phone_pages, setup, stream
from web.addresses import bracketed, own_names
from web.by_hand import ByHand
from web.equipment import piece_set_for
from web.guarded import guard
from web.library import Library
from web.phone import Phone
from web.settings import Settings
from web.snapshot import Snapshot
from web.speaking import speak
from web.table import Table
from web.turning import Turnings


class Shows(Protocol):
    """What has something to show: a table."""

    @property
    def snapshot(self) -> Snapshot: ...


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
    app.register_blueprint(phone_pages.inviting)
    app.register_blueprint(stream.stream)
    app.register_blueprint(matches.matches)
    app.register_blueprint(by_hand_api.by_hand)
    speak(app)
    guard(app)
    return app


def create_phone_app(table: Shows, phone: Phone, settings: Settings, secure_port: int) -> Flask:
    """The application behind the phone's door: its page, and nothing else."""
    app = Flask(__name__)
    app.config.update(TRUSTED_HOSTS=trusted_hosts("0.0.0.0"), MAX_CONTENT_LENGTH=settings.max_picture_bytes)
    app.extensions["polyref"] = table
    app.extensions["polyref-phone"] = phone_pages.Behind(phone, secure_port, settings.max_picture_bytes)
    app.register_blueprint(phone_pages.phone_page)
    speak(app)
    guard(app)
    return app


def trusted_hosts(host: str) -> list[str]:
    """The names under which the page may be asked for: this machine, and where it is shared its own addresses."""
    names = {"localhost", "127.0.0.1", "[::1]"}
    if host in ("0.0.0.0", "::", ""):
        names |= {bracketed(name) for name in own_names()}
    elif host not in ("127.0.0.1", "localhost"):
        names.add(bracketed(host))
    return sorted(names)
