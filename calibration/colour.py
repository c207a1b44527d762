"""Measured colours as screens show them."""

WHITE_XYZ = (0.95047, 1.0, 1.08883)
"""The D65 white."""
XYZ_TO_RGB = (
    (3.2404542, -1.5371385, -0.4985314),
    (-0.9692660, 1.8760108, 0.0415560),
    (0.0556434, -0.2040259, 1.0572252),
)
"""Linear sRGB (IEC 61966-2-1)."""


def css(lab: tuple[float, float, float]) -> str:
    """A CIE L*a*b* colour (D65) as ``#rrggbb``; what a screen cannot show becomes the nearest in each channel."""
    lightness, a, b = lab
    y = (lightness + 16) / 116
    xyz = [white * _unbent(t) for white, t in zip(WHITE_XYZ, (y + a / 500, y, y - b / 200), strict=True)]
    linear = [sum(factor * part for factor, part in zip(row, xyz, strict=True)) for row in XYZ_TO_RGB]
    return "#" + "".join(f"{round(255 * _gamma(min(1.0, max(0.0, value)))):02x}" for value in linear)


def _unbent(t: float) -> float:
    return t**3 if t > 6 / 29 else 3 * (6 / 29) ** 2 * (t - 4 / 29)


def _gamma(value: float) -> float:
    return 12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055
