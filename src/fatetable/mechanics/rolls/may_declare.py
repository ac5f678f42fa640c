"""Whether somebody may declare an action now."""

from __future__ import annotations

from fatetable.engine.errors import Refusal
from fatetable.engine.state import State
from fatetable.engine.words import Words
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.encounters.turns import TurnRules
from fatetable.mechanics.harm.state import is_out
from fatetable.mechanics.rolls.state import is_rolling
from fatetable.mechanics.scenes.state import SCENE, is_present


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
