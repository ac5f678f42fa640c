"""Illusions that wound as long as they are believed: who has seen through one is safe from it (SF-STR-13)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Event
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, name_of
from fatetable.mechanics.moments import RollIsSettled, SceneEnds
from fatetable.mechanics.rolls.actions import ATTACK
from fatetable.mechanics.rolls.state import ROLLS, Roll, RollId
from fatetable.mechanics.scenes.presence import is_active
from fatetable.mechanics.undertakings.code import Code, Result
from fatetable.rulesets.strange.book import Tables
from fatetable.rulesets.strange.sheet import skill_behind, trapping_rolled

DISBELIEVE = "disbelieve"

Beholders: TypeAlias = tuple[ActorId, ...]
ILLUSIONS: Key[Mapping[str, Beholders]] = Key("illusions", dict[str, Beholders], {})


class IllusionShown(Event, frozen=True, tag="illusion-shown/1"):
    """Somebody was attacked with it; `key` names its maker and the skill."""

    key: str


class IllusionSeenThrough(Event, frozen=True, tag="illusion-seen-through/1"):
    key: str
    by: ActorId


class IllusionsOver(Event, frozen=True, tag="illusions-over/1"):
    pass


def _shown(held: Mapping[str, Beholders], event: IllusionShown) -> Mapping[str, Beholders]:
    return {event.key: (), **held}


def _seen(held: Mapping[str, Beholders], event: IllusionSeenThrough) -> Mapping[str, Beholders]:
    return {**held, event.key: (*held.get(event.key, ()), event.by)}


def _over(_held: Mapping[str, Beholders], _event: IllusionsOver) -> Mapping[str, Beholders]:
    return {}


def _key(maker: ActorId, trait: str) -> str:
    return f"{maker}:{skill_behind(trait)}"


def why_unmoved(state: State, actor: Actor, target: ActorId, trait: str) -> Refusal | None:
    """Why an illusion does nothing to somebody any more."""
    if target not in state.get(ILLUSIONS).get(_key(actor.id, trait), ()):
        return None
    return Refusal("seen-through", f"{name_of(state, target)} knows that it is an illusion.", "illusions")


class Illusions(Struct, frozen=True):
    """Of a defence with `style` it is seen through, or by a declaration that it is one."""

    tables: Tables
    style: int

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="illusions",
            evolves=folds(ILLUSIONS, {IllusionShown: _shown, IllusionSeenThrough: _seen, IllusionsOver: _over}),
            on_moment=self._on_moment,
            moments=(RollIsSettled, SceneEnds),
        )

    def code(self) -> Mapping[str, Code]:
        return {DISBELIEVE: Code(targets=_makers, done=_disbelieved)}

    def _on_moment(self, decision: Decision, moment: object) -> None:
        match moment:
            case RollIsSettled(roll):
                self._attacked(decision, decision.state.get(ROLLS)[RollId(roll)])
            case SceneEnds() if decision.state.get(ILLUSIONS):
                decision.emit(IllusionsOver())

    def _attacked(self, decision: Decision, roll: Roll) -> None:
        sheet, trait = decision.state.get(CAST)[roll.actor].sheet, roll.efforts[0].trait
        is_illusion = any(map(self.tables.is_illusion, trapping_rolled(self.tables, sheet, trait)))
        if roll.declaration.action != ATTACK or not is_illusion:
            return
        key = _key(roll.actor, trait)
        if key not in decision.state.get(ILLUSIONS):
            decision.emit(IllusionShown(key))
        for beholder in self._beholders(roll):
            decision.emit(IllusionSeenThrough(key, beholder))

    def _beholders(self, roll: Roll) -> Iterator[ActorId]:
        """The people who have met it with style."""
        if not roll.declaration.targets:
            yield from (roll.defender,) if roll.margin is not None and roll.margin <= -self.style else ()
            return
        for each in roll.comparisons:
            if each.other > 0 and each.margin <= -self.style:
                yield roll.efforts[each.other].actor


def _makers(state: State, actor: Actor) -> tuple[Actor, ...]:
    """Those whose illusions somebody has met with in this scene and does not see through."""
    makers = {key.partition(":")[0] for key, seen in state.get(ILLUSIONS).items() if actor.id not in seen}
    cast = state.get(CAST).values()
    return tuple(each for each in cast if each.id in makers and each.id != actor.id and is_active(state, each.id))


def _disbelieved(decision: Decision, result: Result) -> None:
    for key, seen in tuple(decision.state.get(ILLUSIONS).items()):
        if result.succeeded and key.startswith(f"{result.target}:") and result.actor not in seen:
            decision.emit(IllusionSeenThrough(key, result.actor))
