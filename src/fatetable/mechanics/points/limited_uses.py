"""The ledger of uses: how often something may still be used before a turn, a scene or a session is over.

A feature with a limit is in it, and so is everything else a ruleset counts: one purchase a scene, charges of a skill,
boxes that clear when people rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, Protocol, TypeAlias, get_args

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.folds import set_to
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, Offer
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId
from fatetable.mechanics.characters.effects import Limit
from fatetable.mechanics.moments import PeriodIsOver, SceneEnds, SessionEnds, SessionStarts, TurnEnds
from fatetable.mechanics.rolls.state import unsettled

Period: TypeAlias = Literal["turn", "scene", "session", "story", "day", "rest", "story point"]
"""After what uses come back.  A limit with any other word comes back when its ruleset says so."""

Break: TypeAlias = Literal["day", "rest", "story point"]
BREAKS: tuple[str, ...] = get_args(Break)
"""Periods whose end only the game master can tell."""

Uses: TypeAlias = Mapping[str, int]
USES: Key[Uses] = Key("uses", dict[str, int], {})


class CallBreak(Command, frozen=True, tag="call-break"):
    """A new day begins, people have rested, or the story has come to a turning point."""

    period: Break


class FeatureUsed(Event, frozen=True, tag="feature-used/1"):
    """`used` is how often it has been used since it was last restored."""

    actor: ActorId
    feature: str
    used: int


class FeaturesRestored(Event, frozen=True, tag="features-restored/1"):
    uses: Mapping[str, int]


def _key(actor: ActorId, name: str) -> str:
    return f"{actor}:{name}"


def _used(uses: Uses, event: FeatureUsed) -> Uses:
    return {**uses, _key(event.actor, event.feature): event.used}


class LimitsOf(Protocol):
    """Everything of a character's that may be used so and so often, by its name."""

    def __call__(self, state: State, actor: Actor, /) -> Mapping[str, Limit]: ...


def feature_limits(_: State, actor: Actor) -> Mapping[str, Limit]:
    return {feature.name: feature.limit for feature in actor.sheet.features if feature.limit is not None}


# -- questions and changes -------------------------------------------------------------------------------------------


def times_used(state: State, actor: ActorId, name: str) -> int:
    return state.get(USES).get(_key(actor, name), 0)


def times_left(state: State, actor: ActorId, name: str, limit: Limit) -> int:
    return max(0, limit.uses - times_used(state, actor, name))


def used_up(state: State, actor: Actor, name: str, limit: Limit) -> Refusal | None:
    if times_left(state, actor.id, name, limit):
        return None
    return Refusal("used-up", f"{name} is used up for now.")


def spend_use(decision: Decision, actor: ActorId, name: str) -> None:
    decision.emit(FeatureUsed(actor, name, times_used(decision.state, actor, name) + 1))


def give_back(decision: Decision, actor: ActorId, name: str) -> None:
    decision.emit(FeatureUsed(actor, name, max(0, times_used(decision.state, actor, name) - 1)))


class LimitedUses(Struct, frozen=True, kw_only=True):
    """`limits` says what is counted; `breaks` are those of the periods that the game master tells the end of."""

    cites: Cites
    limits: LimitsOf = feature_limits
    breaks: tuple[Break, ...] = ()

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="limited uses",
            decides={CallBreak: self._call_break},
            evolves=folds(USES, {FeatureUsed: _used, FeaturesRestored: set_to("uses")}),
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(TurnEnds, SceneEnds, SessionStarts, SessionEnds, PeriodIsOver),
        )

    def _on_moment(self, decision: Decision, moment: object) -> None:
        match moment:
            case PeriodIsOver(period, actor):
                self._restore(decision, period, actor)
            case TurnEnds(actor):
                decision.moment(PeriodIsOver("turn", actor))
            case SceneEnds():
                decision.moment(PeriodIsOver("scene"))
            case SessionStarts():
                decision.moment(PeriodIsOver("session"))
            case SessionEnds(_, scenario_ends) if scenario_ends:
                decision.moment(PeriodIsOver("story"))
            case _:
                pass

    def _restore(self, decision: Decision, period: str, only: str) -> None:
        uses = decision.state.get(USES)
        back = {
            _key(actor.id, name)
            for actor in decision.state.get(CAST).values()
            if only in ("", actor.id)
            for name, limit in self.limits(decision.state, actor).items()
            if limit.per == period
        }
        if any(uses.get(key) for key in back):
            decision.emit(FeaturesRestored({key: used for key, used in uses.items() if key not in back and used}))

    def _call_break(self, decision: Decision, command: CallBreak) -> None:
        decision.require_gm()
        decision.require(command.period in self.breaks, "no-such-break", f"Nothing comes back by a {command.period}.")
        decision.require_allowed(unsettled(decision.state))
        decision.moment(PeriodIsOver(command.period))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if seat.is_gm and self.breaks and unsettled(state) is None:
            yield Offer(
                command=CallBreak(self.breaks[0]),
                label="Let uses come back",
                verb="change",
                holes=(ChoiceHole("period", "after", tuple(Choice(period) for period in self.breaks)),),
                cites=self.cites("breaks"),
                group="gm",
            )
