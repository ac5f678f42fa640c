"""Who is with whom: followers that keep close to their patron, and those that act alone (SF-COMP-02)."""

from __future__ import annotations

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM, Audience
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import Actor, ActorId, SwitchesSet, followers_of
from fatetable.mechanics.harm.groups import group_of
from fatetable.mechanics.points.accounts import account_of as usual_account
from fatetable.mechanics.points.accounts import purse
from fatetable.mechanics.scenes.presence import is_active
from fatetable.mechanics.scenes.zones import place_of
from fatetable.mechanics.view.headcount import Headcount
from fatetable.rulesets.strange.book import Tables
from fatetable.rulesets.strange.sheet import (
    COMPANION,
    DEVICE,
    INDEPENDENT,
    KEEPING_UP,
    MINION_GROUP,
    SUMMONABLE,
    UNUSUAL,
    usable_skills,
)

ALONE, MISSION = "acts alone", "on a mission"
"""Switches of a follower; no skill is called by two words."""


def acts_alone(actor: Actor) -> bool:
    return actor.switches.get(ALONE, actor.kind != COMPANION)


def is_attached(actor: Actor) -> bool:
    """Does somebody act through their patron alone, or not at all?"""
    return actor.kind == DEVICE or (bool(actor.patron) and not acts_alone(actor))


def set_switches(decision: Decision, actor: Actor, **switches: bool) -> None:
    found = {**actor.switches, **{name.replace("_", " "): is_on for name, is_on in switches.items()}}
    decision.emit(SwitchesSet(actor.id, found), to=who_knows(actor))


def who_knows(actor: Actor) -> Audience:
    """Who reads the whole of a sheet, and so what is on and off on it."""
    if actor.controller is None:
        return (GM,)
    return (actor.controller, GM) if actor.is_closed else None


def is_near(state: State, one: ActorId, other: ActorId) -> bool:
    return is_active(state, one) and is_active(state, other) and place_of(state, one) == place_of(state, other)


def beside(state: State, patron: Actor) -> tuple[Actor, ...]:
    """The followers who are close to somebody, in the same place and on their feet."""
    found = followers_of(state, patron.id)
    return tuple(each for each in found if is_attached(each) and is_near(state, patron.id, each.id))


def keeping_up(tables: Tables, state: State, patron: Actor) -> tuple[ActorId, ...]:
    """Who goes wherever somebody goes: those close to them, unless they move in an unusual way (SF-COMP-08)."""
    built = (skill for skill in usable_skills(tables, patron, "move") if skill.kind != "common")
    is_unusual = any(UNUSUAL in held.extras for skill in built for held in skill.having("move"))
    return tuple(
        each.id
        for each in beside(state, patron)
        if not is_unusual or each.kind != COMPANION or each.sheet.numbers.get(KEEPING_UP)
    )


def goes_along(actor: Actor) -> bool:
    """Who is summoned is not there before that, and who is sent off is away (SF-COMP-13, SF-COMP-07)."""
    return actor.kind != COMPANION or not (actor.sheet.numbers.get(SUMMONABLE) or acts_alone(actor))


def headcount(state: State, actor: Actor) -> Headcount:
    """How many people somebody stands for."""
    if actor.kind != MINION_GROUP:
        return Headcount()
    group = group_of(state, actor)
    return Headcount(group.standing, group.size, is_nameless=True)


def account_of(actor: Actor) -> str:
    """A companion has no fate points; while it is independent and away it uses those of its patron (SF-COMP-07)."""
    if actor.kind == COMPANION and not (actor.sheet.numbers.get(INDEPENDENT) and acts_alone(actor)):
        return purse(actor.id)
    return usual_account(actor)
