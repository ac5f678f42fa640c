"""Ambushes: a last look before an attack out of hiding, and what surprise does to a defence (SF-NOTICE-02, 03)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.folds import drop, put
from fatetable.engine.messages import Event
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.rolls.actions import DEFEND
from fatetable.mechanics.rolls.opposition import Opposition
from fatetable.mechanics.rolls.procedure import cancel_roll
from fatetable.mechanics.rolls.state import (
    ROLLS,
    Effort,
    Modifier,
    OppositionSet,
    Roll,
    RollId,
    effort_id,
    open_rolls,
)
from fatetable.mechanics.undertakings.undertaking import undertake
from fatetable.rulesets.strange.book import Tables
from fatetable.rulesets.strange.kit import StrangeKit
from fatetable.rulesets.strange.rolls import NAMED_KINDS
from fatetable.rulesets.strange.sheet import EXTRAORDINARY, traits_of, usable_skills

NOTICE, LAST_LOOK, SURPRISE = "notice", "last-look", "surprise"
Fate: TypeAlias = Literal["looking", "warned", "surprised"]


class Ambush(Struct, frozen=True):
    """How well an attacker was hidden, and by target whether they look still, or what came of it."""

    total: int
    scale: int
    fates: Mapping[ActorId, Fate] = {}


AmbushMap: TypeAlias = Mapping[RollId, Ambush]
AMBUSHES: Key[AmbushMap] = Key("ambushes", dict[RollId, Ambush], {})


class AmbushSet(Event, frozen=True, tag="ambush-set/1"):
    """An attack out of hiding, by its roll."""

    roll: RollId
    ambush: Ambush


class AmbushOver(Event, frozen=True, tag="ambush-over/1"):
    roll: RollId


def begin_ambush(decision: Decision, roll: RollId, total: int, scale: int) -> None:
    decision.emit(AmbushSet(roll, Ambush(total, scale)))


def fate_of(state: State, roll: RollId, target: ActorId) -> Fate | None:
    ambush = state.get(AMBUSHES).get(roll)
    return ambush.fates.get(target) if ambush is not None else None


def is_never_surprised(tables: Tables, actor: Actor) -> bool:
    """Things and crowds do not look out, and keen senses need not (SF-NOTICE-03)."""
    if actor.kind not in NAMED_KINDS:
        return True
    return any(skill.benefit(NOTICE) >= EXTRAORDINARY for skill in usable_skills(tables, actor, NOTICE))


def surprised(tables: Tables, state: State, roll: Roll, actor: ActorId, effort: Effort) -> Effort:
    """Who was warned in the last moment defends less well, against this one attack."""
    if fate_of(state, roll.id, actor) != "warned":
        return effort
    less = Modifier(SURPRISE, SURPRISE, tables.figures.rolls.surprise, ("SF-NOTICE-02",))
    return msgspec.structs.replace(effort, modifiers=(*effort.modifiers, less))


class Ambushes(Struct, frozen=True):
    kit: StrangeKit

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="ambushes",
            evolves=folds(AMBUSHES, {AmbushSet: put("roll", "ambush"), AmbushOver: drop("roll")}),
            on_moment=self._on_moment,
            moments=(RollIsOver,),
        )

    def forestalls(self, decision: Decision, roll: Roll, target: ActorId) -> bool:
        """Does somebody look before they are asked for a defence, or have none?"""
        ambush, actor = decision.state.get(AMBUSHES).get(roll.id), decision.state.get(CAST)[target]
        if ambush is None or is_never_surprised(self.kit.tables, actor):
            return False
        match ambush.fates.get(target):
            case None:
                self._set(decision, roll.id, target, "looking")
                self._look(decision, roll, actor, ambush)
                return True
            case "surprised":
                self._defenceless(decision, roll, target)
                return True
            case fate:
                return fate == "looking"

    def _set(self, decision: Decision, roll: RollId, target: ActorId, fate: Fate) -> None:
        ambush = decision.state.get(AMBUSHES)[roll]
        fates = {**ambush.fates, target: fate}
        decision.emit(AmbushSet(roll, msgspec.structs.replace(ambush, fates=fates)))

    def _look(self, decision: Decision, roll: Roll, actor: Actor, ambush: Ambush) -> None:
        """SF-TIER-12: how well somebody hides is met in the tier of their skill."""
        best = traits_of(self.kit.tables, actor, NOTICE)[0]
        look = undertake(
            decision,
            self.kit.checks,
            actor,
            best.id,
            LAST_LOOK,
            f"{actor.name} looks up",
            action=NOTICE,
            target=roll.actor,
            about=roll.id,
            takes_action=False,
        )
        decision.emit(OppositionSet(look, difficulty=ambush.total, scale=ambush.scale))

    def _defenceless(self, decision: Decision, roll: Roll, target: ActorId) -> None:
        """A total of nothing, without dice, in the Mundane tier."""
        place = roll.place_of(target)
        none = Effort(
            id=effort_id(roll.id, place),
            actor=target,
            action=DEFEND,
            trait="",
            description="is taken by surprise",
            modifiers=(Modifier(SURPRISE, SURPRISE, 0, ("SF-NOTICE-02",)),),
        )
        defender = roll.defender if roll.declaration.targets else target
        decision.emit(OppositionSet(roll.id, effort=none, defender=defender, index=place))

    def _on_moment(self, decision: Decision, moment: object) -> None:
        assert isinstance(moment, RollIsOver)
        roll = decision.state.get(ROLLS)[RollId(moment.roll)]
        if roll.id in decision.state.get(AMBUSHES):
            for look in open_rolls(decision.state):
                if look.declaration.mode == LAST_LOOK and look.declaration.words == roll.id:
                    cancel_roll(decision, look.id, "the attack did not happen")
            decision.emit(AmbushOver(roll.id))
        elif roll.declaration.mode == LAST_LOOK and RollId(roll.declaration.words) in decision.state.get(AMBUSHES):
            self._looked(decision, RollId(roll.declaration.words), roll)

    def _looked(self, decision: Decision, attack: RollId, look: Roll) -> None:
        """To do as well as who hides is enough; a look that was waived is no surprise."""
        is_warned = look.margin is None or look.outcome in self.kit.checks.bands.successes
        self._set(decision, attack, look.actor, "warned" if is_warned else "surprised")
        decision.service(Opposition).ask_defence(decision, decision.state.get(ROLLS)[attack], look.actor)
