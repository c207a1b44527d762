"""What one simulated table looks like, in frozen parts: view, table, card, kit, lighting, sensor.

Lengths are in cells; colours are linear-light BGR tuples in 0..1.
"""

from dataclasses import dataclass

from vision.simulated.colour import Bgr


@dataclass(frozen=True, slots=True)
class View:
    """Where the camera stands. ``fill`` is the share of the picture's width or height that the board takes;
    ``aim`` (x, y in -1..1) where in the room left over; ``k1`` radial distortion as in OpenCV. From there the camera
    has been turned by a ``knock`` (right, down, twist, in degrees) and ``moved`` (right, down, ahead, in cells), and
    its lens shows everything ``zoom`` times as large."""

    width: int
    height: int
    tilt_deg: float
    azimuth_deg: float
    roll_deg: float
    focal_mm: float
    fill: float
    aim: tuple[float, float]
    k1: float
    knock: tuple[float, float, float] = (0.0, 0.0, 0.0)
    moved: tuple[float, float, float] = (0.0, 0.0, 0.0)
    zoom: float = 1.0


@dataclass(frozen=True, slots=True)
class Table:
    """The table top: its kind, two colours, the period (cells) and turn of its pattern, its edges (cells from the
    middle of the board) and gloss."""

    table: str
    main: Bgr
    second: Bgr
    floor: Bgr
    period: float
    turn_deg: float
    grain: float
    gloss: float
    reach: tuple[float, float, float, float]
    clutter: tuple[tuple[str, float, float, float], ...]
    texture_seed: int


@dataclass(frozen=True, slots=True)
class Card:
    """The printed board. Lengths in cells, measured outwards from the grid.

    ``ridge`` is how high the lines stand above the squares, ``thick`` the board above the table; ``squares`` are the
    colours of the squares where they are not of paper, ``stitch`` that of a seam around the grid, if there is one.
    Where two such boards lie side by side, the second begins ``apart`` columns after the first.
    """

    paper: Bgr
    ink: Bgr
    line: float
    frame: float
    frame_gap: float
    frame_ink: Bgr
    border: str
    border_period: float
    rim: float
    radius: float
    print_seed: int
    ridge: float = 0.0
    thick: float = 0.0
    squares: tuple[Bgr, ...] = ()
    stitch: Bgr | None = None
    gloss: float = 0.02
    apart: int = 0


@dataclass(frozen=True, slots=True)
class Paint:
    """How one piece is painted: ``plain`` in colour ``light``, or a pattern of ``dark`` on ``light``; ``label`` is the
    colour of a price tag on its first square, ``accent`` that of a finer pattern on the other, if there is one.
    ``squared``: the pattern begins anew on each square, whatever it is."""

    pattern: str
    light: Bgr
    dark: Bgr
    period: float = 0.4
    turn_deg: float = 0.0
    duty: float = 0.5
    phase: float = 0.0
    grain_seed: int = 0
    label: Bgr | None = None
    accent: Bgr | None = None
    squared: bool = False


@dataclass(frozen=True, slots=True)
class Kit:
    """The pieces: thickness in cells, grooves, looseness, paints in the order of the piece set.

    ``dimple`` is how high the middle of each square stands above its rim, which is ``inset`` wide; ``glint`` how
    strongly slopes that mirror a lamp shine; ``seam`` how wide the dark rim of a top is, in cells, where pieces lie so
    close together that hardly any light gets in between. With a ``stock`` the pieces that are not on the board wait
    beside it, in rows or ``strewn`` about."""

    piece_height: float
    groove: float
    bevel: float
    wrapped: bool
    paint_gloss: float
    paint_grain: float
    loose_cells: float
    loose_deg: float
    paints: tuple[Paint, ...]
    stock: bool
    stock_seed: int
    strewn: bool = False
    dimple: float = 0.0
    inset: float = 0.2
    glint: float = 0.0
    seam: float = 0.0


@dataclass(frozen=True, slots=True)
class Beam:
    """One light: direction towards it (board x, y and up; unit length), colour times strength, softness of its
    shadows (cells of blur per cell of height), and the field it lights: a pool and window bars."""

    direction: tuple[float, float, float]
    colour: Bgr
    softness: float
    pool: float
    pool_at: tuple[float, float]
    bars: tuple[tuple[float, float, float], ...]


@dataclass(frozen=True, slots=True)
class Leaning:
    """Somebody who leans over the table and takes light away: within ``size`` cells of a place on the board (x, y) the
    share ``depth`` of it, less over an ``edge`` of so many cells."""

    at: tuple[float, float]
    size: float
    depth: float
    edge: float


@dataclass(frozen=True, slots=True)
class Lighting:
    light: str
    kelvin: float
    beams: tuple[Beam, ...]
    ambient: Bgr
    person: Leaning | None


@dataclass(frozen=True, slots=True)
class Sensor:
    """What lens and webcam make of the light. ``exposure`` is the level of lit white (1 clips)."""

    exposure: float
    gain: Bgr
    adapt: float
    noise: float
    blur: float
    motion: float
    sharpen: float
    contrast: float
    saturation: float
    vignette: float
    quality: int


@dataclass(frozen=True, slots=True)
class Scene:
    """A simulated table in all its parts. Chosen by ``chance.scene``."""

    seed: int
    view: View
    table: Table
    card: Card
    kit: Kit
    lighting: Lighting
    sensor: Sensor
