"""Plant and Root: infusions at hand and infusions brewed, and what they do to people who take them.

Poisons are brewed here and used in `magic.poisons`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.folds import update
from fatetable.engine.messages import GM, Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, Offer, TextHole, one_of_a_family
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.characters.cast import (
    NOBODY,
    Actor,
    ActorId,
    actor_of,
    controlled,
    players_characters,
    require_control,
)
from fatetable.mechanics.moments import RollIsOver, SessionStarts
from fatetable.mechanics.rolls.state import Roll
from fatetable.mechanics.time.time_taken import TimeTaken
from fatetable.mechanics.undertakings.state import Undertaking
from fatetable.mechanics.undertakings.undertaking import finished
from fatetable.rulesets.skein.book import Poison, SenseMagic, StrongAspect, Tables
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.magic.enchantments import INFUSION, OINTMENT, lay, lay_aspect
from fatetable.rulesets.skein.magic.workings import Workings, near, spend_action, succeeded, target_of, within_reach
from fatetable.rulesets.skein.rolls import WORK
from fatetable.rulesets.skein.sheet import infusions_at_hand, power, powers

SKILL = "plant-and-root"
BREW = "brew"
POISON = "poison"

UNNAMED_INFUSION = "Infused"


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
    """Give somebody an infusion at hand; only now is it said what it does."""

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


Kinds: TypeAlias = tuple[str, ...]


def kinds_of(tables: Tables, actor: Actor) -> Kinds:
    """What somebody knows to brew (SK-STUNT-38, SK-STUNT-40)."""
    ointment = ointment_of(tables, actor)
    return (INFUSION, *((POISON,) if power(tables, actor, Poison) else ()), *((OINTMENT,) if ointment else ()))


def ointment_of(tables: Tables, actor: Actor) -> SenseMagic | None:
    for _, effect in powers(tables, actor, SenseMagic):
        if isinstance(effect, SenseMagic) and effect.prepared is not None:
            return effect
    return None


def at_hand(tables: Tables, state: State, actor: Actor) -> int:
    """How many infusions a herbalist still carries (SK-SKILL-45)."""
    return infusions_at_hand(tables, actor.sheet) - state.get(STOCK).given.get(actor.id, 0)


def brews_of(state: State, actor: ActorId, *kinds: str) -> tuple[Brew, ...]:
    return tuple(b for b in state.get(STOCK).brews.values() if b.maker == actor and b.kind in kinds)


def use_up(decision: Decision, brew: str) -> None:
    brews = decision.state.get(STOCK).brews
    decision.emit(BrewsChanged({key: other for key, other in brews.items() if key != brew}))


def use_stock(decision: Decision, actor: ActorId) -> None:
    given = decision.state.get(STOCK).given
    more = {**given, actor: given.get(actor, 0) + 1}
    # Players do not learn how many infusions the Storyteller's characters have left.
    heroes = {hero.id for hero in players_characters(decision.state)}
    seen = {owner: number for owner, number in more.items() if owner in heroes}
    decision.emit(StockGiven(more), to=(GM,), face=StockGiven(seen) if actor in heroes else None)


class PlantAndRoot(Struct, frozen=True, kw_only=True):
    tables: Tables
    work: Workings
    dials: Dials

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="plant and root",
            decides={BrewInfusion: self._brew, TakeInfusion: self._take, GiveFromStock: self._give},
            evolves=folds(STOCK, {BrewsChanged: update("brews"), StockGiven: update("given")}),
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(SessionStarts, RollIsOver),
        )

    # -- brewing -------------------------------------------------------------------------------------------------

    def _brew(self, decision: Decision, command: BrewInfusion) -> None:
        actor = self.work.require_able(decision, command.actor, SKILL, at_leisure=True)
        decision.require(
            command.kind in kinds_of(self.tables, actor),
            "no-such-magic-known",
            f"{actor.name} does not know how to brew that.",
        )
        words = decision.described(command.words, UNNAMED_INFUSION, "no-words", "Say what it does, as an Aspect.")
        working = Undertaking(
            purpose=BREW,
            maker=actor.id,
            words=words,
            difficulty=self.tables.magic.plant_and_root.difficulty,
            details={"kind": command.kind},
        )
        self.work.begin(decision, actor, working, SKILL, command.description, features=command.features, mode=WORK)

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if isinstance(moment, SessionStarts) and decision.state.get(STOCK).given:
            decision.emit(StockGiven({}))
        elif done := finished(decision, moment, (BREW,)):
            self._brewed(decision, *done)

    def _brewed(self, decision: Decision, roll: Roll, working: Undertaking) -> None:
        """Brewing takes its time even if it fails, and less if it went well (SK-PLANT-02).

        The degree of an ointment lengthens its effect instead.
        """
        kind = working.text("kind")
        time = self.tables.magic.plant_and_root.time
        saves_time = self.dials.degrees_shorten_time and succeeded(roll) and kind != OINTMENT
        taken = self.tables.time.shortened(time, roll.margin or 0) if saves_time else time
        decision.emit(TimeTaken(working.maker, kind, taken))
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

    def _cannot_hand_out(self, state: State, actor: Actor) -> Refusal | None:
        return self.work.may_handle(state, actor, "not-now")

    def _taker(self, decision: Decision, actor: Actor, target: ActorId) -> Actor:
        found = target_of(decision, target)
        is_near = within_reach(decision.state, actor.id, found.id)
        decision.require(is_near, "bad-target", f"{found.name} is too far away to be handed anything.", "infusion")
        return found

    def _herbalist(self, decision: Decision, actor_id: ActorId) -> Actor:
        actor = actor_of(decision, actor_id)
        require_control(decision, actor)
        decision.require_allowed(self._cannot_hand_out(decision.state, actor))
        return actor

    def _take(self, decision: Decision, command: TakeInfusion) -> None:
        actor = self._herbalist(decision, command.actor)
        target = self._taker(decision, actor, command.target)
        brew = decision.state.get(STOCK).brews.get(command.infusion)
        if brew is None or brew.maker != actor.id or brew.kind == POISON:
            raise decision.violation("no-such-infusion", f"{actor.name} has no such infusion.")
        use_up(decision, brew.id)
        if brew.kind == OINTMENT:
            self._anoint(decision, actor, target, brew)
        else:
            self._works(decision, actor, target.id, brew.words, brew.result)
        spend_action(decision, actor.id)

    def _give(self, decision: Decision, command: GiveFromStock) -> None:
        actor = self._herbalist(decision, command.actor)
        target = self._taker(decision, actor, command.target)
        decision.require(
            at_hand(self.tables, decision.state, actor) > 0, "no-such-infusion", f"{actor.name} has none left at hand."
        )
        words = decision.described(command.words, UNNAMED_INFUSION, "no-words", "Say what it does, as an Aspect.")
        use_stock(decision, actor.id)
        self._works(decision, actor, target.id, words, None)
        spend_action(decision, actor.id)

    def _works(self, decision: Decision, maker: Actor, target: ActorId, words: str, result: int | None) -> None:
        """The person who took it has an Aspect with a free use for this scene (SK-PLANT-04)."""
        source = decision.new_id("i")
        aspect = lay_aspect(decision, words, target, target, self.tables.magic.plant_and_root.free_uses, source)
        strong = next(
            (
                e
                for _, e in powers(self.tables, maker, StrongAspect)
                if isinstance(e, StrongAspect) and e.of == INFUSION
            ),
            None,
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
        effect = ointment_of(self.tables, maker)
        assert effect is not None
        lay(
            decision,
            kind=OINTMENT,
            skill=SKILL,
            maker=maker.id,
            name=brew.words,
            target=target.id,
            result=brew.result,
            lasts=self.tables.time.lengthened(effect.lasts, brew.degree * effect.steps_per_degree),
        )

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in self.work.able(state, seat, SKILL, at_leisure=True):
            kinds = tuple(Choice(kind) for kind in kinds_of(self.tables, actor))
            for features, suffix in self.work.claims(actor, SKILL):
                command = BrewInfusion(actor=actor.id, kind="", words="", description="", features=features)
                holes = (ChoiceHole("kind", "what", kinds), TextHole("words", "Aspect", is_description=True))
                yield self.work.offer(actor, f"brew an infusion{suffix}", command, "brew", *holes)
        for actor in controlled(state, seat):
            has_any = at_hand(self.tables, state, actor) > 0 or bool(brews_of(state, actor.id, INFUSION, OINTMENT))
            if has_any and self._cannot_hand_out(state, actor) is None:
                yield from self._handing_out(state, actor)

    def _handing_out(self, state: State, actor: Actor) -> Iterator[Offer]:
        target = ChoiceHole("target", "who", near(state, actor))
        for brew in brews_of(state, actor.id, INFUSION, OINTMENT):
            yield Offer(
                command=TakeInfusion(actor=actor.id, target=NOBODY, infusion=brew.id),
                actor=actor.id,
                **one_of_a_family(f"hand out the {brew.kind} (…)", brew.words),
                verb="use",
                holes=(target,),
                cites=self.work.cites("ointment" if brew.kind == OINTMENT else "infusion"),
                group="magic",
            )
        if (left := at_hand(self.tables, state, actor)) > 0:
            yield Offer(
                command=GiveFromStock(actor=actor.id, target=NOBODY, words=""),
                actor=actor.id,
                label=f"hand out an infusion ({left} at hand)",
                verb="use",
                holes=(target, TextHole("words", "Aspect", is_description=True)),
                cites=self.work.cites("infusion"),
                group="magic",
            )
