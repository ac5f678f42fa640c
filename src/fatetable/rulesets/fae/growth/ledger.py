"""The ledger of growth: checks and writes changes of a sheet, and uses up what a milestone granted."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.prompts import withdraw
from fatetable.engine.state import State
from fatetable.mechanics.aspects.cards import change_sheet
from fatetable.mechanics.characters.cast import Actor, ActorId, actor_of, require_control
from fatetable.mechanics.characters.sheet import Problem, Sheet
from fatetable.mechanics.characters.sheet_errors import require_no_new_errors
from fatetable.mechanics.encounters.state import conflict_of
from fatetable.mechanics.rolls.state import a_roll_is_open
from fatetable.rulesets.fae.book import Entitlement
from fatetable.rulesets.fae.growth.state import GROWTH, EntitlementsSet, StuntChange, StuntSettled

GRANTED_BY = {
    "minor": "a milestone",
    "raises": "a significant milestone",
    "stunts": "a major milestone",
    "concepts": "a major milestone",
}

NOTHING = Entitlement()
NOT_IN_A_FIGHT = Refusal("not-finished", "Finish the fight first: what a milestone grants is kept until then.")


def left_of(state: State, actor: Actor) -> Entitlement:
    """What this character may still change because of the last milestone."""
    return state.get(GROWTH).left.get(actor.id, Entitlement())


def has_open_stunt(actor: Actor) -> bool:
    """Was the starting stunt left open at creation?"""
    return actor.is_pc and not actor.sheet.features


def paid_by(state: State, actor: Actor, change: StuntChange) -> str:
    """Which entitlement a change of stunts uses up.

    The starting stunt that was left open comes first and costs none; then the one of a major milestone.
    """
    if change.how == "fill" or (change.how == "add" and has_open_stunt(actor)):
        return ""
    return "stunts" if change.how == "add" and left_of(state, actor).stunts else "minor"


class Ledger(Struct, frozen=True, kw_only=True):
    problems: Callable[[Sheet], tuple[Problem, ...]]
    finish: Callable[[Sheet], Sheet]

    def actor(self, decision: Decision, actor_id: ActorId) -> Actor:
        actor = actor_of(decision, actor_id)
        require_control(decision, actor)
        return actor

    def cannot_change_now(self, state: State) -> Refusal | None:
        """Nobody's figures change between the declaration of a roll and its end."""
        return Refusal("roll-open", "Finish the open roll first.") if a_roll_is_open(state) else None

    def may_change(self, state: State, actor: Actor, what: str) -> Refusal | None:
        if not what:
            return None
        if getattr(left_of(state, actor), what) > 0:
            return NOT_IN_A_FIGHT if conflict_of(state) is not None else None
        return Refusal("no-milestone", f"{actor.name} has no such change left: it comes with {GRANTED_BY[what]}.")

    def spend(self, decision: Decision, actor: Actor, what: str) -> None:
        decision.require_allowed(self.may_change(decision.state, actor, what))
        entitlement = left_of(decision.state, actor)
        rest = msgspec.structs.replace(entitlement, **{what: getattr(entitlement, what) - 1})
        decision.emit(EntitlementsSet({**decision.state.get(GROWTH).left, actor.id: rest}))
        self.drop_unpaid_proposal(decision, actor)

    def checked(self, actor: Actor, **changes: object) -> Sheet:
        """The changed sheet; one that would have a new error is refused."""
        sheet = self.finish(msgspec.structs.replace(actor.sheet, **changes))
        require_no_new_errors(self.problems(actor.sheet), self.problems(sheet))
        return sheet

    def write(self, decision: Decision, actor: Actor, reason: str, **changes: object) -> None:
        change_sheet(decision, actor, self.checked(actor, **changes), reason)

    def drop_proposal(self, decision: Decision, actor: Actor) -> None:
        if actor.id in decision.state.get(GROWTH).changes:
            withdraw(decision, stunt_of=actor.id)
            decision.emit(StuntSettled(actor.id))

    def drop_unpaid_proposal(self, decision: Decision, actor: Actor) -> None:
        """Drop a proposed stunt that no entitlement pays for any more."""
        change = decision.state.get(GROWTH).changes.get(actor.id)
        what = paid_by(decision.state, actor, change) if change is not None else ""
        if what and not getattr(left_of(decision.state, actor), what):
            self.drop_proposal(decision, actor)
