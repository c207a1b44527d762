"""Files of matches that were damaged: made from a seed, and what becomes of them."""

import shutil
from pathlib import Path
from random import Random

from web.record.salvage import backup_path
from web.record.store import Store, StoreError

HEADER = '{"polyref": 1, "game": "polyssimo", "players": ["Ann", "Bob"]}'
Matches = dict[int, tuple[str, ...]]

FLIPPED, CUT, ZEROED, GROWN = "a flipped byte", "a cut", "a page of zeros", "something behind its end"


def played(folder: Path, events: int, seed: int = 1) -> Matches:
    """A folder with this many lines in matches that were played at several tables at once."""
    dice = Random(seed)
    with Store(folder) as store:
        ids = [store.begin(HEADER, source) for source in ("0", "hand", "demo:1")]
        for number in range(events - len(ids)):
            if number % 50 == 49:
                ids.append(store.begin(HEADER, "0", table=2))
            line = f'{{"player": "Ann", "move": "place", "piece": "é{dice.randrange(10**6)}"}}'
            store.append(dice.choice(ids[-3:]), line, key=f"key-{number:06}" if number % 3 else "")
    return kept(folder)


def kept(folder: Path) -> Matches:
    """All matches in a folder."""
    with Store(folder) as store:
        return {match: store.lines(match) for match in store.ids()}


def spoilt(octets: bytes, dice: Random) -> tuple[bytes, str]:
    """The same with one thing wrong, and what that is."""
    kind = dice.choices((FLIPPED, CUT, ZEROED, GROWN), (12, 4, 2, 1))[0]
    at = dice.randrange(len(octets))
    if kind == FLIPPED:
        return octets[:at] + bytes([octets[at] ^ (1 << dice.randrange(8))]) + octets[at + 1 :], kind
    if kind == CUT:
        return octets[:at], kind
    if kind == ZEROED:
        return octets[: at & ~511] + bytes(512) + octets[(at & ~511) + 512 :], kind
    return octets + dice.randbytes(at), kind


def trial(whole: Path, folder: Path, before: Matches, dice: Random, name: str = "matches.sqlite3") -> str:
    """Spoils one file of a copy of a folder and opens it: ``harmless``, ``detected``, or else what is wrong."""
    shutil.copytree(whole, folder)
    path = folder / name
    backup = backup_path(folder / "matches.sqlite3")
    if dice.random() < 0.5 and path != backup:
        backup.unlink(missing_ok=True)
    spoilt_bytes, kind = spoilt(path.read_bytes(), dice)
    path.write_bytes(spoilt_bytes)
    try:
        with Store(folder) as store:
            notice = store.notice
            after = {match: store.lines(match) for match in store.ids()}
            store.append(store.begin(HEADER, "0"), "it goes on")
    except StoreError as refusal:
        untouched = path.read_bytes() == spoilt_bytes
        return "detected" if untouched and "newer Polyref" in str(refusal) else f"refused: {refusal}"
    if not notice:
        assert after == before, f"{kind} has gone unnoticed"
        return "harmless"
    for match, lines in after.items():
        assert lines == before[match][: len(lines)], f"{kind}: match {match} has been changed"
    asides = [aside for aside in folder.glob("*.damaged-*") if aside.read_bytes() == spoilt_bytes]
    assert asides or not spoilt_bytes, f"{kind}: the damaged file is not there any more as it was"
    assert kept(folder).keys() >= after.keys()
    return "detected"
