"""Warbands: nameless fighters counted together: who stands, who is down, who leads, what their numbers are worth.

Their orders are in `orders`, what happens to them after a fight in `aftermath`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.folds import put, set_to
from fatetable.engine.messages import Event
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.characters.cast import CAST, NOBODY, Actor, ActorId
from fatetable.mechanics.encounters.state import conflict_of
from fatetable.mechanics.harm.state import TAKEN_OUT, condition_of, set_condition
from fatetable.mechanics.moments import ConflictEnds, RollIsOver, SceneEnds
from fatetable.mechanics.rolls.actions import ATTACK
from fatetable.mechanics.rolls.state import ROLLS, Roll, RollId
from fatetable.mechanics.scenes.presence import is_active
from fatetable.rulesets.skein.book import Tables, numbers_bonus
from fatetable.rulesets.skein.combat.harm import Harm
from fatetable.rulesets.skein.combat.scores import scores_of, set_score
from fatetable.rulesets.skein.rolls import attack_kind, read_trait
from fatetable.rulesets.skein.sheet import UNARMED, single_stress

WARBAND = "warband"
STRESS = "stress"
INTIMIDATION = "intimidation"

Lot: TypeAlias = Literal["fallen", "stunned", "fled"]


class Band(Struct, frozen=True, omit_defaults=True):
    """`fallen` were struck down by arms and die unless somebody saves them; `stunned` get up after the fight."""

    size: int
    standing: int
    fallen: int = 0
    stunned: int = 0
    fled: int = 0
    leader: ActorId = NOBODY
    part_of: ActorId = NOBODY
    """The warband that a group has split off from, whose Aspects it shares."""


Bands: TypeAlias = Mapping[ActorId, Band]
BANDS: Key[Bands] = Key("bands", dict[ActorId, Band], {})


class BandChanged(Event, frozen=True, tag="band-changed/1"):
    actor: ActorId
    band: Band
    reason: str = ""


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


def band_of(state: State, actor: Actor) -> Band:
    size = actor.sheet.numbers.get("size", 0)
    return state.get(BANDS).get(actor.id, Band(size, size))


def standing_of(state: State, actor: Actor) -> int:
    """How many fight: the members of a warband who are not out, otherwise one."""
    return band_of(state, actor).standing if is_band(actor) else 1


def leader_of(state: State, actor: Actor) -> ActorId:
    """Who leads a warband, while they are there to do so."""
    leader = band_of(state, actor).leader
    return leader if leader and is_active(state, leader) else NOBODY


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


def lot_of(tables: Tables, trait: str) -> Lot:
    """What happens to fighters an attack takes out: only arms kill (SK-WARB-10, SK-WARB-14)."""
    is_armed = attack_kind(tables, trait) in ("hand-to-hand", "ranged") and read_trait(trait).weapon != UNARMED
    return "fallen" if is_armed else "stunned"


# -- changes ---------------------------------------------------------------------------------------------------------


def change_band(decision: Decision, actor: ActorId, reason: str, **changes: object) -> Band:
    band = band_of(decision.state, decision.state.get(CAST)[actor])
    changed = msgspec.structs.replace(band, **changes)
    decision.emit(BandChanged(actor, changed, reason))
    return changed


def lose(decision: Decision, actor: ActorId, number: int, lot: Lot) -> Band:
    band = band_of(decision.state, decision.state.get(CAST)[actor])
    gone = min(number, band.standing)
    more = {lot: getattr(band, lot) + gone}
    return change_band(decision, actor, lot, standing=band.standing - gone, **more)


def wear_down(tables: Tables, decision: Decision, actor: Actor, damage: int, lot: Lot) -> Band:
    """Damage goes through one member after the other; what does not fell the last of them stays (SK-WARB-05)."""
    whole = single_stress(tables, actor.sheet)
    taken = whole - scores_of(decision.state, actor.id).get(STRESS, whole) + damage
    down, rest = divmod(taken, whole)
    band = band_of(decision.state, actor)
    if down:
        band = lose(decision, actor.id, down, lot)
    left = whole - rest if band.standing else 0
    set_score(decision, actor.id, STRESS, left, "damage")
    return band


def bring_back(tables: Tables, decision: Decision, actor: ActorId, number: int, *lots: Lot) -> int:
    """Bring back so many fighters who are out, at most all of them; return how many."""
    band = band_of(decision.state, decision.state.get(CAST)[actor])
    back, rest = 0, {}
    for lot in lots:
        some = min(number - back, getattr(band, lot))
        rest[lot] = getattr(band, lot) - some
        back += some
    if back:
        change_band(decision, actor, "back", standing=band.standing + back, **rest)
        if condition_of(decision.state, actor).out == TAKEN_OUT:
            set_condition(decision, actor, "back", out="", fate="")
        if not band.standing:
            whole = single_stress(tables, decision.state.get(CAST)[actor].sheet)
            set_score(decision, actor, STRESS, whole, "back")
    return back


class Warbands(Struct, frozen=True, kw_only=True):
    """How groups take damage, run, and get up again."""

    tables: Tables

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="warbands",
            evolves={
                **folds(BANDS, {BandChanged: put("actor", "band")}),
                **folds(ENGAGED, {EngagementSet: set_to("engagement")}),
            },
            on_moment=self._on_moment,
            moments=(RollIsOver, ConflictEnds, SceneEnds),
        )

    def hurt(self, decision: Decision, actor: Actor, damage: int, by: ActorId, roll_id: str) -> None:
        roll = decision.state.get(ROLLS).get(RollId(roll_id))
        band = wear_down(
            self.tables, decision, actor, damage, lot_of(self.tables, roll.efforts[0].trait) if roll else "fallen"
        )
        if not band.standing:
            decision.service(Harm).take_out(decision, actor.id, by, roll_id)

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
                    bring_back(self.tables, decision, actor.id, band_of(decision.state, actor).stunned, "stunned")
            case SceneEnds():
                self._bury(decision)
            case _:
                pass

    def _bands(self, state: State) -> tuple[Actor, ...]:
        return tuple(actor for actor in state.get(CAST).values() if actor.id in state.get(BANDS))

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

    def _bury(self, decision: Decision) -> None:
        """Whom nobody has saved by the end of the scene is dead; the others are rested (SK-WARB-14)."""
        for actor in self._bands(decision.state):
            band = band_of(decision.state, actor)
            if band.fallen:
                change_band(decision, actor.id, "dead", size=band.size - band.fallen, fallen=0)
            whole = single_stress(self.tables, actor.sheet)
            if band.standing and scores_of(decision.state, actor.id) != {STRESS: whole}:
                set_score(decision, actor.id, STRESS, whole, "rested")
