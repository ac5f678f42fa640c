"""Mass battles: the parts that run one, what it bars meanwhile, and how it is shown.

A battle keeps a slice of its own, so that a combat can run inside it as the one encounter there is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM, SeatId
from fatetable.engine.seats import gm_seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.blocks import BattleBlock, BattleSideView, WaitingBlock
from fatetable.mechanics.cast import ActorId, name_of, seat_of
from fatetable.mechanics.checks import CheckRules, Refusal, TurnRules
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.encounters import ENCOUNTER
from fatetable.mechanics.rolls import Declaration, Roll
from fatetable.mechanics.sheets import Sheet
from fatetable.rulesets.skein.armies import (
    AFTERMATH,
    ATTACKS,
    BATTLE,
    CHAMPIONS,
    HEROICS,
    MAGIC,
    MANOEUVRING,
    MUSTER,
    WITHDRAWAL,
    Battle,
    stress_left,
)
from fatetable.rulesets.skein.battle_aftermath import Aftermath
from fatetable.rulesets.skein.battle_deeds import Deeds, Hurt
from fatetable.rulesets.skein.battle_melee import Melees
from fatetable.rulesets.skein.battle_muster import Mustering
from fatetable.rulesets.skein.battle_preliminaries import Preliminaries
from fatetable.rulesets.skein.battle_rolls import BattleRolls
from fatetable.rulesets.skein.battle_turns import BattleTurns
from fatetable.rulesets.skein.dials import Dials


class Part(Protocol):
    def subsystem(self) -> Subsystem: ...


def battle(
    dials: Dials,
    rules: CheckRules,
    rolls: BattleRolls,
    cites: Cites,
    *,
    open_conflict: Callable[[Decision, str, Mapping[ActorId, str]], None],
    add_actor: Callable[[Decision, Sheet], ActorId],
    hurt: Hurt,
) -> tuple[Part, ...]:
    """Everything a battle consists of, each part handed what it needs of the others."""
    aftermath = Aftermath(rules=rules, rolls=rolls, dials=dials, hurt=hurt, cites=cites)
    turns = BattleTurns(
        rolls=rolls,
        dials=dials,
        award_champions=lambda decision: melees.award_champions(decision),
        face_aftermath=aftermath.face,
        cites=cites,
    )
    melees = Melees(
        rolls=rolls,
        open_conflict=open_conflict,
        add_actor=add_actor,
        end=turns.end,
        offer_surrender=turns.offer_surrender,
        cites=cites,
    )
    return (
        rolls,
        Mustering(cites),
        Preliminaries(rolls=rolls, cites=cites),
        turns,
        Deeds(rules=rules, rolls=rolls, hurt=hurt, cites=cites),
        melees,
        aftermath,
    )


# -- what a battle bars ----------------------------------------------------------------------------------------------


def holds_up_conflicts(state: State) -> str:
    """Within a battle one gets personal; other fights have no place in its sequence."""
    found = state.get(BATTLE)
    is_its_own = found is not None and found.melee is not None and found.melee.is_running
    return "A battle is being fought." if found is not None and not is_its_own else ""


class TurnsInBattle(Struct, frozen=True):
    """While armies fight, single people act in the step of heroics, and armies through their generals alone."""

    otherwise: TurnRules

    def may_act(self, state: State, actor: ActorId, action: str) -> Refusal | None:
        found = state.get(BATTLE)
        if found is not None and state.get(ENCOUNTER) is None:
            is_army = any(actor == force.army for force in found.forces)
            is_caught_up = found.stage == AFTERMATH or (found.is_fought and found.force_of(actor) >= 0)
            if is_army or is_caught_up:
                return Refusal("in-a-battle", f"{name_of(state, actor)} is in a battle, which has steps of its own.")
        return self.otherwise.may_act(state, actor, action)

    def may_help(self, state: State, helper: ActorId, roll: Roll, effort: int) -> Refusal | None:
        return self.otherwise.may_help(state, helper, roll, effort)

    def check(self, state: State, declaration: Declaration) -> Refusal | None:
        return self.otherwise.check(state, declaration)


# -- how it is shown -------------------------------------------------------------------------------------------------

STAGES = {
    MUSTER: "the armies draw up",
    MANOEUVRING: "the armies manoeuvre",
    MAGIC: "magicians struggle",
    CHAMPIONS: "champions step forth",
    HEROICS: "heroics",
    ATTACKS[0]: "the smaller army attacks",
    ATTACKS[1]: "the larger army attacks",
    WITHDRAWAL: "withdraw, surrender or fight on",
    AFTERMATH: "after the battle",
}


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


BATTLE_STEPS = (
    *("attack-with-army", "manoeuvre-armies", "lead-magic", "aid-magic", "call-magic", "start-duel", "get-personal"),
    *("join-melee", "begin-melee", "try-heroics", "rally-army", "endure-battle", "recover-numbers", "open-battle"),
    *("lead-army", "fight-for", "fortify", "proceed", "close-battle", "withdraw", "surrender"),
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
    if found.stage == MUSTER:
        return WaitingBlock((gm_seat(state).id,), STAGES[found.stage], BATTLE_STEPS)
    return WaitingBlock((caller,), _pause(state, found), BATTLE_STEPS)


def _pause(state: State, found: Battle) -> str:
    """A step in which whoever wants to may act, before the caller goes on."""
    acting = {
        MAGIC: "magicians may act",
        CHAMPIONS: "champions may step forth",
        HEROICS: f"heroes of {name_of(state, found.forces[found.side].army)} may act",
    }
    stage = acting.get(found.stage)
    return f"{stage}, or go on" if stage else STAGES[found.stage]
