"""Support skills: a second skill that is at least as high as the one rolled makes it easier."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.identity import remembered
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, Offer
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.acting import ATTACK
from fatetable.mechanics.cast import CAST, Actor, controls, require_control
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.rolls import Effort, Modifier, Roll, RollId, change_effort, open_rolls, roll_of
from fatetable.mechanics.sheets import Sheet
from fatetable.rulesets.skein.rolling import skill_part
from fatetable.rulesets.skein.skills import ARMY_SKILL, level, skill_name, skill_of
from fatetable.rulesets.skein.tables import tables

SUPPORT = "support"
FIGHTING = ("defend:hand-to-hand", "defend:ranged")


class Support(Command, frozen=True, tag="support"):
    """Let another skill support one's roll, before its dice; whether it is relevant the Storyteller may object to."""

    roll: RollId
    skill: str


def _is_useless(skill: str, effort: Effort) -> bool:
    """Some skills are of no help in a fight (SK-SKILL-11)."""
    entry = skill_of(skill)
    is_fighting = effort.action == ATTACK or effort.action in FIGHTING
    return entry is not None and bool(entry.never_supports) and is_fighting


@remembered(limit=4096)
def _as_high(sheet: Sheet, main: str) -> tuple[str, ...]:
    lowest = max(1, level(sheet, main))
    return tuple(skill for skill, rating in sheet.traits.items() if rating >= lowest and skill != main)


class Supporting(Struct, frozen=True):
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(name="support", decides={Support: self._support}, offers=self._offers)

    def _index(self, roll: Roll) -> int:
        return max(roll.active, 0)

    def _candidates(self, roll: Roll, actor: Actor) -> tuple[str, ...]:
        """Owned skills at least as high as the main one (SK-TEST-07); one a roll."""
        effort = roll.efforts[self._index(roll)]
        if roll.stage_of(self._index(roll)) != "declared" or any(m.source == SUPPORT for m in effort.modifiers):
            return ()
        main = skill_part(effort.trait)
        if main == ARMY_SKILL:
            return ()  # What supports an army counts by itself (SK-BATTLE-05).
        return tuple(skill for skill in _as_high(actor.sheet, main) if not _is_useless(skill, effort))

    def _support(self, decision: Decision, command: Support) -> None:
        roll = roll_of(decision, command.roll)
        index = self._index(roll)
        effort = roll.efforts[index]
        actor = decision.state.get(CAST)[effort.actor]
        require_control(decision, actor)
        decision.require(
            command.skill in self._candidates(roll, actor),
            "no-support",
            f"{skill_name(command.skill)} cannot support this roll.",
        )
        figures = tables().rolling.figures
        more = Modifier(SUPPORT, skill_name(command.skill), figures.support, decision.cites("support"))
        change_effort(decision, roll.id, index, modifiers=(*effort.modifiers, more))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for roll in open_rolls(state):
            effort = roll.efforts[self._index(roll)]
            actor = state.get(CAST)[effort.actor]
            skills = self._candidates(roll, actor) if controls(seat, actor) else ()
            if skills:
                yield Offer(
                    command=Support(roll.id, ""),
                    label=f"{actor.name}: support the roll with another skill",
                    holes=(ChoiceHole("skill", "skill", tuple(Choice(s, skill_name(s)) for s in skills)),),
                    cites=self.cites("support"),
                    group="roll",
                    changes=effort.id,
                )
