"""The profile of one camera above one table: what was learnt there, as versioned JSON text.

A profile belongs to a camera and to a picture size; where either is another, it is refused and the cure is named.
Some of it is learnt while playing; what was calibrated on purpose is never overwritten by that.
"""

import json
from dataclasses import asdict, dataclass
from math import isfinite
from typing import Any

from calibration.lens import Lens
from referee.said import Said

VERSION = 2

Point = tuple[float, float]
Lab = tuple[float, float, float]


class ProfileError(ValueError):
    """A profile cannot be used; one line that says why and what to do."""


@dataclass(frozen=True, slots=True)
class Profile:
    """What is known of one camera and one table.

    ``size_px`` is (width, height) of its pictures; ``corners_xy`` are the corners of the grid in board order, in
    pixels, or none before the board has been seen; ``focal_px`` and ``k1`` (first radial distortion coefficient, for
    coordinates divided by the focal length) are None until they have been solved; all is drawn ``stretch`` times as
    long across the picture as down it; ``paints_lab`` holds pairs of piece id and CIE L*a*b* colour (D65).
    ``lens`` is there once it has been calibrated; ``fixed`` says that somebody has shown the corners of a camera and a
    board that stay where they are.

    Raises:
        ProfileError: a size or the stretch is not positive, or there are corners, but not four.
    """

    camera: str
    size_px: tuple[int, int]
    corners_xy: tuple[Point, ...]
    focal_px: float | None = None
    k1: float | None = None
    paints_lab: tuple[tuple[str, Lab], ...] = ()
    lens: Lens | None = None
    fixed: bool = False
    stretch: float = 1.0

    def __post_init__(self) -> None:
        if min(self.size_px) < 1 or len(self.corners_xy) not in ((4,) if self.fixed else (0, 4)):
            raise ProfileError(
                f"a profile needs a picture size and 4 corners, got {self.size_px} and {self.corners_xy}"
            )
        if not self.stretch > 0:
            raise ProfileError(f"no picture is {self.stretch} times as wide as it was")

    @property
    def is_calibrated(self) -> bool:
        """Whether somebody has taken trouble over it."""
        return self.lens is not None or self.fixed

    def check(self, camera: str, size_px: tuple[int, int]) -> None:
        """Refuses another camera or another picture size.

        Raises:
            ProfileError: it does not match; the message names the cure.
        """
        if camera != self.camera:
            raise ProfileError(
                Said(
                    "the profile is of {other}, not of {camera}: delete it, and it is learnt anew",
                    other=self.camera,
                    camera=camera,
                )
            )
        if tuple(size_px) != self.size_px:
            was, now = ("{} x {}".format(*size) for size in (self.size_px, size_px))
            raise ProfileError(
                Said(
                    "the profile of {camera} was made with pictures of {was}, but they are {now} now: set the camera"
                    " back to {was}, calibrate it again, or delete the profile to learn it anew",
                    camera=camera,
                    was=was,
                    now=now,
                )
            )


def format_profile(profile: Profile) -> str:
    """The profile as JSON text."""
    return json.dumps({"profile": VERSION, **asdict(profile)}, indent=1) + "\n"


def parse_profile(text: str) -> Profile:
    """Reads a profile from JSON text.

    Raises:
        ProfileError: it is of another version or damaged.
    """
    facts = _object(text)
    if facts.get("profile") != VERSION:
        raise ProfileError(
            Said(
                "the profile is of version {its}, this Polyref reads version {ours}: delete it, and it is learnt anew",
                its=repr(facts.get("profile")),
                ours=VERSION,
            )
        )
    try:
        width, height = facts["size_px"]
        return Profile(
            camera=str(facts["camera"]),
            size_px=(int(width), int(height)),
            corners_xy=tuple((_finite(x), _finite(y)) for x, y in facts["corners_xy"]),
            focal_px=_solved(facts["focal_px"]),
            k1=_solved(facts["k1"]),
            paints_lab=tuple((str(piece), _lab(lab)) for piece, lab in facts["paints_lab"]),
            lens=_lens(facts["lens"]),
            fixed=facts["fixed"] is True,
            stretch=_finite(facts.get("stretch", 1.0)),  # profiles of before had none
        )
    except ProfileError as error:
        raise ProfileError(_damaged(str(error))) from None
    except (KeyError, OverflowError, TypeError, ValueError) as error:
        raise ProfileError(_damaged(repr(error))) from None


def _damaged(why: str) -> Said:
    return Said("the profile is damaged ({why}): delete it, and it is learnt anew", why=why)


def _object(text: str) -> dict[str, Any]:
    try:
        facts = json.loads(text)
    except (ValueError, RecursionError):
        facts = None
    if not isinstance(facts, dict):
        raise ProfileError(_damaged("no JSON object"))
    return facts


def _finite(value: Any) -> float:
    """A number; JSON as Python reads it may also hold none (NaN), and endless ones."""
    number = float(value)
    if not isfinite(number):
        raise ValueError(f"{number} is no measure")
    return number


def _solved(value: Any) -> float | None:
    return None if value is None else _finite(value)


def _lens(value: Any) -> Lens | None:
    if value is None:
        return None
    width, height = value["size_px"]
    return Lens(
        size_px=(int(width), int(height)),
        focal_px=_finite(value["focal_px"]),
        k1=_finite(value["k1"]),
        error_px=_finite(value["error_px"]),
        views=int(value["views"]),
    )


def _lab(value: Any) -> Lab:
    lightness, a, b = value
    return _finite(lightness), _finite(a), _finite(b)
