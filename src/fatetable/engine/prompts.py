"""Prompts: open questions to people.  Nothing waits in memory; an open prompt is a fact until it is answered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NewType, TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.messages import EVERYONE, Audience, Command, Event, SeatId
from fatetable.engine.offers import Hole, Offer, Price, hole_accepts
from fatetable.engine.recollection import asking
from fatetable.engine.seats import Seat, is_addressed
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds

if TYPE_CHECKING:
    from fatetable.engine.decision import Decision

PromptId = NewType("PromptId", str)
Fill: TypeAlias = Mapping[str, str | int | bool | tuple[str, ...]]


class Option(Struct, frozen=True, gc=False, omit_defaults=True):
    """One answer that may be given; its holes all have a `key` into the answer's `fill`.

    `note` says what else is worth knowing before giving it.
    """

    id: str
    label: str
    holes: tuple[Hole, ...] = ()
    price: Price | None = None
    cites: tuple[str, ...] = ()
    note: str = ""


class Prompt(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A question to some seats.

    `about` carries the ids the asker needs to go on; a blocking prompt holds up what it belongs to.
    With `every` set, each addressed seat answers once, otherwise the first answer closes it.
    """

    id: PromptId
    kind: str
    seats: tuple[SeatId, ...]
    question: str
    options: tuple[Option, ...] = ()
    about: Mapping[str, str | int] = {}
    cites: tuple[str, ...] = ()
    blocking: bool = True
    every: bool = False
    is_secret: bool = False
    answered: Mapping[SeatId, str] = {}

    def option(self, option_id: str) -> Option | None:
        return next((option for option in self.options if option.id == option_id), None)


Prompts: TypeAlias = Mapping[PromptId, Prompt]
PROMPTS: Key[Prompts] = Key("prompts", dict[PromptId, Prompt], {})


class Answer(Command, frozen=True, tag="answer"):
    prompt: PromptId
    option: str
    fill: Fill = msgspec.field(default_factory=dict)

    def text(self, key: str) -> str:
        return str(self.fill.get(key, "")).strip()

    def number(self, key: str) -> int:
        return int(self.fill[key])  # type: ignore[arg-type]  # checked against the option's NumberHole


class PromptOpened(Event, frozen=True, tag="prompt-opened/1"):
    prompt: Prompt


class PromptAnswered(Event, frozen=True, tag="prompt-answered/1"):
    prompt: PromptId
    seat: SeatId
    option: str
    label: str = ""
    fill: Fill = msgspec.field(default_factory=dict)
    is_closed: bool = True


class PromptWithdrawn(Event, frozen=True, tag="prompt-withdrawn/1"):
    prompt: PromptId


def _opened(prompts: Prompts, event: PromptOpened) -> Prompts:
    return {**prompts, event.prompt.id: event.prompt}


def _answered(prompts: Prompts, event: PromptAnswered) -> Prompts:
    prompt = prompts.get(event.prompt)
    if prompt is None:
        return prompts
    if event.is_closed:
        return {key: other for key, other in prompts.items() if key != event.prompt}
    answered = {**prompt.answered, event.seat: event.option}
    return {**prompts, event.prompt: msgspec.structs.replace(prompt, answered=answered)}


def _withdrawn(prompts: Prompts, event: PromptWithdrawn) -> Prompts:
    return {key: prompt for key, prompt in prompts.items() if key != event.prompt}


def ask(
    decision: Decision,
    kind: str,
    seats: tuple[SeatId, ...],
    question: str,
    options: tuple[Option, ...],
    *,
    about: Mapping[str, str | int] | None = None,
    cites: tuple[str, ...] = (),
    blocking: bool = True,
    every: bool = False,
    secret_to: Audience = EVERYONE,
    hides_question: bool = True,
) -> PromptId:
    """Open a prompt.  With `secret_to`, outsiders see that something is asked but not the answers on offer.

    Unless `hides_question` is off, they do not see what it is about either.
    """
    prompt = Prompt(
        id=PromptId(decision.new_id("p")),
        kind=kind,
        seats=seats,
        question=question,
        options=options,
        about=about or {},
        cites=cites,
        blocking=blocking,
        every=every,
        is_secret=secret_to is not EVERYONE,
    )
    if secret_to is EVERYONE:
        decision.emit(PromptOpened(prompt))
    else:
        outside = msgspec.structs.replace(prompt, options=())
        if hides_question:
            veiled = "The table is waiting for a decision."
            outside = msgspec.structs.replace(outside, about={}, question=veiled)
        decision.emit(PromptOpened(prompt), to=secret_to, face=PromptOpened(outside))
    return prompt.id


def withdraw(decision: Decision, **about: str | int) -> None:
    """Close, unanswered, every open prompt that is about all of these."""
    for prompt in tuple(decision.state.get(PROMPTS).values()):
        if all(prompt.about.get(key) == value for key, value in about.items()):
            decision.emit(PromptWithdrawn(prompt.id))


def open_about(state: State, *, blocking_only: bool = True, **about: str | int) -> Iterator[Prompt]:
    for prompt in state.get(PROMPTS).values():
        if (prompt.blocking or not blocking_only) and all(prompt.about.get(key) == v for key, v in about.items()):
            yield prompt


@asking
def is_blocked(state: State) -> bool:
    return bool([prompt for prompt in state.get(PROMPTS).values() if prompt.blocking])


@asking
def is_asked(state: State, about: str, value: str) -> bool:
    """Is anybody asked about this, whether or not play waits for the answer?"""
    return bool([prompt for prompt in state.get(PROMPTS).values() if prompt.about.get(about) == value])


@asking
def is_awaited(state: State, about: str, value: str) -> bool:
    """Does play wait for an answer about this?"""
    prompts = state.get(PROMPTS).values()
    return bool([prompt for prompt in prompts if prompt.blocking and prompt.about.get(about) == value])


def check_answer(decision: Decision, answer: Answer) -> tuple[Prompt, Option]:
    prompt = decision.state.get(PROMPTS).get(answer.prompt)
    if prompt is None:
        raise decision.violation("prompt-closed", "That question is no longer open.")
    decision.require(is_addressed(decision.seat, prompt.seats), "not-asked", "That question is for someone else.")
    decision.require(decision.seat.id not in prompt.answered, "already-answered", "You have answered that already.")
    option = prompt.option(answer.option)
    if option is None:
        raise decision.violation("no-such-answer", f"{answer.option!r} is not one of the answers on offer.")
    keys = {hole.key for hole in option.holes}
    for key in answer.fill:
        decision.require(key in keys, "no-such-answer", f"{key!r} is not asked for here.")
    for hole in option.holes:
        value = answer.fill.get(hole.key, "" if hole_accepts(hole, "") else None)
        if isinstance(value, list):
            value = tuple(value)
        decision.require(hole_accepts(hole, value), "bad-answer", f"The answer needs a fitting value for {hole.label}.")
    return prompt, option


def _offers(state: State, seat: Seat) -> Iterator[Offer]:
    for prompt in state.get(PROMPTS).values():
        if not is_addressed(seat, prompt.seats) or seat.id in prompt.answered:
            continue
        for option in prompt.options:
            yield Offer(
                command=Answer(prompt.id, option.id),
                label=f"{prompt.question} → {option.label}",
                holes=option.holes,
                price=option.price,
                cites=option.cites or prompt.cites,
                group="answer",
                note=option.note,
            )


PROMPTING = Subsystem(
    name="prompts",
    evolves=folds(
        PROMPTS,
        {PromptOpened: _opened, PromptAnswered: _answered, PromptWithdrawn: _withdrawn},
    ),
    offers=_offers,
)
