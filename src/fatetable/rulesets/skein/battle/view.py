"""How a battle is shown: its two sides, its step, and who is waited for.

A battle keeps a slice of its own, so that a combat can run inside it as the one encounter there is.
"""

from __future__ import annotations

from fatetable.engine.messages import GM, SeatId, tag_of
from fatetable.engine.seats import gm_seat
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import name_of, seat_of
from fatetable.mechanics.encounters.exchanges import is_passed_over
from fatetable.mechanics.encounters.state import ENCOUNTER
from fatetable.mechanics.view.blocks import WaitingBlock
from fatetable.mechanics.view.encounter_blocks import BattleBlock, BattleSideView
from fatetable.rulesets.skein.battle.aftermath import CloseBattle, EndureBattle, RecoverNumbers
from fatetable.rulesets.skein.battle.heroics import HoldBack, RallyArmy, TryHeroics
from fatetable.rulesets.skein.battle.muster import FightFor, Fortify, LeadArmy, OpenBattle
from fatetable.rulesets.skein.battle.personal_combat import BeginMelee, GetPersonal, JoinMelee, StartDuel
from fatetable.rulesets.skein.battle.preliminaries import AidMagic, CallMagic, LeadMagic, ManoeuvreArmies
from fatetable.rulesets.skein.battle.state import (
    ATTACKS,
    BATTLE,
    CHAMPIONS,
    HEROICS,
    MAGIC,
    MANOEUVRING,
    MUSTER,
    STAGES,
    Battle,
    ready_heroes,
    stress_left,
)
from fatetable.rulesets.skein.battle.turns import AttackWithArmy, Proceed, Surrender, Withdraw


def battle_blocks(state: State) -> tuple[BattleBlock, ...]:
    found = state.get(BATTLE)
    if found is None:
        return ()
    next_up = _next_up(found)
    sides = tuple(
        BattleSideView(
            name=name_of(state, force.army),
            leader=name_of(state, force.general) if force.general else "",
            fighters=tuple(name_of(state, actor) for actor in force.fighters),
            left=stress_left(state, force),
            whole=force.stress,
            is_next=index == next_up,
        )
        for index, force in enumerate(found.forces)
    )
    return (BattleBlock(turn=found.turn, stage=STAGES[found.stage], sides=sides),)


def _next_up(found: Battle) -> int:
    if found.stage in ATTACKS:
        return ATTACKS.index(found.stage)
    if found.stage == HEROICS:
        return found.side
    return 0 if found.stage == MANOEUVRING and found.is_due else -1


BATTLE_STEPS: tuple[str, ...] = tuple(
    tag_of(command)
    for command in (
        *(AttackWithArmy, ManoeuvreArmies, LeadMagic, AidMagic, CallMagic, StartDuel, GetPersonal),
        *(JoinMelee, BeginMelee, TryHeroics, RallyArmy, EndureBattle, RecoverNumbers, OpenBattle),
        *(LeadArmy, FightFor, Fortify, HoldBack, Proceed, CloseBattle, Withdraw, Surrender),
    )
)
"""The commands that belong to a battle, as a screen lists them: what fights first, what ends it last."""


def waited_for_in_battle(state: State) -> WaitingBlock | None:
    """Whose step it is, when nothing else holds the battle up."""
    found = state.get(BATTLE)
    if found is None or state.get(ENCOUNTER) is not None:
        return None
    caller = gm_seat(state).id if found.caller == GM else SeatId(found.caller)
    if found.stage in (*ATTACKS, MANOEUVRING) and _next_up(found) >= 0:
        general = found.forces[_next_up(found)].general
        return WaitingBlock((seat_of(state, general),), STAGES[found.stage], BATTLE_STEPS)
    if found.untested:
        seats = dict.fromkeys(seat_of(state, actor) for actor in found.untested)
        return WaitingBlock(tuple(seats), STAGES[found.stage], BATTLE_STEPS)
    heroes = ready_heroes(state, found)
    asked = dict.fromkeys(seat_of(state, actor) for actor in heroes if not is_passed_over(state, actor))
    if players := tuple(seat for seat in asked if seat != gm_seat(state).id):
        return WaitingBlock(players, _may_act(state, found), BATTLE_STEPS)
    if found.stage == MUSTER:
        return WaitingBlock((gm_seat(state).id,), STAGES[found.stage], BATTLE_STEPS)
    return WaitingBlock((caller,), _pause(state, found), BATTLE_STEPS)


def _pause(state: State, found: Battle) -> str:
    """A step in which anybody may act before the caller goes on."""
    acting = {
        MAGIC: "magicians may act",
        CHAMPIONS: "champions may step forth",
        HEROICS: _may_act(state, found),
    }
    stage = acting.get(found.stage)
    return f"{stage}, or go on" if stage else STAGES[found.stage]


def _may_act(state: State, found: Battle) -> str:
    return f"heroes of {name_of(state, found.forces[found.side].army)} may act"
