"""Picture files, good and bad: what a file claims is looked at before it is unpacked."""

import struct
import time
from pathlib import Path

import cv2
import numpy as np
import psutil
import pytest

from tests.vision.pictures.test_upload import bomb
from vision.errors import SourceError
from vision.frame import Picture
from vision.pictures.picture import read_picture, write_picture


def picture(seed: int = 1) -> Picture:
    return np.random.default_rng(seed).integers(0, 255, (48, 64, 3), np.uint8)


def encoded(ending: str, bgr: Picture) -> bytes:
    return cv2.imencode(ending, bgr)[1].tobytes()


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp"])
def test_a_good_picture_is_what_opencv_makes_of_it(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"photo{ending}"
    path.write_bytes(encoded(ending, picture()))
    expected = cv2.imread(str(path))
    assert expected is not None
    assert np.array_equal(read_picture(path), expected)


@pytest.mark.parametrize("depth", [cv2.IMREAD_GRAYSCALE, cv2.IMREAD_UNCHANGED])
def test_a_png_of_another_kind_is_read_too(tmp_path: Path, depth: int) -> None:
    path = tmp_path / "photo.png"
    levels = np.random.default_rng(1).integers(0, 65535, (48, 64, 4), np.uint16)
    cv2.imwrite(str(path), levels if depth == cv2.IMREAD_UNCHANGED else picture()[..., 0])
    expected = cv2.imread(str(path), cv2.IMREAD_COLOR)
    assert expected is not None
    assert np.array_equal(read_picture(path), expected)


@pytest.mark.fault("F19")
def test_a_file_that_claims_to_be_huge_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "bomb.png"
    path.write_bytes(bomb())
    _refused_at_once(path)


@pytest.mark.fault("F19")
def test_a_png_that_says_one_of_its_parts_has_gigabytes_is_refused_at_once(tmp_path: Path) -> None:
    octets = bytearray(encoded(".png", picture()))
    at = octets.index(b"IDAT") - 4
    octets[at : at + 4] = struct.pack(">I", 0x7FFF_FFFF)
    path = tmp_path / "gigabytes.png"
    path.write_bytes(octets)
    _refused_at_once(path)


@pytest.mark.fault("F19")
@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no such file here")
def test_a_file_without_an_end_is_no_picture() -> None:
    with pytest.raises(SourceError, match="is not a picture"):
        read_picture(Path("/dev/zero"))


@pytest.mark.fault("F20")
def test_damaged_files_are_read_or_refused_in_no_time(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    dice, path = np.random.default_rng(7), tmp_path / "damaged"
    whole = [encoded(ending, picture()) for ending in (".jpg", ".png", ".webp")]
    refused, began_s = [], time.perf_counter()
    for number in range(240):
        octets = bytearray(whole[number % 3])
        for at in dice.integers(4, len(octets), 1 + number % 5):
            octets[at] = dice.integers(256)
        path.write_bytes(octets[: dice.integers(1, len(octets))] if number % 2 else octets)
        try:
            assert read_picture(path).ndim == 3
        except SourceError as error:
            refused.append(str(error))
    assert len(refused) > 50
    assert all(len(said.splitlines()) == 1 for said in refused)
    assert "libpng" not in capfd.readouterr().err
    assert time.perf_counter() - began_s < 5


def _refused_at_once(path: Path) -> None:
    before, began_s = psutil.Process().memory_info().rss, time.perf_counter()
    with pytest.raises(SourceError, match="damaged or far too large"):
        read_picture(path)
    assert time.perf_counter() - began_s < 0.2
    assert psutil.Process().memory_info().rss - before < 50_000_000


@pytest.mark.parametrize(("ending", "wide"), [(".webp", 17_000), (".jpg", 66_000)])
def test_what_is_too_wide_for_its_kind_of_file_is_told_with_a_kind_that_takes_it(
    tmp_path: Path, ending: str, wide: int
) -> None:
    bgr = np.zeros((8, wide, 3), np.uint8)
    with pytest.raises(SourceError, match=rf"o\{ending}: {wide} x 8 pixels are too many .* ends in \.png"):
        write_picture(tmp_path / f"o{ending}", bgr)
    assert list(tmp_path.iterdir()) == []
    write_picture(tmp_path / "o.png", bgr)
    assert read_picture(tmp_path / "o.png").shape == bgr.shape
