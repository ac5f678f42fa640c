"""Whether there is any cover to hide in; whoever vanishes needs none.

Sleight of hand needs no cover either; which of both a Test is the Storyteller sees.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command
from fatetable.engine.offers import Offer
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.acting import CREATE, OVERCOME
from fatetable.mechanics.cast import CAST, Actor
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.rolls import Roll, RollId, open_rolls, roll_of
from fatetable.rulesets.skein.effects import Ignore
from fatetable.rulesets.skein.skills import skill_of
from fatetable.rulesets.skein.stunts import all_effects

COVER = "cover"


class RuleNoCover(Command, frozen=True, tag="rule-no-cover"):
    """There is nothing to hide behind: what was declared cannot be tried."""

    roll: RollId


def needs_no_cover(actor: Actor) -> bool:
    """Vanish (SK-STUNT-59)."""
    return any(isinstance(effect, Ignore) and effect.what == COVER for _, effect in all_effects(actor.sheet))


def is_hiding(roll: Roll) -> bool:
    """A Test of a skill that needs cover, before its dice (SK-SKILL-25)."""
    skill = skill_of(roll.efforts[0].trait)
    is_open = roll.stage_of(0) == "declared" and not roll.efforts[0].throws and not roll.is_contest
    return is_open and roll.declaration.action in (OVERCOME, CREATE) and skill is not None and COVER in skill.needs


class Cover(Struct, frozen=True):
    cancel: Callable[[Decision, RollId, str], None]
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(name="cover", decides={RuleNoCover: self._rule}, offers=self._offers)

    def _rule(self, decision: Decision, command: RuleNoCover) -> None:
        decision.require_gm()
        roll = roll_of(decision, command.roll)
        decision.require(is_hiding(roll), "needs-no-cover", "That takes no cover, or the dice are down.", "cover")
        actor = decision.state.get(CAST)[roll.actor]
        decision.require(not needs_no_cover(actor), "needs-no-cover", f"{actor.name} hides without any cover.", "cover")
        self.cancel(decision, roll.id, "There is no cover there.")

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for roll in open_rolls(state) if seat.is_gm else ():
            actor = state.get(CAST)[roll.actor]
            if is_hiding(roll) and not needs_no_cover(actor):
                yield Offer(
                    command=RuleNoCover(roll.id),
                    label=f"There is no cover for {actor.name}",
                    cites=self.cites("cover"),
                    group="gm",
                )
