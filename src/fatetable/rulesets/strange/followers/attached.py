"""What it means to be close to one's patron: no actions of one's own, and something added to theirs (SF-COMP-02)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.errors import Refusal
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, name_of
from fatetable.mechanics.encounters.state import fight_of
from fatetable.mechanics.encounters.turns import TurnRules
from fatetable.mechanics.harm.groups import group_of, numbers_bonus
from fatetable.mechanics.modifiers.menus import CIRCUMSTANCE
from fatetable.mechanics.rolls.check_rules import StandingModifiers
from fatetable.mechanics.rolls.state import Declaration, Modifier, Roll
from fatetable.rulesets.strange.book import Tables
from fatetable.rulesets.strange.followers.company import beside, is_attached
from fatetable.rulesets.strange.sheet import COMPANION, DEVICE, MINION_GROUP, is_on, skill_behind, skills_of


class TurnsOfFollowers(Struct, frozen=True):
    """Who is close to their patron does nothing alone; everybody else acts as `others` say."""

    others: TurnRules

    def may_act(self, state: State, actor: ActorId, action: str) -> Refusal | None:
        return self._attached(state, actor) or self.others.may_act(state, actor, action)

    def may_help(self, state: State, helper: ActorId, roll: Roll, effort: int) -> Refusal | None:
        return self._attached(state, helper) or self.others.may_help(state, helper, roll, effort)

    def check(self, state: State, declaration: Declaration) -> Refusal | None:
        return self.others.check(state, declaration)

    def _attached(self, state: State, actor: ActorId) -> Refusal | None:
        found = state.get(CAST)[actor]
        if not is_attached(found):
            return None
        if found.kind == DEVICE:
            return Refusal("a-thing", f"{found.name} does nothing by itself.", "devices")
        message = f"{found.name} keeps close to {name_of(state, found.patron)}, and acts alone only when sent off."
        return Refusal("attached", message, "attach")


def with_company(tables: Tables, others: StandingModifiers) -> StandingModifiers:
    """What counts by itself, and what those add who are close to somebody."""

    def standing(state: State, actor: Actor, action: str, trait: str) -> tuple[Modifier, ...]:
        return (
            *others(state, actor, action, trait),
            *_of_companions(tables, state, actor, trait),
            *_of_numbers(tables, state, actor, trait),
        )

    return standing


def _of_companions(tables: Tables, state: State, actor: Actor, trait: str) -> Iterator[Modifier]:
    """Something for a skill that both have learned, however many companions have it (SF-COMP-02)."""
    skill = skill_behind(trait)
    if not any(own.id == skill for own in skills_of(tables, actor.sheet)):
        return
    for other in beside(state, actor):
        able = other.kind == COMPANION and any(
            each.id == skill and is_on(other, each) for each in skills_of(tables, other.sheet)
        )
        if able:
            yield Modifier(CIRCUMSTANCE, f"with {other.name}", tables.companions.beside_patron, ("SF-COMP-02",))
            return


def _of_numbers(tables: Tables, state: State, actor: Actor, trait: str) -> Iterator[Modifier]:
    """Minions who act as one, or with a leader in what all of them can do (SF-MINIONS-08)."""
    own = group_of(state, actor).standing if actor.kind == MINION_GROUP else 1
    with_them = (
        group_of(state, each).standing
        for each in beside(state, actor)
        if each.kind == MINION_GROUP and _is_shared(tables, state, each, actor, skill_behind(trait))
    )
    together = own + sum(with_them)
    if bonus := numbers_bonus(tables.minions.numbers, together):
        yield Modifier(CIRCUMSTANCE, f"{together} together", bonus, ("SF-MINIONS-08",))


def _is_shared(tables: Tables, state: State, group: Actor, leader: Actor, skill: str) -> bool:
    """Can minions do what their leader does: a skill that both have, or anything in a fight of a scope of theirs?"""
    if scopes := group.sheet.lists.get("scopes", ()):
        fight = fight_of(state)
        return fight is not None and fight.kind in scopes
    known = ({each.id for each in skills_of(tables, actor.sheet)} for actor in (group, leader))
    return all(skill in skills for skills in known)
