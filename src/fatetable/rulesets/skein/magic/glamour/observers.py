"""Observers: seeing through glamours, and feeling magic by a stunt or with an ointment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.folds import append, drop, put
from fatetable.engine.messages import GM, Command, Event, SeatId
from fatetable.engine.offers import ChoiceHole, FlagHole, Offer, Target, TextHole, one_of_a_family
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask, is_asked
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.characters.cast import (
    CAST,
    Actor,
    ActorId,
    actor_of,
    address_of,
    controlled,
    players_characters,
    require_control,
)
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.rolls.state import Modifier, Roll, RollId
from fatetable.mechanics.scenes.presence import is_active
from fatetable.mechanics.undertakings.state import Undertaking
from fatetable.mechanics.undertakings.undertaking import finished
from fatetable.rulesets.skein.book import SenseMagic, Tables
from fatetable.rulesets.skein.magic.enchantments import (
    DISGUISE,
    GLAMOUR,
    OINTMENT,
    Enchantment,
    change,
    choices,
    enchantment_of,
    in_effect,
    known_in_effect,
    upon,
)
from fatetable.rulesets.skein.magic.glamour.secrets import show
from fatetable.rulesets.skein.magic.workings import Workings, succeeded
from fatetable.rulesets.skein.rolls import MAGIC, WORK
from fatetable.rulesets.skein.sheet import powers

AWARENESS = "awareness"
LOOK = "see-through"
SIXTH = "/sense"
"""Follows an id in `tried_by` for a look by the sense for magic; nothing ever takes the two apart."""
NO_SENSE = "no-such-sense"


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
    """Ask what magic there is here."""

    actor: ActorId


class Sensed(Struct, frozen=True):
    actor: ActorId
    text: str


class MagicSensed(Event, frozen=True, tag="magic-sensed/1"):
    sensed: Sensed


Senses: TypeAlias = tuple[Sensed, ...]
SENSED: Key[Senses] = Key("sensed", tuple[Sensed, ...], ())


LOOKS: Key[Mapping[RollId, str]] = Key("looks-at-secrets", dict[RollId, str], {})
"""What is looked at that is still a secret."""


class LookBegun(Event, frozen=True, tag="look-begun/1"):
    roll: RollId
    enchantment: str


class LookOver(Event, frozen=True, tag="look-over/1"):
    roll: RollId


class MagicFelt(PromptContext, frozen=True, tag="sense-magic"):
    """What magic somebody feels."""

    senses: ActorId


def senses_magic(tables: Tables, state: State, actor: Actor) -> bool:
    """By a stunt, or with an ointment (SK-STUNT-19, SK-STUNT-40)."""
    found = powers(tables, actor, SenseMagic)
    has_gift = any(isinstance(effect, SenseMagic) and effect.prepared is None for _, effect in found)
    return has_gift or upon(state, actor.id, OINTMENT) is not None


def those_who_sense(tables: Tables, state: State) -> tuple[SeatId, ...]:
    """The seats of everybody there who senses magic."""
    return tuple(
        seat
        for actor in state.get(CAST).values()
        if actor.is_pc and is_active(state, actor.id) and senses_magic(tables, state, actor)
        for seat in address_of(state, actor.id)
    )


def _mark(actor: ActorId, *, by_sense: bool) -> str:
    """The entry of `tried_by` for somebody who has looked closely."""
    return f"{actor}{SIXTH}" if by_sense else actor


class Observers(Struct, frozen=True, kw_only=True):
    tables: Tables
    work: Workings

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="sensing magic",
            decides={LookClosely: self._look, SenseMagicHere: self._sense},
            evolves={
                **folds(SENSED, {MagicSensed: append("sensed")}),
                **folds(LOOKS, {LookBegun: put("roll", "enchantment"), LookOver: drop("roll")}),
            },
            answers={MagicFelt: self._told},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsOver,),
        )

    # -- looking -------------------------------------------------------------------------------------------------

    def _open_to(self, state: State, seat: Seat, actor: Actor, *, by_sense: bool) -> Iterator[Enchantment]:
        """Glamours somebody has not looked closely at yet; without the sense, only those that imitate something."""
        has_eyes = any(trait.id == AWARENESS for trait in self.work.rules.traits(actor, MAGIC))
        if not has_eyes or (by_sense and not senses_magic(self.tables, state, actor)):
            return  # A warband or an army has no Awareness to test; those in it do.
        for found in known_in_effect(state, seat, GLAMOUR, DISGUISE):
            if (
                found.maker != actor.id
                and _mark(actor.id, by_sense=by_sense) not in found.tried_by
                and (by_sense or found.imitates)
            ):
                yield found

    def _look(self, decision: Decision, command: LookClosely) -> None:
        """Of a glamour that is still a secret the Storyteller says who looks, the heroes too (SK-GLAM-04)."""
        actor = actor_of(decision, command.actor)
        found = enchantment_of(decision, command.enchantment, GLAMOUR, DISGUISE)
        if not found.is_secret:
            require_control(decision, actor)
        decision.require_allowed(self.work.may_react(decision.state, actor))
        open_to = self._open_to(decision.state, decision.seat, actor, by_sense=command.by_sense)
        decision.require(
            any(each.id == found.id for each in open_to),
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
        familiar = self.tables.magic.glamour.familiar
        more = (Modifier("familiar", "knows it well", familiar, decision.cites("see-through")),)
        # The glamour wins ties, so the observer has to be higher (SK-GLAM-04).
        working = Undertaking(
            purpose=LOOK,
            maker=actor.id,
            work="" if found.is_secret else found.id,
            difficulty=found.result + 1,
            details={"sense": int(command.by_sense)},
        )
        change(decision, found, tried_by=(*found.tried_by, _mark(actor.id, by_sense=command.by_sense)))
        roll = self.work.begin(
            decision,
            actor,
            working,
            AWARENESS,
            command.description or ("looks closely" if found.is_secret else ""),
            mode=WORK,
            modifiers=more if command.is_familiar else (),
            is_action=False,
        )
        if found.is_secret:
            decision.emit(LookBegun(roll, found.id), to=(GM,))

    def _on_moment(self, decision: Decision, moment: object) -> None:
        done = finished(decision, moment, (LOOK,))
        if done and succeeded(done[0]):
            self._seen(decision, *done)
        if isinstance(moment, RollIsOver) and RollId(moment.roll) in decision.state.get(LOOKS):
            decision.emit(LookOver(RollId(moment.roll)), to=(GM,))

    def _seen(self, decision: Decision, roll: Roll, working: Undertaking) -> None:
        """What has been seen through is no secret any more, unless only the Storyteller's people know."""
        looked_at = working.work or decision.state.get(LOOKS).get(roll.id, "")
        found = next((each for each in in_effect(decision.state) if each.id == looked_at), None)
        if found is None:
            return
        if decision.state.get(CAST)[working.maker].has_player:
            found = show(decision, found)
        seen = (*(other for other in found.seen_by if other != working.maker), working.maker)
        known = found.known_by
        if working.number("sense"):
            known = (*(other for other in known if other != working.maker), working.maker)
        change(decision, found, seen_by=seen, known_by=known)

    # -- sensing -------------------------------------------------------------------------------------------------

    def _cannot_ask(self, state: State, actor: Actor) -> Refusal | None:
        if not senses_magic(self.tables, state, actor):
            return Refusal(NO_SENSE, f"{actor.name} has no sense for magic.")
        if not is_active(state, actor.id):
            return Refusal(NO_SENSE, f"{actor.name} has to be in the scene for that, and not out of it.")
        if is_asked(state, "senses", actor.id):
            return Refusal(
                NO_SENSE, f"{actor.name} is feeling for magic already; the Storyteller has to say what is there."
            )
        return None

    def _sense(self, decision: Decision, command: SenseMagicHere) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require_allowed(self._cannot_ask(decision.state, actor))
        ask(
            decision,
            MagicFelt(actor.id),
            (GM,),
            f"{actor.name} feels for magic. What is there?",
            (
                Option("tell", "Answer", (TextHole("fill", "answer", key="text", is_description=True),)),
                Option("nothing", "Say there is none"),
            ),
            cites=decision.cites("sense-magic"),
            blocking=False,
            secret_to=(GM,),
            hides_question=False,
        )

    def _told(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        """Only the character who sensed gets the answer."""
        actor = prompt.read(MagicFelt).senses
        text = answer.text("text") if answer.option == "tell" else "nothing"
        decision.emit(MagicSensed(Sensed(actor, text)), to=(*address_of(decision.state, actor), GM))

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        is_anything_seen = any(known_in_effect(state, seat, GLAMOUR, DISGUISE))
        if seat.is_gm and is_anything_seen:
            yield from self._secret_offers(state, seat)
        for actor in controlled(state, seat):
            if self._cannot_ask(state, actor) is None:
                yield Offer(
                    command=SenseMagicHere(actor.id),
                    actor=actor.id,
                    label="feel for magic",
                    verb="use",
                    cites=self.work.cites("sense-magic"),
                    group="magic",
                )
            if is_anything_seen and self.work.may_react(state, actor) is None:
                yield from self._look_offers(state, seat, actor)

    def _secret_offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        """The Storyteller lets a hero look at something that is a glamour."""
        for actor in players_characters(state):
            if self.work.may_react(state, actor) is not None:
                continue
            plain = tuple(e for e in self._open_to(state, seat, actor, by_sense=False) if e.is_secret)
            felt = (e for e in self._open_to(state, seat, actor, by_sense=True) if e.is_secret)
            look, flag = (
                LookClosely(actor=actor.id, enchantment="", description=""),
                FlagHole("is_familiar", "familiar"),
            )
            at_acquaintance = msgspec.structs.replace(look, is_familiar=True)
            by_sense = msgspec.structs.replace(look, by_sense=True)
            for family, command, found, blanks in (
                ("Let … look closely", look, (e for e in plain if e.kind != DISGUISE), (flag,)),
                ("Let … look at an acquaintance", at_acquaintance, (e for e in plain if e.kind == DISGUISE), ()),
                ("Let … feel a glamour", by_sense, felt, (flag,)),
            ):
                if options := choices(state, found):
                    yield Offer(
                        command=command,
                        **one_of_a_family(family, actor.name),
                        verb="overcome",
                        target=Target("actor", actor.id),
                        holes=(ChoiceHole("enchantment", "which", options), *blanks),
                        cites=self.work.cites("see-through"),
                        group="gm",
                    )

    def _look_offers(self, state: State, seat: Seat, actor: Actor) -> Iterator[Offer]:
        plain = tuple(self._open_to(state, seat, actor, by_sense=False))
        others = choices(state, (each for each in plain if each.kind != DISGUISE))
        disguises = choices(state, (each for each in plain if each.kind == DISGUISE))
        by_sense = choices(state, self._open_to(state, seat, actor, by_sense=True))
        look = LookClosely(actor=actor.id, enchantment="", description="")
        if others:
            holes = (ChoiceHole("enchantment", "which", others), FlagHole("is_familiar", "knows it well"))
            yield self.work.offer(actor, "look closely", look, "see-through", *holes, verb="overcome")
        if disguises:
            look = LookClosely(actor=actor.id, enchantment="", description="", is_familiar=True)
            hole = ChoiceHole("enchantment", "which", disguises)
            yield self.work.offer(actor, "look closely at an acquaintance", look, "disguise", hole, verb="overcome")
        if by_sense:
            look = LookClosely(actor=actor.id, enchantment="", description="", by_sense=True)
            holes = (ChoiceHole("enchantment", "which", by_sense), FlagHole("is_familiar", "knows it well"))
            yield self.work.offer(actor, "see through a glamour", look, "sense-magic", *holes, verb="overcome")
