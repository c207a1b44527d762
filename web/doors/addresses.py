"""Under which names and addresses this machine is found."""

import socket

from referee.said import Said

UNREACHABLE = Said(
    "This computer is in no network, so no other device finds it. Join the one of the others, then load this page anew."
)
"""What is said where there is no outward address."""


def outward_address() -> str:
    """The address under which others in the house see this machine; none without a network. Connecting a datagram
    socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def own_addresses() -> set[str]:
    """All addresses that this machine has a name for, and the outward one."""
    try:
        found = {str(info[4][0]).split("%", maxsplit=1)[0] for info in socket.getaddrinfo(socket.gethostname(), None)}
    except OSError:
        found = set()
    return {address for address in found | {outward_address()} if address}


def own_names() -> set[str]:
    """Names and addresses by which a browser may ask for this machine."""
    return {"localhost", "127.0.0.1", socket.gethostname(), *own_addresses()}


def bracketed(address: str) -> str:
    """The address as it stands in an URL."""
    return f"[{address}]" if ":" in address else address
