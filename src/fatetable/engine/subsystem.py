"""A subsystem: one owner of some slices, with the rules that make their events and the facts that fold them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec import Struct

from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import Offer
from fatetable.engine.state import Key, State

if TYPE_CHECKING:
    from fatetable.engine.decision import Decision
    from fatetable.engine.prompts import Answer, Prompt
    from fatetable.engine.seats import Seat

Handler: TypeAlias = "Callable[[Decision, Any], None]"
AnswerHandler: TypeAlias = "Callable[[Decision, Prompt, Answer], None]"
AnswerGate: TypeAlias = "Callable[[State, Prompt, str], bool]"
OfferSource: TypeAlias = "Callable[[State, Seat], Iterable[Offer]]"
MomentHandler: TypeAlias = "Callable[[Decision, Any], None]"
Fold: TypeAlias = Callable[[Any, Any], Any]


class Evolver(Struct, frozen=True):
    """How one event changes the one slice it belongs to."""

    key: Key[Any]
    fold: Fold


class Subsystem(Struct, frozen=True, kw_only=True):
    """A value, not a base class: the engine merges the maps of all subsystems of a ruleset.

    `gates` says of a kind of prompt whether an option of it can be chosen now; without one every option always can.
    `moments` are those that `on_moment` is told of; all, if none are named.
    """

    name: str
    decides: Mapping[type[Command], Handler] = {}
    evolves: Mapping[type[Event], Evolver] = {}
    answers: Mapping[str, AnswerHandler] = {}
    gates: Mapping[str, AnswerGate] = {}
    offers: OfferSource | tuple[OfferSource, ...] = ()
    on_moment: MomentHandler | None = None
    moments: tuple[type, ...] = ()


def folds(key: Key[Any], by_event: Mapping[type[Event], Fold]) -> dict[type[Event], Evolver]:
    """The evolvers of one slice."""
    return {event: Evolver(key, fold) for event, fold in by_event.items()}
