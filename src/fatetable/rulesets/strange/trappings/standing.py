"""What a roll leaves for others to meet: how well somebody hides, or how well a trick was done."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.folds import drop, put
from fatetable.engine.messages import Event
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId
from fatetable.mechanics.moments import RollIsDeclared, SceneEnds
from fatetable.mechanics.rolls.actions import ATTACK
from fatetable.mechanics.rolls.state import ROLLS, RollId
from fatetable.mechanics.undertakings.code import Code, Result, anybody_else
from fatetable.rulesets.strange.book import StandingRow, Tables
from fatetable.rulesets.strange.combat import begin_ambush
from fatetable.rulesets.strange.sheet import EXTRAORDINARY, SUPERHUMAN, is_mindless, is_psychic, skill_rolled

HIDDEN = "hidden"


class Left(Struct, frozen=True, omit_defaults=True):
    """A total on a tier, by which row and with which skill; its maker has `moved` so many zones since.

    What is in the minds of others is nothing to those without one (SF-EXT-02).
    """

    total: int
    scale: int
    row: str
    trait: str
    moved: int = 0
    in_the_mind: bool = False


LeftMap: TypeAlias = Mapping[str, Left]
LEFT: Key[LeftMap] = Key("left-to-meet", dict[str, Left], {})


class LeftToMeet(Event, frozen=True, tag="left-to-meet/1"):
    """`key` names somebody and what of theirs is to be met."""

    key: str
    left: Left


class NothingLeftToMeet(Event, frozen=True, tag="nothing-left-to-meet/1"):
    key: str
    reason: str = ""


class AllMet(Event, frozen=True, tag="all-met/1"):
    """The scene is over, and with it what was to be met in it; `lasting` is still there, by its keys."""

    lasting: tuple[str, ...] = ()


def _all_met(left: LeftMap, event: AllMet) -> LeftMap:
    return {key: held for key, held in left.items() if key in event.lasting}


LEFT_EVOLVES = folds(LEFT, {LeftToMeet: put("key", "left"), NothingLeftToMeet: drop("key"), AllMet: _all_met})


def key_of(standing: str, actor: ActorId) -> str:
    return f"{actor}:{standing}"


def left_by(state: State, standing: str, actor: ActorId) -> Left | None:
    return state.get(LEFT).get(key_of(standing, actor))


def forget(decision: Decision, standing: str, actor: ActorId, reason: str) -> None:
    if left_by(decision.state, standing, actor) is not None:
        decision.emit(NothingLeftToMeet(key_of(standing, actor), reason))


def has_moved(tables: Tables, decision: Decision, actor: Actor, zones: int) -> None:
    """Who hides and moves gives themselves away, unless the skill lets them (SF-HIDE-03)."""
    left = left_by(decision.state, HIDDEN, actor.id)
    if left is None or left.row not in tables.standing(HIDDEN).still:
        return
    skill = skill_rolled(tables, actor.sheet, left.trait)
    tier, moved = skill.benefit("hide") if skill is not None else 0, left.moved + zones
    if tier >= SUPERHUMAN or (tier >= EXTRAORDINARY and moved <= 1):
        decision.emit(LeftToMeet(key_of(HIDDEN, actor.id), msgspec.structs.replace(left, moved=moved)))
    else:
        forget(decision, HIDDEN, actor.id, "moved")


class StandingResults(Struct, frozen=True):
    """An attack of one's own is the end of hiding, and the scene that of everything."""

    tables: Tables

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="standing results",
            evolves=LEFT_EVOLVES,
            on_moment=self._on_moment,
            moments=(SceneEnds, RollIsDeclared),
        )

    def code(self) -> Mapping[str, Code]:
        rows = self.tables.standings
        leaving = {each: Code(done=partial(_leave, self.tables, row)) for row in rows for each in row.left_by}
        meeting = {
            each: Code(targets=partial(_to_meet, row), against=partial(_against, row), done=partial(_met, row))
            for row in rows
            for each in row.met_by
        }
        return {**leaving, **meeting}

    def _on_moment(self, decision: Decision, moment: object) -> None:
        match moment:
            case RollIsDeclared(roll):
                declared = decision.state.get(ROLLS)[RollId(roll)].declaration
                left = left_by(decision.state, HIDDEN, declared.actor)
                if declared.action == ATTACK and left is not None:
                    begin_ambush(decision, RollId(roll), left.total, left.scale)
                    forget(decision, HIDDEN, declared.actor, "attacked")
            case SceneEnds() if held := decision.state.get(LEFT):
                rows = {each for row in self.tables.standings if row.lasts for each in row.left_by}
                decision.emit(AllMet(tuple(key for key, left in held.items() if left.row in rows)))


def _leave(tables: Tables, row: StandingRow, decision: Decision, result: Result) -> None:
    skill = skill_rolled(tables, decision.state.get(CAST)[result.actor].sheet, result.trait)
    in_the_mind = is_psychic(skill, result.procedure.action)
    left = Left(result.margin, result.scale, result.procedure.id, result.trait, in_the_mind=in_the_mind)
    decision.emit(LeftToMeet(key_of(row.id, result.actor), left))


def _to_meet(row: StandingRow, state: State, actor: Actor) -> tuple[Actor, ...]:
    left = ((other, left_by(state, row.id, other.id)) for other in anybody_else(state, actor))
    return tuple(other for other, found in left if found and not (found.in_the_mind and is_mindless(actor)))


def _against(row: StandingRow, state: State, _: Actor, target: ActorId) -> tuple[int, int]:
    left = state.get(LEFT)[key_of(row.id, target)]
    return left.total, left.scale


def _met(row: StandingRow, decision: Decision, result: Result) -> None:
    if result.succeeded:
        forget(decision, row.id, result.target, "found out")


def standing_notes(tables: Tables, state: State, actor: Actor) -> Iterator[tuple[str, str]]:
    """What of somebody's is to be met."""
    for row in tables.standings:
        if (left := left_by(state, row.id, actor.id)) is not None:
            told = f"{tables.ladder.label(left.total)}{tables.initial(left.scale)}"
            yield row.name.capitalize(), f"{told} (not for who has no mind)" if left.in_the_mind else told
