"""What may be declared: whether somebody may act now, whom they can attack, what gives way to a roll."""

from __future__ import annotations

from typing import Protocol

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.state import State
from fatetable.engine.words import Words
from fatetable.mechanics.aspects.cards import SITUATION, AspectCard
from fatetable.mechanics.characters.cast import Actor, ActorId
from fatetable.mechanics.encounters.turns import TurnRules
from fatetable.mechanics.harm.state import is_out
from fatetable.mechanics.rolls.state import Declaration, is_rolling
from fatetable.mechanics.scenes.state import SCENE, is_present


class MayAttack(Protocol):
    """Why an attack with this trait cannot reach its target."""

    def __call__(self, state: State, actor: Actor, target: ActorId, trait: str, /) -> Refusal | None: ...


class TagsOf(Protocol):
    """What else the ruleset knows about an action, for those that answer it."""

    def __call__(self, state: State, declaration: Declaration, /) -> tuple[str, ...]: ...


class MayRemove(Protocol):
    """Can an overcome action be aimed at this aspect?"""

    def __call__(self, card: AspectCard, /) -> bool: ...


def is_of_situation(card: AspectCard) -> bool:
    return card.kind == SITUATION


def may_declare(turns: TurnRules, words: Words, state: State, actor: Actor, action: str) -> Refusal | None:
    """Why this actor may not declare that action now."""
    return why_kept(words, state, actor) or turns.may_act(state, actor.id, action)


def why_kept(words: Words, state: State, actor: Actor) -> Refusal | None:
    """What keeps an actor from doing anything."""
    if not state.get(SCENE).is_open:
        return Refusal("no-scene", f"No scene is being played; the {words.gm} opens one.")
    if not is_present(state, actor.id):
        return Refusal("not-there", f"{actor.name} is not in the scene.")
    if is_out(state, actor.id):
        return Refusal("out-of-the-scene", f"{actor.name} is out and can do nothing more in this scene.")
    if is_rolling(state, actor.id):
        return Refusal("roll-open", f"{actor.name} takes part in an open roll; finish it first.")
    return None


def require_no_reach(decision: Decision, declaration: Declaration) -> None:
    decision.require(not declaration.reach, "within-reach", "Only a target in another zone has to be reached.")
