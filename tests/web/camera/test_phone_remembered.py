"""A phone that was the camera some other day: nothing is open to the network before somebody chooses it anew."""

from pathlib import Path

import psutil
import pytest

from tests.web.scripted import wait_until
from tests.web.server import Server, started
from web.hall.choice import Choice, save_choice


def open_to_the_network(server: Server) -> set[int]:
    """Ports at which others in the house find something."""
    found = psutil.Process(server.process.pid).net_connections("tcp")
    return {one.laddr.port for one in found if one.status == psutil.CONN_LISTEN and one.laddr.ip != "127.0.0.1"}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    save_choice(tmp_path / "config", Choice(source="phone", players=("Ann", "Bob"), hands="open"))
    return tmp_path


def test_it_is_let_in_by_a_tap_and_not_before(data: Path) -> None:
    with started(data, "play", "--players", "Ann,Bob") as server:
        camera = server.get("/api/snapshot")["camera"]
        assert (camera["source"], camera["view"]) == ("phone", "asleep")
        assert "not connected yet" in camera["words"]
        assert open_to_the_network(server) == set()
        assert server.post("/api/source", source="phone") == 200
        wait_until(lambda: len(open_to_the_network(server)) == 2)
        wait_until(lambda: server.get("/api/snapshot")["camera"]["view"] == "no_camera")


def test_named_on_the_command_line_it_is_let_in_at_once(data: Path) -> None:
    with started(data, "play", "--source", "phone") as server:
        wait_until(lambda: len(open_to_the_network(server)) == 2)
