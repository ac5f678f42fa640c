"""Glamours of the Storyteller's people that pass for something real: nobody is told of them before seeing through one.

Their dice fall without a word about what they are for.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.folds import set_to
from fatetable.engine.messages import EVERYONE, GM, Audience, Event
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import folds
from fatetable.mechanics.aspects.cards import (
    ASPECTS,
    SITUATION,
    AspectId,
    FreeInvoke,
    FreeInvokesSet,
    new_card,
    place,
    reveal,
)
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId
from fatetable.mechanics.dice.notation import dice_of
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.efforts import effort_for
from fatetable.mechanics.rolls.state import Declaration, EffortId, Roll, RollId
from fatetable.mechanics.undertakings.state import Undertaking
from fatetable.rulesets.skein.magic.enchantments import Enchantment, change
from fatetable.rulesets.skein.rolls import MAGIC

UNSEEN = "unseen"
"""What the dice are said to be thrown for."""


class Woven(Struct, frozen=True):
    """How the last glamour went that was woven unseen; it fails below its difficulty."""

    actor: ActorId
    words: str
    total: int
    difficulty: int

    @property
    def margin(self) -> int:
        return self.total - self.difficulty


WOVEN: Key[Woven | None] = Key("woven-unseen", Woven | None, None)


class WovenUnseen(Event, frozen=True, tag="woven-unseen/1"):
    woven: Woven


UNSEEN_FOLDS = folds(WOVEN, {WovenUnseen: set_to("woven")})


def passes_unseen(state: State, maker: Actor, target: ActorId) -> bool:
    """Is nobody told, because no player plays the maker or the one it is on?"""
    on = state.get(CAST).get(target)
    return not maker.has_player and (on is None or not on.has_player)


def weave_unseen(
    decision: Decision,
    rules: CheckRules,
    actor: Actor,
    working: Undertaking,
    trait: str,
    description: str,
    features: tuple[str, ...],
) -> Woven:
    """Throw for it at once; Spin, which everybody sees, stays for another roll."""
    effort = effort_for(decision, rules, actor, EffortId(UNSEEN), MAGIC, trait, features, description)
    plain = tuple(modifier for modifier in effort.modifiers if modifier.source != "spin")
    roll = Roll(
        id=RollId(UNSEEN),
        declaration=Declaration(actor=actor.id, action=MAGIC, trait=effort.trait, description=description),
        efforts=(msgspec.structs.replace(effort, modifiers=plain),),
    )
    throw = decision.throw(dice_of(rules.pool_again(decision.state, roll, 0)), UNSEEN)
    rules.after_throw(decision, throw)
    total = msgspec.structs.replace(roll.efforts[0], throws=(throw,)).total
    woven = Woven(actor.id, working.words, total, working.difficulty or 0)
    decision.emit(WovenUnseen(woven), to=(GM,))
    return woven


def lay_unseen(decision: Decision, working: Undertaking, free: int, *, is_hidden: bool) -> AspectId:
    """An Aspect as of anything real, or a hidden one; that it may be used free shows with its first use."""
    to: Audience = (GM,) if is_hidden else EVERYONE
    card = new_card(decision, working.words, SITUATION, known_to=to, bearer=working.target)
    place(decision, card)
    base = decision.new_id("f", (GM,))
    uses = tuple(FreeInvoke(f"{base}.{index}", working.maker, card.id) for index in range(free))
    decision.emit(FreeInvokesSet(card.id, uses), to=(GM,))
    return card.id


def show(decision: Decision, glamour: Enchantment) -> Enchantment:
    """Somebody has seen through it: from now on everybody knows what there is."""
    if not glamour.is_secret:
        return glamour
    card = decision.state.get(ASPECTS)[glamour.aspect]
    reveal(decision, card)
    decision.emit(FreeInvokesSet(card.id, card.free))
    return change(decision, glamour, is_secret=False)
