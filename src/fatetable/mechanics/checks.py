"""How a ruleset rolls: its dice, its outcomes, what may change a roll and when.  Values, no mechanism."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, Protocol

from msgspec import Struct

from fatetable.engine.chance import Die, Throw
from fatetable.engine.decision import Decision
from fatetable.engine.offers import Choice
from fatetable.engine.state import State
from fatetable.mechanics.aspects import AspectCard
from fatetable.mechanics.cast import Actor, ActorId
from fatetable.mechanics.effects import Feature
from fatetable.mechanics.outcomes import Bands
from fatetable.mechanics.rolls import Declaration, Effort, Modifier, Roll, Stage, Use


class Trait(Struct, frozen=True):
    """Something an actor can roll with, and its rating."""

    id: str
    label: str
    rating: int


class AmendmentRule(Struct, frozen=True, kw_only=True):
    """One way to change a roll by an aspect: who may, while the roll is at which stage, and what it does."""

    id: str
    label: str
    who: Literal["self", "ally", "opponent"]
    stages: tuple[Stage, ...]
    amount: int = 0
    rethrows: bool = False
    keeps: Literal["last", "best"] = "last"
    """Which throw counts after throwing again."""
    needs_aspect: bool = True
    free_only: bool = False


def no_standing_modifiers(_state: State, _actor: Actor, _action: str, _trait: str) -> tuple[Modifier, ...]:
    return ()


def plain_amount(_state: State, rule: AmendmentRule, _card: AspectCard, _effort: Effort) -> int:
    return rule.amount


def always_usable(_state: State, _card: AspectCard, _party: ActorId) -> bool:
    return True


def any_features(_actor: Actor, _action: str, _trait: str, _features: tuple[Feature, ...]) -> bool:
    return True


class CheckRules(Struct, frozen=True, kw_only=True):
    """What differs between rulesets when somebody rolls.

    `may_join(uses, use)` says whether an aspect may be brought in once more beside what was used already;
    `after_throw` is told of each throw (a deck remembers its cards); `pool_after` is the pool that is left once that
    number has come up.  `traits(actor, action)` are what an actor may roll for an action with (all, for no action).
    `standing(state, actor, action, trait)` are modifiers that apply by themselves; `may_claim(actor, action, trait,
    features)` says whether these features may be claimed together for one effort.
    `amount(state, rule, card, effort)` is what an aspect adds to an effort, `usable(state, card, party)` whether that
    party may bring it in at all.
    Where the opposition is `responding`, it chooses and throws when it knows the acting side's total.
    """

    bands: Bands
    pool: Callable[[State], tuple[Die, ...]]
    pool_after: Callable[[State, int], tuple[Die, ...]]
    after_throw: Callable[[Decision, Throw], None]
    traits: Callable[[Actor, str], tuple[Trait, ...]]
    amendments: tuple[AmendmentRule, ...]
    may_join: Callable[[tuple[Use, ...], Use], bool]
    difficulties: tuple[Choice, ...]
    help_bonus: int
    helpers: int
    difficulty_shift: int
    ask_before_throw: bool
    responding: bool = False
    standing: Callable[[State, Actor, str, str], tuple[Modifier, ...]] = no_standing_modifiers
    may_claim: Callable[[Actor, str, str, tuple[Feature, ...]], bool] = any_features
    amount: Callable[[State, AmendmentRule, AspectCard, Effort], int] = plain_amount
    usable: Callable[[State, AspectCard, ActorId], bool] = always_usable

    def trait(self, actor: Actor, action: str, trait: str) -> Trait | None:
        return next((found for found in self.traits(actor, action) if found.id == trait), None)

    def amendment(self, effect: str) -> AmendmentRule | None:
        return next((rule for rule in self.amendments if rule.id == effect), None)


class Refusal(Struct, frozen=True):
    """Why something may not be done now."""

    code: str
    message: str


class TurnRules(Protocol):
    """What the running encounter, if any, says about acting."""

    def may_act(self, state: State, actor: ActorId, action: str) -> Refusal | None:
        """May this actor declare that action now?"""

    def may_help(self, state: State, helper: ActorId, roll: Roll, effort: int) -> Refusal | None:
        """Has this actor an action left to give to an ally?"""

    def check(self, state: State, declaration: Declaration) -> Refusal | None:
        """Anything else about the declaration that the encounter forbids."""
