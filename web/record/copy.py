"""The record of a sitting in a file as well, if the user named one: where that fails it is told, the match goes on."""

from collections.abc import Callable

from referee.said import Said
from web.errors import InputError
from web.record.file import RecordFile


class RecordCopy:
    """Writes to ``file`` while there is one; ``notice`` says what keeps it from that."""

    def __init__(self) -> None:
        self.file: RecordFile | None = None
        self.notice = ""

    def begin(self, line: str) -> None:
        """A match has begun with this line."""
        self._write(lambda file: file.follow((line,)))

    def add(self, lines: tuple[str, ...], whole: Callable[[], tuple[str, ...]]) -> None:
        """Lines have come to the match; ``whole`` gives all of it, for what could not be written before."""

        def add(file: RecordFile) -> None:
            for line in lines:
                file.append(line)

        self._write(add if not self.notice else lambda file: file.catch_up(whole()))

    def _write(self, write: Callable[[RecordFile], None]) -> None:
        if self.file is None:
            return
        try:
            write(self.file)
            self.notice = ""
        except InputError as error:
            self.notice = Said("The record file is not being written: {error}.", error=error)
