"""What was agreed before the first move: checks of a header that several games share.

Raises everywhere:
    RecordError: the header does not fit, in one line.
"""

import reprlib
from collections.abc import Collection, Mapping

from referee.piece import PieceSet
from referee.record import Header, RecordError


def check_number_of_players(header: Header, allowed: range) -> None:
    if len(header.players) not in allowed:
        raise RecordError(
            f"header: {header.game} is for {allowed[0]} to {allowed[-1]} players, not for {len(header.players)}"
        )


def check_options_known(header: Header, known: Collection[str]) -> None:
    for option in header.options:
        if option not in known:
            has = f"known are {', '.join(known)}" if known else "it has none"
            raise RecordError(f"header: {header.game} has no rule {option!r}; {has}")


def check_no_hands(header: Header) -> None:
    if header.hands is not None:
        raise RecordError(f"header: in {header.game} nobody is dealt a hand; leave out hands")


def check_no_colours(header: Header) -> None:
    if header.colours is not None:
        raise RecordError(f"header: in {header.game} nobody plays a colour; players is a list of names")


def option_among(header: Header, option: str, allowed: tuple[str, ...]) -> str:
    """The value of an option; where it is not given, the first that is allowed."""
    value = header.options.get(option, allowed[0])
    if value not in allowed:
        raise RecordError(f"header: {option} is one of {', '.join(allowed)}, not {reprlib.repr(value)}")
    return str(value)


def check_player(header: Header, player: str, where: str) -> None:
    if player not in header.players:
        raise RecordError(
            f"header: {where} names {player!r}, who is no player; the players are {', '.join(header.players)}"
        )


def agreed_hands(
    header: Header, hands: Mapping[str, tuple[str, ...]], piece_set: PieceSet
) -> dict[str, frozenset[str]]:
    """The hands of all players in their order; each piece of the set is in one hand at most."""
    holder: dict[str, str] = {}
    for player, hand in hands.items():
        check_player(header, player, "hands")
        for piece in hand:
            if piece not in piece_set.by_id:
                known = ", ".join(piece_set.by_id)
                raise RecordError(f"header: the hand of {player} names the unknown piece {piece!r}; known are {known}")
            if piece in holder:
                raise RecordError(f"header: piece {piece} is in the hands of both {holder[piece]} and {player}")
            holder[piece] = player
    for player in header.players:
        if player not in hands:
            raise RecordError(f"header: hands has none for {player}; give every player one, if need be an empty one []")
    return {player: frozenset(hands[player]) for player in header.players}


def colours_of_people(header: Header, colours: tuple[str, ...], shared_by: int) -> dict[str, str]:
    """Who owns each colour, in the order of play. Without ``colours`` in the header the players are the colours.

    So many players as ``shared_by`` share one colour, which nobody owns.
    """
    held = {player: (player,) for player in header.players} if header.colours is None else header.colours
    owners: dict[str, str] = {}
    for player, mine in held.items():
        for colour in mine:
            if colour not in colours:
                raise RecordError(f"header: {player} is to play {colour!r}; the colours are {', '.join(colours)}")
            if colour in owners:
                raise RecordError(f"header: {owners[colour]} and {player} both have {colour}")
            owners[colour] = player
    if len({len(mine) for mine in held.values()}) != 1:
        raise RecordError("header: every player has the same number of colours")
    left = [colour for colour in colours if colour not in owners]
    shared = header.options.get("shared")
    if len(held) == shared_by and left != [shared]:
        raise RecordError(f'header: {shared_by} players share a colour, here {left[0]}: add "shared": "{left[0]}"')
    if len(held) != shared_by and (left or shared is not None):
        raise RecordError(f"header: the players have among them the colours {', '.join(colours)}, and share none")
    return {colour: owners[colour] for colour in colours if colour in owners}
