"""Records that nobody played, and requests that no page sends: refused in one sentence, or harmless. Never a 500."""

import json
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.web.strange_records import round_trip, strange, strange_requests
from tests.web.test_failing_disk import table_in
from web.record.store import Store

HEADER = {"polyref": 1, "game": "polyssimo", "players": ["Ann", "Bob"]}

jsons = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inside: st.lists(inside, max_size=5) | st.dictionaries(st.text(max_size=10), inside, max_size=5),
    max_leaves=15,
)
moves = st.fixed_dictionaries(
    {
        "player": st.sampled_from(["Ann", "Bob", "Eve"]) | jsons,
        "move": st.sampled_from(["draft", "place", "undo"]) | jsons,
    },
    optional={"piece": st.sampled_from(["F", "L", "C06"]) | jsons, "cells": jsons, "colour": jsons},
)
quick = settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


@pytest.mark.fault("F29")
def test_a_record_with_something_wrong_is_refused_in_a_sentence_or_can_be_looked_at(client: FlaskClient) -> None:
    found = [round_trip(client, strange(Random(seed))) for seed in range(120)]
    assert set(found) == {"refused", "kept"}


@pytest.mark.fault("F29")
@quick
@given(st.binary(max_size=300) | st.text(max_size=300).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_any_file_at_all_is_refused(client: FlaskClient, octets: bytes) -> None:
    assert round_trip(client, octets) == "refused"


@pytest.mark.fault("F29")
@quick
@given(
    st.dictionaries(st.sampled_from(["hands", "rules", "pieces", "card", "setup", "x"]), jsons),
    st.lists(moves, max_size=6),
)
def test_any_json_in_the_form_of_a_record_goes_through_the_referee(
    client: FlaskClient, besides: dict[str, Any], entries: list[dict[str, Any]]
) -> None:
    record = "\n".join(json.dumps(line) for line in ({**HEADER, **besides}, *entries))
    assert round_trip(client, record.encode()) in ("refused", "kept")


@pytest.mark.fault("F29")
@pytest.mark.parametrize(
    ("record", "complaint"),
    [
        ("\n".join([json.dumps(HEADER)] * 501), "501 records"),
        ("\n".join([json.dumps(HEADER), *['{"move": "undo"}'] * 5000]), "5001 lines"),
        (json.dumps({**HEADER, "players": ["Ann"] * 5000}), "Line 1 is too long"),
        ('{"polyref": ' + "[" * 4900 + "]" * 4900 + "}", "not a line of a record"),
        (json.dumps({**HEADER, "game": "x" * 9000}), "x …; nothing of this file has been kept."),
        (
            f'{json.dumps(HEADER)}\n{{"player": "Ann", "move": "place", "piece": "F", "cells": [[{"9" * 5000}, 0]]}}',
            "Line 2",
        ),
    ],
    ids=["many records", "many lines", "a long line", "deep", "a long name", "a large number"],
)
def test_what_would_cost_too_much_is_refused_with_the_limit(
    client: FlaskClient, store: Store, record: str, complaint: str
) -> None:
    answer = client.post("/api/matches", data=record.encode())
    assert answer.status_code == 400
    assert complaint in (answer.json or {})["error"]
    assert len((answer.json or {})["error"]) < 1000
    assert store.ids() == ()


@pytest.mark.fault("F29")
def test_no_request_is_too_strange_for_an_answer(tmp_path: Any) -> None:
    with table_in(tmp_path) as (client, _):
        wrong = [request for request in strange_requests(client, Random(29), 150) if request]
    assert wrong == []
