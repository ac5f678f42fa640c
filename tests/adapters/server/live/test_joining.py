"""Sitting down: once and for all, whatever fails on the way, under a name that nobody else has."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest

from fatetable.adapters.storage.memory_store import MemoryStore
from fatetable.engine.seats import SEATS
from fatetable.tabletop.storage.store import StoreFailed
from fatetable.tabletop.storage.table_archive import TableArchive
from tests.adapters.server.support.groups import say
from tests.adapters.server.support.visiting import Server


class FullAtTimes(MemoryStore):
    """A store whose disk is full for some of its writes: those whose names are in `refused`."""

    def __init__(self) -> None:
        super().__init__()
        self.refused: set[str] = set()

    def append(self, *args: Any, **settings: Any) -> Future[None]:
        return self._full() if "append" in self.refused else super().append(*args, **settings)

    def add_key(self, *args: Any, **settings: Any) -> Future[None]:
        return self._full() if "add_key" in self.refused else super().add_key(*args, **settings)

    def _full(self) -> Future[None]:
        failed: Future[None] = Future()
        failed.set_exception(StoreFailed("disk-full", "The disk is full."))
        return failed


@pytest.fixture
def store() -> FullAtTimes:
    return FullAtTimes()


@pytest.fixture
def limited(store: FullAtTimes) -> Iterator[Server]:
    with Server(store) as running:
        yield running


def chosen() -> str:
    return secrets.token_urlsafe(24)


def seats_of(server: Server, table: str) -> list[str]:
    return [str(seat) for seat in TableArchive(server.store).load(table).state.get(SEATS)]


@pytest.mark.parametrize("write", ["append", "add_key"])
@pytest.mark.parametrize("seat", ["bo", ""])
def test_a_write_that_fails_leaves_no_seat_taken(limited: Server, store: FullAtTimes, write: str, seat: str) -> None:
    opened = limited.open_table(scene="fight-on-the-quay")
    wish = {"key": opened["invitation"], "name": "Boris", "seat": seat, "own_key": chosen()}
    before = seats_of(limited, opened["table"])
    store.refused = {write}
    assert limited.post("/api/join", wish).status_code == 503
    store.refused = set()
    people = limited.post("/api/invitation", {"key": opened["invitation"]}).json()["seats"]
    assert [person["seat"] for person in people if person.get("is_taken")] == ["gm"]
    seated = limited.post("/api/join", wish).json()
    assert seated["key"] == wish["own_key"]
    assert seated["seat"] == (seat or "boris")
    assert seats_of(limited, opened["table"]) == [*before, *(() if seat else ("boris",))]
    with limited.visit(seated["key"]) as page:
        page.do(say("here I am"))


@pytest.mark.parametrize("write", ["append", "add_key"])
def test_somebody_else_may_take_the_seat_after_a_write_that_failed(
    limited: Server, store: FullAtTimes, write: str
) -> None:
    opened = limited.open_table(scene="fight-on-the-quay")
    store.refused = {write}
    wish = {"key": opened["invitation"], "name": "Boris", "seat": "bo", "own_key": chosen()}
    assert limited.post("/api/join", wish).status_code == 503
    store.refused = set()
    assert limited.join(opened["invitation"], "Cleo", seat="bo")["seat"] == "bo"
    late = limited.post("/api/join", wish)
    assert (late.status_code, late.json()["code"]) == (409, "seat-taken")


@pytest.mark.parametrize("seat", ["bo", ""])
def test_asking_again_gives_the_same_seat(server: Server, seat: str) -> None:
    opened = server.open_table(scene="fight-on-the-quay")
    wish = {"key": opened["invitation"], "name": "Boris", "seat": seat, "own_key": chosen()}
    with ThreadPoolExecutor(4) as pool:
        answers = [answer.json() for answer in pool.map(lambda _: server.post("/api/join", wish), range(8))]
    assert answers == [{"table": opened["table"], "seat": seat or "boris", "key": wish["own_key"]}] * 8
    assert len(seats_of(server, opened["table"])) == (3 if seat else 4)
    log = server.get("/api/log", opened["key"]).text
    assert log.count("Boris") == 1, "it is told once"


def test_a_key_that_opens_something_else_is_not_given_away(server: Server) -> None:
    one, other = server.open_table(), server.open_table()
    for key in (other["key"], one["invitation"]):
        answer = server.post("/api/join", {"key": one["invitation"], "name": "Eve", "own_key": key})
        assert (answer.status_code, answer.json()["code"]) == (409, "key-in-use")
    for weak in ("a", "a" * 31, "a" * 33, "ä" * 32, " " * 32):
        answer = server.post("/api/join", {"key": one["invitation"], "name": "Eve", "own_key": weak})
        assert (answer.status_code, answer.json()["code"]) == (400, "bad-request")


def test_replacing_the_link_of_somebody_else_renews_the_invitation(server: Server) -> None:
    opened = server.open_table()
    ana = server.join(opened["invitation"], "Ana")
    watching = server.post("/api/invitation/new", {"role": "spectator"}, opened["key"]).json()["key"]
    own = server.post("/api/seats/ana/link", {"take_back": True}, ana["key"]).json()
    assert set(own) == {"key"}
    server.join(opened["invitation"], "Bo")
    replaced = server.post("/api/seats/ana/link", {"take_back": True}, opened["key"]).json()
    for link, role in ((opened["invitation"], "player"), (watching, "spectator")):
        answer = server.post("/api/join", {"key": link, "name": "Ana again", "role": role})
        assert (answer.status_code, answer.json()["code"]) == (401, "wrong-key")
    assert server.join(replaced["invitation"], "Cleo")["seat"] == "cleo"
    with server.visit(replaced["key"]) as page:
        page.do(say("still Ana"))


TAKEN = (
    "Maria",
    "maria",
    " MARIA ",
    "Mari\u200ba",
    "\uff2d\uff21\uff32\uff29\uff21",
    "Maria\u00a0",
    "Ma\u00adria",
    "Ana  Lena",
    "ana\u00a0lena",
    "ANA LENA\u200d",
    "A\ufe0fna Lena",
)


def test_nobody_takes_the_name_of_somebody_else(server: Server) -> None:
    opened = server.open_table()
    ana = server.join(opened["invitation"], "Ana Lena")
    for name in TAKEN:
        answer = server.post("/api/join", {"key": opened["invitation"], "name": name})
        assert (answer.status_code, answer.json()["code"]) == (409, "name-taken"), name
    again = server.post("/api/seats/ana-lena/link", {"take_back": True}, opened["key"]).json()
    server.http.delete("/api/seats/ana-lena/link", headers={"authorization": f"Bearer {opened['key']}"})
    invitation = server.post("/api/invitation/new", {}, opened["key"]).json()["key"]
    assert {ana["seat"], again["key"]}, "nobody sits there now, so the name is free"
    assert server.join(invitation, "Ana Lena")["seat"] == "ana-lena-2"


WELCOME = (
    *("Zoë", "Ana\u00a0Lena", "می\u200cخواهم", "علی \u2067x\u2069"),
    *("👩🏽\u200d🚀", "🏴\U000e0067\U000e0062\U000e007f", "\U0001faea"),
)
NOTHING_TO_SEE = ("\u200b", "\u3164", "\u200d\u200d")
TURNING = ("\u2066x", "x\u2069", "\u202ax", "a\u2028b", "a\x85b")


@pytest.mark.parametrize("name", WELCOME)
def test_names_in_every_script_are_welcome(server: Server, name: str) -> None:
    seated = server.join(server.open_table()["invitation"], name)
    with server.visit(seated["key"]) as page:
        assert page.people[seated["seat"]]["name"] == name
        page.do(say(name))
        assert page.lines()[-1] == name


@pytest.mark.parametrize(
    "name", ["\u200b", "\u3164", "\u200d\u200d", "\u2066x", "x\u2069", "\u202ax", "a\u2028b", "a\x85b"]
)
def test_names_that_show_nothing_or_turn_the_text_are_refused(server: Server, name: str) -> None:
    answer = server.post("/api/join", {"key": server.open_table()["invitation"], "name": name})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-name")
