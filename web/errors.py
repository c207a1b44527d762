"""What a user gave that cannot be used, and the one way in which such things are said."""

import click


class InputError(Exception):
    """An option, a name or a file given by the user is wrong: the message says what it is and what to do."""


def complain(error: object) -> None:
    """Says what is wrong, in one line on stderr."""
    click.echo(f"polyref: {' '.join(str(error).split())}", err=True)
