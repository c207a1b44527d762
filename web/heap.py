"""Memory that pictures leave behind.

They are large and live shortly. The C library of Linux soon takes them for small things, keeps their room in each of
the threads that had some, and a server that has seen a few hundred thousand of them holds gigabytes of nothing. Smaller
things it keeps apart for threads too: every game has eyes of its own, and left 30 MB of nothing behind.
"""

import ctypes
import platform
from contextlib import suppress

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -3, -8
"""The numbers that glibc's ``malloc.h`` gives to these settings."""
LARGE_BYTES = 1 << 20
"""What is at least so large is given back to the system as soon as it is free."""
SPARE_BYTES = 16 << 20
"""So much that lies free at the end of a store is kept for what comes next: else it is taken from the system and given
back many times for every picture, which costs a quarter of all the time in which the simulated table is drawn."""
ARENAS = 2
"""So many stores of memory all threads have together, so that one uses what another has left."""


def give_back_memory() -> None:
    """Has the C library give back what is large, and not learn otherwise, and keep what is small together; elsewhere
    than on glibc nothing is done."""
    if platform.libc_ver()[0] == "glibc":
        with suppress(OSError, AttributeError):
            library = ctypes.CDLL(None)
            library.mallopt(M_MMAP_THRESHOLD, LARGE_BYTES)
            library.mallopt(M_TRIM_THRESHOLD, SPARE_BYTES)
            library.mallopt(M_ARENA_MAX, ARENAS)
