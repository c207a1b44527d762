"""Small files that are kept whole or not at all: settings, profiles, secrets."""

import os
from contextlib import suppress
from pathlib import Path
from threading import get_native_id


def keep(path: Path, content: str | bytes, *, mode: int = 0o666) -> None:
    """Puts this into a file, making its folder where there is none; after a crash it is the old file or the new one.

    ``mode`` is who may use a new file, less what the user's umask forbids: 0o600 for secrets.

    Raises:
        OSError: it cannot be written; the old file is as it was.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_name(f"{path.name}.{os.getpid()}-{get_native_id()}.new")  # others may be keeping the same file
    half.unlink(missing_ok=True)
    try:
        with os.fdopen(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, mode), "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        half.replace(path)
    except OSError:
        with suppress(OSError):
            half.unlink(missing_ok=True)
        raise
    synced(path.parent)


def synced(path: Path) -> None:
    """Puts a file, or the names in a folder, on the disk itself, where the system can."""
    with suppress(OSError):
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


_BINARY = getattr(os, "O_BINARY", 0)
"""Windows would otherwise turn line ends into its own."""
