"""Where a request belongs is found however its bytes come in."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from fatetable.adapters.lobby_sources import sources
from fatetable.adapters.server.neighbours.channel import Channel
from fatetable.adapters.server.neighbours.handover import LONGEST_BODY, Handover
from fatetable.adapters.server.neighbours.homes import ONE_HOME, Homes, PlayedElsewhere
from fatetable.adapters.server.neighbours.routing import IN_BODY, Header, Routing
from fatetable.adapters.server.operations.metrics import Metrics, added_up
from fatetable.adapters.storage.memory_store import MemoryStore
from fatetable.tabletop.storage.lobby import Lobby, Opened

TWO = 2


@pytest.fixture
def lobby() -> Lobby:
    return Lobby(MemoryStore(), sources())


@pytest.fixture
def opened(lobby: Lobby) -> Opened:
    """A table of the second of two workers."""
    while True:
        made = lobby.open("fae", "Maria", dials={})
        made.stored.result()
        if Homes(0, TWO).home_of(made.id) == 1:
            return made


def routing_of(lobby: Lobby, homes: Homes = Homes(0, TWO)) -> Routing:  # noqa: B008 - a value that never changes
    return Routing(homes, lobby, ["/api/join"])


def bearer(key: str) -> Iterable[Header]:
    return [(b"host", b"x"), (b"authorization", f"Bearer {key}".encode())]


def test_a_table_is_at_home_at_one_worker_and_no_other_plays_it() -> None:
    assert {Homes(0, 4).home_of(f"table {number}") for number in range(100)} == {0, 1, 2, 3}
    home = Homes(0, 4).home_of("table")
    Homes(home, 4).check("table")
    for number in {0, 1, 2, 3} - {home}:
        with pytest.raises(PlayedElsewhere) as refused:
            Homes(number, 4).check("table")
        assert refused.value.table == "table"
    ONE_HOME.check("any table")


def test_the_home_of_a_request_is_found_by_its_address_its_key_or_its_body(lobby: Lobby, opened: Opened) -> None:
    routing = routing_of(lobby)
    assert routing.by_head(f"/ws?table={opened.id}".encode(), []) == 1
    assert routing.by_head(f"/fate/ws?x=1&table={opened.id}".encode(), []) == 1
    assert routing.by_head(b"/api/log", bearer(opened.key)) == 1
    assert routing.by_head(b"/api/join", []) == IN_BODY
    assert routing.by_body(b'{"key":"%s","name":"Ana"}' % opened.invitation.encode()) == 1


@pytest.mark.parametrize(
    ("url", "headers"),
    [
        (b"/", []),
        (b"/ws", []),
        (b"/ws?table=", []),
        (b"/ws?" + b"&".join([b"a=1"] * 30), []),
        (b"/api/log", [(b"authorization", b"Bearer guessed")]),
        (b"/api/log", [(b"authorization", b"\xff")]),
        (b"//[", []),
        (b"/\xff", []),
    ],
)
def test_what_names_no_table_is_answered_where_it_came_in(lobby: Lobby, url: bytes, headers: list[Header]) -> None:
    assert routing_of(lobby, Homes(1, TWO)).by_head(url, headers) == 1


@pytest.mark.parametrize("body", [b"", b"[" * 10_000, b'{"key": 1}', b'{"key": "guessed"}', b"\xff"])
def test_a_body_without_a_key_is_answered_where_it_came_in(lobby: Lobby, body: bytes) -> None:
    assert routing_of(lobby).by_body(body) == 0


def test_a_body_is_kept_only_as_long_as_a_key_may_be_in_it(lobby: Lobby, tmp_path: Path) -> None:
    handover = Handover(routing_of(lobby), Channel(tmp_path, Homes(0, TWO)))
    handover.read(b"POST /api/join")
    handover.begin(is_alone=True)
    assert not handover.stays_by_head(b"/api/join", [])
    taken = 0
    while handover.takes(b"x" * 1_000):
        taken += 1_000
    assert taken == LONGEST_BODY // 1_000 * 1_000
    assert handover.stays


def test_a_request_moves_only_if_nothing_else_came_with_it(lobby: Lobby, opened: Opened, tmp_path: Path) -> None:
    handover = Handover(routing_of(lobby), Channel(tmp_path, Homes(0, TWO)))
    handover.read(b"two requests")
    handover.begin(is_alone=True)
    assert handover.stays_by_head(b"/healthz", [])
    handover.begin(is_alone=True)
    assert handover.stays_by_head(b"/api/log", bearer(opened.key))
    handover.read(b"one more")
    handover.begin(is_alone=False)
    assert handover.stays_by_head(b"/api/log", bearer(opened.key))
    handover.read(b"one alone")
    handover.begin(is_alone=True)
    assert not handover.stays_by_head(b"/api/log", bearer(opened.key))
    assert handover.goes_elsewhere
    assert not handover.pass_on(0), "there is no such worker"


def test_metrics_are_added_up_by_name() -> None:
    one, other = Metrics(), Metrics()
    one.carried_out, other.carried_out = 3, 4
    one.command_seconds.observe(0.002)
    other.command_seconds.observe(0.3)
    other.count_request("GET", "/api/log", 200, 0.1)
    both = added_up([one.text({"pages": 1}), other.text({"pages": 2})])
    lines = both.splitlines()
    assert "fatetable_carried_out_total 7" in lines
    assert "fatetable_pages 3" in lines
    assert 'fatetable_command_seconds_bucket{le="0.0025"} 1' in lines
    assert 'fatetable_command_seconds_bucket{le="+Inf"} 2' in lines
    assert 'fatetable_http_requests_total{method="GET",path="/api/log",status="200"} 1' in lines
    kinds = [line.split()[2] for line in lines if line.startswith("# TYPE")]
    assert len(kinds) == len(set(kinds))
