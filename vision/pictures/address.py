"""Addresses of cameras, and as much of them as may be shown: the rest may hold a password, or be one."""

import re
from urllib.parse import SplitResult, urlsplit


def split(address: str) -> SplitResult | None:
    """The parts of an address; None where it is none."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return None
    return parts if parts.hostname else None


def host_of(address: str) -> str:
    """The name of the machine in an address; empty where it names none."""
    parts = split(address)
    return (parts.hostname if parts else None) or ""


def shown(source: str) -> str:
    """A source as people who look on may read it, and as it may stand in a log: of an address only kind and machine.
    Where even that may be a part of a password, only the kind."""
    kind, is_address, rest = source.partition("://")
    if not is_address:
        return source
    machine, *more = re.split(r"[/?#\\]", rest, maxsplit=1)
    secret, _, machine = machine.rpartition("@")
    doubtful = not secret and any("@" in part for part in more)
    return f"{kind}://{'…' if doubtful else machine}"
