"""Poison and disease: they take hold after a while, do harm by an Endurance Test, and keep it from healing.

What a healer does about them is not known here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, FlagHole, NumberHole, Offer, TextHole
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.cast import CAST, NOBODY, ActorId, actor_of
from fatetable.mechanics.citations import Cites
from fatetable.rulesets.skein.clock import ClockMoves, now, seconds
from fatetable.rulesets.skein.hurting import HEALTH
from fatetable.rulesets.skein.ordeals import (
    MOST_DIFFICULTY,
    ORDEALS,
    DueTest,
    Ordeal,
    can_suffer,
    end_ordeal,
    set_ordeal,
)
from fatetable.rulesets.skein.quantities import Affliction
from fatetable.rulesets.skein.tables import tables


class Afflict(Command, frozen=True, kw_only=True, tag="afflict"):
    """Somebody has been poisoned or has caught something, whether or not anybody knows yet."""

    actor: ActorId
    affliction: str
    name: str
    difficulty: int
    is_secret: bool = False


def affliction_of(kind: str) -> Affliction | None:
    return next((each for each in tables().healing.afflictions if each.name == kind), None)


def afflictions_of(state: State, actor: ActorId) -> Iterator[Ordeal]:
    """Poisons and diseases that have taken hold of somebody."""
    for ordeal in state.get(ORDEALS).values():
        if ordeal.victim == actor and ordeal.until is not None:
            yield ordeal


def take_hold(decision: Decision, actor: ActorId, kind: str, name: str, at: int) -> Ordeal:
    """A poison or disease acts from this time on: what it does stays until it has left the body (SK-END-06)."""
    row = affliction_of(kind)
    assert row is not None, kind
    begun = Ordeal(id=decision.new_id("o"), kind=kind, name=name, victim=actor, since=at, until=at + seconds(row.lasts))
    set_ordeal(decision, begun)
    return begun


def shorten(decision: Decision, ordeal: Ordeal, time: str) -> None:
    """A healer has seen to it that it lasts no longer than this."""
    assert ordeal.since is not None
    assert ordeal.until is not None
    until = min(ordeal.until, ordeal.since + seconds(time))
    set_ordeal(decision, msgspec.structs.replace(ordeal, until=until))
    if until <= now(decision.state):
        end_ordeal(decision, ordeal, f"{time} was enough")


class Afflicting(Struct, frozen=True, kw_only=True):
    demand: Callable[[Decision, DueTest], None]
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="afflictions",
            decides={Afflict: self._afflict},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(ClockMoves,),
        )

    def _afflict(self, decision: Decision, command: Afflict) -> None:
        decision.require_gm()
        actor = actor_of(decision, command.actor)
        row = affliction_of(command.affliction)
        if row is None:
            raise decision.violation("no-such-affliction", f"{command.affliction!r} is neither poison nor disease.")
        decision.require(can_suffer(decision.state, actor), "bad-target", f"{actor.name} endures nothing now.")
        decision.require(bool(command.name.strip()), "no-words", "Say what it is.")
        decision.require(
            0 <= command.difficulty <= MOST_DIFFICULTY, "bad-number", f"{command.difficulty} is no difficulty."
        )
        set_ordeal(
            decision,
            Ordeal(
                id=decision.new_id("o"),
                kind=row.name,
                name=command.name.strip(),
                victim=actor.id,
                difficulty=command.difficulty,
                onset=now(decision.state) + seconds(row.onset),
                is_secret=command.is_secret,
            ),
        )

    def _take_effect(self, decision: Decision, ordeal: Ordeal) -> None:
        """After a while it shows: now everybody knows, and Strength decides what it does (SK-END-04, SK-END-05)."""
        row, at = affliction_of(ordeal.kind), ordeal.onset
        assert row is not None
        assert at is not None
        acting = msgspec.structs.replace(ordeal, onset=None, since=at, until=at + seconds(row.lasts), is_secret=False)
        set_ordeal(decision, acting)
        self.demand(
            decision,
            DueTest(
                actor=ordeal.victim,
                ordeal=ordeal.id,
                trait=tables().healing.figures.affliction_skill,
                score=HEALTH,
                difficulty=ordeal.difficulty,
            ),
        )

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if isinstance(moment, ClockMoves):
            self._time_passes(decision, moment.now)

    def _time_passes(self, decision: Decision, at: int) -> None:
        for ordeal in tuple(decision.state.get(ORDEALS).values()):
            if ordeal.until is not None and ordeal.until <= at:
                end_ordeal(decision, ordeal, "it has run its course")
            elif ordeal.onset is not None and ordeal.onset <= at:
                self._take_effect(decision, ordeal)

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        people = tuple(Choice(actor.id, actor.name) for actor in state.get(CAST).values() if can_suffer(state, actor))
        if seat.is_gm and people:
            yield Offer(
                command=Afflict(actor=NOBODY, affliction="", name="", difficulty=0),
                label="Somebody is poisoned or falls ill",
                holes=(
                    ChoiceHole("actor", "who", people),
                    ChoiceHole("affliction", "with", tuple(Choice(row.name) for row in tables().healing.afflictions)),
                    TextHole("name", "what it is"),
                    NumberHole("difficulty", "difficulty", 0, MOST_DIFFICULTY, suggestions=_usual()),
                    FlagHole("is_secret", "nobody knows yet"),
                ),
                cites=self.cites("affliction"),
                group="gm",
            )


def _usual() -> tuple[Choice, ...]:
    return tuple(
        Choice(str(number), "usual") for number in sorted({row.difficulty for row in tables().healing.afflictions})
    )
