"""Bringing characters to the table: players' own, and what the game master sets against them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM, Audience, Command, Event, SeatId
from fatetable.engine.offers import Choice, ChoiceHole, FlagHole, FormHole, Offer
from fatetable.engine.prompts import Answer, Option, Prompt, ask, withdraw
from fatetable.engine.seats import SEATS, Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.aspects import ASPECT_EVOLVES, ASPECTS, CHARACTER, new_card, place, reveal
from fatetable.mechanics.cast import (
    CAST,
    CAST_EVOLVES,
    Actor,
    ActorId,
    ActorJoined,
    actor_of,
    pc_of,
)
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.harm import ConditionSet, HarmRules
from fatetable.mechanics.scenes import CALENDAR
from fatetable.mechanics.sheets import Problem, Sheet


class BringCharacter(Command, frozen=True, tag="bring-character"):
    """`seat` is the player it belongs to; a player brings their own, the game master anybody's."""

    sheet: Sheet
    seat: SeatId


class AddOpponent(Command, frozen=True, tag="add-opponent"):
    """Someone the game master runs; hidden until revealed, its aspects unknown unless laid open."""

    sheet: Sheet
    is_hidden: bool = False
    open_aspects: bool = False


class RevealActor(Command, frozen=True, tag="reveal-actor"):
    actor: ActorId


class CharacterProposed(Event, frozen=True, tag="character-proposed/1"):
    """A player's character waits for the game master's consent."""

    seat: SeatId
    sheet: Sheet


class ProposalSettled(Event, frozen=True, tag="proposal-settled/1"):
    seat: SeatId


Proposals: TypeAlias = Mapping[SeatId, Sheet]
PROPOSALS: Key[Proposals] = Key("proposals", dict[SeatId, Sheet], {})


def _proposed(proposals: Proposals, event: CharacterProposed) -> Proposals:
    return {**proposals, event.seat: event.sheet}


def _settled(proposals: Proposals, event: ProposalSettled) -> Proposals:
    return {seat: sheet for seat, sheet in proposals.items() if seat != event.seat}


class Casting(Struct, frozen=True, kw_only=True):
    """`problems` checks sheets; `hero_kinds` may be played; `top_up` gives a latecomer their points.

    `matters_of_consent` lists what is not against the rules but for the game master to agree to.
    """

    ruleset: str
    problems: Callable[[Sheet], tuple[Problem, ...]]
    matters_of_consent: Callable[[Sheet], tuple[str, ...]]
    hero_kinds: tuple[str, ...]
    kinds: tuple[str, ...]
    harm: Mapping[str, HarmRules]
    open_sheets: bool
    top_up: Callable[[Decision, Actor], None]
    ready_opponents: tuple[Offer, ...]
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="casting",
            decides={BringCharacter: self._bring, AddOpponent: self.add_opponent, RevealActor: self._reveal},
            evolves={
                **CAST_EVOLVES,
                **ASPECT_EVOLVES,
                **folds(PROPOSALS, {CharacterProposed: _proposed, ProposalSettled: _settled}),
            },
            answers={"character": self._ruled},
            offers=self._offers,
        )

    def _check(self, decision: Decision, sheet: Sheet, kinds: tuple[str, ...]) -> None:
        decision.require(sheet.ruleset == self.ruleset, "other-ruleset", f"{sheet.name!r} is a sheet of another game.")
        decision.require(sheet.kind in kinds, "wrong-kind", f"A {sheet.kind!r} cannot be brought like this.")
        errors = [problem for problem in self.problems(sheet) if problem.severity == "error"]
        if errors:
            more = f" ({len(errors)} problems in all)" if len(errors) > 1 else ""
            raise decision.violation("unfinished-sheet", f"{sheet.name or 'The sheet'}: {errors[0].message}{more}")

    def _bring(self, decision: Decision, command: BringCharacter) -> None:
        seat = decision.state.get(SEATS).get(command.seat)
        if seat is None or seat.role != "player":
            raise decision.violation("unknown-seat", f"{command.seat!r} is not a player's seat.")
        decision.require(decision.seat.is_gm or decision.seat.id == seat.id, "not-yours", "Bring your own character.")
        decision.require(
            pc_of(decision.state, seat.id) is None,
            "one-character-each",
            f"The seat {seat.id!r} has a character already.",
        )
        self._check(decision, command.sheet, self.hero_kinds)
        is_agreed = decision.seat.is_gm or decision.proxy is not None
        matters = () if is_agreed else self._to_agree_to(command.sheet)
        if matters:
            self._propose(decision, seat, command.sheet, matters)
        else:
            self._join(decision, seat.id, command.sheet)

    def _to_agree_to(self, sheet: Sheet) -> tuple[str, ...]:
        """What a ruleset leaves to the game master, and whatever a player's sheet says was waived."""
        waived = (problem.message for problem in self.problems(sheet) if problem.code in sheet.waived)
        return tuple(dict.fromkeys((*self.matters_of_consent(sheet), *waived)))

    def _propose(self, decision: Decision, seat: Seat, sheet: Sheet, matters: tuple[str, ...]) -> None:
        withdraw(decision, proposal=seat.id)
        decision.emit(CharacterProposed(seat.id, sheet), to=(seat.id, GM))
        ask(
            decision,
            "character",
            (GM,),
            f"{seat.name or seat.id} brings {sheet.name}. {' '.join(matters)} Do you agree?",
            (Option("yes", "Agreed"), Option("no", "Not like this")),
            about={"proposal": seat.id},
            cites=decision.cites("consent"),
            blocking=False,
        )

    def _ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        seat = SeatId(str(prompt.about["proposal"]))
        sheet = decision.state.get(PROPOSALS)[seat]
        if answer.option == "yes":
            self._join(decision, seat, sheet)
        else:
            decision.emit(ProposalSettled(seat), to=(seat, GM))

    def _join(self, decision: Decision, seat: SeatId, sheet: Sheet) -> None:
        if seat in decision.state.get(PROPOSALS):
            withdraw(decision, proposal=seat)
            decision.emit(ProposalSettled(seat), to=(seat, GM))
        known: Audience = None if self.open_sheets else (seat, GM)
        actor = Actor(id=self._new_id(decision, sheet), sheet=sheet, controller=seat)
        unread = msgspec.structs.replace(actor, sheet=msgspec.structs.replace(actor.sheet, aspects={}, texts={}))
        decision.emit(ActorJoined(actor), to=known, face=None if known is None else ActorJoined(unread))
        self._lay_out(decision, actor, known)
        if decision.state.get(CALENDAR).in_session:
            self.top_up(decision, actor)

    def add_opponent(self, decision: Decision, command: AddOpponent) -> None:
        decision.require_gm()
        self._check(decision, command.sheet, self.kinds)
        self.add(decision, command.sheet, is_hidden=command.is_hidden, open_aspects=command.open_aspects)

    def add(self, decision: Decision, sheet: Sheet, *, is_hidden: bool = False, open_aspects: bool = False) -> ActorId:
        """Someone the game master runs comes to the table."""
        # For someone hidden, an id made of the name would give the secret away.
        actor_id = ActorId(decision.new_id("x")) if is_hidden else self._new_id(decision, sheet)
        actor = Actor(id=actor_id, sheet=sheet, is_hidden=is_hidden)
        face = None if is_hidden else ActorJoined(outside(actor))
        decision.emit(ActorJoined(actor), to=(GM,), face=face)
        self._lay_out(decision, actor, None if open_aspects and not is_hidden else (GM,))
        return actor_id

    def _lay_out(self, decision: Decision, actor: Actor, known: Audience) -> None:
        to: Audience = (GM,) if actor.is_hidden else None
        decision.emit(ConditionSet(actor.id, self.harm[actor.kind].fresh(actor), "joined"), to=to)
        for slot, text in actor.sheet.aspects.items():
            if text.strip():
                place(decision, new_card(decision, text, CHARACTER, bearer=actor.id, slot=slot, known_to=known))

    def _new_id(self, decision: Decision, sheet: Sheet) -> ActorId:
        slug = re.sub(r"[^a-z0-9]+", "-", sheet.name.lower()).strip("-")[:40] or "actor"
        taken = decision.state.get(CAST)
        number = 1
        while (candidate := ActorId(slug if number == 1 else f"{slug}-{number}")) in taken:
            number += 1
        return candidate

    def _reveal(self, decision: Decision, command: RevealActor) -> None:
        decision.require_gm()
        actor = actor_of(decision, command.actor)
        decision.require(actor.is_hidden, "not-hidden", f"Everybody knows of {actor.name}.")
        shown = msgspec.structs.replace(actor, is_hidden=False)
        decision.emit(ActorJoined(shown), to=(GM,), face=ActorJoined(outside(shown)))
        decision.emit(ConditionSet(actor.id, self.harm[actor.kind].fresh(actor), "revealed"))
        for card in tuple(decision.state.get(ASPECTS).values()):
            # An aspect that says no more than the name is no secret once the name is told.
            if card.bearer == actor.id and card.known_to is not None and card.text in actor.name:
                reveal(decision, card)

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        blank = Sheet(ruleset=self.ruleset, name="")
        free = tuple(
            Choice(other.id, other.name or other.id)
            for other in state.get(SEATS).values()
            if other.role == "player" and pc_of(state, other.id) is None and (seat.is_gm or other.id == seat.id)
        )
        if free:
            yield Offer(
                command=BringCharacter(blank, SeatId("")),
                label="Bring a character",
                holes=(FormHole("sheet", "character", "hero"), ChoiceHole("seat", "for", free)),
                cites=self.cites("characters"),
                group="table",
            )
        if not seat.is_gm:
            return
        yield from self.ready_opponents
        for actor in state.get(CAST).values():
            if actor.is_hidden:
                yield Offer(command=RevealActor(actor.id), label=f"Reveal {actor.name}", group="gm")


def outside(actor: Actor) -> Actor:
    """What players see of someone the game master runs: a name and a description, not the figures."""
    sheet = actor.sheet
    seen = Sheet(ruleset=sheet.ruleset, name=sheet.name, kind=sheet.kind, description=sheet.description)
    return msgspec.structs.replace(actor, sheet=seen)


def opponent_offers(ruleset: str, sheets: tuple[Sheet, ...], cites: Cites) -> tuple[Offer, ...]:
    """The same in every state of every table, so they are made once."""
    flags = (FlagHole("is_hidden", "hidden"), FlagHole("open_aspects", "everybody may read its aspects"))
    ready = tuple(
        Offer(
            command=AddOpponent(sheet),
            label=f"Add an opponent: {sheet.name}",
            holes=flags,
            cites=cites("opposition-cast"),
            group="gm",
        )
        for sheet in sheets
    )
    own = Offer(
        command=AddOpponent(Sheet(ruleset=ruleset, name="")),
        label="Add an opponent of your own",
        holes=(FormHole("sheet", "opponent", "opponent"), *flags),
        cites=cites("opposition-cast"),
        group="gm",
    )
    return (*ready, own)
