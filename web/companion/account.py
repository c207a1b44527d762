"""What there is to tell: events in their order, what is wrong on the table, and the open question."""

from typing import Any, TypeVar

from referee.match import Match
from referee.verdict import Verdict
from vision.look import Look
from web.companion.customs import custom_of
from web.companion.event import Blocked, Bonus, Cleared, DeadEnd, Event, Over, ProblemSeen, Unsure
from web.companion.trouble import Trouble

E = TypeVar("E", bound=Event)


class Account:
    """Collects events and dates them by the last look."""

    def __init__(self) -> None:
        self.look: Look | None = None
        self.verdict: Verdict | None = None
        self.troubles: tuple[Trouble, ...] = ()
        self.unsure: Unsure | None = None
        self._events: list[Event] = []

    def tell(self, kind: type[E], **facts: Any) -> E:
        """Adds an event of that kind."""
        frame, t_s = (self.look.frame, self.look.t_s) if self.look else (0, 0.0)
        event = kind(frame=frame, t_s=t_s, **facts)
        self._events.append(event)
        return event

    def ask(self, **question: Any) -> None:
        """Tells what cannot be decided, and keeps the question open."""
        self.unsure = self.tell(Unsure, **question)

    def told(self) -> list[Event]:
        """The events since this was last asked."""
        events, self._events = self._events, []
        return events

    def warn(self, trouble: Trouble, instead_of: tuple[Trouble, ...] = ()) -> None:
        """Tells physical trouble, in the place of what was told of it before."""
        self.troubles = (*(other for other in self.troubles if other not in instead_of), trouble)
        self.tell(ProblemSeen, problem=trouble.problem)

    def clear(self, trouble: Trouble) -> None:
        """Tells that a trouble has been put right."""
        self.troubles = tuple(other for other in self.troubles if other != trouble)
        self.tell(Cleared, piece=trouble.piece)

    def dismiss(self, piece: str) -> None:
        """Clears whatever is wrong with a piece."""
        for trouble in self.troubles:
            if trouble.piece == piece:
                self.clear(trouble)

    def announce(self, before: Match, after: Match) -> None:
        """Says who has become blocked by a change or has earned the bonus, or that the game is over."""
        custom = custom_of(after)
        bonus = custom.bonus(after.position)
        if bonus is not None and bonus != custom.bonus(before.position):
            self.tell(Bonus, player=bonus)
        if after.outcome.over and after.outcome != before.outcome:
            self.tell(Over, outcome=after.outcome)
        elif after.position.phase == "placing":
            for player in after.position.blocked:
                if player not in before.position.blocked:
                    self.tell(Blocked, player=player)
            if after.game.is_dead_end(after.position) and not before.game.is_dead_end(before.position):
                self.tell(DeadEnd)
