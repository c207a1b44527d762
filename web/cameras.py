"""Opening a source; where a camera does not open, the cameras that there are are named."""

from cv2_enumerate_cameras import enumerate_cameras

from vision.errors import SourceError
from vision.source import Source, open_source


def open_or_name_cameras(text: str, fps: float = 3.0) -> Source:
    """Opens a source as ``vision.source.open_source`` does.

    Raises:
        SourceError: there is no such source; for a camera number the message lists the numbers that exist.
    """
    try:
        return open_source(text, fps)
    except SourceError as error:
        if not text.isdecimal():
            raise
        raise SourceError(f"{error}; {cameras_in_words()}") from None


def cameras_in_words() -> str:
    """Which cameras are connected to this machine."""
    names = [f"{camera.index} ({camera.name})" for camera in enumerate_cameras()]
    return f"cameras found: {', '.join(names)}" if names else "no camera was found on this machine"
