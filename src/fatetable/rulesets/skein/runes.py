"""Rune Magic: runes that give things an Aspect, the wizard's own masterpieces, and stones that keep beings out."""

from __future__ import annotations

import functools
from collections.abc import Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.identity import remembered
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, Offer, TextHole
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects import ASPECTS, AspectCard, FreeInvoke, FreeInvokesSet, place, remove
from fatetable.mechanics.cast import CAST, NOBODY, Actor, ActorId, actor_of, controlled, controls, require_control
from fatetable.mechanics.moments import RollIsDeclared, RollIsOver, SceneStarts
from fatetable.mechanics.rolls import Roll, a_roll_is_open
from fatetable.rulesets.skein.arms import carried
from fatetable.rulesets.skein.belongings import ON_ITEM
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.effects import FreeUse, RuneWard
from fatetable.rulesets.skein.enchantments import (
    ENCHANTMENTS,
    FOREVER,
    RUNES,
    RUNEWARD,
    Enchantment,
    behind,
    change,
    choices,
    enchantment_of,
    in_effect,
    lay,
    lay_aspect,
)
from fatetable.rulesets.skein.skill_checks import known_languages
from fatetable.rulesets.skein.spellwork import (
    MAGIC,
    WORK,
    Spellwork,
    TimeTaken,
    Working,
    account_of,
    can_pay,
    finished,
    people_there,
    powers,
    succeeded,
    target_of,
    time_for,
)
from fatetable.rulesets.skein.stunts import Taken, price_of
from fatetable.rulesets.skein.tables import tables

SKILL = "rune-magic"
CARVE, SET_WARD, RESIST = "runes", "runeward", "resist-runeward"
DEFACING = "defacing"


class CarveRunes(Command, frozen=True, kw_only=True, tag="carve-runes"):
    """Give a thing that somebody wields an Aspect."""

    actor: ActorId
    target: ActorId
    item: str
    words: str
    description: str
    features: tuple[str, ...] = ()


class HandOverItem(Command, frozen=True, tag="hand-over-item"):
    """An enchanted thing changes hands, and its Aspect with it."""

    enchantment: str
    to: ActorId


class SetRuneward(Command, frozen=True, kw_only=True, tag="set-runeward"):
    """Keep beings of one kind out of a place."""

    actor: ActorId
    kind: str
    place: str
    description: str
    features: tuple[str, ...] = ()


class DefyRuneward(Command, frozen=True, kw_only=True, tag="defy-runeward"):
    """A being of that kind wants to pass, or to use its powers there."""

    actor: ActorId
    enchantment: str
    description: str


@remembered(limit=2048)
def knows_runes(actor: Actor) -> bool:
    """Runes are written by those who know them (SK-RUNE-02)."""
    skill = tables().skill(SKILL)
    assert skill is not None
    return skill.language.casefold() in [entry.casefold() for entry in known_languages(actor.sheet)]


def wards_known(actor: Actor) -> Iterator[tuple[Taken, RuneWard]]:
    for found, effect in powers(actor, RuneWard):
        if isinstance(effect, RuneWard):
            yield found, effect


@functools.cache
def any_ward() -> RuneWard:
    """What all runewards have in common; one stays when whoever set it has long turned to other things."""
    return next(effect for stunt in tables().stunts for effect in stunt.effects if isinstance(effect, RuneWard))


class Runes(Struct, frozen=True, kw_only=True):
    work: Spellwork
    dials: Dials

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="rune magic",
            decides={
                CarveRunes: self._carve,
                HandOverItem: self._hand_over,
                SetRuneward: self._set_ward,
                DefyRuneward: self._defy,
            },
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(SceneStarts, RollIsDeclared, RollIsOver),
        )

    # -- carving -------------------------------------------------------------------------------------------------

    def _wizard(self, decision: Decision, actor_id: ActorId, price: int) -> Actor:
        actor = self.work.require_able(decision, actor_id, SKILL, at_leisure=True, price=price)
        decision.require(knows_runes(actor), "no-runes", f"{actor.name} does not know the Runes.", "runes")
        return actor

    def _carve(self, decision: Decision, command: CarveRunes) -> None:
        figures = tables().magic.rune_magic
        actor = self._wizard(decision, command.actor, figures.price)
        owner = target_of(decision, command.target)
        item = " ".join(command.item.split())
        decision.require(bool(item) and bool(command.words.strip()), "no-words", "Name the thing and its Aspect.")
        decision.require(
            len(runes_on(decision.state, owner.id, item)) < figures.per_item,
            "runes-already",
            f"There are runes on {item!r} already.",
            "runes",
        )
        decision.require(
            item in _bare_things(decision.state, decision.seat, owner),
            "no-such-thing",
            f"{owner.name} has no {item!r}.",
        )
        working = Working(
            use=CARVE,
            maker=actor.id,
            target=owner.id,
            words=command.words.strip(),
            difficulty=figures.difficulty,
            price=figures.price,
            account=account_of(actor),
            details={"item": item},
        )
        self.work.begin(decision, actor, working, SKILL, command.description, features=command.features, mode=WORK)

    def _on_moment(self, decision: Decision, moment: object) -> None:
        match moment:
            case SceneStarts():
                self._ready_masterpieces(decision, renew=True)
            case RollIsDeclared():
                self._ready_masterpieces(decision, renew=False)
            case _:
                if done := finished(decision, moment, (CARVE, SET_WARD, RESIST)):
                    self._settled(decision, *done)

    def _settled(self, decision: Decision, roll: Roll, working: Working) -> None:
        if working.use == CARVE:
            saves_time = self.dials.degrees_shorten_time and succeeded(roll)
            time = time_for(tables().magic.rune_magic.time, roll, is_shortened=saves_time)
            decision.emit(TimeTaken(working.maker, CARVE, time))
        if not succeeded(roll):
            return
        if working.use == CARVE:
            self._enchant(decision, roll, working)
        elif working.use == SET_WARD:
            lay(
                decision,
                kind=RUNEWARD,
                skill=SKILL,
                maker=working.maker,
                name=working.words,
                place=working.text("place"),
                result=roll.efforts[0].total,
                lasts=FOREVER,
                ends_by=DEFACING,
            )
        elif found := next((e for e in in_effect(decision.state, RUNEWARD) if e.id == working.enchantment), None):
            rest = (other for other in found.passed_by if other != working.maker)
            change(decision, found, passed_by=(*rest, working.maker))

    def _enchant(self, decision: Decision, roll: Roll, working: Working) -> None:
        """A thing has an Aspect from here on (SK-RUNE-03)."""
        free = tables().magic.rune_magic.free_uses
        aspect = lay_aspect(decision, working.words, working.target, working.target, free, roll.id, lasting=True)
        lay(
            decision,
            kind=RUNES,
            skill=SKILL,
            maker=working.maker,
            name=working.words,
            target=working.target,
            item=working.text("item"),
            result=roll.efforts[0].total,
            aspect=aspect,
            lasts=FOREVER,
            ends_by=DEFACING,
        )

    # -- masterpieces --------------------------------------------------------------------------------------------

    def _ready_masterpieces(self, decision: Decision, *, renew: bool) -> None:
        """The strongest works serve for free anew each scene (SK-STUNT-43); their Aspects are laid out already."""
        for actor in tuple(decision.state.get(CAST).values()):
            for found, effect in powers(actor, FreeUse):
                card = _card_of(decision.state, actor.id, found.choice("item-aspect"))
                if card is None or not isinstance(effect, FreeUse):
                    continue
                is_new = behind(decision.state, card) is None
                if is_new:
                    lay(
                        decision,
                        kind=RUNES,
                        skill=SKILL,
                        maker=actor.id,
                        name=card.text,
                        target=actor.id,
                        item=found.choice("item"),
                        aspect=card.id,
                        lasts=FOREVER,
                        ends_by=DEFACING,
                    )
                if (is_new or renew) and len(card.free) != effect.uses:
                    base = decision.new_id("f")
                    free = tuple(FreeInvoke(f"{base}.{n}", actor.id, card.id) for n in range(effect.uses))
                    decision.emit(FreeInvokesSet(card.id, free), to=card.known_to)

    def _hand_over(self, decision: Decision, command: HandOverItem) -> None:
        found = enchantment_of(decision, command.enchantment, RUNES)
        decision.require(found.result is not None, "not-so", "Such a work stays with its maker.")
        owner = actor_of(decision, found.target)
        decision.require(decision.seat.is_gm or controls(decision.seat, owner), "not-yours", "It is not yours to give.")
        taker = target_of(decision, command.to, besides=owner.id)
        decision.require(not a_roll_is_open(decision.state), "not-finished", "A roll is still on the table.")
        card = decision.state.get(ASPECTS)[found.aspect]
        moved = _in_hands_of(card, taker.id)
        remove(decision, card, "changes hands")
        place(decision, moved)
        change(decision, found, target=taker.id)

    # -- keeping beings out --------------------------------------------------------------------------------------

    def _set_ward(self, decision: Decision, command: SetRuneward) -> None:
        actor = actor_of(decision, command.actor)
        known = next((each for each in wards_known(actor) if each[0].choice("kind") == command.kind), None)
        if known is None:
            raise decision.violation("no-such-magic-known", f"{actor.name} knows no ward against that.")
        price = _points(known[0])
        self._wizard(decision, actor.id, price)
        decision.require(bool(command.place.strip()), "no-words", "Say what place the stone protects.")
        working = Working(
            use=SET_WARD,
            maker=actor.id,
            words=command.kind,
            difficulty=known[1].test.difficulty,
            price=price,
            account=account_of(actor),
            details={"place": command.place.strip()},
        )
        self.work.begin(decision, actor, working, SKILL, command.description, features=command.features, mode=WORK)

    def _defy(self, decision: Decision, command: DefyRuneward) -> None:
        """Willpower against what the wizard rolled, or against a fixed number (SK-STUNT-44)."""
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        refusal = self.work.may_react(decision.state, actor)
        if refusal is not None:
            raise decision.violation(refusal.code, refusal.message)
        found = enchantment_of(decision, command.enchantment, RUNEWARD)
        decision.require(actor.id not in found.passed_by, "already-past", f"{actor.name} has got past it.")
        decision.require(self._has_will(actor), "no-will", f"{actor.name} has no will of its own to test.")
        effect, fixed = any_ward(), self.dials.runewards == "fixed"
        working = Working(
            use=RESIST,
            maker=actor.id,
            enchantment=found.id,
            difficulty=effect.test.difficulty if fixed else found.result,
        )
        trait = effect.resisted_with
        self.work.begin(decision, actor, working, trait, command.description, mode=WORK, is_action=False)

    def _has_will(self, actor: Actor) -> bool:
        """Those in a warband or an army do; the whole has nothing to roll with."""
        return any(trait.id == any_ward().resisted_with for trait in self.work.rules.traits(actor, MAGIC))

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        price = tables().magic.rune_magic.price
        for actor in self.work.able(state, seat, SKILL, at_leisure=True):
            if not knows_runes(actor):
                continue
            can_carve = can_pay(state, actor, price)
            for features, suffix in self.work.claims(actor, SKILL) if can_carve or any(wards_known(actor)) else ():
                if can_carve:
                    yield from self._carving_offers(state, seat, actor, features, suffix, price)
                for found, _ in wards_known(actor):
                    if can_pay(state, actor, _points(found)):
                        kind = found.choice("kind")
                        ward = SetRuneward(actor=actor.id, kind=kind, place="", description="", features=features)
                        where, label = TextHole("place", "what place"), f"ward a place against {kind}{suffix}"
                        yield self.work.offer(actor, label, ward, "runeward", where, price=_points(found))
        yield from self._item_offers(state, seat)
        wards = tuple(in_effect(state, RUNEWARD))
        for actor in controlled(state, seat) if wards else ():
            if self._has_will(actor) and self.work.may_react(state, actor) is None:
                met = choices(state, (ward for ward in wards if actor.id not in ward.passed_by))
                if met:
                    command = DefyRuneward(actor=actor.id, enchantment="", description="")
                    hole = ChoiceHole("enchantment", "which", met)
                    yield self.work.offer(actor, "defy a runeward", command, "runeward", hole)

    def _carving_offers(
        self, state: State, seat: Seat, actor: Actor, features: tuple[str, ...], suffix: str, price: int
    ) -> Iterator[Offer]:
        for there in people_there(state):
            owner = state.get(CAST)[ActorId(there.value)]
            bare = tuple(Choice(item) for item in _bare_things(state, seat, owner))
            if bare:
                command = CarveRunes(
                    actor=actor.id, target=owner.id, item="", words="", description="", features=features
                )
                holes = (ChoiceHole("item", "what", bare), TextHole("words", "the Aspect"))
                label = f"carve runes on a thing of {owner.name}'s{suffix}"
                yield self.work.offer(actor, label, command, "runes", *holes, price=price)

    def _item_offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        laid = state.get(ENCHANTMENTS).values()
        if not any(each.kind == RUNES and each.result is not None for each in laid) or a_roll_is_open(state):
            return
        for found in (each for each in in_effect(state, RUNES) if each.result is not None):
            owner = state.get(CAST).get(found.target)
            takers = people_there(state, besides=found.target)
            if owner is not None and takers and (seat.is_gm or controls(seat, owner)):
                yield Offer(
                    command=HandOverItem(found.id, NOBODY),
                    label=f"{owner.name}: hand over {found.item}",
                    holes=(ChoiceHole("to", "to", takers),),
                    cites=self.work.cites("runes"),
                    group="magic",
                )


def runes_on(state: State, owner: ActorId, item: str) -> tuple[Enchantment, ...]:
    wanted = item.casefold()
    return tuple(e for e in in_effect(state, RUNES) if e.target == owner and e.item.casefold() == wanted)


def _bare_things(state: State, seat: Seat, owner: Actor) -> tuple[str, ...]:
    """Things without runes that somebody carries, as far as this seat knows what they carry."""
    if not owner.is_pc and not controls(seat, owner):
        return ()
    things = dict.fromkeys(" ".join(item.split()) for item in carried(owner.sheet))
    return tuple(item for item in things if len(runes_on(state, owner.id, item)) < tables().magic.rune_magic.per_item)


def _points(found: Taken) -> int:
    price = price_of(found)
    return price.points if price else 0


def _card_of(state: State, bearer: ActorId, words: str) -> AspectCard | None:
    """The Aspect of a thing that somebody has."""
    cards = state.get(ASPECTS).values()
    return next((card for card in cards if card.bearer == bearer and card.lasts == f"{ON_ITEM}{words}"), None)


def _in_hands_of(card: AspectCard, taker: ActorId) -> AspectCard:
    free = tuple(msgspec.structs.replace(each, holder=taker, lent_to=NOBODY) for each in card.free)
    return msgspec.structs.replace(card, bearer=taker, free=free)
