"""A second skill that supports a roll: which may, when it is too late, what it adds."""

from __future__ import annotations

import msgspec

from fatetable.engine.errors import Refusal
from fatetable.engine.offers import Choice, ChoiceHole
from fatetable.mechanics.characters.cast import CAST, Actor, SheetChanged
from fatetable.mechanics.modifiers.support import Support, Supporting
from fatetable.mechanics.rolls.actions import ATTACK
from fatetable.mechanics.rolls.state import Effort, Roll
from fatetable.mechanics.rolls.throwing import ThrowDice
from tests.mechanics.rolling_game import attack_reth, everybody_passes, overcome, rolling, the_roll, throw
from tests.mechanics.small_game import RETH, THUG, SmallGame, cites

SKILLS = {"speed": 3, "wit": 3, "strength": 2, "luck": 4}


def as_high(_: Roll, effort: Effort, actor: Actor) -> tuple[Choice, ...]:
    """Whatever else somebody can do, at least as well."""
    traits = actor.sheet.traits
    lowest = traits[effort.trait]
    return tuple(Choice(name) for name in traits if name != effort.trait and traits[name] >= lowest)


def not_for_attacks(effort: Effort) -> Refusal | None:
    return Refusal("no-support", "Nothing supports an attack.") if effort.action == ATTACK else None


def game() -> SmallGame:
    """Reth, and the thug too, can do more than run."""
    supporting = Supporting(
        skills=as_high, name=str.title, amount=1, needs="it is too low.", cites=cites, may_support=not_for_attacks
    )
    g = rolling("0000", "0000", extra=(supporting,)).scene()
    for actor in (RETH, THUG):
        sheet = g.state.get(CAST)[actor].sheet
        g.tell(SheetChanged(actor, msgspec.structs.replace(sheet, traits=SKILLS), ""))
    return g


def test_a_skill_that_may_is_offered_and_adds_its_bonus_under_its_name() -> None:
    g = game()
    overcome(g)
    (offer,) = g.offers("ana", Support)
    (hole,) = offer.holes
    assert isinstance(hole, ChoiceHole)
    assert [choice.value for choice in hole.options] == ["wit", "luck"]
    assert not g.offers("bo", Support)
    g.do("ana", Support(the_roll(g).id, "luck"))
    last = the_roll(g).efforts[0].modifiers[-1]
    assert (last.source, last.label, last.amount) == ("support", "Luck", 1)
    throw(g)
    assert everybody_passes(g).margin == 3 + 1 - 2


def test_one_skill_supports_a_roll_and_only_one_that_may() -> None:
    g = game()
    overcome(g)
    roll = the_roll(g).id
    assert g.refused("ana", Support(roll, "strength")) == (
        "no-support",
        "Strength cannot support this roll: it is too low.",
    )
    assert g.refused("bo", Support(roll, "luck"))[0] == "not-yours"
    g.do("ana", Support(roll, "wit"))
    assert g.refused("ana", Support(roll, "luck"))[1].startswith("Another skill supports this roll already")


def test_once_the_dice_are_down_it_is_too_late() -> None:
    g = game()
    overcome(g)
    everybody_passes(g)
    g.do("ana", ThrowDice(the_roll(g).id))
    assert g.refused("ana", Support(the_roll(g).id, "luck"))[1].startswith("The dice are down")


def test_what_else_keeps_a_roll_from_support_is_the_rulesets_to_say() -> None:
    g = game()
    attack_reth(g)
    assert g.refused("gm", Support(the_roll(g).id, "luck")) == ("no-support", "Nothing supports an attack.")
