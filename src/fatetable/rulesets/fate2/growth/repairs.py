"""Putting right a pyramid that is out of balance when the next goal is due (F2-ADV-05)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.identity import remembered
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, Offer, Target, one_of_a_family
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import Actor, ActorId, controls, players_characters
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.growth.career import (
    GOAL,
    REPAIR,
    full_arc,
    missing,
    with_numbers,
    with_ranks,
    with_text,
)
from fatetable.rulesets.fate2.growth.ledger import Ledger
from fatetable.rulesets.fate2.sheet import skill_name

FIXED = Choice("purchases", "fix the next purchases")
SHIFTED = Choice("shift", "shift skill levels")
SPENT_BY_GM = Choice("gm", "spend their ranks myself")


class AgreeOnBalance(Command, frozen=True, tag="agree-on-balance"):
    """The GM says how a pyramid is put right, as was agreed."""

    actor: ActorId
    how: Literal["purchases", "shift", "gm"]


class ShiftRank(Command, frozen=True, tag="shift-rank"):
    """A rank goes from one skill to another."""

    actor: ActorId
    one: str
    other: str


class Repairs(Struct, frozen=True, kw_only=True):
    ledger: Ledger
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="balancing pyramids",
            decides={AgreeOnBalance: self._agree, ShiftRank: self._shift},
            offers=self._offers,
        )

    # -- agreeing ------------------------------------------------------------------------------------------------

    def _cannot_agree(self, state: State, actor: Actor) -> Refusal | None:
        if refusal := self.ledger.cannot_change(state, actor):
            return refusal
        now, dials = self.ledger.career(actor), self.ledger.dials
        if not now.missing:
            return Refusal("balanced", f"The pyramid of {actor.name} is balanced.")
        if now.repair:
            return Refusal("agreed", "How it is put right was agreed already.")
        has_goals = dials.advancement == "goals"
        is_due = not actor.sheet.texts.get(GOAL) if has_goals else now.in_arc >= full_arc(self.ledger.tables)
        if not is_due:
            return Refusal("not-due", "During an arc the pyramid may be out of balance.")
        return None

    def _ways(self, actor: Actor) -> tuple[Choice, ...]:
        """The first time nobody loses anything by it; if it becomes a habit, the GM may take over."""
        habit = (SPENT_BY_GM,) if self.ledger.career(actor).repairs else ()
        return (FIXED, SHIFTED, *habit)

    def _agree(self, decision: Decision, command: AgreeOnBalance) -> None:
        actor = self.ledger.hero(decision, command.actor)
        decision.require_allowed(self._cannot_agree(decision.state, actor))
        known = {choice.value for choice in self._ways(actor)}
        decision.require(command.how in known, "first-time", "The first time the player is not penalised.")
        times = self.ledger.career(actor).repairs + 1
        sheet = with_text(with_numbers(actor.sheet, repairs=times), REPAIR, command.how)
        self.ledger.write(decision, actor, sheet, "how the pyramid is balanced")

    # -- shifting ------------------------------------------------------------------------------------------------

    def _cannot_shift(self, state: State, actor: Actor) -> Refusal | None:
        if self.ledger.career(actor).repair != "shift":
            return Refusal("not-agreed", "Levels are shifted only if the GM agreed to it.")
        return self.ledger.cannot_change(state, actor)

    def _shift(self, decision: Decision, command: ShiftRank) -> None:
        actor = self.ledger.own(decision, command.actor)
        decision.require_allowed(self._cannot_shift(decision.state, actor))
        is_held = command.one in actor.sheet.traits
        decision.require(is_held, "unknown-skill", f"{actor.name} has no such skill to take a rank from.")
        fits = command.other in takers(self.ledger.tables, self.ledger.dials, actor.sheet)[command.one]
        decision.require(fits, "no-nearer", "That brings the pyramid no nearer to balance.")
        sheet = with_ranks(actor.sheet, 0, (command.one, -1), (command.other, 1))
        self.ledger.write(decision, actor, sheet, "a rank shifted")

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in players_characters(state):
            if seat.is_gm and self._cannot_agree(state, actor) is None:
                yield Offer(
                    command=AgreeOnBalance(actor.id, "purchases"),
                    **one_of_a_family("Agree how … balances the pyramid", actor.name),
                    verb="grow",
                    target=Target("actor", actor.id),
                    holes=(ChoiceHole("how", "how", self._ways(actor)),),
                    cites=self.cites("balance"),
                    group="gm",
                )
            if controls(seat, actor) and self._cannot_shift(state, actor) is None:
                yield from self._offers_to_shift(actor)

    def _offers_to_shift(self, actor: Actor) -> Iterator[Offer]:
        tables = self.ledger.tables
        for one, found in takers(tables, self.ledger.dials, actor.sheet).items():
            if others := tuple(Choice(other, skill_name(tables, other)) for other in found):
                yield Offer(
                    command=ShiftRank(actor.id, one, ""),
                    **one_of_a_family("shift a rank from … to another skill", skill_name(tables, one)),
                    actor=actor.id,
                    verb="grow",
                    holes=(ChoiceHole("other", "to", others),),
                    cites=self.cites("balance"),
                    group="sheet",
                )


@remembered(limit=128)
def takers(tables: Tables, dials: Dials, sheet: Sheet) -> Mapping[str, tuple[str, ...]]:
    """For each skill those that a rank of it would bring the pyramid nearer to balance in."""
    lacks = missing(tables, dials, sheet)
    known = (*sheet.traits, *(s.id for s in tables.skills if not s.asks and s.id not in sheet.traits))
    return {
        one: tuple(o for o in known if o != one and missing(tables, dials, sheet, (one, -1), (o, 1)) < lacks)
        for one in sheet.traits
    }
