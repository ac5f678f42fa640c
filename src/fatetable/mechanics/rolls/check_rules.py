"""How a ruleset rolls: its dice, its outcomes, what may change a roll and when.  Values, no mechanism."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, Protocol

import msgspec
from msgspec import Struct

from fatetable.engine.chance import Chance, Die, Throw
from fatetable.engine.decision import Decision
from fatetable.engine.offers import Choice
from fatetable.engine.state import State
from fatetable.mechanics.aspects.cards import AspectCard
from fatetable.mechanics.book.pace import Pace
from fatetable.mechanics.characters.cast import Actor, ActorId
from fatetable.mechanics.characters.effects import Feature
from fatetable.mechanics.dice.notation import dice_of
from fatetable.mechanics.dice.pool import PoolAfter
from fatetable.mechanics.modifiers.menus import Menu
from fatetable.mechanics.rolls.comparing.reading import ALONE, ReadingRules
from fatetable.mechanics.rolls.comparing.single_dice import DieRule
from fatetable.mechanics.rolls.state import Effort, Modifier, Roll, Stage, Use, with_effort


class Trait(Struct, frozen=True):
    """Something an actor can roll with, and its rating; `label` is the name with the rating.

    `skill` is what features call it, if the id says more than that: a skill and the weapon it is used with.
    `scale` is its step where a game has several scales of ratings.
    """

    id: str
    label: str
    rating: int
    name: str = ""
    skill: str = ""
    scale: int = 0

    def bonus_of(self, feature: Feature, action: str) -> int:
        """What a feature adds when this is rolled with."""
        return feature.bonus(action, self.skill or self.id)


class AmendmentRule(Struct, frozen=True, kw_only=True):
    """One way to change a roll, by an aspect or by points alone: who may, at which stage of the roll, what it does.

    `label` says in a sentence what it does, and `short` in a list, where that differs.
    """

    id: str
    label: str
    who: Literal["self", "ally", "opponent"]
    stages: tuple[Stage, ...]
    amount: int = 0
    rethrows: bool = False
    keeps: Literal["last", "best"] = "last"
    """Which throw counts after throwing again."""
    die: DieRule | None = None
    """What it does to one die, if that is what it does."""
    needs_aspect: bool = True
    free_only: bool = False
    pays: Literal["point", "box"] = "point"
    """What an aspect is invoked with, if not for free: a point, or a box of one's own aspect."""
    price: int = 1
    """How many points it costs without an aspect."""
    takes_boxes: bool = False
    """Whether boxes of one's own aspects may stand in for those points."""
    limit: Literal["", "effort", "party"] = ""
    """Whether it is bought once for each effort, or once for it by each party."""
    short: str = ""

    @property
    def is_bare_amount(self) -> bool:
        """Is it bought with points alone, and adds an amount?"""
        return not self.needs_aspect and bool(self.amount)


class DifficultyRange(Struct, frozen=True, kw_only=True):
    """What the game master may set as a difficulty: how much, and on which of the `scales`, where there are several.

    `likely` are those for which chances are shown.
    """

    lowest: int = -2
    highest: int = 20
    likely: tuple[int, ...] = tuple(range(9))
    scales: tuple[Choice, ...] = ()
    """Numbers as values, the usual one first."""


class StandingModifiers(Protocol):
    """Modifiers that apply by themselves."""

    def __call__(self, state: State, actor: Actor, action: str, trait: str, /) -> tuple[Modifier, ...]: ...


class ClaimableModifiers(Protocol):
    """What somebody may claim as they declare an action."""

    def __call__(self, state: State, actor: Actor, action: str, /) -> Menu: ...


class MayClaim(Protocol):
    """May these features be claimed together for one effort?"""

    def __call__(self, actor: Actor, action: str, trait: str, features: tuple[Feature, ...], /) -> bool: ...


class AmountOfAspect(Protocol):
    """What an aspect adds to an effort."""

    def __call__(self, state: State, rule: AmendmentRule, card: AspectCard, effort: Effort, /) -> int: ...


class UsableAspect(Protocol):
    """May that party bring in an aspect at all?"""

    def __call__(self, state: State, card: AspectCard, party: ActorId, /) -> bool: ...


def no_standing_modifiers(_state: State, _actor: Actor, _action: str, _trait: str) -> tuple[Modifier, ...]:
    return ()


def nothing_to_claim(_state: State, _actor: Actor, _action: str) -> Menu:
    return ()


def plain_amount(_state: State, rule: AmendmentRule, _card: AspectCard, _effort: Effort) -> int:
    return rule.amount


def always_usable(_state: State, _card: AspectCard, _party: ActorId) -> bool:
    return True


def any_features(_actor: Actor, _action: str, _trait: str, _features: tuple[Feature, ...]) -> bool:
    return True


class CheckRules(ReadingRules, frozen=True, kw_only=True):
    """What differs between rulesets when somebody rolls; the `ReadingRules` say how what was thrown is read.

    `may_join(uses, use)` says whether an aspect may be brought in once more beside what was used already;
    `after_throw` is told of each throw (a deck remembers its cards); `pool_after` is the pool that is left once a
    number has come up, where that is not what it was.
    `traits(actor, action)` are what an actor may roll for an action with (all, for no action).
    `pace` says what happens by itself and who is asked; people of `named_kinds` always decide for themselves.
    Where `sides_take_turns`, the opposition chooses and throws when it knows the acting side's total.
    """

    after_throw: Callable[[Decision, Throw], None]
    traits: Callable[[Actor, str], tuple[Trait, ...]]
    amendments: tuple[AmendmentRule, ...]
    may_join: Callable[[tuple[Use, ...], Use], bool]
    difficulties: tuple[Choice, ...]
    help_bonus: int
    helpers: int
    difficulty_shift: int
    pace: Pace
    pool_after: PoolAfter | None = None
    difficulty_range: DifficultyRange = DifficultyRange()
    named_kinds: tuple[str, ...] = ()
    sides_take_turns: bool = False
    standing: StandingModifiers = no_standing_modifiers
    menu: ClaimableModifiers = nothing_to_claim
    may_claim: MayClaim = any_features
    amount: AmountOfAspect = plain_amount
    usable: UsableAspect = always_usable

    @property
    def takes_boxes(self) -> bool:
        """Are rolls changed with boxes on aspects?"""
        return any(rule.pays == "box" for rule in self.amendments)

    def throw(self, decision: Decision, roll: Roll, index: int, chance: Chance | None = None) -> Throw:
        """Throw the dice of an effort, or take what `chance` gives instead."""
        dice = dice_of(self.pool_again(decision.state, roll, index))
        throw = decision.throw(dice, roll.thrown_for(index), chance)
        self.after_throw(decision, throw)
        return throw

    def missing_dice(self, state: State, roll: Roll, index: int) -> tuple[Die, ...]:
        """The dice by which the pool of an effort has grown since it was thrown."""
        values = roll.efforts[index].values
        return dice_of(self.pool(state, roll, index, ALONE))[len(values) :] if values else ()

    def kept(
        self, state: State, roll: Roll, index: int, rule: AmendmentRule, effort: Effort, before: int | None = None
    ) -> int:
        """The new throw, even if it is worse; or, where the rules let one choose, the better of it and what counted.

        What counted was not always the best: somebody may have been made to keep the worse.
        """
        last = len(effort.throws) - 1
        if rule.keeps == "last":
            return last

        def worth(place: int) -> int:
            seen = with_effort(roll, index, msgspec.structs.replace(effort, kept=place))
            return sum(self.values(state, seen, index))

        return max(range(len(effort.throws)) if before is None else (before, last), key=worth)

    def is_nameless(self, actor: Actor) -> bool:
        """Somebody the game master runs who decides little things by themselves."""
        return not actor.has_player and actor.kind not in self.named_kinds

    def trait(self, actor: Actor, action: str, trait: str) -> Trait | None:
        for found in self.traits(actor, action):
            if found.id == trait:
                return found
        return None

    def amendment(self, effect: str) -> AmendmentRule | None:
        return next((rule for rule in self.amendments if rule.id == effect), None)
