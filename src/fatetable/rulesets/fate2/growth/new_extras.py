"""Ranks that go into extras, and ranks of lost extras that go into others."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import GM, Command
from fatetable.engine.offers import Choice, ChoiceHole, Hole, Offer, TextHole, one_of_a_family
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask, withdraw
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, actor_of, controls, players_characters
from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.mechanics.characters.text_checks import PHRASE_LIMIT
from fatetable.rulesets.fate2.book import ExtraKind
from fatetable.rulesets.fate2.growth.career import with_extra
from fatetable.rulesets.fate2.growth.ledger import Ledger, phrase
from fatetable.rulesets.fate2.possessions import made, matters_of
from fatetable.rulesets.fate2.sheet import (
    EXTRAS,
    Extra,
    extra_at,
    extras_of,
    is_released,
    kind_of_extra,
    number_of_phases,
    own_slots,
    replaced,
)

MINIONS, LIMITED = "minions", "power-limited"
OF_AN_ASPECT = (MINIONS, LIMITED)
"""Minions follow an aspect that there is, and some items are one."""


class BuyExtra(Command, frozen=True, kw_only=True, tag="buy-extra"):
    """Put a rank into an extra; one of a name that there is becomes stronger.  `text` is an aspect, or what it does."""

    actor: ActorId
    kind: str
    name: str = ""
    text: str = ""


class TakeInstead(Command, frozen=True, kw_only=True, tag="take-instead"):
    """The ranks of an `extra` that stayed lost go into another."""

    actor: ActorId
    extra: str
    kind: str
    name: str
    text: str


class ExtraToAgree(PromptContext, frozen=True, tag="extra"):
    """`instead_of` is the place of a lost extra whose ranks go into it."""

    buyer: ActorId
    kind: str
    name: str
    text: str
    instead_of: str = ""


class NewExtras(Struct, frozen=True, kw_only=True):
    ledger: Ledger
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="buying extras",
            decides={BuyExtra: self._buy, TakeInstead: self._take},
            answers={ExtraToAgree: self._agreed},
            gates={ExtraToAgree: self._cannot_agree},
            offers=self._offers,
        )

    def _kind(self, decision: Decision, kind_id: str) -> ExtraKind:
        kind = next((kind for kind in self.ledger.tables.extras if kind.id == kind_id), None)
        if kind is None or kind.price == "nothing":
            raise decision.violation("no-such-extra", "Ranks buy no extra of that kind.")
        return kind

    # -- buying --------------------------------------------------------------------------------------------------

    def _cannot_buy(self, state: State, seat: Seat, actor: Actor) -> Refusal | None:
        if refusal := self.ledger.cannot_spend(state, seat, actor):
            return refusal
        now = self.ledger.career(actor)
        if now.repair in ("purchases", "gm"):
            return Refusal("repair-first", "This rank has to go into what balances the pyramid.")
        if now.phase_left and now.missing > now.phase_left - 1:
            return Refusal("unbalanced", "At the end of the phase the pyramid would not be balanced.")
        return None

    def _buy(self, decision: Decision, command: BuyExtra) -> None:
        actor = actor_of(decision, command.actor)
        decision.require_allowed(self._cannot_buy(decision.state, decision.seat, actor))
        kind = self._kind(decision, command.kind)
        name = phrase(decision, command.name)
        old = self._owned(actor, kind, name)
        text = old.text if old is not None and kind.price == "ranks" else phrase(decision, command.text)
        self._settle(decision, actor, kind, ExtraToAgree(actor.id, kind.id, name, text))

    def _owned(self, actor: Actor, kind: ExtraKind, name: str) -> Extra | None:
        found = extras_of(self.ledger.dials, actor.sheet)
        return next((extra for extra in found if extra.kind == kind.id and extra.name == name), None)

    def _settle(self, decision: Decision, actor: Actor, kind: ExtraKind, wanted: ExtraToAgree) -> None:
        """Write it down, or ask the GM first where both have to see it alike."""
        sheet = self._changed(actor, kind, wanted)
        extra = Extra("", made(kind, wanted.name, wanted.text, 1))
        phases = number_of_phases(self.ledger.dials, actor.sheet)
        matters = tuple(matters_of(self.ledger.tables, kind, extra, phases))
        if not matters or decision.seat.is_gm or decision.proxy is not None:
            self.ledger.write(decision, actor, sheet, "an extra gained")
            return
        self.ledger.require_sound(actor, sheet)
        withdraw(decision, buyer=actor.id)
        ask(
            decision,
            wanted,
            (GM,),
            f"{actor.name} puts a rank into {wanted.name}. Agree?",
            (Option("yes", "Agree"), Option("no", "Refuse")),
            detail=" ".join(matters),
            cites=kind.cites,
            blocking=False,
        )

    def _changed(self, actor: Actor, kind: ExtraKind, wanted: ExtraToAgree) -> Sheet:
        if wanted.instead_of:
            lost = extra_at(self.ledger.dials, actor.sheet, wanted.instead_of)
            assert lost is not None
            return replaced(actor.sheet, lost, lambda ranks: made(kind, wanted.name, wanted.text, ranks))
        entry: Entry = made(kind, wanted.name, wanted.text, 1)
        return with_extra(actor.sheet, self.ledger.career(actor).phase_left, entry, EXTRAS)

    def _cannot_agree(self, state: State, prompt: Prompt, option: str) -> Refusal | None:
        wanted = prompt.read(ExtraToAgree)
        actor = state.get(CAST).get(wanted.buyer)
        if option == "no" or actor is None:
            return None
        if wanted.instead_of:
            return self._cannot_take(state, actor, wanted.instead_of)
        if self.ledger.career(actor).unspent <= 0:
            return Refusal("no-rank", f"{actor.name} has no rank to spend any more.")
        return self.ledger.cannot_change(state, actor)

    def _agreed(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        wanted = prompt.read(ExtraToAgree)
        if answer.option == "yes":
            actor = decision.state.get(CAST)[wanted.buyer]
            sheet = self._changed(actor, self._kind(decision, wanted.kind), wanted)
            self.ledger.write(decision, actor, sheet, "an extra gained")

    # -- instead of what is lost (F2-ADV-12) ---------------------------------------------------------------------

    def _cannot_take(self, state: State, actor: Actor, where: str) -> Refusal | None:
        lost = extra_at(self.ledger.dials, actor.sheet, where)
        if lost is None or not is_released(lost):
            return Refusal("not-lost", "Only ranks of an extra that stayed lost go into another.", "lost-extra")
        return self.ledger.cannot_change(state, actor)

    def _take(self, decision: Decision, command: TakeInstead) -> None:
        actor = self.ledger.own(decision, command.actor)
        decision.require_allowed(self._cannot_take(decision.state, actor, command.extra))
        kind = self._kind(decision, command.kind)
        name, text = phrase(decision, command.name), phrase(decision, command.text)
        self._settle(decision, actor, kind, ExtraToAgree(actor.id, kind.id, name, text, command.extra))

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in players_characters(state):
            if self._cannot_buy(state, seat, actor) is None:
                yield from self._offers_to_buy(actor)
            for lost in extras_of(self.ledger.dials, actor.sheet) if controls(seat, actor) else ():
                if self._cannot_take(state, actor, lost.where) is None:
                    yield from self._offers_instead(actor, lost)

    def _offers_to_buy(self, actor: Actor) -> Iterator[Offer]:
        for extra in extras_of(self.ledger.dials, actor.sheet):
            kind = kind_of_extra(self.ledger.tables, extra)
            if kind is not None and kind.price != "nothing" and not extra.is_lost:
                holes = () if kind.price == "ranks" else (_text(actor, kind),)
                again = BuyExtra(actor=actor.id, kind=kind.id, name=extra.name)
                more = ExtraToAgree(actor.id, kind.id, extra.name, extra.text or extra.name)
                if self.ledger.allows(actor, self._changed(actor, kind, more)):
                    yield self._offer(again, "put a rank into …", extra.name, holes, kind)
        for kind in self._kinds(actor):
            command = BuyExtra(actor=actor.id, kind=kind.id)
            yield self._offer(command, "buy an extra: …", kind.name, (_name(actor, kind), _text(actor, kind)), kind)

    def _offers_instead(self, actor: Actor, lost: Extra) -> Iterator[Offer]:
        for kind in self._kinds(actor):
            command = TakeInstead(actor=actor.id, extra=lost.where, kind=kind.id, name="", text="")
            holes = (_name(actor, kind), _text(actor, kind))
            yield self._offer(command, f"take instead of {lost.name}: …", kind.name, holes, kind)

    def _kinds(self, actor: Actor) -> Iterator[ExtraKind]:
        """What ranks buy; some need something else on the sheet."""
        aspects = _aspects(actor)
        for kind in self.ledger.tables.extras:
            if kind.price != "nothing" and (kind.id not in OF_AN_ASPECT or aspects):
                word = aspects[0].value if kind.id in OF_AN_ASPECT else "so"
                if self.ledger.allows(actor, self._changed(actor, kind, ExtraToAgree(actor.id, kind.id, word, word))):
                    yield kind

    def _offer(
        self, command: BuyExtra | TakeInstead, family: str, member: str, holes: tuple[Hole, ...], kind: ExtraKind
    ) -> Offer:
        return Offer(
            command=command,
            **one_of_a_family(family, member),
            actor=command.actor,
            verb="grow",
            holes=holes,
            cites=(*self.cites("buy-extra"), *kind.cites),
            group="sheet",
        )


def _name(actor: Actor, kind: ExtraKind) -> Hole:
    if kind.id == LIMITED:
        return ChoiceHole("name", "name", _aspects(actor))
    return TextHole("name", "name", limit=PHRASE_LIMIT)


def _text(actor: Actor, kind: ExtraKind) -> Hole:
    label = kind.asks.lower() or "aspect"
    if kind.id == MINIONS:
        return ChoiceHole("text", label, _aspects(actor))
    return TextHole("text", label, limit=PHRASE_LIMIT)


def _aspects(actor: Actor) -> tuple[Choice, ...]:
    return tuple(Choice(actor.sheet.aspects[slot]) for slot in own_slots(actor.sheet))
