"""Pictures that were sent: unpacked within bounds, turned as they say, and refused in words (F19, F20)."""

import struct
import time
import zlib
from contextlib import suppress

import cv2
import numpy as np
import psutil
import pytest
from PIL import Image

from vision.frame import Picture
from vision.pictures.upload import LONGEST_PX, UploadError, claimed_size, unpacked


def picture(width: int = 320, height: int = 200) -> Picture:
    bgr = np.zeros((height, width, 3), np.uint8)
    bgr[:, : width // 2] = (255, 0, 0)
    return bgr


def encoded(ending: str, bgr: Picture) -> bytes:
    return cv2.imencode(ending, bgr)[1].tobytes()


def bomb(side: int = 20_000) -> bytes:
    """A PNG of side x side black pixels, packed small."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    packer = zlib.compressobj(9)
    row = bytes(1 + (side + 7) // 8)
    data = b"".join(packer.compress(row) for _ in range(side)) + packer.flush()
    head = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp"])
def test_a_picture_is_unpacked(ending: str) -> None:
    octets = encoded(ending, picture())
    assert claimed_size(octets) == (320, 200)
    bgr = unpacked(octets)
    assert bgr.shape == (200, 320, 3)
    assert bgr[100, 40, 0] > 200 > bgr[100, 280, 0]


@pytest.mark.parametrize("wide", [320, LONGEST_PX + 400])
def test_a_photo_is_turned_as_its_exif_data_say(tmp_path, wide: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # to be turned clockwise by a quarter
    path = tmp_path / "turned.jpg"
    Image.fromarray(picture(wide, 200)[..., ::-1].copy()).save(path, exif=exif)
    bgr = unpacked(path.read_bytes())
    assert bgr.shape[0] > bgr.shape[1]
    assert bgr[bgr.shape[0] // 4, 50, 0] > 200 > bgr[3 * bgr.shape[0] // 4, 50, 0]


@pytest.mark.parametrize(("side", "shape"), [(4000, (1500, 2000, 3)), (8000, (750, 2000, 3))])
def test_a_large_photo_is_made_smaller(side: int, shape: tuple[int, ...]) -> None:
    assert unpacked(encoded(".jpg", np.zeros((3000, side, 3), np.uint8))).shape == shape


@pytest.mark.fault("F19")
def test_a_small_file_that_claims_to_be_huge_is_refused_at_once_and_unread() -> None:
    octets, before = bomb(), psutil.Process().memory_info().rss
    began_s = time.perf_counter()
    with pytest.raises(UploadError, match="20000 x 20000 pixels"):
        unpacked(octets)
    assert time.perf_counter() - began_s < 0.1
    assert psutil.Process().memory_info().rss - before < 50_000_000


@pytest.mark.fault("F19")
def test_a_jpeg_whose_head_lies_is_refused() -> None:
    octets = bytearray(encoded(".jpg", picture()))
    at = octets.index(b"\xff\xc0") + 5
    octets[at : at + 4] = struct.pack(">HH", 65_500, 65_500)
    with pytest.raises(UploadError, match="65500"):
        unpacked(bytes(octets))


@pytest.mark.parametrize(
    "octets", [b"", b"\xff", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"RIFF____WEBP", b"GIF89a", b"%PDF"]
)
@pytest.mark.fault("F20")
def test_what_is_no_picture_is_refused_in_words(octets: bytes) -> None:
    with pytest.raises(UploadError, match=r"no picture|damaged"):
        unpacked(octets)


@pytest.mark.fault("F19")
def test_a_png_that_says_one_of_its_parts_has_gigabytes_costs_nothing() -> None:
    octets = bytearray(encoded(".png", picture()))
    at = octets.index(b"IDAT") - 4
    octets[at : at + 4] = struct.pack(">I", 0x7FFF_FFFF)
    before, began_s = psutil.Process().memory_info().rss, time.perf_counter()
    with suppress(UploadError):
        unpacked(bytes(octets))
    assert time.perf_counter() - began_s < 0.5
    assert psutil.Process().memory_info().rss - before < 50_000_000


@pytest.mark.fault("F20")
def test_damaged_pictures_are_unpacked_or_refused_but_never_crash() -> None:
    dice = np.random.default_rng(7)
    whole = [encoded(ending, picture(64, 48)) for ending in (".jpg", ".png", ".webp")]
    refused, began_s = [], time.perf_counter()
    for number in range(240):
        octets = bytearray(whole[number % 3])
        for at in dice.integers(0, len(octets), 1 + number % 5):
            octets[at] = dice.integers(256)
        try:
            assert unpacked(bytes(octets[: dice.integers(1, len(octets))] if number % 2 else octets)).ndim == 3
        except UploadError as error:
            refused.append(str(error))
    assert len(refused) > 50
    assert all(refused)
    assert time.perf_counter() - began_s < 5
