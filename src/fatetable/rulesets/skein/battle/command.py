"""Taking command of an army, for a player or the Storyteller, and breaking up when a battle is over.

How it is fought is in `turns`.
"""

from __future__ import annotations

import msgspec

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM
from fatetable.engine.prompts import withdraw
from fatetable.mechanics.aspects.cards import ASPECTS, FreeInvokesSet, remove, reveal
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, ActorLeft, SheetChanged, name_of
from fatetable.mechanics.harm.state import set_condition
from fatetable.mechanics.scenes.sides import SidesNamed
from fatetable.mechanics.scenes.state import SCENE, PresenceChanged, is_present
from fatetable.rulesets.skein.battle.state import BATTLE, LASTS, OF_A_BATTLE, BattleEnded, change_battle


def with_fighter(fighters: tuple[ActorId, ...], actor: ActorId, *, belongs: bool) -> tuple[ActorId, ...]:
    rest = tuple(other for other in fighters if other != actor)
    return (*rest, actor) if belongs else rest


def take_command(decision: Decision, index: int, general: Actor) -> None:
    """Lead an army from here on; a player who does gets to know it."""
    battle = decision.state.get(BATTLE)
    assert battle is not None
    forces = [
        msgspec.structs.replace(force, fighters=with_fighter(force.fighters, general.id, belongs=False))
        for force in battle.forces
    ]
    former = forces[index].general
    forces[index] = msgspec.structs.replace(forces[index], general=general.id)
    _hand_over(decision, former, general.id)
    change_battle(decision, f"{general.name} leads {name_of(decision.state, forces[index].army)}", forces=tuple(forces))
    if general.controller is not None:
        army = decision.state.get(CAST)[forces[index].army]
        decision.emit(SheetChanged(army.id, army.sheet, ""), to=(GM, general.controller))
        for card in tuple(decision.state.get(ASPECTS).values()):
            if card.bearer == army.id:
                reveal(decision, card)


def _hand_over(decision: Decision, former: ActorId, general: ActorId) -> None:
    """Free uses that an army has belong to its present general."""
    for card in tuple(decision.state.get(ASPECTS).values()):
        held = tuple(
            msgspec.structs.replace(free, holder=general) if free.holder == former else free for free in card.free
        )
        if former and card.lasts == LASTS and held != card.free:
            decision.emit(FreeInvokesSet(card.id, held), to=card.known_to)


def end_battle(decision: Decision, result: str) -> None:
    """Everybody goes their way; the Aspects and questions of the battle are removed."""
    battle = decision.state.get(BATTLE)
    assert battle is not None
    for card in tuple(decision.state.get(ASPECTS).values()):
        if card.lasts == LASTS or card.bearer in battle.guards:
            remove(decision, card, "the battle is over")
    withdraw(decision, battle=OF_A_BATTLE)
    decision.emit(BattleEnded(result))
    decision.emit(SidesNamed({}))
    for guard in battle.guards:
        if is_present(decision.state, guard):
            rest = tuple(other for other in decision.state.get(SCENE).present if other != guard)
            decision.emit(PresenceChanged(rest))
        decision.emit(ActorLeft(guard))
    for force in battle.forces:
        set_condition(decision, force.army, "the battle is over", tracks={})
