"""The list of matches in words."""

from collections.abc import Iterable
from dataclasses import dataclass

from referee.said import Said
from web.games import TITLES, presented
from web.record.library import Card
from web.record.store import BY_HAND, IMPORTED, StoredMatch
from web.telling.called import player_name
from web.telling.words import listing, scored, won


@dataclass(frozen=True, slots=True)
class Row:
    """A match in the list, ready to be written down."""

    id: int
    title: str
    people: str
    result: str
    source: str
    begun: str
    is_over: bool
    by_hand: bool
    trouble: str


def listed(cards: Iterable[Card]) -> tuple[Row, ...]:
    return tuple(_row(card) for card in cards)


def source_words(match: Card | StoredMatch) -> str:
    """Where a match comes from."""
    if match.source.startswith("demo"):
        return Said("simulated table")
    known = {BY_HAND: Said("played by hand"), IMPORTED: Said("imported"), "": Said("unknown")}
    return known.get(match.source, Said("before the camera"))


def _row(card: Card) -> Row:
    return Row(
        id=card.id,
        title=TITLES.get(card.game, Said("Match {id}", id=card.id)),
        people=listing(map(player_name, card.players)) if card.players else "",
        result=_result(card),
        source=source_words(card),
        begun=card.begun,
        is_over=bool(card.outcome and card.outcome.over),
        by_hand=card.source == BY_HAND,
        trouble=card.trouble,
    )


def _result(card: Card) -> str:
    if card.outcome is None:
        return ""
    if not card.outcome.over:
        return Said.many(card.moves, "unfinished, {count} move so far", "unfinished, {count} moves so far")
    if presented(card.game).puzzle:
        return Said("solved")
    winners = won(card.outcome.winners)
    if not card.is_counted:
        return winners
    scores = listing(scored(name, str(score)) for name, score in card.outcome.scores)
    return Said("{won} ({scores})", won=winners, scores=scores)
