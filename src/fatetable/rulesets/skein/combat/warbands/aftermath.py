"""After a fight of warbands: one healer tries to save those struck down, and the runaways may come back.

Other healers assist as anybody assists a roll (SK-WARB-15).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command
from fatetable.engine.offers import NumberHole, Offer, Target, one_of_a_family
from fatetable.engine.prompts import is_blocked
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, actor_of
from fatetable.mechanics.encounters.state import ENCOUNTER
from fatetable.mechanics.harm.groups import bring_back, group_of, whole_of
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.state import a_roll_is_open, open_rolls
from fatetable.mechanics.scenes.state import is_present
from fatetable.mechanics.undertakings.code import Code, Result
from fatetable.rulesets.skein.book import Tables
from fatetable.rulesets.skein.combat.availability import unavailable
from fatetable.rulesets.skein.combat.warbands.state import bury, is_band
from fatetable.rulesets.skein.sheet import level, single_stress

SAVING = "save-fallen"
SKILL = "healing"


class ReturnFled(Command, frozen=True, tag="return-fled"):
    """The Storyteller lets some who ran or gave up appear again, after the fight."""

    band: ActorId
    number: int


class WarbandAftermath(Struct, frozen=True, kw_only=True):
    tables: Tables
    rules: CheckRules
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="warband aftermath",
            decides={ReturnFled: self._return},
            offers=self._offers,
        )

    def code(self) -> Mapping[str, Code]:
        return {SAVING: Code(may=self._is_no_healer, targets=self._to_save, done=self._saved)}

    def _is_no_healer(self, state: State, actor: Actor) -> Refusal | None:
        """A healer is trained, there, and has nothing else to do (SK-WARB-14)."""
        if is_band(actor) or level(self.tables, actor.sheet, SKILL) < self.tables.figures.skills.lowest:
            return Refusal("no-healer", f"{actor.name} is not trained in Healing.")
        if state.get(ENCOUNTER) is not None:
            return Refusal("no-healer", "The fallen are seen to when the fight is over.")
        if is_blocked(state):
            return Refusal("no-healer", "Somebody has still a question to answer.")
        return unavailable(state, actor, "no-healer")

    def _to_save(self, state: State, _: Actor) -> tuple[Actor, ...]:
        """One group of each warband with fallen: however it has split, one Test is made for all of it (SK-WARB-15)."""
        hurt: dict[ActorId, Actor] = {}
        for band in state.get(CAST).values():
            if is_band(band) and group_of(state, band).fallen and is_present(state, band.id):
                hurt.setdefault(whole_of(state, band), band)
        aimed_at = {roll.declaration.target for roll in open_rolls(state)} if hurt else ()
        busy = {whole_of(state, state.get(CAST)[target]) for target in aimed_at if target in state.get(CAST)}
        return tuple(band for whole, band in hurt.items() if whole not in busy)

    def _return(self, decision: Decision, command: ReturnFled) -> None:
        decision.require_gm()
        band = actor_of(decision, command.band)
        decision.require(is_band(band), "not-finished", f"{band.name} is no warband.")
        decision.require_allowed(self._cannot_return(decision.state))
        fled = group_of(decision.state, band).fled
        decision.require(1 <= command.number <= fled, "bad-number", f"There are not {command.number} to come back.")
        bring_back(decision, band.id, command.number, single_stress(self.tables, band.sheet), "fled")

    def _cannot_return(self, state: State) -> Refusal | None:
        if state.get(ENCOUNTER) is not None:
            return Refusal("not-finished", "They are out until the fight is over.")
        if a_roll_is_open(state):
            return Refusal("not-finished", "A roll is open; finish it first.")
        return None

    def _saved(self, decision: Decision, result: Result) -> None:
        """As many get up as degrees, group after group of the warband; the others are dead (SK-WARB-14)."""
        saved = max(0, result.margin) * self.tables.combat.warbands.saved_per_degree
        whole = whole_of(decision.state, decision.state.get(CAST)[result.target])
        for group in tuple(decision.state.get(CAST).values()):
            if is_band(group) and whole_of(decision.state, group) == whole and is_present(decision.state, group.id):
                saved -= bring_back(decision, group.id, saved, single_stress(self.tables, group.sheet), "fallen")
                bury(decision, group)

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in state.get(CAST).values():
            may_return = seat.is_gm and is_band(actor) and self._cannot_return(state) is None
            if may_return and (fled := group_of(state, actor).fled):
                yield Offer(
                    command=ReturnFled(actor.id, 1),
                    **one_of_a_family("Bring back some of …", actor.name),
                    verb="change",
                    target=Target("actor", actor.id),
                    holes=(NumberHole("number", "number", 1, fled),),
                    cites=self.cites("rout"),
                    group="gm",
                )
