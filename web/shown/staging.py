"""Sets the scene of a match: what is to be seen of it, whatever game it is."""

from typing import Any

from referee.games.patchwork import LEATHER
from referee.match import Match
from referee.piece import Piece, PieceSet
from referee.said import Said
from vision.kind import STRIPED_KIND
from vision.names import initial
from web.games import colours, presented
from web.games.colours import colour_name
from web.games.deal import hands_are_open
from web.shown import paints
from web.shown.retelling import ending, headline, points, title
from web.shown.scene import BoardScene, HandScene, LyingScene, PieceScene, Scene, SeatScene, TimeScene
from web.telling.called import player_name


def scene_of(match: Match) -> Scene:
    """How a match is shown."""
    position, presentation = match.position, presented(match.header.game)
    return Scene(
        game=match.header.game,
        title=title(match.header),
        phase=position.phase,
        to_move=position.to_move or "",
        colour=match.game.colour_to_move(position),
        ply=match.ply,
        headline=headline(match),
        sentence=ending(match),
        two_sided=match.piece_set.two_sided,
        puzzle=presentation.puzzle,
        boards=_boards(match),
        seats=_seats(match),
        open_hand=_open_hand(match),
        pieces=piece_scenes(match.piece_set),
        time=time_of(match),
    )


def piece_scenes(piece_set: PieceSet) -> dict[str, PieceScene]:
    """How the pieces of a set look."""
    return {piece.id: _piece(piece_set, piece) for piece in piece_set.pieces}


def _piece(piece_set: PieceSet, piece: Piece) -> PieceScene:
    label = piece.name if presented(piece_set.game).marked_by_name else piece.id
    return PieceScene(
        name=Said.known(piece.name),
        cells=piece.cells,
        label=label,
        paint=paints.paint_of(piece_set.game, piece),
        striped=piece.kind == STRIPED_KIND,
        printed=dict(piece.printed),
    )


def _boards(match: Match) -> tuple[BoardScene, ...]:
    position, grid = match.position, match.position.piece_set.grid
    if presented(match.header.game).own_boards:
        return tuple(BoardScene(grid.rows, grid.cols, _lying(match, player), player) for player in position.players)
    return (BoardScene(grid.rows, grid.cols, _lying(match), starts=_starts(match)),)


def _lying(match: Match, owner: str = "") -> tuple[LyingScene, ...]:
    position: Any = match.position
    given = position.given if presented(match.header.game).puzzle else 0
    found = []
    for number, place in enumerate(position.lying):
        if owner and place.player != owner:
            continue
        looks = _looks(match.piece_set, place.piece, place.colour)
        found.append(
            LyingScene(place.piece, place.player, place.cells, *looks, colour=place.colour, fixed=number < given)
        )
    return tuple(found)


def _looks(piece_set: PieceSet, piece_id: str, colour: str) -> tuple[str, str, bool]:
    """Label, paint and whether it is striped."""
    if piece_id == LEATHER:
        return "", paints.LEATHER, False
    piece = piece_set.by_id[piece_id]
    if colour:
        return initial(colour), paints.paint_of(piece_set.game, piece, colour), False
    shown = _piece(piece_set, piece)
    return shown.label, shown.paint, shown.striped


def _starts(match: Match) -> tuple[tuple[int, int, str], ...]:
    """Starting squares that are still free, with the paint of the colour that begins there where only one may."""
    lying, starts = match.position.lying, match.game.starts(match.position)
    begun = {place.colour for place in lying}
    taken = {cell for place in lying for cell in place.cells}
    shared = len(set(starts.values())) == 1
    free = {
        cell: "" if shared else colours.PAINTS.get(colour, "")
        for colour, cells in starts.items()
        if colour not in begun
        for cell in cells
        if cell not in taken
    }
    return tuple((row, col, paint) for (row, col), paint in sorted(free.items()))


def _seats(match: Match) -> tuple[SeatScene, ...]:
    outcome, position = match.outcome, match.position
    scores = dict(outcome.scores)
    seats = [
        SeatScene(
            name=player,
            called=player_name(player),
            turn=player == position.to_move,
            winner=player in outcome.winners,
            hands=_hands(match, player),
            score=scores[player],
            counted="" if hands_are_open(match.header) else points(match, scores[player]),
            facts=presented(match.header.game).facts(match, player),
        )
        for player in position.players
    ]
    return (*seats, *_shared(match))


def _hands(match: Match, player: str) -> tuple[HandScene, ...]:
    owners = match.game.owners(match.position)
    if owners:
        return tuple(_hand(match, colour) for colour, owner in owners.items() if owner == player)
    if presented(match.header.game).circle or hands_are_open(match.header):
        return ()
    return (_hand(match, player),)


def _hand(match: Match, holder: str) -> HandScene:
    position = match.position
    held = tuple(piece for piece in match.piece_set.by_id if piece in position.hands[holder])
    coloured = bool(match.game.owners(position))
    blocked = position.phase != "draft" and holder in position.blocked
    turn = holder == (match.game.colour_to_move(position) or position.to_move)
    return HandScene(held, blocked, holder if coloured else "", colours.PAINTS.get(holder, ""), turn)


def _shared(match: Match) -> tuple[SeatScene, ...]:
    """The colour that nobody owns, where three people share one."""
    return tuple(
        SeatScene("", Said("{Colour}, shared", colour=colour_name(colour)), False, False, (_hand(match, colour),))
        for colour in match.game.unowned(match.position)
    )


def _open_hand(match: Match) -> tuple[str, ...]:
    """The pieces that anybody may place: where hands are not known, or not drafted yet."""
    position = match.position
    if hands_are_open(match.header):
        return _hand(match, position.players[0]).pieces
    return tuple(match.game.legal_drafts(position))


def time_of(match: Match) -> TimeScene | None:
    """The time board and the circle, where there are such."""
    position: Any = match.position
    if not presented(match.header.game).circle:
        return None
    return TimeScene(
        last=position.board.last,
        income=position.board.income,
        leather=position.leather,
        on_top=position.on_top,
        leather_owed=position.leather_owed,
        circle=position.circle,
        reach=len(position.reach),
        bonus=position.bonus or "",
    )
