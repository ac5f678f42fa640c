"""How strong somebody is: what they carry freely, what holds them to the spot, and what is beyond them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from fatetable.mechanics.characters.cast import Actor
from fatetable.rulesets.strange.book import Tables, Weight
from fatetable.rulesets.strange.kit import StrangeKit
from fatetable.rulesets.strange.sheet import is_psychic, skill_rolled

FORCE = "physical-force"


class Strength(NamedTuple):
    """The skill that is strongest; one `of_the_mind` asks nothing of the body (SF-EXT-02)."""

    trait: str
    rating: int
    tier: int
    of_the_mind: bool = False


class Load(NamedTuple):
    """What holding a weight takes off physical actions, and whether one can go anywhere with it."""

    less: int
    is_static: bool


def strength_of(kit: StrangeKit, actor: Actor) -> Strength | None:
    best = max(kit.checks.traits(actor, FORCE), key=lambda trait: (trait.scale, trait.rating), default=None)
    if best is None:
        return None
    skill = skill_rolled(kit.tables, actor.sheet, best.id)
    return Strength(best.id, best.rating, best.scale, is_psychic(skill, FORCE))


def aided(tables: Tables, strength: Strength) -> Strength:
    """Pulleys and the like raise it by a tier (SF-PFORCE-01)."""
    tier = min(strength.tier + tables.figures.force.aid, len(tables.tiers) - 1)
    return strength._replace(tier=tier)


def lifted(tables: Tables, strength: Strength) -> Iterator[Weight]:
    """What they lift without a roll (SF-PFORCE-01); standing still they count as stronger."""
    most = strength.rating + tables.figures.force.standing
    return (each for each in tables.weighed.up_to(strength.tier) if each.tier < strength.tier or each.rating <= most)


def beyond(tables: Tables, strength: Strength) -> Iterator[Weight]:
    """What takes a roll; nothing above the tier (SF-PFORCE-03)."""
    most = strength.rating + tables.figures.force.standing
    return (each for each in tables.weighed.column(strength.tier) if each.rating > most)


def load_of(tables: Tables, strength: Strength, weight: Weight) -> Load:
    """Freely up to some steps below the most; what a lower tier has is no load at all.

    What a mind carries is in nobody's way, but what it does not carry freely it has to mind.
    """
    above = weight.rating - strength.rating
    if weight.tier < strength.tier or above <= -tables.figures.force.free:
        return Load(0, is_static=False)
    if strength.of_the_mind:
        return Load(0, is_static=True)
    return Load(-(above + tables.figures.force.free), is_static=above > 0)
