"""What can go wrong around a server: a page that does not read, a disk that is full, a port that is taken, an end."""

from __future__ import annotations

import base64
import os
import re
import signal
import socket
import sqlite3
import subprocess
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from websockets.frames import Frame, Opcode

from fatetable.adapters.server.protection.rate_limits import Limits
from fatetable.adapters.storage import store_health
from fatetable.adapters.storage.sqlite_store import SqliteStore
from fatetable.tabletop.storage.store import AccessKey
from tests.adapters.server.support.groups import say, sitting
from tests.adapters.server.support.processes import PROGRAM, Process, no_larger_than
from tests.adapters.server.support.visiting import PATIENCE, PLENTY, Page, Server

LONG = "x" * 390


# -- pages that do not read ------------------------------------------------------------------------------------------


def connect_and_never_read(server: Server, key: str) -> socket.socket:
    host, port = server.url.removeprefix("http://").split(":")
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    line.connect((host, int(port)))
    nonce = base64.b64encode(os.urandom(16)).decode()
    line.sendall(
        f"GET /ws HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {nonce}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += line.recv(64)
    hello = msgspec.json.encode({"t": "hello", "key": key})
    line.sendall(Frame(Opcode.TEXT, hello).serialize(mask=True))
    return line


def test_a_page_that_does_not_read_is_cut_off_and_holds_nobody_up() -> None:
    limits = msgspec.structs.replace(PLENTY, unread_messages=40)
    with Server(limits=limits) as server:
        # Small buffers, so that it shows soon that nobody reads.
        server.listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        opened = server.open_table()
        key = server.join(opened["invitation"], "Bo")["key"]
        with server.visit(opened["key"]) as gm, connect_and_never_read(server, key):
            gm.wait(lambda page: page.people["bo"].get("is_here"))
            said = 0
            while gm.people["bo"].get("is_here"):
                gm.do(say(f"{said} {LONG}"))
                said += 1
                assert said < 5_000, "nobody noticed"
            assert server.metric("stalled_total") == 1
            with server.visit(key) as back:
                assert back.log[-1]["text"] == f"{said - 1} {LONG}"
                back.do(say("I am back"))


def test_whoever_is_turned_out_without_reading_it_is_heard_no_more() -> None:
    with Server() as server:
        server.listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        opened = server.open_table()
        key = server.join(opened["invitation"], "Bo")["key"]
        with server.visit(opened["key"]) as gm, connect_and_never_read(server, key) as bo:
            gm.wait(lambda page: page.people["bo"].get("is_here"))
            for number in range(PLENTY.unread_messages // 2):
                gm.do(say(f"{number} {LONG}"))
            taken_back = server.http.delete("/api/seats/bo/link", headers={"authorization": f"Bearer {opened['key']}"})
            assert taken_back.status_code == 200
            gm.wait(lambda page: not page.people["bo"].get("is_here"))
            message = msgspec.json.encode({"t": "do", "id": "late", "command": say("and yet I speak")})
            bo.sendall(Frame(Opcode.TEXT, message).serialize(mask=True))
            bo.sendall(Frame(Opcode.CLOSE, b"").serialize(mask=True))
            while bo.recv(65_536):
                pass
            gm.do(say("who else"))
            assert "and yet I speak" not in gm.lines()


class Watched(SqliteStore):
    """Tells when somebody begins to take keys back."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.is_revoking = threading.Event()

    def add_key(self, key: AccessKey, *, replacing: Sequence[bytes] = ()) -> Future[None]:
        added = super().add_key(key, replacing=replacing)
        if replacing:
            self.is_revoking.set()
        return added


def test_nobody_slips_in_while_their_seat_is_being_taken_back(tmp_path: Path) -> None:
    store = Watched(tmp_path / "tables.db")
    with Server(store) as server, sitting(server) as (gm, _, bo, keys, *_):
        bo.close()
        store.is_revoking.clear()
        gm.wait(lambda page: page.menu and not page.people["bo"].get("is_here"))
        visits = len(server.tables.registry.tasks)
        with closing(sqlite3.connect(store.path, isolation_level=None)) as other:
            # As long as nothing can be written, the table is busy, and newcomers wait for it.
            other.execute("BEGIN IMMEDIATE")
            gm.send(say("one"))
            gm.send(say("two"))
            gm.say({"t": "ask-odds", "id": "odds", "offers": []})
            last = gm.send(say("three"))
            gm.say("nonsense")
            gm.next("refused")
            with ThreadPoolExecutor(1) as thread:
                bearer = {"authorization": f"Bearer {keys['gm']}"}
                taken_back = thread.submit(server.http.delete, "/api/seats/bo/link", headers=bearer)
                assert store.is_revoking.wait(PATIENCE)
                late = Page(server.url, keys["bo"], is_greeted=False)
                while len(server.tables.registry.tasks) == visits:
                    pass
                other.execute("ROLLBACK")
                assert taken_back.result().status_code == 200
        gm.answer_to(last)
        assert late.until_closed()["code"] == "seat-taken-back"
        late.close()


# -- stores that fail --------------------------------------------------------------------------------------------------


def test_on_a_full_disk_commands_are_refused_and_what_was_done_stays(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with Process(data) as server:
        opened = server.post("/api/tables", {"ruleset": "fae", "name": "Maria"})
    with Process(data, before=no_larger_than(200_000)) as server, server.visit(opened["key"]) as page:
        done: list[str] = []
        while True:
            words = f"{len(done)} {LONG}"
            answer = page.answer_to(page.send(say(words)))
            if answer["t"] == "refused":
                break
            done.append(words)
            assert len(done) < 5_000, "the disk is larger than it should be"
        assert (answer["code"], answer["message"][-1]) == ("not-stored", ".")
        page.wait(lambda page: len(page.welcomes) > 1 and page.log)
        assert page.lines()[-1] == done[-1], "pages show what is on disk"
        health = server.http.get("/healthz")
        assert (health.status_code, health.text) == (503, "disk-failed\n")
    with Process(data) as server, server.visit(opened["key"]) as page:
        assert page.lines()[-1] == done[-1]
        page.do(say("there is room again"))
        assert server.http.get("/healthz").text == "ok\n"


def test_health_is_back_when_the_store_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_health, "AGAIN_SECONDS", 0.0)
    store = SqliteStore(tmp_path / "tables.db", patience=0.01)
    with Server(store) as server:
        opened = server.open_table()
        assert server.get("/healthz").text == "ok\n"
        with server.visit(opened["key"]) as page, closing(sqlite3.connect(store.path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert page.refused(say("lost")) == "not-stored"
            answer = server.get("/healthz")
            assert (answer.status_code, answer.text) == (503, "store-locked\n")
            other.execute("ROLLBACK")
        while server.get("/healthz").status_code != 200:
            pass
    assert store.trouble() == "store-closed"


def test_health_tells_that_the_disk_is_nearly_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_health, "LITTLE_ROOM", 2**62)
    with Server(SqliteStore(tmp_path / "tables.db")) as server:
        answer = server.get("/healthz")
        assert (answer.status_code, answer.text) == (503, "disk-nearly-full\n")


def test_nothing_is_shown_before_it_is_stored(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.db")
    with Server(store) as server, sitting(server) as (gm, ana, bo, keys, *_):
        with closing(sqlite3.connect(store.path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            said = bo.send(say("not yet"))
            for page in (bo, gm, ana):
                page.say("nonsense")
                assert page.next("refused")["code"] == "malformed"
            assert "not yet" not in server.get("/api/log", keys["ana"]).text
            assert not any("not yet" in text for page in (gm, ana, bo) for text in page.received)
            assert not any(message["t"] == "done" for message in bo.messages)
            other.execute("ROLLBACK")
        assert bo.answer_to(said)["t"] == "done"
        for page in (gm, ana):
            page.wait(lambda page: page.log[-1]["text"] == "not yet")


def test_when_the_disk_is_full_halfway_everybody_hears_what_became_of_their_own_command(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.db")

    def make_room(pages: int) -> None:
        used = store._writer.submit(lambda line: line.execute("PRAGMA page_count").fetchone()[0]).result()
        store._writer.submit(lambda line: line.execute(f"PRAGMA max_page_count = {used + pages}").fetchone()).result()

    with Server(store) as server:
        opened = server.open_table(scene="fight-on-the-quay")
        with server.visit(opened["key"]) as page, closing(sqlite3.connect(store.path, isolation_level=None)) as other:
            points = {"type": "set-points", "account": "purse:reth", "value": 5, "reason": "a wager won"}
            page.do(points)
            make_room(3)
            # As long as nothing can be written, commands gather, and are then taken together.
            other.execute("BEGIN IMMEDIATE")
            said = {page.send(say(words)): words for words in (f"no. {number}: {LONG}" for number in range(40))}
            # It has five already: for that nothing is to be stored, no matter whether the others were stored.
            page.send(points)
            page.say("nonsense")
            page.next("refused")
            other.execute("ROLLBACK")
            answers = {id: page.answer_to(id)["t"] for id in said}
            kept = [record.body.decode() for record in store.read(opened["table"])]
            for id, words in said.items():
                assert any(words in body for body in kept) == (answers[id] == "done")
            assert set(answers.values()) == {"done", "refused"}, "the disk was full halfway"
            make_room(1_000)
            # The same again, under the same ids: nothing happens twice.
            for id, words in said.items():
                assert page.answer_to(page.send(say(words), id=id))["t"] == "done"
            kept = [record.body.decode() for record in store.read(opened["table"])]
            assert all(sum(words in body for body in kept) == 1 for words in said.values())


def test_while_the_file_is_locked_everybody_is_told_so_and_nobody_where_it_lies(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.db", patience=0.01)
    with Server(store) as server, sitting(server) as (gm, ana, _, keys, invitation, _):
        gm.do(say("before"))
        with closing(sqlite3.connect(store.path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert ana.refused(say("lost")) == "not-stored"
            assert ana.messages[-1]["message"].endswith(".")
            told = [
                server.post("/api/join", {"key": invitation, "name": "Eve"}),
                server.post("/api/tables", {"ruleset": "fae", "name": "Eve"}),
                server.post("/api/seats/ana/link", {}, keys["gm"]),
                server.post("/api/invitation/new", {}, keys["gm"]),
                server.post("/api/dice/new", {}, keys["gm"]),
                server.http.delete("/api/seats/ana/link", headers={"authorization": f"Bearer {keys['gm']}"}),
            ]
            other.execute("ROLLBACK")
        for answer in told:
            assert answer.status_code == 503
            assert answer.json()["message"].count(".") == 1, "one sentence"
            assert "tables.db" not in answer.text
        # What was refused did not happen, and everything works as before.
        ana.do(say("after"))
        gm.wait(lambda page: page.log and page.log[-1]["text"] == "after")
        assert gm.lines()[-2:] == ["before", "after"]
        assert server.post("/api/dice/new", {}, keys["gm"]).status_code == 200
        noted = [msgspec.json.decode(line) for line in server.json_log]
        assert {note["code"] for note in noted if note["level"] == "warning"} == {"store-locked"}
        assert server.metric("faults_total") == 0


def test_while_the_store_cannot_be_used_a_page_is_asked_to_come_back_later() -> None:
    with Server() as server:
        opened = server.open_table()
        server.store.close()
        page = Page(server.url, opened["key"], is_greeted=False)
        goodbye = page.until_closed()
        assert (goodbye["code"], goodbye["may_return"]) == ("table-unavailable", True)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--port", "{taken}"), "port-in-use"),
        (("--host", "no.such.host.invalid"), "no-such-address"),
        (("--host", "203.0.113.7"), "no-such-address"),
        (("--public-url", "tables.example.org"), "bad-public-url"),
        (("--public-url", "https://example.org/tables?x=1"), "bad-public-url"),
        (("--root-path", "/api"), "bad-root-path"),
        (("--root-path", "/a b"), "bad-root-path"),
        (("--public-url", "https://example.org/tables", "--root-path", "/fate"), "bad-root-path"),
        (("--data", "{file}"), "folder-not-made"),
        (("--data", "{garbage}"), "not-a-database"),
        (("--data", "{locked}"), "store-locked"),
        (("--limit", "wishes=3"), "no-such-limit"),
        (("--limit", "commands=many"), "bad-limit"),
    ],
)
def test_what_keeps_a_server_from_starting_is_said_in_one_sentence(
    tmp_path: Path, arguments: tuple[str, str], code: str
) -> None:
    (tmp_path / "file").write_text("not a folder")
    (tmp_path / "garbage").mkdir()
    (tmp_path / "garbage" / "tables.db").write_text("not a database, but long enough to look like one " * 40)
    (tmp_path / "locked").mkdir()
    with (
        socket.create_server(("127.0.0.1", 0)) as taken,
        closing(sqlite3.connect(tmp_path / "locked" / "tables.db", isolation_level=None)) as other,
    ):
        other.execute("BEGIN EXCLUSIVE")
        folders = {name: tmp_path / name for name in ("file", "garbage", "locked")}
        places = {"taken": taken.getsockname()[1], **folders}
        filled = [argument.format(**places) for argument in arguments]
        settings = ["--port", "0", "--data", str(tmp_path / "data"), *filled]
        assert refusal_to_serve(*settings) == code


def refusal_to_serve(*settings: str | Path, before: Callable[[], None] | None = None) -> str:
    """The code of the one sentence with which the program ends."""
    command = [PROGRAM, "serve", *settings]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, preexec_fn=before)
    assert (ended.returncode, ended.stdout) == (1, "")
    (line,) = ended.stderr.splitlines()
    found = re.fullmatch(r"error: .+\. \(([a-z-]+)\)", line)
    assert found, line
    return found[1]


def test_a_server_that_finds_no_room_on_the_disk_says_so(tmp_path: Path) -> None:
    data = tmp_path / "data"
    assert refusal_to_serve("--port", "0", "--data", data, before=no_larger_than(1_000)) in ("disk-full", "disk-failed")
    with Process(data) as server:
        server.post("/api/tables", {"ruleset": "fae", "name": "there is room again"})


# -- the end -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_server_that_is_stopped_says_goodbye(tmp_path: Path, how: signal.Signals) -> None:
    with Process(tmp_path / "data") as server:
        opened = server.post("/api/tables", {"ruleset": "fae", "name": "Maria"})
        page = server.visit(opened["key"])
        for number in range(20):
            page.send(say(f"{number}"))
        page.do(say("the last word"))
        assert server.end(how) == 0
        goodbye = page.until_closed()
        assert (goodbye["code"], goodbye["may_return"]) == ("server-stops", True)
        page.close()
    notes = (tmp_path / "data.errors").read_text().splitlines()
    assert [msgspec.json.decode(note)["event"] for note in notes] == ["serving", "table-opened", "stopped"]
    with Process(tmp_path / "data") as server, server.visit(opened["key"]) as page:
        assert page.lines()[-1] == "the last word"


def test_tables_leave_memory_when_nobody_is_left_and_come_back(tmp_path: Path) -> None:
    with Server(SqliteStore(tmp_path / "tables.db"), idle_seconds=0.0) as server:
        opened = server.open_table()
        with server.visit(opened["key"]) as page:
            first = page.answer_to(page.send(say("before"), id="mine"))
            assert server.metric("tables_in_memory") == 1
        while server.metric("tables_in_memory"):
            pass
        with server.visit(opened["key"]) as page:
            assert page.lines()[-1] == "before"
            assert page.answer_to(page.send(say("before"), id="mine")) == first
            assert page.lines().count("before") == 1


# -- what is noted -----------------------------------------------------------------------------------------------------


def test_the_servers_own_log_holds_no_secrets() -> None:
    limits = Limits(commands_burst=30)
    with Server(limits=limits) as server:
        with sitting(server) as (gm, _, bo, keys, invitation, table):
            bo.do(say("a private word", "ana"))
            gm.do({"type": "place-aspect", "words": "Quicksand below", "is_hidden": True})
            for number in range(40):
                bo.send(say(f"flood {number}"))
            bo.say("private nonsense")
            server.get("/api/log", "a-wrong-key")
            server.get(f"/api/seats/{keys['bo']}/link")
            secret = server.store.secret_of(table)
        assert secret is not None
        noted = "".join(server.json_log) + server.http.get(f"{server.metrics_url}/metrics").text
        for hidden in (
            *keys.values(),
            invitation,
            secret.hex(),
            "private",
            "Quicksand",
            "flood",
            "a-wrong-key",
            "Maria",
        ):
            assert hidden not in noted
        for line in server.json_log:
            assert msgspec.json.decode(line).keys() >= {"at", "level", "event"}
