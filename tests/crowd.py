"""Many who look on at once, in a process of their own: ``python -m tests.crowd http://127.0.0.1:8001 50 10``.

Each does what the viewers' page does: reads the event stream, fetches the picture that it names, one at a time, and
where there is no room asks for snapshots. In the end one line of JSON tells what came and when.
"""

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]

PICTURE_REST_S = 2.0
"""A page rests so long after a picture."""
ASK_S = 1.5
"""A page without a stream asks this often."""
AT_ONCE = 20
"""So many join at the same time."""


@dataclass
class Crowd:
    """Where all look, and what they have seen: by serial number when it came, in seconds of the system's clock."""

    host: str
    port: int
    arrivals: dict[int, list[float]] = field(default_factory=dict)
    streams: int = 0
    busy: int = 0
    pictures: int = 0
    lost: int = 0

    async def look(self, joining: asyncio.Semaphore) -> None:
        """One of them, until it is cancelled."""
        try:
            async with joining:
                reader, writer = await self.asked("/events")
            self.streams += 1
            if await self.stream(reader):
                self.streams -= 1
                self.busy += 1
                writer.close()
                await self.poll()
            self.lost += 1
        except OSError:
            self.lost += 1

    async def stream(self, reader: asyncio.StreamReader) -> bool:
        """Reads the stream; whether there was no room."""
        serial, picture, fetching = 0, 0, None
        while line := await reader.readline():
            if line.startswith(b"event: busy"):
                return True
            if line.startswith(b"id: "):
                serial = int(line[4:])
            elif line.startswith(b"data: ") and (shown := json.loads(line[6:]).get("camera")):
                self.arrivals.setdefault(serial, []).append(time.time())
                newest = shown["picture"]
                if newest != picture and (fetching is None or fetching.done()):
                    picture, fetching = newest, asyncio.create_task(self.fetch(newest))
        return False

    async def fetch(self, picture: int) -> None:
        """The camera's picture."""
        with suppress(OSError, asyncio.IncompleteReadError):
            reader, writer = await self.asked(f"/snapshot.jpg?seq={picture}", "close")
            octets = await reader.read()
            writer.close()
            self.pictures += octets.startswith(b"HTTP/1.1 200")
            await asyncio.sleep(PICTURE_REST_S)

    async def poll(self) -> None:
        serial = 0
        while True:
            await asyncio.sleep(ASK_S)
            reader, writer = await self.asked(f"/api/snapshot?since={serial}", "close")
            body = (await reader.read()).partition(b"\r\n\r\n")[2]
            writer.close()
            if body:
                serial = json.loads(body)["serial"]

    async def asked(self, path: str, connection: str = "keep-alive") -> Streams:
        reader, writer = await asyncio.open_connection(self.host, self.port, limit=2**20)
        lines = (f"GET {path} HTTP/1.1", f"Host: {self.host}:{self.port}", f"Connection: {connection}", "", "")
        writer.write("\r\n".join(lines).encode())
        return reader, writer


async def gathered(address: str, count: int, seconds: float) -> Crowd:
    """Lets so many look for so long."""
    parts = urlsplit(address)
    crowd = Crowd(parts.hostname or "", parts.port or 80)
    joining = asyncio.Semaphore(AT_ONCE)
    tasks = [asyncio.create_task(crowd.look(joining)) for _ in range(count)]
    print("looking", flush=True)
    await asyncio.sleep(seconds)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return crowd


@contextmanager
def looking(address: str, count: int, seconds: float) -> Iterator[dict[str, Any]]:
    """Lets them look from another process; what they have seen is in the dictionary after the end."""
    command = [sys.executable, "-m", "tests.crowd", address, str(count), str(seconds)]
    told: dict[str, Any] = {}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            assert process.stdout.readline() == "looking\n"
            yield told
            told.update(json.loads(process.stdout.readline()))
        finally:
            process.kill()


def main() -> None:
    address, count, seconds = sys.argv[1:4]
    crowd = asyncio.run(gathered(address, int(count), float(seconds)))
    facts = {name: getattr(crowd, name) for name in ("arrivals", "streams", "busy", "pictures", "lost")}
    print(json.dumps(facts))


if __name__ == "__main__":
    main()
