"""Resisting damage: it takes a blow that lands, and is no use against what is not meant to hurt (SF-RESIST-01)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command
from fatetable.engine.offers import Offer, RollSide, Target, one_of_a_family
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import OfferedWhile, Subsystem
from fatetable.mechanics.characters.cast import CAST, name_of
from fatetable.mechanics.moments import RollIsSettled
from fatetable.mechanics.rolls.actions import ATTACK
from fatetable.mechanics.rolls.state import (
    ROLLS,
    Effort,
    Roll,
    RollId,
    a_roll_is_declared,
    change_effort,
    roll_of,
    rolls_at,
)
from fatetable.mechanics.scenes.facts import FACTS, Fact, FactEstablished
from fatetable.rulesets.strange.combat.outcomes import answers
from fatetable.rulesets.strange.combat.unfit import UNFIT, is_unfit, with_use, without_use
from fatetable.rulesets.strange.kit import StrangeKit
from fatetable.rulesets.strange.sheet import skill_behind, skill_rolled, trapping_behind

RESIST = "resist-damage"


class RuleOnIntent(Command, frozen=True, kw_only=True, tag="rule-on-intent"):
    """The GM rules whether what somebody resists is meant to deal Health stress."""

    roll: RollId
    effort: int
    hurts: bool


class Resisting(Struct, frozen=True):
    """A roll that is no attack may be met with the skill too; then the GM says whether it is for its toughness."""

    kit: StrangeKit

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="resisting damage",
            decides={RuleOnIntent: self._rule},
            offers=OfferedWhile(a_roll_is_declared, self._offers),
            on_moment=self._on_moment,
            moments=(RollIsSettled,),
        )

    def _tier(self, state: State, roll: Roll, index: int) -> int | None:
        """The tier of a skill that resists with its toughness, before the dice; nothing, if there is no such thing."""
        effort = roll.efforts[index] if 0 < index < len(roll.efforts) else None
        actor = state.get(CAST).get(effort.actor) if effort is not None else None
        if effort is None or actor is None or roll.stage_of(index) != "declared":
            return None
        used, skill = trapping_behind(effort.trait), skill_rolled(self.kit.tables, actor.sheet, effort.trait)
        if used not in ("", RESIST) or skill is None or not skill.has(RESIST) or _is_unfit_otherwise(effort):
            return None
        traits = self.kit.checks.traits(actor, RESIST)
        return next((trait.scale for trait in traits if trait.id == skill_behind(effort.trait)), None)

    def _rule(self, decision: Decision, command: RuleOnIntent) -> None:
        decision.require_gm()
        roll = roll_of(decision, command.roll)
        tier = self._tier(decision.state, roll, command.effort)
        if tier is None:
            raise decision.violation("no-resisting", "Nobody resists damage there.")
        effort = roll.efforts[command.effort]
        decision.require(is_unfit(effort) == command.hurts, "already-so", "It is as it should be already.")
        changed = with_use(effort, tier) if command.hurts else without_use(effort, tier, NOT_MEANT, "SF-RESIST-01")
        change_effort(decision, roll.id, command.effort, scale=changed.scale, modifiers=changed.modifiers)

    def _on_moment(self, decision: Decision, moment: object) -> None:
        assert isinstance(moment, RollIsSettled)
        roll = decision.state.get(ROLLS)[RollId(moment.roll)]
        if roll.declaration.action == ATTACK:
            for effort, is_hurt in answers(roll, self.kit.checks.bands.successes):
                if not is_hurt and trapping_behind(effort.trait) == RESIST and not is_unfit(effort):
                    self._tell(decision, name_of(decision.state, effort.actor))

    def _tell(self, decision: Decision, name: str) -> None:
        """The hit lands, so a beacon or a poison on it works; that is told once."""
        fact = Fact(self.kit.tables.trapping(RESIST).name, f"hits land on {name} although they do no harm")
        if fact not in decision.state.get(FACTS):
            decision.emit(FactEstablished(fact))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for roll in rolls_at(state, "declared") if seat.is_gm else ():
            for index, effort in enumerate(roll.efforts):
                if self._tier(state, roll, index) is not None:
                    hurts = is_unfit(effort)
                    label = "Let … resist damage" if hurts else "Leave out the toughness of …"
                    yield Offer(
                        command=RuleOnIntent(roll=roll.id, effort=index, hurts=hurts),
                        **one_of_a_family(label, name_of(state, effort.actor)),
                        verb="correct",
                        target=Target("roll", roll.id),
                        cites=self.kit.cites("resist-damage"),
                        group="gm",
                        changes=RollSide(roll.id, index),
                    )


NOT_MEANT = "not meant to hurt"


def _is_unfit_otherwise(effort: Effort) -> bool:
    return any(part.source == UNFIT and part.label != NOT_MEANT for part in effort.modifiers)
