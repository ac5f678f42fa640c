"""Shorthand for tests of the turn order: opening it, breaking its ties, reading it."""

from __future__ import annotations

from typing import Any

import msgspec

from fatetable.engine.seats import AddSeat
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.encounters.conflicts import StartConflict
from fatetable.rulesets.fae.tests.support.book import TABLES
from fatetable.rulesets.fae.tests.support.playing import Game

ABIGAIL = ActorId("abigail-zhao")


EVERYONE = ("Veld", "Gang of Thugs")


def with_third(name: str | Sheet = "Abigail Zhao", *foes: str, **dials: Any) -> Game:
    """A third player, cy, plays Abigail (Quick 1, Careful 0)."""
    g = Game(foes=foes or ("Veld",), scene=False, **dials)
    g.do("gm", AddSeat("Cy", "player"))
    g.bring("cy", name)
    g.start_scene()
    return g


def fast(name: str, **ratings: int) -> Sheet:
    """A foe with approaches like Veld's, but for these."""
    veld = TABLES.sample("Veld")
    return msgspec.structs.replace(veld, name=name, traits={**veld.traits, **ratings})


def order(g: Game) -> list[tuple[tuple[ActorId, ...], int]]:
    return [(place.actors, place.value) for place in g.conflict.order]


def set_up(g: Game, kind: str = "physical", *others: ActorId) -> None:
    """Start a conflict against these, or all NPCs, and leave its order open."""
    foes = others or tuple(actor.id for actor in g.table.state.slices["cast"].values() if not actor.is_pc)
    g.do("gm", StartConflict(kind, foes))


def break_ties(g: Game, *first: str) -> None:
    """Answer each question who goes first with the first name on this list that is among the answers."""
    while prompt := g.prompt("tie"):
        named = [option.id for name in first for option in prompt.options if name in option.label]
        g.answer("gm", "tie", named[0])
