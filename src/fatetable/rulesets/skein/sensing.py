"""Seeing through glamours, and sensing magic for whoever has the gift or wears the ointment."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM, Command, Event, SeatId
from fatetable.engine.offers import ChoiceHole, FlagHole, Offer, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, ask, is_asked
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.cast import CAST, Actor, ActorId, actor_of, address_of, controlled, require_control
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.rolls import Modifier, Roll
from fatetable.rulesets.skein.effects import SenseMagic
from fatetable.rulesets.skein.enchantments import (
    DISGUISE,
    GLAMOUR,
    OINTMENT,
    Enchantment,
    change,
    choices,
    enchantment_of,
    in_effect,
    upon,
)
from fatetable.rulesets.skein.spellwork import MAGIC, WORK, Spellwork, Working, finished, is_there, powers, succeeded
from fatetable.rulesets.skein.tables import tables

AWARENESS = "awareness"
LOOK = "see-through"
SIXTH = "/sense"


class LookClosely(Command, frozen=True, kw_only=True, tag="look-closely"):
    """An observer's Awareness against a glamour; `is_familiar` with what it imitates.

    `by_sense` is the look of somebody who senses magic: it tells a glamour for what it is.
    """

    actor: ActorId
    enchantment: str
    description: str
    is_familiar: bool = False
    by_sense: bool = False


class SenseMagicHere(Command, frozen=True, tag="sense-magic"):
    """Ask what magic there is about."""

    actor: ActorId


class Sensed(Struct, frozen=True):
    actor: ActorId
    text: str


class MagicSensed(Event, frozen=True, tag="magic-sensed/1"):
    sensed: Sensed


Senses: TypeAlias = tuple[Sensed, ...]
SENSED: Key[Senses] = Key("sensed", tuple[Sensed, ...], ())


def _sensed(found: Senses, event: MagicSensed) -> Senses:
    return (*found, event.sensed)


def senses_magic(state: State, actor: Actor) -> bool:
    """By a gift of one's own, or with the ointment on one's eyes (SK-STUNT-19, SK-STUNT-40)."""
    found = powers(actor, SenseMagic)
    has_gift = any(isinstance(effect, SenseMagic) and effect.prepared is None for _, effect in found)
    return has_gift or upon(state, actor.id, OINTMENT) is not None


def those_who_sense(state: State) -> tuple[SeatId, ...]:
    """The seats of everybody there who senses magic."""
    return tuple(
        seat
        for actor in state.get(CAST).values()
        if actor.is_pc and is_there(state, actor.id) and senses_magic(state, actor)
        for seat in address_of(state, actor.id)
    )


class Sensing(Struct, frozen=True, kw_only=True):
    work: Spellwork

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="sensing magic",
            decides={LookClosely: self._look, SenseMagicHere: self._sense},
            evolves=folds(SENSED, {MagicSensed: _sensed}),
            answers={"sense-magic": self._told},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsOver,),
        )

    # -- looking -------------------------------------------------------------------------------------------------

    def _open_to(self, state: State, actor: Actor, *, by_sense: bool) -> Iterator[Enchantment]:
        """Glamours somebody has not tested their eyes on yet; without the sense only what imitates can look wrong."""
        mark = actor.id + (SIXTH if by_sense else "")
        has_eyes = any(trait.id == AWARENESS for trait in self.work.rules.traits(actor, MAGIC))
        if not has_eyes or (by_sense and not senses_magic(state, actor)):
            return  # A warband or an army has no Awareness to test; those in it do.
        for found in in_effect(state, GLAMOUR, DISGUISE):
            if found.maker != actor.id and mark not in found.tried_by and (by_sense or found.imitates):
                yield found

    def _look(self, decision: Decision, command: LookClosely) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        refusal = self.work.may_react(decision.state, actor)
        if refusal is not None:
            raise decision.violation(refusal.code, refusal.message)
        found = enchantment_of(decision, command.enchantment, GLAMOUR, DISGUISE)
        decision.require(
            any(each.id == found.id for each in self._open_to(decision.state, actor, by_sense=command.by_sense)),
            "nothing-to-see",
            f"{actor.name} sees nothing more in it.",
            "see-through",
        )
        decision.require(
            found.kind != DISGUISE or command.is_familiar or command.by_sense,
            "perfect-disguise",
            "Only somebody who knows that person well could notice.",
            "disguise",
        )
        assert found.result is not None
        familiar = tables().magic.glamour.familiar
        more = (Modifier("familiar", "knows it well", familiar, decision.cites("see-through")),)
        # The glamour wins ties, so the observer has to be higher (SK-GLAM-04).
        working = Working(
            use=LOOK,
            maker=actor.id,
            enchantment=found.id,
            difficulty=found.result + 1,
            details={"sense": int(command.by_sense)},
        )
        change(decision, found, tried_by=(*found.tried_by, actor.id + (SIXTH if command.by_sense else "")))
        self.work.begin(
            decision,
            actor,
            working,
            AWARENESS,
            command.description,
            mode=WORK,
            modifiers=more if command.is_familiar else (),
            is_action=False,
        )

    def _on_moment(self, decision: Decision, moment: object) -> None:
        done = finished(decision, moment, (LOOK,))
        if done and succeeded(done[0]):
            self._seen(decision, *done)

    def _seen(self, decision: Decision, _roll: Roll, working: Working) -> None:
        found = next((each for each in in_effect(decision.state) if each.id == working.enchantment), None)
        if found is None:
            return
        seen = (*(other for other in found.seen_by if other != working.maker), working.maker)
        known = found.known_by
        if working.number("sense"):
            known = (*(other for other in known if other != working.maker), working.maker)
        change(decision, found, seen_by=seen, known_by=known)

    # -- sensing -------------------------------------------------------------------------------------------------

    def _may_ask(self, state: State, actor: Actor) -> bool:
        can_sense = senses_magic(state, actor) and is_there(state, actor.id)
        return can_sense and not is_asked(state, "senses", actor.id)

    def _sense(self, decision: Decision, command: SenseMagicHere) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require(self._may_ask(decision.state, actor), "no-such-sense", f"{actor.name} has no sense for magic.")
        ask(
            decision,
            "sense-magic",
            (GM,),
            f"{actor.name} feels for magic. What is there?",
            (Option("tell", "This", (TextHole("fill", "what they sense", key="text"),)), Option("nothing", "None")),
            about={"senses": actor.id},
            cites=decision.cites("sense-magic"),
            blocking=False,
            secret_to=(GM,),
            hides_question=False,
        )

    def _told(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        """Only whoever senses it is told."""
        actor = ActorId(str(prompt.about["senses"]))
        text = answer.text("text") if answer.option == "tell" else "nothing"
        decision.emit(MagicSensed(Sensed(actor, text)), to=(*address_of(decision.state, actor), GM))

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        is_anything_seen = any(in_effect(state, GLAMOUR, DISGUISE))
        for actor in controlled(state, seat):
            if self._may_ask(state, actor):
                yield Offer(
                    command=SenseMagicHere(actor.id),
                    label=f"{actor.name}: feel for magic",
                    cites=self.work.cites("sense-magic"),
                    group="magic",
                )
            if is_anything_seen and self.work.may_react(state, actor) is None:
                yield from self._look_offers(state, actor)

    def _look_offers(self, state: State, actor: Actor) -> Iterator[Offer]:
        plain = tuple(self._open_to(state, actor, by_sense=False))
        others = choices(state, (each for each in plain if each.kind != DISGUISE))
        disguises = choices(state, (each for each in plain if each.kind == DISGUISE))
        by_sense = choices(state, self._open_to(state, actor, by_sense=True))
        look = LookClosely(actor=actor.id, enchantment="", description="")
        if others:
            holes = (ChoiceHole("enchantment", "which", others), FlagHole("is_familiar", "knows it well"))
            yield self.work.offer(actor, "look closely", look, "see-through", *holes)
        if disguises:
            look = LookClosely(actor=actor.id, enchantment="", description="", is_familiar=True)
            hole = ChoiceHole("enchantment", "which", disguises)
            yield self.work.offer(actor, "look closely at somebody they know well", look, "disguise", hole)
        if by_sense:
            look = LookClosely(actor=actor.id, enchantment="", description="", by_sense=True)
            holes = (ChoiceHole("enchantment", "which", by_sense), FlagHole("is_familiar", "knows it well"))
            yield self.work.offer(actor, "see a glamour for what it is", look, "sense-magic", *holes)
