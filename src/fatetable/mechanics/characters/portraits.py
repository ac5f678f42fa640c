"""Portraits: which picture shows a character.

No offer leads to the command, because it needs a picture that somebody has uploaded.
"""

from __future__ import annotations

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import GM, Command
from fatetable.engine.seats import Seat
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.characters.cast import Actor, ActorId, PortraitSet, actor_of, controls
from fatetable.mechanics.images import ImageId, require_image


class SetPortrait(Command, frozen=True, tag="set-portrait"):
    """Show a character by this picture; without one, the portrait is taken away."""

    actor: ActorId
    image: ImageId


class Portraits(Struct, frozen=True):
    def subsystem(self) -> Subsystem:
        return Subsystem(name="portraits", decides={SetPortrait: _set})


def _set(decision: Decision, command: SetPortrait) -> None:
    actor = actor_of(decision, command.actor)
    decision.require_allowed(cannot_portray(decision.seat, actor))
    require_image(decision, command.image)
    decision.require(command.image != actor.portrait, "no-change", f"{actor.name} looks like that already.")
    decision.emit(PortraitSet(actor.id, command.image), to=(GM,) if actor.is_hidden else None)


def cannot_portray(seat: Seat, actor: Actor) -> Refusal | None:
    """Players choose the portraits of their own characters, the game master everybody's."""
    if seat.is_gm or controls(seat, actor):
        return None
    return Refusal("not-yours", f"{actor.name} is not yours to play.")
