"""A server that really runs, and pages that really connect to it, for tests.

A page here keeps what a browser's page keeps, and besides every byte it was sent.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx
import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from fatetable.adapters.server.addresses import Addresses
from fatetable.adapters.server.app import TableServer
from fatetable.adapters.server.operations.json_log import JsonLog
from fatetable.adapters.server.process.uvicorn_server import address_in_words, listen, make
from fatetable.adapters.server.protection.host_key import OPEN, Door
from fatetable.adapters.server.protection.proxies import read_proxies
from fatetable.adapters.server.protection.rate_limits import Limits
from fatetable.adapters.storage.memory_store import MemoryStore
from fatetable.adapters.web import STATIC
from fatetable.tabletop.storage.store import Store

PATIENCE = 30.0
"""Seconds after which a test gives up waiting for something that should have come long ago."""

IDS = count(1)
"""An id that was used before stands for what was done then, so no two pages use the same."""

PLENTY = Limits(
    commands=1e6,
    commands_burst=1e6,
    visits=1e6,
    visits_burst=1e6,
    requests=1e6,
    requests_burst=1e6,
    tables=1e6,
    tables_burst=1e6,
    drafts=1e6,
    drafts_burst=1e6,
    readings=1e6,
    readings_burst=1e6,
    files=1e6,
    files_burst=1e6,
    uploads=1e6,
    uploads_burst=1e6,
)


class Server:
    """Runs in a thread of its own, on a port of its own, until the test is over."""

    def __init__(
        self,
        store: Store | None = None,
        *,
        limits: Limits = PLENTY,
        idle_seconds: float = 3600.0,
        addresses: Addresses | None = None,
        page: Path = STATIC,
        proxies: tuple[str, ...] = (),
        door: Door = OPEN,
    ) -> None:
        self.store = store or MemoryStore()
        self.json_log: list[str] = []
        self.tables = TableServer(
            self.store,
            limits=limits,
            json_log=JsonLog(self.json_log.append),
            idle_seconds=idle_seconds,
            addresses=addresses,
            page=page,
            proxies=read_proxies(proxies),
            door=door,
        )
        self.listening = listen("127.0.0.1", 0)
        self.url = address_in_words(self.listening).rstrip("/")
        self.metrics = listen("127.0.0.1", 0)
        self.tables.metrics_port.listen_at(self.metrics)
        self.metrics_url = address_in_words(self.metrics).rstrip("/")
        self._uvicorn = make(self.tables)
        self._thread = threading.Thread(target=self._uvicorn.run, kwargs={"sockets": [self.listening, self.metrics]})
        self.http = httpx.Client(base_url=self.url, timeout=PATIENCE)

    def __enter__(self) -> Server:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()
        self.stop()
        self.store.close()

    def stop(self) -> None:
        self._uvicorn.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), "the server does not stop"

    # -- over HTTP ---------------------------------------------------------------------------------------------------

    def post(self, path: str, body: object, key: str = "", **headers: str) -> httpx.Response:
        if key:
            headers["authorization"] = f"Bearer {key}"
        return self.http.post(path, json=body, headers=headers)

    def get(self, path: str, key: str = "") -> httpx.Response:
        return self.http.get(path, headers={"authorization": f"Bearer {key}"} if key else {})

    def open_table(self, **asked: Any) -> dict[str, str]:
        answer = self.post("/api/tables", {"ruleset": "fae", "name": "Maria", **asked})
        assert answer.status_code == 200, answer.text
        opened: dict[str, str] = answer.json()
        return opened

    def join(self, invitation: str, name: str, **asked: str) -> dict[str, str]:
        answer = self.post("/api/join", {"key": invitation, "name": name, **asked})
        assert answer.status_code == 200, answer.text
        seated: dict[str, str] = answer.json()
        return seated

    def metric(self, name: str) -> int:
        lines = self.http.get(f"{self.metrics_url}/metrics").text.splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith(f"fatetable_{name} "))

    def visit(self, key: str, after: int = 0, *, headers: Mapping[str, str] | None = None) -> Page:
        return Page(self.url, key, after, headers=headers)


class Page:
    """A page at a seat; `wait` reads what comes until something holds."""

    def __init__(
        self,
        url: str,
        key: str,
        after: int = 0,
        *,
        table: str = "",
        is_greeted: bool = True,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self._opened = ExitStack()
        address = url.replace("http", "ws", 1) + "/ws" + (f"?table={table}" if table else "")
        self.socket: ClientConnection = self._opened.enter_context(
            connect(address, max_size=None, max_queue=None, compression=None, additional_headers=headers)
        )
        self.received: list[str] = []
        self.messages: list[dict[str, Any]] = []
        self.welcomes: list[dict[str, Any]] = []
        self.blocks: dict[str, Any] = {}
        self.order: list[str] = []
        self.offers: dict[str, dict[str, Any]] = {}
        self.menu: list[str] = []
        self.proxy: list[dict[str, Any]] | None = None
        self.log: list[dict[str, Any]] = []
        self.undone: list[list[int]] = []
        self.people: dict[str, dict[str, Any]] = {}
        self.stirring: dict[str, Any] = {}
        self.seq = 0
        self.say({"t": "hello", "key": key, "after": after})
        if is_greeted:
            self.wait(lambda page: page.people and page.order)

    def __enter__(self) -> Page:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        self._opened.close()

    # -- talking -----------------------------------------------------------------------------------------------------

    def say(self, message: Mapping[str, Any] | str) -> None:
        self.socket.send(message if isinstance(message, str) else msgspec.json.encode(message).decode())

    def hear(self, timeout: float = PATIENCE) -> dict[str, Any]:
        text = self.socket.recv(timeout=timeout)
        assert isinstance(text, str)
        self.received.append(text)
        message: dict[str, Any] = msgspec.json.decode(text)
        self.messages.append(message)
        match message["t"]:
            case "welcome":
                self.welcomes.append(message)
                if message["fresh"]:
                    self._forget()
            case "patch":
                self._apply(message)
        return message

    def _forget(self) -> None:
        self.blocks, self.order, self.offers, self.menu, self.log = {}, [], {}, [], []

    def _apply(self, patch: dict[str, Any]) -> None:
        self.seq = patch["seq"]
        self.blocks.update(patch.get("blocks", {}))
        if "order" in patch:
            self.order = patch["order"]
            self.blocks = {key: self.blocks[key] for key in self.order}
        self.offers.update({offer["key"]: offer for offer in patch.get("offers", ())})
        if "menu" in patch:
            self.menu = patch["menu"]
            self.offers = {key: self.offers[key] for key in self.menu}
        self.log += patch.get("log", ())
        self.undone = patch.get("undone", self.undone)
        self.proxy = patch.get("proxy", self.proxy)
        self.stirring = patch.get("stirring", self.stirring)
        if "people" in patch:
            self.people = {person["seat"]: person for person in patch["people"]}

    def wait(self, holds: Callable[[Page], object]) -> None:
        while not holds(self):
            self.hear()

    def next(self, kind: str) -> dict[str, Any]:
        """The next message of a kind."""
        while (message := self.hear())["t"] != kind:
            pass
        return message

    def until_closed(self) -> dict[str, Any]:
        """The last message before the server closes the socket."""
        try:
            while True:
                self.hear()
        except ConnectionClosed:
            return self.messages[-1]

    # -- doing -------------------------------------------------------------------------------------------------------

    def send(self, command: Mapping[str, Any], *, id: str = "", seat: str = "") -> str:
        id = id or f"c{next(IDS)}"
        self.say({"t": "do", "id": id, "command": command, "seat": seat})
        return id

    def answer_to(self, id: str) -> dict[str, Any]:
        while True:
            message = self.hear()
            if message["t"] in ("done", "refused", "odds") and message["id"] == id:
                return message

    def do(self, command: Mapping[str, Any], *, seat: str = "") -> dict[str, Any]:
        answer = self.answer_to(self.send(command, seat=seat))
        assert answer["t"] == "done", answer
        return answer

    def refused(self, command: Mapping[str, Any], *, seat: str = "") -> str:
        answer = self.answer_to(self.send(command, seat=seat))
        assert answer["t"] == "refused", answer
        return str(answer["code"])

    def offered(self, kind: str) -> dict[str, Any]:
        """An offer of a command of that kind, as soon as there is one."""

        def find() -> dict[str, Any] | None:
            return next((offer for offer in self.offers.values() if offer["command"]["type"] == kind), None)

        self.wait(lambda _: find())
        found = find()
        assert found is not None
        return found

    def block(self, kind: str) -> dict[str, Any] | None:
        return next((block for block in self.blocks.values() if block["type"] == kind), None)

    def lines(self) -> list[str]:
        return [line["text"] for line in self.log]
