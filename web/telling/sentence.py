"""Events of ``polyref watch`` in words, a line each, for people at a terminal."""

from referee.piece import PieceSet
from web.companion.event import BoardFound, Event, Over, ProblemSeen, Unsure
from web.games import presented
from web.games.presentation import SQUARES_LEFT
from web.telling import words


def sentence(event: Event, piece_set: PieceSet) -> str:
    """What happened, after the time at which it did."""
    return f"{event.t_s:8.1f} s  {_said(event, piece_set) or event.name}"


def _said(event: Event, piece_set: PieceSet) -> str | None:
    """As on the page; what is drawn there is said here."""
    match event:
        case BoardFound():
            return "The board has been found in the picture."
        case ProblemSeen():
            return words.trouble(event.problem, piece_set)
        case Unsure():
            choices = "; ".join(words.alternative(each, piece_set) for each in event.alternatives)
            return f"Not sure: {event.reason}. {choices}."
        case Over():
            return _over(event, piece_set.game)
    return words.told(event, piece_set)


def _over(event: Over, game: str) -> str:
    outcome, presentation = event.outcome, presented(game)
    if presentation.puzzle:
        return "Solved! All pieces lie on the board."
    if presentation.counts == SQUARES_LEFT:
        standing = words.listing(words.scored(player, words.squares(left)) for player, left in outcome.scores)
        return f"The game is over. {words.headline(outcome)}. Left in hand: {standing}."
    standing = ", ".join(f"{name} {score}" for name, score in outcome.scores)
    return f"The game is over. {words.headline(outcome)}. {standing}."
