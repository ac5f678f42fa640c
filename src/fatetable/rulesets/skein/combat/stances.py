"""How somebody fights from one turn to the next: all defence, all attack, or behind a wall of shields.

A stance holds until its owner's next turn comes; nothing has to end it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, Protocol, TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.folds import put
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import Offer
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, ActorId, controls
from fatetable.mechanics.encounters.conflicts import Conflicts
from fatetable.mechanics.encounters.state import Conflict, conflict_of
from fatetable.mechanics.moments import ConflictEnds
from fatetable.rulesets.skein.rolls import has_turn, on_their_turn

Kind: TypeAlias = Literal["defensive", "offensive", "wall"]


class GoDefensive(Command, frozen=True, tag="go-defensive"):
    """Do nothing but defend until one's next turn; chosen before anything else is done."""

    actor: ActorId


class GoOffensive(Command, frozen=True, tag="go-offensive"):
    """Put everything into this turn's attack, and nothing into defence until one's next turn."""

    actor: ActorId


class Stance(Struct, frozen=True):
    kind: Kind
    exchange: int


StancesTaken: TypeAlias = Mapping[ActorId, Stance]
STANCES: Key[StancesTaken] = Key("stances", dict[ActorId, Stance], {})


class StanceTaken(Event, frozen=True, tag="stance-taken/1"):
    actor: ActorId
    stance: Stance


class StancesDropped(Event, frozen=True, tag="stances-dropped/1"):
    """The fight is over."""


def _dropped(_: StancesTaken, __: StancesDropped) -> StancesTaken:
    return {}


def stance_of(state: State, actor: ActorId) -> Kind | None:
    """The stance in force: from its declaration until the actor's next turn (SK-CBT-26, SK-CBT-27, SK-WARB-12)."""
    stance, conflict = state.get(STANCES).get(actor), conflict_of(state)
    if stance is None or conflict is None:
        return None
    place = next((index for index, place in enumerate(conflict.order) if actor in place.actors), 0)
    is_before_next_turn = conflict.exchange == stance.exchange + 1 and conflict.turn < place
    return stance.kind if conflict.exchange == stance.exchange or is_before_next_turn else None


def take_stance(decision: Decision, conflict: Conflict, actor: ActorId, kind: Kind) -> None:
    decision.emit(StanceTaken(actor, Stance(kind, conflict.exchange)))


class HasMoved(Protocol):
    """Has somebody moved in this turn?"""

    def __call__(self, state: State, actor: ActorId, /) -> bool: ...


class Stances(Struct, frozen=True, kw_only=True):
    """Taking a stance; `has_moved` says whether somebody has used any of this turn's move."""

    has_moved: HasMoved
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="stances",
            decides={GoDefensive: self._defend, GoOffensive: self._attack},
            evolves=folds(STANCES, {StanceTaken: put("actor", "stance"), StancesDropped: _dropped}),
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(ConflictEnds,),
        )

    def _has_begun(self, state: State, actor: ActorId) -> Refusal | None:
        if self.has_moved(state, actor):
            return Refusal("turn-begun", "That is chosen at the start of a turn, before any move of it.")
        return None

    def _defend(self, decision: Decision, command: GoDefensive) -> None:
        actor, conflict = on_their_turn(decision, command.actor)
        decision.require_allowed(self._has_begun(decision.state, actor.id))
        take_stance(decision, conflict, actor.id, "defensive")
        decision.service(Conflicts).spend_action(decision, conflict, actor.id)

    def _attack(self, decision: Decision, command: GoOffensive) -> None:
        actor, conflict = on_their_turn(decision, command.actor)
        decision.require(
            stance_of(decision.state, actor.id) != "offensive", "already-so", f"{actor.name} is on the offensive."
        )
        take_stance(decision, conflict, actor.id, "offensive")

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if isinstance(moment, ConflictEnds) and decision.state.get(STANCES):
            decision.emit(StancesDropped())

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if conflict_of(state) is None:
            return
        for actor in state.get(CAST).values():
            if not controls(seat, actor) or has_turn(state, actor.id) is not None:
                continue
            if self._has_begun(state, actor.id) is None:
                yield Offer(
                    command=GoDefensive(actor.id),
                    label="take full defence",
                    actor=actor.id,
                    verb="defend",
                    cites=self.cites("go-defensive"),
                    group="act",
                )
            if stance_of(state, actor.id) != "offensive":
                yield Offer(
                    command=GoOffensive(actor.id),
                    label="make an all-out attack",
                    actor=actor.id,
                    verb="use",
                    cites=self.cites("go-offensive"),
                    group="act",
                )
