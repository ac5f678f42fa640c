"""What a battle bars while it is fought: other fights, and acting out of its steps."""

from __future__ import annotations

from msgspec import Struct

from fatetable.engine.errors import Refusal
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import ActorId, name_of
from fatetable.mechanics.encounters.state import ENCOUNTER
from fatetable.mechanics.encounters.turns import TurnRules
from fatetable.mechanics.rolls.state import Declaration, Roll
from fatetable.rulesets.skein.battle.state import AFTERMATH, BATTLE


def holds_up_conflicts(state: State, code: str) -> Refusal | None:
    """Within a battle one gets personal; other fights have no place in its sequence."""
    found = state.get(BATTLE)
    is_its_own = found is not None and found.melee is not None and found.melee.is_running
    if found is None or is_its_own:
        return None
    return Refusal(code, "A battle is being fought, which has steps of its own; end it, or duel in it.")


class TurnsInBattle(Struct, frozen=True):
    """While armies fight, single people act in the step of heroics, and armies through their generals alone.

    Before that, everybody prepares once in a step (SK-BATTLE-10).
    """

    otherwise: TurnRules

    def may_act(self, state: State, actor: ActorId, action: str) -> Refusal | None:
        found = state.get(BATTLE)
        if found is not None and state.get(ENCOUNTER) is None:
            is_army = any(actor == force.army for force in found.forces)
            is_caught_up = found.stage == AFTERMATH or (found.is_fought and found.force_of(actor) >= 0)
            if is_army or is_caught_up:
                return Refusal(
                    "in-a-battle", f"{name_of(state, actor)} is in a battle, which has steps of its own; act in those."
                )
            if found.is_prepared_for and actor in found.prepared:
                why = f"{name_of(state, actor)} has prepared in this step of the battle; wait for the next."
                return Refusal("in-a-battle", why)
        return self.otherwise.may_act(state, actor, action)

    def may_help(self, state: State, helper: ActorId, roll: Roll, effort: int) -> Refusal | None:
        return self.otherwise.may_help(state, helper, roll, effort)

    def check(self, state: State, declaration: Declaration) -> Refusal | None:
        return self.otherwise.check(state, declaration)
