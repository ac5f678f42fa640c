"""Bringing characters to the table: players' own, and those the game master runs."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import chain, count
from typing import Protocol, TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.folds import drop, put
from fatetable.engine.messages import GM, Audience, Command, Event, SeatId
from fatetable.engine.offers import Choice, ChoiceHole, FlagHole, FormHole, Offer, Target, one_of_a_family
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask, withdraw
from fatetable.engine.seats import SEATS, Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.aspects.cards import ASPECT_EVOLVES, ASPECTS, CHARACTER, new_card, place, reveal
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.book.pace import Pace
from fatetable.mechanics.characters.cast import (
    CAST,
    CAST_EVOLVES,
    NOBODY,
    Actor,
    ActorId,
    ActorJoined,
    SheetChanged,
    actor_of,
    pc_of,
)
from fatetable.mechanics.characters.sheet import Problem, Sheet, closed
from fatetable.mechanics.characters.sheet_errors import UnfinishedSheet
from fatetable.mechanics.characters.text_checks import NAME_LIMIT
from fatetable.mechanics.harm.state import ConditionSet, HarmRules
from fatetable.mechanics.moments import JoinsStory
from fatetable.mechanics.points.economy import Economy
from fatetable.mechanics.scenes.state import SCENE, PresenceChanged


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


Shows: TypeAlias = Mapping[str, Collection[str]]
"""By kind of actor the names of the numbers and lists of a sheet that everybody sees."""

Proposals: TypeAlias = Mapping[SeatId, Sheet]
PROPOSALS: Key[Proposals] = Key("proposals", dict[SeatId, Sheet], {})


class Unfit(Protocol):
    """What is wrong with a character for this player, at a table where this has happened."""

    def __call__(self, state: State, seat: SeatId, sheet: Sheet, /) -> tuple[Problem, ...]: ...


def fit_for_all(_state: State, _seat: SeatId, _sheet: Sheet) -> tuple[Problem, ...]:
    return ()


class ProposedCharacter(PromptContext, frozen=True, tag="character"):
    """`proposal` is the seat that brings the character."""

    proposal: SeatId


class Joining(Struct, frozen=True, kw_only=True):
    """`problems` checks sheets; `hero_kinds` may be played.

    `matters_of_consent` lists what is not against the rules but for the game master to agree to.
    `shows` says by kind which numbers and lists of somebody of the game master's everybody sees.
    """

    ruleset: str
    problems: Callable[[Sheet], tuple[Problem, ...]]
    matters_of_consent: Callable[[Sheet], tuple[str, ...]]
    hero_kinds: tuple[str, ...]
    kinds: tuple[str, ...]
    harm: Mapping[str, HarmRules]
    open_sheets: bool
    ready_opponents: tuple[Offer, ...]
    cites: Cites
    pace: Pace
    shows: Shows = {}
    unfit: Unfit = fit_for_all

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="joining",
            decides={BringCharacter: self._bring, AddOpponent: self.add_opponent, RevealActor: self._reveal},
            evolves={
                **CAST_EVOLVES,
                **ASPECT_EVOLVES,
                **folds(PROPOSALS, {CharacterProposed: put("seat", "sheet"), ProposalSettled: drop("seat")}),
            },
            answers={ProposedCharacter: self._ruled},
            offers=self._offers,
        )

    def check(self, decision: Decision, sheet: Sheet, kinds: tuple[str, ...]) -> None:
        """Refuse a sheet that is of another game, of another kind, or not finished."""
        decision.require(sheet.ruleset == self.ruleset, "other-ruleset", f"{sheet.name!r} is a sheet of another game.")
        decision.require(
            sheet.kind in kinds,
            "wrong-kind",
            f"A {sheet.kind!r} cannot be brought like this; it takes one of: {', '.join(kinds)}.",
        )
        if errors := tuple(problem for problem in self.problems(sheet) if problem.severity == "error"):
            raise UnfinishedSheet(errors, sheet.name or "The sheet")

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
        self.check(decision, command.sheet, self.hero_kinds)
        if unfit := self.unfit(decision.state, seat.id, command.sheet):
            raise UnfinishedSheet(unfit, command.sheet.name)
        is_agreed = decision.seat.is_gm or decision.proxy is not None
        matters = () if is_agreed else self._to_agree_to(command.sheet)
        if matters:
            self._propose(decision, seat, command.sheet, matters)
        else:
            self._join(decision, seat.id, command.sheet)

    def _to_agree_to(self, sheet: Sheet) -> tuple[str, ...]:
        """What the ruleset leaves to the game master, and the problems that the sheet says were waived."""
        waived = (problem.message for problem in self.problems(sheet) if problem.code in sheet.waived)
        return tuple(dict.fromkeys((*self.matters_of_consent(sheet), *waived)))

    def _propose(self, decision: Decision, seat: Seat, sheet: Sheet, matters: tuple[str, ...]) -> None:
        withdraw(decision, proposal=seat.id)
        decision.emit(CharacterProposed(seat.id, sheet), to=(seat.id, GM))
        ask(
            decision,
            ProposedCharacter(seat.id),
            (GM,),
            f"{seat.name or seat.id} brings {sheet.name}. Agree?",
            (Option("yes", "Agree"), Option("no", "Refuse")),
            detail=" ".join(matters),
            cites=decision.cites("consent"),
            blocking=False,
        )

    def _ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        seat = prompt.read(ProposedCharacter).proposal
        sheet = decision.state.get(PROPOSALS)[seat]
        if answer.option == "yes":
            self._join(decision, seat, sheet)
        else:
            decision.emit(ProposalSettled(seat), to=(seat, GM))

    def _join(self, decision: Decision, seat: SeatId, sheet: Sheet) -> None:
        if seat in decision.state.get(PROPOSALS):
            withdraw(decision, proposal=seat)
            decision.emit(ProposalSettled(seat), to=(seat, GM))
        joined = self.hand_over(decision, sheet, seat)
        decision.service(Economy).arrive(decision, decision.state.get(CAST)[joined])
        if self.pace.heroes_enter:
            enter(decision, joined)

    def hand_over(self, decision: Decision, sheet: Sheet, seat: SeatId, patron: ActorId = NOBODY) -> ActorId:
        """Somebody whom a player decides for comes to the table."""
        known: Audience = None if self.open_sheets else (seat, GM)
        is_closed = not self.open_sheets
        actor = Actor(id=self.new_id(decision, sheet), sheet=sheet, controller=seat, patron=patron, is_closed=is_closed)
        unread = msgspec.structs.replace(actor, sheet=closed(actor.sheet))
        decision.emit(ActorJoined(actor), to=known, face=None if known is None else ActorJoined(unread))
        self._lay_out(decision, actor, known)
        decision.moment(JoinsStory(actor.id))
        return actor.id

    def add_opponent(self, decision: Decision, command: AddOpponent) -> None:
        decision.require_gm()
        self.check(decision, command.sheet, self.kinds)
        sheet = _told_apart(decision.state, command.sheet)
        added = self.add(decision, sheet, is_hidden=command.is_hidden, open_aspects=command.open_aspects)
        if self.pace.opponents_enter and not command.is_hidden:
            enter(decision, added)

    def add(
        self,
        decision: Decision,
        sheet: Sheet,
        *,
        is_hidden: bool = False,
        open_aspects: bool = False,
        patron: ActorId = NOBODY,
    ) -> ActorId:
        """Someone the game master runs comes to the table."""
        # For someone hidden, an id made of the name would give the secret away.
        actor_id = ActorId(decision.new_id("x", (GM,))) if is_hidden else self.new_id(decision, sheet)
        actor = Actor(id=actor_id, sheet=sheet, is_hidden=is_hidden, patron=patron)
        face = None if is_hidden else ActorJoined(outside(actor, self.shows))
        decision.emit(ActorJoined(actor), to=(GM,), face=face)
        self._lay_out(decision, actor, None if open_aspects and not is_hidden else (GM,))
        decision.moment(JoinsStory(actor_id))
        return actor_id

    def rewrite(self, decision: Decision, actor: Actor, sheet: Sheet, reason: str) -> None:
        """Change the sheet of someone the game master runs, and tell everybody what shows of it."""
        face = SheetChanged(actor.id, _from_outside(sheet, self.shows.get(actor.kind, ())), reason)
        decision.emit(SheetChanged(actor.id, sheet, reason), to=(GM,), face=None if actor.is_hidden else face)

    def _lay_out(self, decision: Decision, actor: Actor, known: Audience) -> None:
        to: Audience = (GM,) if actor.is_hidden else None
        decision.emit(ConditionSet(actor.id, self.harm[actor.kind].fresh(actor), "joined"), to=to)
        for slot, text in actor.sheet.aspects.items():
            if text.strip():
                level = actor.sheet.levels.get(slot, 0)
                more = {"bearer": actor.id, "slot": slot, "level": level}
                place(decision, new_card(decision, text, CHARACTER, known, **more))

    def new_id(self, decision: Decision, sheet: Sheet) -> ActorId:
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
        decision.require_allowed(_cannot_reveal(decision.state, actor))
        shown = msgspec.structs.replace(actor, is_hidden=False)
        decision.emit(ActorJoined(shown), to=(GM,), face=ActorJoined(outside(shown, self.shows)))
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
                verb="join",
                target=Target("seat"),
                holes=(FormHole("sheet", "character", "hero"), ChoiceHole("seat", "for", free)),
                cites=self.cites("characters"),
                group="table",
            )
        if not seat.is_gm:
            return
        yield from self.ready_opponents
        for actor in state.get(CAST).values():
            if actor.is_hidden and _cannot_reveal(state, actor) is None:
                yield Offer(
                    command=RevealActor(actor.id),
                    **one_of_a_family("Reveal …", actor.name),
                    verb="reveal",
                    target=Target("actor", actor.id),
                    group="gm",
                )


def _told_apart(state: State, sheet: Sheet) -> Sheet:
    """Of several with one name, such as guards, all but the first have a number.

    Hidden ones are not counted, or a number would tell of them, at the latest when its owner shows up.
    """
    names = {actor.name for actor in state.get(CAST).values() if not actor.is_hidden}
    numbered = (f"{sheet.name} {number}" for number in count(2))
    name = next(each for each in chain((sheet.name,), numbered) if each not in names)
    return sheet if len(name) > NAME_LIMIT else msgspec.structs.replace(sheet, name=name)


def _cannot_reveal(state: State, actor: Actor) -> Refusal | None:
    """Everybody can see whose somebody is, and would learn of a patron who is still hidden."""
    patron = state.get(CAST).get(actor.patron)
    if patron is not None and patron.id != actor.id and patron.is_hidden:
        return Refusal("still-hidden", f"{actor.name} belongs to {patron.name}, who is hidden; reveal them first.")
    return None


def enter(decision: Decision, actor: ActorId) -> None:
    """Who comes to the table comes into the scene that is being played."""
    scene = decision.state.get(SCENE)
    if scene.is_open:
        decision.emit(PresenceChanged((*scene.present, actor)))


def outside(actor: Actor, shows: Shows) -> Actor:
    """What players see of someone the game master runs: a name, a description, and what else shows of their kind."""
    return msgspec.structs.replace(actor, sheet=_from_outside(actor.sheet, shows.get(actor.kind, ())), switches={})


def _from_outside(sheet: Sheet, names: Collection[str]) -> Sheet:
    return Sheet(
        ruleset=sheet.ruleset,
        name=sheet.name,
        kind=sheet.kind,
        description=sheet.description,
        numbers={name: value for name, value in sheet.numbers.items() if name in names},
        lists={name: words for name, words in sheet.lists.items() if name in names},
    )


def opponent_offers(ruleset: str, sheets: tuple[Sheet, ...], cites: Cites) -> tuple[Offer, ...]:
    """The same in every state of every table, so they are made once."""
    flags = (FlagHole("is_hidden", "hidden"), FlagHole("open_aspects", "aspects known to all"))
    ready = tuple(
        Offer(
            command=AddOpponent(sheet),
            **one_of_a_family("Add …", sheet.name),
            verb="place",
            holes=flags,
            cites=cites("opposition-cast"),
            group="gm",
        )
        for sheet in sheets
    )
    own = Offer(
        command=AddOpponent(Sheet(ruleset=ruleset, name="")),
        label="Add a new opponent",
        verb="place",
        holes=(FormHole("sheet", "opponent", "opponent"), *flags),
        cites=cites("opposition-cast"),
        group="gm",
    )
    return (*ready, own)
