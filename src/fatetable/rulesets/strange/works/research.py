"""Research: time in a workspace makes up for what somebody does not know (SF-RESEARCH-01, SF-RESEARCH-02)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.characters.cast import CAST, ActorId, address_of
from fatetable.mechanics.encounters.state import ENCOUNTER
from fatetable.mechanics.scenes.facts import Fact, FactEstablished
from fatetable.mechanics.time.time_taken import TimeTaken
from fatetable.mechanics.undertakings.code import Code, Result
from fatetable.rulesets.strange.kit import StrangeKit
from fatetable.rulesets.strange.sheet import usable_skills
from fatetable.rulesets.strange.works.workspaces import Workspace, fit_for_finding

INFORMATION, RESEARCH = "information", "research"
LEFT = "leave"


class ResearchToDo(PromptContext, frozen=True, tag="research"):
    """Whether somebody looks up what they do not know, and how long that takes."""

    actor: ActorId
    time: str


class Research(Struct, frozen=True):
    """As many steps of time as the roll has failed by; without limit, but for what the workspace holds."""

    kit: StrangeKit

    def subsystem(self) -> Subsystem:
        return Subsystem(name="research", answers={ResearchToDo: self._answered})

    def code(self) -> Mapping[str, Code]:
        return {INFORMATION: Code(done=self._done)}

    def _done(self, decision: Decision, result: Result) -> None:
        found = () if result.succeeded else tuple(self._fit(decision, result))
        if not found:
            return
        track = self.kit.tables.time
        time = track.lengthened(self.kit.tables.works.research, -result.margin)
        ask(
            decision,
            ResearchToDo(result.actor, time),
            address_of(decision.state, result.actor),
            f"Research it? It takes {time}.",
            (*(Option(each.id, f"Search {each.name}") for each in found), Option(LEFT, "Leave it at that")),
            cites=decision.cites(RESEARCH),
            blocking=False,
        )

    def _fit(self, decision: Decision, result: Result) -> Iterator[Workspace]:
        actor = decision.state.get(CAST).get(result.actor)
        is_calm = decision.state.get(ENCOUNTER) is None
        if actor is not None and is_calm and usable_skills(self.kit.tables, actor, RESEARCH):
            obscurity = result.total - result.margin
            yield from fit_for_finding(self.kit.tables, decision.state, actor, obscurity, result.scale)

    def _answered(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        if answer.option == LEFT:
            return
        asked = prompt.read(ResearchToDo)
        decision.emit(TimeTaken(asked.actor, RESEARCH, asked.time))
        decision.emit(FactEstablished(Fact("Research", f"the answer is found in {asked.time}")))
