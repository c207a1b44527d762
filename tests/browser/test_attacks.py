"""What other pages, names with markup in them, and a server that dies can do to the page (F15, F22, F23, F27, F32)."""

import json
import re
import socket
import subprocess
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.chromium import FLAGS, find_chromium
from tests.web.scripted import POLYSSIMO, no_camera, served, wished
from tests.web.server import ROOT, command, environment
from tests.web.shelf import served_shelf
from tests.web.staged import staged
from web.camera.station import Stations

pytestmark = pytest.mark.browser

EVIL = """<!doctype html><title>evil</title><iframe name="away"></iframe><iframe id="framed" src="{house}/"></iframe>
<form id="form" method="post" action="{house}/api/undo" enctype="text/plain" target="away">
<input name='{{"a":"' value='"}}'></form>
<script>
window.seen = (async () => {{
  const failed = (promise) => promise.then(() => "came", () => "failed");
  const json = {{ "Content-Type": "application/json" }};
  document.querySelector("#form").submit();
  const picture = new Image();
  const shown = new Promise((come, fail) => {{ picture.onload = come; picture.onerror = fail; }});
  picture.src = "{house}/static/icon.svg";
  const stream = new EventSource("{house}/events");
  const told = new Promise((come, fail) => {{ stream.addEventListener("snapshot", come); stream.onerror = fail; }});
  return {{
    simple: await failed(fetch("{house}/api/undo", {{ method: "POST", mode: "no-cors", body: "{{}}" }})),
    json: await failed(fetch("{house}/api/undo", {{ method: "POST", headers: json, body: "{{}}" }})),
    read: await failed(fetch("{house}/api/snapshot")),
    picture: await failed(shown),
    stream: await failed(told),
  }};
}})();
</script>"""
NASTY = "<svg onload=alert(1)>"
NASTIER = '"><img src=x onerror=alert(1)><script>alert(1)</script>'


@contextmanager
def another_page(text: str) -> Iterator[str]:
    """A page of somebody else, on another port of this machine and by another name of it."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}/"
        server.shutdown()


@pytest.mark.fault("F23")
def test_a_page_of_somebody_else_changes_nothing_and_sees_nothing(page: Page, tmp_path: Path) -> None:
    with staged(tmp_path) as (address, _, table, sitting):
        table.do(lambda _: sitting.begin(wished(("Ann", "Bob"), "open", None)))
        table.do(lambda _: sitting.place("F", POLYSSIMO.by_id["F"].cells))
        with another_page(EVIL.format(house=address)) as evil:
            page.goto(evil)
            seen = page.evaluate("window.seen")
            page.wait_for_timeout(300)
        assert {what: seen[what] for what in ("json", "read", "picture", "stream")} == dict.fromkeys(
            ("json", "read", "picture", "stream"), "failed"
        )
        assert sitting.length == 2, "the move that was to be taken back stands"
        framed = page.frames[-1]
        assert framed.locator("#board").count() == 0


@pytest.mark.fault("F22")
def test_a_name_that_is_made_to_lead_here_finds_nothing(browser: Browser, tmp_path: Path) -> None:
    rules = "--host-resolver-rules=MAP rebound.example 127.0.0.1"
    rebound = browser.browser_type.launch(executable_path=find_chromium(), args=[*FLAGS, rules])
    with served(tmp_path, no_camera, retry_s=(30.0,)) as (address, _, _sitting):
        page = rebound.new_page()
        answer = page.goto(address.replace("127.0.0.1", "rebound.example"))
        assert answer is not None
        assert answer.status == 400
        assert page.locator("#board").count() == 0
    rebound.close()


@pytest.mark.fault("F27")
def test_markup_in_names_is_text_on_every_page(page: Page, tmp_path: Path) -> None:
    said = alarmed(page)
    with served(tmp_path, no_camera, stations=Stations(POLYSSIMO, tmp_path)) as (address, table, sitting):
        table.do(lambda _: sitting.begin(wished((NASTY, "Bob"), "open", None)))
        posted(address, "/api/source", {"source": f"nothing/{NASTIER}"})
        page.goto(address)
        expect(page.locator("#players")).to_contain_text(NASTY)
        expect(page.locator("#turn")).to_have_text("Bob plays")
        page.get_by_role("button", name="Place pentomino F by hand").click()
        page.get_by_role("button", name="Put it here").click()
        expect(page.locator("#turn")).to_have_text(f"{NASTY} plays")
        page.goto(f"{address}/no-such-page?{NASTIER}")
        page.goto(f"{address}/matches/1")
        expect(page.locator("#moves")).to_contain_text("Bob")
    assert said == []


@pytest.mark.fault("F27")
def test_markup_in_a_record_that_is_taken_in_is_text_on_every_page(page: Page, tmp_path: Path) -> None:
    said = alarmed(page)
    with served_shelf(tmp_path) as (address, _):
        header = {"polyref": 1, "game": "polyssimo", "players": [NASTIER, NASTY], "rules": {"open_hands": True}}
        with urllib.request.urlopen(f"{address}/api/matches", json.dumps(header).encode() + b"\n") as answer:
            assert answer.status == 201
        for path in ("/matches", "/matches/1", "/by-hand"):
            page.goto(f"{address}{path}")
            page.wait_for_timeout(300)
        page.goto(f"{address}/matches")
        expect(page.locator(".cards")).to_contain_text("<img src=x onerror=alert(1)>")
        page.goto(f"{address}/matches/1/board.svg")
    assert said == []


def alarmed(page: Page) -> list[str]:
    """What a page says in dialogues of its own: nothing, if all goes well."""
    said: list[str] = []
    page.on("dialog", lambda dialog: (said.append(dialog.message), dialog.dismiss()))
    return said


def posted(address: str, path: str, body: Any) -> None:
    request = urllib.request.Request(
        f"{address}{path}", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    urllib.request.urlopen(request).close()


@pytest.mark.fault("F15")
def test_of_two_browsers_that_take_the_same_piece_at_once_one_has_it(
    page: Page, browser: Browser, tmp_path: Path
) -> None:
    with served(tmp_path, no_camera, stations=Stations(POLYSSIMO, tmp_path)) as (address, table, sitting):
        table.do(lambda _: sitting.begin(wished(("Ann", "Bob"), "draft", None)))
        other = browser.new_context(locale="en-GB").new_page()
        for one in (page, other):
            one.goto(address)
            expect(one.get_by_role("button", name="Take pentomino F")).to_be_visible()
        for one in (page, other):
            one.evaluate("setTimeout(() => document.querySelector('[data-pick=F]').click(), 300)")
        for one in (page, other):
            expect(one.locator("#turn")).to_have_text("Bob takes a piece")
        assert sitting.length == 2
        other.context.close()


@pytest.mark.fault("F32")
def test_a_page_goes_on_when_the_server_was_killed_and_started_again(page: Page, tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with running(tmp_path, port, "--players", "Ann,Bob") as first:
        page.goto(f"http://127.0.0.1:{port}/")
        expect(page.locator("#turn")).to_have_text("Bob plays")
        page.get_by_role("button", name="Place pentomino F by hand").click()
        page.get_by_role("button", name="Put it here").click()
        expect(page.locator("#turn")).to_have_text("Ann plays")
        first.kill()
        expect(page.locator("#offline")).to_be_visible()
    with running(tmp_path, port):
        expect(page.locator("#offline")).to_be_hidden(timeout=15_000)
        expect(page.locator("#turn")).to_have_text("Ann plays")
        page.get_by_role("button", name="Take back").click()
        expect(page.locator("#turn")).to_have_text("Bob plays")


@contextmanager
def running(data: Path, port: int, *words: str) -> Iterator[subprocess.Popen[str]]:
    """Polyref without a camera at this port, once it answers."""
    process = subprocess.Popen(
        command("play", "--source", "none", "--port", str(port), *words),
        cwd=ROOT,
        env=environment(data),
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout
        assert any(re.search(r"http://[^/ ]+", line) for line in process.stdout)
        yield process
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


@pytest.mark.fault("F32")
def test_a_stream_that_was_refused_is_built_anew(page: Page, tmp_path: Path) -> None:
    refused = []

    def refuse(route: Route) -> None:
        refused.append(route.request.url)
        route.fulfill(status=503)

    with served(tmp_path, no_camera, stations=Stations(POLYSSIMO, tmp_path)) as (address, table, sitting):
        table.do(lambda _: sitting.begin(wished(("Ann", "Bob"), "open", None)))
        page.route("**/events", refuse)
        page.goto(address)
        expect(page.locator("#offline")).to_be_visible()
        page.unroute("**/events")
        expect(page.locator("#turn")).to_have_text("Bob plays")
        assert refused
