"""Blokus, for two to four players, and Blokus Duo.

Four colours play in turn, blue, yellow, red, green. The first piece of a colour covers a corner square of the board;
every later one touches a piece of its own colour at a corner and none along an edge. Other colours may be touched at
will. A colour that can place nothing is skipped, and as its chances only shrink, for good. When no colour can place,
every square left counts -1; having placed all pieces counts +15, and +5 more if the single square was the last. The
most points win, equal points share.

Two people play two colours each and add up their points. Three play one each and take turns with the fourth, whose
points do not count.

Options of the header: ``"first_corner": "any"`` (any corner square that is free, as on the rule sheet) or ``"fixed"``
(blue top left, then clockwise, as online); ``"board": "duo"`` is Blokus Duo, two colours on 14 x 14, each with its own
starting square (both cover it whatever ``first_corner`` says); ``"shared": "green"`` names the colour that three share.

Sources: the rule sheet; for the fixed corners and the places of Duo the Pentobi engine (``referee/data/blokus.json``).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from referee import rules
from referee.agreement import check_no_hands, check_options_known, colours_of_people, option_among
from referee.game import Game, Phase, Placing
from referee.grid import Cell, GridSize, beside
from referee.move import Move, Place
from referee.piece import PieceSet
from referee.placements import Placement, placements, texts
from referee.polyomino import Cells
from referee.record import Header
from referee.said import Said
from referee.verdict import Outcome, Verdict, Violation

OPTIONS = ("first_corner", "board", "shared")
COLOURS = ("blue", "yellow", "red", "green")
DUO_GRID = GridSize(14, 14)
DUO_STARTS = {"purple": (4, 4), "orange": (9, 9)}

ALL_PLACED = 15
SINGLE_SQUARE_LAST = 5


@dataclass(frozen=True, slots=True)
class BlokusPosition:
    """Hands by colour, board and turn.

    ``owners`` says whose points a colour makes; the shared one has no owner. ``starts`` are the squares of which a
    colour's first piece covers one. Of the placements as ``Placements`` numbers them, ``reached`` are those that a
    colour's first piece or its corners allow, ``barred`` those on taken squares or along an edge of the colour.
    """

    piece_set: PieceSet = field(repr=False)
    players: tuple[str, ...]
    owners: Mapping[str, str]
    starts: Mapping[str, frozenset[Cell]]
    hands: Mapping[str, frozenset[str]]
    reached: Mapping[str, int] = field(repr=False)
    barred: Mapping[str, int] = field(repr=False)
    phase: Phase = "placing"
    to_move: str | None = None
    colour: str | None = None
    lying: tuple[Place, ...] = ()
    blocked: tuple[str, ...] = ()

    def cells_of(self, colour: str) -> frozenset[Cell]:
        """The squares that a colour covers."""
        return frozenset(cell for place in self.lying if place.colour == colour for cell in place.cells)

    @property
    def taken(self) -> frozenset[Cell]:
        """The squares that are covered."""
        return frozenset(cell for place in self.lying for cell in place.cells)


class Blokus(Game[BlokusPosition]):
    """The rules of Blokus."""

    def start(self, header: Header, piece_set: PieceSet) -> BlokusPosition:
        check_no_hands(header)
        check_options_known(header, OPTIONS)
        duo = option_among(header, "board", ("classic", "duo")) == "duo"
        colours = tuple(DUO_STARTS) if duo else COLOURS
        fixed = option_among(header, "first_corner", ("any", "fixed")) == "fixed"
        if duo:
            piece_set = replace(piece_set, grid=DUO_GRID)
        starts = _duo_starts() if duo else _corner_starts(piece_set.grid, fixed)
        every = placements(piece_set)
        position = BlokusPosition(
            piece_set=piece_set,
            players=header.players,
            owners=MappingProxyType(colours_of_people(header, colours, shared_by=3)),
            starts=MappingProxyType(starts),
            hands=MappingProxyType(dict.fromkeys(colours, frozenset(piece_set.by_id))),
            reached=MappingProxyType({colour: every.hit_by(tuple(starts[colour])) for colour in colours}),
            barred=MappingProxyType(dict.fromkeys(colours, 0)),
        )
        return _with_turn(position, 0)

    def judge(self, position: BlokusPosition, move: Move) -> Verdict:
        if not isinstance(move, Place):
            return Verdict(move, (rules.not_in_this_game(move, "blokus"),))
        return Verdict(move, tuple(violation for violation in _judge_place(position, move) if violation))

    def apply(self, position: BlokusPosition, move: Move) -> BlokusPosition:
        if not isinstance(move, Place):
            raise ValueError(f"not a move of this game: {move}")
        return _placed(position, replace(move, colour=_colour(position, move)))

    def legal_moves(self, position: BlokusPosition) -> Sequence[Move]:
        if position.to_move is None or position.colour is None:
            return ()
        named = "" if position.to_move == position.colour else position.colour
        return Placing(position.to_move, self.legal_placements(position, position.colour), named)

    def legal_placements(self, position: BlokusPosition, holder: str) -> tuple[Placement, ...]:
        return placements(position.piece_set).listed(_open_to(position, holder))

    def legal_counts(self, position: BlokusPosition) -> dict[str, int]:
        return {colour: _open_to(position, colour).bit_count() for colour in position.hands}

    def alternatives(self, position: BlokusPosition, move: Move | None) -> tuple[str, ...] | None:
        return texts(self.legal_placements(position, position.colour)) if position.colour else None

    def outcome(self, position: BlokusPosition) -> Outcome:
        points = dict.fromkeys(position.players, 0)
        for colour, owner in position.owners.items():
            points[owner] += _points(position, colour)
        scores = tuple(points.items())
        if position.phase != "over":
            return Outcome(False, scores)
        most = max(points.values())
        winners = tuple(player for player, score in scores if score == most)
        return Outcome(True, scores, winners, "points" if len(winners) == 1 else "shared")

    def certain_winners(self, position: BlokusPosition) -> tuple[str, ...]:
        outcome = self.outcome(position)
        if outcome.over:
            return outcome.winners
        best = dict(outcome.scores)
        for colour, owner in position.owners.items():
            best[owner] += _still_to_gain(position, colour)
        player, least = max(outcome.scores, key=lambda score: score[1])
        return (player,) if all(least > best[other] for other in position.players if other != player) else ()

    def owners(self, position: BlokusPosition) -> Mapping[str, str]:
        return position.owners

    def colour_to_move(self, position: BlokusPosition) -> str:
        return position.colour or ""

    def starts(self, position: BlokusPosition) -> Mapping[str, frozenset[Cell]]:
        return position.starts


def _judge_place(position: BlokusPosition, place: Place) -> Iterable[Violation | None]:
    colour = _colour(position, place)
    yield rules.in_phase(Said("placing"), position.phase, "placing")
    yield _at_turn(position, place.player, colour)
    if place.piece not in position.piece_set.by_id:
        yield rules.known(place.piece, position.piece_set)
    else:
        yield rules.in_hand(colour, place.piece, position.hands.get(colour, frozenset()))
        yield rules.in_shape(place.piece, place.cells, position.piece_set)
    yield rules.on_board(place.piece, place.cells, position.piece_set.grid)
    yield rules.on_free_cells(place.piece, place.cells, position.taken)
    own = position.cells_of(colour)
    if own:
        yield _apart(place, own)
        yield _at_corner(place, own)
    elif colour in position.starts:
        yield _on_start(place, position.starts[colour])


# The player to move plays the colour whose turn it is.
def _at_turn(position: BlokusPosition, player: str, colour: str) -> Violation | None:
    return rules.at_turn(player, position.to_move) or rules.at_turn(colour, position.colour)


# The first piece of a colour covers a corner square of the board, or its starting square.
def _on_start(place: Place, starts: frozenset[Cell]) -> Violation | None:
    covered = not starts.isdisjoint(place.cells)
    return None if covered else rules.broken("not_on_start_corner", place.cells, piece=place.piece)


# Every later piece touches its own colour at a corner.
def _at_corner(place: Place, own: frozenset[Cell]) -> Violation | None:
    touches = any((row + down, col + right) in own for row, col in place.cells for down in (-1, 1) for right in (-1, 1))
    return None if touches else rules.broken("no_corner_contact", place.cells, piece=place.piece)


# It never touches its own colour along an edge.
def _apart(place: Place, own: frozenset[Cell]) -> Violation | None:
    touching = tuple(cell for cell in place.cells if not own.isdisjoint(beside(cell)))
    return rules.broken("edge_contact", touching, piece=place.piece) if touching else None


def _placed(position: BlokusPosition, place: Place) -> BlokusPosition:
    every, grid, colour = placements(position.piece_set), position.piece_set.grid, place.colour
    covered = every.hit_by(place.cells)
    barred = {other: numbers | covered for other, numbers in position.barred.items()}
    barred[colour] |= every.hit_by(_around(place.cells, grid.edge_neighbours))
    reached = 0 if _is_first(position, colour) else position.reached[colour]
    reached |= every.hit_by(_around(place.cells, grid.corner_neighbours))
    hands = {**position.hands, colour: position.hands[colour] - {place.piece}}
    placed = replace(
        position,
        hands=MappingProxyType(hands),
        reached=MappingProxyType({**position.reached, colour: reached}),
        barred=MappingProxyType(barred),
        lying=(*position.lying, place),
    )
    return _with_turn(placed, list(hands).index(colour) + 1)


def _with_turn(position: BlokusPosition, first: int) -> BlokusPosition:
    """Gives the turn to the first colour, counted on from a place in their order, that can place anything."""
    colours = tuple(position.hands)
    able = [colour for colour in (*colours[first:], *colours[:first]) if _open_to(position, colour)]
    colour = able[0] if able else None
    return replace(
        position,
        phase="placing" if able else "over",
        to_move=colour and _player_of(position, colour),
        colour=colour,
        blocked=tuple(colour for colour in colours if colour not in able),
    )


def _player_of(position: BlokusPosition, colour: str) -> str:
    """Who plays a colour next: its owner, or for the shared colour the players in turn."""
    played = sum(place.colour == colour for place in position.lying)
    return position.owners.get(colour, position.players[played % len(position.players)])


def _colour(position: BlokusPosition, place: Place) -> str:
    """The colour of a move. Where none is named, the one to move, or one that the player owns."""
    owned = (colour for colour, owner in position.owners.items() if owner == place.player)
    at_turn = position.colour if place.player == position.to_move else None
    return place.colour or at_turn or next(owned, "")


def _open_to(position: BlokusPosition, colour: str) -> int:
    mine = placements(position.piece_set).of_hand(position.hands[colour])
    return mine & position.reached[colour] & ~position.barred[colour]


def _is_first(position: BlokusPosition, colour: str) -> bool:
    return all(place.colour != colour for place in position.lying)


def _points(position: BlokusPosition, colour: str) -> int:
    shapes = position.piece_set.by_id
    *_, last = (None, *(place.piece for place in position.lying if place.colour == colour))
    single_last = last is not None and shapes[last].squares == 1
    return points_of((shapes[piece].squares for piece in position.hands[colour]), single_last=single_last)


def points_of(squares_left: Iterable[int], *, single_last: bool) -> int:
    """What a colour scores with pieces of so many squares left; ``single_last``: the single square was placed last."""
    left = sum(squares_left)
    return -left if left else ALL_PLACED + (SINGLE_SQUARE_LAST if single_last else 0)


def _still_to_gain(position: BlokusPosition, colour: str) -> int:
    """No more points can a colour still make: what is barred stays barred, but corners may come within reach."""
    if not _open_to(position, colour):
        return 0
    every, hand, barred = placements(position.piece_set), position.hands[colour], position.barred[colour]
    fitting = [position.piece_set.by_id[piece].squares for piece in hand if every.of_piece[piece] & ~barred]
    if len(fitting) < len(hand):
        return sum(fitting)
    return sum(fitting) + ALL_PLACED + (SINGLE_SQUARE_LAST if 1 in fitting else 0)


def _around(cells: Cells, neighbours: Callable[[Cell], Cells]) -> Cells:
    return tuple({near for cell in cells for near in neighbours(cell)})


def _corner_starts(grid: GridSize, fixed: bool) -> dict[str, frozenset[Cell]]:
    bottom, right = grid.rows - 1, grid.cols - 1
    corners = ((0, 0), (0, right), (bottom, right), (bottom, 0))
    if fixed:
        return {colour: frozenset({corner}) for colour, corner in zip(COLOURS, corners, strict=True)}
    return dict.fromkeys(COLOURS, frozenset(corners))


def _duo_starts() -> dict[str, frozenset[Cell]]:
    return {colour: frozenset({start}) for colour, start in DUO_STARTS.items()}
