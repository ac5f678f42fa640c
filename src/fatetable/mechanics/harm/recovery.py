"""Getting better: stress goes with the scene, each consequence in its own time, once somebody tells how."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM
from fatetable.engine.offers import TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask, open_about
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import ASPECTS, AspectId, remove
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, address_of
from fatetable.mechanics.harm.state import (
    HARM,
    ConditionSet,
    HarmRules,
    Mark,
    condition_of,
    set_condition,
    slot_with,
    unchecked,
)
from fatetable.mechanics.moments import SceneEnds, SessionEnds
from fatetable.mechanics.scenes.state import SCENE


class RecoveryToTell(PromptContext, frozen=True, tag="recover"):
    """How does somebody recover from a consequence?"""

    actor: ActorId
    slot: str
    consequence: AspectId


class RecoveryToRule(PromptContext, frozen=True, tag="recovery"):
    """Does that way to recover make sense?"""

    actor: ActorId
    slot: str
    consequence: AspectId


class MayClear(Protocol):
    """Has enough time passed at this moment for the consequence in that slot to be asked about?"""

    def __call__(self, state: State, mark: Mark, slot: str, moment: str, /) -> bool: ...


class Recovery(Struct, frozen=True, kw_only=True):
    """`rules` come by kind of actor; with `waits` off, opponents recover unasked and nobody holds up play.

    Opponents who have left the scene recover unasked in any case.  Where nobody `tells_how`, a consequence clears
    by itself as soon as enough time has passed.
    """

    rules: Mapping[str, HarmRules]
    may_clear: MayClear
    waits: bool = True
    tells_how: bool = True

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="recovery",
            answers={RecoveryToTell: self._explained, RecoveryToRule: self._recovery_ruled},
            on_moment=self._on_moment,
            moments=(SceneEnds, SessionEnds),
        )

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if isinstance(moment, SceneEnds):
            self._rest(decision)
            self._ask_recovery(decision, "scene")
        elif isinstance(moment, SessionEnds):
            self._ask_recovery(decision, "session")
            if moment.scenario_ends:
                self._ask_recovery(decision, "scenario")

    def _rest(self, decision: Decision) -> None:
        """Stress clears with the scene; a character who was taken out may come back in a later one."""
        for actor, condition in tuple(decision.state.get(HARM).items()):
            tracks = unchecked({name: len(boxes) for name, boxes in condition.tracks.items()})
            rested = msgspec.structs.replace(condition, tracks=tracks, out="", fate="")
            if rested != condition:
                decision.emit(ConditionSet(actor, rested, "scene ended"))

    def _ask_recovery(self, decision: Decision, moment: str) -> None:
        for actor_id, condition in tuple(decision.state.get(HARM).items()):
            actor = decision.state.get(CAST).get(actor_id)
            if actor is None:
                continue
            for slot in self.rules[actor.kind].slots(actor):
                mark = condition.marks.get(slot.key)
                if mark is None or slot.clears != moment:
                    continue
                if self.may_clear(decision.state, mark, slot.name, moment):
                    self.ask_recovery_of(decision, actor, slot.key)

    def ask_recovery_of(self, decision: Decision, actor: Actor, slot: str) -> None:
        mark = condition_of(decision.state, actor.id).marks[slot]
        card = decision.state.get(ASPECTS)[mark.aspect]
        if any(open_about(decision.state, blocking_only=False, consequence=card.id)):
            return
        is_away = actor.id not in decision.state.get(SCENE).present
        if not self.tells_how or (not actor.has_player and (is_away or not self.waits)):
            clear_consequence(decision, actor.id, slot, "recovered")
            return
        ask(
            decision,
            RecoveryToTell(actor.id, slot, card.id),
            address_of(decision.state, actor.id),
            f"Does {actor.name} recover from {card.text}?",
            (
                Option("how", "Recover", (TextHole("fill", "how?", key="how", is_description=True),)),
                Option("no", "Not yet"),
            ),
            cites=decision.cites(f"recover-{self._severity(actor, slot)}"),
            blocking=self.waits,
        )

    def _severity(self, actor: Actor, key: str) -> str:
        slot = slot_with(self.rules[actor.kind].slots(actor), key)
        return slot.name if slot else key

    def _explained(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        if answer.option == "no":
            return
        told = prompt.read(RecoveryToTell)
        if not decision.state.get(CAST)[told.actor].has_player:
            clear_consequence(decision, told.actor, told.slot, answer.text("how"))
            return
        ask(
            decision,
            RecoveryToRule(told.actor, told.slot, told.consequence),
            (GM,),
            prompt.question,
            (Option("yes", "Clear it"), Option("no", "Not yet")),
            detail=answer.text("how"),
            cites=prompt.cites,
            blocking=self.waits,
        )

    def _recovery_ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        if answer.option == "yes":
            asked = prompt.read(RecoveryToRule)
            clear_consequence(decision, asked.actor, asked.slot, "recovered")


def clear_consequence(decision: Decision, actor: ActorId, slot: str, reason: str) -> None:
    """Empty a slot: the consequence and its card go."""
    marks = condition_of(decision.state, actor).marks
    mark = marks.get(slot)
    if mark is None:
        return
    remove(decision, decision.state.get(ASPECTS)[mark.aspect], reason)
    set_condition(decision, actor, reason, marks={name: m for name, m in marks.items() if name != slot})
