"""The load on our server: tables of five at which people roll and roll again, each command through the rules.

Run as a program with a port: prints a line of JSON when everybody sits, and another for each line it is given:
`saturate 2` for as many commands as go in two seconds, `pace 6 500` for five hundred a second in six.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import itertools
import json
import sys
import time
from collections.abc import Iterator
from typing import Any

import msgspec
import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

PEOPLE = ("Mira", "Ana", "Bo", "Cleo", "Dan")
PLAYERS = len(PEOPLE) - 1
SEATS = len(PEOPLE)


class Message(msgspec.Struct):
    """As much of a message as the load has to understand."""

    t: str
    id: str = ""
    seq: int = 0
    message: str = ""
    blocks: dict[str, msgspec.Raw] = {}


class Prompt(msgspec.Struct):
    id: str
    kind: str
    names: tuple[str, ...]


class Roll(msgspec.Struct):
    id: str
    stage: str
    waiting: tuple[str, ...] = ()


class Gate:
    """Asks the server over HTTP, one request after the other."""

    def __init__(self, host: str, port: int) -> None:
        self.line = http.client.HTTPConnection(host, port)

    def ask(self, method: str, path: str, body: object = None) -> Any:
        self.line.request(method, path, json.dumps(body), {"content-type": "application/json"})
        reply = self.line.getresponse()
        text = reply.read()
        if reply.status >= 400:
            raise SystemExit(f"{path}: {text.decode()}")
        return json.loads(text)


class Seat(WSListener):
    """One socket; the game master's keeps the questions and rolls that are open."""

    def __init__(self, table: Game, number: int) -> None:
        self.table = table
        self.number = number
        self.seq = 0
        self.is_seated = asyncio.get_running_loop().create_future()
        self.decoder = msgspec.json.Decoder(Message)

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport
        self.say({"t": "hello", "key": self.table.keys[self.number]})

    def say(self, message: object) -> None:
        self.transport.send(WSMsgType.TEXT, msgspec.json.encode(message))

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type != WSMsgType.TEXT:
            return
        message = self.decoder.decode(frame.get_payload_as_bytes())
        self.table.bytes_received += len(frame.get_payload_as_bytes())
        if message.t == "patch":
            if not self.is_seated.done():
                self.is_seated.set_result(None)
            if message.seq > self.seq:
                self.seq = message.seq
                self.table.saw(message.seq)
            if self.number == 0:
                self.table.note(message.blocks)
        elif message.t in ("done", "refused"):
            self.table.answered(message)
        elif message.t == "goodbye":
            raise SystemExit(message.message)


class Game:
    """Five people at a table who roll one after the other."""

    def __init__(self, gate: Gate, sheets: list[Any]) -> None:
        opened = gate.ask("POST", "/api/tables", {"ruleset": "fae", "title": "Load", "name": PEOPLE[0]})
        self.keys = [opened["key"]]
        self.names = ["gm"]
        for name in PEOPLE[1:]:
            joined = gate.ask("POST", "/api/join", {"key": opened["invitation"], "name": name})
            self.keys.append(joined["key"])
            self.names.append(joined["seat"])
        self.sheets = sheets
        self.seats: list[Seat] = []
        self.ids = itertools.count()
        self.waiting: asyncio.Future[Message] | None = None
        self.started: dict[int, list[Any]] = {}
        self.url = ""
        """Set once everybody sits; before that nothing may be refused."""
        self.refusals = 0
        self.latencies: list[float] = []
        self.commands = 0
        self.bytes_received = 0
        self.prompts: dict[str, Prompt] = {}
        self.rolls: dict[str, Roll] = {}
        self.sent_at = 0.0
        self.due = 0.0
        self.lock = asyncio.Lock()
        self.turn = 0
        self.goal = 0
        self.caught_up: asyncio.Future[None] | None = None

    async def look_again(self) -> None:
        """Open the game master's page anew: the clock of the table has moved on while this load was waiting."""
        self.refusals += 1
        self.prompts.clear()
        self.rolls.clear()
        self.started.clear()
        self.seats[0].transport.disconnect()
        _, seat = await ws_connect(lambda: Seat(self, 0), self.url)
        self.seats[0] = seat  # type: ignore[assignment]
        await self.seats[0].is_seated

    async def connect(self, url: str) -> None:
        for number in range(SEATS):
            _, seat = await ws_connect(lambda number=number: Seat(self, number), url)  # type: ignore[misc]
            self.seats.append(seat)  # type: ignore[arg-type]
        await asyncio.gather(*(seat.is_seated for seat in self.seats))
        for number in range(1, SEATS):
            sheet = self.sheets[number - 1]
            await self.do(number, type="bring-character", seat=self.names[number], sheet=sheet)
        actors = [actor_id(sheet) for sheet in self.sheets[:PLAYERS]]
        await self.do(0, type="start-session")
        await self.do(0, type="start-scene", title="Load", present=actors)
        for actor in actors:
            # Nobody can pay for anything, so that the dice fall as soon as nobody wants to help.
            await self.do(0, type="set-points", account=f"purse:{actor}", value=0, reason="to measure rolls")
        await self.do(0, type="set-points", account="pool", value=0, reason="to measure rolls")
        self.actors = actors
        self.url = url

    def note(self, blocks: dict[str, msgspec.Raw]) -> None:
        for key, block in blocks.items():
            if key.startswith("prompt:"):
                prompt = msgspec.json.decode(block, type=Prompt)
                self.prompts[prompt.id] = prompt
            elif key.startswith("roll:"):
                roll = msgspec.json.decode(block, type=Roll)
                self.rolls[roll.id] = roll
        if self.caught_up is not None and self.seats and self.seats[0].seq >= self.goal:
            self.caught_up.set_result(None)
            self.caught_up = None

    async def do(self, number: int, **command: Any) -> None:
        self.waiting = asyncio.get_running_loop().create_future()
        self.sent_at = self.due or time.perf_counter()
        self.seats[number].say({"t": "do", "id": f"c{next(self.ids)}", "command": command})
        reply = await self.waiting
        if reply.t == "refused":
            if not self.url:
                raise SystemExit(f"{command}: {reply.message}")
            await self.look_again()
            return
        # The next person has to see first what happened, as people do.
        if self.seats[0].seq < reply.seq:
            self.goal, self.caught_up = reply.seq, asyncio.get_running_loop().create_future()
            await self.caught_up

    def answered(self, message: Message) -> None:
        self.commands += 1
        late = sum(seat.seq < message.seq for seat in self.seats)
        if message.seq and late:
            self.started[message.seq] = [self.sent_at, late]
        else:
            self.latencies.append(time.perf_counter() - self.sent_at)
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_result(message)

    def saw(self, seq: int) -> None:
        """The last viewer who hears of a command ends its time."""
        for known in [known for known in self.started if known <= seq]:
            self.started[known][1] -= 1
            if self.started[known][1] == 0:
                self.latencies.append(time.perf_counter() - self.started.pop(known)[0])

    async def step(self) -> None:
        """One command, from the person whose move it is."""
        if self.prompts:
            prompt = self.prompts.pop(next(iter(self.prompts)))
            option, fill = ANSWERS[prompt.kind]
            await self.do(PEOPLE.index(prompt.names[0]), type="answer", prompt=prompt.id, option=option, fill=fill)
        elif roll := next((roll for roll in self.rolls.values() if roll.waiting or roll.stage == "declared"), None):
            if roll.waiting:
                await self.do(self.names.index(roll.waiting[0]), type="pass", roll=roll.id)
            else:
                self.rolls.clear()
                await self.do(self.turn, type="throw-dice", roll=roll.id)
        else:
            self.turn = self.turn % PLAYERS + 1
            self.rolls.clear()
            actor = self.actors[self.turn - 1]
            await self.do(self.turn, type="overcome", actor=actor, trait="quick", description="makes a dash for it")


ANSWERS: dict[str, tuple[str, dict[str, Any]]] = {
    "opposition": ("difficulty", {"value": 2}),
    "serious-cost": ("fail", {}),
    "minor-cost": ("cost", {"cost": "a torn sleeve"}),
    "name-boost": ("name", {"words": "On a Roll"}),
}


def actor_id(sheet: dict[str, Any]) -> str:
    return "-".join("".join(c if c.isalnum() else " " for c in sheet["name"].lower()).split())


async def saturate(games: list[Game], seconds: float) -> float:
    """As many commands as the server takes, one after the other at each table."""
    end = time.perf_counter() + seconds

    async def play(game: Game) -> None:
        while time.perf_counter() < end:
            await game.step()

    before, start = sum(game.commands for game in games), time.perf_counter()
    await asyncio.gather(*map(play, games))
    return (sum(game.commands for game in games) - before) / (time.perf_counter() - start)


async def pace(games: list[Game], rate: float, seconds: float) -> list[float]:
    """So many commands a second, spread evenly over the tables; from each command to the last viewer."""
    for game in games:
        game.latencies.clear()
    turns: Iterator[Game] = itertools.cycle(games)
    busy: set[asyncio.Task[None]] = set()
    start = time.perf_counter()

    async def step(game: Game, due: float) -> None:
        # Time is counted from when the command was due, also if its table was still busy then.
        async with game.lock:
            game.due = due
            await game.step()

    for count in range(int(rate * seconds)):
        due = start + count / rate
        if due > time.perf_counter():
            await asyncio.sleep(due - time.perf_counter())
        task = asyncio.create_task(step(next(turns), due))
        busy.add(task)
        task.add_done_callback(busy.discard)
    await asyncio.gather(*busy)
    await asyncio.sleep(0.2)
    return sorted(latency for game in games for latency in game.latencies)


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("port", type=int)
    parser.add_argument("--tables", type=int, default=200)
    given = parser.parse_args()
    gate = Gate("127.0.0.1", given.port)
    sheets = gate.ask("GET", "/api/rulesets/fae/forms/hero")
    games = [Game(gate, sheets) for _ in range(given.tables)]
    for game in games:
        await game.connect(f"ws://127.0.0.1:{given.port}/ws")
    print(json.dumps({"seats": given.tables * SEATS}), flush=True)
    loop = asyncio.get_running_loop()
    while order := (await loop.run_in_executor(None, sys.stdin.readline)).split():
        kind, *numbers = order
        seconds, *rate = map(float, numbers)
        if kind == "saturate":
            done, received = sum(game.commands for game in games), sum(game.bytes_received for game in games)
            per_second = await saturate(games, seconds)
            commands = sum(game.commands for game in games) - done
            sent = (sum(game.bytes_received for game in games) - received) / commands
            print(json.dumps({"commands": commands, "per_second": per_second, "bytes_each": sent}), flush=True)
        else:
            latencies = await pace(games, *rate, seconds)
            shares = {share: latencies[min(len(latencies) - 1, int(len(latencies) * share / 100))] for share in SHARES}
            told = {share: round(1000 * latency, 2) for share, latency in shares.items()}
            print(json.dumps({**told, "refusals": sum(game.refusals for game in games)}), flush=True)


SHARES = (50, 90, 99)

if __name__ == "__main__":
    uvloop.run(main())
