"""Cover to hide in: the Storyteller may rule that there is none.

A character with the stunt Vanish needs none, nor does sleight of hand; the Storyteller sees which a Test is.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command
from fatetable.engine.offers import Offer, Target, one_of_a_family
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import OfferedWhile, Subsystem
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, Actor, name_of
from fatetable.mechanics.rolls.actions import CREATE, OVERCOME
from fatetable.mechanics.rolls.procedure import cancel_roll
from fatetable.mechanics.rolls.state import Roll, RollId, a_roll_is_declared, roll_of, rolls_at
from fatetable.rulesets.skein.book import Ignore, Tables
from fatetable.rulesets.skein.sheet import all_effects, skill_of

COVER = "cover"


class RuleNoCover(Command, frozen=True, tag="rule-no-cover"):
    """There is nothing to hide behind: what was declared cannot be tried."""

    roll: RollId


def needs_no_cover(tables: Tables, actor: Actor) -> bool:
    """Vanish (SK-STUNT-59)."""
    return any(isinstance(effect, Ignore) and effect.what == COVER for _, effect in all_effects(tables, actor.sheet))


def takes_cover(tables: Tables, roll: Roll) -> bool:
    """Is it a Test of a skill that needs cover?  (SK-SKILL-25)"""
    skill = skill_of(tables, roll.efforts[0].trait)
    is_test = roll.declaration.action in (OVERCOME, CREATE) and not roll.is_contest
    return is_test and skill is not None and COVER in skill.needs


class Cover(Struct, frozen=True):
    tables: Tables
    cites: Cites

    def subsystem(self) -> Subsystem:
        offers = OfferedWhile(a_roll_is_declared, self._offers)
        return Subsystem(name="cover", decides={RuleNoCover: self._rule}, offers=offers)

    def _may_rule(self, state: State, roll: Roll) -> Refusal | None:
        actor = state.get(CAST)[roll.actor]
        if not takes_cover(self.tables, roll):
            return Refusal("needs-no-cover", "That takes no cover.", COVER)
        if roll.stage_of(0) != "declared" or roll.efforts[0].throws:
            return Refusal("needs-no-cover", "The dice are down: say it before they fall.", COVER)
        if needs_no_cover(self.tables, actor):
            return Refusal("needs-no-cover", f"{actor.name} hides without any cover.", COVER)
        return None

    def _rule(self, decision: Decision, command: RuleNoCover) -> None:
        decision.require_gm()
        roll = roll_of(decision, command.roll)
        decision.require_allowed(self._may_rule(decision.state, roll))
        cancel_roll(decision, roll.id, "There is no cover there.")

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for roll in rolls_at(state, "declared") if seat.is_gm else ():
            if self._may_rule(state, roll) is None:
                yield Offer(
                    command=RuleNoCover(roll.id),
                    **one_of_a_family("Deny … cover", name_of(state, roll.actor)),
                    verb="veto",
                    target=Target("roll", roll.id),
                    cites=self.cites("cover"),
                    group="gm",
                )
