"""Preparing spells out of the books at the start of a day (F2-LVL-03)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command
from fatetable.engine.offers import ManyHole, Offer, one_of_a_family
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import Actor, ActorId, actor_of, controlled, require_control
from fatetable.mechanics.moments import PeriodIsOver
from fatetable.mechanics.time.busy import why_busy
from fatetable.rulesets.fate2.book import Circle, Tables
from fatetable.rulesets.fate2.magic.level.spells import (
    PREPARED_SPELLS,
    SPELL_FOLDS,
    SpellsPrepared,
    StudyBegins,
    copies,
    number_of_spells,
    prepared_by,
    spell_in,
)


class PrepareSpells(Command, frozen=True, tag="fate2-prepare-spells"):
    """The spells of one circle for the day."""

    actor: ActorId
    circle: str
    spells: tuple[str, ...]


class Study(Struct, frozen=True, kw_only=True):
    tables: Tables
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="study of spells",
            decides={PrepareSpells: self._prepare},
            evolves=SPELL_FOLDS,
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(PeriodIsOver,),
        )

    def _cannot(self, state: State, actor: Actor, circle: Circle) -> Refusal | None:
        if not number_of_spells(actor, circle):
            return Refusal("no-such-magic-known", f"{actor.name} cannot prepare spells of that circle.")
        if circle.id in prepared_by(state, actor.id).studied:
            return Refusal("studied-already", f"{actor.name} has prepared that circle today.")
        return why_busy(state)

    def _prepare(self, decision: Decision, command: PrepareSpells) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        circle = next((circle for circle in self.tables.circles if circle.id == command.circle), None)
        if circle is None:
            raise decision.violation("no-such-circle", "There is no such circle of spells.")
        decision.require_allowed(self._cannot(decision.state, actor, circle))
        number = number_of_spells(actor, circle)
        known = {choice.value for choice in copies(self.tables, circle, number)}
        is_known = set(command.spells) <= known and len(set(command.spells)) == len(command.spells)
        decision.require(is_known, "no-such-spell", "There is no such spell in this circle.")
        fits = 0 < len(command.spells) <= number
        decision.require(fits, "too-many-spells", f"{actor.name} can have {number} spells of this circle ready.")
        decision.emit(SpellsPrepared(actor.id, circle.id, tuple(map(spell_in, command.spells))))

    def _on_moment(self, decision: Decision, moment: object) -> None:
        is_new_day = isinstance(moment, PeriodIsOver) and moment.period == "day"
        if is_new_day and any(prepared.studied for prepared in decision.state.get(PREPARED_SPELLS).values()):
            decision.emit(StudyBegins())

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in controlled(state, seat):
            for circle in self.tables.circles:
                number = number_of_spells(actor, circle)
                choices = tuple(copies(self.tables, circle, number))
                if choices and self._cannot(state, actor, circle) is None:
                    yield Offer(
                        command=PrepareSpells(actor.id, circle.id, ()),
                        **one_of_a_family("Prepare spells: …", circle.name),
                        actor=actor.id,
                        verb="prepare",
                        holes=(ManyHole("spells", "spells", choices, least=1, most=number),),
                        cites=self.cites("prepare-spells"),
                        group="magic",
                    )
