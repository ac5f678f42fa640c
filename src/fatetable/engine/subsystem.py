"""A subsystem: one owner of some slices, with the rules that make their events and the facts that fold them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from msgspec import Struct

from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import Offer
from fatetable.engine.state import Key, State

if TYPE_CHECKING:
    from fatetable.engine.clock import Timer
    from fatetable.engine.decision import Decision
    from fatetable.engine.prompts import Answer, Prompt, PromptContext
    from fatetable.engine.seats import Seat

Handler: TypeAlias = "Callable[[Decision, Any], None]"
OfferSource: TypeAlias = "Callable[[State, Seat], Iterable[Offer]]"
OfferCondition: TypeAlias = "Callable[[State], bool]"
MomentHandler: TypeAlias = "Callable[[Decision, Any], None]"
FollowUp: TypeAlias = "Callable[[Decision], bool]"
TimerSource: TypeAlias = "Callable[[State], Iterable[Timer]]"
Fold: TypeAlias = Callable[[Any, Any], Any]


class AnswerHandler(Protocol):
    """Goes on after a prompt was answered."""

    def __call__(self, decision: Decision, prompt: Prompt, answer: Answer, /) -> None: ...


class AnswerGate(Protocol):
    """Why an option of a prompt cannot be chosen now, if it cannot."""

    def __call__(self, state: State, prompt: Prompt, option: str, /) -> Refusal | None: ...


class OfferedWhile(Struct, frozen=True):
    """A source that is asked only while a query says yes; several sources may share one."""

    condition: OfferCondition
    source: OfferSource

    def __call__(self, state: State, seat: Seat, /) -> Iterable[Offer]:
        return self.source(state, seat) if self.condition(state) else ()


class Evolver(Struct, frozen=True):
    """How one event changes the one slice it belongs to."""

    key: Key[Any]
    fold: Fold


class Subsystem(Struct, frozen=True, kw_only=True):
    """A value, not a base class: the engine merges the maps of all subsystems of a ruleset.

    `gates` says of a kind of prompt why an option of it cannot be chosen now; without one every option always can.
    An option that cannot be chosen is not offered, and an answer with it is refused.
    `moments` are those that `on_moment` is told of; all, if none are named.
    `follow_up` runs at the end of every command and does what needs no further input; it says whether it did anything.
    `timers` lists what happens after a while unless somebody acts first; `times_out` decides it when the time is up.
    """

    name: str
    decides: Mapping[type[Command], Handler] = {}
    evolves: Mapping[type[Event], Evolver] = {}
    answers: Mapping[type[PromptContext], AnswerHandler] = {}
    gates: Mapping[type[PromptContext], AnswerGate] = {}
    offers: OfferSource | tuple[OfferSource, ...] = ()
    on_moment: MomentHandler | None = None
    moments: tuple[type, ...] = ()
    follow_up: FollowUp | None = None
    timers: TimerSource | None = None
    times_out: Mapping[type[Command], Handler] = {}


def folds(key: Key[Any], by_event: Mapping[type[Event], Fold]) -> dict[type[Event], Evolver]:
    """The evolvers of one slice."""
    return {event: Evolver(key, fold) for event, fold in by_event.items()}
