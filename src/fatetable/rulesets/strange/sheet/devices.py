"""Devices and structures at the table: how well made they are, and the skill of their holder (SF-DISMANTLE-01)."""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.mechanics.book.ladder import signed
from fatetable.mechanics.characters.cast import NOBODY, Actor, ActorId
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.rolls.check_rules import Trait
from fatetable.rulesets.strange.book import RULESET, Tables
from fatetable.rulesets.strange.sheet.companions import QUALITY
from fatetable.rulesets.strange.sheet.skills import TIER, Skill

DEVICE = "device"
"""A kind of actor."""
HOLDER, SKILL = "holder", "skill"
"""Who uses a device, and with which skill; a rating and a tier stand under the same words."""
WHOLE, VALUE, BROKEN = "whole", "value", "broken"
"""The quality that it has lost a part of; and of one without a stress track what it is worth, and how badly broken."""
DEVICE_SHOWS = (QUALITY, TIER, WHOLE, VALUE, BROKEN, HOLDER)
"""What everybody sees of a device."""


def device_sheet(name: str, quality: int, tier: int, holder: ActorId = NOBODY, skill: Skill | None = None) -> Sheet:
    of_holder = {SKILL: skill.rating, f"{SKILL}-{TIER}": skill.tier} if skill is not None else {}
    return Sheet(
        ruleset=RULESET,
        name=name,
        kind=DEVICE,
        numbers={QUALITY: quality, TIER: tier, **of_holder},
        lists={HOLDER: (holder,), SKILL: (skill.name,)} if skill is not None else {},
    )


def device_boxes(tables: Tables, sheet: Sheet) -> int:
    """A quality gives what a rating of Stress Capacity would."""
    more, quality = tables.figures.harm.more_boxes, sheet.numbers.get(QUALITY, 0)
    return tables.figures.harm.boxes + more[min(max(0, quality), len(more) - 1)]


def has_track(sheet: Sheet) -> bool:
    """Some things are not harmed by degrees: they are worth something, and broken or whole (SF-REPAIR-01)."""
    return VALUE not in sheet.numbers


def broken_sheet(name: str, quality: int, tier: int, value: int, broken: str) -> Sheet:
    """Something without a stress track, as badly broken as this grade of a consequence."""
    numbers = {QUALITY: quality, TIER: tier, VALUE: value}
    return Sheet(ruleset=RULESET, name=name, kind=DEVICE, numbers=numbers, lists={BROKEN: (broken,)})


def device_traits(tables: Tables, actor: Actor) -> Iterator[Trait]:
    """What a device defends with, on the higher tier of the two."""
    numbers = actor.sheet.numbers
    tier = max(numbers.get(TIER, 0), numbers.get(f"{SKILL}-{TIER}", 0))
    for trait, name in ((QUALITY, "Quality"), (SKILL, next(iter(actor.sheet.lists.get(SKILL, ())), ""))):
        if name:
            rating, named = numbers.get(trait, 0), f"{name}{tables.initial(tier)}"
            yield Trait(trait, f"{named} ({signed(rating)})", rating, named, scale=tier)
