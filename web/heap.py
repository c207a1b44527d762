"""Memory that pictures leave behind.

They are large and live shortly. The C library of Linux soon takes them for small things, keeps their room in each of
the threads that had some, and a server that has seen a few hundred thousand of them holds gigabytes of nothing.
"""

import ctypes
import platform
from contextlib import suppress

M_MMAP_THRESHOLD = -3
"""The number that glibc's ``malloc.h`` gives to this setting."""
LARGE_BYTES = 1 << 20
"""What is at least so large is given back to the system as soon as it is free."""


def give_back_large_blocks() -> None:
    """Has the C library give back what is large, and not learn otherwise; elsewhere than on glibc nothing is done."""
    if platform.libc_ver()[0] == "glibc":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, LARGE_BYTES)
