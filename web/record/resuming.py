"""A match on disk becomes a match that is played on."""

from referee.match import Match, MatchError
from referee.piece import PieceSet
from referee.record import RecordError, Undo, parse_entry, parse_header
from referee.said import Said
from web.record.store import StoredMatch, StoreError


def replayed(stored: StoredMatch, piece_set: PieceSet) -> Match:
    """The match that the lines on disk tell.

    Raises:
        StoreError: they do not tell one with this piece set.
    """
    try:
        match = Match.start(parse_header(stored.lines[0]), piece_set)
        for line in stored.lines[1:]:
            entry = parse_entry(line)
            if isinstance(entry, Undo):
                match = match.undone()
                continue
            verdict, match = match.play(entry)
            if not verdict.legal:
                raise RecordError(Said("{line} breaks a rule", line=line))
    except (RecordError, MatchError, IndexError) as error:
        raise StoreError(
            Said("match {id} cannot be gone on with ({error}); begin a new one with --new", id=stored.id, error=error)
        ) from error
    return match
