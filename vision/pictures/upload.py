"""A picture that somebody has sent: its size is looked at before anything is unpacked.

Pillow unpacks it, not OpenCV, which believes a damaged PNG that says one of its parts has gigabytes.
"""

import numpy as np
from PIL import ImageOps

from referee.said import Said
from vision.errors import SourceError
from vision.frame import Picture
from vision.pictures.picture import is_picture, opened

MOST_PIXELS = 50_000_000
"""Larger than any phone's usual photo; unpacked it takes 150 MB for a moment, twice that if it is turned."""
LONGEST_PX = 2600
"""The longer side of what is handed on; larger photos are halved until they are no longer."""


class UploadError(SourceError):
    """What was sent is not taken; one line that says why."""


def unpacked(octets: bytes) -> Picture:
    """The picture of a JPEG, PNG or WebP file, height x width x 3, BGR uint8, turned as its EXIF data say.

    Raises:
        UploadError: it is no such picture, is damaged or has more than ``MOST_PIXELS``; these are refused unread.
    """
    width, height = claimed_size(octets)
    if width * height > MOST_PIXELS:
        most = MOST_PIXELS // 1_000_000
        raise UploadError(
            Said(
                "the picture has {width} x {height} pixels: send one of at most {most} million",
                width=width,
                height=height,
                most=most,
            )
        )
    factor = next((factor for factor in (1, 2, 4) if max(width, height) <= LONGEST_PX * factor), 8)
    try:
        with opened(octets) as image:
            image.draft("RGB", (width // factor, height // factor))  # a JPEG is unpacked at that size at once
            left = max(1, round(image.width * factor / width))
            small = image.convert("RGB").reduce(left) if left > 1 else image.convert("RGB")
            turned = ImageOps.exif_transpose(small)
            return np.ascontiguousarray(np.asarray(turned, np.uint8)[..., ::-1])
    except Exception as error:  # a damaged picture may fail in any way
        raise UploadError(Said("the picture is damaged: send it again")) from error


def claimed_size(octets: bytes) -> tuple[int, int]:
    """Width and height as the head of the file has them; nothing is unpacked.

    Raises:
        UploadError: it is no JPEG, PNG or WebP file, or its head is damaged.
    """
    if not is_picture(octets):
        raise UploadError(Said("this is no picture: send a JPEG, PNG or WebP file"))
    try:
        with opened(octets) as image:
            width, height = image.size
    except Exception as error:
        raise UploadError(Said("the picture is damaged: send it again")) from error
    if min(width, height) < 1:
        raise UploadError(Said("the picture is empty: send it again"))
    return int(width), int(height)
