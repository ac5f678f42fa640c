"""Support skills: a second skill at least as high as the one rolled gives a bonus."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.identity import remembered
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, Offer, RollSide, Target
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import OfferedWhile, Subsystem
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, Actor, controls, require_control
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.rolls.actions import ATTACK, DEFEND
from fatetable.mechanics.rolls.state import (
    Effort,
    Modifier,
    Roll,
    RollId,
    a_roll_is_declared,
    change_effort,
    roll_of,
    rolls_at,
)
from fatetable.rulesets.skein.book import Tables
from fatetable.rulesets.skein.rolls.checks import defence_to
from fatetable.rulesets.skein.rolls.trait_reference import read_action, read_trait
from fatetable.rulesets.skein.sheet import ARMY_SKILL, level, skill_name, skill_of

SUPPORT = "support"


class Support(Command, frozen=True, tag="support"):
    """Let another skill support a roll before its dice; the Storyteller may object that it does not fit."""

    roll: RollId
    skill: str


def _is_fighting(tables: Tables, roll: Roll, effort: Effort) -> bool:
    is_met = read_action(effort.action) == DEFEND and defence_to(tables, roll).against in ("hand-to-hand", "ranged")
    return effort.action == ATTACK or is_met


def _is_useless_in_a_fight(tables: Tables, skill: str) -> bool:
    """Some skills are of no help there (SK-SKILL-11)."""
    entry = skill_of(tables, skill)
    return entry is not None and bool(entry.never_supports)


@remembered(limit=4096, has_texts=True)
def _as_high(tables: Tables, sheet: Sheet, main: str) -> tuple[str, ...]:
    lowest = max(1, level(tables, sheet, main))
    return tuple(skill for skill, rating in sheet.traits.items() if rating >= lowest and skill != main)


class SupportSkills(Struct, frozen=True):
    tables: Tables
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="support", decides={Support: self._support}, offers=OfferedWhile(a_roll_is_declared, self._offers)
        )

    def _index(self, roll: Roll) -> int:
        return max(roll.active, 0)

    def _may_support(self, roll: Roll) -> Refusal | None:
        """Whether a roll may have a supporting skill, of which there is one a roll (SK-TEST-07)."""
        effort = roll.efforts[self._index(roll)]
        if roll.stage_of(self._index(roll)) != "declared":
            return Refusal("no-support", "The dice are down: a skill supports a roll before they fall.")
        if any(modifier.source == SUPPORT for modifier in effort.modifiers):
            return Refusal("no-support", "Another skill supports this roll already, and one is all there can be.")
        if read_trait(effort.trait).skill == ARMY_SKILL:
            # SK-BATTLE-05
            return Refusal("no-support", "What supports an army counts by itself.")
        return None

    def _candidates(self, roll: Roll, actor: Actor) -> tuple[str, ...]:
        """Owned skills at least as high as the main one (SK-TEST-07)."""
        effort = roll.efforts[self._index(roll)]
        skills = _as_high(self.tables, actor.sheet, read_trait(effort.trait).skill)
        if not _is_fighting(self.tables, roll, effort):
            return skills
        return tuple(skill for skill in skills if not _is_useless_in_a_fight(self.tables, skill))

    def _support(self, decision: Decision, command: Support) -> None:
        roll = roll_of(decision, command.roll)
        index = self._index(roll)
        effort = roll.efforts[index]
        actor = decision.state.get(CAST)[effort.actor]
        require_control(decision, actor)
        decision.require_allowed(self._may_support(roll))
        decision.require(
            command.skill in self._candidates(roll, actor),
            "no-support",
            f"{skill_name(self.tables, command.skill)} cannot support this roll: "
            "it takes another skill that is at least as high and of use here.",
        )
        figures = self.tables.rolling.figures
        more = Modifier(SUPPORT, skill_name(self.tables, command.skill), figures.support, decision.cites("support"))
        change_effort(decision, roll.id, index, modifiers=(*effort.modifiers, more))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for roll in rolls_at(state, "declared"):
            index = self._index(roll)
            actor = state.get(CAST)[roll.efforts[index].actor]
            may_support = controls(seat, actor) and self._may_support(roll) is None
            skills = self._candidates(roll, actor) if may_support else ()
            if skills:
                yield Offer(
                    command=Support(roll.id, ""),
                    label="support the roll with another skill",
                    actor=actor.id,
                    verb="use",
                    target=Target("roll", roll.id),
                    holes=(ChoiceHole("skill", "skill", tuple(Choice(s, skill_name(self.tables, s)) for s in skills)),),
                    cites=self.cites("support"),
                    group="roll",
                    changes=RollSide(roll.id, index),
                )
