"""Which table looks through which camera: no two may open the same one."""

import re
from collections.abc import Iterable
from pathlib import Path
from threading import Lock

from referee.said import Said
from vision.pictures.address import shown
from web.errors import InputError


class CameraClaims:
    """The cameras that the tables of one server have. Any thread may ask."""

    def __init__(self) -> None:
        self._one_at_a_time = Lock()
        self._holders: dict[str, int] = {}

    def take(self, cameras: Iterable[str], table: int) -> None:
        """Claims cameras, named by words as in ``--source``, for a table: all of them or none.

        Raises:
            InputError: another table has one of them.
        """
        wanted = {device(camera): camera for camera in cameras}
        with self._one_at_a_time:
            others = {one: by for one, by in self._holders.items() if one in wanted and by != table}
            self._holders |= dict.fromkeys(wanted, table) if not others else {}
        for one, holder in others.items():
            raise InputError(
                Said(
                    "table {number} looks through {camera} already: choose another camera here, or another there first",
                    camera=shown(wanted[one]),
                    number=holder,
                )
            )

    def keep(self, cameras: Iterable[str], table: int) -> None:
        """A table lets go of all cameras but these."""
        kept = {device(camera) for camera in cameras}
        with self._one_at_a_time:
            self._holders = {one: by for one, by in self._holders.items() if by != table or one in kept}

    def holder(self, camera: str) -> int | None:
        """The table that has this camera; None if none has."""
        with self._one_at_a_time:
            return self._holders.get(device(camera))


def device(camera: str) -> str:
    """One word for a camera by whatever name it is opened: on Linux camera 0 is ``/dev/video0``, or a link to it."""
    if re.fullmatch(r"\d{1,4}", camera):
        numbered = Path(f"/dev/video{int(camera)}")
        return str(numbered) if numbered.exists() else str(int(camera))
    if camera.startswith("/dev/"):
        return str(Path(camera).resolve())
    return camera.rstrip("/")
