"""Aspects that no longer apply, and what they become (F2-ADV-11)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import GM, Command
from fatetable.engine.offers import Choice, ChoiceHole, Offer, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask, withdraw
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, controls, players_characters
from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.mechanics.characters.text_checks import PHRASE_LIMIT
from fatetable.rulesets.fate2.growth.ledger import Ledger, phrase
from fatetable.rulesets.fate2.growth.state import a_rank_was_just_gained
from fatetable.rulesets.fate2.sheet import ARCS, PHASES, WAS, aspects_of, chosen_in, own_slots, slot_of


class ReplaceAspect(Command, frozen=True, tag="replace-aspect"):
    """Somebody wants an aspect that was resolved to become another."""

    actor: ActorId
    slot: str
    words: str


class AspectToReplace(PromptContext, frozen=True, tag="replace-aspect"):
    actor: ActorId
    slot: str
    words: str


class AspectChanges(Struct, frozen=True, kw_only=True):
    ledger: Ledger
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="changing aspects",
            decides={ReplaceAspect: self._replace},
            answers={AspectToReplace: self._agreed},
            gates={AspectToReplace: self._cannot_agree},
            offers=self._offers,
        )

    def _cannot_replace(self, state: State, actor: Actor) -> Refusal | None:
        if not a_rank_was_just_gained(state):
            return Refusal("no-advancement", "Aspects change when ranks are gained, before play goes on.")
        return self.ledger.cannot_change(state, actor)

    def _replace(self, decision: Decision, command: ReplaceAspect) -> None:
        actor = self.ledger.own(decision, command.actor)
        decision.require_allowed(self._cannot_replace(decision.state, actor))
        known = command.slot in own_slots(actor.sheet)
        decision.require(known, "unknown-aspect", f"{actor.name} has no such aspect.")
        words = phrase(decision, command.words)
        if decision.proxy is not None:
            self._write(decision, actor, command.slot, words)
            return
        withdraw(decision, actor=actor.id, slot=command.slot)
        ask(
            decision,
            AspectToReplace(actor.id, command.slot, words),
            (GM,),
            f"{actor.name} changes “{actor.sheet.aspects[command.slot]}” into “{words}”. Agree?",
            (Option("yes", "Agree"), Option("no", "Refuse")),
            detail="The new one should show how the old one was resolved; it has the same level.",
            cites=decision.cites("replace-aspect"),
            blocking=False,
        )

    def _cannot_agree(self, state: State, prompt: Prompt, option: str) -> Refusal | None:
        asked = prompt.read(AspectToReplace)
        actor = state.get(CAST).get(asked.actor)
        if option == "no" or actor is None:
            return None
        if asked.slot not in own_slots(actor.sheet):
            return Refusal("unknown-aspect", f"{actor.name} has no such aspect any more.")
        return self.ledger.cannot_change(state, actor)

    def _agreed(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        asked = prompt.read(AspectToReplace)
        if answer.option == "yes":
            self._write(decision, decision.state.get(CAST)[asked.actor], asked.slot, asked.words)

    def _write(self, decision: Decision, actor: Actor, slot: str, words: str) -> None:
        self.ledger.write(decision, actor, _renamed(actor.sheet, slot, words), "aspect changed")

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in players_characters(state):
            held = tuple(Choice(slot, actor.sheet.aspects[slot]) for slot in own_slots(actor.sheet))
            if held and controls(seat, actor) and self._cannot_replace(state, actor) is None:
                yield Offer(
                    command=ReplaceAspect(actor.id, "", ""),
                    label="change an aspect that was resolved",
                    actor=actor.id,
                    verb="grow",
                    holes=(ChoiceHole("slot", "which", held), TextHole("words", "new aspect", limit=PHRASE_LIMIT)),
                    cites=self.cites("replace-aspect"),
                    group="sheet",
                )


def _renamed(sheet: Sheet, slot: str, words: str) -> Sheet:
    """The aspect has another name wherever it was chosen, so it keeps its level; what it was is noted there."""
    entries = {
        name: tuple(_entry(entry, slot, words) for entry in row) if name in (PHASES, ARCS) else row
        for name, row in sheet.entries.items()
    }
    return msgspec.structs.replace(sheet, entries=entries)


def _entry(entry: Entry, slot: str, words: str) -> Entry:
    chosen = aspects_of(entry)
    if slot not in map(slot_of, chosen):
        return entry
    name, *more = (words if slot_of(each) == slot else each for each in chosen)
    lists = {**entry.lists, "aspects": tuple(more), WAS: chosen_in(entry)}
    return msgspec.structs.replace(entry, name=name, lists={key: row for key, row in lists.items() if row})
