"""How followers come to the table, and into the scene that is being played."""

from __future__ import annotations

from fatetable.engine.decision import Decision
from fatetable.mechanics.characters.cast import Actor, ActorId
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.encounters.taking_sides import join_fight
from fatetable.mechanics.scenes.joining import Joining, enter
from fatetable.mechanics.scenes.sides import side_of
from fatetable.mechanics.scenes.zones import NOWHERE, ActorPlaced, place_of
from fatetable.rulesets.strange.followers.company import is_attached


def join(decision: Decision, patron: Actor, sheet: Sheet) -> ActorId:
    """Somebody belongs to a character from now on, and is played by whom that one is played by."""
    joining = decision.service(Joining)
    if patron.controller is not None:
        return joining.hand_over(decision, sheet, patron.controller, patron.id)
    return joining.add(decision, sheet, is_hidden=patron.is_hidden, patron=patron.id)


def arrive(decision: Decision, actor: Actor) -> None:
    """A follower is where its patron is, and takes its side if there is a fight."""
    enter(decision, actor.id)
    if (here := place_of(decision.state, actor.patron)) != NOWHERE:
        decision.emit(ActorPlaced(actor.id, here))
    if not is_attached(actor):
        join_fight(decision, actor, side_of(decision.state, actor.patron))
