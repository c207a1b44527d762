"""What happens in a film: steps, and the shots that show them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from referee.piece import PieceSet
from referee.polyomino import Cells
from vision.simulated.arm import Arm
from vision.simulated.camera import camera_of
from vision.simulated.light import between
from vision.simulated.lying import LyingPiece, Pose, pose_of
from vision.simulated.scene import Lighting, Scene
from vision.simulated.thing import Thing

MOST_TILT_DEG, MOST_FILL = 50.0, 0.95
"""So far off the vertical, and with the board taking so much of the picture's width or height, a camera is put down."""
TREMOR = 0.03
"""Cells by which a hand that is kept still moves from frame to frame."""


@dataclass(frozen=True, slots=True)
class Step:
    """A hand puts a piece on ``cells`` (or in ``pose``), rightly or with a faulty ``situation`` (``overlap``,
    ``overhang``, ``misaligned``). ``lifted``: the hand takes up the piece where it lies and puts it on ``cells``;
    without cells, or with those it lies on, it takes the piece off the board. Each ``player`` has a side and a sleeve.
    ``sudden``: the piece is there from one frame to the next, as if the film had been cut.
    """

    piece: str
    cells: Cells | None = None
    situation: str = "none"
    lifted: bool = False
    pose: Pose | None = None
    player: str = ""
    sudden: bool = False


@dataclass(frozen=True, slots=True)
class Knock:
    """Somebody bumps into the camera: it turns by so many degrees for good, or by less to keep the board in view."""

    right_deg: float = 1.2
    down_deg: float = 0.8
    twist_deg: float = 1.0


@dataclass(frozen=True, slots=True)
class Carried:
    """Somebody carries the camera round the table by so many degrees, and puts it down steeper by so many (0 to 50 from
    the vertical) and so many times as near; on the way it looks ``aside``. Or the board is turned before the camera."""

    round_deg: float = 180.0
    steeper_deg: float = 0.0
    nearer: float = 1.0
    aside_deg: float = 0.0


@dataclass(frozen=True, slots=True)
class Lamp:
    """The light becomes ``factor`` times as bright."""

    factor: float


@dataclass(frozen=True, slots=True)
class Relit:
    """Other light falls on the table: lamps are switched, somebody leans over it or sits back, and the view is settled
    for 4 frames; or it comes slowly, over so many ``frames`` of what happens next: a cloud passes the sun."""

    lighting: Lighting
    frames: int = 1


@dataclass(frozen=True, slots=True)
class Refocus:
    """The lens focuses anew over so many ``frames`` of what happens next: at its worst it shows everything ``zoom``
    times as large and blurs it by so many pixels (of 1,280) more, and in the end it is ``left`` at another zoom."""

    zoom: float = 1.02
    blur: float = 3.0
    left: float = 1.0
    frames: int = 5


@dataclass(frozen=True, slots=True)
class Pause:
    """Somebody holds a piece ``up`` cells above ``cells`` and thinks for so many ``frames``, hardly moving, then takes
    it away again; or with a hand on a piece that lies there, which stays."""

    piece: str
    cells: Cells
    up: float = 0.5
    frames: int = 9
    player: str = ""


@dataclass(frozen=True, slots=True)
class Push:
    """A sleeve pushes pieces that lie on the board so many cells ``down`` and ``right``, and turns them."""

    pieces: tuple[str, ...]
    down: float = 0.0
    right: float = 0.0
    turn_deg: float = 0.0
    player: str = ""


@dataclass(frozen=True, slots=True)
class Put:
    """Somebody puts down a ``thing`` that belongs to no game, and takes it away after so many ``frames``."""

    thing: Thing
    frames: int = 8
    player: str = ""


Happening = Step | Knock | Carried | Lamp | Relit | Refocus | Pause | Push | Put
"""What a film is told by, one after the other."""
Change = Callable[[Scene], Scene]
"""How a scene differs from the shot before."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One frame before it is drawn. ``before`` is the scene before a knock that this frame shows half done."""

    scene: Scene
    lying: tuple[LyingPiece, ...]
    arm: Arm | None
    state: str
    event: str | None
    move: int
    before: Scene | None = None
    things: tuple[Thing, ...] = ()


class Shooting:
    """Turns steps into shots, keeping what lies on the board and how the scene stands."""

    def __init__(self, scene: Scene, piece_set: PieceSet, lying: Sequence[LyingPiece]) -> None:
        self._scene = scene
        self._piece_set = piece_set
        self._rng = np.random.default_rng((scene.seed, 41))
        self._players: list[str] = []
        self._lying = tuple(lying)
        self._things: tuple[Thing, ...] = ()
        self._move = 0
        self._coming: Iterator[Change] = iter(())

    def of(self, steps: Sequence[Happening]) -> Iterator[Shot]:
        """The shots of a whole film: the board as it is at first, every step, and a last look."""
        yield from self._settled("start", 3)
        for step in steps:
            if isinstance(step, Knock):
                yield from self._knock(step)
            elif isinstance(step, Carried):
                yield from self._carry(step)
            elif isinstance(step, Lamp):
                exposure = self._scene.sensor.exposure * step.factor
                self._scene = replace(self._scene, sensor=replace(self._scene.sensor, exposure=exposure))
                yield from self._settled("lamp", 4)
            elif isinstance(step, Relit):
                self._come_to_an_end()
                self._coming = _relit(self._scene.lighting, step)
                if step.frames == 1:
                    yield from self._settled("relit", 4)
            elif isinstance(step, Refocus):
                self._come_to_an_end()
                self._coming = _refocused(self._scene, step)
            elif isinstance(step, Pause):
                yield from self._pause(step)
            elif isinstance(step, Push):
                yield from self._push(step)
            elif isinstance(step, Put):
                yield from self._put_down(step)
            else:
                yield from self._step(step)
        yield from self._settled("end", 3)

    def _shot(self, state: str, event: str | None, arm: Arm | None = None) -> Shot:
        self._scene = next(self._coming, _as_it_is)(self._scene)
        return Shot(self._scene, self._lying, arm, state, event, self._move, things=self._things)

    def _come_to_an_end(self) -> None:
        """What comes slowly is there at once, before something else begins."""
        for change in self._coming:
            self._scene = change(self._scene)

    def _settled(self, event: str, count: int) -> Iterator[Shot]:
        for number in range(count):
            yield self._shot("settled", None if number else event)

    def _step(self, step: Step) -> Iterator[Shot]:
        self._move += 1
        turn, look = self._side(step.player)
        if step.lifted:
            lifted = next(one for one in self._lying if one.piece == step.piece)
            yield from self._lift(lifted, turn, look)
            if step.pose is None and step.cells in (None, lifted.cells):
                yield self._shot("hand", "retreat", self._arm(self._centre(lifted), turn, look, 9.0))
                yield from self._settled("lifted", 3)
                return
        layer = 1 if step.situation == "overlap" else 0
        put = LyingPiece(step.piece, None if step.pose else step.cells, step.pose, layer, step.situation)
        if step.sudden:
            self._lying = (*self._lying, put)
            yield from self._settled("placed", 2)
            return
        yield from self._put(put, turn, look, step.lifted)
        faulty = step.situation != "none"
        yield from self._settled(step.situation if faulty else "placed", int(self._rng.integers(3, 5)) + faulty)

    def _lift(self, lifted: LyingPiece, turn: float, look: int) -> Iterator[Shot]:
        middle = self._centre(lifted)
        yield self._shot("hand", "reach", self._arm(middle, turn, look, 5.0))
        yield self._shot("hand", "grip", self._arm(middle, turn, look, 0.3))
        self._lying = tuple(one for one in self._lying if one is not lifted)
        yield self._shot("hand", "lift", self._holding(lifted, turn, look, 2.0, 1.6))
        yield self._shot("hand", "carry", self._holding(lifted, turn, look, 7.0, 2.5))

    def _put(self, put: LyingPiece, turn: float, look: int, in_hand: bool) -> Iterator[Shot]:
        if not in_hand and self._rng.random() < 0.3:
            yield self._shot("hand", "reach", self._arm(self._centre(put), turn, look, 16.0))
        for away in (9.0, 4.0) if self._rng.random() < 0.5 else (6.0,):
            yield self._shot("hand", "carry", self._holding(put, turn, look, away, 2.0))
        yield self._shot("hand", "place", self._holding(put, turn, look, 0.0, 0.25))
        self._lying = (*self._lying, put)
        yield self._shot("hand", "release", self._arm(self._centre(put), turn, look, 0.6))
        if self._rng.random() < 0.5:
            yield self._shot("hand", "retreat", self._arm(self._centre(put), turn, look, 8.0))

    def _pause(self, pause: Pause) -> Iterator[Shot]:
        turn, look = self._side(pause.player)
        here = LyingPiece(pause.piece, pause.cells)
        lies = any(one.piece == pause.piece for one in self._lying)
        still = (
            self._arm(self._centre(here), turn, look, 0.0, 0.1)
            if lies
            else self._holding(here, turn, look, 0.0, pause.up)
        )
        yield self._shot("hand", "reach", self._arm(self._centre(here), turn, look, 9.0))
        for _ in range(pause.frames):
            yield self._shot("hand", "pause", _trembling(still, self._rng))
        yield self._shot("hand", "retreat", self._arm(self._centre(here), turn, look, 9.0))
        yield from self._settled("paused", 3)

    def _push(self, push: Push) -> Iterator[Shot]:
        turn, look = self._side(push.player)
        pushed = [one for one in self._lying if one.piece in push.pieces]
        middle = self._centre(pushed[0])
        yield self._shot("hand", "reach", self._arm(middle, turn, look, 3.0))
        self._lying = tuple(self._pushed(one, push) if one in pushed else one for one in self._lying)
        yield self._shot("hand", "retreat", self._arm(middle, turn, look, 6.0))
        yield from self._settled("pushed", 4)

    def _pushed(self, one: LyingPiece, push: Push) -> LyingPiece:
        pose = pose_of(self._scene, self._piece_set, one)
        row, col, turn_deg = pose.row + push.down, pose.col + push.right, pose.turn_deg + push.turn_deg
        return replace(one, cells=None, pose=replace(pose, row=row, col=col, turn_deg=turn_deg))

    def _put_down(self, put: Put) -> Iterator[Shot]:
        turn, look = self._side(put.player)
        middle = Pose(put.thing.y, put.thing.x)
        for things, event in (((put.thing,), "put"), ((), "taken away")):
            yield self._shot("hand", "reach", self._arm(middle, turn, look, 7.0))
            yield self._shot("hand", "grip", self._arm(middle, turn, look, 0.3, 0.5 + put.thing.high))
            self._things = things
            yield self._shot("hand", "retreat", self._arm(middle, turn, look, 8.0))
            yield from self._settled(event, put.frames if things else 3)

    def _side(self, player: str) -> tuple[float, int]:
        """From where this player's arm comes (degrees) and what it looks like."""
        if player not in self._players:
            self._players.append(player)
        number = self._players.index(player)
        base = np.random.default_rng((self._scene.seed, 42)).uniform(0, 360)
        turn = base + (0, 180, 90, 270)[number % 4] + self._rng.normal(0, 14)
        return float(turn), self._scene.seed * 7 + number * 13

    def _centre(self, one: LyingPiece) -> Pose:
        pose = pose_of(self._scene, self._piece_set, one)
        return replace(pose, z=pose.z + one.layer * self._scene.kit.piece_height)

    def _arm(self, middle: Pose, turn: float, look: int, away: float, up: float = 0.5) -> Arm:
        back, wobble = np.radians(turn), self._rng.normal(0, 0.15, 2)
        x = middle.col + away * np.cos(back) + wobble[0]
        y = middle.row + away * np.sin(back) + wobble[1]
        z = middle.z + self._scene.kit.piece_height + up + min(away, 3.0) * 0.5
        return Arm(float(x), float(y), float(z), turn, None, look)

    def _holding(self, one: LyingPiece, turn: float, look: int, away: float, up: float) -> Arm:
        """The arm with the piece between its fingers, ``away`` cells back from its place and ``up`` cells above it."""
        middle = self._centre(one)
        back = np.radians(turn)
        twist = float(self._rng.normal(0, 6 * min(away, 4.0)))
        pose = Pose(
            middle.row + away * float(np.sin(back)),
            middle.col + away * float(np.cos(back)),
            middle.turn_deg + twist,
            middle.flipped,
            middle.z + up,
        )
        held = LyingPiece(one.piece, pose=pose, situation="held")
        return replace(self._arm(pose, turn, look, 0.0, 0.2), held=held)

    def _knock(self, knock: Knock) -> Iterator[Shot]:
        before, self._scene = self._scene, self._knocked(knock)
        yield replace(self._shot("bump", "bump"), before=before)
        for number in range(4):
            yield self._shot("after_bump", None if number else "after_bump")

    def _carry(self, carried: Carried) -> Iterator[Shot]:
        began, view = self._scene, self._scene.view
        for way in (0.3, 0.7):
            before, aside = self._scene, (carried.aside_deg, 0.4 * carried.aside_deg, 0.0)
            azimuth_deg = view.azimuth_deg + way * carried.round_deg
            self._scene = replace(began, view=replace(view, azimuth_deg=azimuth_deg, knock=aside))
            yield replace(self._shot("bump", "carried" if before is began else None), before=before)
        there = replace(
            view,
            azimuth_deg=view.azimuth_deg + carried.round_deg,
            tilt_deg=min(max(view.tilt_deg - carried.steeper_deg, 0.0), MOST_TILT_DEG),
            fill=min(view.fill * carried.nearer, MOST_FILL),
            knock=(0.0, 0.0, 0.0),
        )
        self._scene = replace(began, view=there)
        for number in range(4):
            yield self._shot("after_bump", None if number else "after_bump")

    def _knocked(self, knock: Knock) -> Scene:
        """The scene after a knock, turned the way that keeps the whole board in the picture."""
        view, grid = self._scene.view, self._piece_set.grid
        edge = [(x, y, 0) for x in (-0.5, grid.cols + 0.5) for y in (-0.5, grid.rows + 0.5)]
        for strength in (1.0, 0.6, 0.3, 0.1):
            for right, down in ((1, 1), (-1, 1), (1, -1), (-1, -1)):
                angles = np.array((right * knock.right_deg, down * knock.down_deg, knock.twist_deg)) * strength
                right_deg, down_deg, twist_deg = (float(value) for value in angles + view.knock)
                turned = replace(view, knock=(right_deg, down_deg, twist_deg))
                seen = camera_of(turned, grid, self._scene.card.rim).project(edge)
                if (seen > 1).all() and (seen < (view.width - 2, view.height - 2)).all():
                    return replace(self._scene, view=turned)
        return self._scene


def _as_it_is(scene: Scene) -> Scene:
    return scene


def _relit(before: Lighting, relit: Relit) -> Iterator[Change]:
    """From the light before to that after, in as many shots; the light of a lamp that is switched is there at once."""
    for number in range(1, relit.frames):
        yield partial(_under, between(before, relit.lighting, number / relit.frames))
    yield partial(_under, relit.lighting)


def _under(lighting: Lighting, scene: Scene) -> Scene:
    return replace(scene, lighting=lighting)


def _refocused(before: Scene, refocus: Refocus) -> Iterator[Change]:
    """There and back, the worst in the middle."""
    zoom, blur = before.view.zoom, before.sensor.blur
    for number in range(1, refocus.frames):
        worst = float(np.sin(np.pi * number / refocus.frames))
        yield partial(_focused, zoom * (1 + worst * (refocus.zoom - 1)), blur + worst * refocus.blur)
    yield partial(_focused, zoom * refocus.left, blur)


def _focused(zoom: float, blur: float, scene: Scene) -> Scene:
    return replace(scene, view=replace(scene.view, zoom=zoom), sensor=replace(scene.sensor, blur=blur))


def _trembling(arm: Arm, rng: np.random.Generator) -> Arm:
    """The arm of somebody who keeps it still."""
    right, down, up = (float(value) for value in rng.normal(0, TREMOR, 3))
    held = arm.held
    if held is not None and held.pose is not None:
        pose = held.pose
        held = replace(held, pose=replace(pose, row=pose.row + down, col=pose.col + right, z=pose.z + up))
    return replace(arm, x=arm.x + right, y=arm.y + down, z=arm.z + up, held=held)
