"""People at a ready-made scene who press whatever they are offered, for tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from random import Random

from fatetable.rulesets import folders, load
from fatetable.tabletop.playthroughs.ready_scenes import ready_scenes
from fatetable.tabletop.storage.store import Store, stored_image
from tests.adapters.server.support.groups import filled, say
from tests.adapters.server.support.visiting import Page, Server
from tests.conformance.filling import Filler, tokens_in
from tests.conformance.walking import GOES_ON, GROUPS

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
        self.keys: dict[str, str] = {}
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

    def show_pictures(self, store: Store) -> None:
        """Everybody the game master can see, and the first prepared scene, get a picture that nothing else has."""
        gm = self.pages[self.gm]
        catch_up(gm)
        table = gm.welcomes[0]["table"]
        drawer = gm.block("prepared")
        things: list[dict[str, str]] = [
            {"type": "set-portrait", "actor": block["actor"]}
            for block in gm.blocks.values()
            if block["type"] == "sheet"
        ]
        if drawer:
            things.append({"type": "set-background", "scene": drawer["scenes"][0]["id"]})
        for thing in things:
            image = stored_image(self.random.randbytes(40))
            store.add_image(table, image, quota=10**6).result()
            gm.answer_to(gm.send({**thing, "image": image.id}))

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
        weights = {**GROUPS, **(GOES_ON if page.block("halt") else {})}
        (group,) = self.random.choices(groups, [weights.get(group, 3.0) for group in groups])
        offer = self.random.choice([offer for offer in offers if offer["group"] == group])
        command = filled(offer, self.filler)
        self.typed[seat] |= tokens_in(command)
        self.done += page.answer_to(page.send(command))["t"] == "done"


def full_of_secrets(server: Server, stack: ExitStack, ruleset: str, scene: str, random: Random) -> Players:
    """Everybody at a scene in which much is hidden."""
    sitting_down = list(seated(server, stack, ruleset, scene))
    players = Players({seat: page for seat, _, page in sitting_down}, Filler(random, load(ruleset)), random)
    players.keys = {seat: key for seat, key, _ in sitting_down}
    players.hide_much()
    return players


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
            key = server.join(opened["invitation"], person["seat"].title(), seat=person["seat"])["key"]
            yield person["seat"], key, stack.enter_context(server.visit(key))
    eve = server.join(opened["invitation"], "Eve", role="spectator")
    yield eve["seat"], eve["key"], stack.enter_context(server.visit(eve["key"]))
