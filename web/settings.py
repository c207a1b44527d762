"""The one table of settings: every number of the shell that might be tuned, with its meaning and unit."""

import os
from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_config_path, user_data_path


def data_folder() -> Path:
    """Where matches are kept. ``POLYREF_DATA`` replaces the folder usual on this system."""
    return Path(os.environ.get("POLYREF_DATA") or user_data_path("polyref", appauthor=False))


def config_folder() -> Path:
    """Where a user's own piece sets and camera profiles lie. ``POLYREF_CONFIG`` replaces the usual folder."""
    return Path(os.environ.get("POLYREF_CONFIG") or user_config_path("polyref", appauthor=False))


@dataclass(frozen=True, slots=True)
class Settings:
    """How the shell behaves. Nothing of this changes while the program runs."""

    host: str = "127.0.0.1"
    port: int = 8000
    data: Path = field(default_factory=data_folder)
    config: Path = field(default_factory=config_folder)

    phone_port: int = 8443
    """Where a phone that is the camera finds its page, over HTTPS; the page before it, over HTTP, is at the next port.
    Where one is in use, any free one is taken."""
    max_tables: int = 12
    """Tables that may be open at a time."""
    threads: int = 64
    """Threads that serve HTTP; an open event stream holds one of them."""
    max_streams: int = 48
    """Open event streams; those beyond it are told so in an event and ask for snapshots instead."""
    guest_threads: int = 96
    """Threads that serve others while the game is shared; they have a server of their own."""
    max_guest_streams: int = 64
    """Open event streams of others."""
    max_body_bytes: int = 64 * 1024
    """Largest body of a request. The page sends a few hundred bytes."""
    max_import_bytes: int = 2 * 1024 * 1024
    """Largest file of records that is taken in; a long match has 30 kB."""
    max_picture_bytes: int = 16 * 1024 * 1024
    """Largest picture that a phone may send; a photo has 3 to 8 MB. Of these at most 16 are taken in at a time, 8
    at each of the phones' two ports, and one is unpacked at a time."""
    heartbeat_s: float = 10.0
    """A stream with nothing to tell says so this often: closed pages free threads, and a dead stream is noticed."""
    answer_s: float = 15.0
    """How long a request waits for the referee before it says that he is busy."""
    retry_s: tuple[float, ...] = (1.0, 2.0, 4.0, 10.0)
    """Pauses between attempts to open a camera that does not open; the last one goes on."""
    stale_s: float = 3.0
    """A camera that has opened and gives no picture for so long is said to be late."""
    slow_s: float = 5.0
    """A camera that opens, or a look at a picture, that takes so long is said to be slow."""
    hang_s: float = 30.0
    """And if it takes so long, it hangs: it is left alone and begun afresh, and may then take longer."""
    faults_a_minute: int = 5
    """Looking is begun afresh no more often than this after it has failed."""
    picture_width_px: int = 960
    """Pictures are made this narrow before they go to the page."""
    picture_every_s: float = 0.2
    """A new picture alone is told to the page no more often than this; whatever else changes is told at once."""
    picture_quality: int = 80
    """JPEG quality of the pictures for the page, 0 to 100."""
