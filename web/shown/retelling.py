"""What happened in a match of any game, in whole sentences. Nothing is decided here."""

from referee.match import Match
from referee.move import Advance, Buy, Draft, Leather, Move, Place, Remove
from referee.piece import PieceSet
from referee.record import Header, Undo
from referee.said import Said
from referee.verdict import Violation
from web.games import presented
from web.games.colours import colour_name
from web.games.presentation import SQUARES_LEFT
from web.record.library import Step
from web.telling import words
from web.telling.called import piece_name, player_name


def title(header: Header) -> str:
    """The name of a game as it stands on its box."""
    presentation = presented(header.game)
    return presentation.other_titles.get(header.options.get("board", ""), presentation.title)


def told(step: Step, before: Match | None) -> str:
    """The sentence for a line of a record; ``before`` is the match before it, None for the header."""
    if step.entry is None or before is None:
        return _beginning(step.match)
    if isinstance(step.entry, Undo):
        return Said("The last move is taken back.") if before.moves else Said("There was no move to take back.")
    if step.violations:
        return illegal(step.entry, step.violations, before.piece_set)
    return _moved(step.entry, before, step.match)


def illegal(move: Move, violations: tuple[Violation, ...], piece_set: PieceSet) -> Said:
    """Why a move was refused."""
    reasons = words.reasons_of(violations, piece_set)
    return Said("{Attempt} is not allowed: {reasons}.", attempt=_attempt(move, piece_set), reasons=reasons)


def no_line(lines: int, number: int) -> Said:
    """A record has no such line."""
    return Said("The record has {lines} lines, counted from 0; there is no line {number}.", lines=lines, number=number)


def points(match: Match, score: int) -> Said:
    """``12 squares left`` or ``-3 points``."""
    if presented(match.header.game).counts == SQUARES_LEFT:
        return words.squares_left(score)
    return Said.many(score, "{count} point", "{count} points")


def headline(match: Match) -> Said:
    """Whose turn it is and for what, or who has won."""
    position, outcome = match.position, match.outcome
    special = presented(match.header.game).headline(match)
    if special is not None:
        return special
    return words.won(outcome.winners) if outcome.over else words.turn(position.to_move or "", position.phase)


def ending(match: Match) -> str:
    """How the game was decided; empty while it goes on."""
    outcome = match.outcome
    if not outcome.over:
        return ""
    presentation = presented(match.header.game)
    special = presentation.ending(match)
    if special is not None:
        return special
    ranked = sorted(outcome.scores, key=lambda score: score[1] if presentation.fewest_win else -score[1])
    decided = _decided(match, [name for name, score in ranked if score == ranked[0][1]])
    if presentation.counts == SQUARES_LEFT:
        left = words.listing(words.scored(name, words.squares(score)) for name, score in ranked)
        return Said("Left in hand: {standing}. {decided}", standing=left, decided=decided)
    standing = words.listing(words.scored(name, points(match, score)) for name, score in ranked)
    return Said("{standing}. {decided}", standing=standing, decided=decided)


def _decided(match: Match, tied: list[str]) -> Said:
    outcome, presentation = match.outcome, presented(match.header.game)
    if outcome.decided_by == "shared":
        return Said("They share the win.")
    if outcome.decided_by != "tie-break" or presentation.tie is None:
        return Said("The fewest squares win.") if presentation.fewest_win else Said("The most points win.")
    others = words.listing(name for name in tied if name not in outcome.winners)
    return presentation.tie(match.header, words.listing(outcome.winners), others)


def _beginning(match: Match) -> Said:
    special = presented(match.header.game).beginning(match)
    if special is not None:
        return special
    names = words.listing(map(player_name, match.header.players))
    return Said("{players} begin a match of {game}.", players=names, game=title(match.header))


def _moved(move: Move, before: Match, after: Match) -> str:
    name = piece_name(getattr(move, "piece", ""), before.piece_set)
    sentences = {
        Draft: Said("{player} takes {piece}.", player=player_name(move.player), piece=name),
        Place: _placed(move, name),
    }
    presentation = presented(before.header.game)
    said = presentation.retold(move, before, after) or sentences[type(move)]
    besides = presentation.besides(before, after)
    return words.together((said, besides) if besides else (said,))


def _placed(move: Move, name: Said) -> Said:
    player = player_name(move.player)
    if isinstance(move, Place) and move.colour not in ("", move.player):
        colour = colour_name(move.colour)
        return Said("{player} places {piece} in {colour}.", player=player, piece=name, colour=colour)
    return Said("{player} places {piece}.", player=player, piece=name)


def _attempt(move: Move, piece_set: PieceSet) -> Said:
    name = piece_name(getattr(move, "piece", ""), piece_set)
    return {
        Draft: Said("taking {piece}", piece=name),
        Place: Said("placing {piece} there", piece=name),
        Remove: Said("removing {piece}", piece=name),
        Advance: Said("moving on"),
        Buy: Said("buying {piece}", piece=name),
        Leather: Said("sewing the leather patch there"),
    }[type(move)]
