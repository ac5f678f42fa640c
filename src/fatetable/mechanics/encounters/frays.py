"""Frays: in each exchange everybody says what they do, hidden until all have, and then all roll at once.

What people may do and what they roll for it is passed in, and the roll is compared as the check rules say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, Hole, Offer, Target, TextHole, Verb
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import (
    CAST,
    NOBODY,
    Actor,
    ActorId,
    actor_of,
    address_of,
    controlled,
    name_of,
    require_control,
)
from fatetable.mechanics.encounters.exchanges import is_passed_over
from fatetable.mechanics.encounters.fight_end import end_if_one_side_left
from fatetable.mechanics.encounters.state import (
    FRAY_EVOLVES,
    INTENTS,
    REVEALED,
    EncounterSet,
    Fray,
    Intent,
    IntentsRevealed,
    IntentsWritten,
    Revealed,
    fray_of,
)
from fatetable.mechanics.harm.state import is_out
from fatetable.mechanics.modifiers.menus import Menu, menu_hole
from fatetable.mechanics.moments import EffortSentBack, ExchangeBegins, RollIsOver
from fatetable.mechanics.rolls.procedure import cancel_roll, declare_roll, new_roll_id
from fatetable.mechanics.rolls.state import OF_ALL, ROLLS, Declaration, Effort, EffortId, RollId, effort_id, unsettled
from fatetable.mechanics.scenes.sides import SidesNamed, are_allies


class DeclareIntent(Command, frozen=True, kw_only=True, tag="declare-intent"):
    """Say what somebody does in this exchange."""

    actor: ActorId
    stance: str
    trait: str = ""
    target: ActorId = NOBODY
    effect: str = ""
    description: str = ""
    claims: tuple[str, ...] = ()


class GoOnAsBefore(Command, frozen=True, tag="go-on-as-before"):
    """All of this seat who have said nothing yet do what they did in the exchange before."""


class Stance(Struct, frozen=True, kw_only=True):
    """One way to act in an exchange: with which traits, at whom, whether for an effect, and what may be claimed."""

    id: str
    label: str
    traits: tuple[Choice, ...]
    verb: Verb = "attack"
    aims: bool = True
    has_effect: bool = False
    menu: Menu = ()


class FrayRules(Protocol):
    """What a ruleset knows about acting in an exchange."""

    def stances(self, state: State, actor: Actor, /) -> tuple[Stance, ...]:
        """What somebody may do; nothing, if they are not asked."""
        ...

    def unasked(self, state: State, actor: Actor, /) -> Intent:
        """What somebody does whom nobody speaks for."""
        ...

    def cannot_aim(self, state: State, actor: Actor, intent: Intent, /) -> Refusal | None: ...

    def effort(self, decision: Decision, actor: Actor, effort: EffortId, intent: Intent, /) -> Effort: ...

    def before_dice(self, decision: Decision, revealed: Revealed, /) -> None:
        """Ask what must be known before the dice fall."""
        ...

    def is_settled(self, decision: Decision, fray: Fray, /) -> bool:
        """Has the roll settled the whole fight?  Then whatever ends it is done here."""
        ...


class Frays(Struct, frozen=True, kw_only=True):
    rules: FrayRules
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="frays",
            decides={DeclareIntent: self._declare, GoOnAsBefore: self._as_before},
            evolves=FRAY_EVOLVES,
            offers=self._offers,
            follow_up=self._follow_up,
            on_moment=self._on_moment,
            moments=(RollIsOver, EffortSentBack),
        )

    def open(self, decision: Decision, kind: str, pace: str, sides: Mapping[ActorId, str]) -> None:
        """Let these fight, each for a side."""
        decision.emit(SidesNamed(sides))
        decision.emit(IntentsWritten())
        decision.emit(IntentsRevealed(Revealed()))
        decision.emit(EncounterSet(Fray(kind=kind, pace=pace, actors=tuple(sides)), "A fight begins"))
        decision.moment(ExchangeBegins(1))

    # -- saying what one does --------------------------------------------------------------------------------------

    def _cannot_enter(self, state: State, actor: Actor) -> Refusal | None:
        fray = fray_of(state)
        if fray is None or actor.id not in fray.actors:
            return Refusal("not-in-the-conflict", f"{actor.name} is not in a fight of this kind.")
        if actor.id in fray.entered:
            return Refusal("already-acted", f"{actor.name} has said what they do in this exchange.")
        if is_out(state, actor.id):
            return Refusal("out-of-the-scene", f"{actor.name} is out of the fight.")
        return unsettled(state)

    def _declare(self, decision: Decision, command: DeclareIntent) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require_allowed(self._cannot_enter(decision.state, actor))
        intent = Intent(
            stance=command.stance,
            trait=command.trait,
            target=command.target,
            effect=command.effect.strip(),
            description=command.description.strip(),
            claims=command.claims,
        )
        decision.require_allowed(self._cannot_do(decision.state, actor, intent))
        stance = self._stance(decision.state, actor, intent.stance)
        assert stance is not None
        intent = msgspec.structs.replace(intent, label=stance.label)
        decision.require_described(intent.description, "no-description", "Say what your character does.")
        if stance.has_effect:
            decision.require_described(intent.effect, "no-words", "Say what effect is wanted.")
        self._enter(decision, {actor.id: intent})

    def _stance(self, state: State, actor: Actor, stance: str) -> Stance | None:
        return next((each for each in self.rules.stances(state, actor) if each.id == stance), None)

    def _cannot_do(self, state: State, actor: Actor, intent: Intent) -> Refusal | None:
        stance = self._stance(state, actor, intent.stance)
        if stance is None:
            return Refusal("no-such-stance", f"{actor.name} cannot do that in this exchange.")
        if not any(intent.trait == trait.value for trait in stance.traits):
            return Refusal("unknown-trait", f"{actor.name} has no {intent.trait!r} to do that with.")
        if stance.aims != bool(intent.target) or (intent.effect and not stance.has_effect):
            return Refusal("bad-target", "Say at whom it is aimed, if it is aimed at somebody.")
        if intent.target and intent.target not in self._targets(state, actor.id):
            return Refusal("bad-target", "Name an opponent who is in the fight.")
        if not {row.name for row in stance.menu}.issuperset(intent.claims):
            return Refusal("no-such-modifier", "Nothing like that can be claimed for this roll.")
        return self.rules.cannot_aim(state, actor, intent)

    def _targets(self, state: State, actor: ActorId) -> tuple[ActorId, ...]:
        fray = fray_of(state)
        others = fray.actors if fray is not None else ()
        return tuple(
            other
            for other in others
            if other != actor and not are_allies(state, actor, other) and not is_out(state, other)
        )

    def _enter(self, decision: Decision, intents: Mapping[ActorId, Intent]) -> None:
        for actor, intent in intents.items():
            decision.emit(IntentsWritten({actor: intent}), to=address_of(decision.state, actor))
            fray = fray_of(decision.state)
            assert fray is not None
            decision.emit(EncounterSet(msgspec.structs.replace(fray, entered=(*fray.entered, actor))))

    def _before(self, state: State, seat: Seat) -> dict[ActorId, Intent]:
        """What those of a seat did before and can do again."""
        if unsettled(state) is not None:
            return {}
        before = state.get(REVEALED).intents
        return {
            actor.id: before[actor.id]
            for actor in controlled(state, seat)
            if actor.id in before
            and self._cannot_enter(state, actor) is None
            and self._cannot_do(state, actor, before[actor.id]) is None
        }

    def _as_before(self, decision: Decision, _: GoOnAsBefore) -> None:
        intents = self._before(decision.state, decision.seat)
        decision.require(bool(intents), "nothing-before", "None of yours can do again what they did.")
        self._enter(decision, intents)

    # -- rolling ---------------------------------------------------------------------------------------------------

    def _follow_up(self, decision: Decision) -> bool:
        fray = fray_of(decision.state)
        if fray is None or fray.roll or unsettled(decision.state) is not None:
            return False
        missing = missing_in(decision.state, fray)
        cast = decision.state.get(CAST)
        unasked = [
            cast[actor]
            for actor in missing
            if is_passed_over(decision.state, actor) or not self.rules.stances(decision.state, cast[actor])
        ]
        if unasked:
            self._enter(decision, {actor.id: self.rules.unasked(decision.state, actor) for actor in unasked})
            return True
        if missing:
            return False
        if any(not is_out(decision.state, actor) for actor in fray.entered):
            self._reveal(decision, fray)
            return True
        if fray.newcomers:
            # Everybody who began the exchange is out of it.
            decision.emit(IntentsWritten())
            self._next(decision, msgspec.structs.replace(fray, entered=()))
        return bool(fray.newcomers)

    def _reveal(self, decision: Decision, fray: Fray) -> None:
        """Everybody has said what they do: all know it, and all roll."""
        intents, cast, roll_id = decision.state.get(INTENTS), decision.state.get(CAST), new_roll_id(decision)
        acting = tuple(actor for actor in fray.entered if not is_out(decision.state, actor))
        revealed = Revealed(roll=roll_id, pace=fray.pace, intents={actor: intents[actor] for actor in acting})
        efforts = tuple(
            self.rules.effort(decision, cast[actor], effort_id(roll_id, place), intents[actor])
            for place, actor in enumerate(acting)
        )
        decision.emit(IntentsRevealed(revealed))
        decision.emit(IntentsWritten())
        decision.emit(EncounterSet(msgspec.structs.replace(fray, roll=roll_id)))
        declared = Declaration(
            actor=acting[0],
            action=efforts[0].action,
            trait=efforts[0].trait,
            description=efforts[0].description,
            tags=(OF_ALL,),
        )
        declare_roll(decision, roll_id, declared, *efforts, takes_action=False)
        self.rules.before_dice(decision, revealed)

    def _on_moment(self, decision: Decision, moment: object) -> None:
        fray = fray_of(decision.state)
        if fray is None or not fray.roll:
            return
        match moment:
            case EffortSentBack(roll, effort, reason) if roll == fray.roll:
                self._send_back(decision, fray, effort, reason)
            case RollIsOver(roll, was_cancelled) if roll == fray.roll:
                again = msgspec.structs.replace(fray, entered=(), roll=RollId(""))
                if was_cancelled:
                    decision.emit(EncounterSet(again))
                elif not end_if_one_side_left(decision) and not self.rules.is_settled(decision, fray):
                    self._next(decision, again)
            case _:
                pass

    def _next(self, decision: Decision, fray: Fray) -> None:
        number = fray.exchange + 1
        fresh = msgspec.structs.replace(fray, exchange=number, actors=(*fray.actors, *fray.newcomers), newcomers=())
        decision.emit(EncounterSet(fresh, f"Exchange {number}"))
        decision.moment(ExchangeBegins(number))

    def _send_back(self, decision: Decision, fray: Fray, effort: int, reason: str) -> None:
        """One of them does something else; the others stay with what they have said."""
        roll, intents = decision.state.get(ROLLS)[fray.roll], decision.state.get(REVEALED).intents
        again = roll.efforts[effort].actor
        cancel_roll(decision, fray.roll, reason)
        decision.emit(IntentsWritten({actor: intent for actor, intent in intents.items() if actor != again}))
        left = fray_of(decision.state)
        assert left is not None
        decision.emit(EncounterSet(msgspec.structs.replace(left, entered=tuple(a for a in intents if a != again))))

    # -- offers ----------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        fray = fray_of(state)
        if fray is None or fray.roll or unsettled(state) is not None:
            return
        for actor in controlled(state, seat):
            if self._cannot_enter(state, actor) is None:
                yield from self._offers_of(state, actor)
        if before := self._before(state, seat):
            names = ", ".join(name_of(state, actor) for actor in before)
            yield Offer(
                command=GoOnAsBefore(),
                label=f"Go on as before: {names}",
                verb="attack",
                cites=self.cites("exchange"),
                group="act",
            )

    def _offers_of(self, state: State, actor: Actor) -> Iterator[Offer]:
        for stance in self.rules.stances(state, actor):
            aimed = tuple(
                Choice(target, name_of(state, target))
                for target in self._targets(state, actor.id)
                if self.rules.cannot_aim(state, actor, Intent(stance=stance.id, target=target)) is None
            )
            if (stance.aims and not aimed) or not stance.traits:
                continue
            holes: tuple[Hole, ...] = (
                *((ChoiceHole("target", "target", aimed),) if stance.aims else ()),
                ChoiceHole("trait", "with", stance.traits),
                *((TextHole("effect", "effect", is_description=True),) if stance.has_effect else ()),
                *menu_hole("claims", stance.menu),
                TextHole("description", "how?", is_description=True),
            )
            yield Offer(
                command=DeclareIntent(actor=actor.id, stance=stance.id),
                label=stance.label,
                actor=actor.id,
                verb=stance.verb,
                target=Target("actor") if stance.aims else None,
                holes=holes,
                cites=self.cites("exchange"),
                group="act",
            )


def missing_in(state: State, fray: Fray) -> tuple[ActorId, ...]:
    """Who has not said yet what they do in this exchange."""
    if fray.roll:
        return ()
    return tuple(actor for actor in fray.actors if actor not in fray.entered and not is_out(state, actor))
