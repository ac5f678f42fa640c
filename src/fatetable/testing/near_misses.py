"""Whether what is offered is what is accepted: a command is tried by other seats, and filled in wrongly."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from fatetable.engine.chance import Seeded
from fatetable.engine.errors import FatetableError
from fatetable.engine.messages import Command, SeatId
from fatetable.engine.offers import TEXT_LIMIT, ChoiceHole, Hole, ManyHole, NumberHole, Offer, TextHole
from fatetable.engine.opening import TABLE
from fatetable.engine.seats import SEATS
from fatetable.tabletop.table import Table

SECRET = bytes(32)
NOT_LISTED = "nothing-of-the-kind"
TAKEN_WORDS = frozenset({"known-already", "named-twice"})
"""Refusals of free words: a blank for words cannot list those that are taken."""


def is_offered(table: Table, seat: str, command: Command) -> bool:
    return any(offer.matches(command) for offer in table.offers(seat))


def wrong_offers(table: Table, seat: str, command: Command) -> list[str]:
    """Where offers and rules disagree about this command, if others send it or if it is filled in wrongly."""
    offer = next((offer for offer in table.offers(seat) if offer.matches(command)), None)
    wrong = tuple(_wrongly_filled(offer, command)) if offer is not None else ()
    tries = [*((other, command) for other in table.state.get(SEATS)), *((SeatId(seat), each) for each in wrong)]
    return [found for who, each in tries if (found := _difference(table, who, each))]


def _difference(table: Table, seat: SeatId, command: Command) -> str:
    refusal, offered = _refusal(table, seat, command), is_offered(table, seat, command)
    is_so = offered != bool(refusal) or refusal in TAKEN_WORDS
    return "" if is_so else f"{seat}, {offered=} but {refusal=}: {command}"


def _refusal(table: Table, seat: str, command: Command) -> str:
    """The code with which the rules refuse it; tried on the state, so that the table does not change."""
    chance = Seeded(SECRET, table.state.get(TABLE).id)
    try:
        readable = table.ruleset.codec.check_command(command)
        table.ruleset.engine.decide(table.state, SeatId(seat), readable, chance)
    except FatetableError as error:
        return error.code
    return ""


def _wrongly_filled(offer: Offer, command: Command) -> Iterator[Command]:
    for hole in offer.holes:
        for value in _wrong_values(hole):
            if hole.key:
                value = {**getattr(command, hole.field), hole.key: value}
            yield msgspec.structs.replace(command, **{hole.field: value})


def _wrong_values(hole: Hole) -> Iterator[Any]:
    match hole:
        case TextHole():
            if hole.limit < TEXT_LIMIT:  # Longer texts no table lets anybody say.
                yield "x" * (hole.limit + 1)
            if not hole.may_be_empty:
                yield ""
        case NumberHole(low=low, high=high):
            yield low - 1
            yield high + 1
        case ChoiceHole():
            yield NOT_LISTED
        case ManyHole(options=options):
            values = tuple(option.value for option in options)
            yield (NOT_LISTED,)
            if hole.least:
                yield values[: hole.least - 1]
            if len(values) > hole.most:
                yield values[: hole.most + 1]
        case _:
            return
