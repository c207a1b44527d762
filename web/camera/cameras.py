"""The cameras of this machine by name, and opening a source."""

from dataclasses import dataclass
from pathlib import Path

from cv2_enumerate_cameras import enumerate_cameras

from referee.said import Said
from vision.errors import SourceError
from vision.pictures.source import Source, open_source

LINUX_CAMERAS = Path("/sys/class/video4linux")


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera that is connected: the word that opens it as a source, and its name."""

    source: str
    name: str


def cameras(folder: Path = LINUX_CAMERAS) -> tuple[Camera, ...]:
    """What is connected; of the several devices that Linux makes of one camera, the one that gives the pictures."""
    if folder.is_dir():
        devices = sorted(folder.glob("video*"), key=lambda device: (len(device.name), device.name))
        return tuple(Camera(f"/dev/{device.name}", _said(device / "name")) for device in devices if _is_first(device))
    return tuple(Camera(str(camera.index), camera.name) for camera in enumerate_cameras())


def open_or_name_cameras(text: str, fps: float = 3.0) -> Source:
    """Opens a source as ``vision.pictures.source.open_source`` does.

    Raises:
        SourceError: there is no such source; for a camera number the message lists the numbers that exist.
    """
    try:
        return open_source(text, fps)
    except SourceError as error:
        if not text.isdecimal():
            raise
        raise SourceError(Said("{error}; {cameras}", error=error, cameras=cameras_in_words())) from None


def cameras_in_words() -> str:
    """Which cameras are connected to this machine."""
    names = [f"{camera.index} ({camera.name})" for camera in enumerate_cameras()]
    if not names:
        return Said("no camera was found on this machine")
    return Said("cameras found: {cameras}", cameras=", ".join(names))


def _is_first(device: Path) -> bool:
    return _said(device / "index") in ("0", "")


def _said(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
