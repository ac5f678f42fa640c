"""A second skill in a roll: one that limits what somebody can do for long, or known wealth (SF-STRESSCAP-02)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, Offer, RollSide, Target
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import OfferedWhile, Subsystem
from fatetable.mechanics.book.ladder import signed
from fatetable.mechanics.characters.cast import CAST, name_of
from fatetable.mechanics.encounters.state import conflict_of
from fatetable.mechanics.modifiers.menus import CLAIM
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
from fatetable.rulesets.strange.book import SecondSkillRow
from fatetable.rulesets.strange.kit import StrangeKit
from fatetable.rulesets.strange.sheet import Skill, skill_rolled, skills_of


class CountSkill(Command, frozen=True, kw_only=True, tag="count-skill"):
    """The game master lets another skill of theirs count for one side of a roll; `skill` says which and how."""

    roll: RollId
    effort: int
    skill: str


class SecondSkills(Struct, frozen=True):
    """Whether it counts the GM says, before the dice; a claim that is disallowed is gone again."""

    kit: StrangeKit

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="second skills",
            decides={CountSkill: self._count},
            offers=OfferedWhile(a_roll_is_declared, self._offers),
        )

    def _found(self, state: State, roll: Roll, index: int) -> Iterator[tuple[str, Modifier]]:
        """What may count for a side, by the word for it."""
        effort = roll.efforts[index] if 0 <= index < len(roll.efforts) else None
        actor = state.get(CAST).get(effort.actor) if effort is not None else None
        if effort is None or actor is None or roll.stage_of(index) != "declared" or effort.throws:
            return
        rolled = skill_rolled(self.kit.tables, actor.sheet, effort.trait)
        held = skills_of(self.kit.tables, actor.sheet)
        for row in self.kit.tables.second_skills if rolled is not None else ():
            if (row.in_calm and conflict_of(state) is not None) or row.beside not in ("", effort.action):
                continue
            for skill in held:
                label = f"{skill.name} {row.says}"
                if skill.has(row.trapping) and _may_count(row, skill, rolled) and not _counts(effort, label):
                    cites = self.kit.cites(f"second-{row.trapping}")
                    yield f"{skill.id} {row.id}", Modifier(CLAIM, label, row.amount, cites, skill.id)

    def _count(self, decision: Decision, command: CountSkill) -> None:
        decision.require_gm()
        roll = roll_of(decision, command.roll)
        more = dict(self._found(decision.state, roll, command.effort)).get(command.skill)
        if more is None:
            raise decision.violation("no-such-skill", "No other skill of theirs can count like that now.")
        effort = roll.efforts[command.effort]
        others = (part for part in effort.modifiers if (part.source, part.name) != (CLAIM, more.name))
        change_effort(decision, roll.id, command.effort, modifiers=(*others, more))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for roll in rolls_at(state, "declared") if seat.is_gm else ():
            for index, effort in enumerate(roll.efforts):
                ways = [
                    Choice(word, f"{part.label} ({signed(part.amount)})")
                    for word, part in self._found(state, roll, index)
                ]
                if ways:
                    yield Offer(
                        command=CountSkill(roll=roll.id, effort=index, skill=""),
                        label=f"Count another skill of {name_of(state, effort.actor)}",
                        verb="correct",
                        target=Target("roll", roll.id),
                        holes=(ChoiceHole("skill", "which", tuple(ways)),),
                        cites=self.kit.cites("second-skill"),
                        group="gm",
                        changes=RollSide(roll.id, index),
                    )


def _may_count(row: SecondSkillRow, skill: Skill, rolled: Skill | None) -> bool:
    """Another skill; and one that limits is the lower of the two."""
    if rolled is None or skill.id == rolled.id:
        return False
    return not row.if_lower or (skill.tier, skill.rating) < (rolled.tier, rolled.rating)


def _counts(effort: Effort, label: str) -> bool:
    return any((part.source, part.label) == (CLAIM, label) for part in effort.modifiers)
