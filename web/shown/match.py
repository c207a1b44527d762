"""A match for the page: its players, what lies there, what is wrong or asked, and how it ended."""

from collections.abc import Sequence
from typing import Any

from referee.match import Match
from referee.said import Said
from vision.names import named, piece_of
from web.companion.companion import State
from web.companion.naming import lying_of, name_of
from web.games import presented
from web.games.agreed import BEFORE_A_CAMERA
from web.games.colours import PAINTS
from web.games.deal import hands_are_open
from web.shown.retelling import ending, headline, points
from web.shown.snapshot import Choice, ColourShown, Ending, Lying, MatchShown, PlayerShown, Question, TroubleShown
from web.shown.staging import time_of
from web.telling import words
from web.telling.called import player_name


def match_shown(match_id: int, length: int, state: State, said: str) -> MatchShown:
    """A match for the page, from the state of its companion and what was said last."""
    match = state.match
    position = match.position
    open_hands = hands_are_open(match.header)
    return MatchShown(
        id=match_id,
        length=length,
        phase=position.phase,
        to_move=position.to_move,
        open_hands=open_hands,
        drafted=presented(match.header.game).shared_out and not open_hands and match.header.hands is None,
        rules=_rules(match),
        players=tuple(_player(match, name) for name in position.players),
        lying=tuple(Lying(name_of(place), place.player, place.cells) for place in lying_of(match)),
        said=said,
        hint=_hint(match),
        troubles=() if position.phase == "over" else _troubles(state),
        question=None if position.phase == "over" else _question(state),
        can_undo=bool(match.moves),
        outcome=_ending(match) if position.phase == "over" else None,
        headline=headline(match),
        colour=match.game.colour_to_move(position),
        shared=_shared(match),
        dead_end=words.DEAD_END if state.dead_end else "",
        to_clear=words.left_over(state.to_clear) if state.to_clear else "",
        time=time_of(match),
        fitting=match.game.legal_counts(position) if presented(match.header.game).circle else {},
    )


def _rules(match: Match) -> dict[str, Any]:
    """What people would agree on again."""
    laid_anew = presented(match.header.game).laid_anew
    return {name: rule for name, rule in match.header.options.items() if name in BEFORE_A_CAMERA - laid_anew}


def _player(match: Match, name: str) -> PlayerShown:
    position, by_id, owners = match.position, match.piece_set.by_id, match.game.owners(match.position)
    if owners:
        return _of_colours(match, name, [colour for colour, owner in owners.items() if owner == name])
    if presented(match.header.game).circle:
        return _tailor(match, name)
    hand = tuple(piece for piece in by_id if piece in position.hands[name])
    used = tuple(name_of(place) for place in lying_of(match) if place.player == name)
    left = sum(by_id[piece].squares for piece in hand)
    called = player_name(name)
    return PlayerShown(name, called, hand, used, left, position.phase != "draft" and name in position.blocked)


def _tailor(match: Match, name: str) -> PlayerShown:
    """Somebody who sews: the patches in reach are in nobody's hand."""
    used = tuple(name_of(place) for place in lying_of(match) if place.player == name)
    counted = points(match, dict(match.outcome.scores)[name])
    facts = presented(match.header.game).facts(match, name)
    return PlayerShown(name, player_name(name), (), used, 0, blocked=False, counted=counted, facts=facts)


def _of_colours(match: Match, name: str, colours: Sequence[str]) -> PlayerShown:
    """Somebody who plays these colours."""
    position, by_id = match.position, match.piece_set.by_id
    to_move = match.game.colour_to_move(position)
    hand = tuple(named(piece, colour) for colour in colours for piece in by_id if piece in position.hands[colour])
    used = tuple(name_of(place) for place in position.lying if place.colour in colours)
    left = sum(by_id[piece_of(piece)].squares for piece in hand)
    shown = tuple(
        ColourShown(colour, PAINTS[colour], colour == to_move, colour in position.blocked) for colour in colours
    )
    score = dict(match.outcome.scores).get(name)
    counted = points(match, score) if score is not None else ""
    return PlayerShown(name, player_name(name), hand, used, left, all(one.blocked for one in shown), shown, counted)


def _shared(match: Match) -> PlayerShown | None:
    """The colour that nobody owns, where three people share one."""
    free = match.game.unowned(match.position)
    return _of_colours(match, free[0], free) if free else None


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
    return Question(words.QUESTIONS[state.unsure.asked], tuple(sorted(state.unsure.cells)), choices)


def _ending(match: Match) -> Ending:
    outcome = match.outcome
    return Ending(outcome.winners, dict(outcome.scores), outcome.decided_by, headline(match), ending(match))


def _hint(match: Match) -> str:
    """What is to be done now, as long as nothing has happened yet."""
    if match.position.phase == "draft":
        return Said("Tap the piece that is taken.")
    return presented(match.header.game).hint(match) or ""
