"""Magicians to test with: the sheet of `making.hero`, with a path in place of another skill."""

from __future__ import annotations

from collections.abc import Mapping

from fatetable.mechanics.characters.cast import seat_of
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.encounters.exchanges import EndTurn, NextExchange
from fatetable.mechanics.encounters.state import ENCOUNTER
from fatetable.rulesets.skein.tests.support.making import SKILLS, hero, stunts
from fatetable.rulesets.skein.tests.support.playing import Game


def come_to(g: Game, actor: str = "") -> None:
    """End turns until it is this actor's, in the next exchange if need be; with nobody named until one is over."""
    while (acting := g.table.state.get(ENCOUNTER).acting) != actor:  # type: ignore[union-attr]
        if acting:
            g.do(seat_of(g.table.state, acting), EndTurn(acting))
        else:
            g.do("gm", NextExchange())


ON_A_TALE = {"aspect": "tale-1"}

CALLINGS = {
    "divination": "diviner",
    "spirit-magic": "spirit-speaker",
    "faith": "true-faith",
    "glamour": "fae-blooded",
    "plant-and-root": "hedge-magic",
    "rune-magic": "rune-wizardry",
    "shapechanging": "skin-turner",
}


def magician(
    path: str,
    *powers: str | tuple[str, Mapping[str, str]],
    name: str = "Edda",
    trait: str = "",
    other: Mapping[str, int] | None = None,
    lists: Mapping[str, tuple[str, ...]] | None = None,
    kind: str = "hero",
) -> Sheet:
    """Somebody with one path at 5 and these powers of it; `other` sets skills at the cost of others."""
    skills = {trait or path: 5, **{skill: rating for skill, rating in SKILLS.items() if skill != "stealth"}}
    for skill, rating in (other or {}).items():
        other_one = next(old for old, level in skills.items() if level == rating and old != (trait or path))
        if skill in skills:
            skills[other_one] = skills[skill]
        else:
            del skills[other_one]
        skills[skill] = rating
    fillers = ("tough", "strong-willed", "cutting-retort", "elegant")[: 4 - len(powers)]
    taken = stunts((CALLINGS[path], ON_A_TALE), *powers, *fillers)
    sheet = hero(name=name, traits=skills, features=taken)
    changed = {**sheet.lists, **(lists or {})}
    return hero(name=name, traits=skills, features=taken, lists=changed, kind=kind)
