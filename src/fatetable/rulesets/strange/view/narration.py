"""The game's own facts in words, for the log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import TypeAlias

from fatetable.engine.messages import Event
from fatetable.engine.state import State
from fatetable.engine.words import with_words
from fatetable.mechanics.characters.cast import CAST, ActorId, name_of
from fatetable.mechanics.ruleset import Teller
from fatetable.mechanics.time.passing import TimePassed
from fatetable.mechanics.time.time_taken import TimeTaken
from fatetable.rulesets.strange.book import Tables
from fatetable.rulesets.strange.combat import (
    AdvantageGranted,
    AdvantagesOver,
    IllusionSeenThrough,
    held_advantages,
)
from fatetable.rulesets.strange.drawbacks import SkillStateSet
from fatetable.rulesets.strange.force import WeightPutDown, WeightTakenUp
from fatetable.rulesets.strange.recovery import ActorDied, ActorRevived
from fatetable.rulesets.strange.sheet import skills_of
from fatetable.rulesets.strange.trappings import (
    AttitudeSet,
    DisguiseGone,
    DisguiseSet,
    GotOff,
    GotOn,
    LanguageKnown,
    MountNamed,
)
from fatetable.rulesets.strange.works import WORKS, WorkGone, WorkSet, WorkspaceClosed, WorkspaceOpened

Lines: TypeAlias = Iterator[str]
PROGRESS = ("getting ready", "ready", "interrupted", "switched off")
"""What is told of skills with drawbacks; what a use costs them shows on the sheet."""


def tellers(tables: Tables) -> Mapping[type[Event], Teller]:
    return {
        TimePassed: _time_passed,
        TimeTaken: _time_taken,
        AttitudeSet: _attitude,
        DisguiseSet: _disguised,
        DisguiseGone: _undisguised,
        SkillStateSet: partial(_skill, tables),
        AdvantageGranted: _advantage,
        AdvantagesOver: _advantages_over,
        IllusionSeenThrough: _seen_through,
        WeightTakenUp: _taken_up,
        WeightPutDown: _put_down,
        WorkspaceOpened: _workspace_opened,
        WorkspaceClosed: _workspace_closed,
        WorkSet: _work,
        WorkGone: _work_gone,
        LanguageKnown: _language,
        MountNamed: _mount,
        GotOn: _got_on,
        GotOff: _got_off,
        ActorDied: _died,
        ActorRevived: _revived,
    }


def _time_passed(_: State, __: State, event: TimePassed) -> Lines:
    yield f"{event.time} goes by."


def _time_taken(_: State, after: State, event: TimeTaken) -> Lines:
    yield f"{name_of(after, event.actor)}: to {event.work} took {event.time.lower()}."


def _attitude(_: State, after: State, event: AttitudeSet) -> Lines:
    other, _colon, toward = event.key.partition(":")
    yield f"{name_of(after, ActorId(other))} is {event.attitude.lower()} toward {name_of(after, ActorId(toward))}."


def _disguised(_: State, after: State, event: DisguiseSet) -> Lines:
    if event.disguise.is_worn:
        yield f"{name_of(after, event.actor)} is disguised: {event.disguise.words}."


def _undisguised(before: State, _: State, event: DisguiseGone) -> Lines:
    yield with_words(f"{name_of(before, event.actor)} is no longer disguised", event.reason, ".")


def _skill(tables: Tables, _: State, after: State, event: SkillStateSet) -> Lines:
    actor_id, _colon, skill_id = event.key.partition(":")
    actor = after.get(CAST).get(ActorId(actor_id))
    if actor is not None and event.reason in PROGRESS:
        names = (skill.name for skill in skills_of(tables, actor.sheet) if skill.id == skill_id)
        yield f"{actor.name}: {next(names, 'a skill')}, {event.reason}."


def _advantage(_: State, after: State, event: AdvantageGranted) -> Lines:
    yield f"{name_of(after, event.advantage.actor)} has {event.advantage.label}."


def _advantages_over(before: State, _: State, event: AdvantagesOver) -> Lines:
    for key in event.ids:
        if (advantage := held_advantages(before).get(key)) is not None:
            yield f"{name_of(before, advantage.actor)} no longer has {advantage.label}."


def _seen_through(_: State, after: State, event: IllusionSeenThrough) -> Lines:
    yield f"{name_of(after, event.by)} knows that it is an illusion."


def _taken_up(_: State, after: State, event: WeightTakenUp) -> Lines:
    yield f"{name_of(after, event.actor)} lifts {event.held.words}."


def _put_down(before: State, _: State, event: WeightPutDown) -> Lines:
    yield f"{name_of(before, event.actor)} puts the load down."


def _workspace_opened(_: State, after: State, event: WorkspaceOpened) -> Lines:
    yield f"{name_of(after, event.actor)} has a workspace: {event.workspace.name}."


def _workspace_closed(_: State, after: State, event: WorkspaceClosed) -> Lines:
    yield f"{name_of(after, event.actor)} has no workspace any more: {event.name}."


def _work(before: State, after: State, event: WorkSet) -> Lines:
    work, known = event.work, before.get(WORKS).get(event.id)
    if known is None and not work.is_finished:
        yield f"{name_of(after, work.maker)} plans {work.name}."
    elif work.is_finished and (known is None or not known.is_finished):
        yield f"{name_of(after, work.maker)} has {work.name}."


def _work_gone(before: State, _: State, event: WorkGone) -> Lines:
    yield with_words(f"{before.get(WORKS)[event.id].name} is gone", event.reason, ".")


def _language(_: State, after: State, event: LanguageKnown) -> Lines:
    yield f"{name_of(after, event.actor)} knows {event.language.name}."


def _mount(_: State, after: State, event: MountNamed) -> Lines:
    yield f"{name_of(after, event.actor)} is for {event.field}."


def _got_on(_: State, after: State, event: GotOn) -> Lines:
    yield f"{name_of(after, event.actor)} gets on {name_of(after, event.mount)}."


def _got_off(before: State, _: State, event: GotOff) -> Lines:
    yield f"{name_of(before, event.actor)} gets off."


def _died(before: State, _: State, event: ActorDied) -> Lines:
    if not event.due:
        yield f"{name_of(before, event.actor)} is dead."


def _revived(_: State, after: State, event: ActorRevived) -> Lines:
    if event.actor in after.get(CAST):
        yield f"{name_of(after, event.actor)} is alive again."
