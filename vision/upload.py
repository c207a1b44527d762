"""A picture that somebody has sent: its size is looked at before anything is unpacked."""

from collections.abc import Callable
from io import BytesIO

import cv2
import numpy as np
from PIL.ImageFile import ImageFile
from PIL.JpegImagePlugin import JpegImageFile
from PIL.PngImagePlugin import PngImageFile
from PIL.WebPImagePlugin import WebPImageFile

from vision.errors import SourceError
from vision.frame import Picture
from vision.picture import is_picture

MOST_PIXELS = 50_000_000
"""Larger than any phone's usual photo; unpacked it takes 150 MB for a moment."""
LONGEST_PX = 2600
"""The longer side of what is handed on; larger photos are halved until they are no longer."""
FORMATS: dict[bytes, Callable[[BytesIO], ImageFile]] = {
    b"\xff": JpegImageFile,
    b"\x89": PngImageFile,
    b"R": WebPImageFile,
}
"""Who reads the head of a file, by its first octet."""
HALVES = {1: cv2.IMREAD_COLOR, 2: cv2.IMREAD_REDUCED_COLOR_2, 4: cv2.IMREAD_REDUCED_COLOR_4}


class UploadError(SourceError):
    """What was sent is not taken; one line that says why."""


def unpacked(octets: bytes) -> Picture:
    """The picture of a JPEG, PNG or WebP file, height x width x 3, BGR uint8, turned as its EXIF data say.

    Raises:
        UploadError: it is no such picture, is damaged or has more than ``MOST_PIXELS``; these are refused unread.
    """
    width, height = claimed_size(octets)
    if width * height > MOST_PIXELS:
        raise UploadError(
            f"the picture has {width} x {height} pixels: send one of at most {MOST_PIXELS // 1_000_000} million"
        )
    factor = next((factor for factor in (1, 2) if max(width, height) <= LONGEST_PX * factor), 4)
    try:
        bgr = cv2.imdecode(np.frombuffer(octets, np.uint8), HALVES[factor])
    except cv2.error:
        bgr = None
    if bgr is None or bgr.ndim != 3 or min(bgr.shape[:2]) < 1:
        raise UploadError("the picture is damaged: send it again")
    return np.asarray(bgr, np.uint8)


def claimed_size(octets: bytes) -> tuple[int, int]:
    """Width and height as the head of the file has them; nothing is unpacked.

    Raises:
        UploadError: it is no JPEG, PNG or WebP file, or its head is damaged.
    """
    if not is_picture(octets):
        raise UploadError("this is no picture: send a JPEG, PNG or WebP file")
    try:
        with FORMATS[octets[:1]](BytesIO(octets)) as image:
            width, height = image.size
    except Exception as error:  # a damaged head may fail in any way
        raise UploadError("the picture is damaged: send it again") from error
    if min(width, height) < 1:
        raise UploadError("the picture is empty: send it again")
    return int(width), int(height)
