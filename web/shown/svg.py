"""A sketch as an SVG file, complete in itself."""

from html import escape

from vision.drawing.sketch import Area, Loop, Sketch, Words

FONT = "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
MIDDLE = 0.35
"""So far below their middle words stand, in sizes of their letters. WebKit rounds the metrics of letters to whole units
of the picture: there ``dominant-baseline`` puts them elsewhere."""


def svg(sketch: Sketch, unit_px: int = 48) -> str:
    """The text of the file; a unit of the sketch is shown as so many pixels, and scales to anything."""
    size = f'width="{sketch.width * unit_px:.0f}" height="{sketch.height * unit_px:.0f}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {sketch.width:.3g} {sketch.height:.3g}"'
        f' role="img" font-family="{FONT}">\n<title>{escape(sketch.title)}</title>\n'
        + "\n".join(_area(mark) if isinstance(mark, Area) else _words(mark) for mark in sketch.marks)
        + "\n</svg>\n"
    )


def _area(area: Area) -> str:
    d = "".join(map(_path, area.loops))
    edge = f' stroke="{area.edge}" stroke-width="{area.edge_width}" stroke-linejoin="round"' if area.edge else ""
    return f'<path d="{d}" fill="{area.fill or "none"}" fill-rule="evenodd"{edge}/>'


def _path(loop: Loop) -> str:
    return "M" + "L".join(f"{_number(x)} {_number(y)}" for x, y in loop) + "Z"


def _words(words: Words) -> str:
    anchor = "start" if words.left else "middle"
    weight = ' font-weight="700"' if words.bold else ""
    place = f'x="{_number(words.x)}" y="{_number(words.y + MIDDLE * words.size)}" font-size="{words.size}"'
    return f'<text {place} fill="{words.colour}" text-anchor="{anchor}"{weight}>{escape(words.text)}</text>'


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")
