"""The lens comes back from pictures of the sheet, and what is missing is said."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from calibration.lens import Lens
from tests.vision.lens.sheets import POSES, photographed
from vision.lens.chart import Chart, SeenChart, write_sheet
from vision.lens.fit import fit_lens

TRUE = Lens((1280, 720), focal_px=1050.0, k1=-0.12, error_px=0.0, views=0)

Views = list[tuple[str, SeenChart]]


def seen(lens: Lens, poses: tuple[tuple[float, ...], ...]) -> Views:
    chart, found = Chart(), []
    for number, pose in enumerate(poses):
        view = chart.find(photographed(lens, pose, seed=number))
        if view is not None:
            found.append((f"{number}.jpg", view))
    return found


@pytest.fixture(scope="module")
def views() -> Views:
    return seen(TRUE, POSES)


def test_a_known_lens_comes_back(views: Views) -> None:
    fit = fit_lens(views, TRUE.size_px)
    assert fit.lens is not None
    assert fit.lens.focal_px == pytest.approx(TRUE.focal_px, rel=0.01)
    assert fit.lens.k1 == pytest.approx(TRUE.k1, abs=0.01)
    assert fit.lens.error_px < 0.4
    assert (fit.good, fit.next, fit.left_out) == (True, (), ())
    assert 0 < fit.spread < 0.004


def test_the_lens_of_a_phone_held_upright_comes_back() -> None:
    upright = Lens((540, 960), focal_px=800.0, k1=0.05, error_px=0.0, views=0)
    fit = fit_lens(seen(upright, POSES), upright.size_px)
    assert fit.lens is not None
    assert fit.lens.focal_px == pytest.approx(800.0, rel=0.01)
    assert fit.lens.k1 == pytest.approx(0.05, abs=0.015)


def test_too_few_pictures_give_no_lens_but_say_how_many_are_missing(views: Views) -> None:
    fit = fit_lens(views[:3], TRUE.size_px)
    assert (fit.lens, fit.usable) == (None, False)
    assert fit.next[0].startswith("take 7 more pictures")


def test_a_sheet_that_never_leans_is_asked_to(views: Views) -> None:
    flat = seen(
        TRUE, tuple((0, 0, roll, x, y, 12) for roll, x, y in ((0, 0, 0), (90, 0.2, 0), (0, -0.3, 0), (0, 0, 0)))
    )
    fit = fit_lens(flat, TRUE.size_px)
    assert not fit.good
    assert any("left or right edge" in words for words in fit.next)
    assert any("top or bottom edge" in words for words in fit.next)


def test_parts_of_the_picture_that_were_left_out_are_named() -> None:
    left = [(f"{n}", SeenChart(view.squares_xy, view.pixels_xy * (0.3, 1))) for n, (_, view) in enumerate(_plain())]
    words = " ".join(fit_lens(left[:3], TRUE.size_px).next)
    assert "in the top, top right, middle, right, bottom, bottom right of the picture" in words
    assert "nearer" in words


def _plain() -> Views:
    grid = np.array([(x, y) for x in range(1, 7) for y in range(1, 10)], float)
    return [("", SeenChart(grid, grid * (180, 70))) for _ in range(3)]


def test_a_picture_that_does_not_agree_is_left_out_and_named(views: Views) -> None:
    name, odd = views[3]
    bent = SeenChart(odd.squares_xy, odd.pixels_xy + 0.004 * (odd.pixels_xy - 300) ** 2 / 10)
    fit = fit_lens([*views[:3], (name, bent), *views[4:]], TRUE.size_px)
    assert fit.left_out == (name,)
    assert fit.lens is not None
    assert fit.lens.focal_px == pytest.approx(TRUE.focal_px, rel=0.01)


def test_where_too_few_pictures_agree_there_is_no_lens_and_it_is_said_how_many_are_missing(views: Views) -> None:
    name, odd = views[3]
    bulge = ((odd.squares_xy[:, :1] - 3.5) / 3.5) ** 2 * (8.0, 4.8)
    fit = fit_lens([*views[:3], (name, SeenChart(odd.squares_xy, odd.pixels_xy + bulge))], TRUE.size_px)
    assert (fit.lens, fit.usable, fit.left_out) == (None, False, (name,))
    assert fit.next[0].startswith("take 7 more pictures")


def test_a_picture_without_the_sheet_shows_none() -> None:
    assert Chart().find(np.full((480, 640, 3), 128, np.uint8)) is None


@pytest.mark.parametrize("ending", ["pdf", "png"])
def test_the_sheet_is_a_page_of_its_true_size(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"sheet.{ending}"
    write_sheet(path)
    if ending == "pdf":
        octets = path.read_bytes()
        assert octets.startswith(b"%PDF")
        assert b"/MediaBox [ 0 0 595" in octets  # points: 210 mm
        return
    with Image.open(path) as page:
        assert [round(side / 300 * 25.4) for side in page.size] == [210, 297]
    found = Chart().find(np.asarray(cv2.imread(str(path)), np.uint8))
    assert found is not None
    assert len(found.squares_xy) == 6 * 9
