"""Handles that the system gives a program: every connection holds one, and macOS gives 256 if nobody asks for more."""

import sys
from contextlib import suppress

MOST = 1024
"""What Linux gives. No more is asked for: OpenCV waits for cameras in a way that knows no higher numbers."""


def ask_for_handles() -> None:
    """Asks for as many as there may be, where fewer are usual."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 - Windows has none

    with suppress(OSError, ValueError):
        usual, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = MOST if most == resource.RLIM_INFINITY else min(MOST, most)
        if usual != resource.RLIM_INFINITY and usual < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
