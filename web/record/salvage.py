"""Before matches are opened: a damaged file is set aside as it is, and what can be read of it is put into a new one.

A file of an older layout is brought up to the newest in the same way. Whatever moment the machine dies at, the old
file or the new one is there, whole.
"""

import shutil
import sqlite3
import tempfile
from collections.abc import Iterable, Sequence
from contextlib import closing, suppress
from pathlib import Path

from referee.said import Said
from web.clock import utc_now
from web.kept import synced
from web.record.disk import DamagedError, told
from web.record.layout import VERSION, Row, examined, lay_out, readable, sound
from web.record.witness import Witness
from web.telling.words import together


def put_right(path: Path, witness_path: Path) -> str:
    """Sees to it that a sound file of the newest layout lies there; what had to be done, in words for people.

    Raises:
        StoreError: the file cannot be read or written, or is of a newer version.
    """
    with told(path):
        _finish(path, witness_path)
        if not any(one.exists() for one in (path, _beside(path, "-wal"), backup_path(path))):
            _rebuild(path, (), witness_path)
            return ""
        try:
            version, rows = _examined(path, Witness(witness_path))
        except DamagedError as damage:
            return _salvaged(path, witness_path, damage)
        if version != VERSION:
            _set_aside(path, f"layout-{version}")
            _rebuild(path, rows, witness_path)
    return ""


def back_up(db: sqlite3.Connection, path: Path) -> None:
    """Copies a sound file to where it is looked for when that file is damaged, if anything has come to it since."""
    last = "SELECT seq, chain FROM event ORDER BY seq DESC LIMIT 1"
    half = backup_path(path).with_suffix(".half")
    with suppress(sqlite3.Error, OSError):
        with suppress(sqlite3.Error, OSError), closing(sqlite3.connect(backup_path(path))) as before:
            if before.execute(last).fetchone() == db.execute(last).fetchone():
                return
        half.unlink(missing_ok=True)
        with closing(sqlite3.connect(half)) as copy:
            db.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
        half.replace(backup_path(path))


def backup_path(path: Path) -> Path:
    return path.with_name(f"{path.stem}.backup{path.suffix}")


def _examined(path: Path, witness: Witness) -> tuple[int, list[Row]]:
    if not path.exists() or not path.stat().st_size:
        raise DamagedError(path, Said("it is empty") if path.exists() else Said("it is gone"))
    version, rows = examined(path)
    last = witness.last()
    if last and (last.seq > len(rows) or rows[last.seq - 1].chain != last.chain):
        raise DamagedError(path, Said("what was written last is missing"))
    return version, rows


def _salvaged(path: Path, witness_path: Path, damage: DamagedError) -> str:
    aside = _set_aside(path, "damaged")
    found = _merged(_sources(path, aside))
    rows = [row for match in sorted(found) for row in found[match]]
    last = Witness(witness_path).last()
    _rebuild(path, rows, witness_path)
    lost = last.seq - len(rows) if last and last.seq > len(rows) else 0
    said = [Said("The file of matches was damaged ({why}).", why=damage.why)]
    if aside.exists():
        said = [
            Said(
                "The file of matches was damaged ({why}); it lies as it was in {file}.", why=damage.why, file=aside.name
            )
        ]
    said += [
        Said.many(len(found), "{count} match could be read and goes on.", "{count} matches could be read and go on.")
    ]
    if lost:
        said += [
            Said.many(
                lost, "{count} entry is missing: look at the board.", "{count} entries are missing: look at the board."
            )
        ]
    return together(said)


def _sources(path: Path, aside: Path) -> Iterable[list[Row]]:
    """What can be read: without the write-ahead log, which may belong to another file; with it; in the last backup."""
    if _beside(aside, "-wal").exists():
        with tempfile.TemporaryDirectory(dir=path.parent) as folder:
            alone = Path(folder) / path.name
            if aside.exists():
                shutil.copyfile(aside, alone)
                yield readable(alone)
    for source in (aside, backup_path(path)):
        if source.exists():
            log = _beside(source, "-wal").exists()
            yield readable(source)
            _beside(source, "-shm").unlink(missing_ok=True)
            if not log:
                _beside(source, "-wal").unlink(missing_ok=True)


def _merged(sources: Iterable[list[Row]]) -> dict[int, list[Row]]:
    """By match: the longest that any source has of it, but no source contradicts one before it."""
    found: dict[int, list[Row]] = {}
    for source in sources:
        for match, rows in sound(source).items():
            known = found.get(match, [])
            if rows[: len(known)] == known:
                found[match] = rows
    return found


def _set_aside(path: Path, why: str) -> Path:
    """Copies the file and its write-ahead log, byte by byte, to where nobody will touch them."""
    named = aside = path.with_name(f"{path.name}.{why}-{utc_now():%Y%m%d-%H%M%S}")
    number = 1
    while aside.exists() or _beside(aside, "-wal").exists():
        number += 1
        aside = named.with_name(f"{named.name}-{number}")
    for original, copy in ((path, aside), (_beside(path, "-wal"), _beside(aside, "-wal"))):
        if original.exists() and original.stat().st_size:
            shutil.copyfile(original, copy)
            synced(copy)
    return aside


def _rebuild(path: Path, rows: Sequence[Row], witness_path: Path) -> None:
    """Puts a file with these rows in the place of the old one, with hashes of the newest layout."""
    half = path.with_name(f"{path.stem}.half{path.suffix}")
    for leftover in (half, _beside(half, "-journal")):
        leftover.unlink(missing_ok=True)
    with closing(sqlite3.connect(half, isolation_level=None)) as db:
        db.execute("PRAGMA synchronous=FULL")
        lay_out(db, rows)
    half.replace(_whole(path))
    _finish(path, witness_path)


def _finish(path: Path, witness_path: Path) -> None:
    """Puts a rebuilt file in its place, if there is one. Its log, and what was noted, are those of the old file."""
    if not _whole(path).exists():
        return
    for old in (_beside(path, "-wal"), _beside(path, "-shm"), witness_path):
        old.unlink(missing_ok=True)
    _whole(path).replace(path)
    synced(path.parent)


def _whole(path: Path) -> Path:
    """Where a rebuilt file lies once it is whole."""
    return path.with_name(f"{path.stem}.new{path.suffix}")


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(f"{path.name}{suffix}")
