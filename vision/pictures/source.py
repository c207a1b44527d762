"""Where frames come from: folders, video files, cameras and stream addresses, all opened by one word.

Recordings are read in full and in order; of live sources only the newest frame is kept (``vision.pictures.capture``).
"""

import re
import socket
from abc import ABC, abstractmethod
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import SplitResult

import cv2
import numpy as np

from referee.said import Said
from vision.errors import SourceError
from vision.frame import Frame, Picture
from vision.pictures.address import shown, split
from vision.pictures.capture import LatestFrame
from vision.pictures.picture import SUFFIXES, read_picture

PORTS = {"http": 80, "https": 443, "rtsp": 554}
"""The only kinds of address that are opened, with their usual ports; FFmpeg would read local files by others."""
STREAM_TIMEOUT_MS = 3000
"""How long a stream may take to open, or to give its next picture."""
PATIENCE_S = 5.0
"""How long a live source may give no picture before it counts as lost."""
SHOWN_LETTERS = 120
"""So much is said of the name of a source that cannot be read."""
CONNECT = Said("check that it is connected, switched on and not in use elsewhere")
AIM = Said("somebody answers there: check the rest of the address, and that no other program has the camera")


class Source(ABC):
    """Frames in order; used with ``with``. ``length``: where it is known beforehand, how many there are at most."""

    live = False
    length: int | None = None
    name = ""

    @abstractmethod
    def __iter__(self) -> Iterator[Frame]: ...

    def close(self) -> None:  # noqa: B027 - a recording held in memory has nothing to let go of
        """Lets go of the file or the camera."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_source(text: str, fps: float = 3.0) -> Source:
    """Opens a camera number (``0``) or device (``/dev/video0``), an http, https or rtsp address, a video file, a
    picture or a folder of pictures; ``fps`` says how fast the pictures of a folder were taken.

    Raises:
        SourceError: there is no such source, it cannot be read, or it gives no picture.
    """
    if not _is_text(text):  # names of files may hold any octets; OpenCV ends the program where it is given such a one
        raise _unreadable(text, "its name is no text")
    try:
        return _opened(text, fps)
    except OSError as error:
        raise _unreadable(text, error.strerror or "") from error


def _opened(text: str, fps: float) -> Source:
    if re.fullmatch(r"\d{1,4}", text):
        return CameraSource(Said("camera {number}", number=text), cv2.VideoCapture(int(text)))
    if text.startswith("/dev/"):
        return CameraSource(text, cv2.VideoCapture(text, cv2.CAP_V4L2))
    if "://" in text:
        return _stream(text)
    path = Path(text)
    if not text or not path.exists():  # an empty path would be the current folder
        named = text or "''"
        raise SourceError(
            Said("no such file, folder or camera: {source}; give a camera number, a path or an address", source=named)
        )
    if path.is_dir():
        return PicturesSource(text, pictures_in(path), fps)
    if path.suffix.lower() in SUFFIXES:
        return PicturesSource(text, (path,), fps)
    return VideoSource(path)


def pictures_in(folder: Path) -> tuple[Path, ...]:
    """The pictures of a folder in natural order of their names: 2 before 10.

    Raises:
        SourceError: there are none.
    """
    found = [path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES and path.is_file()]
    if not found:
        raise SourceError(Said("no pictures in the folder {folder}: it needs .jpg, .png or .webp files", folder=folder))
    return tuple(sorted(found, key=_natural))


class PicturesSource(Source):
    """The pictures of a folder, ``fps`` of them a second. Those that cannot be read are told after the good ones."""

    def __init__(self, name: str, paths: tuple[Path, ...], fps: float) -> None:
        if not fps > 0:
            raise SourceError(Said("pictures a second must be more than 0, got {fps}", fps=f"{fps:g}"))
        self.name, self.length = name, len(paths)
        self._paths, self._fps = paths, fps

    def __iter__(self) -> Iterator[Frame]:
        failures = []
        for index, path in enumerate(self._paths, 1):
            try:
                bgr = read_picture(path)
            except SourceError as error:
                failures.append(str(error))
                continue
            yield Frame(bgr, index, (index - 1) / self._fps, path.name)
        if failures:
            raise SourceError("; ".join(failures))


class VideoSource(Source):
    """A video file; times are those of the container."""

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        self._capture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
        if not self._capture.isOpened():
            raise SourceError(
                Said("{path} is not a video that can be read; give a video file or a folder of pictures", path=path)
            )
        count = int(self._capture.get(cv2.CAP_PROP_FRAME_COUNT))
        self.length = count if count > 0 else None

    def __iter__(self) -> Iterator[Frame]:
        index, start_s, last_s = 0, 0.0, 0.0
        while (bgr := _grabbed(self._capture)) is not None:
            index += 1
            now_s = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
            start_s = start_s if index > 1 else now_s
            last_s = max(last_s, now_s - start_s)
            yield Frame(bgr, index, last_s, self.name)
        if index == 0:
            raise SourceError(Said("{source} holds no picture that can be read; record it again", source=self.name))

    def close(self) -> None:
        self._capture.release()


class CameraSource(Source):
    """A camera or a stream: the newest frame at each step. Its loss is an error, never an end."""

    live = True

    def __init__(self, name: str, capture: cv2.VideoCapture, cure: str = CONNECT) -> None:
        self.name = name
        first = _grabbed(capture) if capture.isOpened() else None
        if first is None:
            capture.release()
            raise SourceError(Said("{camera} gives no picture: {cure}", camera=name, cure=cure))
        self._latest = LatestFrame(lambda: _grabbed(capture), capture.release)

    def __iter__(self) -> Iterator[Frame]:
        while (frame := self._latest.take(PATIENCE_S)) is not None:
            yield frame
        raise SourceError(Said("{camera} gives no more pictures: check the cable or the network", camera=self.name))

    def close(self) -> None:
        self._latest.close()


def _stream(address: str) -> Source:
    parts = split(address)
    if parts is None or parts.hostname is None or parts.scheme.lower() not in PORTS:
        raise SourceError(
            Said("cannot open {address}: only http, https and rtsp addresses are allowed", address=shown(address))
        )
    _knock(parts.hostname, _port(parts))
    timeouts = [
        *(cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, STREAM_TIMEOUT_MS),
        *(cv2.CAP_PROP_READ_TIMEOUT_MSEC, STREAM_TIMEOUT_MS),
    ]
    return CameraSource(parts.hostname, cv2.VideoCapture(address, cv2.CAP_FFMPEG, timeouts), AIM)


def _port(parts: SplitResult) -> int:
    try:
        return parts.port or PORTS[parts.scheme.lower()]
    except ValueError as error:
        raise SourceError(Said("cannot open {address}: its port is none", address=shown(parts.geturl()))) from error


def _knock(host: str, port: int) -> None:
    """Whether anybody is there, asked first: FFmpeg opens one source at a time, and would keep all others waiting."""
    try:
        socket.create_connection((host, port), STREAM_TIMEOUT_MS / 1000).close()
    except (OSError, UnicodeError) as error:
        raise SourceError(
            Said(
                "nobody answers at {host}, port {port}: check the address, and that the camera is switched on"
                " and in the same network",
                host=host,
                port=port,
            )
        ) from error


def _grabbed(capture: cv2.VideoCapture) -> Picture | None:
    """The next picture; None once there is none, or one that is too broken to be read."""
    try:
        good, bgr = capture.read()
    except cv2.error:
        return None
    return np.asarray(bgr, np.uint8) if good and bgr is not None and bgr.ndim == 3 else None


def _is_text(text: str) -> bool:
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


def _unreadable(source: str, why: str) -> SourceError:
    """Names that are too long, or hold what is no letter, are told so that they can be shown anywhere."""
    name = source.encode(errors="replace").decode()
    short = name if len(name) <= SHOWN_LETTERS else f"{name[:SHOWN_LETTERS]}…"
    return SourceError(
        Said("{path} cannot be read ({why}); check the file and its permissions", path=shown(short), why=why)
    )


def _natural(path: Path) -> list[tuple[int, int, str]]:
    parts = re.findall(r"\d+|\D+", path.name)
    return [(0, int(part), part) if part.isdecimal() else (1, 0, part.lower()) for part in parts]
