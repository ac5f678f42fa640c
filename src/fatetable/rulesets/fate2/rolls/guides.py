"""Help with setting a difficulty: the guide, typical tasks, the best skill there is, and what a margin gives."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.offers import Choice
from fatetable.engine.state import State
from fatetable.mechanics.aspects.cards import CHARACTER, borne_by
from fatetable.mechanics.characters.cast import CAST, Actor
from fatetable.mechanics.rolls.actions import OVERCOME
from fatetable.mechanics.rolls.state import Roll
from fatetable.mechanics.scenes.state import is_present
from fatetable.rulesets.fate2 import aspects
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.sheet import skill_of, traits_of

PEAK = 4
"""The guide of the book is for a campaign in which Superb is the peak (F2-DIFF-01)."""


class Guide(Struct, frozen=True):
    tables: Tables
    dials: Dials

    def numbers(self) -> tuple[Choice, ...]:
        """The numbers that six-sided dice have to reach (F2-D6-03)."""
        step = self.tables.sixes.step * (self.dials.difficulty_ceiling - PEAK)
        numbers = ((max(1, each.number + step), each) for each in self.tables.difficulties.classes)
        return tuple(Choice(str(number), f"{number}: {found.name}, {found.who}") for number, found in numbers)

    def difficulties(self) -> tuple[Choice, ...]:
        """Every level with the class of tasks it stands for (F2-DIFF-01, F2-DIFF-02)."""
        shift = self.dials.difficulty_ceiling - PEAK
        classes = {each.level + shift: each for each in self.tables.difficulties.classes}
        return tuple(
            Choice(str(number), f"{self.tables.ladder.label(number)}: {found.name}, {found.who}")
            if (found := classes.get(number))
            else Choice(str(number), self.tables.ladder.label(number))
            for number, _ in self.tables.ladder.rungs
        )

    def advice(self, state: State, roll: Roll) -> str:
        """What helps to judge such a roll."""
        said = "; ".join(self._said(state, roll))
        return f" ({said})" if said else ""

    def _said(self, state: State, roll: Roll) -> Iterator[str]:
        trait, tables = roll.declaration.trait, self.tables
        skill, actor = skill_of(tables, trait), state.get(CAST).get(roll.actor)
        if roll.declaration.action != OVERCOME:
            return
        if actor is not None and not actor.is_hidden and (known := self._known(state, actor)):
            yield f"bear in mind: {known}"
        if skill is None:
            return
        best = self._best(state, trait)
        if best is not None:
            label = tables.ladder.label
            yield (
                f"the best has {label(best)}: easy is {label(best - 2)} to {label(best - 1)}, "
                f"serious {label(best + 1)} to {label(best + 2)}"
            )
        for tasks in tables.difficulties.tasks:
            if skill.id in tasks.skills:
                yield ", ".join(f"{tables.ladder.word(level)}: {task}" for level, task in tasks.levels.items())
        for more in tables.difficulties.more:
            if skill.category in more.categories:
                yield f"each point of success: {more.gives}"

    def _known(self, state: State, actor: Actor) -> str:
        """The aspects that everybody knows of; they count without being invoked (F2-INV-07)."""
        cards = (card for card in borne_by(state, actor.id) if card.kind == CHARACTER and card.known_to is None)
        return aspects.weighing(self.tables, self.dials, actor.sheet, {card.slot for card in cards})

    def _best(self, state: State, trait: str) -> int | None:
        """The best of the heroes who are there (F2-DIFF-04)."""
        heroes = (actor for actor in state.get(CAST).values() if actor.is_pc and is_present(state, actor.id))
        ratings = (each.rating for actor in heroes for each in traits_of(self.tables, actor) if each.id == trait)
        return max(ratings, default=None)
