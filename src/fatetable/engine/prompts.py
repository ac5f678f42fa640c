"""Prompts: open questions to people.  Nothing waits in memory; an open prompt is a fact until it is answered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NewType, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from fatetable.engine.folds import drop, put
from fatetable.engine.identity import remembered
from fatetable.engine.messages import EVERYONE, Audience, Command, Event, SeatId
from fatetable.engine.offers import Hole, Offer, Price, hole_accepts, required
from fatetable.engine.recollection import tracked
from fatetable.engine.seats import SEATS, Seat, Seats, is_addressed, is_at_the_table
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds

if TYPE_CHECKING:
    from fatetable.engine.decision import Decision

PromptId = NewType("PromptId", str)
Fill: TypeAlias = Mapping[str, str | int | bool | tuple[str, ...]]
About: TypeAlias = Mapping[str, str | int | tuple[str, ...]]


class PromptContext(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="prompt-kind"):
    """What a prompt is about: the values its answer handler needs to go on.

    One subclass for each kind of prompt, tagged with the kind; fields are ids, texts, numbers or tuples of texts.
    Prompts are stored, so a subclass must read what earlier versions wrote: new fields have defaults, and `upgrade`
    turns an older form into the present one.
    """

    @classmethod
    def upgrade(cls, about: About) -> About:
        return about

    def about(self) -> About:
        return {name: getattr(self, name) for name in msgspec.to_builtins(self) if name != "prompt-kind"}


C = TypeVar("C", bound=PromptContext)


def kind_of(context: type[PromptContext]) -> str:
    return str(context.__struct_config__.tag)


class TrackUse(Struct, frozen=True, gc=False, omit_defaults=True):
    """What an answer uses up of a character's tracks: numbers of stress boxes, and names of slots."""

    boxes: tuple[int, ...] = ()
    slots: tuple[str, ...] = ()


class Option(Struct, frozen=True, gc=False, omit_defaults=True):
    """One answer that may be given; its holes all have a `key` into the answer's `fill`.

    `note` says what else is worth knowing before giving it, `uses` what it takes of the tracks of whom it is about.
    """

    id: str
    label: str
    holes: tuple[Hole, ...] = ()
    price: Price | None = None
    cites: tuple[str, ...] = ()
    note: str = ""
    uses: TrackUse | None = None


class Prompt(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A question to some seats.

    `about` holds the fields of its context; a blocking prompt holds up what it belongs to.
    With `every` set, each addressed seat answers once, otherwise the first answer closes it.
    `short` is the question without what only the people who answer need to read; empty if that is all of it.
    """

    id: PromptId
    kind: str
    seats: tuple[SeatId, ...]
    question: str
    options: tuple[Option, ...] = ()
    about: About = {}
    cites: tuple[str, ...] = ()
    blocking: bool = True
    every: bool = False
    is_secret: bool = False
    answered: Mapping[SeatId, str] = {}
    short: str = ""

    def is_about(self, context: type[PromptContext]) -> bool:
        return self.kind == kind_of(context)

    def read(self, context: type[C]) -> C:
        """What it is about, typed; the prompt must be of that kind."""
        assert self.kind == kind_of(context), f"a prompt of kind {self.kind!r} was read as {kind_of(context)!r}"
        return msgspec.convert({"prompt-kind": self.kind, **context.upgrade(self.about)}, context)

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

    def several(self, key: str) -> tuple[str, ...]:
        value = self.fill.get(key, ())
        return tuple(value) if isinstance(value, tuple | list) else ()

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


def _answered(prompts: Prompts, event: PromptAnswered) -> Prompts:
    prompt = prompts.get(event.prompt)
    if prompt is None:
        return prompts
    if event.is_closed:
        return {key: other for key, other in prompts.items() if key != event.prompt}
    answered = {**prompt.answered, event.seat: event.option}
    return {**prompts, event.prompt: msgspec.structs.replace(prompt, answered=answered)}


def ask(
    decision: Decision,
    context: PromptContext,
    seats: tuple[SeatId, ...],
    question: str,
    options: tuple[Option, ...],
    *,
    detail: str = "",
    cites: tuple[str, ...] = (),
    blocking: bool = True,
    every: bool = False,
    secret_to: Audience = EVERYONE,
    hides_question: bool = True,
) -> PromptId:
    """Open a prompt.  With `secret_to`, outsiders see that something is asked but not the answers on offer.

    Unless `hides_question` is off, they do not see what it is about either.
    `detail` follows the question for the people who answer; the log leaves it out.
    """
    if decision.engine.needs_descriptions:
        options = tuple(msgspec.structs.replace(option, holes=required(option.holes)) for option in options)
    prompt = Prompt(
        id=PromptId(decision.new_id("p")),
        kind=kind_of(type(context)),
        seats=seats,
        question=f"{question} {detail}" if detail else question,
        options=options,
        about=context.about(),
        cites=cites,
        blocking=blocking,
        every=every,
        is_secret=secret_to is not EVERYONE,
        short=question if detail else "",
    )
    if secret_to is EVERYONE:
        decision.emit(PromptOpened(prompt))
    else:
        outside = msgspec.structs.replace(prompt, options=())
        if hides_question:
            veiled = "The table is waiting for a decision."
            outside = msgspec.structs.replace(outside, about={}, question=veiled, short="")
        decision.emit(PromptOpened(prompt), to=secret_to, face=PromptOpened(outside))
    return prompt.id


def withdraw(decision: Decision, **about: str | int) -> None:
    """Close, unanswered, every open prompt that is about all of these."""
    for prompt in tuple(decision.state.get(PROMPTS).values()):
        if all(prompt.about.get(key) == value for key, value in about.items()):
            decision.emit(PromptWithdrawn(prompt.id))


def open_of(state: State, *kinds: type[PromptContext]) -> tuple[Prompt, ...]:
    """The open prompts of these kinds."""
    tags = {kind_of(kind) for kind in kinds}
    return tuple(prompt for prompt in state.get(PROMPTS).values() if prompt.kind in tags)


def withdraw_kind(decision: Decision, *kinds: type[PromptContext]) -> None:
    """Close, unanswered, every open prompt of these kinds."""
    for prompt in open_of(decision.state, *kinds):
        decision.emit(PromptWithdrawn(prompt.id))


def open_about(state: State, *, blocking_only: bool = True, **about: str | int) -> Iterator[Prompt]:
    for prompt in state.get(PROMPTS).values():
        if (prompt.blocking or not blocking_only) and all(prompt.about.get(key) == v for key, v in about.items()):
            yield prompt


@tracked
def is_blocked(state: State) -> bool:
    return bool([prompt for prompt in state.get(PROMPTS).values() if prompt.blocking])


@tracked
def is_asked(state: State, about: str, value: str) -> bool:
    """Is anybody asked about this, whether or not play waits for the answer?"""
    return bool([prompt for prompt in state.get(PROMPTS).values() if prompt.about.get(about) == value])


@tracked
def asked_about(state: State, about: str, value: str) -> tuple[About, ...]:
    """What the open questions about this that hold up play are about besides."""
    prompts = state.get(PROMPTS).values()
    return tuple([prompt.about for prompt in prompts if prompt.blocking and prompt.about.get(about) == value])


@tracked
def has_asked(state: State, seat: SeatId, kind: str) -> bool:
    """Does a prompt of that kind wait which this seat brought up, as its field `by` says?"""
    return bool(
        [prompt for prompt in state.get(PROMPTS).values() if prompt.kind == kind and prompt.about.get("by") == seat]
    )


@tracked
def is_awaited(state: State, about: str, value: str) -> bool:
    """Does play wait for an answer about this?"""
    prompts = state.get(PROMPTS).values()
    return bool([prompt for prompt in prompts if prompt.blocking and prompt.about.get(about) == value])


def asked_seats(state: State, prompt: Prompt) -> tuple[Seat, ...]:
    """Who is to answer: those it addresses who are there, or the game master if none of them is."""
    return _asked(state.get(SEATS), prompt.seats)


@remembered(limit=1024)
def _asked(seats: Seats, addressees: tuple[SeatId, ...]) -> tuple[Seat, ...]:
    addressed = tuple([seat for seat in seats.values() if is_addressed(seat, addressees)])
    if any(seat.is_gm or is_at_the_table(seat) for seat in addressed):
        return tuple([seat for seat in addressed if is_at_the_table(seat)])
    return tuple([seat for seat in seats.values() if seat.is_gm])


def may_answer(state: State, seat: Seat, prompt: Prompt) -> bool:
    """Is the question for this seat, or does it answer for people who are away?"""
    return is_addressed(seat, prompt.seats) or (seat.is_gm and seat in asked_seats(state, prompt))


def check_answer(decision: Decision, answer: Answer) -> tuple[Prompt, Option]:
    prompt = decision.state.get(PROMPTS).get(answer.prompt)
    if prompt is None:
        raise decision.violation("prompt-closed", "That question is no longer open.")
    decision.require(
        may_answer(decision.state, decision.seat, prompt), "not-asked", "That question is for someone else."
    )
    decision.require(decision.seat.id not in prompt.answered, "already-answered", "You have answered that already.")
    option = prompt.option(answer.option)
    if option is None:
        raise decision.violation("no-such-answer", f"{answer.option!r} is not one of the answers on offer.")
    keys = {hole.key for hole in option.holes}
    for key in answer.fill:
        decision.require(key in keys, "no-such-answer", f"{key!r} is not asked for here.")
    for hole in option.holes:
        # What may be left empty may be left out.
        empty = next((each for each in ("", ()) if hole_accepts(hole, each)), None)
        value = answer.fill.get(hole.key, empty)
        if isinstance(value, list):
            value = tuple(value)
        decision.require(hole_accepts(hole, value), "bad-answer", f"The answer needs a fitting value for {hole.label}.")
    return prompt, option


def _offers(state: State, seat: Seat) -> Iterator[Offer]:
    for prompt in state.get(PROMPTS).values():
        if not may_answer(state, seat, prompt) or seat.id in prompt.answered:
            continue
        for option in prompt.options:
            yield Offer(
                command=Answer(prompt.id, option.id),
                label=f"{prompt.question} → {option.label}",
                holes=option.holes,
                price=option.price,
                cites=option.cites or prompt.cites,
                group="answer",
                verb="answer",
                note=option.note,
            )


PROMPTING = Subsystem(
    name="prompts",
    evolves=folds(
        PROMPTS,
        {PromptOpened: put("prompt.id", "prompt"), PromptAnswered: _answered, PromptWithdrawn: drop("prompt")},
    ),
    offers=_offers,
)
