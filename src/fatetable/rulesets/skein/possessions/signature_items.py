"""Signature items: items that an Aspect of their owner stands for, never lost for good and a source of obligations.

The story also takes items away here.  Selling and buying is in `possessions/trading.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol, TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.folds import set_to
from fatetable.engine.messages import GM, Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, FlagHole, Offer, Target, TextHole, one_of_a_family
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask, is_asked
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.aspects.cards import ASPECTS, CHARACTER, AspectCard, AspectId, borne_by, card_of, in_play
from fatetable.mechanics.aspects.compels import OfferCompel
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import (
    CAST,
    Actor,
    ActorId,
    actor_of,
    controlled,
    require_control,
)
from fatetable.mechanics.moments import SessionEnds
from fatetable.mechanics.rolls.state import a_roll_is_open
from fatetable.rulesets.skein.book import Tables
from fatetable.rulesets.skein.possessions.in_play import add_item, drop_item
from fatetable.rulesets.skein.sheet import listed

OBLIGATION = "To keep and use it well"


class TieAspect(Command, frozen=True, kw_only=True, tag="tie-aspect"):
    """An Aspect of a character stands for an item they own; `obligation` is what it obliges them to."""

    actor: ActorId
    aspect: AspectId
    item: str
    obligation: str


class TakeAway(Command, frozen=True, kw_only=True, tag="take-away"):
    """The story takes an item from somebody, for good or until they get it back."""

    actor: ActorId
    item: str
    reason: str
    is_for_good: bool = False


class GiveBack(Command, frozen=True, tag="give-back"):
    actor: ActorId
    item: str


class SignatureItem(Struct, frozen=True, kw_only=True):
    """`slot` is the place of its Aspect on the sheet."""

    actor: ActorId
    slot: str
    item: str
    obligation: str


class Missing(Struct, frozen=True):
    """An item its owner is to get back."""

    actor: ActorId
    item: str


ByOwnerAndSlot: TypeAlias = Mapping[str, SignatureItem]
SIGNATURE_ITEMS: Key[ByOwnerAndSlot] = Key("keepsakes", dict[str, SignatureItem], {})
MISSING: Key[tuple[Missing, ...]] = Key("missing", tuple[Missing, ...], ())


class SignatureItemSet(Event, frozen=True, tag="keepsake-set/1"):
    keepsake: SignatureItem


class MissingSet(Event, frozen=True, tag="missing-set/1"):
    missing: tuple[Missing, ...]


class ItemToTie(PromptContext, frozen=True, tag="keepsake"):
    """Asks whether an Aspect may stand for an item with this obligation."""

    keeper: ActorId
    slot: str
    item: str
    obligation: str


def _item_set(items: ByOwnerAndSlot, event: SignatureItemSet) -> ByOwnerAndSlot:
    return {**items, f"{event.keepsake.actor} {event.keepsake.slot}": event.keepsake}


def is_part_of(state: State, actor: Actor, entry: str) -> bool:
    """Is this the last such item they have, and does an Aspect of theirs stand for it?  (SK-CHAR-14)"""
    is_last = listed(actor.sheet).count(entry) == 1
    return is_last and any(
        item.actor == actor.id and _is(entry, item.item) for item in state.get(SIGNATURE_ITEMS).values()
    )


def _is(entry: str, item: str) -> bool:
    """An item is still the same when it has gained an Aspect of its own."""
    return entry == item or entry.startswith(f"{item}: ")


class MayCompel(Protocol):
    """Whether a seat may offer a character a compel now."""

    def __call__(self, state: State, seat: Seat, target: Actor, /) -> bool: ...


class SignatureItems(Struct, frozen=True):
    tables: Tables
    may_compel: MayCompel
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="keepsakes",
            decides={TieAspect: self._tie, TakeAway: self._take, GiveBack: self._give_back},
            evolves={
                **folds(SIGNATURE_ITEMS, {SignatureItemSet: _item_set}),
                **folds(MISSING, {MissingSet: set_to("missing")}),
            },
            answers={ItemToTie: self._ruled},
            offers=(self._ties, self._losses, self._compels),
            on_moment=self._on_moment,
            moments=(SessionEnds,),
        )

    # -- what an Aspect stands for -------------------------------------------------------------------------------

    def _aspects(self, state: State, actor: Actor) -> tuple[AspectCard, ...]:
        """Their own Aspects that everybody knows."""
        if is_asked(state, "keeper", actor.id):
            return ()
        own = borne_by(state, actor.id)
        return tuple(card for card in own if card.kind == CHARACTER and card.slot and card.known_to is None)

    def _tie(self, decision: Decision, command: TieAspect) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        card = card_of(decision, command.aspect)
        decision.require(
            actor.is_pc and card in self._aspects(decision.state, actor),
            "not-their-aspect",
            "Only an Aspect of a player's character that everybody knows can stand for a thing.",
            "keepsake",
        )
        decision.require(command.item in listed(actor.sheet), "not-owned", f"{actor.name} has no {command.item!r}.")
        wanted = "Say what it obliges them to, so that it can be compelled."
        obligation = decision.described(command.obligation, OBLIGATION, "no-obligation", wanted, "keepsake")
        ask(
            decision,
            ItemToTie(keeper=actor.id, slot=card.slot, item=command.item, obligation=obligation),
            (GM,),
            f"Does the item of {actor.name} oblige enough?",
            (
                Option("yes", "Accept"),
                Option("change", "Change it", (TextHole("fill", "obligation", key="obligation", is_description=True),)),
                Option("no", "Refuse"),
            ),
            detail=f"{card.text}, {command.item}: {obligation}",
            cites=decision.cites("keepsake"),
            blocking=False,
        )

    def _ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        wanted = prompt.read(ItemToTie)
        actor = decision.state.get(CAST)[wanted.keeper]
        if answer.option == "no" or wanted.item not in listed(actor.sheet):
            return
        obligation = answer.text("obligation") or wanted.obligation
        item = SignatureItem(actor=actor.id, slot=wanted.slot, item=wanted.item, obligation=obligation)
        decision.emit(SignatureItemSet(item))

    # -- gone, and back again ------------------------------------------------------------------------------------

    def _losable(self, actor: Actor) -> tuple[str, ...]:
        return () if actor.is_hidden else tuple(dict.fromkeys(listed(actor.sheet)))

    def _take(self, decision: Decision, command: TakeAway) -> None:
        decision.require_gm()
        actor = actor_of(decision, command.actor)
        decision.require(not actor.is_hidden, "not-owned", f"Nobody knows of {actor.name} yet: reveal them first.")
        has_it = command.item in self._losable(actor)
        decision.require(has_it, "not-owned", f"{actor.name} has no {command.item!r} to lose.")
        is_free = not a_roll_is_open(decision.state)
        decision.require(is_free, "not-owned", "Finish the open roll first.")
        decision.require_described(command.reason, "no-reason", "Say how they lose it.")
        decision.require(
            not command.is_for_good or not is_part_of(decision.state, actor, command.item),
            "part-of-the-character",
            f"{command.item} is an Aspect of {actor.name} and cannot be lost for good.",
        )
        drop_item(self.tables, decision, actor.id, command.item, command.reason.strip())
        if not command.is_for_good:
            gone = Missing(actor.id, command.item)
            decision.emit(MissingSet((*decision.state.get(MISSING), gone)))

    def _give_back(self, decision: Decision, command: GiveBack) -> None:
        decision.require_gm()
        gone = Missing(command.actor, command.item)
        decision.require(gone in decision.state.get(MISSING), "not-missing", "Nobody misses that.")
        decision.require(not a_roll_is_open(decision.state), "not-finished", "A roll is still open; settle it first.")
        self._return(decision, gone)

    def _return(self, decision: Decision, gone: Missing) -> None:
        missing = decision.state.get(MISSING)
        first = missing.index(gone)
        decision.emit(MissingSet(missing[:first] + missing[first + 1 :]))
        add_item(self.tables, decision, gone.actor, gone.item, "has it back")

    def _on_moment(self, decision: Decision, moment: object) -> None:
        """Signature items come back at the end of a session."""
        if isinstance(moment, SessionEnds):
            kept = {(item.actor, item.item) for item in decision.state.get(SIGNATURE_ITEMS).values()}
            for gone in decision.state.get(MISSING):
                if any(gone.actor == actor and _is(gone.item, item) for actor, item in kept):
                    self._return(decision, gone)

    # -- offers --------------------------------------------------------------------------------------------------

    def _ties(self, state: State, seat: Seat) -> Iterator[Offer]:
        cites = self.cites("keepsake")
        for actor in controlled(state, seat):
            things = tuple(Choice(item) for item in dict.fromkeys(listed(actor.sheet))) if actor.is_pc else ()
            aspects = tuple(Choice(card.id, card.text) for card in self._aspects(state, actor)) if things else ()
            if aspects:
                yield Offer(
                    command=TieAspect(actor=actor.id, aspect=AspectId(""), item="", obligation=""),
                    label="turn an Aspect into an item",
                    actor=actor.id,
                    verb="note",
                    holes=(
                        ChoiceHole("aspect", "Aspect", aspects),
                        ChoiceHole("item", "item", things),
                        TextHole("obligation", "obligation", is_description=True),
                    ),
                    cites=cites,
                    group="belongings",
                )

    def _losses(self, state: State, seat: Seat) -> Iterator[Offer]:
        if seat.is_gm and not a_roll_is_open(state):
            yield from state.part("losses", self._losses_now)

    def _losses_now(self, state: State) -> Iterator[Offer]:
        cites = self.cites("keepsake")
        for actor in state.get(CAST).values():
            things = self._losable(actor)
            kept = {item for item in things if is_part_of(state, actor, item)}
            for family, found, may_be_for_good in (
                ("Take an item from …", [item for item in things if item not in kept], True),
                ("Part … from an item for now", [item for item in things if item in kept], False),
            ):
                if not found:
                    continue
                flag = (FlagHole("is_for_good", "for good"),) if may_be_for_good else ()
                yield Offer(
                    command=TakeAway(actor=actor.id, item="", reason=""),
                    **one_of_a_family(family, actor.name),
                    verb="remove",
                    target=Target("actor", actor.id),
                    holes=(
                        ChoiceHole("item", "what", tuple(Choice(item) for item in found)),
                        TextHole("reason", "how?", is_description=True),
                        *flag,
                    ),
                    cites=cites,
                    group="gm",
                )
        missing = state.get(MISSING)
        for gone in dict.fromkeys(missing):
            name = state.get(CAST)[gone.actor].name
            yield Offer(
                command=GiveBack(gone.actor, gone.item),
                label=f"Give {name} the {gone.item} back",
                family="Give … back",
                member=f"{name}: {gone.item}",
                verb="change",
                target=Target("actor", gone.actor),
                cites=cites,
                group="gm",
            )

    def _compels(self, state: State, seat: Seat) -> Iterator[Offer]:
        """Offers the obligation of an item whenever its Aspect can be compelled."""
        for item in state.get(SIGNATURE_ITEMS).values() if seat.is_gm else ():
            actor = state.get(CAST)[item.actor]
            for card in state.get(ASPECTS).values():
                is_theirs = card.bearer == actor.id and card.slot == item.slot and card.kind == CHARACTER
                if is_theirs and in_play(state, card) and self.may_compel(state, seat, actor):
                    yield Offer(
                        command=OfferCompel(target=actor.id, aspect=card.id, kind="decision", text=item.obligation),
                        label=f"Compel {actor.name} by what the {item.item} asks: {item.obligation}",
                        verb="compel",
                        target=Target("actor", actor.id),
                        cites=self.cites("keepsake"),
                        group="compel",
                    )
