"""Of an address only so much is shown as cannot hold a password."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from vision.pictures.address import host_of, shown

WORD = st.text("abcdefghijklmnopqrstuvwxyz0123456789", min_size=4, max_size=8)
SECRET = st.text(min_size=6, max_size=12).map(lambda text: f"5ecret{text}5ecret")


@pytest.mark.fault("F28")
@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("rtsp://ann:secret@cam:554/live", "rtsp://cam:554"),
        ("http://cam/video?user=ann&pwd=secret", "http://cam"),
        ("rtsp://cam/user=ann_password=secret_channel=1.sdp", "rtsp://cam"),
        ("rtsp://ann:sec/ret@cam/", "rtsp://…"),
        ("http://cam/?mail=ann@home&pwd=secret", "http://…"),
        ("http://ann:secret@[::1", "http://[::1"),
        ("/dev/video0", "/dev/video0"),
        ("/home/ann/film.mp4", "/home/ann/film.mp4"),
        ("demo", "demo"),
    ],
)
def test_of_an_address_only_kind_and_machine_are_shown(source: str, told: str) -> None:
    assert shown(source) == told


@pytest.mark.fault("F28")
@given(host=WORD, user=WORD, secret=SECRET, path=WORD)
@example("cam1", "anna", "5ecret@5ecret", "live")
@example("cam1", "anna", "5ecret/@?#5ecret", "live")
def test_no_password_is_shown_whatever_it_is_made_of(host: str, user: str, secret: str, path: str) -> None:
    for address in (
        f"rtsp://{user}:{secret}@{host}/{path}",
        f"http://{host}/{path}?user={user}&pwd={secret}",
        f"http://{host}/{secret}/{path}",
    ):
        assert "5ecret" not in shown(address)


@pytest.mark.parametrize(
    ("address", "host"), [("http://cam:80/x", "cam"), ("rtsp://a:b@[::1]/", "::1"), ("http://[bad", ""), ("0", "")]
)
def test_the_machine_in_an_address_is_known_and_in_what_is_none_there_is_none(address: str, host: str) -> None:
    assert host_of(address) == host
