"""A server of several processes: each table is played by one of them, whichever takes the connection."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from fatetable.adapters.server.neighbours.homes import Homes
from tests.adapters.server.support.groups import say
from tests.adapters.server.support.processes import PROGRAM, Process
from tests.adapters.server.support.visiting import PATIENCE, Page

WORKERS = 3


@pytest.fixture
def process(tmp_path: Path) -> Iterator[Process]:
    """For a test that ends it, or some of its workers."""
    with Process(tmp_path / "data", "--workers", str(WORKERS)) as running:
        yield running


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with Process(tmp_path_factory.mktemp("lasting") / "data", "--workers", str(WORKERS)) as running:
        yield running


def open_tables(process: Process) -> dict[int, dict[str, str]]:
    """A table at each worker."""
    found: dict[int, dict[str, str]] = {}
    while len(found) < WORKERS:
        opened = process.post("/api/tables", {"ruleset": "fae", "name": "Maria"})
        found.setdefault(Homes(0, WORKERS).home_of(opened["table"]), opened)
    return found


def workers_of(process: Process) -> list[int]:
    return [
        int(pid) for pid in Path(f"/proc/{process.process.pid}/task/{process.process.pid}/children").read_text().split()
    ]


def reconnected(process: Process, key: str, table: str) -> Page:
    """A page that comes back as soon as it is let in, as pages do."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            return process.visit(key, table=table)
        except (OSError, ConnectionClosed, InvalidStatus):
            time.sleep(0.05)
    raise TimeoutError


def test_people_meet_at_their_table_whichever_worker_takes_their_connection(lasting: Process) -> None:
    with ExitStack() as stack:
        for opened in open_tables(lasting).values():
            seated = lasting.post("/api/join", {"key": opened["invitation"], "name": "Ana"})
            assert seated["table"] == opened["table"]
            # Each of many connections is taken by some worker.
            pages = [stack.enter_context(lasting.visit(opened["key"], table=opened["table"])) for _ in range(4)]
            ana = stack.enter_context(lasting.visit(seated["key"], table=seated["table"]))
            pages[0].do(say("Welcome"))
            for page in (*pages, ana):
                page.wait(lambda page: any("Welcome" in line for line in page.lines()))


def test_one_connection_asks_about_tables_of_all_workers_in_turn(lasting: Process) -> None:
    tables = open_tables(lasting)
    with httpx.Client(base_url=lasting.url, limits=httpx.Limits(max_connections=1), timeout=PATIENCE) as client:
        for _ in range(5):
            for opened in tables.values():
                record = client.get("/api/log", headers={"authorization": f"Bearer {opened['key']}"})
                assert record.status_code == 200
                invited = client.post("/api/invitation", json={"key": opened["invitation"]})
                assert invited.json()["ruleset"] == "fae"
            assert client.get("/healthz").text == "ok\n"
            assert client.get("/api/log", headers={"authorization": "Bearer wrong"}).status_code == 401


def test_a_page_that_names_no_table_is_told_which_one_it_is_about(lasting: Process) -> None:
    for opened in open_tables(lasting).values():
        told: set[str] = set()
        for _ in range(30):
            with Page(lasting.url, opened["key"], is_greeted=False) as page:
                message = page.hear()
                told.add(message["t"])
                if message["t"] == "goodbye":
                    assert (message["code"], message["table"]) == ("played-elsewhere", opened["table"])
                    break
        assert told <= {"welcome", "goodbye"}


def test_a_picture_and_a_long_body_reach_the_worker_of_their_table(lasting: Process) -> None:
    for opened in open_tables(lasting).values():
        headers = {"authorization": f"Bearer {opened['key']}", "content-type": "image/png"}
        answer = lasting.http.post(
            "/api/images?purpose=background", content=b"\x89PNG" + bytes(300_000), headers=headers
        )
        # It came there whole, and is no picture.
        assert answer.status_code == 400, answer.text
        long = lasting.http.post("/api/join", json={"key": opened["invitation"], "name": "x" * 300_000})
        assert long.json()["code"] == "too-large"


def test_requests_that_come_together_are_all_answered(lasting: Process) -> None:
    """Only a request that comes alone can move; a later one for another worker is answered with the reason."""
    host, port = lasting.url.removeprefix("http://").split(":")
    for opened in open_tables(lasting).values():
        health = f"GET /healthz HTTP/1.1\r\nhost: {host}\r\n\r\n"
        record = f"GET /api/log HTTP/1.1\r\nhost: {host}\r\nauthorization: Bearer {opened['key']}\r\n"
        with socket.create_connection((host, int(port)), PATIENCE) as line:
            line.sendall(f"{health}{record}connection: close\r\n\r\n".encode())
            answered = b"".join(iter(lambda: line.recv(65_536), b""))
        statuses = [part[9:12] for part in answered.split(b"HTTP/1.1")[1:] for part in [b"HTTP/1.1" + part]]
        assert statuses in ([b"200", b"200"], [b"200", b"421"])


def test_a_worker_that_is_killed_is_started_again_and_nothing_is_lost(process: Process) -> None:
    tables = open_tables(process)
    said = {}
    for number, opened in tables.items():
        with process.visit(opened["key"], table=opened["table"]) as page:
            for turn in range(5):
                page.do(say(f"words {number} {turn}"))
            said[number] = [f"words {number} {turn}" for turn in range(5)]
    for pid in workers_of(process):
        os.kill(pid, signal.SIGKILL)
    for number, opened in tables.items():
        with reconnected(process, opened["key"], opened["table"]) as page:
            page.do(say("back"))
            page.wait(lambda page: any("back" in line for line in page.lines()))
            lines = "\n".join(page.lines())
            assert [words for words in said[number] if words in lines] == said[number]
    assert len(workers_of(process)) == WORKERS


def test_the_metrics_of_all_workers_are_added_up(lasting: Process) -> None:
    tables = open_tables(lasting)
    for opened in tables.values():
        with lasting.visit(opened["key"], table=opened["table"]) as page:
            page.do(say("one"))
            page.do(say("two"))
    text = httpx.get(lasting.metrics_url, timeout=PATIENCE).text
    values = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert int(values["fatetable_carried_out_total"]) >= 2 * WORKERS
    assert text.count("# TYPE fatetable_carried_out_total") == 1


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_all_workers_end_when_the_server_is_told_to(process: Process, how: signal.Signals) -> None:
    workers = workers_of(process)
    opened = process.post("/api/tables", {"ruleset": "fae", "name": "Maria"})
    with process.visit(opened["key"], table=opened["table"]) as page:
        process.process.send_signal(how)
        assert page.until_closed()["code"] == "server-stops"
    assert process.end(how) == 0
    assert [pid for pid in workers if Path(f"/proc/{pid}").exists()] == []


def test_workers_end_with_the_process_that_started_them(process: Process) -> None:
    workers = workers_of(process)
    process.end(signal.SIGKILL)
    deadline = time.monotonic() + PATIENCE
    while any(_runs(pid) for pid in workers):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def _runs(pid: int) -> bool:
    try:
        return "State:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


def test_a_second_server_does_not_start_beside_workers(process: Process, tmp_path: Path) -> None:
    command = [str(PROGRAM), "serve", "--port", "0", "--data", str(tmp_path / "data"), "--workers", "2"]
    second = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert second.returncode == 1
    assert "Another server is running" in second.stderr
    assert process.http.get("/healthz").text == "ok\n"
