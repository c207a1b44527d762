"""The wall clock, which people set back and forth: good for words, dates and certificates, never for order or duration.

Order is told by sequence numbers, duration by ``time.monotonic``. A test forbids the wall clock everywhere else.
"""

from datetime import UTC, datetime


def utc_now() -> datetime:
    """The date and time of day, as far as this machine knows."""
    return datetime.now(UTC)
