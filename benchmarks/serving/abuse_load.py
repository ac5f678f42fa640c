"""Strangers who do to a server on this machine what they can, each from a loopback address of their own.

Run as a program with a port and a number of seconds; it ends by itself and prints what was answered.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

HOST = "127.0.0.1"
FILE = {"_modules": {}, "skills": {f"a(x{' ' * 3_000}y)z": 1}, "name": "<a " * 20_000, "description": "<!["}
DRAFT = {"sheet": {"description": "x" * 120_000, "traits": {f"craft [{n}]": 1 for n in range(400)}}}
JUNK = random.Random(1).randbytes(300_000)
IDLE_CONNECTIONS = 1_200

answers: Counter[str] = Counter()


class Stranger:
    """One address; `ask` sends a request over a connection that is kept as long as the server keeps it."""

    def __init__(self, port: int, number: int) -> None:
        self.port = port
        self.address = f"127.0.1.{number}"
        self._line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def connection(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(HOST, self.port, local_addr=(self.address, 0))

    async def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, bytes]:
        if self._line is None:
            self._line = await self.connection()
        reader, writer = self._line
        lines = {"host": "localhost", "content-length": str(len(body)), "content-type": "application/json", **headers}
        head = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in lines.items())
        try:
            writer.write(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body)
            await writer.drain()
            answered = await reader.readuntil(b"\r\n\r\n")
            named = (line.partition(b":") for line in answered.lower().split(b"\r\n"))
            length = next((int(value) for name, _, value in named if name == b"content-length"), 0)
            content = await reader.readexactly(length)
        except (OSError, asyncio.IncompleteReadError):
            writer.close()
            self._line = None
            raise
        if b"connection: close" in answered.lower() or b"transfer-encoding" in answered.lower():
            writer.close()
            self._line = None
        return int(answered.split(b" ")[1]), content

    async def open_table(self) -> dict[str, str]:
        asked = json.dumps({"ruleset": "fae", "name": "Eve", "scene": "fight-on-the-quay"}).encode()
        status, content = await self.ask("POST", "/api/tables", asked)
        answers[f"open {status}"] += 1
        opened: dict[str, str] = json.loads(content)
        return opened


async def import_files(stranger: Stranger) -> None:
    body = json.dumps({"text": json.dumps(FILE)}).encode()
    while True:
        answers[f"import {(await stranger.ask('POST', '/api/rulesets/fae/import', body))[0]}"] += 1


async def assess_drafts(stranger: Stranger) -> None:
    body = json.dumps(DRAFT).encode()
    for what in itertools.cycle(("draft", "markdown", "pdf")):
        answers[f"{what} {(await stranger.ask('POST', f'/api/rulesets/skein/{what}', body))[0]}"] += 1


async def guess_keys(stranger: Stranger) -> None:
    for number in itertools.count():
        status, _ = await stranger.ask("GET", "/api/log", authorization=f"Bearer guess-{number}")
        answers[f"guess {status}"] += 1


async def guess_keys_over_sockets(stranger: Stranger) -> None:
    for number in itertools.count():
        async with connect(f"ws://{HOST}:{stranger.port}/ws", local_addr=(stranger.address, 0)) as line:
            await line.send(json.dumps({"t": "hello", "key": f"guess-{number}"}))
            await line.recv()
            answers["socket turned away"] += 1


async def flood_with_frames(stranger: Stranger) -> None:
    opened = await stranger.open_table()
    words = {"type": "say", "words": "x" * 60_000}
    async with connect(f"ws://{HOST}:{stranger.port}/ws", local_addr=(stranger.address, 0), max_size=None) as line:
        await line.send(json.dumps({"t": "hello", "key": opened["key"]}))
        for number in itertools.count():
            for message in (
                {"t": "do", "id": "", "command": words},
                {"t": "do", "id": f"{number}", "command": {"type": "say", "words": "spam"}},
                {"t": "ask-odds", "id": "a", "offers": [f"{place}" for place in range(80)]},
            ):
                await line.send(json.dumps(message))
                answers["frame"] += 1
            with suppress(TimeoutError):
                async with asyncio.timeout(0.001):
                    while True:
                        await line.recv()


async def read_records(stranger: Stranger) -> None:
    opened = await stranger.open_table()
    for path in itertools.cycle(("/api/points", "/api/log?limit=500", "/api/recap", "/api/export")):
        status, _ = await stranger.ask("GET", path, authorization=f"Bearer {opened['key']}")
        answers[f"read {status}"] += 1


async def open_tables(stranger: Stranger) -> None:
    while True:
        await stranger.open_table()


async def upload_junk(stranger: Stranger) -> None:
    opened = await stranger.open_table()
    while True:
        more = {"authorization": f"Bearer {opened['key']}", "content_type": "application/octet-stream"}
        answers[f"upload {(await stranger.ask('POST', '/api/images?purpose=handout', JUNK, **more))[0]}"] += 1


async def ask_for_files(stranger: Stranger) -> None:
    for number in itertools.count():
        answers[f"file {(await stranger.ask('GET', f'/x{number}/../index.html'))[0]}"] += 1


async def hoard_connections(stranger: Stranger) -> None:
    lines = []
    try:
        for _ in range(IDLE_CONNECTIONS):
            lines.append(await stranger.connection())
            answers["connection"] += 1
        for _, writer in lines:
            # A beginning of a request that never ends.
            writer.write(b"GET / HTTP/1.1\r\nX: ")
        await asyncio.sleep(5)
    finally:
        for _, writer in lines:
            writer.close()


ABUSES: tuple[Callable[[Stranger], Awaitable[None]], ...] = (
    import_files,
    assess_drafts,
    guess_keys,
    guess_keys_over_sockets,
    flood_with_frames,
    read_records,
    open_tables,
    upload_junk,
    ask_for_files,
    hoard_connections,
)


async def repeat(abuse: Callable[[Stranger], Awaitable[None]], port: int, number: int, end: float) -> None:
    stranger = Stranger(port, number)
    while time.monotonic() < end:
        try:
            async with asyncio.timeout_at(asyncio.get_running_loop().time() + end - time.monotonic()):
                await abuse(stranger)
        except (OSError, EOFError, TimeoutError, ValueError, KeyError, WebSocketException):
            answers[f"{abuse.__name__} cut off"] += 1
            await asyncio.sleep(0.02)


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("port", type=int)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--strangers", type=int, default=2, help="How many there are of each kind.")
    given = parser.parse_args()
    end = time.monotonic() + given.seconds
    everybody = enumerate(itertools.chain.from_iterable([ABUSES] * given.strangers), start=1)
    await asyncio.gather(*(repeat(abuse, given.port, number, end) for number, abuse in everybody))
    print(json.dumps(dict(sorted(answers.items()))), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
