"""The two traits of a character."""

from __future__ import annotations

from fatetable.engine.offers import Choice
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.rolls.check_rules import Trait

TRAITS = (Choice("body", "Body"), Choice("mind", "Mind"))
RATINGS = (2, 1)


def traits_of(actor: Actor, _action: str) -> tuple[Trait, ...]:
    """Either trait is good for any action.  A viewer's copy of a sheet may leave them out."""
    ratings = {each: actor.sheet.traits[each.value] for each in TRAITS if each.value in actor.sheet.traits}
    return tuple(Trait(each.value, f"{each.label} (+{rating})", rating) for each, rating in ratings.items())


def turn_value(actor: Actor, _kind: str) -> int:
    """SM-CONF-01."""
    return actor.sheet.traits.get("mind", 0)
