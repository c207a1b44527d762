"""Events of ``polyref watch`` in words, a line each, for people at a terminal."""

from referee.match import Match
from web.companion.event import BoardFound, Event, Over, ProblemSeen, Unsure
from web.shown.retelling import ending, headline
from web.telling import words


def sentence(event: Event, match: Match) -> str:
    """What happened, after the time at which it did; ``match`` is the match since then."""
    return f"{event.t_s:8.1f} s  {_said(event, match) or event.name}"


def _said(event: Event, match: Match) -> str | None:
    """As on the page; what is drawn there is said here."""
    match event:
        case BoardFound():
            return "The board has been found in the picture."
        case ProblemSeen():
            return words.trouble(event.problem, match.piece_set)
        case Unsure():
            choices = "; ".join(words.alternative(each, match.piece_set) for each in event.alternatives)
            return f"Not sure: {event.reason}. {choices}."
        case Over():
            return f"The game is over. {headline(match).rstrip('!')}. {ending(match)}"
    return words.told(event, match.piece_set)
