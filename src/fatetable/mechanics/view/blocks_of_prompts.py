"""Blocks of open questions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import msgspec
from msgspec import Struct

from fatetable.engine.prompts import PROMPTS, Prompt, asked_seats, may_answer
from fatetable.engine.seats import SEATS, Seat
from fatetable.engine.state import State
from fatetable.mechanics.aspects.cards import ASPECTS
from fatetable.mechanics.aspects.compel_state import COMPELS
from fatetable.mechanics.book.ladder import Ladder
from fatetable.mechanics.characters.cast import name_of
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.view.blocks import CompelView, HitView, PromptBlock, WayView
from fatetable.mechanics.view.difficulty_odds import prospects


class ShownFields(Struct, frozen=True):
    """The fields that contexts of many kinds share and that a page shows; empty where a kind has no such field."""

    roll: str = ""
    actor: str = ""
    compel: str = ""
    shifts: int = 0
    track: str = ""


def shown_fields(prompt: Prompt) -> ShownFields:
    # Version 0.1.0 stored numbers as texts, so types need not match exactly.
    return msgspec.convert(prompt.about, ShownFields, strict=False)


class PromptBlocks(Struct, frozen=True):
    rules: CheckRules
    ladder: Ladder
    tells_odds: bool

    def all(self, state: State, seat: Seat) -> Iterator[PromptBlock]:
        return map(partial(self._block, state, seat), state.get(PROMPTS).values())

    def asked(self, state: State, seat: Seat) -> dict[str, PromptBlock]:
        """The questions a seat is asked, as it sees them."""
        prompts = state.get(PROMPTS).values()
        return {prompt.id: self._block(state, seat, prompt) for prompt in prompts if _is_asked(state, seat, prompt)}

    def _block(self, state: State, seat: Seat, prompt: Prompt) -> PromptBlock:
        for_me = _is_asked(state, seat, prompt)
        about = shown_fields(prompt)
        return PromptBlock(
            id=prompt.id,
            question=prompt.question,
            for_me=for_me,
            names=tuple(seat.name or seat.id for seat in asked_seats(state, prompt)),
            answers=tuple(option.label for option in prompt.options),
            cites=prompt.cites,
            kind=prompt.kind,
            roll=about.roll,
            actor=about.actor,
            compel=_compel(state, about.compel),
            is_blocking=prompt.blocking,
            prospects=prospects(self.rules, self.ladder, state, prompt) if for_me and self.tells_odds else (),
            hit=_hit(prompt, about) if for_me else None,
        )


def _is_asked(state: State, seat: Seat, prompt: Prompt) -> bool:
    return may_answer(state, seat, prompt) and seat.id not in prompt.answered


def _hit(prompt: Prompt, about: ShownFields) -> HitView | None:
    uses = ((option.id, option.uses) for option in prompt.options)
    ways = tuple(WayView(id, use.boxes, use.slots) for id, use in uses if use is not None)
    return HitView(about.shifts, ways, about.track) if ways else None


def _compel(state: State, compel_id: str) -> CompelView | None:
    compel = state.get(COMPELS).get(compel_id)
    if compel is None:
        return None
    by = state.get(SEATS).get(compel.by)
    card = state.get(ASPECTS).get(compel.aspect)
    return CompelView(
        id=compel.id,
        by=by.name or by.id if by else compel.by,
        target=name_of(state, compel.target),
        aspect=card.text if card else "",
        text=compel.text,
        kind=compel.kind,
        takes_action=compel.takes_action,
        reward=compel.reward,
        price=compel.price,
    )
