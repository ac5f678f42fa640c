"""The circles beside the skill: each is checked for a stunt, and open again after a rest by a fire (F2-STN-04)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command
from fatetable.engine.offers import Offer, Target, one_of_a_family
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, actor_of, controlled
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.encounters.state import conflict_of
from fatetable.mechanics.harm.hits import Hit
from fatetable.mechanics.moments import TurnLost
from fatetable.mechanics.points.limited_uses import FeatureUsed, times_used
from fatetable.mechanics.rolls.procedure import land_hit
from fatetable.mechanics.time.busy import why_busy
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.magic.fire.geas import quenched
from fatetable.rulesets.fate2.magic.frame import Frame
from fatetable.rulesets.fate2.sheet import extras_of

CIRCLE = "circle"
"""The kind of extra that is a circle for each of its ranks, and what its uses are called."""


class RestByFire(Command, frozen=True, tag="fate2-rest-by-fire"):
    """A night's rest, or meditation, by a fire of at least the size of a torch."""

    actor: ActorId


class BurnHands(Command, frozen=True, tag="fate2-burn-hands"):
    """Put one's hands into a fire to have all circles again, at the price of bad burns."""

    actor: ActorId
    description: str = ""


def circles_of(dials: Dials, sheet: Sheet) -> int:
    """How many circles somebody has bought; they are extras, and no part of the pyramid (F2-STN-02)."""
    return sum(extra.ranks for extra in extras_of(dials, sheet) if extra.kind == CIRCLE)


def open_circles(dials: Dials, state: State, actor: Actor) -> int:
    return max(0, circles_of(dials, actor.sheet) - times_used(state, actor.id, CIRCLE))


def check_circles(decision: Decision, actor: Actor, number: int) -> None:
    used = times_used(decision.state, actor.id, CIRCLE)
    decision.emit(FeatureUsed(actor.id, CIRCLE, used + number))


def margin_for(tables: Tables, result: str) -> int:
    """The least margin of a result on the wound track."""
    return next(row.least for row in tables.wounds if row.name == result)


class Circles(Struct, frozen=True, kw_only=True):
    tables: Tables
    dials: Dials
    frame: Frame

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="circles of stunts",
            decides={RestByFire: self._rest, BurnHands: self._burn},
            offers=self._offers,
        )

    def _cannot_refresh(self, state: State, actor: Actor) -> Refusal | None:
        if open_circles(self.dials, state, actor) == circles_of(self.dials, actor.sheet):
            return Refusal("nothing-to-refresh", f"{actor.name} has no circle to open again.", "refresh-circles")
        return None

    def _rest(self, decision: Decision, command: RestByFire) -> None:
        decision.require_gm()
        actor = actor_of(decision, command.actor)
        decision.require_allowed(self._cannot_refresh(decision.state, actor) or why_busy(decision.state))
        decision.emit(FeatureUsed(actor.id, CIRCLE, 0))

    def _cannot_burn(self, state: State, actor: Actor) -> Refusal | None:
        return self._cannot_refresh(state, actor) or quenched(state, actor) or self.frame.cannot(state, actor)

    def _burn(self, decision: Decision, command: BurnHands) -> None:
        actor = self.frame.require_caster(decision, command.actor)
        decision.require_allowed(self._cannot_burn(decision.state, actor))
        self.frame.require_described(decision, command.description)
        decision.emit(FeatureUsed(actor.id, CIRCLE, 0))
        size = margin_for(self.tables, self.tables.fire.burns)
        land_hit(decision, Hit(target=actor.id, by=actor.id, amount=size))
        if conflict_of(decision.state) is not None:
            decision.moment(TurnLost(actor.id))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if seat.is_gm and why_busy(state) is None:
            for actor in state.get(CAST).values():
                if self._cannot_refresh(state, actor) is None:
                    yield Offer(
                        command=RestByFire(actor.id),
                        **one_of_a_family("Let … rest by a fire", actor.name),
                        verb="recover",
                        target=Target("actor", actor.id),
                        cites=self.frame.cites("refresh-circles"),
                        group="gm",
                    )
        for actor in controlled(state, seat):
            if self._cannot_burn(state, actor) is None:
                yield self.frame.offer(
                    actor,
                    "put your hands into the fire",
                    BurnHands(actor.id),
                    "refresh-circles",
                    verb="recover",
                    cost=f"you are {self.tables.fire.burns}",
                )
