"""A game full of hidden things, played over real sockets: every byte each seat was sent is searched for secrets.

That is what its page received, whatever was asked there, and all that is answered over HTTP to the holder of its key.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from random import Random

import pytest

from fatetable.engine.messages import SeatId
from fatetable.engine.redaction import told_all
from fatetable.engine.seats import SEATS
from fatetable.rulesets import folders, load
from fatetable.tabletop.ready_scenes import ready_scenes
from fatetable.tabletop.stored_tables import StoredTables
from tests.adapters.server.groups import filled, say
from tests.adapters.server.visiting import Page, Server
from tests.conformance.effort import FACTOR
from tests.conformance.filling import TOKEN, Filler, tokens_in
from tests.conformance.walking import GROUPS

STEPS = 120 * FACTOR
SCENES = [(ruleset, scene.name) for ruleset in folders() for scene in ready_scenes(ruleset)]
LEFT_OUT = ("hand-over", "add-seat")
"""Who has been the game master knows what game masters know; and seats beyond those here have no page to look at."""


class Players:
    """Pages that press whatever they are offered, in words that occur nowhere else."""

    def __init__(self, pages: dict[str, Page], filler: Filler, random: Random) -> None:
        self.pages = pages
        self.filler = filler
        self.random = random
        self.gm = "gm"
        self.typed: dict[str, set[str]] = {seat: set() for seat in pages}
        self.done = 0

    def hide_much(self) -> None:
        """Whatever can be hidden is hidden, several times over; and everybody whispers to one other."""
        gm = self.pages[self.gm]
        for _ in range(3):
            catch_up(gm)
            for offer in list(gm.offers.values()):
                if any(hole["field"] == "is_hidden" for hole in offer.get("holes", ())):
                    gm.answer_to(gm.send({**filled(offer, self.filler), "is_hidden": True}))
        seats = list(self.pages)
        for seat, other in zip(seats, [*seats[1:], seats[0]], strict=True):
            for listener in {self.gm, other} - {seat}:
                words = self.filler.token()
                self.typed[seat].add(words)
                self.pages[seat].answer_to(self.pages[seat].send(say(words, listener)))

    def pry(self, seat: str) -> None:
        """Ask for everything a page can ask for, and try what is the game master's."""
        page, gm = self.pages[seat], self.pages[self.gm]
        page.say({"t": "stand-in", "seat": self.gm})
        page.say({"t": "ask-odds", "id": "odds", "offers": [*page.offers, *gm.offers][:200]})
        for key in [*page.offers, *gm.offers]:
            page.say({"t": "foresee", "id": "look", "offer": key})
        for offer in self.random.sample(sorted(gm.offers), min(20, len(gm.offers))):
            command = gm.offers[offer]["command"]
            self.typed[seat] |= tokens_in(command)
            page.answer_to(page.send(command))
            page.answer_to(page.send(command, seat=self.gm))

    def step(self) -> None:
        seat = self.random.choice(list(self.pages))
        page = self.pages[seat]
        catch_up(page)
        offers = [offer for offer in page.offers.values() if offer["command"]["type"] not in LEFT_OUT]
        if not offers:
            return
        groups = sorted({offer["group"] for offer in offers})
        (group,) = self.random.choices(groups, [GROUPS.get(group, 3.0) for group in groups])
        offer = self.random.choice([offer for offer in offers if offer["group"] == group])
        command = filled(offer, self.filler)
        self.typed[seat] |= tokens_in(command)
        self.done += page.answer_to(page.send(command))["t"] == "done"


def catch_up(page: Page) -> None:
    """Read what has come; if something is still on its way, an offer that is out of date is refused, that is all."""
    try:
        while True:
            page.hear(timeout=0.005)
    except TimeoutError:
        pass


def seated(server: Server, stack: ExitStack, ruleset: str, scene: str) -> Iterator[tuple[str, str, Page]]:
    opened = server.open_table(ruleset=ruleset, scene=scene)
    yield "gm", opened["key"], stack.enter_context(server.visit(opened["key"]))
    people = server.post("/api/invitation", {"key": opened["invitation"]}).json()["seats"]
    for person in people:
        if person["role"] == "player":
            key = server.join(opened["invitation"], person["name"], seat=person["seat"])["key"]
            yield person["seat"], key, stack.enter_context(server.visit(key))
    eve = server.join(opened["invitation"], "Eve", role="spectator")
    yield eve["seat"], eve["key"], stack.enter_context(server.visit(eve["key"]))


def answers_to(server: Server, key: str) -> str:
    """Everything the HTTP interface tells whoever holds this key."""
    told = [server.get("/api/points", key).text, server.get("/api/export", key).text]
    before = 0
    while True:
        lines = server.get(f"/api/log?limit=500&before={before}", key)
        told.append(lines.text)
        if not lines.json() or lines.json()[0]["seq"] == before:
            return "".join(told)
        before = lines.json()[0]["seq"]


@pytest.mark.parametrize(("ruleset", "scene"), SCENES)
def test_nobody_is_sent_a_word_that_their_seat_was_not_told(server: Server, ruleset: str, scene: str) -> None:
    random = Random(scene)
    with ExitStack() as stack:
        sitting_down = list(seated(server, stack, ruleset, scene))
        pages = {seat: page for seat, _, page in sitting_down}
        players = Players(pages, Filler(random, load(ruleset)), random)
        players.hide_much()
        for number in range(STEPS):
            players.step()
            if number % 40 == 20:
                players.pry(random.choice([seat for seat in pages if seat != "gm"]))
        table_id = pages["gm"].welcomes[0]["table"]
        for page in pages.values():
            catch_up(page)
    table = StoredTables(server.store).bring_back(table_id)
    written = tokens_in(list(table.records))
    secret = server.store.secret_of(table_id)
    assert secret is not None
    untold = 0
    for seat, key, page in sitting_down:
        # The game master may take the whole record along, and so whatever players whisper to each other.
        received = "".join(page.received) + (answers_to(server, key) if seat != "gm" else "")
        assert secret.hex() not in received
        sitting = table.state.get(SEATS)[SeatId(seat)]
        told = tokens_in(list(told_all(table.records, sitting)))
        seen = frozenset(TOKEN.findall(received))
        leaked = seen - told - players.typed[seat]
        assert not leaked, f"{seat} was sent {sorted(leaked)}"
        assert seen, "something was to be seen"
        untold += len(written - told)
    assert untold > 20, "there were secrets to find"
    assert players.done > STEPS / 4
    assert server.metric("faults_total") == 0, "".join(server.journal[-3:])


@pytest.mark.parametrize(("ruleset", "scene"), dict(SCENES).items())
def test_whoever_was_the_game_master_is_sent_what_a_player_is_sent(server: Server, ruleset: str, scene: str) -> None:
    random = Random(scene)
    with ExitStack() as stack:
        (_, key, gm), (heir, _, page), *_ = sitting_down = list(seated(server, stack, ruleset, scene))
        players = Players({seat: page for seat, _, page in sitting_down}, Filler(random, load(ruleset)), random)
        players.hide_much()
        gm.say({"t": "stand-in", "seat": heir})
        gm.wait(lambda page: page.proxy is not None)
        before_it = gm.do(say("a mark"))["seq"]
        gm.do({"type": "hand-over", "to": heir})
        gm.wait(lambda page: page.welcomes[-1]["role"] == "player" and page.people)
        since = max(number for number, message in enumerate(gm.messages) if message["t"] == "welcome")
        page.wait(lambda page: page.welcomes[-1]["role"] == "gm" and page.menu)
        players.gm = heir
        players.typed["gm"].clear()
        players.hide_much()
        players.pry("gm")
        # Going back to before it gives nobody the chair back.
        page.do({"type": "rewind", "to": before_it})
        gm.do(say("after all"))
        catch_up(gm)
        again = stack.enter_context(server.visit(key))
        catch_up(again)
        table_id = gm.welcomes[0]["table"]
    assert {again.welcomes[-1]["role"], again.people["gm"]["role"]} == {"player"}
    table = StoredTables(server.store).bring_back(table_id)
    told = tokens_in(list(told_all(table.records, table.state.get(SEATS)[SeatId("gm")])))
    received = "".join([*gm.received[since:], *again.received, answers_to(server, key)])
    leaked = frozenset(TOKEN.findall(received)) - told - players.typed["gm"]
    assert not leaked, f"the former game master was sent {sorted(leaked)}"
    assert len(tokens_in(list(table.records)) - told) > 5, "there were secrets to find"
