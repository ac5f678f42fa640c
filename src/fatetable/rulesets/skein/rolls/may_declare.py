"""The question whether somebody may act now, which the running encounter and the state of the actor answer."""

from __future__ import annotations

from typing import Protocol

from fatetable.engine.errors import Refusal
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import Actor


class MayDeclare(Protocol):
    def __call__(self, state: State, actor: Actor, action: str, /) -> Refusal | None:
        """Why this actor may not declare that action now, or None."""
