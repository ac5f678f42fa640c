"""What an attack is met with: the trappings that stop attacks of its kind (SF-TRAP-04)."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.modifiers.menus import Menu
from fatetable.mechanics.rolls.actions import ATTACK, CREATE, DEFEND, DISCOVER
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.efforts import Variants, effort_for, feature_sets
from fatetable.mechanics.rolls.state import Effort, EffortId, Roll, open_rolls
from fatetable.rulesets.strange.book import Tables, Way
from fatetable.rulesets.strange.combat.ambush import surprised
from fatetable.rulesets.strange.combat.unfit import if_it_fits
from fatetable.rulesets.strange.combat.wards import warded
from fatetable.rulesets.strange.sheet import any_of, defence_action, trapping_behind


def claimable(tables: Tables, state: State, actor: Actor, action: str) -> Menu:
    """What may be claimed against the attack that somebody just meets (SF-MENACE-02)."""
    if action != DEFEND:
        return ()
    met = (roll for roll in open_rolls(state) if actor.id in roll.targets and roll.declaration.action == ATTACK)
    rows = (tables.attack(trapping_behind(roll.efforts[0].trait)) for roll in met)
    return tuple(claim for row in rows if row is not None for claim in row.defences)


class TrappingDefences(Struct, frozen=True):
    """An attack is met with a trapping that stops it, what a row describes with those of the row, the rest with any."""

    tables: Tables
    rules: CheckRules

    def variants(self, roll: Roll, actor: Actor) -> Variants:
        return feature_sets(actor, self.rules, self._action(roll))

    def effort(
        self,
        decision: Decision,
        roll: Roll,
        actor: Actor,
        effort_id: EffortId,
        trait: str,
        features: tuple[str, ...],
        description: str,
    ) -> Effort:
        effort = effort_for(decision, self.rules, actor, effort_id, self._action(roll), trait, features, description)
        effort = msgspec.structs.replace(effort, action=DEFEND)
        if roll.declaration.action != ATTACK:
            return effort
        effort = surprised(self.tables, decision.state, roll, actor.id, effort)
        fit = if_it_fits(self.tables, decision.state, roll, actor, effort)
        return warded(self.tables, decision.state, roll, actor, fit)

    def _action(self, roll: Roll) -> str:
        if roll.declaration.action == CREATE and roll.declaration.mode == DISCOVER:
            return defence_action("assessment")
        row = self.tables.procedure(roll.declaration.mode)
        if row is not None and row.opposed_by:
            return any_of(row.opposed_by)
        return defence_action(self.way(roll)) if roll.declaration.action == ATTACK else DEFEND

    def way(self, roll: Roll) -> Way:
        """How an attack comes."""
        row = self.tables.attack(trapping_behind(roll.efforts[0].trait))
        assert row is not None, "only trappings of attack are attacked with"
        return row.way
