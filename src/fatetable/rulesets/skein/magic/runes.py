"""Rune Magic: runes that give things an Aspect, masterpieces, and runewards that keep beings out of a place."""

from __future__ import annotations

import functools
from collections.abc import Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.folds import set_to
from fatetable.engine.identity import remembered
from fatetable.engine.messages import GM, Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, Offer, Target, TextHole, one_of_a_family
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.aspects.cards import ASPECTS, AspectCard, FreeInvoke, FreeInvokesSet, place, remove
from fatetable.mechanics.characters.cast import (
    CAST,
    NOBODY,
    Actor,
    ActorId,
    actor_of,
    controlled,
    controls,
    require_control,
)
from fatetable.mechanics.moments import RollIsDeclared, RollIsOver, SceneStarts
from fatetable.mechanics.rolls.state import Roll, a_roll_is_open
from fatetable.mechanics.scenes.presence import people_there
from fatetable.mechanics.time.time_taken import TimeTaken
from fatetable.mechanics.undertakings.state import Undertaking
from fatetable.mechanics.undertakings.undertaking import finished
from fatetable.rulesets.skein.book import FreeUse, RuneWard, Tables
from fatetable.rulesets.skein.creation import known_languages
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.magic.enchantments import (
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
from fatetable.rulesets.skein.magic.workings import Workings, succeeded, target_of
from fatetable.rulesets.skein.points import account_of, can_pay
from fatetable.rulesets.skein.possessions import ON_ITEM
from fatetable.rulesets.skein.rolls import MAGIC, WORK
from fatetable.rulesets.skein.sheet import Taken, carried, powers, price_of

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


class Masterpiece(Struct, frozen=True):
    """The strongest work of somebody, by its Aspect."""

    owner: ActorId
    aspect: str


READIED: Key[tuple[Masterpiece, ...]] = Key("masterpieces-readied", tuple[Masterpiece, ...], ())
"""Those that have had their free use in this scene."""


class MasterpiecesReadied(Event, frozen=True, tag="masterpieces-readied/1"):
    masterpieces: tuple[Masterpiece, ...]


@remembered(limit=2048)
def knows_runes(tables: Tables, actor: Actor) -> bool:
    """Only characters who know the Runes as a language can write them (SK-RUNE-02)."""
    skill = tables.skill(SKILL)
    assert skill is not None
    return skill.language.casefold() in [entry.casefold() for entry in known_languages(actor.sheet)]


def wards_known(tables: Tables, actor: Actor) -> Iterator[tuple[Taken, RuneWard]]:
    for found, effect in powers(tables, actor, RuneWard):
        if isinstance(effect, RuneWard):
            yield found, effect


@functools.lru_cache(maxsize=16)
def any_ward(tables: Tables) -> RuneWard:
    """What all runewards have in common; one works even if its maker has given up the stunt since."""
    return next(effect for stunt in tables.stunts for effect in stunt.effects if isinstance(effect, RuneWard))


class Runes(Struct, frozen=True, kw_only=True):
    tables: Tables
    work: Workings
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
            evolves=folds(READIED, {MasterpiecesReadied: set_to("masterpieces")}),
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(SceneStarts, RollIsDeclared, RollIsOver),
        )

    # -- carving -------------------------------------------------------------------------------------------------

    def _wizard(self, decision: Decision, actor_id: ActorId, price: int) -> Actor:
        actor = self.work.require_able(decision, actor_id, SKILL, at_leisure=True, price=price)
        decision.require(knows_runes(self.tables, actor), "no-runes", f"{actor.name} does not know the Runes.", "runes")
        return actor

    def _carve(self, decision: Decision, command: CarveRunes) -> None:
        figures = self.tables.magic.rune_magic
        actor = self._wizard(decision, command.actor, figures.price)
        owner = target_of(decision, command.target)
        item = " ".join(command.item.split())
        wanted = "Name the thing and its Aspect."
        decision.require(bool(item), "no-words", wanted)
        words = decision.described(command.words, "Carved with Runes", "no-words", wanted)
        decision.require(
            len(runes_on(decision.state, owner.id, item)) < figures.per_item,
            "runes-already",
            f"There are runes on {item!r} already.",
            "runes",
        )
        decision.require(
            item in _bare_things(self.tables, decision.state, decision.seat, owner),
            "no-such-thing",
            f"{owner.name} has no {item!r}.",
        )
        working = Undertaking(
            purpose=CARVE,
            maker=actor.id,
            target=owner.id,
            words=words,
            difficulty=figures.difficulty,
            price=figures.price,
            account=account_of(actor),
            details={"item": item},
        )
        self.work.begin(decision, actor, working, SKILL, command.description, features=command.features, mode=WORK)

    def _on_moment(self, decision: Decision, moment: object) -> None:
        match moment:
            case SceneStarts():
                self._ready_masterpieces(decision, anew=True)
            case RollIsDeclared():
                self._ready_masterpieces(decision)
            case _:
                if done := finished(decision, moment, (CARVE, SET_WARD, RESIST)):
                    self._settled(decision, *done)

    def _settled(self, decision: Decision, roll: Roll, working: Undertaking) -> None:
        if working.purpose == CARVE:
            saves_time = self.dials.degrees_shorten_time and succeeded(roll)
            usual = self.tables.magic.rune_magic.time
            time = self.tables.time.shortened(usual, roll.margin or 0) if saves_time else usual
            decision.emit(TimeTaken(working.maker, CARVE, time))
        if not succeeded(roll):
            return
        if working.purpose == CARVE:
            self._enchant(decision, roll, working)
        elif working.purpose == SET_WARD:
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
        elif found := next((e for e in in_effect(decision.state, RUNEWARD) if e.id == working.work), None):
            rest = (other for other in found.passed_by if other != working.maker)
            change(decision, found, passed_by=(*rest, working.maker))

    def _enchant(self, decision: Decision, roll: Roll, working: Undertaking) -> None:
        """Give a thing its Aspect (SK-RUNE-03)."""
        free = self.tables.magic.rune_magic.free_uses
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

    def _ready_masterpieces(self, decision: Decision, *, anew: bool = False) -> None:
        """Give each masterpiece its free use, once in a scene (SK-STUNT-43); their Aspects are there already."""
        readied: tuple[Masterpiece, ...] = () if anew else decision.state.get(READIED)
        for actor in tuple(decision.state.get(CAST).values()):
            for found, effect in powers(self.tables, actor, FreeUse):
                piece = Masterpiece(actor.id, found.choice("item-aspect"))
                card = _card_of(decision.state, actor.id, piece.aspect)
                if card is None or not isinstance(effect, FreeUse):
                    continue
                if behind(decision.state, card) is None:
                    self._lay_masterpiece(decision, actor.id, found.choice("item"), card)
                if piece not in readied:
                    readied = (*readied, piece)
                    base = decision.new_id("f", card.known_to)
                    free = tuple(FreeInvoke(f"{base}.{n}", actor.id, card.id) for n in range(effect.uses))
                    if len(card.free) != effect.uses:
                        decision.emit(FreeInvokesSet(card.id, free), to=card.known_to)
        if readied != decision.state.get(READIED):
            decision.emit(MasterpiecesReadied(readied), to=(GM,))

    def _lay_masterpiece(self, decision: Decision, owner: ActorId, item: str, card: AspectCard) -> None:
        lay(
            decision,
            kind=RUNES,
            skill=SKILL,
            maker=owner,
            name=card.text,
            target=owner,
            item=item,
            aspect=card.id,
            lasts=FOREVER,
            ends_by=DEFACING,
        )

    def _hand_over(self, decision: Decision, command: HandOverItem) -> None:
        found = enchantment_of(decision, command.enchantment, RUNES)
        decision.require(found.result is not None, "not-so", "Such a work stays with its maker.")
        owner = actor_of(decision, found.target)
        decision.require(decision.seat.is_gm or controls(decision.seat, owner), "not-yours", "It is not yours to give.")
        taker = target_of(decision, command.to, besides=owner.id)
        decision.require(not a_roll_is_open(decision.state), "not-finished", "Finish the open roll first.")
        card = decision.state.get(ASPECTS)[found.aspect]
        moved = _in_hands_of(card, taker.id)
        remove(decision, card, "changes hands")
        place(decision, moved)
        change(decision, found, target=taker.id)

    # -- keeping beings out --------------------------------------------------------------------------------------

    def _set_ward(self, decision: Decision, command: SetRuneward) -> None:
        actor = actor_of(decision, command.actor)
        known = next((each for each in wards_known(self.tables, actor) if each[0].choice("kind") == command.kind), None)
        if known is None:
            raise decision.violation("no-such-magic-known", f"{actor.name} knows no ward against that.")
        price = _points(known[0])
        self._wizard(decision, actor.id, price)
        place = decision.described(command.place, "This place", "no-words", "Say what place the stone protects.")
        working = Undertaking(
            purpose=SET_WARD,
            maker=actor.id,
            words=command.kind,
            difficulty=known[1].test.difficulty,
            price=price,
            account=account_of(actor),
            details={"place": place},
        )
        self.work.begin(decision, actor, working, SKILL, command.description, features=command.features, mode=WORK)

    def _defy(self, decision: Decision, command: DefyRuneward) -> None:
        """Willpower against what the wizard rolled, or against a fixed number (SK-STUNT-44)."""
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require_allowed(self.work.may_react(decision.state, actor))
        found = enchantment_of(decision, command.enchantment, RUNEWARD)
        decision.require(actor.id not in found.passed_by, "already-past", f"{actor.name} has got past it.")
        decision.require(found.maker != actor.id, "own-ward", f"{actor.name} made that ward, which is against others.")
        decision.require(self._has_will(actor), "no-will", f"{actor.name} has no will of its own to test.")
        effect, fixed = any_ward(self.tables), self.dials.runewards == "fixed"
        working = Undertaking(
            purpose=RESIST,
            maker=actor.id,
            work=found.id,
            difficulty=effect.test.difficulty if fixed else found.result,
        )
        trait = effect.resisted_with
        self.work.begin(decision, actor, working, trait, command.description, mode=WORK, is_action=False)

    def _has_will(self, actor: Actor) -> bool:
        """A warband or an army as a whole has no Willpower to roll with."""
        return any(trait.id == any_ward(self.tables).resisted_with for trait in self.work.rules.traits(actor, MAGIC))

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        price = self.tables.magic.rune_magic.price
        for actor in self.work.able(state, seat, SKILL, at_leisure=True):
            if not knows_runes(self.tables, actor):
                continue
            can_carve = can_pay(state, actor, price)
            for features, suffix in (
                self.work.claims(actor, SKILL) if can_carve or any(wards_known(self.tables, actor)) else ()
            ):
                if can_carve:
                    yield from self._carving_offers(state, seat, actor, features, suffix, price)
                for found, _ in wards_known(self.tables, actor):
                    if can_pay(state, actor, _points(found)):
                        kind = found.choice("kind")
                        ward = SetRuneward(actor=actor.id, kind=kind, place="", description="", features=features)
                        where, label = (
                            TextHole("place", "place", is_description=True),
                            f"ward a place against {kind}{suffix}",
                        )
                        yield self.work.offer(actor, label, ward, "runeward", where, price=_points(found))
        yield from self._item_offers(state, seat)
        wards = tuple(in_effect(state, RUNEWARD))
        for actor in controlled(state, seat) if wards else ():
            if self._has_will(actor) and self.work.may_react(state, actor) is None:
                met = choices(state, (ward for ward in wards if actor.id not in (ward.maker, *ward.passed_by)))
                if met:
                    command = DefyRuneward(actor=actor.id, enchantment="", description="")
                    hole = ChoiceHole("enchantment", "which", met)
                    yield self.work.offer(actor, "defy a runeward", command, "runeward", hole, verb="overcome")

    def _carving_offers(
        self, state: State, seat: Seat, actor: Actor, features: tuple[str, ...], suffix: str, price: int
    ) -> Iterator[Offer]:
        for there in people_there(state):
            owner = state.get(CAST)[ActorId(there.value)]
            bare = tuple(Choice(item) for item in _bare_things(self.tables, state, seat, owner))
            if bare:
                command = CarveRunes(
                    actor=actor.id, target=owner.id, item="", words="", description="", features=features
                )
                holes = (ChoiceHole("item", "what", bare), TextHole("words", "Aspect", is_description=True))
                label = f"carve runes on a thing of {owner.name}'s{suffix}"
                on = Target("actor", owner.id)
                yield self.work.offer(actor, label, command, "runes", *holes, target=on, price=price)

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
                    actor=owner.id,
                    **one_of_a_family("hand over …", found.item),
                    verb="trade",
                    holes=(ChoiceHole("to", "to", takers),),
                    cites=self.work.cites("runes"),
                    group="magic",
                )


def runes_on(state: State, owner: ActorId, item: str) -> tuple[Enchantment, ...]:
    wanted = item.casefold()
    return tuple(e for e in in_effect(state, RUNES) if e.target == owner and e.item.casefold() == wanted)


def _bare_things(tables: Tables, state: State, seat: Seat, owner: Actor) -> tuple[str, ...]:
    """Things without runes that somebody carries; none if this seat does not know what they carry."""
    if not owner.is_pc and not controls(seat, owner):
        return ()
    things = dict.fromkeys(" ".join(item.split()) for item in carried(tables, owner.sheet))
    return tuple(item for item in things if len(runes_on(state, owner.id, item)) < tables.magic.rune_magic.per_item)


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
