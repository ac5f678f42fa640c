"""Advances: what a milestone lets a character change, and blank aspects that may be filled at any time."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM, Command
from fatetable.engine.offers import Choice, ChoiceHole, Offer, TextHole, one_of_a_family
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import CHARACTER, AspectReworded, audience_of, new_card, place, sheet_card
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import Actor, ActorId, controls, players_characters
from fatetable.mechanics.characters.text_checks import PHRASE_LIMIT
from fatetable.mechanics.encounters.state import conflict_of
from fatetable.mechanics.rolls.state import a_roll_is_open
from fatetable.rulesets.fae.book import Tables
from fatetable.rulesets.fae.creation import ASPECT_SLOTS
from fatetable.rulesets.fae.growth.ledger import NOTHING, Ledger, left_of
from fatetable.rulesets.fae.growth.stunts import Stunts

HIGH_CONCEPT = "high-concept"
OPTIONAL_SLOTS = ASPECT_SLOTS[3:]


class SwapApproaches(Command, frozen=True, tag="swap-approaches"):
    actor: ActorId
    one: str
    other: str


class RenameAspect(Command, frozen=True, tag="rename-aspect"):
    actor: ActorId
    slot: str
    words: str


class RaiseApproach(Command, frozen=True, tag="raise-approach"):
    actor: ActorId
    approach: str


class FillAspect(Command, frozen=True, tag="fill-aspect"):
    """Write down in play an optional aspect that was left blank at creation."""

    actor: ActorId
    slot: str
    words: str


class Advances(Struct, frozen=True, kw_only=True):
    tables: Tables
    ledger: Ledger
    stunts: Stunts
    open_sheets: bool
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="advances",
            decides={
                SwapApproaches: self._swap,
                RenameAspect: self._rename,
                RaiseApproach: self._raise,
                FillAspect: self._fill_aspect,
            },
            offers=self._offers,
        )

    def _swap(self, decision: Decision, command: SwapApproaches) -> None:
        actor = self.ledger.actor(decision, command.actor)
        traits = dict(actor.sheet.traits)
        decision.require(
            {command.one, command.other} <= set(traits) and command.one != command.other,
            "unknown-trait",
            "Name two different approaches.",
        )
        decision.require_allowed(self.ledger.cannot_change_now(decision.state))
        self.ledger.spend(decision, actor, "minor")
        traits[command.one], traits[command.other] = traits[command.other], traits[command.one]
        self.ledger.write(decision, actor, "approaches switched", traits=traits)

    def _rename(self, decision: Decision, command: RenameAspect) -> None:
        actor = self.ledger.actor(decision, command.actor)
        card = sheet_card(decision.state, actor.id, command.slot)
        if card is None:
            raise decision.violation("unknown-aspect", f"{actor.name} has no aspect {command.slot!r}.")
        words = _words(decision, command.words)
        if command.slot == HIGH_CONCEPT:
            has_concept = left_of(decision.state, actor).concepts > 0
            decision.require(has_concept, "high-concept-stays", "Only a major milestone changes a high concept.")
        self.ledger.spend(decision, actor, "concepts" if command.slot == HIGH_CONCEPT else "minor")
        decision.emit(AspectReworded(card.id, words), to=audience_of(card))
        self.ledger.write(decision, actor, "aspect renamed", aspects={**actor.sheet.aspects, command.slot: words})

    def _raise(self, decision: Decision, command: RaiseApproach) -> None:
        actor = self.ledger.actor(decision, command.actor)
        rating = actor.sheet.traits.get(command.approach)
        if rating is None:
            raise decision.violation("unknown-trait", f"There is no approach {command.approach!r}.")
        highest = self.tables.figures.approaches.highest
        too_high = f"No approach is raised above {self.tables.ladder.label(highest)}."
        decision.require(rating < highest, "too-high", too_high)
        decision.require_allowed(self.ledger.cannot_change_now(decision.state))
        self.ledger.spend(decision, actor, "raises")
        numbers = {**actor.sheet.numbers, "raises": actor.sheet.numbers.get("raises", 0) + 1}
        traits = {**actor.sheet.traits, command.approach: rating + 1}
        self.ledger.write(decision, actor, "approach raised", traits=traits, numbers=numbers)

    def _fill_aspect(self, decision: Decision, command: FillAspect) -> None:
        actor = self.ledger.actor(decision, command.actor)
        decision.require(command.slot in _blank_slots(actor), "not-blank", f"{command.slot!r} is no blank aspect.")
        words = _words(decision, command.words)
        known = None if self.open_sheets else (decision.seat.id, GM)
        # The card comes first: a viewer who may not read it is shown the sheet without it.
        place(decision, new_card(decision, words, CHARACTER, bearer=actor.id, slot=command.slot, known_to=known))
        self.ledger.write(decision, actor, "blank filled", aspects={**actor.sheet.aspects, command.slot: words})

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in players_characters(state):
            if controls(seat, actor):
                # What matters most comes first.
                if left_of(state, actor) != NOTHING and conflict_of(state) is None:
                    yield from self._raise_offers(state, actor)
                    yield from self.stunts.offers_to_add(state, actor)
                    yield from self._swap_offers(state, actor)
                    yield from self._rename_offers(state, actor)
                    yield from self.stunts.offers_to_exchange(state, actor)
                yield from self._blank_offers(actor)
                yield from self.stunts.offers_to_fill(state, actor)

    def _blank_offers(self, actor: Actor) -> Iterator[Offer]:
        blanks = tuple(Choice(slot) for slot in _blank_slots(actor))
        if blanks:
            yield Offer(
                command=FillAspect(actor.id, "", ""),
                label="add an aspect",
                actor=actor.id,
                verb="grow",
                holes=(ChoiceHole("slot", "where", blanks), TextHole("words", "aspect", limit=PHRASE_LIMIT)),
                cites=self.cites("fill-blank"),
                group="sheet",
            )

    def _swap_offers(self, state: State, actor: Actor) -> Iterator[Offer]:
        if not left_of(state, actor).minor or a_roll_is_open(state):
            return
        choices = [Choice(approach.id, approach.name) for approach in self.tables.approaches]
        for one in choices:
            yield Offer(
                command=SwapApproaches(actor.id, one.value, ""),
                **one_of_a_family("swap … with another approach", one.label),
                actor=actor.id,
                verb="grow",
                holes=(ChoiceHole("other", "with", tuple(choice for choice in choices if choice is not one)),),
                cites=self.cites("milestone-minor"),
                group="sheet",
            )

    def _rename_offers(self, state: State, actor: Actor) -> Iterator[Offer]:
        left = left_of(state, actor)
        slots = tuple(
            Choice(slot, text)
            for slot, text in actor.sheet.aspects.items()
            if (left.concepts if slot == HIGH_CONCEPT else left.minor) and sheet_card(state, actor.id, slot)
        )
        if slots:
            yield Offer(
                command=RenameAspect(actor.id, "", ""),
                label="rename an aspect",
                actor=actor.id,
                verb="grow",
                holes=(ChoiceHole("slot", "which", slots), TextHole("words", "new wording", limit=PHRASE_LIMIT)),
                cites=self.cites("milestone-minor"),
                group="sheet",
            )

    def _raise_offers(self, state: State, actor: Actor) -> Iterator[Offer]:
        raisable = tuple(
            Choice(approach.id, approach.name)
            for approach in self.tables.approaches
            if actor.sheet.traits.get(approach.id, 0) < self.tables.figures.approaches.highest
        )
        if left_of(state, actor).raises and raisable and not a_roll_is_open(state):
            yield Offer(
                command=RaiseApproach(actor.id, ""),
                label="raise an approach",
                actor=actor.id,
                verb="grow",
                holes=(ChoiceHole("approach", "which", raisable),),
                cites=self.cites("milestone-raise"),
                group="sheet",
            )


def _words(decision: Decision, words: str) -> str:
    decision.require(bool(words.strip()), "no-words", "An aspect needs words.")
    return words.strip()


def _blank_slots(actor: Actor) -> tuple[str, ...]:
    if not actor.is_pc:
        return ()
    return tuple(slot for slot in OPTIONAL_SLOTS if not actor.sheet.aspects.get(slot, "").strip())
