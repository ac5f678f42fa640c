"""Two people in a fight change places, and with them their opponents (F2-FP-10)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from fatetable.engine.decision import Decision
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import NOBODY, ActorId
from fatetable.mechanics.encounters.state import REVEALED, Intent, IntentsRevealed, fray_of
from fatetable.mechanics.scenes.sides import are_allies
from fatetable.mechanics.scenes.zones import NOWHERE, ActorPlaced, place_of
from fatetable.rulesets.fate2.points.purchase_state import Purchase


def change_places(decision: Decision, purchase: Purchase) -> None:
    one, other = purchase.actor, purchase.target
    here, there = place_of(decision.state, one), place_of(decision.state, other)
    if here != there and NOWHERE not in (here, there):
        decision.emit(ActorPlaced(one, there))
        decision.emit(ActorPlaced(other, here))
    fray, revealed = fray_of(decision.state), decision.state.get(REVEALED)
    if fray is not None and fray.roll and revealed.roll == fray.roll:
        intents = _traded(decision.state, revealed.intents, one, other)
        if intents != revealed.intents:
            decision.emit(IntentsRevealed(msgspec.structs.replace(revealed, intents=intents)))


def _traded(state: State, intents: Mapping[ActorId, Intent], one: ActorId, other: ActorId) -> Mapping[ActorId, Intent]:
    """Who faced the one now faces the other, and each of the two faces whom the other faced."""
    place = {one: other, other: one}

    def turned(actor: ActorId, intent: Intent) -> Intent:
        if actor in place:
            target = intents[place[actor]].target if place[actor] in intents else NOBODY
        else:
            target = place.get(intent.target, NOBODY)
        is_fit = target not in (actor, place.get(actor)) and not are_allies(state, actor, target)
        return msgspec.structs.replace(intent, target=target) if intent.target and target and is_fit else intent

    return {actor: turned(actor, intent) for actor, intent in intents.items()}
