"""A match as a picture to keep: its boards with all that lies on them, and below who played and how it stands."""

from collections.abc import Iterator
from dataclasses import replace

from referee.said import Said
from vision.drawing.sketch import Area, Loop, Sketch, Words
from web.languages import told
from web.shown.outline import grooves, heart, outline, rectangle, stripes
from web.shown.paints import STRIPES
from web.shown.scene import BoardScene, LyingScene, Scene, SeatScene
from web.telling.words import scored

GROUND, INK, SOFT = "#f3f0ea", "#23262b", "#656a72"
FIELD, GRID, RIM, MARK = "#fbfaf6", "#d9d4c8", "#cdb894", "#9a8f7a"
BLACK, WHITE = "#1c1e22", "#faf9f5"

MARGIN = 0.75
BETWEEN = 1.1
RIM_WIDTH = 0.32
LINES_ACROSS = 16
"""The words are so large that the picture is as wide as so many lines are high."""

Mark = Area | Words


def board_sketch(scene: Scene, *, plain: bool = False) -> Sketch:
    """The picture of a match; ``plain`` leaves out the words around the boards. A unit is a square of the board."""
    width = 2 * MARGIN + sum(board.cols for board in scene.boards) + BETWEEN * (len(scene.boards) - 1)
    line = width / LINES_ACROSS
    named = len(scene.boards) > 1
    top = MARGIN if plain else MARGIN + 2.3 * line
    marks: list[Mark] = []
    left = MARGIN
    for board in scene.boards:
        if named:
            marks.append(Words(board.owner, left, top + 0.1, 0.6, INK, left=True, bold=True))
        marks += _moved(_board(board, scene), left, top + (0.9 if named else 0))
        left += board.cols + BETWEEN
    bottom = top + (0.9 if named else 0) + max(board.rows for board in scene.boards) + MARGIN
    words = [] if plain else [*_heading(scene, line), *_standing(scene.seats, bottom + 0.6 * line, line)]
    height = bottom + (0 if plain else line * (len(scene.seats) + 0.4))
    ground = Area((rectangle(0, 0, width, height),), GROUND)
    return Sketch(
        width, height, Said("{title}: {headline}", title=scene.title, headline=scene.headline), (ground, *marks, *words)
    )


def in_language(sketch: Sketch, language: str) -> Sketch:
    """The same picture with its words in a language."""
    marks = (
        replace(mark, text=told(mark.text, language)) if isinstance(mark, Words) else mark for mark in sketch.marks
    )
    return replace(sketch, title=told(sketch.title, language), marks=tuple(marks))


def _heading(scene: Scene, line: float) -> Iterator[Mark]:
    yield Words(scene.headline, MARGIN, MARGIN + 0.4 * line, 1.05 * line, INK, left=True, bold=True)
    yield Words(scene.title, MARGIN, MARGIN + 1.35 * line, 0.55 * line, SOFT, left=True)


def _standing(seats: tuple[SeatScene, ...], top: float, line: float) -> Iterator[Mark]:
    for number, seat in enumerate(seats):
        y = top + line * number
        if seat.winner:
            yield Area((rectangle(MARGIN - 0.1, y - 0.35 * line, 0.14 * line, 0.7 * line),), INK)
        words = scored(seat.called, seat.counted) if seat.counted else seat.called
        yield Words(words, MARGIN + 0.35 * line, y, 0.62 * line, INK, left=True, bold=seat.winner)


def _board(board: BoardScene, scene: Scene) -> Iterator[Mark]:
    rim = rectangle(-RIM_WIDTH, -RIM_WIDTH, board.cols + 2 * RIM_WIDTH, board.rows + 2 * RIM_WIDTH, 0.3)
    yield Area((rim,), RIM)
    yield Area((rectangle(0, 0, board.cols, board.rows),), FIELD)
    yield Area(tuple(_grid_lines(board)), GRID)
    for row, col, paint in board.starts:
        yield Area((rectangle(col + 0.3, row + 0.3, 0.4, 0.4, 0.2),), paint or MARK)
    striped = sorted(piece for piece, shown in scene.pieces.items() if shown.striped)
    for lying in board.lying:
        yield from _piece(lying, striped.index(lying.piece) if lying.striped else 0)


def _grid_lines(board: BoardScene) -> Iterator[Loop]:
    for row in range(board.rows + 1):
        yield rectangle(0, row - 0.015, board.cols, 0.03)
    for col in range(board.cols + 1):
        yield rectangle(col - 0.015, 0, 0.03, board.rows)


def _piece(lying: LyingScene, number: int) -> Iterator[Mark]:
    shape = outline(lying.cells)
    yield Area(shape, lying.paint)
    if lying.striped:
        yield Area(stripes(lying.cells, *STRIPES[number % len(STRIPES)]), BLACK)
    yield Area(grooves(lying.cells), _darker(lying.paint))
    yield Area(shape, edge=BLACK if lying.striped else _darker(lying.paint, 0.6), edge_width=0.045)
    row, col = heart(lying.cells)
    if lying.striped:
        width = 0.16 + 0.22 * len(lying.label)
        yield Area((rectangle(col + 0.5 - width / 2, row + 0.26, width, 0.48, 0.12),), "#ffffff", INK, 0.025)
    colour = INK if lying.striped or _is_light(lying.paint) else "#ffffff"
    yield Words(lying.label, col + 0.5, row + 0.5, 0.36 if lying.striped else 0.52, colour, bold=True)


def _moved(marks: Iterator[Mark], x: float, y: float) -> Iterator[Mark]:
    for mark in marks:
        if isinstance(mark, Words):
            yield replace(mark, x=mark.x + x, y=mark.y + y)
        else:
            yield replace(mark, loops=tuple(tuple((a + x, b + y) for a, b in loop) for loop in mark.loops))


def _darker(colour: str, share: float = 0.84) -> str:
    return "#" + "".join(f"{round(int(colour[at : at + 2], 16) * share):02x}" for at in (1, 3, 5))


def _is_light(colour: str) -> bool:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue > 150
