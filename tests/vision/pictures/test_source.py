"""Folders, films, cameras and addresses, good and bad."""

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.errors import SourceError
from vision.pictures.capture import LatestFrame
from vision.pictures.picture import read_picture, write_picture
from vision.pictures.source import CameraSource, open_source, pictures_in


def picture(grey: int) -> np.ndarray:
    return np.full((48, 64, 3), grey, np.uint8)


def save(folder: Path, *names: str) -> None:
    for number, name in enumerate(names):
        write_picture(folder / name, picture(10 * number))


def film(path: Path, fps: float, frames: int) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), fps, (64, 48))
    for number in range(frames):
        writer.write(picture(20 * number))
    writer.release()
    return path


def test_a_folder_is_read_in_natural_order_at_the_speed_given(tmp_path: Path) -> None:
    save(tmp_path, "shot10.png", "shot2.jpg", "Shot1.png")
    (tmp_path / "notes.txt").write_text("no picture")
    with open_source(str(tmp_path), fps=2) as source:
        frames = list(source)
    assert [frame.name for frame in frames] == ["Shot1.png", "shot2.jpg", "shot10.png"]
    assert [(frame.index, frame.t_s) for frame in frames] == [(1, 0.0), (2, 0.5), (3, 1.0)]
    assert (source.length, source.live) == (3, False)


def test_a_bad_picture_in_a_folder_is_named_after_the_good_ones(tmp_path: Path) -> None:
    save(tmp_path, "1.png", "3.png")
    (tmp_path / "2.jpg").write_text("not a picture")
    frames = iter(open_source(str(tmp_path)))
    assert [next(frames).index, next(frames).index] == [1, 3]
    with pytest.raises(SourceError, match=r"2\.jpg is not a picture"):
        next(frames)


def test_a_film_is_read_in_full_with_the_times_of_its_container(tmp_path: Path) -> None:
    with open_source(str(film(tmp_path / "film.avi", 5, 6))) as source:
        frames = list(source)
    assert [frame.index for frame in frames] == [1, 2, 3, 4, 5, 6]
    assert [round(frame.t_s, 3) for frame in frames] == [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    assert source.length == 6
    assert [round(float(frame.bgr.mean()), -1) for frame in frames] == [0, 20, 40, 60, 80, 100]


def test_a_picture_is_turned_as_its_exif_data_say(tmp_path: Path) -> None:
    _, octets = cv2.imencode(".jpg", picture(100))
    exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0"
    jpeg = octets.tobytes()
    path = tmp_path / "phone.jpg"
    path.write_bytes(jpeg[:2] + b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif + jpeg[2:])
    assert read_picture(path).shape == (64, 48, 3)


@pytest.mark.fault("F28")
@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("nowhere", "no such file, folder or camera"),
        ("", "no such file, folder or camera: ''; give a camera number"),
        ("file:///etc/passwd", "only http, https and rtsp"),
        ("concat:a|b", "no such file, folder or camera"),
        ("http://", "only http, https and rtsp"),
        ("99999", "no such file, folder or camera"),
        ("x" * 5000, r"x{120}… cannot be read \(File name too long\)"),
        (f"{'x' * 400}.jpg", r"cannot be read \(File name too long\)"),
        ("/dev/\ud800", r"/dev/\? cannot be read"),
        ("film\udce9.mp4", r"film\?\.mp4 cannot be read"),
        ("http://127.0.0.1/\udce9", "http://127.0.0.1 cannot be read"),
        ("http://[bad", "only http, https and rtsp"),
        ("rtsp://ann:5ecret@[::1", "only http, https and rtsp"),
        ("ftp://ann:5ecret@cam/", "cannot open ftp://cam: only"),
        ("rtsp://ann:5ecret@cam:99999/", "cannot open rtsp://cam:99999: its port is none"),
        ("http://ann:5ecret@127.0.0.1:9/?pwd=5ecret", "nobody answers at 127.0.0.1, port 9"),
    ],
)
def test_what_is_no_source_is_refused(name: str, what: str) -> None:
    with pytest.raises(SourceError, match=what) as told:
        open_source(name)
    assert "5ecret" not in str(told.value)
    assert str(told.value).isprintable()


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no pictures in the folder"):
        open_source(str(tmp_path))
    with pytest.raises(SourceError, match="no pictures in the folder"):
        pictures_in(tmp_path)


def test_a_text_file_is_no_film_and_a_cut_picture_is_damaged(tmp_path: Path) -> None:
    (tmp_path / "film.mp4").write_text("text")
    with pytest.raises(SourceError, match="not a video"):
        open_source(str(tmp_path / "film.mp4"))
    (tmp_path / "cut.png").write_bytes(b"\x89PNG\r\n\x1a\n" + b"\0" * 40)
    with pytest.raises(SourceError, match="damaged"):
        read_picture(tmp_path / "cut.png")


def test_pictures_a_second_must_be_positive(tmp_path: Path) -> None:
    save(tmp_path, "1.png")
    with pytest.raises(SourceError, match="more than 0"):
        open_source(str(tmp_path), fps=0)


def test_the_newest_frame_is_taken_and_the_others_are_counted() -> None:
    shown, more = threading.Event(), iter(range(1, 6))
    released = []

    def grab() -> np.ndarray | None:
        number = next(more, None)
        if number is None:
            shown.set()
            return None
        return picture(number)

    latest = LatestFrame(grab, lambda: released.append(True), clock=iter(range(100)).__next__)
    assert shown.wait(5)
    frame = latest.take(1.0)
    assert frame is not None
    assert (frame.index, frame.t_s, int(frame.bgr[0, 0, 0])) == (5, 4, 5)
    assert latest.skipped == 4
    assert latest.take(0.0) is None
    latest.close()
    assert released == [True]


class Camera:
    """A capture device that gives so many pictures and then is lost."""

    def __init__(self, pictures: int) -> None:
        self.left = pictures
        self.released = False

    def isOpened(self) -> bool:  # noqa: N802 - the name that OpenCV gives it
        return self.left > 0

    def read(self) -> tuple[bool, np.ndarray | None]:
        self.left -= 1
        return (True, picture(50)) if self.left >= 0 else (False, None)

    def release(self) -> None:
        self.released = True


def test_a_lost_camera_is_an_error_and_is_let_go() -> None:
    camera = Camera(3)
    with (
        CameraSource("camera 7", camera) as source,
        pytest.raises(SourceError, match="camera 7 gives no more pictures"),
    ):
        list(source)
    assert camera.released


def test_a_camera_without_a_picture_is_refused() -> None:
    with pytest.raises(SourceError, match="camera 7 gives no picture"):
        CameraSource("camera 7", Camera(0))


class Stream(BaseHTTPRequestHandler):
    """Eight pictures as a motion JPEG stream, then the end."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=b")
        self.end_headers()
        for number in range(8):
            octets = cv2.imencode(".jpg", picture(20 * number))[1].tobytes()
            self.wfile.write(b"--b\r\nContent-Type: image/jpeg\r\n\r\n" + octets + b"\r\n")

    def log_message(self, *_: object) -> None:
        """Says nothing."""


def test_a_stream_is_live_and_its_end_is_a_loss() -> None:
    server = HTTPServer(("127.0.0.1", 0), Stream)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        with open_source(f"http://127.0.0.1:{server.server_port}/video") as source:
            assert source.live
            with pytest.raises(SourceError, match=r"127\.0\.0\.1 gives no more pictures"):
                list(source)
    finally:
        server.shutdown()
        server.server_close()


@pytest.mark.fault("F28")
def test_a_stream_that_leads_to_a_file_of_this_machine_is_not_followed(tmp_path: Path) -> None:
    """A playlist may name what is to be played; that it leads back to its own server shows that it is understood."""
    there = tmp_path / "film.ts"
    writer = cv2.VideoWriter(str(there), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*"mpg1"), 25, (64, 48))
    for number in range(50):
        writer.write(picture(number))
    writer.release()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            own = f"http://127.0.0.1:{server.server_port}/film.ts"
            named = {"/own.m3u8": own, "/file.m3u8": f"file://{there}"}.get(self.path)
            text = f"#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n{named}\n#EXT-X-ENDLIST\n".encode()
            self.send_response(200)
            self.end_headers()
            self.wfile.write(text if named else there.read_bytes())

        def log_message(self, *_: object) -> None:
            """Nothing is told."""

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            address = f"http://127.0.0.1:{server.server_port}"
            with open_source(f"{address}/own.m3u8") as source:
                assert next(iter(source)).bgr.shape == (48, 64, 3)
            with pytest.raises(SourceError, match="gives no picture"):
                open_source(f"{address}/file.m3u8")
        finally:
            server.shutdown()
            thread.join()
