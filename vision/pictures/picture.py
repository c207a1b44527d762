"""Reading and writing single pictures. What is not a picture is said in one line.

What a file claims is looked at before it is unpacked: a small file may claim to be huge, and a damaged PNG that one of
its parts has gigabytes, which keeps OpenCV busy for a quarter of a minute.
"""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
from PIL.ImageFile import ImageFile
from PIL.JpegImagePlugin import JpegImageFile
from PIL.PngImagePlugin import PngImageFile
from PIL.WebPImagePlugin import WebPImageFile

from referee.said import Said
from vision.errors import SourceError
from vision.frame import Picture

SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp"})
"""Endings of the names of picture files, in lower case."""
MOST_PIXELS, MOST_BYTES = 120_000_000, 200_000_000
"""The largest picture that is read from a file, and the largest file; the largest photos of phones have 108 million."""
HEAD_BYTES = 16
"""So much of a file tells whether it is a picture."""
FORMATS: dict[bytes, Callable[[BytesIO], ImageFile]] = {
    b"\xff": JpegImageFile,
    b"\x89": PngImageFile,
    b"R": WebPImageFile,
}
"""Who reads the head of a file, by its first octet."""


def read_picture(path: Path) -> Picture:
    """The picture of a JPEG, PNG or WebP file, height x width x 3, BGR uint8, turned as its EXIF data say.

    Raises:
        SourceError: the file is missing, is no such picture, is damaged or has too many pixels.
    """
    try:
        with path.open("rb") as file:
            octets = file.read(HEAD_BYTES)
            if is_picture(octets):  # else it may have no end
                octets += file.read(MOST_BYTES)
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
        SourceError: a picture of this kind cannot be so large: a WebP has 16,383 pixels a side at most, a JPEG 65,500.
        OSError: the file cannot be written.
    """
    suffix = path.suffix.lower() if path.suffix.lower() in SUFFIXES else ".png"
    good, octets = cv2.imencode(suffix, bgr)
    if not good:
        height, width = bgr.shape[:2]
        raise SourceError(
            f"{path}: {width} x {height} pixels are too many for {suffix}; give it a name that ends in .png"
        )
    path.write_bytes(octets.tobytes())


def opened(octets: bytes) -> ImageFile:
    """A picture of which only the head has been read. ``Image.open`` would warn of large ones, and try more formats.

    Raises:
        Exception: a damaged head may fail in any way.
    """
    return FORMATS[octets[:1]](BytesIO(octets))


def _decoded(octets: bytes, path: Path) -> Picture:
    try:
        with opened(octets) as image:
            sound = len(octets) <= MOST_BYTES and image.width * image.height <= MOST_PIXELS
            if sound and isinstance(image, PngImageFile):
                image.verify()  # the lengths and checksums of its parts
        bgr = cv2.imdecode(np.frombuffer(octets, np.uint8), cv2.IMREAD_COLOR) if sound else None
    except Exception:  # a damaged picture may fail in any way
        bgr = None
    if bgr is None:
        raise SourceError(Said("{path} is a damaged or far too large picture; take or save it again", path=path))
    return np.asarray(bgr, np.uint8)
