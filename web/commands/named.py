"""What files and sources are called on the command line.

An empty name, as of a variable of the shell that is not set, would silently be the current folder.
"""

import os
from typing import Any

import click


class NamedPath(click.Path):
    """A file or a folder."""

    def convert(
        self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> str | bytes | os.PathLike[str]:
        if not os.fspath(value):
            self.fail("the name is empty; name a file or a folder", param, ctx)
        return super().convert(value, param, ctx)


class NamedSource(click.types.StringParamType):
    """A camera, a recording or an address."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not str(value).strip():
            self.fail("the name is empty; name a camera, a file, a folder or an address", param, ctx)
        return super().convert(value, param, ctx)
