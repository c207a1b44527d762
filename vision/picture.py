"""Reading and writing single pictures. What is not a picture is said in one line."""

from pathlib import Path

import cv2
import numpy as np

from referee.said import Said
from vision.errors import SourceError
from vision.frame import Picture

SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp"})
"""Endings of the names of picture files, in lower case."""


def read_picture(path: Path) -> Picture:
    """The picture of a JPEG, PNG or WebP file, height x width x 3, BGR uint8, turned as its EXIF data say.

    Raises:
        SourceError: the file is missing, is no such picture, is damaged or has too many pixels.
    """
    try:
        octets = path.read_bytes()
    except FileNotFoundError:
        raise SourceError(Said("no such file: {path}; check the name", path=path)) from None
    except OSError as error:
        raise SourceError(
            Said("{path} cannot be read ({why}); check the file and its permissions", path=path, why=error.strerror)
        ) from None
    if not is_picture(octets):
        raise SourceError(Said("{path} is not a picture: give a JPEG, PNG or WebP file", path=path))
    return _decoded(octets, path)


def is_picture(octets: bytes) -> bool:
    """Whether a file begins as a JPEG, PNG or WebP picture does. Its name says nothing about that."""
    webp = octets[:4] == b"RIFF" and octets[8:12] == b"WEBP"
    return webp or octets.startswith((b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n"))


def write_picture(path: Path, bgr: Picture) -> None:
    """Writes a picture as its name's ending says; ``.png`` where there is no such ending.

    Raises:
        OSError: the file cannot be written.
    """
    suffix = path.suffix.lower() if path.suffix.lower() in SUFFIXES else ".png"
    _, octets = cv2.imencode(suffix, bgr)
    path.write_bytes(octets.tobytes())


def _decoded(octets: bytes, path: Path) -> Picture:
    try:
        bgr = cv2.imdecode(np.frombuffer(octets, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:  # among others: more pixels than OPENCV_IO_MAX_IMAGE_PIXELS
        bgr = None
    if bgr is None:
        raise SourceError(Said("{path} is a damaged or far too large picture; take or save it again", path=path))
    return np.asarray(bgr, np.uint8)
