"""Rounds of ``kill -9``: several matches are played over HTTP at once, the server is killed, and started again."""

import http.client
import json
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from referee.match import Match
from referee.record import format_entry, parse_header
from tests.random_play import random_header, random_move
from tests.web.server import Server, started
from web.games.equipment import piece_set_for
from web.record.resuming import replayed
from web.record.store import StoredMatch

ARGS = ("play", "--source", "none")


Starting = Callable[..., AbstractContextManager[Server]]
"""Starts a server on a folder, with the words of its command."""


class LostError(AssertionError):
    """Something that was acknowledged is not there, or something is there that nobody asked for."""


class Client:
    """Asks one server over one connection."""

    def __init__(self, address: str) -> None:
        self._connection = http.client.HTTPConnection(address.removeprefix("http://"), timeout=20)

    def close(self) -> None:
        self._connection.close()

    def ask(self, method: str, path: str, body: Any = None, key: str = "") -> tuple[int, bytes]:
        """Raises OSError or HTTPException where the server dies meanwhile."""
        headers = {"Content-Type": "application/json", **({"Idempotency-Key": key} if key else {})}
        self._connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = self._connection.getresponse()
        return answer.status, answer.read()

    def record(self, match_id: int) -> list[str]:
        return self.ask("GET", f"/matches/{match_id}/record.jsonl")[1].decode().splitlines()


@dataclass
class Played:
    """One match after the other, played at random. ``lines`` are those of the match that is on which were acknowledged;
    ``asked`` is what was asked for when the server died, with its key."""

    game: str
    dice: Random
    at_table: bool = False
    match_id: int = 0
    match: Match | None = None
    lines: list[str] = field(default_factory=list)
    asked: tuple[str, dict[str, Any], str, str] | None = None
    acknowledged: int = 0
    finished: int = 0
    wrong: str = ""

    def go_on(self, address: str, until: threading.Event) -> None:
        """Plays until the server dies."""
        with suppress(OSError, http.client.HTTPException), closing(Client(address)) as client:
            while not until.is_set():
                try:
                    self._ask(client, *(self.asked or self._next()))
                except LostError as error:
                    self.wrong = str(error)
                    return

    def _next(self) -> tuple[str, dict[str, Any], str, str]:
        """Where to send what, the line that it will be, and a key."""
        key = f"{self.dice.getrandbits(64):016x}"
        move = random_move(self.match, self.dice) if self.match else None
        if self.match is None or move is None:
            self.finished += self.match is not None
            header = random_header(self.game, self.dice)
            if self.at_table:
                body = {"players": header.players, "hands": "open"}
                return "/api/match", body, "", key
            choices = {"hands": "open"} if self.game == "polyssimo" else {}
            return "/api/by-hand", {"game": self.game, "players": ["Ann", "Bob"], "choices": choices}, "", key
        line = format_entry(move)
        facts = json.loads(line)
        if self.at_table:
            return (
                "/api/place",
                {"piece": facts["piece"], "cells": facts["cells"], "length": len(self.lines)},
                line,
                key,
            )
        return f"/api/by-hand/{self.match_id}/moves", {"move": facts, "length": len(self.lines)}, line, key

    def _ask(self, client: Client, path: str, body: dict[str, Any], line: str, key: str) -> None:
        self.asked = path, body, line, key
        status, told = client.ask("POST", path, body, key)
        if status not in (200, 201):
            raise LostError(f"{path} was answered with {status}: {told[:300]!r}")
        if line:
            self._take(line)
        else:
            match_id = json.loads(told).get("id") or _snapshot(client)["id"]
            lines = client.record(match_id)  # the server may die before it answers, so nothing is noted before
            self.match_id, self.lines = match_id, lines
            self.match = Match.start(parse_header(lines[0]), piece_set_for(self.game))
        self.acknowledged += 1
        self.asked = None

    def _take(self, line: str) -> None:
        assert self.match
        self.lines.append(line)
        self.match = replayed(StoredMatch(self.match_id, "", tuple(self.lines)), self.match.piece_set)

    def check(self, client: Client) -> None:
        """Holds what is there after a crash against what was acknowledged, and asks again for what was not."""
        pending = self.asked
        if self.wrong:
            raise LostError(self.wrong)
        if self.match_id:
            kept = client.record(self.match_id)
            more = [pending[2]] if pending and pending[2] else []
            if kept not in (self.lines, self.lines + more):
                raise LostError(f"match {self.match_id}: {kept[-3:]} is there, {self.lines[-3:]} was acknowledged")
        if pending:
            self._ask(client, *pending)
        if self.match_id:
            self._compare(client)

    def _compare(self, client: Client) -> None:
        """What the server shows is what a replay of the record gives."""
        if client.record(self.match_id) != self.lines:
            raise LostError(f"match {self.match_id}: asking again was not done once")
        assert self.match
        if self.at_table:
            lying = [(piece["piece"], [tuple(cell) for cell in piece["cells"]]) for piece in _snapshot(client)["lying"]]
            if lying != [(place.piece, list(place.cells)) for place in self.match.position.lying]:
                raise LostError("the table does not show what its record tells")
        else:
            length = json.loads(client.ask("GET", f"/api/by-hand/{self.match_id}")[1])["length"]
            if length != len(self.lines):
                raise LostError(f"match {self.match_id} shows {length} lines")


def rounds(folder: Path, number: int, seed: int, longest_s: float = 0.5, start: Starting = started) -> list[Played]:
    """Kills the server so many times at a random moment of a busy table and two busy matches by hand."""
    dice = Random(seed)
    players = [
        Played("polyssimo", Random(seed + 1), at_table=True),
        Played("polyssimo", Random(seed + 2)),
        Played("patchwork", Random(seed + 3)),
    ]
    for _ in range(number):
        with start(folder, *ARGS) as server:
            with closing(Client(server.address)) as client:
                for player in players:
                    player.check(client)
            until = threading.Event()
            threads = [threading.Thread(target=player.go_on, args=(server.address, until)) for player in players]
            for thread in threads:
                thread.start()
            time.sleep(dice.uniform(0, longest_s))
            server.process.kill()
            server.process.wait()
            until.set()
            for thread in threads:
                thread.join()
    with start(folder, *ARGS) as server, closing(Client(server.address)) as client:
        for player in players:
            player.check(client)
        if notice := json.loads(client.ask("GET", "/api/snapshot")[1])["notice"]:
            raise LostError(notice)
    return players


def _snapshot(client: Client) -> dict[str, Any]:
    match: dict[str, Any] = json.loads(client.ask("GET", "/api/snapshot")[1])["match"]
    return match
