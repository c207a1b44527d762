"""A phone as the source of a command without a page."""

import threading
from pathlib import Path

import cv2
import pytest

from calibration.lens import Lens
from tests.vision.lens.sheets import POSES, photographed
from tests.web.camera.test_phone import opened
from tests.web.scripted import POLYSSIMO
from web.commands import calibrate
from web.commands.lone_phone import LonePhone
from web.settings import Settings

TRUE = Lens((960, 540), focal_px=820.0, k1=-0.1, error_px=0.0, views=0)


def test_a_lens_is_measured_from_a_phone_which_shows_what_to_do_next(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = Settings(data=tmp_path, config=tmp_path, phone_port=0)
    with LonePhone(settings, POLYSSIMO) as phone:
        address = phone.phone.invitation().secure
        assert address.replace("https", "http").split(":")[1] in capsys.readouterr().err
        assert b"Start the camera, or take a photo." in opened(f"{address}/said")
        shown: list[bytes] = []

        def send() -> None:
            for number, pose in enumerate(POSES[:6]):
                jpeg = cv2.imencode(".jpg", photographed(TRUE, pose, seed=number))[1].tobytes()
                while len(shown) <= number or f"{number + 1} taken".encode() not in shown[-1]:
                    shown.append(opened(f"{address}/picture", jpeg))

        sender = threading.Thread(target=send, daemon=True)
        sender.start()
        views = calibrate._filmed(phone, most=6)
        sender.join(5)
    assert len(views.views) == 6
    fit = views.fit()
    assert fit.lens is not None
    assert fit.lens.focal_px == pytest.approx(TRUE.focal_px, rel=0.015)
    assert "take 9 more pictures" in capsys.readouterr().out
