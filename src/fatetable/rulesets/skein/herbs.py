"""Plant and Root: infusions at hand and infusions brewed, and what they do to whoever takes them.

Poisons stand elsewhere; here they are only brewed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM, Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, Offer, TextHole
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.cast import (
    NOBODY,
    Actor,
    ActorId,
    actor_of,
    controlled,
    name_of,
    players_characters,
    require_control,
)
from fatetable.mechanics.moments import RollIsOver, SessionStarts
from fatetable.mechanics.rolls import Roll, a_roll_is_open
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.effects import Poison, SenseMagic, StrongAspect
from fatetable.rulesets.skein.enchantments import INFUSION, OINTMENT, lay, lay_aspect
from fatetable.rulesets.skein.figures import infusions_at_hand
from fatetable.rulesets.skein.reckoning import lengthened
from fatetable.rulesets.skein.spellwork import (
    WORK,
    Spellwork,
    TimeTaken,
    Working,
    finished,
    is_there,
    people_there,
    power,
    powers,
    succeeded,
    target_of,
    time_for,
)
from fatetable.rulesets.skein.tables import tables

SKILL = "plant-and-root"
BREW = "brew"
POISON = "poison"


class BrewInfusion(Command, frozen=True, kw_only=True, tag="brew-infusion"):
    """A day's work in a kitchen; `kind` is an infusion, or what stunts add: a poison, an ointment."""

    actor: ActorId
    kind: str
    words: str
    description: str
    features: tuple[str, ...] = ()


class TakeInfusion(Command, frozen=True, kw_only=True, tag="take-infusion"):
    """Somebody takes a brewed infusion or wears an ointment; `infusion` is one of the herbalist's brews."""

    actor: ActorId
    target: ActorId
    infusion: str


class GiveFromStock(Command, frozen=True, kw_only=True, tag="give-from-stock"):
    """An infusion the herbalist happens to carry; what it is, is said now."""

    actor: ActorId
    target: ActorId
    words: str


class Brew(Struct, frozen=True, kw_only=True):
    """Something brewed and not yet used; `result` is its maker's roll, `degree` by how much it succeeded."""

    id: str
    maker: ActorId
    kind: str
    words: str
    result: int
    degree: int


class Stock(Struct, frozen=True, omit_defaults=True):
    """What has been brewed, and how many of those at hand each herbalist has given away this session."""

    brews: Mapping[str, Brew] = {}
    given: Mapping[ActorId, int] = {}


STOCK: Key[Stock] = Key("infusions", Stock, Stock())


class BrewsChanged(Event, frozen=True, tag="brews-changed/1"):
    brews: Mapping[str, Brew]


class StockGiven(Event, frozen=True, tag="stock-given/1"):
    """How many infusions at hand everybody has given away since the stock was filled."""

    given: Mapping[ActorId, int]


def _brews(stock: Stock, event: BrewsChanged) -> Stock:
    return msgspec.structs.replace(stock, brews=event.brews)


def _given(stock: Stock, event: StockGiven) -> Stock:
    return msgspec.structs.replace(stock, given=event.given)


Kinds: TypeAlias = tuple[str, ...]


def kinds_of(actor: Actor) -> Kinds:
    """What somebody knows to brew (SK-STUNT-38, SK-STUNT-40)."""
    ointment = ointment_of(actor)
    return (INFUSION, *((POISON,) if power(actor, Poison) else ()), *((OINTMENT,) if ointment else ()))


def ointment_of(actor: Actor) -> SenseMagic | None:
    for _, effect in powers(actor, SenseMagic):
        if isinstance(effect, SenseMagic) and effect.prepared is not None:
            return effect
    return None


def at_hand(state: State, actor: Actor) -> int:
    """How many infusions a herbalist still carries (SK-SKILL-45)."""
    return infusions_at_hand(actor.sheet) - state.get(STOCK).given.get(actor.id, 0)


def brews_of(state: State, actor: ActorId, *kinds: str) -> tuple[Brew, ...]:
    return tuple(b for b in state.get(STOCK).brews.values() if b.maker == actor and b.kind in kinds)


def use_up(decision: Decision, brew: str) -> None:
    brews = decision.state.get(STOCK).brews
    decision.emit(BrewsChanged({key: other for key, other in brews.items() if key != brew}))


def use_stock(decision: Decision, actor: ActorId) -> None:
    given = decision.state.get(STOCK).given
    more = {**given, actor: given.get(actor, 0) + 1}
    # Nobody but the Storyteller keeps count of what their people have brewed.
    heroes = {hero.id for hero in players_characters(decision.state)}
    seen = {owner: number for owner, number in more.items() if owner in heroes}
    decision.emit(StockGiven(more), to=(GM,), face=StockGiven(seen) if actor in heroes else None)


class Herbs(Struct, frozen=True, kw_only=True):
    work: Spellwork
    dials: Dials

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="plant and root",
            decides={BrewInfusion: self._brew, TakeInfusion: self._take, GiveFromStock: self._give},
            evolves=folds(STOCK, {BrewsChanged: _brews, StockGiven: _given}),
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(SessionStarts, RollIsOver),
        )

    # -- brewing -------------------------------------------------------------------------------------------------

    def _brew(self, decision: Decision, command: BrewInfusion) -> None:
        actor = self.work.require_able(decision, command.actor, SKILL, at_leisure=True)
        decision.require(
            command.kind in kinds_of(actor), "no-such-magic-known", f"{actor.name} does not know how to brew that."
        )
        decision.require(bool(command.words.strip()), "no-words", "Say what it does, as an Aspect.")
        working = Working(
            use=BREW,
            maker=actor.id,
            words=command.words.strip(),
            difficulty=tables().magic.plant_and_root.difficulty,
            details={"kind": command.kind},
        )
        self.work.begin(decision, actor, working, SKILL, command.description, features=command.features, mode=WORK)

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if isinstance(moment, SessionStarts) and decision.state.get(STOCK).given:
            decision.emit(StockGiven({}))
        elif done := finished(decision, moment, (BREW,)):
            self._brewed(decision, *done)

    def _brewed(self, decision: Decision, roll: Roll, working: Working) -> None:
        """It takes its time in any case, less if it went well (SK-PLANT-02).

        The degree of an ointment lengthens its effect instead.
        """
        kind = working.text("kind")
        time = tables().magic.plant_and_root.time
        saves_time = self.dials.degrees_shorten_time and succeeded(roll) and kind != OINTMENT
        decision.emit(TimeTaken(working.maker, kind, time_for(time, roll, is_shortened=saves_time)))
        if succeeded(roll):
            brew = Brew(
                id=decision.new_id("b"),
                maker=working.maker,
                kind=kind,
                words=working.words,
                result=roll.efforts[0].total,
                degree=roll.margin or 0,
            )
            decision.emit(BrewsChanged({**decision.state.get(STOCK).brews, brew.id: brew}))

    # -- taking --------------------------------------------------------------------------------------------------

    def _may_hand_out(self, state: State, actor: Actor) -> bool:
        return is_there(state, actor.id) and not a_roll_is_open(state)

    def _herbalist(self, decision: Decision, actor_id: ActorId) -> Actor:
        actor = actor_of(decision, actor_id)
        require_control(decision, actor)
        decision.require(
            self._may_hand_out(decision.state, actor), "not-now", f"{actor.name} cannot hand anything out now."
        )
        return actor

    def _take(self, decision: Decision, command: TakeInfusion) -> None:
        actor = self._herbalist(decision, command.actor)
        target = target_of(decision, command.target)
        brew = decision.state.get(STOCK).brews.get(command.infusion)
        if brew is None or brew.maker != actor.id or brew.kind == POISON:
            raise decision.violation("no-such-infusion", f"{actor.name} has no such infusion.")
        use_up(decision, brew.id)
        if brew.kind == OINTMENT:
            self._anoint(decision, actor, target, brew)
        else:
            self._works(decision, actor, target.id, brew.words, brew.result)

    def _give(self, decision: Decision, command: GiveFromStock) -> None:
        actor = self._herbalist(decision, command.actor)
        target = target_of(decision, command.target)
        decision.require(at_hand(decision.state, actor) > 0, "no-such-infusion", f"{actor.name} has none left at hand.")
        decision.require(bool(command.words.strip()), "no-words", "Say what it does, as an Aspect.")
        use_stock(decision, actor.id)
        self._works(decision, actor, target.id, command.words.strip(), None)

    def _works(self, decision: Decision, maker: Actor, target: ActorId, words: str, result: int | None) -> None:
        """For a scene, once for free, for whoever took it (SK-PLANT-04)."""
        source = decision.new_id("i")
        aspect = lay_aspect(decision, words, target, target, tables().magic.plant_and_root.free_uses, source)
        strong = next(
            (e for _, e in powers(maker, StrongAspect) if isinstance(e, StrongAspect) and e.of == INFUSION), None
        )
        lay(
            decision,
            kind=INFUSION,
            skill=SKILL,
            maker=maker.id,
            name=words,
            target=target,
            result=result,
            aspect=aspect,
            amount=strong.amount if strong else 0,
            on_skills=strong.on_skills if strong else (),
        )

    def _anoint(self, decision: Decision, maker: Actor, target: Actor, brew: Brew) -> None:
        """Its wearer senses magic, longer the better it was made (SK-STUNT-40)."""
        effect = ointment_of(maker)
        assert effect is not None
        lay(
            decision,
            kind=OINTMENT,
            skill=SKILL,
            maker=maker.id,
            name=brew.words,
            target=target.id,
            result=brew.result,
            lasts=lengthened(effect.lasts, brew.degree * effect.steps_per_degree),
        )

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in self.work.able(state, seat, SKILL, at_leisure=True):
            kinds = tuple(Choice(kind) for kind in kinds_of(actor))
            for features, suffix in self.work.claims(actor, SKILL):
                command = BrewInfusion(actor=actor.id, kind="", words="", description="", features=features)
                holes = (ChoiceHole("kind", "what", kinds), TextHole("words", "what it does, as an Aspect"))
                yield self.work.offer(actor, f"brew{suffix}", command, "brew", *holes)
        for actor in controlled(state, seat):
            has_any = at_hand(state, actor) > 0 or bool(brews_of(state, actor.id, INFUSION, OINTMENT))
            if has_any and self._may_hand_out(state, actor):
                yield from self._handing_out(state, actor)

    def _handing_out(self, state: State, actor: Actor) -> Iterator[Offer]:
        target = ChoiceHole("target", "who takes it", people_there(state))
        for brew in brews_of(state, actor.id, INFUSION, OINTMENT):
            yield Offer(
                command=TakeInfusion(actor=actor.id, target=NOBODY, infusion=brew.id),
                label=f"{name_of(state, actor.id)}: hand out the {brew.kind} ({brew.words})",
                holes=(target,),
                cites=self.work.cites("ointment" if brew.kind == OINTMENT else "infusion"),
                group="magic",
            )
        if (left := at_hand(state, actor)) > 0:
            yield Offer(
                command=GiveFromStock(actor=actor.id, target=NOBODY, words=""),
                label=f"{actor.name}: hand out an infusion ({left} at hand)",
                holes=(target, TextHole("words", "what it does, as an Aspect")),
                cites=self.work.cites("infusion"),
                group="magic",
            )
