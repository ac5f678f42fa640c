"""Why somebody can do nothing at all just now: not there, out, or in the middle of a roll."""

from __future__ import annotations

from fatetable.engine.errors import Refusal
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.harm.state import is_out
from fatetable.mechanics.rolls.state import is_rolling
from fatetable.mechanics.scenes.state import is_present


def unavailable(state: State, actor: Actor, code: str) -> Refusal | None:
    """A refusal with this code, or none for somebody who is free to act."""
    if not is_present(state, actor.id):
        return Refusal(code, f"{actor.name} is not in this scene; bring them in first.")
    if is_out(state, actor.id):
        return Refusal(code, f"{actor.name} is out, and has to come back first.")
    if is_rolling(state, actor.id):
        return Refusal(code, f"{actor.name} is in the middle of a roll; finish it first.")
    return None
