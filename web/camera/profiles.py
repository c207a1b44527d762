"""Where the profiles of cameras are kept: in the config folder, one file a camera and picture size."""

import hashlib
import re
from dataclasses import replace
from pathlib import Path

from calibration.profile import Profile, ProfileError, format_profile, parse_profile
from vision.frame import Frame
from vision.look import Look
from web.kept import keep


class KnownCamera:
    """What has been learnt of the camera before us: recalled when it comes back, kept when the board is found.
    ``asked_for``: somebody wants just this profile."""

    def __init__(self, folder: Path, name: str, *, asked_for: bool = False) -> None:
        self._folder, self._name, self._asked_for = folder, name, asked_for
        self._kept: Profile | None = None

    def recall(self, frame: Frame) -> Profile | None:
        """The profile of this camera for pictures of this size, if it has been here before.

        Raises:
            ProfileError: it does not fit the pictures that the camera gives now.
        """
        self._kept = load_profile(self._folder, self._name, _size_px(frame), asked_for=self._asked_for)
        return self._kept

    def learn(self, look: Look, frame: Frame) -> None:
        """Keeps where the board is, in the frame in which that is found out, and each paint when it is first seen."""
        board = look.board
        if board is None or not board.found:
            return
        known = dict(self._kept.paints_lab) if self._kept else {}
        seen = dict(look.sighting.paints_lab) if look.sighting else {}
        if look.board_found or look.camera_moved or seen.keys() - known.keys():
            kept = self._before(_size_px(frame))
            corners = kept.corners_xy if kept.fixed else board.corners_xy
            paints = tuple(sorted({**known, **seen}.items()))
            lying = replace(kept, corners_xy=corners, paints_lab=paints)
            self._kept = replace(lying, focal_px=board.focal_px, k1=board.k1, stretch=board.stretch)
            save_profile(self._folder, self._kept)

    def _before(self, size_px: tuple[int, int]) -> Profile:
        """What was known of the camera with pictures of this size, which may have changed meanwhile."""
        if self._kept is not None and self._kept.size_px == size_px:
            return self._kept
        return load_if_sound(self._folder, self._name, size_px) or Profile(self._name, size_px, ())


def profile_path(folder: Path, camera: str, size_px: tuple[int, int]) -> Path:
    """The file of a camera and a picture size. Names that look alike in a file name are told apart by a digest."""
    return folder / "profiles" / f"{_plain(camera)}-{size_px[0]}x{size_px[1]}.json"


def load_profile(folder: Path, camera: str, size_px: tuple[int, int], *, asked_for: bool = False) -> Profile | None:
    """What is known of a camera; None where it has not been here before. A lens serves the turned camera too.

    Raises:
        ProfileError: the profile is damaged, of another version or for something else, or this camera has been
            calibrated, or was ``asked_for``, with pictures of another size only; the message names file and cure.
    """
    path = profile_path(folder, camera, size_px)
    if path.exists():
        return _read(path, camera, size_px)
    others = [(other, _read(other, camera, None)) for other in profiles_of(folder, camera)]
    turned = [profile.lens for _, profile in others if profile.lens and profile.lens.suits(size_px)]
    if turned:
        return Profile(camera, size_px, (), lens=turned[0])
    for other, profile in others:
        if asked_for or (profile.is_calibrated and sorted(profile.size_px) != sorted(size_px)):
            _check(other, profile, camera, size_px)
    return None


def load_if_sound(folder: Path, camera: str, size_px: tuple[int, int]) -> Profile | None:
    """The same, or None where it is refused."""
    try:
        return load_profile(folder, camera, size_px)
    except ProfileError:
        return None


def profiles_of(folder: Path, camera: str) -> list[Path]:
    """The files of a camera, one for each size its pictures have had."""
    return sorted((folder / "profiles").glob(f"{_plain(camera)}-*x*.json"))


def all_profiles(folder: Path) -> list[Path]:
    """The files of all cameras, those used last first."""
    return sorted((folder / "profiles").glob("*.json"), key=lambda path: -path.stat().st_mtime)


def read_profile(path: Path) -> Profile:
    """The profile in a file.

    Raises:
        ProfileError: it cannot be read; the message names the file and the cure.
    """
    return _read(path, None, None)


def save_profile(folder: Path, profile: Profile) -> None:
    """Keeps a profile; after a crash either the old one or the new one is there, never half of one.

    Raises:
        OSError: the folder cannot be written.
    """
    keep(profile_path(folder, profile.camera, profile.size_px), format_profile(profile))


def _read(path: Path, camera: str | None, size_px: tuple[int, int] | None) -> Profile:
    """The profile in a file, which must be that of the camera and the size, if they are given."""
    try:
        profile = parse_profile(path.read_text(encoding="utf-8"))
    except (UnicodeDecodeError, ProfileError) as error:
        raise ProfileError(f"{path}: {error}") from None
    _check(path, profile, camera or profile.camera, size_px or profile.size_px)
    return profile


def _check(path: Path, profile: Profile, camera: str, size_px: tuple[int, int]) -> None:
    try:
        profile.check(camera, size_px)
    except ProfileError as error:
        raise ProfileError(f"{path}: {error}") from None


def _plain(camera: str) -> str:
    plain = re.sub(r"[^A-Za-z0-9]+", "-", camera).strip("-")[:40]
    return f"{plain}-{hashlib.sha256(camera.encode()).hexdigest()[:8]}"


def _size_px(frame: Frame) -> tuple[int, int]:
    height, width = frame.bgr.shape[:2]
    return width, height
