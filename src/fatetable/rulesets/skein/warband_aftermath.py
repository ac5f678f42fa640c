"""After a fight of warbands: one healer tries to save those struck down, and the runaways may come back.

Other healers assist as anybody assists a roll (SK-WARB-15).
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, NumberHole, Offer
from fatetable.engine.prompts import is_blocked
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.cast import CAST, NOBODY, Actor, ActorId, actor_of, controls, require_control
from fatetable.mechanics.checks import CheckRules
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.encounters import ENCOUNTER
from fatetable.mechanics.harm import is_out
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.rolls import a_roll_is_open, is_rolling, open_rolls
from fatetable.mechanics.scenes import is_present
from fatetable.rulesets.skein.called_tests import call_test, called, degree
from fatetable.rulesets.skein.skills import level
from fatetable.rulesets.skein.tables import tables
from fatetable.rulesets.skein.warbands import band_of, bring_back, change_band, is_band

SAVING = "save-fallen"
SKILL = "healing"


class SaveFallen(Command, frozen=True, tag="save-fallen"):
    """The one attempt to save members of a warband from death."""

    healer: ActorId
    band: ActorId


class ReturnFled(Command, frozen=True, tag="return-fled"):
    """The Storyteller lets some who ran or gave up appear again, after the fight."""

    band: ActorId
    number: int


class WarbandAftermath(Struct, frozen=True, kw_only=True):
    rules: CheckRules
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="warband aftermath",
            decides={SaveFallen: self._save, ReturnFled: self._return},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsOver,),
        )

    def _is_healer(self, state: State, actor: Actor) -> bool:
        """Trained, there, and with nothing else to do (SK-WARB-14)."""
        is_trained = level(actor.sheet, SKILL) >= tables().figures.skills.lowest and not is_band(actor)
        is_there = is_present(state, actor.id) and not is_out(state, actor.id)
        return is_trained and is_there and not is_rolling(state, actor.id) and state.get(ENCOUNTER) is None

    def _to_save(self, state: State) -> tuple[Actor, ...]:
        bands = [actor for actor in state.get(CAST).values() if is_band(actor)]
        hurt = tuple(band for band in bands if band_of(state, band).fallen and is_present(state, band.id))
        busy = {roll.declaration.target for roll in open_rolls(state)} if hurt else set()
        return tuple(band for band in hurt if band.id not in busy)

    def _save(self, decision: Decision, command: SaveFallen) -> None:
        healer, band = actor_of(decision, command.healer), actor_of(decision, command.band)
        require_control(decision, healer)
        decision.require(
            self._is_healer(decision.state, healer) and not is_blocked(decision.state),
            "no-healer",
            f"{healer.name} cannot see to the fallen now.",
        )
        decision.require(band in self._to_save(decision.state), "nobody-to-save", "Nobody there can be saved.")
        difficulty = tables().combat.warbands.healing_difficulty
        words = f"{healer.name} sees to the fallen of {band.name}"
        call_test(decision, self.rules, healer, SKILL, SAVING, words, difficulty=difficulty, target=band.id)

    def _return(self, decision: Decision, command: ReturnFled) -> None:
        decision.require_gm()
        band = actor_of(decision, command.band)
        decision.require(
            is_band(band) and self._may_return(decision.state), "not-finished", "They are out until the fight is over."
        )
        fled = band_of(decision.state, band).fled
        decision.require(1 <= command.number <= fled, "bad-number", f"There are not {command.number} to come back.")
        bring_back(decision, band.id, command.number, "fled")

    def _may_return(self, state: State) -> bool:
        return state.get(ENCOUNTER) is None and not a_roll_is_open(state)

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if roll := called(decision, moment, SAVING):
            saved = max(0, degree(roll)) * tables().combat.warbands.saved_per_degree
            bring_back(decision, roll.declaration.target, saved, "fallen")
            band = band_of(decision.state, decision.state.get(CAST)[roll.declaration.target])
            if band.fallen:
                change_band(decision, roll.declaration.target, "dead", size=band.size - band.fallen, fallen=0)

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        fallen = tuple(Choice(band.id, band.name) for band in self._to_save(state))
        may_save = bool(fallen) and not is_blocked(state)
        for actor in state.get(CAST).values():
            if may_save and controls(seat, actor) and self._is_healer(state, actor):
                yield Offer(
                    command=SaveFallen(actor.id, NOBODY),
                    label=f"{actor.name}: see to the fallen of a warband",
                    holes=(ChoiceHole("band", "whose", fallen),),
                    cites=self.cites("save-fallen"),
                    group="act",
                )
            if seat.is_gm and is_band(actor) and self._may_return(state) and (fled := band_of(state, actor).fled):
                yield Offer(
                    command=ReturnFled(actor.id, 1),
                    label=f"Some of {actor.name} come back",
                    holes=(NumberHole("number", "how many", 1, fled),),
                    cites=self.cites("rout"),
                    group="gm",
                )
