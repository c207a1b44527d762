"""Taking a port of this machine."""

import socket
import sys

from web.errors import InputError


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens; taken first of all, so that a port in use is told before anything else is done.

    Raises:
        InputError: the port is in use or may not be used, or the host is no address of this machine.
    """
    try:
        family, kind, _, _, address = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM)[0]
        opened = socket.socket(family, kind)
    except (OSError, OverflowError) as error:
        raise InputError(f"cannot listen on {host}:{port} ({error}); choose another --host") from error
    try:
        if sys.platform != "win32":  # there the option would let two programs share the port
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        opened.bind(address)
        opened.listen(128)
    except OSError as error:
        opened.close()
        raise InputError(
            f"cannot listen on {host}:{port} ({error.strerror}); end the other program, or choose another --port"
        ) from error
    return opened
