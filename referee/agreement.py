"""What was agreed before the first move: checks of a header that several games share.

Raises everywhere:
    RecordError: the header does not fit, in one line.
"""

import reprlib
from collections.abc import Collection, Mapping

from referee.piece import PieceSet
from referee.record import Header, HeaderError
from referee.said import Said


def check_number_of_players(header: Header, allowed: range) -> None:
    game, count, fewest, most = header.game, len(header.players), allowed[0], allowed[-1]
    if count in allowed:
        return
    if fewest == most:
        raise HeaderError(
            Said.many(
                fewest,
                "{game} is for {count} player, not for {others}",
                "{game} is for {count} players, not for {others}",
                game=game,
                others=count,
            )
        )
    raise HeaderError(
        Said(
            "{game} is for {fewest} to {most} players, not for {count}",
            game=game,
            fewest=fewest,
            most=most,
            count=count,
        )
    )


def check_options_known(header: Header, known: Collection[str]) -> None:
    for option in header.options:
        if option not in known:
            has = Said("known are {known}", known=", ".join(known)) if known else Said("it has none")
            raise HeaderError(
                Said("{game} has no rule {option}; {has}", game=header.game, option=repr(option), has=has)
            )


def check_no_hands(header: Header) -> None:
    if header.hands is not None:
        raise HeaderError(Said("in {game} nobody is dealt a hand; leave out hands", game=header.game))


def check_no_colours(header: Header) -> None:
    if header.colours is not None:
        raise HeaderError(Said("in {game} nobody plays a colour; players is a list of names", game=header.game))


def option_among(header: Header, option: str, allowed: tuple[str, ...]) -> str:
    """The value of an option; where it is not given, the first that is allowed."""
    value = header.options.get(option, allowed[0])
    if value not in allowed:
        raise HeaderError(
            Said(
                "{option} is one of {allowed}, not {value}",
                option=option,
                allowed=", ".join(allowed),
                value=reprlib.repr(value),
            )
        )
    return str(value)


def check_player(header: Header, player: str, where: str) -> None:
    if player not in header.players:
        raise HeaderError(
            Said(
                "{where} names {player}, who is no player; the players are {players}",
                where=where,
                player=repr(player),
                players=", ".join(header.players),
            )
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
                raise HeaderError(
                    Said(
                        "the hand of {player} names the unknown piece {piece}; known are {known}",
                        player=player,
                        piece=repr(piece),
                        known=known,
                    )
                )
            if piece in holder:
                raise HeaderError(
                    Said(
                        "piece {piece} is in the hands of both {other} and {player}",
                        piece=piece,
                        other=holder[piece],
                        player=player,
                    )
                )
            holder[piece] = player
    for player in header.players:
        if player not in hands:
            raise HeaderError(
                Said("hands has none for {player}; give every player one, if need be an empty one []", player=player)
            )
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
                raise HeaderError(
                    Said(
                        "{player} is to play {colour}; the colours are {colours}",
                        player=player,
                        colour=repr(colour),
                        colours=", ".join(colours),
                    )
                )
            if colour in owners:
                raise HeaderError(
                    Said("{other} and {player} both have {colour}", other=owners[colour], player=player, colour=colour)
                )
            owners[colour] = player
    if len({len(mine) for mine in held.values()}) != 1:
        raise HeaderError(Said("every player has the same number of colours"))
    left = [colour for colour in colours if colour not in owners]
    shared = header.options.get("shared")
    if len(held) == shared_by and left != [shared]:
        raise HeaderError(
            Said(
                '{count} players share a colour, here {colour}: add "shared": "{colour}"',
                count=shared_by,
                colour=left[0],
            )
        )
    if len(held) != shared_by and (left or shared is not None):
        raise HeaderError(
            Said("the players have among them the colours {colours}, and share none", colours=", ".join(colours))
        )
    return {colour: owners[colour] for colour in colours if colour in owners}
