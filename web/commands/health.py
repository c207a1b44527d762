"""Looking the program over: what is wrong with it on this machine, and how to mend it."""

import importlib.metadata
import os
import shutil
import socket
import sys
import tempfile
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from calibration.profile import ProfileError
from web.clock import utc_now
from web.settings import Settings

GOOD, ODD, BAD = "ok", "note", "mend"
LEAST_FREE_MB = 50
"""Less room on the disk than this may be used up in an evening."""
WHEELS = (
    "opencv-python",
    "opencv-python-headless",
    "opencv-contrib-python",
    "opencv-contrib-python-headless",
)
"""All of these bring the same folder ``cv2``: two of them overwrite each other."""
SYSTEM_LIBRARIES = "apt-get install --no-install-recommends libgl1 libglib2.0-0"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was looked at, how it is (``ok``, ``note`` or ``mend``), in words, and the cure where one is needed."""

    what: str
    state: str
    words: str
    cure: str = ""


def findings(settings: Settings, source: str | None = None) -> Iterator[Finding]:
    """Everything that is looked at, one after the other; ``source`` is a camera to be tried, else all are."""
    yield python()
    eyes = (*opencv(), runtime())
    yield from eyes
    for name, folder in (("matches", settings.data), ("configuration", settings.config)):
        yield room(name, folder)
    if any(finding.state == BAD for finding in eyes):
        yield Finding("Camera", ODD, "none is looked for before OpenCV and ONNX Runtime can be loaded")
    else:
        yield from profiles(settings)
        yield from cameras_found(source)
    yield port(settings.host, settings.port)
    yield from ports_for_others(settings)
    yield browser()
    yield from phone(settings)


def python() -> Finding:
    return Finding("Python", GOOD, ".".join(map(str, sys.version_info[:3])))


def opencv(load: Callable[[], str] | None = None) -> Iterator[Finding]:
    """The wheels of OpenCV that are installed, and whether it can be loaded. ``load`` returns its version."""
    wheels = [name for name in WHEELS if _version(name)]
    mixed = len(wheels) > 1
    unmix = f"pip uninstall {' '.join(wheels)}, then pip install opencv-python-headless"
    if mixed:
        yield Finding("OpenCV", BAD, f"{' and '.join(wheels)} are all installed and overwrite each other", unmix)
    try:
        version = (load or _opencv_version)()
    except (ImportError, AttributeError) as error:
        cure = f"pip install --force-reinstall opencv-python-headless, or on Debian and Ubuntu {SYSTEM_LIBRARIES}"
        yield Finding("OpenCV", BAD, f"it cannot be loaded ({error})", unmix if mixed else cure)
        return
    if not mixed:
        yield Finding("OpenCV", GOOD, f"{version} ({wheels[0] if wheels else 'not from a wheel'})")


def runtime(load: Callable[[], str] | None = None) -> Finding:
    """Whether what answers the networks can be loaded. ``load`` returns its version."""
    try:
        return Finding("ONNX Runtime", GOOD, (load or _runtime_version)())
    except (ImportError, AttributeError) as error:  # of what is half removed a folder may be left
        cure = "pip install --force-reinstall onnxruntime"
        return Finding("ONNX Runtime", BAD, f"it cannot be loaded ({error})", cure)


def room(name: str, folder: Path) -> Finding:
    """Whether a folder can be written and has room left."""
    what = f"Folder of {name}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"room")
        free_mb = shutil.disk_usage(folder).free // 1_000_000
    except OSError as error:
        variable = "POLYREF_DATA" if name == "matches" else "POLYREF_CONFIG"
        cure = f"make it writable, or name another one in the variable {variable}"
        return Finding(what, BAD, f"{folder} cannot be written ({error.strerror})", cure)
    if free_mb < LEAST_FREE_MB:
        return Finding(what, BAD, f"{folder} has {free_mb} MB left", "make room on this disk")
    return Finding(what, GOOD, f"{folder}, {free_mb / 1000:.0f} GB free")


def profiles(settings: Settings) -> Iterator[Finding]:
    from web.camera.profiles import all_profiles, read_profile  # noqa: PLC0415 - it needs OpenCV, which may be what is wrong

    for path in all_profiles(settings.config):
        try:
            read_profile(path)
        except (ProfileError, OSError) as error:
            yield Finding("Profile", BAD, str(error), f"delete {path.name}")


def cameras_found(source: str | None) -> Iterator[Finding]:
    """Every camera there is, and whether it gives a picture that can be used."""
    from web.camera.cameras import cameras  # noqa: PLC0415 - as above

    found = [(camera.source, camera.name) for camera in cameras()] if source is None else [(source, source)]
    if not found:
        words = "none is connected to this computer"
        yield Finding("Camera", ODD, words, "connect one, use a phone (--source phone), or try polyref demo")
    for word, name in found:
        yield camera(word, name)


def camera(source: str, name: str) -> Finding:
    from vision.errors import SourceError  # noqa: PLC0415
    from vision.motion.clarity import complaint  # noqa: PLC0415
    from vision.pictures.address import shown  # noqa: PLC0415 - as above
    from vision.pictures.source import open_source  # noqa: PLC0415

    what = f"Camera {shown(name or source)}"
    try:
        with open_source(source) as frames:
            bgr = next(iter(frames)).bgr
    except (SourceError, StopIteration) as error:
        cure = "close other programs that use it, plug it in anew; on Linux be in the group video"
        return Finding(what, BAD, str(error) or "it gives no picture", cure)
    height, width = bgr.shape[:2]
    unclear = complaint(bgr)
    if unclear:
        return Finding(what, ODD, f"{width} x {height}, but {unclear}", "light the table, and look at the lens")
    return Finding(what, GOOD, f"{width} x {height}")


def port(host: str, number: int) -> Finding:
    """Whether the port of the page is free."""
    what = f"Port {number}"
    try:
        _listen(host, number)
    except OSError as error:
        if _answers(host, number):
            return Finding(what, GOOD, "Polyref is running there already")
        return Finding(what, BAD, f"cannot be used ({error.strerror})", f"say --port {number + 1}, or another")
    return Finding(what, GOOD, "free")


def ports_for_others(settings: Settings) -> Iterator[Finding]:
    """Whether the ports are free at which others in the house are served: where one is not, any other is taken."""
    first = settings.phone_port
    for number, whose in ((settings.port + 1, "the shared game"), (first, "the phone"), (first + 1, "the phone")):
        what = f"Port {number}"
        try:
            _listen("0.0.0.0", number)
        except (OSError, OverflowError):
            cure = "if it is not a Polyref that has it, end what does, or let the other one through the firewall"
            yield Finding(what, ODD, f"is in use: {whose} is served at another one, whichever is free", cure)
        else:
            yield Finding(what, GOOD, f"free, for {whose}")


def browser() -> Finding:
    """Whether a browser on this computer comes to a page of this computer."""
    proxy = next((os.environ[name] for name in ("http_proxy", "HTTP_PROXY") if os.environ.get(name)), "")
    spared = f"{os.environ.get('no_proxy', '')},{os.environ.get('NO_PROXY', '')}"
    if proxy and not any(name in spared for name in ("localhost", "127.0.0.1", "*")):
        cure = "add localhost,127.0.0.1 to the variable no_proxy, and to the exceptions in the browser"
        return Finding("Browser", ODD, f"the proxy {proxy} may keep it from this computer's pages", cure)
    try:
        with socket.create_server(("127.0.0.1", 0)) as door, socket.create_connection(door.getsockname(), 2):
            return Finding("Browser", GOOD, "pages of this computer can be reached from it")
    except OSError as error:
        cure = "let programs on this computer talk to 127.0.0.1, in the firewall or security program"
        return Finding("Browser", BAD, f"nothing reaches 127.0.0.1 ({error.strerror})", cure)


def phone(settings: Settings) -> Iterator[Finding]:
    """Whether a phone can be the camera: an address in the house, and the certificate for it."""
    from web.doors.addresses import outward_address, own_names  # noqa: PLC0415

    address = outward_address()
    if not address or address.startswith("127."):
        yield Finding("Phone", ODD, "this computer is in no network", "join the network that the phone is in")
        return
    words = f"will find this computer at {address}, port {settings.phone_port}"
    yield Finding("Phone", GOOD, words, "if it does not, allow that port in the firewall")
    yield certified(settings, own_names(), utc_now())


def certified(settings: Settings, names: set[str], now: datetime) -> Finding:
    """Whether the certificate that is kept holds for the addresses that this computer has."""
    try:
        from web.doors.certificate import kept_certificate  # noqa: PLC0415 - its library may be what is wrong
    except ImportError as error:
        return Finding("Certificate", BAD, f"cannot be made ({error})", "pip install --force-reinstall polyref")
    kept = kept_certificate(settings.data)
    if kept is None:
        return Finding("Certificate", GOOD, "none yet; made when a phone is first chosen as the camera")
    if not kept.holds(names, now):
        words = "is too old, or of other addresses; it is made anew when a phone is chosen, which then warns once more"
        return Finding("Certificate", ODD, words)
    return Finding("Certificate", GOOD, f"holds until {kept.until:%d %B %Y}")


def _version(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return ""


def _opencv_version() -> str:
    import cv2  # noqa: PLC0415 - whether that works is the question

    cv2.aruco.CharucoDetector  # noqa: B018 - a mixture of wheels may lack it
    return str(cv2.__version__)


def _runtime_version() -> str:
    import onnxruntime  # noqa: PLC0415 - whether that works is the question

    return str(onnxruntime.__version__)


def _listen(host: str, number: int) -> None:
    with socket.socket() as tried:
        if sys.platform != "win32":
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        tried.bind((host, number))
        tried.listen(1)


def _answers(host: str, number: int) -> bool:
    shown = "127.0.0.1" if host in ("0.0.0.0", "::", "") else host
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with direct.open(f"http://{shown}:{number}/api/snapshot", timeout=2) as answer:
            return b'"serial"' in answer.read(200)
    except (OSError, ValueError, urllib.error.URLError):
        return False
