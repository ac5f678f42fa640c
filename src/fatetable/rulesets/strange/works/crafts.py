"""Making what was planned: a roll for each part, with its time and its price (SF-CRAFT-02 to SF-CRAFT-10)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.offers import Choice
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.characters.cast import CAST, Actor
from fatetable.mechanics.undertakings.code import Code, Result
from fatetable.rulesets.strange.kit import StrangeKit
from fatetable.rulesets.strange.sheet import skill_rolled
from fatetable.rulesets.strange.works.completion import Completion
from fatetable.rulesets.strange.works.state import WORKS, Work, WorkPart, WorkSet, works_by
from fatetable.rulesets.strange.works.workspaces import Workspace, fit_for_works, workspaces_of

MAKE = "make"


class Step(NamedTuple):
    """A part of a work, and where it is made."""

    work: Work
    place: int
    where: Workspace

    @property
    def part(self) -> WorkPart:
        return self.work.parts[self.place]

    @property
    def id(self) -> str:
        return f"{self.work.id}/{self.place} {self.where.id}"


class Crafts(Struct, frozen=True):
    kit: StrangeKit

    def subsystem(self) -> Subsystem:
        return Subsystem(name="making")

    def code(self) -> Mapping[str, Code]:
        return {
            MAKE: Code(
                picks_for=self._picks, against=self._against, price=self._price, time=self._time, done=self._done
            )
        }

    def _steps(self, state: State, actor: Actor) -> Iterator[Step]:
        """Whatever is not made yet, in each workspace, whether or not it is good enough."""
        for work in works_by(state, actor.id):
            for place, part in enumerate(work.parts):
                if not part.is_made:
                    yield from (Step(work, place, each) for each in workspaces_of(self.kit.tables, state, actor))

    def _step(self, state: State, actor: Actor, pick: str) -> Step | None:
        return next((step for step in self._steps(state, actor) if step.id == pick), None)

    def _picks(self, state: State, actor: Actor, trait: str) -> tuple[Choice, ...]:
        skill = skill_rolled(self.kit.tables, actor.sheet, trait)
        return tuple(
            Choice(step.id, self._label(step))
            for step in self._steps(state, actor)
            if skill is not None
            and skill.tier >= step.part.tier
            and step.where in fit_for_works(self.kit.tables, state, actor, step.part.needs, step.part.tier)
        )

    def _label(self, step: Step) -> str:
        price = self.kit.tables.tiers[step.part.tier].refresh
        costs = f", for {price} fate point{'s'[: price > 1]}" if price else ""
        return f"{step.part.name} in {step.where.name}{costs}"

    def _against(self, state: State, actor: Actor, pick: str) -> tuple[int, int]:
        """Its quality, in its tier (SF-CRAFT-04)."""
        step = self._step(state, actor, pick)
        assert step is not None, "only what there is to pick is picked"
        return step.part.quality, step.part.tier

    def _price(self, state: State, actor: Actor, pick: str) -> int:
        """What a skill of its tier would take off refresh (SF-CRAFT-10)."""
        step = self._step(state, actor, pick)
        return self.kit.tables.tiers[step.part.tier].refresh if step is not None else 0

    def _time(self, state: State, actor: Actor, trait: str, pick: str) -> str:
        """A step for each point of quality, and another for each that the skill lacks (SF-CRAFT-03)."""
        step, skill = self._step(state, actor, pick), skill_rolled(self.kit.tables, actor.sheet, trait)
        if step is None or skill is None:
            return ""
        quality = step.part.quality
        longer = quality + max(0, quality - skill.rating)
        return self.kit.tables.time.lengthened(self.kit.tables.works.craft, longer)

    def _done(self, decision: Decision, result: Result) -> None:
        actor = decision.state.get(CAST).get(result.actor)
        step = self._step(decision.state, actor, result.pick) if actor is not None and result.succeeded else None
        if step is None:
            return
        made = msgspec.structs.replace(step.part, is_made=True)
        parts = (*step.work.parts[: step.place], made, *step.work.parts[step.place + 1 :])
        work = msgspec.structs.replace(step.work, parts=parts)
        decision.emit(WorkSet(work.id, work))
        if work.is_finished:
            decision.service(Completion).finish(decision, decision.state.get(WORKS)[work.id])
