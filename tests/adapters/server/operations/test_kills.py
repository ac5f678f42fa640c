"""A server that is killed at random moments under load, and started again: nothing acknowledged is lost or doubled.

At one table people talk without a pause, at another one they play whatever they are offered, dice and all.
`FATETABLE_KILLS=200` kills it more often.
"""

from __future__ import annotations

import os
import signal
import threading
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from websockets.exceptions import WebSocketException

from fatetable.adapters.storage.data_folder import open_data
from fatetable.engine.opening import DiceThrown
from fatetable.engine.speaking import Said
from fatetable.rulesets import load
from fatetable.tabletop.storage.table_archive import TableArchive
from fatetable.tabletop.throw_checks import check_throws
from tests.adapters.server.support.groups import filled, say
from tests.adapters.server.support.processes import Process
from tests.adapters.server.support.visiting import Page
from tests.conformance.filling import Filler

KILLS = int(os.environ.get("FATETABLE_KILLS", "20"))
TALKERS = ("cem", "dee")
MOST_UNANSWERED = 6
PLAYED = {"roll": 100, "answer": 60, "act": 20, "invoke": 4, "react": 4, "moment": 1}
"""What players do, and how much they like to: most of all what has to do with dice."""

Wish: TypeAlias = Mapping[str, Any]
Choose: TypeAlias = Callable[[Page, str], Wish | None]
"""What to do next, under this id, if there is something to do."""


class Person:
    """Somebody at a table, and what they know however often the line breaks."""

    def __init__(self, name: str, key: str, choose: Choose, most_unanswered: int = 1) -> None:
        self.name = name
        self.key = key
        self.choose = choose
        self.most_unanswered = most_unanswered
        self.unanswered: dict[str, Wish] = {}
        self.acknowledged: list[tuple[str, int]] = []
        self.refused: list[str] = []
        self.heard: list[str] = []
        self.after = 0
        self.sent = 0

    def play(self, page: Page, has_begun: threading.Event) -> None:
        """Without waiting long, until the line breaks.

        What was not answered is sent again under the same id.
        """
        for id, command in list(self.unanswered.items()):
            page.send(command, id=id)
        while True:
            while len(self.unanswered) < self.most_unanswered:
                id = f"{self.name}-{self.sent + 1}"
                chosen = self.choose(page, id)
                if chosen is None:
                    break
                self.sent += 1
                self.unanswered[id] = chosen
                page.send(chosen, id=id)
            if self.take(page.hear()) or (page.menu and not self.unanswered):
                has_begun.set()

    def take(self, message: Mapping[str, Any]) -> bool:
        """Is this the answer to something?"""
        match message:
            case {"t": "done", "id": id, "seq": seq}:
                self.acknowledged.append((id, seq))
                self.unanswered.pop(id, None)
            case {"t": "refused", "id": id}:
                self.refused.append(id)
                self.unanswered.pop(id, None)
            case _:
                return False
        return True

    def leave(self, page: Page) -> None:
        self.heard += [line["text"] for line in page.log if line.get("kind") == "said"]
        self.after = max(self.after, page.seq)


class Visit(threading.Thread):
    def __init__(self, url: str, person: Person) -> None:
        super().__init__()
        self.url = url
        self.person = person
        self.has_begun = threading.Event()

    def run(self) -> None:
        try:
            with Page(self.url, self.person.key, self.person.after) as page:
                try:
                    self.person.play(page, self.has_begun)
                finally:
                    self.person.leave(page)
        except (WebSocketException, OSError, EOFError):
            pass
        finally:
            self.has_begun.set()


def talk(_: Page, id: str) -> Wish:
    return say(id)


def player(seed: str) -> Choose:
    """Somebody who does whatever is offered."""
    random = Random(seed)
    filler = Filler(random, load("fae"))
    tried: set[tuple[int, str]] = set()

    def choose(page: Page, _: str) -> Wish | None:
        # What was refused is left alone until something has happened.
        offers = [
            offer
            for offer in page.offers.values()
            if offer["group"] in PLAYED and (page.seq, offer["key"]) not in tried
        ]
        if not offers:
            return None
        (offer,) = random.choices(offers, [PLAYED[offer["group"]] for offer in offers])
        tried.add((page.seq, offer["key"]))
        return filled(offer, filler)

    return choose


def sit_down(server: Process) -> tuple[dict[str, str], list[Person], list[Person]]:
    """People who talk at one table, and people who play at another."""
    registry = server.post("/api/tables", {"ruleset": "fae", "name": "Maria"})
    quay = server.post("/api/tables", {"ruleset": "fae", "name": "Maria", "scene": "fight-on-the-quay"})
    keys = {name: server.post("/api/join", {"key": registry["invitation"], "name": name})["key"] for name in TALKERS}
    players = [Person("gm", quay["key"], player("gm"))]
    for seat in ("ana", "bo"):
        key = server.post("/api/join", {"key": quay["invitation"], "name": seat, "seat": seat})["key"]
        players.append(Person(seat, key, player(seat)))
    talkers = [Person(name, key, talk, MOST_UNANSWERED) for name, key in keys.items()]
    return {"registry": registry["table"], "quay": quay["table"]}, talkers, players


def test_every_acknowledged_command_is_there_once_and_none_twice(tmp_path: Path) -> None:
    data, random = tmp_path / "data", Random(4)
    with Process(data) as server:
        tables, talkers, players = sit_down(server)
    everybody = [*talkers, *players]
    for _ in range(KILLS):
        with Process(data) as server:
            visits = [Visit(server.url, person) for person in everybody]
            for visit in visits:
                visit.start()
            for visit in visits:
                visit.has_begun.wait()
            # A moment that is neither chosen nor the same for any two kills.
            threading.Event().wait(random.random() * 0.5)
            server.end(signal.SIGKILL)
            for visit in visits:
                visit.join()
    with Process(data) as server:
        for person in everybody:
            with server.visit(person.key, person.after) as page:
                for id, command in list(person.unanswered.items()):
                    person.take(page.answer_to(page.send(command, id=id)))
        for person in everybody:
            with server.visit(person.key, person.after) as page, server.visit(person.key) as anew:
                person.leave(page)
                assert page.blocks == anew.blocks, f"{person.name} has caught up"
        # Once their secret is told, the dice can be checked.
        answer = server.http.post("/api/dice/new", json={}, headers={"authorization": f"Bearer {players[0].key}"})
        assert answer.status_code == 200
        assert server.end(signal.SIGTERM) == 0
    store = open_data(data, is_new=False)
    registry, quay = (TableArchive(store).load(tables[name]) for name in ("registry", "quay"))
    for name, table, people in (("registry", registry, talkers), ("quay", quay, players)):
        kept = Counter(record.id for record in table.records if record.id and "/join-" not in record.id)
        acknowledged = Counter(f"{person.name}/{id}" for person in people for id, _ in person.acknowledged)
        assert kept == acknowledged, "what was done was acknowledged once, and the other way round"
        assert set(kept.values()) == {1}, "nothing was done twice"
        for person in people:
            for id, seq in person.acknowledged:
                position = store.position_of(tables[name], f"{person.name}/{id}")
                assert position is not None
                assert table.own_position(person.name, position) == seq
    words = [record.event.words for record in registry.records if isinstance(record.event, Said)]
    for person in talkers:
        assert not person.refused
        assert sorted(person.heard) == sorted(words), f"{person.name} has heard everything once"
    wrong, checked, _ = check_throws(quay.records)
    assert not wrong, "no throw was thrown a second time"
    assert checked == sum(isinstance(record.event, DiceThrown) for record in quay.records)
    store.close()
    assert len(words) > KILLS * len(TALKERS)
    assert checked > KILLS / 5
