"""A game full of hidden things, played over real sockets: every byte each page received is searched for secrets."""

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
from tests.adapters.server.groups import filled
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
        self.typed: dict[str, set[str]] = {seat: set() for seat in pages}
        self.done = 0

    def hide_much(self) -> None:
        """Whatever can be hidden is hidden, several times over; and the game master is whispered to."""
        gm = self.pages["gm"]
        for _ in range(3):
            catch_up(gm)
            for offer in list(gm.offers.values()):
                if any(hole["field"] == "is_hidden" for hole in offer.get("holes", ())):
                    gm.answer_to(gm.send({**filled(offer, self.filler), "is_hidden": True}))
        for seat, page in self.pages.items():
            words = self.filler.token()
            self.typed[seat].add(words)
            page.answer_to(page.send({"type": "say", "words": words, "to": ["gm"]}))

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


def seated(server: Server, stack: ExitStack, ruleset: str, scene: str) -> Iterator[tuple[str, Page]]:
    opened = server.open_table(ruleset=ruleset, scene=scene)
    yield "gm", stack.enter_context(server.visit(opened["key"]))
    people = server.post("/api/invitation", {"key": opened["invitation"]}).json()["seats"]
    for person in people:
        if person["role"] == "player":
            key = server.join(opened["invitation"], person["name"], seat=person["seat"])["key"]
            yield person["seat"], stack.enter_context(server.visit(key))
    eve = server.join(opened["invitation"], "Eve", role="spectator")
    yield eve["seat"], stack.enter_context(server.visit(eve["key"]))


@pytest.mark.parametrize(("ruleset", "scene"), SCENES)
def test_no_page_receives_a_word_that_its_seat_was_not_told(server: Server, ruleset: str, scene: str) -> None:
    random = Random(scene)
    with ExitStack() as stack:
        pages = dict(seated(server, stack, ruleset, scene))
        players = Players(pages, Filler(random, load(ruleset)), random)
        players.hide_much()
        for _ in range(STEPS):
            players.step()
        table_id = pages["gm"].welcomes[0]["table"]
        for page in pages.values():
            catch_up(page)
    table = StoredTables(server.store).bring_back(table_id)
    written = tokens_in(list(table.records))
    secret = server.store.secret_of(table_id)
    assert secret is not None
    untold = 0
    for seat, page in pages.items():
        received = "".join(page.received)
        assert secret.hex() not in received
        if seat == "gm":
            continue
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
