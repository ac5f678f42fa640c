"""The engine: five verbs over the merged maps of a ruleset's subsystems."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from fatetable.engine.chance import Chance
from fatetable.engine.decision import Decision
from fatetable.engine.errors import RuleViolation
from fatetable.engine.messages import Command, Event, LogRecord, SeatId
from fatetable.engine.offers import Offer
from fatetable.engine.opening import OPENING, Rewound
from fatetable.engine.prompts import PROMPTING, PROMPTS, Answer, Option, Prompt, PromptAnswered, check_answer
from fatetable.engine.recollection import Recollection
from fatetable.engine.seats import SEATING, SEATS, Seat, people
from fatetable.engine.speaking import SPEAKING
from fatetable.engine.state import EMPTY, Key, State
from fatetable.engine.subsystem import (
    AnswerGate,
    AnswerHandler,
    Evolver,
    Handler,
    MomentHandler,
    OfferSource,
    Subsystem,
)


class Engine:
    """Immutable once built; holds no state of any table."""

    def __init__(self, subsystems: Sequence[Subsystem], citations: Mapping[str, tuple[str, ...]] | None = None) -> None:
        self.citations = citations or {}
        self.subsystems = (OPENING, SEATING, PROMPTING, *subsystems, SPEAKING)
        self.handlers: dict[type[Command], Handler] = {Answer: self._answer}
        self.evolvers: dict[type[Event], Evolver] = {}
        self.answer_handlers: dict[str, AnswerHandler] = {}
        self.gates: dict[str, AnswerGate] = {}
        self.offer_sources: list[OfferSource] = []
        self._told: dict[type, tuple[MomentHandler, ...]] = {}
        for subsystem in self.subsystems:
            _merge(self.handlers, subsystem.decides, subsystem.name)
            _merge(self.evolvers, subsystem.evolves, subsystem.name)
            _merge(self.answer_handlers, subsystem.answers, subsystem.name)
            _merge(self.gates, subsystem.gates, subsystem.name)
            sources = subsystem.offers
            self.offer_sources.extend(sources if isinstance(sources, tuple) else (sources,))
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

    def decide(
        self, state: State, seat: SeatId, command: Command, chance: Chance, *, proxy: SeatId | None = None
    ) -> tuple[LogRecord, ...]:
        """The facts that follow if `seat` does this now; raises `RuleViolation` and changes nothing if it may not.

        `proxy` is the game master's seat when they act for someone who is away.
        """
        return self.step(state, seat, command, chance, proxy=proxy)[0]

    def step(
        self, state: State, seat: SeatId, command: Command, chance: Chance, *, proxy: SeatId | None = None
    ) -> tuple[tuple[LogRecord, ...], State]:
        """Decide, and the state after it: a decision has folded its facts already, so nobody need do it again."""
        sitting = state.get(SEATS).get(seat)
        if sitting is None:
            raise RuleViolation("unknown-seat", f"There is no seat {seat!r} at this table.", ())
        if sitting.role == "spectator":
            raise RuleViolation("spectators-watch", "Spectators watch; they do not act.", ())
        if proxy is not None and not _is_gm(state, proxy):
            raise RuleViolation("gm-only", "Only the game master may act for someone who is away.", ())
        handler = self.handlers.get(type(command))
        if handler is None:
            name = type(command).__struct_config__.tag
            raise RuleViolation("no-meaning", f"The command {name!r} has no meaning in this ruleset.", ())
        decision = Decision(self, state, sitting, chance, proxy)
        handler(decision, command)
        return tuple(decision.records), decision.state

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
        """Everything that seat may do now; what its viewer recollects is not worked out again."""
        sitting = state.get(SEATS).get(seat)
        if sitting is None or sitting.role == "spectator":
            return ()
        listed: list[Offer] = []
        if recollection is None:
            for source in self.offer_sources:
                listed += source(state, sitting)
        else:
            recollection.turn_to(state, sitting)
            for offers in recollection.recall_each(self.offer_sources, _listed, sitting):
                listed += offers
        found = tuple(listed)
        has_gates = any(prompt.kind in self.gates for prompt in state.get(PROMPTS).values())
        return tuple(offer for offer in found if self._is_open(state, offer)) if has_gates else found

    def _is_open(self, state: State, offer: Offer) -> bool:
        """Answers that have to wait for something are not offered meanwhile."""
        if not isinstance(answer := offer.command, Answer):
            return True
        prompt = state.get(PROMPTS)[answer.prompt]
        gate = self.gates.get(prompt.kind)
        return gate is None or gate(state, prompt, answer.option)

    def is_answerable(self, state: State, prompt: Prompt) -> bool:
        """Can the question be answered now, or does it have to wait for something?"""
        gate = self.gates.get(prompt.kind)
        return gate is None or not prompt.options or any(gate(state, prompt, option.id) for option in prompt.options)

    def _answer(self, decision: Decision, command: Answer) -> None:
        prompt, option = check_answer(decision, command)
        others = {seat.id for seat in people(decision.state)} & set(prompt.seats) - set(prompt.answered)
        is_closed = not prompt.every or others <= {decision.seat.id}
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


def _listed(state: State, source: OfferSource, seat: Seat) -> tuple[Offer, ...]:
    return tuple(source(state, seat))


def _is_gm(state: State, seat: SeatId) -> bool:
    found: Seat | None = state.get(SEATS).get(seat)
    return found is not None and found.is_gm


def _merge(into: dict[Any, Any], more: Any, owner: str) -> None:
    for key, value in more.items():
        if key in into:
            raise TypeError(f"{owner} claims {key}, which another subsystem owns already")
        into[key] = value


def effective(log: Sequence[LogRecord]) -> Sequence[LogRecord]:
    """The records that still count once rewinds are honoured, oldest first.

    A rewind continues from the position it names, so the log is a tree and the present is one path through it.
    """
    if not any(type(record.event) is Rewound for record in log):
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
