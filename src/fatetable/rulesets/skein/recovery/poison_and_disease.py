"""Poison and disease: they take effect after a while, and keep the damage of their Endurance Test from healing.

Healers shorten them in `recovery.healers`.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import EVERYONE, GM, Command
from fatetable.engine.offers import Choice, ChoiceHole, FlagHole, NumberHole, Offer, Target, TextHole
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, NOBODY, ActorId, actor_of
from fatetable.mechanics.time.clock import ClockMoves, now
from fatetable.rulesets.skein.book import Affliction, Tables
from fatetable.rulesets.skein.recovery.ordeals import (
    MOST_DIFFICULTY,
    ORDEALS,
    DueTest,
    Ordeal,
    Ordeals,
    cannot_suffer,
    end_ordeal,
    set_ordeal,
)
from fatetable.rulesets.skein.sheet import HEALTH


class Afflict(Command, frozen=True, kw_only=True, tag="afflict"):
    """Somebody has been poisoned or has caught something, whether or not anybody knows yet."""

    actor: ActorId
    affliction: str
    name: str
    difficulty: int
    is_secret: bool = False


def affliction_of(tables: Tables, kind: str) -> Affliction | None:
    return next((each for each in tables.healing.afflictions if each.name == kind), None)


def afflictions_of(state: State, actor: ActorId) -> Iterator[Ordeal]:
    """Poisons and diseases that have taken effect on somebody."""
    for ordeal in state.get(ORDEALS).values():
        if ordeal.victim == actor and ordeal.until is not None:
            yield ordeal


def take_hold(tables: Tables, decision: Decision, actor: ActorId, kind: str, name: str, at: int) -> Ordeal:
    """A poison or disease acts from this time on: what it does stays until it has left the body (SK-END-06)."""
    row = affliction_of(tables, kind)
    assert row is not None, kind
    begun = Ordeal(
        id=decision.new_id("o"),
        kind=kind,
        name=name,
        victim=actor,
        since=at,
        until=at + tables.time.seconds_of(row.lasts),
    )
    set_ordeal(decision, begun)
    return begun


def shorten(tables: Tables, decision: Decision, ordeal: Ordeal, time: str) -> None:
    """It lasts no longer than this, thanks to a healer."""
    assert ordeal.since is not None
    assert ordeal.until is not None
    until = min(ordeal.until, ordeal.since + tables.time.seconds_of(time))
    set_ordeal(decision, msgspec.structs.replace(ordeal, until=until))
    if until <= now(decision.state):
        end_ordeal(decision, ordeal, f"{time} was enough")


class PoisonAndDisease(Struct, frozen=True, kw_only=True):
    tables: Tables
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
        row = affliction_of(self.tables, command.affliction)
        if row is None:
            raise decision.violation("no-such-affliction", f"{command.affliction!r} is neither poison nor disease.")
        decision.require_allowed(cannot_suffer(decision.state, actor))
        name = decision.described(command.name, command.affliction.capitalize(), "no-words", "Say what it is.")
        decision.require(
            0 <= command.difficulty <= MOST_DIFFICULTY, "bad-number", f"{command.difficulty} is no difficulty."
        )
        set_ordeal(
            decision,
            Ordeal(
                id=decision.new_id("o", (GM,) if command.is_secret else EVERYONE),
                kind=row.name,
                name=name,
                victim=actor.id,
                difficulty=command.difficulty,
                onset=now(decision.state) + self.tables.time.seconds_of(row.onset),
                is_secret=command.is_secret,
            ),
        )

    def _take_effect(self, decision: Decision, ordeal: Ordeal) -> None:
        """It shows, so everybody knows of it now, and the victim makes a Test (SK-END-04, SK-END-05)."""
        row, at = affliction_of(self.tables, ordeal.kind), ordeal.onset
        assert row is not None
        assert at is not None
        acting = msgspec.structs.replace(
            ordeal, onset=None, since=at, until=at + self.tables.time.seconds_of(row.lasts), is_secret=False
        )
        set_ordeal(decision, acting)
        decision.service(Ordeals).demand(
            decision,
            DueTest(
                actor=ordeal.victim,
                ordeal=ordeal.id,
                trait=self.tables.healing.figures.affliction_skill,
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
        cast = state.get(CAST).values()
        people = tuple(Choice(actor.id, actor.name) for actor in cast if cannot_suffer(state, actor) is None)
        if seat.is_gm and people:
            yield Offer(
                command=Afflict(actor=NOBODY, affliction="", name="", difficulty=0),
                label="Poison or infect someone",
                verb="place",
                target=Target("actor"),
                holes=(
                    ChoiceHole("actor", "who", people),
                    ChoiceHole(
                        "affliction", "with", tuple(Choice(row.name) for row in self.tables.healing.afflictions)
                    ),
                    TextHole("name", "name", is_description=True),
                    NumberHole("difficulty", "difficulty", 0, MOST_DIFFICULTY, suggestions=_usual(self.tables)),
                    FlagHole("is_secret", "hidden"),
                ),
                cites=self.cites("affliction"),
                group="gm",
            )


def _usual(tables: Tables) -> tuple[Choice, ...]:
    return tuple(
        Choice(str(number), "usual") for number in sorted({row.difficulty for row in tables.healing.afflictions})
    )
