"""Which match goes on when ``polyref play`` is started, and which options it does not take."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.match import Match
from referee.piece import packaged_piece_set
from referee.record import Header, format_header
from web.commands.demo import demo
from web.commands.play import _goes_on, play
from web.record.store import StoredMatch

POLYSSIMO = packaged_piece_set("polyssimo")
ANN_HAS_F = {"Ann": ("F", "I"), "Bob": ("L", "N")}
ANN_HAS_L = {"Ann": ("L", "N"), "Bob": ("F", "I")}


def stored(header: Header) -> StoredMatch:
    Match.start(header, POLYSSIMO)
    return StoredMatch(1, "none", (format_header(header),))


def of(*players: str, hands: dict[str, tuple[str, ...]] | None = None, open_hands: bool = False) -> Header:
    rules = {"open_hands": True} if open_hands else {}
    return Header("polyssimo", players, hands, POLYSSIMO.digest, rules)


@pytest.mark.parametrize(
    ("kept", "wanted", "dealt", "goes_on"),
    [
        (of("Ann", "Bob", hands=ANN_HAS_F), None, False, True),
        (of("Ann", "Bob", hands=ANN_HAS_F), of("Ann", "Bob", open_hands=True), False, True),
        (of("Ann", "Bob", hands=ANN_HAS_F), of("Ann", "Bob", hands=ANN_HAS_F), True, True),
        (of("Ann", "Bob", hands=ANN_HAS_F), of("Ann", "Bob", hands=ANN_HAS_L), True, False),
        (of("Ann", "Bob", hands=ANN_HAS_F), of("Ann", "Bob", open_hands=True), True, False),
        (of("Ann", "Bob"), of("Ann", "Bob"), True, True),
        (of("Ann", "Bob"), of("Ann", "Cy"), False, False),
    ],
)
def test_a_match_goes_on_unless_other_players_or_hands_are_named(
    kept: Header, wanted: Header | None, dealt: bool, goes_on: bool
) -> None:
    assert _goes_on(stored(kept), wanted, POLYSSIMO, dealt=dealt) == goes_on


def test_the_demo_takes_no_hands_of_others(tmp_path: Path) -> None:
    result = CliRunner().invoke(play, ["--source", "demo", "--hands", str(tmp_path / "hands.json")])
    assert "the demo deals its own hands" in str(result.exception)


def test_a_demo_of_a_seed_below_nought_is_refused_before_anything_is_begun() -> None:
    result = CliRunner().invoke(demo, ["--seed", "-5"])
    assert result.exit_code == 2
    assert "--seed" in result.output
