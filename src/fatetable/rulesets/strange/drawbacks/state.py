"""How far skills with drawbacks are: being readied, on, used up, and what a transformation replaced."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.folds import put
from fatetable.engine.messages import Event
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import folds
from fatetable.mechanics.aspects.cards import AspectId
from fatetable.mechanics.characters.cast import ActorId


class SkillState(Struct, frozen=True, omit_defaults=True):
    """`turns` were spent on getting it ready, `used` is how often it was used, `replaced` are aspects as they were."""

    is_ready: bool = False
    turns: int = 0
    used: int = 0
    replaced: Mapping[AspectId, str] = {}


Readied: TypeAlias = Mapping[str, SkillState]
READIED: Key[Readied] = Key("readied", dict[str, SkillState], {})


class SkillStateSet(Event, frozen=True, tag="skill-state-set/1"):
    """`key` names somebody and a skill of theirs."""

    key: str
    skill: SkillState
    reason: str = ""


READIED_EVOLVES = folds(READIED, {SkillStateSet: put("key", "skill")})
AS_BEFORE = SkillState()


def key_of(actor: ActorId, skill: str) -> str:
    return f"{actor}:{skill}"


def state_of(state: State, actor: ActorId, skill: str) -> SkillState:
    return state.get(READIED).get(key_of(actor, skill), AS_BEFORE)


def without_progress(held: SkillState) -> SkillState:
    return msgspec.structs.replace(held, turns=0)
