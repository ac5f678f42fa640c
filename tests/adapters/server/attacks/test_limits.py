"""Limits by what a request costs: floods of one kind do not use up another, and every answer is bounded."""

from __future__ import annotations

import http.client
import socket
import time
from collections.abc import Iterator

import msgspec
import pytest

from fatetable.adapters.server.app import endpoints
from fatetable.adapters.server.protection.rate_limits import Limits
from fatetable.adapters.server.screens import point_moves
from fatetable.adapters.server.screens.point_moves import moves_before
from fatetable.engine.messages import SeatId
from fatetable.tabletop.table import Table
from tests.adapters.server.support.groups import say, sitting
from tests.adapters.server.support.visiting import PATIENCE, PLENTY, Server


def with_limits(**limits: float) -> Limits:
    return msgspec.structs.replace(PLENTY, refusal_seconds=0.01, **limits)


# -- messages --------------------------------------------------------------------------------------------------------


def test_messages_without_an_id_are_counted_and_their_sender_is_cut_off() -> None:
    with Server(limits=with_limits(commands=0.001, commands_burst=5, excess_frames=10)) as server:
        opened = server.open_table()
        page = server.visit(opened["key"])
        for _ in range(16):
            page.say({"t": "do", "id": "", "command": say("hm")})
        goodbye = page.until_closed()
        assert (goodbye["code"], goodbye["may_return"]) == ("too-many-commands", True)
        refused = [message["code"] for message in page.messages if message["t"] == "refused"]
        assert refused == ["bad-id"] * 5 + ["too-many-commands"] * 10


@pytest.mark.parametrize(
    ("message", "allowed"),
    [
        ({"t": "stand-in", "seat": "bo"}, 32),
        ({"t": "ask-odds", "id": "a", "offers": ["x"] * 80}, 2),
        ({"t": "foresee", "id": "a", "offer": "x"}, 8),
        ({"t": "do", "id": "a", "command": {"type": "say", "words": "x" * 60_000}}, 4),
    ],
)
def test_what_costs_more_counts_as_more(message: dict[str, object], allowed: int) -> None:
    with Server(limits=with_limits(commands=0.001, commands_burst=32)) as server:
        page = server.visit(server.open_table()["key"])
        for _ in range(40):
            page.say(message)
        page.wait(lambda page: sum(each.get("code") == "too-many-commands" for each in page.messages) == 40 - allowed)
        assert server.metric("limited_total") == 40 - allowed


# -- requests --------------------------------------------------------------------------------------------------------


def test_a_flood_of_drafts_leaves_other_requests_alone() -> None:
    with Server(limits=with_limits(drafts=0.001, drafts_burst=6)) as server:
        draft = {"sheet": {"description": "x" * 40_000}}
        statuses = [server.post("/api/rulesets/fae/draft", draft).status_code for _ in range(4)]
        assert statuses == [200, 200, 429, 429]
        assert server.post("/api/rulesets/fae/draft", draft).json()["code"] == "too-many-drafts"
        opened = server.open_table()
        assert server.get("/api/log", opened["key"]).status_code == 200


def test_reading_the_record_is_limited_by_seat_and_by_what_is_read() -> None:
    with Server(limits=with_limits(readings=0.001, readings_burst=12)) as server:
        opened = server.open_table()
        seated = server.join(opened["invitation"], "Ana")
        assert [server.get("/api/export", opened["key"]).status_code for _ in range(2)] == [200, 429]
        assert [server.get("/api/log", opened["key"]).status_code for _ in range(3)] == [200, 200, 429]
        assert server.get("/api/log", seated["key"]).status_code == 200, "another seat"


def test_only_the_builder_takes_long_requests(server: Server) -> None:
    long = {"ruleset": "fae", "name": "Maria", "title": "x" * 20_000}
    assert server.post("/api/tables", long).json()["code"] == "too-large"
    assert server.post("/api/rulesets/fae/draft", {"sheet": {"description": "x" * 200_000}}).status_code == 200


def test_loading_the_page_again_and_again_is_limited() -> None:
    with Server(limits=with_limits(files=0.001, files_burst=5)) as server:
        statuses = [server.get("/icon.svg").status_code for _ in range(7)]
        assert 429 not in statuses[:5]
        assert statuses[5:] == [429, 429]
        assert server.get("/api/rulesets").status_code == 200


def test_every_endpoint_that_reads_the_store_counts_as_a_reading() -> None:
    readings = {endpoint.path for endpoint in endpoints() if endpoint.counts_as == "readings"}
    assert readings == {f"/api/{name}" for name in ("log", "points", "recap", "export", "record", "dice")}


# -- points ----------------------------------------------------------------------------------------------------------


def paged(table: Table, seat: SeatId, limit: int) -> tuple[list[int], int]:
    """The positions of all moves, read page by page, and how many pages that took."""
    found: list[int] = []
    before, pages = table.state.seq + 1, 0
    while before:
        page = moves_before(table, seat, before, limit)
        found = [*(move.seq for move in page.moves), *found]
        before, pages = page.earlier, pages + 1
    return found, pages


@pytest.mark.parametrize("limit", [1, 3, 7, 500])
def test_all_pages_together_are_the_whole_ledger(server: Server, limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(point_moves, "READ_AT_ONCE", 4)
    with sitting(server) as (gm, *_, table_id):
        for value in (5, 1, 4, 2):
            gm.do({"type": "set-points", "account": "purse:reth", "value": value, "reason": f"to {value}"})
            before = gm.seq
            gm.do(say("hm"))
            gm.do({"type": "set-points", "account": "purse:reth", "value": 9, "reason": "undone"})
            gm.do({"type": "rewind", "to": before})
        table = server.tables.registry.lobby.load(table_id)
        for seat in ("gm", "ana"):
            whole = [table.own_position(seat, entry.seq) for entry in table.ledger(seat)]
            found, pages = paged(table, SeatId(seat), limit)
            assert found == whole
            assert pages >= len(whole) // limit


def test_a_page_of_points_reads_a_bounded_part_of_the_record(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(point_moves, "MOST_RECORDS", 20)
    with sitting(server) as (gm, *_, table_id):
        gm.do({"type": "set-points", "account": "purse:reth", "value": 5, "reason": "long ago"})
        for number in range(40):
            gm.do(say(f"{number}"))
        table = server.tables.registry.lobby.load(table_id)
        page = moves_before(table, SeatId("gm"), table.state.seq + 1, 10)
        assert (page.moves, page.earlier) == ((), table.state.seq - 19)
        found, pages = paged(table, SeatId("gm"), 10)
        assert found == [entry.seq for entry in table.ledger("gm")]
        assert pages > 2


# -- connections -----------------------------------------------------------------------------------------------------


@pytest.fixture
def narrow() -> Iterator[Server]:
    with Server(limits=with_limits(connections_per_address=4)) as running:
        yield running


def line_to(server: Server) -> socket.socket:
    host, port = server.url.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=PATIENCE)


def wait_until_free(server: Server) -> None:
    deadline = time.monotonic() + PATIENCE
    while server.tables.connections.total:
        assert time.monotonic() < deadline, "connections that were closed are still counted"
        time.sleep(0.005)


def test_connections_of_an_address_are_limited_and_the_refusal_says_so(narrow: Server) -> None:
    lines = [line_to(narrow) for _ in range(4)]
    while narrow.tables.connections.total < 4:
        time.sleep(0.005)
    refused = http.client.HTTPConnection(narrow.url.removeprefix("http://"), timeout=PATIENCE)
    refused.request("GET", "/healthz")
    answer = refused.getresponse()
    told = msgspec.json.decode(answer.read())
    assert (answer.status, told["code"], told["message"][-1]) == (503, "too-many-connections", ".")
    for line in lines:
        line.close()
    wait_until_free(narrow)
    assert narrow.get("/healthz").status_code == 200


def test_sockets_are_connections_too_and_are_given_back(narrow: Server) -> None:
    opened = narrow.open_table()
    narrow.http.close()
    wait_until_free(narrow)
    for _ in range(3):
        pages = [narrow.visit(opened["key"]) for _ in range(4)]
        assert narrow.tables.connections.total == 4
        for page in pages:
            page.close()
        wait_until_free(narrow)
    assert narrow.tables.connections.refused == 0


def test_a_refused_flood_of_connections_leaves_nothing_behind(narrow: Server) -> None:
    lines = [line_to(narrow) for _ in range(150)]
    deadline = time.monotonic() + PATIENCE
    while narrow.tables.connections.refused < 146:
        assert time.monotonic() < deadline
        time.sleep(0.005)
    for line in lines:
        line.close()
    wait_until_free(narrow)
    assert narrow.get("/healthz").status_code == 200
