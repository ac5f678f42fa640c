"""One person alone: a table that gives them every seat, and ready-made scenes that they can play on their own."""

from __future__ import annotations

from contextlib import ExitStack, suppress
from random import Random
from typing import Any

import pytest

from fatetable.rulesets import load
from tests.adapters.server.support.groups import filled
from tests.adapters.server.support.pressing import SCENES, catch_up
from tests.adapters.server.support.visiting import Page, Server
from tests.conformance.filling import Filler

MOST_STEPS = 120
MOST_TRIES = 20
ENCOUNTERS = ("turn-order", "intents", "progress", "tasks", "ladder", "battle", "tally")
"""The blocks of which one is there until an encounter is over."""
PREFERRED = ("answer", "roll", "battle", "act", "react", "invoke", "moment", "wait")
LEFT_OUT = ("give-in", "hold-on", "rewind", "request-stop")


def open_solo(server: Server, **asked: Any) -> dict[str, Any]:
    answer = server.post("/api/tables", {"ruleset": "fae", "solo": True, **asked})
    assert answer.status_code == 200, answer.text
    opened: dict[str, Any] = answer.json()
    return opened


def test_one_person_gets_every_seat_without_telling_a_name(server: Server) -> None:
    opened = open_solo(server, scene="fight-on-the-quay")
    assert opened["keys"].keys() == {"gm", "ana", "bo"}
    assert opened["keys"][opened["seat"]] == opened["key"]
    with server.visit(opened["keys"]["bo"]) as bo:
        bo.wait(lambda page: page.people)
        assert {seat: person["name"] for seat, person in bo.people.items()} == {
            "gm": "You",
            "ana": "Reth",
            "bo": "Voltaire",
        }
        assert all(person["is_taken"] for person in bo.people.values())
        dials = bo.welcomes[0]["dials"]
        assert (dials["absent_seats"], dials["countdown"]) == ("waited-for", 0)
        assert bo.offered("attack"), "nobody else needs to be there"
        assert not any("Slip Knot" in text for text in bo.received), "a player's page knows what players know"


def test_others_get_the_key_to_one_seat_only_and_have_to_say_their_name(server: Server) -> None:
    assert "keys" not in server.open_table(scene="fight-on-the-quay")
    nameless = server.post("/api/tables", {"ruleset": "fae", "scene": "fight-on-the-quay"})
    assert (nameless.status_code, nameless.json()["code"]) == (400, "bad-name")


def test_a_ready_made_scene_takes_options_that_change_no_rules(server: Server) -> None:
    opened = server.open_table(scene="fight-on-the-quay", dials={"countdown": 20, "odds": False})
    with server.visit(opened["key"]) as gm:
        assert gm.welcomes[0]["dials"]["countdown"] == 20
    asked = {"ruleset": "fae", "name": "Maria", "scene": "fight-on-the-quay"}
    refused = server.post("/api/tables", {**asked, "dials": {"open_sheets": False}})
    assert (refused.status_code, refused.json()["code"]) == (400, "scene-has-dials")


def test_rulesets_say_which_options_are_common(server: Server) -> None:
    for ruleset in server.get("/api/rulesets").json():
        common = [dial["name"] for dial in ruleset["dials"] if dial["is_common"]]
        assert {"countdown", "descriptions", "odds"} <= set(common)
        assert len(common) <= 8


class Alone:
    """One person at every seat, who takes what the table waits for at the seat it waits for."""

    def __init__(self, pages: dict[str, Page], filler: Filler) -> None:
        self.pages = pages
        self.filler = filler

    @property
    def is_playing(self) -> bool:
        return any(page.block(kind) for page in self.pages.values() for kind in ENCOUNTERS)

    @property
    def has_rolled(self) -> bool:
        return any(line.get("kind") == "roll" for line in self.pages["gm"].log)

    def asked(self) -> str:
        """The seat the table waits for; the game master's if it waits for nobody."""
        waiting = self.pages["gm"].block("waiting")
        mine = [seat for seat in (waiting or {}).get("seats", ()) if seat in self.pages]
        return mine[0] if mine else "gm"

    def step(self) -> bool:
        """Take one offer that the table accepts, at the seat it waits for first; false if nothing goes on."""
        for _ in range(MOST_TRIES):
            if self._try():
                return True
            # The offers of a state come a moment after its blocks; and other words may be accepted.
            with suppress(TimeoutError):
                self.pages[self.asked()].hear(timeout=1.0)
        return False

    def _try(self) -> bool:
        for page in self.pages.values():
            catch_up(page)
        first = self.asked()
        for seat in sorted(self.pages, key=lambda seat: seat != first):
            page = self.pages[seat]
            for offer in self._offers(page):
                if page.answer_to(page.send(filled(offer, self.filler)))["t"] == "done":
                    return True
        return False

    def _offers(self, page: Page) -> list[dict[str, Any]]:
        wanted = [offer for offer in page.offers.values() if offer["command"]["type"] not in LEFT_OUT]
        self.filler.random.shuffle(wanted)
        liked = [offer for offer in wanted if offer["group"] in PREFERRED]
        return sorted(liked, key=lambda offer: PREFERRED.index(offer["group"]))


@pytest.mark.parametrize(("ruleset", "scene"), SCENES)
def test_a_ready_made_scene_can_be_played_alone(server: Server, ruleset: str, scene: str) -> None:
    opened = open_solo(server, ruleset=ruleset, scene=scene)
    with ExitStack() as stack:
        pages = {seat: stack.enter_context(server.visit(key)) for seat, key in opened["keys"].items()}
        for page in pages.values():
            page.wait(lambda page: page.seq and page.menu)
        alone = Alone(pages, Filler(Random(7), load(ruleset)))
        for _ in range(MOST_STEPS):
            if alone.has_rolled and not alone.is_playing:
                break
            assert alone.step(), f"stuck: {pages['gm'].block('waiting')}, after {pages['gm'].lines()[-3:]}"
        catch_up(pages["gm"])
        assert alone.has_rolled
