"""The world failing: each error says what is wrong and what to do, in one line."""


class VisionError(Exception):
    """A picture, a camera or a board that is not as it should be. Caught once, and shown."""


class SourceError(VisionError):
    """There is no such camera, file, folder or stream, or it stopped giving pictures."""


class FrozenError(SourceError):
    """The camera gives the same picture again and again: it hangs."""
