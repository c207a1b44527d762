"""The certificate of the phone's page: made for the addresses of this machine, kept, and made anew when they change.

Browsers give a page the camera over HTTPS only, and nobody issues certificates for addresses in a house. So it is made
here; the phone warns once, and remembers that it was told to go on. The authority that signs it is thrown away at once.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import trustme

from web.clock import utc_now
from web.kept import keep

LASTS = timedelta(days=397)
"""Phones refuse certificates that last longer than about so."""
RENEWED = timedelta(days=14)
"""It is made anew so long before its end."""
EARLIER = timedelta(days=1)
"""It holds from so long before it was made: the clock of a phone need not agree with this one."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """``path`` is a PEM file with the certificates and the private key; it holds for ``names`` until ``until``."""

    path: Path
    names: tuple[str, ...]
    until: datetime

    def holds(self, names: Iterable[str], now: datetime) -> bool:
        """Whether it is good for all these names, now and for some time yet: not if made while the clock was ahead."""
        return set(names) <= set(self.names) and self.until - LASTS - EARLIER <= now < self.until - RENEWED


def certificate(folder: Path, names: Iterable[str], now: datetime | None = None) -> Certificate:
    """The certificate kept in a folder, made anew where there is none that holds. ``names`` are host names and IP
    addresses.

    Raises:
        OSError: the folder cannot be written.
    """
    now, wanted = now or utc_now(), tuple(sorted(set(names)))
    kept = kept_certificate(folder)
    return kept if kept and kept.holds(wanted, now) else _made(folder, wanted, now)


def kept_certificate(folder: Path) -> Certificate | None:
    """What is kept, whether it still holds or not; None where there is nothing that can be read."""
    try:
        facts = json.loads(_facts(folder).read_text(encoding="utf-8"))
        names, until = tuple(map(str, facts["names"])), datetime.fromisoformat(facts["until"])
        if until.tzinfo is None or not _pem(folder).is_file():
            return None
        return Certificate(_pem(folder), names, until)
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def _made(folder: Path, names: tuple[str, ...], now: datetime) -> Certificate:
    until = now + LASTS
    leaf = trustme.CA(organization_name="Polyref on this computer").issue_cert(
        *names, common_name="Polyref", not_before=now - EARLIER, not_after=until
    )
    _facts(folder).unlink(missing_ok=True)  # first: what stands there must never speak of another certificate
    keep(_pem(folder), leaf.private_key_and_cert_chain_pem.bytes(), mode=0o600)
    keep(_facts(folder), json.dumps({"names": names, "until": until.isoformat()}), mode=0o600)
    return Certificate(_pem(folder), names, until)


def _pem(folder: Path) -> Path:
    return folder / "certificate.pem"


def _facts(folder: Path) -> Path:
    return folder / "certificate.json"
