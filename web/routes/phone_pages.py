"""The phone's page behind its own door, and the invitation to it on the page of the table."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any, Protocol

import segno
from flask import Blueprint, Response, current_app, render_template, request, url_for
from werkzeug.exceptions import BadRequest, Conflict, Gone, NotFound, ServiceUnavailable

from referee.said import Said
from vision.pictures.abreast import words_of
from web.camera.phone import PHONE, Invitation, OtherPhoneError, Phone, UploadError
from web.doors.addresses import UNREACHABLE, bracketed, outward_address
from web.errors import InputError
from web.routes.answering import Json, table_of
from web.routes.rights import Right, needs
from web.shown.phone_said import ELSEWHERE, said
from web.shown.snapshot import WAITING, CameraShown, Snapshot
from web.telling.words import sentence

phone_page = Blueprint("phone", __name__)
inviting = Blueprint("inviting", __name__)


LONGEST_NAME = 32
"""Letters of the name of a film."""


class Filmed(Protocol):
    """What a phone may be the camera of: a table."""

    @property
    def snapshot(self) -> Snapshot: ...
    @property
    def phone(self) -> Phone | None: ...


WithPhone = Callable[[str], Filmed | None]
"""Who has the phone of a token."""


@dataclass(frozen=True, slots=True)
class Behind:
    """What the phones' page works with: who has the phone of a token, and where its page is found over HTTPS."""

    with_phone: WithPhone
    secure_port: int
    most_bytes: int


@phone_page.get("/phone/<token>")
def page(token: str) -> str:
    """Over HTTPS the camera; over plain HTTP what will happen on the way there, and single photos."""
    filmed, _ = _filmed(token)
    behind: Behind = current_app.extensions["polyref-phone"]
    host = bracketed(request.host.rsplit(":", 1)[0].strip("[]"))
    secure = f"https://{host}:{behind.secure_port}{url_for('phone.page', token=token)}"
    table, most_bytes = filmed.snapshot.table, behind.most_bytes
    return render_template("phone.html", secure=secure, here=request.is_secure, most_bytes=most_bytes, table=table)


@phone_page.post("/phone/<token>/picture")
def picture(token: str) -> Json:
    """The body is a JPEG, PNG or WebP picture; with ``alone`` a single photo, else of the ``film`` that is named. The
    answer is what is said now. Where the table does not look through the phone, or another one films it meanwhile,
    nothing is taken."""
    filmed, phone = _filmed(token)
    if _seen(filmed.snapshot) is None:
        raise Conflict(ELSEWHERE)
    try:
        film = request.args.get("film", "")[:LONGEST_NAME]
        phone.send(request.get_data(cache=False), alone="alone" in request.args, film=film)
    except OtherPhoneError as error:
        raise Gone(str(error)) from None
    except UploadError as error:
        raise BadRequest(sentence(error)) from None
    return _said(filmed.snapshot, phone)


@phone_page.get("/phone/<token>/said")
def verdict(token: str) -> Json:
    """What the referee says now."""
    filmed, phone = _filmed(token)
    return _said(filmed.snapshot, phone)


@inviting.get("/api/phone")
@needs(Right.HOST)
def invitation() -> dict[str, Any]:
    """Where to find the phone's page, whose door this opens; ``on`` if pictures come from it, and ``lacking`` says why
    no phone can find it. Only the host is told."""
    invited = _invitation()
    phone = table_of().phone
    lacking = "" if outward_address() else UNREACHABLE
    is_on = phone is not None and phone.is_on
    return {"address": invited.plain, "secure": invited.secure, "on": is_on, "lacking": lacking}


@inviting.get("/phone.svg")
@needs(Right.HOST)
def code() -> Response:
    """The address of the phone's page as a QR code, black on white: that is read best."""
    svg = BytesIO()
    segno.make(_invitation().plain, error="m").save(svg, kind="svg", scale=4, border=3, light="#fff")
    return Response(svg.getvalue(), mimetype="image/svg+xml")


def _invitation() -> Invitation:
    phone = table_of().phone
    if phone is None:
        raise NotFound(Said("A phone cannot be the camera of this table."))
    try:
        return phone.invitation()
    except (InputError, OSError) as error:
        raise ServiceUnavailable(sentence(error)) from None


def _said(snapshot: Snapshot, phone: Phone) -> Json:
    camera = _seen(snapshot) or replace(snapshot.camera, words=ELSEWHERE)
    alone = words_of(camera.source) == (PHONE,)
    if alone and camera.view == "no_camera" and phone.is_on:  # its pictures come, and are looked at in a moment
        camera = replace(camera, view="waiting", words=WAITING)
    return said(snapshot, camera)


def _seen(snapshot: Snapshot) -> CameraShown | None:
    """The camera that is the phone, be it only tried; None where the table does not look through it."""
    cameras = (snapshot.tried, snapshot.camera)
    return next((one for one in cameras if one is not None and PHONE in words_of(one.source)), None)


def _filmed(token: str) -> tuple[Filmed, Phone]:
    """Whoever has the phone of this token, and that phone."""
    behind: Behind = current_app.extensions["polyref-phone"]
    filmed = behind.with_phone(token)
    if filmed is None or filmed.phone is None:
        raise NotFound(Said("This address is not good any more: read the code on the table's screen again."))
    return filmed, filmed.phone
