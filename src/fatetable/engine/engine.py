"""The engine: decides commands, folds events and lists offers over the merged maps of a ruleset's subsystems."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from operator import attrgetter
from typing import Any, TypeVar

import msgspec

from fatetable.engine.chance import Chance
from fatetable.engine.clock import CLOCK, Timer
from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal, RuleViolation
from fatetable.engine.halting import HALT, HALTING, refused_while_halted
from fatetable.engine.messages import FROM_THE_START, Command, Event, LogRecord, Numbering, SeatId
from fatetable.engine.offers import Offer, with_descriptions
from fatetable.engine.opening import OPENING, Rewind, Rewound
from fatetable.engine.prompts import (
    PROMPTING,
    PROMPTS,
    Answer,
    Option,
    Prompt,
    PromptAnswered,
    PromptContext,
    check_answer,
    kind_of,
)
from fatetable.engine.recollection import Recollection
from fatetable.engine.seats import SEATS, PresenceNoted, Seat, present_people, seating
from fatetable.engine.speaking import SPEAKING
from fatetable.engine.state import EMPTY, Key, State
from fatetable.engine.stirring.rounds import BY_ITSELF, STIRRING
from fatetable.engine.subsystem import (
    AnswerGate,
    AnswerHandler,
    Evolver,
    FollowUp,
    Handler,
    MomentHandler,
    OfferCondition,
    OfferedWhile,
    OfferSource,
    Subsystem,
    TimerSource,
)
from fatetable.engine.words import OUR_WORDS, Words

T = TypeVar("T")

_BRINGS_NOBODY_BACK = frozenset((*HALTING.decides, *BY_ITSELF))

MOST_FOLLOW_UPS = 1000
"""More than any game needs; a ruleset whose follow-ups never end is stopped here."""


class Engine:
    """Immutable once built; holds no state of any table."""

    def __init__(
        self,
        subsystems: Sequence[Subsystem],
        citations: Mapping[str, tuple[str, ...]] | None = None,
        *,
        words: Words = OUR_WORDS,
        services: Sequence[object] = (),
        needs_descriptions: bool = True,
    ) -> None:
        """`services` are values that handlers look up by their type, such as the procedure of a roll.

        With `needs_descriptions` off, people may act without saying how or why.
        """
        self.needs_descriptions = needs_descriptions
        self.citations = citations or {}
        self.words = words
        self._services: dict[type, Any] = {type(service): service for service in services}
        self.subsystems = (OPENING, seating(words), PROMPTING, *subsystems, SPEAKING, STIRRING, HALTING)
        self.handlers: dict[type[Command], Handler] = {Answer: self._answer}
        self.evolvers: dict[type[Event], Evolver] = {}
        self.answer_handlers: dict[str, AnswerHandler] = {}
        self.gates: dict[str, AnswerGate] = {}
        offer_sources: list[OfferSource] = []
        self.clock_handlers: dict[type[Command], Handler] = {}
        self._follow_ups: list[FollowUp] = []
        self._timer_sources: list[TimerSource] = []
        self._told: dict[type, tuple[MomentHandler, ...]] = {}
        for subsystem in self.subsystems:
            _merge(self.handlers, subsystem.decides, subsystem.name)
            _merge(self.evolvers, subsystem.evolves, subsystem.name)
            _merge(self.answer_handlers, _by_kind(subsystem.answers), subsystem.name)
            _merge(self.gates, _by_kind(subsystem.gates), subsystem.name)
            _merge(self.clock_handlers, subsystem.times_out, subsystem.name)
            if subsystem.follow_up is not None:
                self._follow_ups.append(subsystem.follow_up)
            if subsystem.timers is not None:
                self._timer_sources.append(subsystem.timers)
            sources = subsystem.offers
            offer_sources.extend(sources if isinstance(sources, tuple) else (sources,))
        self._offering = Offering(offer_sources, needs_descriptions=needs_descriptions)
        # One bound list of (slice name, empty value, fold) per event keeps folding a log to a few look-ups.
        self._folds: dict[type[Event], tuple[str, Any, Any]] = {
            event: (evolver.key.name, evolver.key.empty, evolver.fold) for event, evolver in self.evolvers.items()
        }

    @property
    def commands(self) -> tuple[type[Command], ...]:
        return tuple(self.handlers)

    @property
    def events(self) -> tuple[type[Event], ...]:
        return tuple(self.evolvers)

    @property
    def keys(self) -> tuple[Key[Any], ...]:
        return tuple({evolver.key.name: evolver.key for evolver in self.evolvers.values()}.values())

    def service(self, kind: type[T]) -> T:
        found: T = self._services[kind]
        return found

    def decide(
        self, state: State, seat: SeatId, command: Command, chance: Chance, *, proxy: SeatId | None = None
    ) -> tuple[LogRecord, ...]:
        """The facts that follow if `seat` does this now; raises `RuleViolation` and changes nothing if it may not.

        `proxy` is the game master's seat when they act for someone who is away.
        """
        return self.step(state, seat, command, chance, proxy=proxy)[0]

    def step(
        self,
        state: State,
        seat: SeatId,
        command: Command,
        chance: Chance,
        *,
        proxy: SeatId | None = None,
        numbering: Numbering = FROM_THE_START,
    ) -> tuple[tuple[LogRecord, ...], State]:
        """Decide, and the state after it, which the decision has folded already."""
        sitting = state.get(SEATS).get(seat)
        if sitting is None:
            raise RuleViolation("unknown-seat", f"There is no seat {seat!r} at this table.", ())
        if sitting.role == "spectator":
            raise RuleViolation("spectators-watch", "Spectators watch; they do not act.", ())
        if proxy is not None and not _is_gm(state, proxy):
            raise RuleViolation("gm-only", f"Only the {self.words.gm} may act for someone who is away.", ())
        handler = self.handlers.get(type(command))
        if handler is None:
            name = type(command).__struct_config__.tag
            raise RuleViolation("no-meaning", f"The command {name!r} has no meaning in this ruleset.", ())
        decision = Decision(self, state, sitting, chance, proxy, numbering)
        decision.require_allowed(refused_while_halted(state, type(command)))
        # Who asks to stop stays unknown, so that alone brings nobody back; nor does what a page sends by itself.
        if sitting.is_away and proxy is None and type(command) not in _BRINGS_NOBODY_BACK:
            decision.emit(PresenceNoted(sitting.id, is_away=False))
        handler(decision, command)
        if type(command) is not Rewind:
            self._follow_up(decision)
        return tuple(decision.records), decision.state

    def time_out(
        self, state: State, command: Command, chance: Chance, *, numbering: Numbering = FROM_THE_START
    ) -> tuple[tuple[LogRecord, ...], State]:
        """What follows when a timer has run out, or when the server notices that somebody has come or gone."""
        decision = Decision(self, state, CLOCK, chance, None, numbering)
        self.clock_handlers[type(command)](decision, command)
        self._follow_up(decision)
        return tuple(decision.records), decision.state

    def timers(self, state: State) -> tuple[Timer, ...]:
        """What is due after a while, unless somebody acts first."""
        if state.get(HALT).is_on:
            return ()
        return tuple(timer for source in self._timer_sources for timer in source(state))

    def _follow_up(self, decision: Decision) -> None:
        """Do what needs no further input, until nothing is left of that kind."""
        self._close_votes(decision)
        for _ in range(MOST_FOLLOW_UPS):
            if not any(follow_up(decision) for follow_up in self._follow_ups):
                return
        raise AssertionError("what follows by itself never ends")

    def _close_votes(self, decision: Decision) -> None:
        """A vote ends with the last answer of the people present."""
        for prompt in tuple(decision.state.get(PROMPTS).values()):
            if prompt.every and prompt.answered and not self._yet_to_vote(decision.state, prompt):
                seat, option = tuple(prompt.answered.items())[-1]
                decision.emit(PromptAnswered(prompt.id, seat, option))
                self.answer_handlers[prompt.kind](decision, prompt, Answer(prompt.id, option))

    def _yet_to_vote(self, state: State, prompt: Prompt) -> set[SeatId]:
        return {seat.id for seat in present_people(state)} & set(prompt.seats) - set(prompt.answered)

    def told_of(self, moment: type) -> tuple[MomentHandler, ...]:
        """Who is told of a kind of moment, in order."""
        found = self._told.get(moment)
        if found is None:
            listening = (each for each in self.subsystems if not each.moments or moment in each.moments)
            found = tuple(each.on_moment for each in listening if each.on_moment is not None)
            self._told[moment] = found
        return found

    def evolve(self, state: State, event: Event, seq: int) -> State:
        """The state after one fact.  Total and free of rules; `Rewound` needs the log and is left to `fold`."""
        name, empty, fold = self._folds[type(event)]
        slices = dict(state.slices)
        slices[name] = fold(slices.get(name, empty), event)
        return State(seq, slices)

    def fold(self, records: Iterable[LogRecord], start: State = EMPTY) -> State:
        """The state after a whole log, rewinds honoured."""
        log = records if isinstance(records, Sequence) else tuple(records)
        slices = dict(start.slices)
        seq = start.seq
        folds = self._folds
        for record in effective(log):
            event = record.event
            name, empty, fold = folds[type(event)]
            slices[name] = fold(slices.get(name, empty), event)
            seq = record.seq
        return State(seq, slices)

    def follow(self, log: Sequence[LogRecord], state: State, news: Sequence[LogRecord]) -> State:
        """The state after `news`, given the `log` that already ends with them."""
        if any(type(record.event) is Rewound for record in news):
            return self.fold(log)
        for record in news:
            state = self.evolve(state, record.event, record.seq)
        return state

    def offers(self, state: State, seat: SeatId, recollection: Recollection | None = None) -> tuple[Offer, ...]:
        """Everything that seat may do now; `recollection` caches what does not change between states."""
        sitting = state.get(SEATS).get(seat)
        if sitting is None or sitting.role == "spectator":
            return ()
        listed = self._offering.offers(state, sitting, recollection)
        if state.get(HALT).is_on:
            listed = tuple(offer for offer in listed if refused_while_halted(state, type(offer.command)) is None)
        if any(prompt.kind in self.gates for prompt in state.get(PROMPTS).values()):
            return tuple(offer for offer in listed if self._is_open(state, offer))
        return listed

    def _is_open(self, state: State, offer: Offer) -> bool:
        """Answers that have to wait for something are not offered meanwhile."""
        if not isinstance(answer := offer.command, Answer):
            return True
        return self._why_closed(state, state.get(PROMPTS)[answer.prompt], answer.option) is None

    def _why_closed(self, state: State, prompt: Prompt, option: str) -> Refusal | None:
        gate = self.gates.get(prompt.kind)
        return gate(state, prompt, option) if gate else None

    def is_answerable(self, state: State, prompt: Prompt) -> bool:
        """Can the question be answered now, or does it have to wait for something?"""
        options = prompt.options
        return not options or any(self._why_closed(state, prompt, option.id) is None for option in options)

    def _answer(self, decision: Decision, command: Answer) -> None:
        prompt, option = check_answer(decision, command)
        decision.require_allowed(self._why_closed(decision.state, prompt, option.id))
        is_closed = not prompt.every or self._yet_to_vote(decision.state, prompt) <= {decision.seat.id}
        _record_answer(decision, prompt, option, command, is_closed)
        if prompt.every:
            if not is_closed:
                return
            prompt = msgspec.structs.replace(prompt, answered={**prompt.answered, decision.seat.id: command.option})
        self.answer_handlers[prompt.kind](decision, prompt, command)


def _record_answer(decision: Decision, prompt: Prompt, option: Option, command: Answer, is_closed: bool) -> None:
    answered = PromptAnswered(prompt.id, decision.seat.id, option.id, option.label, command.fill, is_closed)
    if prompt.is_secret:
        outside = PromptAnswered(prompt.id, decision.seat.id, "", is_closed=is_closed)
        decision.emit(answered, to=prompt.seats, face=outside)
    else:
        decision.emit(answered)


class Offering:
    """The offer sources of an engine.  With `needs_descriptions`, descriptions must be given."""

    def __init__(self, sources: Sequence[OfferSource], *, needs_descriptions: bool) -> None:
        self._sources = sources
        self._list = _listed_with_descriptions if needs_descriptions else _listed
        self._conditions = [each.condition if isinstance(each, OfferedWhile) else None for each in sources]
        self._shared = tuple(condition for condition in dict.fromkeys(self._conditions) if condition is not None)
        self._bare = [each.source if isinstance(each, OfferedWhile) else each for each in sources]
        self._asked: dict[tuple[bool, ...], tuple[int, ...]] = {}

    def offers(self, state: State, seat: Seat, recollection: Recollection | None) -> tuple[Offer, ...]:
        by_source: Iterable[tuple[Offer, ...]]
        if recollection is None:
            by_source = (self._list(state, source, seat) for source in self._sources)
        else:
            recollection.turn_to(state, seat)
            holds = tuple([condition(state) for condition in self._shared])
            asked = self._asked.get(holds) or self._asked_while(holds)
            by_source = recollection.recall_each(asked, self._bare, self._list, seat)
        return tuple(chain.from_iterable(by_source))

    def _asked_while(self, holds: tuple[bool, ...]) -> tuple[int, ...]:
        """The numbers of the sources to ask while these of the shared conditions hold."""
        fails: set[OfferCondition | None] = {
            condition for condition, is_met in zip(self._shared, holds, strict=True) if not is_met
        }
        asked = tuple([number for number, condition in enumerate(self._conditions) if condition not in fails])
        self._asked[holds] = asked
        return asked


def _listed(state: State, source: OfferSource, seat: Seat) -> tuple[Offer, ...]:
    return tuple(source(state, seat))


def _listed_with_descriptions(state: State, source: OfferSource, seat: Seat) -> tuple[Offer, ...]:
    return tuple([with_descriptions(offer) if offer.holes else offer for offer in source(state, seat)])


def _is_gm(state: State, seat: SeatId) -> bool:
    found: Seat | None = state.get(SEATS).get(seat)
    return found is not None and found.is_gm


def _by_kind(handlers: Mapping[type[PromptContext], Any]) -> dict[str, Any]:
    return {kind_of(context): handler for context, handler in handlers.items()}


def _merge(into: dict[Any, Any], more: Any, owner: str) -> None:
    for key, value in more.items():
        if key in into:
            raise TypeError(f"{owner} claims {key}, which another subsystem owns already")
        into[key] = value


_EVENT_OF = attrgetter("event")


def effective(log: Sequence[LogRecord]) -> Sequence[LogRecord]:
    """The records that still count once rewinds are honoured, oldest first.

    A rewind continues from the position it names, so the log is a tree and the present is one path through it.
    """
    if Rewound not in set(map(type, map(_EVENT_OF, log))):
        return log
    path: list[LogRecord] = []
    index = len(log) - 1
    while index >= 0:
        record = log[index]
        path.append(record)
        index -= 1
        if isinstance(record.event, Rewound):
            while index >= 0 and log[index].seq > record.event.to:
                index -= 1
    path.reverse()
    return path
