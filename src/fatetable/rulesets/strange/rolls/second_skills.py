"""A second skill in a roll: one that limits what somebody can do for long, or known wealth (SF-STRESSCAP-02)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec
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


LIMIT = "limit"
"""The source of what a limiting skill takes off; it has a tier to give back, so it is no claim."""


class Way(NamedTuple):
    """One way in which another skill may count, and the effort with it."""

    label: str
    effort: Effort


class SecondSkills(Struct, frozen=True):
    """Whether it counts the GM says, before the dice, and takes it back."""

    kit: StrangeKit

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="second skills",
            decides={CountSkill: self._count},
            offers=OfferedWhile(a_roll_is_declared, self._offers),
        )

    def _found(self, state: State, roll: Roll, index: int) -> Iterator[tuple[str, Way]]:
        """What may count for a side, by the word for it."""
        effort = roll.efforts[index] if 0 <= index < len(roll.efforts) else None
        actor = state.get(CAST).get(effort.actor) if effort is not None else None
        if effort is None or actor is None or roll.stage_of(index) != "declared" or effort.throws:
            return
        rolled = skill_rolled(self.kit.tables, actor.sheet, effort.trait)
        for row in self.kit.tables.second_skills if rolled is not None else ():
            if (row.in_calm and conflict_of(state) is not None) or row.beside not in ("", effort.action):
                continue
            for skill in skills_of(self.kit.tables, actor.sheet):
                if rolled is not None and skill.id != rolled.id and skill.has(row.trapping):
                    way = (
                        self._limited(row, effort, skill, rolled)
                        if row.limits
                        else self._with(row, effort, skill, rolled)
                    )
                    if way is not None:
                        yield f"{skill.id} {row.id}", way

    def _with(self, row: SecondSkillRow, effort: Effort, skill: Skill, rolled: Skill) -> Way | None:
        """One that modifies adds by whether it is higher or lower; of one skill one way counts."""
        amount = row.amount * (_compared(skill, rolled) if row.compares else 1)
        label = f"{skill.name} {row.says}"
        if not amount or any((part.source, part.label) == (CLAIM, label) for part in effort.modifiers):
            return None
        more = Modifier(CLAIM, label, amount, self.kit.cites(f"second-{row.trapping}"), skill.id)
        others = (part for part in effort.modifiers if (part.source, part.name) != (CLAIM, skill.id))
        changed = msgspec.structs.replace(effort, modifiers=(*others, more))
        return Way(f"{label} ({signed(amount)})", changed)

    def _limited(self, row: SecondSkillRow, effort: Effort, skill: Skill, rolled: Skill) -> Way | None:
        """A lower one caps the skill that is rolled, rating and tier, until that is taken back."""
        tiers = max(0, rolled.tier - skill.tier)
        if any((part.source, part.name) == (LIMIT, skill.id) for part in effort.modifiers):
            kept = tuple(part for part in effort.modifiers if (part.source, part.name) != (LIMIT, skill.id))
            free = msgspec.structs.replace(effort, modifiers=kept, scale=effort.scale + tiers)
            return Way(f"{skill.name} no longer {row.says}", free)
        if _compared(skill, rolled) >= 0 or any(part.source == LIMIT for part in effort.modifiers):
            return None
        label, cites = f"{skill.name} {row.says}", self.kit.cites(f"second-{row.trapping}")
        less = Modifier(LIMIT, label, skill.rating - rolled.rating, cites, skill.id)
        capped = msgspec.structs.replace(effort, modifiers=(*effort.modifiers, less), scale=effort.scale - tiers)
        return Way(label, capped)

    def _count(self, decision: Decision, command: CountSkill) -> None:
        decision.require_gm()
        roll = roll_of(decision, command.roll)
        way = dict(self._found(decision.state, roll, command.effort)).get(command.skill)
        if way is None:
            raise decision.violation("no-such-skill", "No other skill of theirs can count like that now.")
        change_effort(decision, roll.id, command.effort, modifiers=way.effort.modifiers, scale=way.effort.scale)

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for roll in rolls_at(state, "declared") if seat.is_gm else ():
            for index, effort in enumerate(roll.efforts):
                ways = [Choice(word, way.label) for word, way in self._found(state, roll, index)]
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


def _compared(skill: Skill, rolled: Skill) -> int:
    """Is it higher (1) or lower (-1) than what is rolled?"""
    own, other = (skill.tier, skill.rating), (rolled.tier, rolled.rating)
    return (own > other) - (own < other)
