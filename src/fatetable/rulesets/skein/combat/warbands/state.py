"""Warbands: groups of fighters, how they attack, run, die and get up again.

Their orders are in `orders`, what happens to them after a fight in `aftermath`.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.folds import set_to
from fatetable.engine.messages import Event
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId
from fatetable.mechanics.encounters.state import conflict_of
from fatetable.mechanics.harm.groups import (
    GROUPS,
    Groups,
    Lot,
    bring_back,
    change_group,
    group_of,
    lose,
    rest_up,
)
from fatetable.mechanics.harm.hits import Hit
from fatetable.mechanics.harm.state import STRESS
from fatetable.mechanics.moments import ConflictEnds, RollIsOver, SceneEnds
from fatetable.mechanics.rolls.actions import ATTACK
from fatetable.mechanics.rolls.state import ROLLS, Roll, RollId
from fatetable.rulesets.skein.book import Tables, numbers_bonus
from fatetable.rulesets.skein.combat.harm import Harm
from fatetable.rulesets.skein.combat.scores import scores_of
from fatetable.rulesets.skein.rolls import attack_kind, read_trait
from fatetable.rulesets.skein.sheet import UNARMED, single_stress

WARBAND = "warband"
INTIMIDATION = "intimidation"


class Engagement(Struct, frozen=True):
    """How many of warbands have gone for whom in one turn of the fight."""

    exchange: int = 0
    attackers: Mapping[ActorId, int] = {}


ENGAGED: Key[Engagement] = Key("engaged", Engagement, Engagement())


class EngagementSet(Event, frozen=True, tag="engagement-set/1"):
    engagement: Engagement


# -- questions -------------------------------------------------------------------------------------------------------


def is_band(actor: Actor | None) -> bool:
    return actor is not None and actor.kind == WARBAND


def standing_of(state: State, actor: Actor) -> int:
    """How many fight: the members of a warband who are not out, otherwise one."""
    return group_of(state, actor).standing if is_band(actor) else 1


def room_around(tables: Tables, state: State, target: Actor) -> int:
    """How many more of a warband can get at somebody this turn: six for each fighter there (SK-WARB-09)."""
    conflict, engaged = conflict_of(state), state.get(ENGAGED)
    is_now = conflict is not None and engaged.exchange == conflict.exchange
    there = engaged.attackers.get(target.id, 0) if is_now else 0
    return max(0, tables.combat.warbands.most_attackers * standing_of(state, target) - there)


def attackers_of(tables: Tables, state: State, band: Actor, target: Actor) -> int:
    """How many of a group take part in an attack (SK-WARB-07)."""
    return min(standing_of(state, band), room_around(tables, state, target))


def attack_bonus(tables: Tables, state: State, band: Actor, target: Actor) -> int:
    return numbers_bonus(tables, attackers_of(tables, state, band, target))


def is_rout(tables: Tables, state: State, roll: Roll) -> bool:
    """Is this Intimidation against a warband (SK-WARB-11)?"""
    target = state.get(CAST).get(roll.declaration.target)
    is_threat = (
        attack_kind(tables, roll.efforts[0].trait) == "composure"
        and read_trait(roll.efforts[0].trait).skill == INTIMIDATION
    )
    return roll.declaration.action == ATTACK and is_threat and is_band(target)


def bury(decision: Decision, group: Actor) -> None:
    """Those of a group whom nobody has saved are dead (SK-WARB-14)."""
    band = group_of(decision.state, group)
    if band.fallen:
        change_group(decision, group.id, "dead", size=band.size - band.fallen, fallen=0)


class Warbands(Struct, frozen=True, kw_only=True):
    """How groups take damage, run, and get up again."""

    tables: Tables

    @property
    def groups(self) -> Groups:
        return Groups(
            each=lambda band: single_stress(self.tables, band.sheet),
            lot=self._lot,
            take_out=lambda decision, *who: decision.service(Harm).take_out(decision, *who),
        )

    def subsystem(self) -> Subsystem:
        groups = self.groups.subsystem()
        return Subsystem(
            name="warbands",
            evolves={**groups.evolves, **folds(ENGAGED, {EngagementSet: set_to("engagement")})},
            on_moment=self._on_moment,
            moments=(RollIsOver, ConflictEnds, SceneEnds),
        )

    def hurt(self, decision: Decision, actor: Actor, damage: int, by: ActorId, roll_id: str) -> None:
        self.groups.land(decision, Hit(target=actor.id, by=by, amount=damage, roll=RollId(roll_id)))

    def _lot(self, state: State, hit: Hit) -> Lot:
        """What happens to fighters an attack takes out: only arms kill (SK-WARB-10, SK-WARB-14)."""
        roll = state.get(ROLLS).get(hit.roll)
        if roll is None:
            return "fallen"
        trait = roll.efforts[0].trait
        is_armed = attack_kind(self.tables, trait) in ("hand-to-hand", "ranged")
        return "fallen" if is_armed and read_trait(trait).weapon != UNARMED else "stunned"

    def rout(self, decision: Decision, roll: Roll, degree: int) -> bool:
        """As many as degrees run or give themselves up; nobody is hurt (SK-WARB-11)."""
        if not is_rout(self.tables, decision.state, roll):
            return False
        target = roll.declaration.target
        if degree <= 0:
            decision.service(Harm).ask_aspect(decision, roll, roll.actor, target)
            return True
        band = lose(decision, target, degree, "fled")
        if not band.standing:
            decision.service(Harm).take_out(decision, target, roll.actor, roll.id)
        return True

    def _on_moment(self, decision: Decision, moment: object) -> None:
        match moment:
            case RollIsOver(roll, was_cancelled) if not was_cancelled:
                self._engage(decision, decision.state.get(ROLLS)[RollId(roll)])
            case ConflictEnds():
                for actor in self._bands(decision.state):
                    each, stunned = single_stress(self.tables, actor.sheet), group_of(decision.state, actor).stunned
                    bring_back(decision, actor.id, stunned, each, "stunned")
            case SceneEnds():
                self._rest(decision)
            case _:
                pass

    def _bands(self, state: State) -> tuple[Actor, ...]:
        return tuple(actor for actor in state.get(CAST).values() if actor.id in state.get(GROUPS))

    def _engage(self, decision: Decision, roll: Roll) -> None:
        cast, conflict = decision.state.get(CAST), conflict_of(decision.state)
        attacker = cast[roll.actor]
        if conflict is None or roll.declaration.action != ATTACK or not is_band(attacker):
            return
        target = cast[roll.declaration.target]
        engaged = decision.state.get(ENGAGED)
        before = engaged.attackers if engaged.exchange == conflict.exchange else {}
        there = before.get(target.id, 0) + attackers_of(self.tables, decision.state, attacker, target)
        decision.emit(EngagementSet(Engagement(conflict.exchange, {**before, target.id: there})))

    def _rest(self, decision: Decision) -> None:
        """Whom nobody has saved by the end of the scene is dead; the others are rested (SK-WARB-14)."""
        for actor in self._bands(decision.state):
            bury(decision, actor)
            band = group_of(decision.state, actor)
            whole = single_stress(self.tables, actor.sheet)
            if band.standing and scores_of(decision.state, actor.id) != {STRESS: whole}:
                rest_up(decision, actor.id, whole, "rested")
