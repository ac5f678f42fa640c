"""The ledger of a refresh: checks, pays for and writes down every change of a character."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.state import State
from fatetable.mechanics.aspects.cards import change_sheet
from fatetable.mechanics.characters.cast import Actor, ActorId, actor_of, require_control
from fatetable.mechanics.characters.sheet import Problem, Sheet
from fatetable.mechanics.characters.sheet_errors import require_no_new_errors
from fatetable.mechanics.rolls.state import a_roll_is_open
from fatetable.rulesets.skein.book import Tables
from fatetable.rulesets.skein.combat import scores_of, set_score, stress_scores
from fatetable.rulesets.skein.creation import finish
from fatetable.rulesets.skein.growth.experience import (
    DEVELOPMENT,
    SPENT,
    FreeChangeUsed,
    has_free_change,
    spent,
    unspent,
)


class Ledger(Struct, frozen=True, kw_only=True):
    tables: Tables
    problems: Callable[[Sheet], tuple[Problem, ...]]

    def hero(self, decision: Decision, actor_id: ActorId) -> Actor:
        """The character who is to change, if the seat controls them and they may change now."""
        actor = actor_of(decision, actor_id)
        require_control(decision, actor)
        decision.require_allowed(self.may_develop(decision.state, actor))
        return actor

    def may_develop(self, state: State, actor: Actor) -> Refusal | None:
        if not actor.is_pc or not state.get(DEVELOPMENT).is_open:
            return Refusal("no-refresh", "Characters develop at a refresh, between two sessions.", "experience")
        if a_roll_is_open(state):
            return Refusal("roll-open", "Finish the open roll first.")
        return None

    def require_sound(self, actor: Actor, sheet: Sheet, where: str = "") -> None:
        require_no_new_errors(self.problems(actor.sheet), self.problems(sheet), where=where)

    def cannot_afford(self, actor: Actor, price: int) -> Refusal | None:
        left = unspent(self.tables, actor.sheet)
        if left >= price:
            return None
        message = f"That takes {price} experience points, and {actor.name} has {left}."
        return Refusal("not-enough-experience", message, "experience")

    def buy(self, decision: Decision, actor: Actor, price: int, sheet: Sheet, reason: str) -> None:
        decision.require_allowed(self.cannot_afford(actor, price))
        numbers = {**sheet.numbers, SPENT: spent(self.tables, actor.sheet) + price}
        self.write(decision, actor, msgspec.structs.replace(sheet, numbers=numbers), reason)

    def use_free_change(self, decision: Decision, actor: Actor, sheet: Sheet, reason: str) -> None:
        decision.require_allowed(self.has_no_free_change(decision.state, actor))
        decision.emit(FreeChangeUsed(actor.id))
        self.write(decision, actor, sheet, reason)

    def has_no_free_change(self, state: State, actor: Actor) -> Refusal | None:
        if has_free_change(state, actor):
            return None
        return Refusal("no-free-change", f"{actor.name} has made the free change of this refresh.", "free-change")

    def write(self, decision: Decision, actor: Actor, sheet: Sheet, reason: str) -> None:
        """Write the new sheet; gained stress points count at once."""
        before, done = stress_scores(self.tables, actor.sheet), finish(self.tables, sheet)
        change_sheet(decision, actor, done, reason)
        gained = {score: most - before.get(score, most) for score, most in stress_scores(self.tables, done).items()}
        for score, left in scores_of(decision.state, actor.id).items():
            if more := gained.get(score, 0):
                set_score(decision, actor.id, score, max(0, left + more), reason, more)
