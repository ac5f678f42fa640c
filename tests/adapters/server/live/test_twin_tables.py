"""Two tables of a real server: at one more goes on in secret, and nobody but the game master is sent anything else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from functools import partial
from typing import Any, NamedTuple

import msgspec

from tests.adapters.server.support.groups import say
from tests.adapters.server.support.visiting import Page, Server

SHEET = {"ruleset": "fae", "name": "Somebody", "kind": "supporting", "aspects": {"aspect-1": "Nobody Knows Me"}}
SECRETS: tuple[Mapping[str, Any], ...] = (
    {"type": "write-handout", "title": "The duke", "text": "He is dead."},
    {"type": "prepare-scene", "title": "The crypt"},
    {"type": "sketch-zone", "name": "", "left": 10, "top": 10, "is_hidden": True},
    {"type": "place-aspect", "words": "A Trap in the Floor", "is_hidden": True},
)
PUBLIC: tuple[tuple[str, Mapping[str, Any]], ...] = (
    ("gm", {"type": "start-session"}),
    ("gm", {"type": "start-scene", "title": "The hall", "present": []}),
    ("gm", {"type": "sketch-zone", "name": "", "left": 500, "top": 10}),
    ("ana", say("Is somebody there?")),
    ("gm", {"type": "place-aspect", "words": "Dim Light"}),
    ("bo", {"type": "write-note", "title": "What we saw", "text": "Nothing."}),
    ("gm", say("Psst.", "ana")),
    ("gm", {"type": "write-handout", "title": "A letter", "text": "Come at dusk.", "is_hidden": False}),
    ("ana", say("A letter!")),
)
AT = re.compile(r'"at":\d+')


class Twin(NamedTuple):
    table: str
    pages: dict[str, Page]
    keys: dict[str, str]


def sat_down(server: Server, stack: ExitStack) -> Twin:
    opened = server.open_table(title="Twins")
    keys = {"gm": opened["key"]}
    for name in ("ana", "bo"):
        keys[name] = server.join(opened["invitation"], name)["key"]
    keys["eve"] = server.join(opened["invitation"], "eve", role="spectator")["key"]
    pages = {name: stack.enter_context(server.visit(key)) for name, key in keys.items()}
    return Twin(opened["table"], pages, keys)


def has_more_than(lines: int, page: Page) -> bool:
    return len(page.log) > lines


def patches(page: Page) -> int:
    return sum(message["t"] == "patch" for message in page.messages)


def settle(server: Server, twin: Twin) -> None:
    """Offers follow when there is time: wait until they have, and each page has read everything it was sent."""
    for _ in range(2):
        while server.metric("offers_waiting"):
            pass
        for page in twin.pages.values():
            page.say({"t": "ask-odds", "id": "settled", "offers": []})
            page.answer_to("settled")


def sent(server: Server, twin: Twin, seat: str, done: list[int]) -> Iterator[str]:
    """What a page shows in the end and what is told over HTTP, without what chance or the clock decides."""
    page, key = twin.pages[seat], twin.keys[seat]
    told = (page.seq, page.blocks, page.order, page.offers, page.menu, page.log, page.undone, page.people, done)
    resumed = Page(server.url, key, page.seq)
    with resumed:
        again = (resumed.seq, resumed.blocks, resumed.log, resumed.welcomes[0]["fresh"])
    asked = [server.get(f"/api/{what}", key).text for what in ("log", "log?before=9&limit=3", "points", "recap")]
    # The secrets of the dice differ, and with them every seal.
    record = [line.partition(b" ")[2] for line in server.get("/api/record", key).content.splitlines()]
    asked += [places(map(msgspec.json.decode, record)), places(server.get("/api/dice", key).json()["records"])]
    for text in (msgspec.json.encode(told).decode(), msgspec.json.encode(again).decode(), *asked):
        yield AT.sub("", text.replace(twin.table, "table"))


def places(records: Iterable[dict[str, Any]]) -> str:
    return str([(record["seq"], record["event"]["type"]) for record in records])


def test_nobody_else_is_sent_anything_of_what_the_game_master_does_in_secret(server: Server) -> None:
    with ExitStack() as stack:
        twins = [sat_down(server, stack) for _ in range(2)]
        done: list[dict[str, list[int]]] = [{"gm": [], "ana": [], "bo": [], "eve": []} for _ in twins]
        for number, (seat, command) in enumerate(PUBLIC):
            for twin, positions in zip(twins, done, strict=True):
                if twin is twins[1]:
                    settle(server, twin)
                    before = {name: patches(page) for name, page in twin.pages.items()}
                    for secret in SECRETS if number > 1 else SECRETS[:2]:
                        words = {key: f"{text} {number}" for key, text in secret.items() if key in ("title", "words")}
                        twin.pages["gm"].do({**secret, **words})
                    settle(server, twin)
                    got = {name: patches(page) - before[name] for name, page in twin.pages.items()}
                    assert not any(got[name] for name in ("ana", "bo", "eve")), got
                lines = {name: len(page.log) for name, page in twin.pages.items()}
                positions[seat].append(twin.pages[seat].do(command)["seq"])
                for name, page in twin.pages.items():
                    page.wait(partial(has_more_than, lines[name]))
        for twin in twins:
            settle(server, twin)
        for seat in ("ana", "bo", "eve"):
            one, other = ([*sent(server, twin, seat, all_[seat])] for twin, all_ in zip(twins, done, strict=True))
            assert one == other
        assert done[0]["gm"] != done[1]["gm"], "the game master counts everything"
