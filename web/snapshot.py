"""Everything the page may show, as one immutable value with a serial number."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any

from referee.game import Position
from referee.games.blokus import BlokusPosition
from referee.games.patchwork import PatchworkPosition
from referee.match import Match
from referee.piece import Piece, PieceSet
from referee.polyomino import Cells
from referee.said import Said
from vision.kind import LEATHER, colour_of, seen_set
from vision.quilts import APART
from vision.sighting import Corners
from web import words
from web.agreed import BEFORE_A_CAMERA
from web.called import TITLES
from web.companion import State
from web.languages import DEFAULT, told
from web.looks import Top
from web.naming import label_of, lying_of, name_of, named, piece_of
from web.paints import BLOKUS, paint_of
from web.retelling import ending, headline, points
from web.scene import TimeScene
from web.staging import facts_of, time_of

WAITING = Said("Waiting for the camera")


@dataclass(frozen=True, slots=True)
class GameShown:
    """The game on the table and its board; for how many it is at most, the cards it may begin with, and whether pieces
    may be turned over. Of two boards that are shown as one the second begins ``apart`` columns after the first."""

    name: str
    title: str
    rows: int
    cols: int
    seats: int = 4
    cards: tuple[int, ...] = ()
    two_sided: bool = True
    apart: int = 0


@dataclass(frozen=True, slots=True)
class TopShown:
    """Which picture of a striped piece there is, and the cells it shows."""

    number: int
    cells: Cells


@dataclass(frozen=True, slots=True)
class PieceShown:
    """A piece of the set; ``paint`` is a CSS colour if the camera has told it or it is known, ``top`` where it lay when
    a picture of its stripes was taken, with the number of that picture. ``label`` stands on it; ``colour`` is that of
    its player, where pieces have one; ``printed`` are the numbers on it."""

    kind: str
    name: str
    cells: Cells
    paint: str | None = None
    top: TopShown | None = None
    label: str = ""
    colour: str = ""
    printed: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ColourShown:
    """A colour that somebody plays, with its paint; whether it is its turn, and whether it can place nothing."""

    name: str
    paint: str
    turn: bool
    blocked: bool


@dataclass(frozen=True, slots=True)
class PlayerShown:
    """A player with the pieces in hand and those placed already, of all ``colours`` where pieces have some; ``counted``
    says what they are worth where that is not the squares left. A colour that people share stands for its players.
    ``facts`` are what a player of Patchwork has besides: buttons, income, place on the time board."""

    name: str
    hand: tuple[str, ...]
    used: tuple[str, ...]
    squares_left: int
    blocked: bool
    colours: tuple[ColourShown, ...] = ()
    counted: str = ""
    facts: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Lying:
    """A piece on cells, and who placed it."""

    piece: str
    player: str
    cells: Cells


@dataclass(frozen=True, slots=True)
class TroubleShown:
    """What is wrong on the table, on which cells, in words. ``kind`` is as in ``Problem``, or ``illegal``: then
    ``codes`` are those of the rules that were broken."""

    kind: str
    piece: str | None
    cells: Cells
    sentence: str
    codes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """A possible explanation of what is not certain."""

    pieces: tuple[Lying, ...]
    words: str


@dataclass(frozen=True, slots=True)
class Question:
    """What the referee cannot tell and asks, and the cells concerned."""

    reason: str
    cells: Cells
    alternatives: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """Who has won, and why."""

    winners: tuple[str, ...]
    scores: Mapping[str, int]
    decided_by: str
    headline: str
    sentence: str


@dataclass(frozen=True, slots=True)
class MatchShown:
    """A match as it stands. ``length`` is the number of lines of its record: a page names it when it acts. ``drafted``
    says whether the hands come from a draft, and ``rules`` what was agreed besides. ``colour`` is the one to move and
    ``shared`` the one that nobody owns, where there are colours; ``dead_end`` says that it cannot be completed any
    more. Of Patchwork ``time`` is the time board with the circle, and ``fitting`` in how many places the patches in
    reach fit."""

    id: int
    length: int
    phase: str
    to_move: str | None
    open_hands: bool
    drafted: bool
    rules: Mapping[str, Any]
    players: tuple[PlayerShown, ...]
    lying: tuple[Lying, ...]
    said: str
    hint: str
    troubles: tuple[TroubleShown, ...]
    question: Question | None
    can_undo: bool
    outcome: Ending | None
    headline: str = ""
    colour: str = ""
    shared: PlayerShown | None = None
    dead_end: str = ""
    time: TimeScene | None = None
    fitting: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Aloud:
    """What is to be heard of a match, one sentence each; what there is nothing to say of is empty."""

    turn: str = ""
    blocked: tuple[str, ...] = ()
    alarms: tuple[str, ...] = ()
    question: str = ""
    ending: str = ""


@dataclass(frozen=True, slots=True)
class CameraShown:
    """What the camera sees: ``view`` as in ``vision.watch.View``, or waiting, no_camera, late, slow, frozen, ended,
    fault or none; and in words. ``picture`` counts the pictures; ``source`` and ``kind`` are as in ``Station``;
    ``corners`` are those of the board, if it was found, in pixels of a picture of ``size`` (width, height)."""

    view: str = "waiting"
    words: str = WAITING
    picture: int = 0
    source: str = ""
    kind: str = ""
    corners: Corners = ()
    size: tuple[int, int] = (0, 0)


@dataclass(frozen=True)
class Snapshot:
    """Everything the page may show. ``serial`` grows with every change; ``news`` is the serial number with which more
    than the picture changed last; ``notice`` is a lasting warning in words; ``table`` is the number of the table where
    there are several, else 0."""

    serial: int
    game: GameShown
    pieces: Mapping[str, PieceShown]
    camera: CameraShown
    match: MatchShown | None = None
    paused: bool = False
    notice: str = ""
    aloud: Aloud = Aloud()
    table: int = 0

    news: int = field(default=1, repr=False, compare=False)
    _texts: dict[tuple[str, bool], str] = field(default_factory=dict, init=False, repr=False, compare=False)
    _writing: Lock = field(default_factory=Lock, init=False, repr=False, compare=False)

    def text(self, language: str = DEFAULT, *, with_source: bool = True) -> str:
        """The snapshot as JSON text in a language, made once for all viewers who read that. Where the camera is found
        is for the host alone: an address may hold a password."""
        key = (language, with_source)
        with self._writing:  # all viewers ask at the same moment
            if key not in self._texts:
                shown = self if with_source else replace(self, camera=replace(self.camera, source=""))
                self._texts[key] = json.dumps(told(shown, language), separators=(",", ":"))
            return self._texts[key]


SEATS = {"polyssimo-puzzle": 1, "patchwork": 2}
"""For how many a game is, where that is not four."""


def game_shown(piece_set: PieceSet) -> GameShown:
    title = TITLES.get(piece_set.game, piece_set.game)
    cards = tuple(int(card["card"]) for card in piece_set.extras.get("cards", ()))
    apart = APART if piece_set.game == "patchwork" else 0
    rows, cols = piece_set.grid.rows, piece_set.grid.cols + apart
    return GameShown(piece_set.game, title, rows, cols, SEATS.get(piece_set.game, 4), cards, piece_set.two_sided, apart)


def pieces_shown(piece_set: PieceSet, paints: Mapping[str, str], tops: Mapping[str, Top]) -> dict[str, PieceShown]:
    """The pieces of a set, with the paints and stripes that have been seen so far."""
    seen = {piece: TopShown(top.number, top.cells) for piece, top in tops.items()}
    return {
        piece.id: PieceShown(
            piece.kind,
            Said.known(piece.name),
            piece.cells,
            _paint(piece_set.game, piece, paints),
            seen.get(piece.id),
            _label(piece_set.game, piece),
            colour_of(piece.id) or "",
            dict(piece.printed),
        )
        for piece in seen_set(piece_set).pieces
    }


def _label(game: str, piece: Piece) -> str:
    if game != "patchwork":
        return label_of(piece.id)
    return "·" if piece.kind == LEATHER else piece.name


def _paint(game: str, piece: Piece, paints: Mapping[str, str]) -> str | None:
    """Colours that tell whose a piece is are drawn as the box shows them, whatever the light makes of them."""
    if game == "polyssimo":
        return paints.get(piece.id)
    usual = paint_of(game, piece, colour_of(piece.id) or "")
    return usual if game == "blokus" else paints.get(piece.id, usual)


def match_shown(match_id: int, length: int, state: State, said: str) -> MatchShown:
    """A match for the page, from the state of its companion and what was said last."""
    match = state.match
    position = match.position
    open_hands = bool(match.header.rules.get("open_hands"))
    return MatchShown(
        id=match_id,
        length=length,
        phase=position.phase,
        to_move=position.to_move,
        open_hands=open_hands,
        drafted=not open_hands and match.header.hands is None,
        rules={name: rule for name, rule in match.header.options.items() if name in BEFORE_A_CAMERA},
        players=tuple(_player(match, name) for name in position.players),
        lying=tuple(Lying(name_of(place), place.player, place.cells) for place in lying_of(match)),
        said=said,
        hint=_hint(match),
        troubles=() if position.phase == "over" else _troubles(state),
        question=None if position.phase == "over" else _question(state),
        can_undo=bool(match.moves),
        outcome=_ending(match, open_hands) if position.phase == "over" else None,
        headline=headline(match),
        colour=_colour_to_move(position),
        shared=_shared(match),
        dead_end=words.DEAD_END if state.dead_end else "",
        time=time_of(position) if isinstance(position, PatchworkPosition) else None,
        fitting=match.game.legal_counts(position) if isinstance(position, PatchworkPosition) else {},
    )


def _player(match: Match, name: str) -> PlayerShown:
    position, by_id = match.position, match.piece_set.by_id
    if isinstance(position, BlokusPosition):
        return _of_colours(match, position, name, [one for one, owner in position.owners.items() if owner == name])
    if isinstance(position, PatchworkPosition):
        return _tailor(match, position, name)
    hand = tuple(piece for piece in by_id if piece in position.hands[name])
    used = tuple(name_of(place) for place in lying_of(match) if place.player == name)
    left = sum(by_id[piece].squares for piece in hand)
    return PlayerShown(name, hand, used, left, position.phase != "draft" and name in position.blocked)


def _tailor(match: Match, position: PatchworkPosition, name: str) -> PlayerShown:
    """Somebody who sews: the patches in reach are in nobody's hand."""
    used = tuple(name_of(place) for place in lying_of(match) if place.player == name)
    counted = points(match, dict(match.outcome.scores)[name])
    return PlayerShown(name, (), used, 0, blocked=False, counted=counted, facts=facts_of(position, name))


def _of_colours(match: Match, position: BlokusPosition, name: str, colours: Sequence[str]) -> PlayerShown:
    """Somebody who plays these colours."""
    by_id = match.piece_set.by_id
    hand = tuple(named(piece, colour) for colour in colours for piece in by_id if piece in position.hands[colour])
    used = tuple(name_of(place) for place in position.lying if place.colour in colours)
    left = sum(by_id[piece_of(piece)].squares for piece in hand)
    shown = tuple(
        ColourShown(colour, BLOKUS[colour], colour == position.colour, colour in position.blocked) for colour in colours
    )
    score = dict(match.outcome.scores).get(name)
    counted = points(match, score) if score is not None else ""
    return PlayerShown(name, hand, used, left, all(one.blocked for one in shown), shown, counted)


def _shared(match: Match) -> PlayerShown | None:
    """The colour that nobody owns, where three people share one."""
    position = match.position
    if not isinstance(position, BlokusPosition):
        return None
    free = [colour for colour in position.hands if colour not in position.owners]
    return _of_colours(match, position, free[0], free) if free else None


def _colour_to_move(position: Position) -> str:
    return (position.colour or "") if isinstance(position, BlokusPosition) else ""


def _troubles(state: State) -> tuple[TroubleShown, ...]:
    found = []
    for trouble in state.troubles:
        problem, piece_set = trouble.problem, state.match.piece_set
        if trouble.verdict:
            sentence = words.illegal(problem.piece or "", trouble.verdict.violations, piece_set)
        else:
            sentence = words.trouble(problem, piece_set)
        broken = trouble.verdict.violations if trouble.verdict else ()
        codes = tuple(violation.code for violation in broken)
        found.append(TroubleShown(problem.kind, problem.piece, problem.cells, sentence, codes))
    return tuple(found)


def _question(state: State) -> Question | None:
    if state.unsure is None:
        return None
    choices = tuple(
        Choice(
            tuple(Lying(seen.piece, "", seen.cells) for seen in alternative.pieces),
            words.alternative(alternative, state.match.piece_set),
        )
        for alternative in state.unsure.alternatives
    )
    return Question(words.QUESTION, tuple(sorted(state.unsure.cells)), choices)


def _ending(match: Match, open_hands: bool) -> Ending:
    outcome, lying = match.outcome, match.position.lying
    if match.header.game != "polyssimo":
        scores = dict(outcome.scores)
        return Ending(outcome.winners, scores, outcome.decided_by, headline(match), ending(match))
    last = lying[-1].player if lying else None
    sentence = words.ending(outcome, last, open_hands=open_hands)
    scores = dict(outcome.scores)
    return Ending(outcome.winners, scores, outcome.decided_by, words.headline(outcome), sentence)


def _hint(match: Match) -> str:
    """What is to be done now, as long as nothing has happened yet."""
    if match.position.phase == "draft":
        return Said("Tap the piece that is taken.")
    if match.header.game == "blokus" and len(match.position.lying) < len(match.position.hands):
        return Said("The first piece of each colour covers a corner square of the board.")
    if match.header.game == "patchwork" and not match.moves:
        return Said("The left quilt in the picture is that of {player}.", player=match.position.players[0])
    return Said("Place any piece on free squares of the board.") if match.position.phase == "placing" else ""
