"""Things that are an Aspect of somebody: never lost for good, and a source of obligations.

What the story takes away is taken here as well; what is sold, bought or thrown is not known here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM, Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, FlagHole, Offer, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, ask, is_asked
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.aspects import ASPECTS, CHARACTER, AspectCard, AspectId, borne_by, card_of, in_play
from fatetable.mechanics.cast import (
    CAST,
    Actor,
    ActorId,
    actor_of,
    controlled,
    require_control,
)
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.compels import OfferCompel
from fatetable.mechanics.moments import SessionEnds
from fatetable.mechanics.rolls import a_roll_is_open
from fatetable.rulesets.skein.arms import listed
from fatetable.rulesets.skein.belongings import add_item, drop_item


class TieAspect(Command, frozen=True, kw_only=True, tag="tie-aspect"):
    """An Aspect of one's own is a thing one has, and this is what it obliges one to."""

    actor: ActorId
    aspect: AspectId
    item: str
    obligation: str


class TakeAway(Command, frozen=True, kw_only=True, tag="take-away"):
    """The story takes something from somebody, for good or until it comes back."""

    actor: ActorId
    item: str
    reason: str
    is_for_good: bool = False


class GiveBack(Command, frozen=True, tag="give-back"):
    actor: ActorId
    item: str


class Keepsake(Struct, frozen=True, kw_only=True):
    """`slot` is where the Aspect stands on the sheet."""

    actor: ActorId
    slot: str
    item: str
    obligation: str


class Missing(Struct, frozen=True):
    """Something that somebody is to have back."""

    actor: ActorId
    item: str


Kept: TypeAlias = Mapping[str, Keepsake]
KEEPSAKES: Key[Kept] = Key("keepsakes", dict[str, Keepsake], {})
MISSING: Key[tuple[Missing, ...]] = Key("missing", tuple[Missing, ...], ())


class KeepsakeSet(Event, frozen=True, tag="keepsake-set/1"):
    keepsake: Keepsake


class MissingSet(Event, frozen=True, tag="missing-set/1"):
    missing: tuple[Missing, ...]


def _kept(kept: Kept, event: KeepsakeSet) -> Kept:
    return {**kept, f"{event.keepsake.actor} {event.keepsake.slot}": event.keepsake}


def _missing(_: tuple[Missing, ...], event: MissingSet) -> tuple[Missing, ...]:
    return event.missing


def is_part_of(state: State, actor: Actor, entry: str) -> bool:
    """Is this the one thing of its kind that an Aspect of theirs stands for?  (SK-CHAR-14)"""
    is_last = listed(actor.sheet).count(entry) == 1
    return is_last and any(
        keepsake.actor == actor.id and _is(entry, keepsake.item) for keepsake in state.get(KEEPSAKES).values()
    )


def _is(entry: str, item: str) -> bool:
    """A thing stays what it is when it gains an Aspect of its own."""
    return entry == item or entry.startswith(f"{item}: ")


class Keepsakes(Struct, frozen=True):
    """`may_compel` says whether a seat may offer a character a compel now."""

    may_compel: Callable[[State, Seat, Actor], bool]
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="keepsakes",
            decides={TieAspect: self._tie, TakeAway: self._take, GiveBack: self._give_back},
            evolves={
                **folds(KEEPSAKES, {KeepsakeSet: _kept}),
                **folds(MISSING, {MissingSet: _missing}),
            },
            answers={"keepsake": self._ruled},
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
        obligation = command.obligation.strip()
        decision.require(
            bool(obligation), "no-obligation", "Say what it obliges them to, so that it can be compelled.", "keepsake"
        )
        ask(
            decision,
            "keepsake",
            (GM,),
            f"{card.text} is the {command.item} of {actor.name}, and obliges them: {obligation}. Is that enough?",
            (
                Option("yes", "So it is"),
                Option("change", "Rather this", (TextHole("fill", "what it obliges them to", key="obligation"),)),
                Option("no", "It is just a thing"),
            ),
            about={"keeper": actor.id, "slot": card.slot, "item": command.item, "obligation": obligation},
            cites=decision.cites("keepsake"),
            blocking=False,
        )

    def _ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        about = {key: str(value) for key, value in prompt.about.items()}
        actor = decision.state.get(CAST)[ActorId(about["keeper"])]
        if answer.option == "no" or about["item"] not in listed(actor.sheet):
            return
        obligation = answer.text("obligation") if answer.option == "change" else about["obligation"]
        keepsake = Keepsake(actor=actor.id, slot=about["slot"], item=about["item"], obligation=obligation)
        decision.emit(KeepsakeSet(keepsake))

    # -- gone, and back again ------------------------------------------------------------------------------------

    def _losable(self, actor: Actor) -> tuple[str, ...]:
        return () if actor.is_hidden else tuple(dict.fromkeys(listed(actor.sheet)))

    def _take(self, decision: Decision, command: TakeAway) -> None:
        decision.require_gm()
        actor = actor_of(decision, command.actor)
        decision.require(
            not a_roll_is_open(decision.state) and command.item in self._losable(actor),
            "not-owned",
            f"{actor.name} has no {command.item!r} to lose now.",
        )
        decision.require(bool(command.reason.strip()), "no-reason", "Say how they lose it.")
        decision.require(
            not command.is_for_good or not is_part_of(decision.state, actor, command.item),
            "part-of-the-character",
            f"{command.item} is an Aspect of {actor.name} and cannot be lost for good.",
        )
        drop_item(decision, actor.id, command.item, command.reason.strip())
        if not command.is_for_good:
            gone = Missing(actor.id, command.item)
            decision.emit(MissingSet((*decision.state.get(MISSING), gone)))

    def _give_back(self, decision: Decision, command: GiveBack) -> None:
        decision.require_gm()
        gone = Missing(command.actor, command.item)
        decision.require(gone in decision.state.get(MISSING), "not-missing", "Nobody misses that.")
        decision.require(not a_roll_is_open(decision.state), "not-finished", "Something is still being settled.")
        self._return(decision, gone)

    def _return(self, decision: Decision, gone: Missing) -> None:
        missing = decision.state.get(MISSING)
        first = missing.index(gone)
        decision.emit(MissingSet(missing[:first] + missing[first + 1 :]))
        add_item(decision, gone.actor, gone.item, "has it back")

    def _on_moment(self, decision: Decision, moment: object) -> None:
        """What is part of a character has come back when the session is over."""
        if isinstance(moment, SessionEnds):
            kept = {(keepsake.actor, keepsake.item) for keepsake in decision.state.get(KEEPSAKES).values()}
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
                    label=f"{actor.name}: one of their Aspects is a thing they own",
                    holes=(
                        ChoiceHole("aspect", "which Aspect", aspects),
                        ChoiceHole("item", "which thing", things),
                        TextHole("obligation", "what it obliges them to"),
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
            for label, found, may_be_for_good in (
                ("loses something", [item for item in things if item not in kept], True),
                ("is parted for a while from what is part of them", [item for item in things if item in kept], False),
            ):
                if not found:
                    continue
                flag = (FlagHole("is_for_good", "for good"),) if may_be_for_good else ()
                yield Offer(
                    command=TakeAway(actor=actor.id, item="", reason=""),
                    label=f"{actor.name} {label}",
                    holes=(
                        ChoiceHole("item", "what", tuple(Choice(item) for item in found)),
                        TextHole("reason", "how"),
                        *flag,
                    ),
                    cites=cites,
                    group="gm",
                )
        missing = state.get(MISSING)
        for gone in dict.fromkeys(missing):
            label = f"{state.get(CAST)[gone.actor].name} has the {gone.item} back"
            yield Offer(command=GiveBack(gone.actor, gone.item), label=label, cites=cites, group="gm")

    def _compels(self, state: State, seat: Seat) -> Iterator[Offer]:
        """What a thing obliges to is at hand whenever its Aspect can be compelled."""
        for keepsake in state.get(KEEPSAKES).values() if seat.is_gm else ():
            actor = state.get(CAST)[keepsake.actor]
            for card in state.get(ASPECTS).values():
                is_theirs = card.bearer == actor.id and card.slot == keepsake.slot and card.kind == CHARACTER
                if is_theirs and in_play(state, card) and self.may_compel(state, seat, actor):
                    yield Offer(
                        command=OfferCompel(target=actor.id, aspect=card.id, kind="decision", text=keepsake.obligation),
                        label=f"Compel {actor.name} by what the {keepsake.item} asks: {keepsake.obligation}",
                        cites=self.cites("keepsake"),
                        group="compel",
                    )
