"""A calibrated lens: what a camera's pictures of a printed sheet have told about it."""

from dataclasses import dataclass

Size = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Lens:
    """A pinhole at the centre of the picture with square pixels and one radial term: a ray at distance r from the axis
    (focal length 1) is drawn at r * (1 + k1 * r**2).

    ``size_px`` is (width, height) of the pictures it was measured in, ``focal_px`` in pixels of these; ``error_px`` the
    root mean square distance between corners of the sheet as seen and as explained, over ``views`` pictures.
    """

    size_px: Size
    focal_px: float
    k1: float
    error_px: float
    views: int

    def __post_init__(self) -> None:
        if min(self.size_px) < 1 or not self.focal_px > 0:
            raise ValueError(f"a lens needs a picture size and a focal length, got {self.size_px}, {self.focal_px}")

    def suits(self, size_px: Size) -> bool:
        """Whether it is the lens of pictures of this size, the camera upright or turned on its side."""
        return sorted(size_px) == sorted(self.size_px)

    def focal_in(self, size_px: Size) -> float:
        """The focal length in pixels of the same picture made larger or smaller."""
        return self.focal_px * max(size_px) / max(self.size_px)
