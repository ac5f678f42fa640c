"""Puts the events of the table itself into words: seats, dice, talk and answers."""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.engine.halting import PlayContinued, StopAsked, TablePaused, TableResumed
from fatetable.engine.messages import SeatId
from fatetable.engine.opening import DiceRenewed, DiceStirred, PlayClosed, Rewound, TableOpened
from fatetable.engine.prompts import PROMPTS, Option, Prompt, PromptAnswered
from fatetable.engine.seats import SEATS, ChairHandedOver, PresenceNoted, SeatAdded, SeatNamed
from fatetable.engine.speaking import Said
from fatetable.engine.stirring.stirs import StirBroken
from fatetable.tabletop.words.event_context import EventContext, Tellers
from fatetable.tabletop.words.sentences import capitalised

SPEAKS_FOR_ITSELF = ("defend", "name-boost", "opposition", "taken-out", "compel-suggestion")
"""Kinds of questions whose filled-in answer is told by the next line anyway."""

TOLD_BY_WHAT_FOLLOWS = ("compel", "self-compel", "concession")
"""Kinds of questions of which every answer is told by the next line, or was by the one before."""

SENT_BACK = "send-back"
"""The option of such a question that no line follows, so its answer is told."""

TAKING_A_HIT = "absorb"
"""The question how to take a hit: its answer is told by the events that follow, so only the question is."""


def _table_opened(_: EventContext, event: TableOpened) -> Iterator[str]:
    yield f"Table opened{f': {event.title}' if event.title else ''}."


def _play_closed(_: EventContext, event: PlayClosed) -> Iterator[str]:
    yield "Play is closed, and the secret of the dice is told."


def _rewound(_: EventContext, event: Rewound) -> Iterator[str]:
    yield f"The table went back to an earlier step{', with new dice' if event.is_fresh else ''}."


def _renewed(_: EventContext, __: DiceRenewed) -> Iterator[str]:
    yield "This is another roll than the one that was taken back, so its dice are new."


def _stirred(context: EventContext, event: DiceStirred) -> Iterator[str]:
    yield f"Dice stirred by {_names(context, event.seats)}."


def _stir_broken(context: EventContext, event: StirBroken) -> Iterator[str]:
    yield f"Dice not stirred: no answer from {_names(context, event.seats)}."


def _names(context: EventContext, seats: tuple[SeatId, ...]) -> str:
    return ", ".join(context.seat(seat) for seat in seats)


def _seat_added(context: EventContext, event: SeatAdded) -> Iterator[str]:
    if context.by is not None:
        yield f"{event.seat.name or event.seat.id} sits down."


def _seat_named(context: EventContext, event: SeatNamed) -> Iterator[str]:
    before = context.before.get(SEATS).get(event.seat)
    if before is not None and before.name != event.name:
        # A seat of a ready-made scene has no name of its own until somebody takes it.
        yield f"{event.name} sits where {before.name} sat." if before.is_taken else f"{event.name} sits down."


def _presence(context: EventContext, event: PresenceNoted) -> Iterator[str]:
    seat = context.before.get(SEATS).get(event.seat)
    if seat is None or seat.is_away == event.is_away:
        return
    if event.is_away and seat.is_taken:
        yield f"{seat.name} is away."
    elif seat.is_missed:
        yield f"{seat.name} is back."


def _chair(context: EventContext, event: ChairHandedOver) -> Iterator[str]:
    for seat in event.seats:
        if seat.is_gm:
            yield f"{seat.name or seat.id} takes the {context.ruleset.word('gm')}'s chair."


def _said(context: EventContext, event: Said) -> Iterator[str]:
    to = f" to {', '.join(context.seat(seat) for seat in event.to)}" if event.to else ""
    yield f"{context.seat(context.by)}{to}: {event.words}" if event.words else f"{context.seat(context.by)} whispers."


def _stop_asked(context: EventContext, event: StopAsked) -> Iterator[str]:
    yield f"{capitalised(context.seat(event.seat))} asks to stop here."


def _continued(_: EventContext, event: PlayContinued) -> Iterator[str]:
    yield "Play continues."


def _paused(context: EventContext, event: TablePaused) -> Iterator[str]:
    yield f"{capitalised(context.seat(event.seat))} pauses the table."


def _resumed(context: EventContext, event: TableResumed) -> Iterator[str]:
    yield f"{capitalised(context.seat(context.by))} resumes the table."


def _answered(context: EventContext, event: PromptAnswered) -> Iterator[str]:
    prompt = context.before.get(PROMPTS).get(event.prompt)
    who = context.seat(event.seat)
    # A secret answer has no label here, and is not told.
    if not event.label or prompt is None:
        return
    option = prompt.option(event.option)
    if prompt.kind in TOLD_BY_WHAT_FOLLOWS:
        return
    if prompt.kind in SPEAKS_FOR_ITSELF and option is not None and option.holes and option.id != SENT_BACK:
        return
    question = (prompt.short or prompt.question).rstrip(".")
    if prompt.kind == TAKING_A_HIT:
        yield f"{question}."
    else:
        yield f"{question} – {who}: {event.label}{_filled(prompt, event)}."


def _filled(prompt: Prompt, event: PromptAnswered) -> str:
    option: Option | None = prompt.option(event.option)
    words = []
    for hole in option.holes if option else ():
        value = event.fill.get(hole.key, "")
        labels = {choice.value: choice.label or choice.value for choice in getattr(hole, "options", ())}
        values = value if isinstance(value, list | tuple) else (value,)
        words += [labels.get(str(one), str(one)) for one in values if str(one)]
    return f" ({', '.join(words)})" if words else ""


TELLERS: Tellers = {
    TableOpened: _table_opened,
    PlayClosed: _play_closed,
    Rewound: _rewound,
    DiceRenewed: _renewed,
    DiceStirred: _stirred,
    StirBroken: _stir_broken,
    SeatAdded: _seat_added,
    SeatNamed: _seat_named,
    Said: _said,
    PresenceNoted: _presence,
    ChairHandedOver: _chair,
    PromptAnswered: _answered,
    StopAsked: _stop_asked,
    PlayContinued: _continued,
    TablePaused: _paused,
    TableResumed: _resumed,
}
