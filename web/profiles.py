"""Where the profiles of cameras are kept: one file a camera in the config folder, written whole or not at all."""

import hashlib
import os
import re
from pathlib import Path

from calibration.profile import Profile, ProfileError, format_profile, parse_profile
from vision.frame import Frame
from vision.look import Look


class KnownCamera:
    """What has been learnt of the camera before us: recalled when it comes back, kept when the board is found."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder, self._name = folder, name
        self._kept: Profile | None = None

    def recall(self, frame: Frame) -> Profile | None:
        """The profile of this camera, if it has been here before.

        Raises:
            ProfileError: it does not fit the pictures that the camera gives now.
        """
        self._kept = load_profile(self._folder, self._name, _size_px(frame))
        return self._kept

    def learn(self, look: Look, frame: Frame) -> None:
        """Keeps where the board is, in the frame in which that is found out, and each paint when it is first seen."""
        board = look.board
        if board is None or not board.found:
            return
        known = dict(self._kept.paints_lab) if self._kept else {}
        seen = dict(look.sighting.paints_lab) if look.sighting else {}
        if look.board_found or look.camera_moved or seen.keys() - known.keys():
            paints = tuple(sorted({**known, **seen}.items()))
            kept = Profile(self._name, _size_px(frame), board.corners_xy, board.focal_px, board.k1, paints)
            self._kept = kept
            save_profile(self._folder, kept)


def profile_path(folder: Path, camera: str) -> Path:
    """The file of a camera. Names that look alike in a file name are told apart by a digest."""
    plain = re.sub(r"[^A-Za-z0-9]+", "-", camera).strip("-")[:40]
    return folder / "profiles" / f"{plain}-{hashlib.sha256(camera.encode()).hexdigest()[:8]}.json"


def load_profile(folder: Path, camera: str, size_px: tuple[int, int]) -> Profile | None:
    """What was learnt of a camera; None where it has not been here before.

    Raises:
        ProfileError: the profile is damaged, of another version or for another picture size; the message names the
            file and the cure.
    """
    path = profile_path(folder, camera)
    try:
        profile = parse_profile(path.read_text(encoding="utf-8"))
        profile.check(camera, size_px)
    except FileNotFoundError:
        return None
    except (UnicodeDecodeError, ProfileError) as error:
        raise ProfileError(f"{path}: {error}") from None
    return profile


def save_profile(folder: Path, profile: Profile) -> None:
    """Keeps a profile; after a crash either the old one or the new one is there, never half of one.

    Raises:
        OSError: the folder cannot be written.
    """
    path = profile_path(folder, profile.camera)
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_suffix(".new")
    with half.open("w", encoding="utf-8") as file:
        file.write(format_profile(profile))
        file.flush()
        os.fsync(file.fileno())
    half.replace(path)


def _size_px(frame: Frame) -> tuple[int, int]:
    height, width = frame.bgr.shape[:2]
    return width, height
