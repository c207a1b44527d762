"""A phone as the source of a command without a page: its address is shown in the terminal."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from io import StringIO

import click
import segno

from referee.piece import PieceSet
from vision.frame import Frame
from vision.pictures.source import Source
from web.camera.phone import PHONE, Phone
from web.camera.phone_door import Door
from web.routes.app import create_phone_app
from web.settings import Settings
from web.shown.equipment import game_shown
from web.shown.snapshot import CameraShown, Snapshot

INVITED = "Read this code with the phone, in the same network, or open {} there, and start its camera."
WAITING = "Start the camera, or take a photo."


class LonePhone(Source):
    """Opens the door for a phone, says where, and gives its pictures once they come; ``say`` shows words on it."""

    live = True
    name = PHONE

    def __init__(self, settings: Settings, piece_set: PieceSet) -> None:
        self.snapshot = Snapshot(1, game_shown(piece_set), {}, CameraShown(words=WAITING, source=PHONE))
        self.phone = Phone(settings.config)
        self._door = Door(partial(create_phone_app, self._with, settings), settings)
        self.phone.open_door = self._door.open
        address = self.phone.invitation().plain
        click.echo(f"{_drawn(address)}\n{INVITED.format(address)}", err=True)

    def __iter__(self) -> Iterator[Frame]:
        while not self.phone.wait(timeout_s=0.5):
            pass  # a person is on the way; Ctrl-C ends it
        yield from self.phone.open()

    def say(self, words: str) -> None:
        """Shows words on the phone, beside its camera."""
        self.snapshot = replace(
            self.snapshot, serial=self.snapshot.serial + 1, camera=CameraShown(words=words, source=PHONE)
        )

    def _with(self, token: str) -> "LonePhone | None":
        return self if self.phone.knows(token) else None

    def close(self) -> None:
        self.phone.end()
        self._door.close()
        self._door.join()


def _drawn(address: str) -> str:
    """The code as characters, two modules in each."""
    drawn = StringIO()
    segno.make(address, error="l").terminal(out=drawn, compact=True)
    return drawn.getvalue()
