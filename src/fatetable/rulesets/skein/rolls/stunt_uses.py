"""Stunts that players choose to use: at a price on a roll of their own, or to borrow a skill for a scene.

Stunts that always count are applied in `rolls/checks.py`, those of combat and magic in these folders.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.folds import set_to
from fatetable.engine.identity import remembered
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, Hole, Offer, Price, RollSide, Target, TextHole, one_of_a_family
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.aspects.cards import ASPECTS, CONSEQUENCE, change_sheet
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, actor_of, controlled, require_control
from fatetable.mechanics.characters.effects import Feature
from fatetable.mechanics.characters.trait_groups import member
from fatetable.mechanics.moments import ConsequencesTaken, DiceAreThrown, RollIsOver, SceneEnds
from fatetable.mechanics.points.accounts import BANK, balance, move
from fatetable.mechanics.rolls.state import ROLLS, Modifier, Roll, RollId, change_effort, open_rolls, roll_of
from fatetable.mechanics.scenes.presence import is_active
from fatetable.rulesets.skein.book import LendSkill, RollBonus, Tables
from fatetable.rulesets.skein.book import Price as StuntPrice
from fatetable.rulesets.skein.points import account_of
from fatetable.rulesets.skein.rolls.consequence_scores import score_of_consequence
from fatetable.rulesets.skein.rolls.moments import ScoreDamaged
from fatetable.rulesets.skein.rolls.trait_reference import read_trait
from fatetable.rulesets.skein.sheet import (
    COMPOSURE,
    Taken,
    all_effects,
    price_of,
    skill_name,
    skill_of,
    specialism_bonus,
    stunts_of,
    taken,
)

SPECIALISM = "specialism"
PRICED = (SPECIALISM, "new-skill-use", "ignore-restriction")
RETORT = "retort"


class UseStunt(Command, frozen=True, kw_only=True, tag="use-stunt"):
    """Pay for a strong stunt the player composed, on a roll of its skill before the dice."""

    actor: ActorId
    roll: RollId
    stunt: str


class BorrowSkill(Command, frozen=True, kw_only=True, tag="borrow-skill"):
    """Have a skill for this scene; of a skill with many kinds, the one `named`."""

    actor: ActorId
    skill: str
    named: str = ""


class ScenePaid(Event, frozen=True, tag="stunts-paid/1"):
    """Which stunts have been paid for in this scene, and on which roll."""

    paid: Mapping[str, RollId]


class RetortsChanged(Event, frozen=True, tag="retorts-changed/1"):
    """Who has an answer ready for what was done to their Composure."""

    actors: tuple[ActorId, ...]


class SkillsBorrowed(Event, frozen=True, tag="skills-borrowed/1"):
    """The skills that go away again when the scene ends."""

    skills: Mapping[ActorId, tuple[str, ...]]


Borrowed: TypeAlias = Mapping[ActorId, tuple[str, ...]]
PAID: Key[Mapping[str, RollId]] = Key("paid-stunts", dict[str, RollId], {})
RETORTS: Key[tuple[ActorId, ...]] = Key("retorts", tuple[ActorId, ...], ())
BORROWED: Key[Borrowed] = Key("borrowed-skills", dict[ActorId, tuple[str, ...]], {})


# -- what counts together --------------------------------------------------------------------------------------------


def one_specialism(tables: Tables, _actor: Actor, _action: str, _trait: str, features: tuple[Feature, ...]) -> bool:
    """Of several specialisms, or styles of fighting, one applies to a roll (SK-STYPE-01, SK-TEST-15)."""
    return sum(_is_specialism(tables, feature) for feature in features) <= 1


def _is_specialism(tables: Tables, feature: Feature) -> bool:
    found = taken(tables, feature)
    return found is not None and SPECIALISM in (found.entry.id, found.stunt.type if found.stunt else "")


def retorts(tables: Tables, state: State, actor: Actor, _action: str, trait: str) -> tuple[Modifier, ...]:
    """A bonus to the next social skill after damage to Composure (SK-STUNT-13)."""
    skill = skill_of(tables, read_trait(trait).skill)
    if actor.id not in state.get(RETORTS) or skill is None:
        return ()
    return tuple(
        Modifier(RETORT, found.feature.name, effect.amount, found.entry.cites)
        for found, effect in _answers(tables, actor)
        if effect.category == skill.category
    )[:1]


def _answers(tables: Tables, actor: Actor) -> Iterator[tuple[Taken, RollBonus]]:
    for found, effect in all_effects(tables, actor.sheet):
        if isinstance(effect, RollBonus) and effect.trigger == "composure-damage":
            yield found, effect


class StuntUses(Struct, frozen=True):
    tables: Tables
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="stunt uses",
            decides={UseStunt: self._use, BorrowSkill: self._borrow},
            evolves={
                **folds(PAID, {ScenePaid: set_to("paid")}),
                **folds(RETORTS, {RetortsChanged: set_to("actors")}),
                **folds(BORROWED, {SkillsBorrowed: set_to("skills")}),
            },
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsOver, ScoreDamaged, ConsequencesTaken, DiceAreThrown, SceneEnds),
        )

    # -- at a price ----------------------------------------------------------------------------------------------

    def _usable(self, state: State, actor: Actor, roll: Roll) -> Iterator[tuple[Taken, int]]:
        """Strong stunts that fit this roll of theirs, with what each would cost now (SK-STYPE-01, 02, 05)."""
        for found, price in _strong(self.tables, actor):
            if self._does_not_fit(actor, roll, found) is None:
                yield found, _cost(state, actor, found, price)

    def _does_not_fit(self, actor: Actor, roll: Roll, found: Taken) -> Refusal | None:
        """Why a strong stunt cannot be used on a roll."""
        code, stunt, index = "stunt-does-not-fit", found.feature.name, max(roll.active, 0)
        effort, skill = roll.efforts[index], found.choice("skill")
        if effort.actor != actor.id:
            own = "on a roll of their own, when it is their side's turn to choose"
            return Refusal(code, f"{actor.name} uses {stunt!r} {own}.")
        if roll.stage_of(index) != "declared":
            return Refusal(code, f"{stunt!r} is used before the dice fall.")
        if stunt in effort.features:
            return Refusal(code, f"{stunt!r} counts on this roll already.")
        if skill != read_trait(effort.trait).skill:
            needs = skill_name(self.tables, skill)
            return Refusal(code, f"{stunt!r} goes with {needs}, which is not what is rolled.")
        claimed = tuple(feature for name in effort.features if (feature := actor.sheet.feature(name)))
        if not one_specialism(self.tables, actor, effort.action, effort.trait, (*claimed, found.feature)):
            return Refusal(code, f"{stunt!r} does not go with the other specialism on this roll: one counts.")
        return None

    def _use(self, decision: Decision, command: UseStunt) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        roll = roll_of(decision, command.roll)
        strong = {each.feature.name: (each, price) for each, price in _strong(self.tables, actor)}
        if command.stunt not in strong:
            message = f"{actor.name} has no stunt {command.stunt!r} that is paid for on a roll."
            raise decision.violation("stunt-does-not-fit", message)
        found, price = strong[command.stunt]
        decision.require_allowed(self._does_not_fit(actor, roll, found))
        cost = _cost(decision.state, actor, found, price)
        move(decision, account_of(actor), BANK, cost, f"used {command.stunt}", "strong-stunt")
        if cost:
            before = decision.state.get(PAID)
            decision.emit(ScenePaid({**before, _key(actor.id, found): roll.id}))
        index = max(roll.active, 0)
        effort = roll.efforts[index]
        more: tuple[Modifier, ...] = ()
        if found.entry.id == SPECIALISM:
            more = (
                Modifier(
                    "feature", command.stunt, specialism_bonus(self.tables, found), decision.cites("strong-stunt")
                ),
            )
        change_effort(
            decision,
            roll.id,
            index,
            features=(*effort.features, command.stunt),
            modifiers=(*effort.modifiers, *more),
        )

    def _give_back(self, decision: Decision, roll: Roll) -> None:
        """Return what was paid for on a roll that was called off before its dice."""
        for key, where in tuple(decision.state.get(PAID).items()):
            if where != roll.id:
                continue
            for effort in roll.efforts:
                actor = decision.state.get(CAST)[effort.actor]
                for found in stunts_of(self.tables, actor.sheet):
                    price = price_of(found)
                    if price is not None and _key(actor.id, found) == key:
                        move(decision, BANK, account_of(actor), price.points, "the roll did not happen", "strong-stunt")
            rest = {other: roll_id for other, roll_id in decision.state.get(PAID).items() if other != key}
            decision.emit(ScenePaid(rest))

    # -- a borrowed skill ----------------------------------------------------------------------------------------

    def _lender(self, actor: Actor) -> tuple[Taken, LendSkill] | None:
        """The stunt that lets somebody borrow skills."""
        return next(((s, e) for s, e in all_effects(self.tables, actor.sheet) if isinstance(e, LendSkill)), None)

    def _may_borrow(self, state: State, actor: Actor, price: int) -> Refusal | None:
        if not is_active(state, actor.id):
            return Refusal("no-such-stunt", f"{actor.name} is not in the scene, and a skill is borrowed for a scene.")
        if balance(state, account_of(actor)) < price:
            return Refusal("no-such-stunt", f"That costs {_counted(price)}, which {actor.name} does not have.")
        return None

    def _borrow(self, decision: Decision, command: BorrowSkill) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        lender = self._lender(actor)
        if lender is None:
            raise decision.violation("no-such-stunt", f"{actor.name} has no stunt that lends a skill.")
        found, effect = lender
        decision.require_allowed(self._may_borrow(decision.state, actor, _points(found)))
        entry = self.tables.skill(command.skill)
        words = " ".join(command.named.split()).strip("[] ")
        if entry is None or entry.category in effect.never:
            raise decision.violation("not-to-be-borrowed", f"{command.skill!r} is no skill that can be had like this.")
        needs = f"Say which kind of {entry.name} it is." if entry.is_group else f"There is one {entry.name} only."
        decision.require(entry.is_group == bool(words), "not-to-be-borrowed", needs)
        trait = member(command.skill, words) if words else command.skill
        decision.require(
            trait not in actor.sheet.traits, "known-already", f"{actor.name} knows {skill_name(self.tables, trait)}."
        )
        move(decision, account_of(actor), BANK, _points(found), f"used {found.feature.name}", "borrow-skill")
        lent = decision.state.get(BORROWED)
        decision.emit(SkillsBorrowed({**lent, actor.id: (*lent.get(actor.id, ()), trait)}))
        traits = {**actor.sheet.traits, trait: effect.level}
        change_sheet(decision, actor, msgspec.structs.replace(actor.sheet, traits=traits), found.feature.name)

    def _return_skills(self, decision: Decision) -> None:
        for actor_id, skills in decision.state.get(BORROWED).items():
            if actor := decision.state.get(CAST).get(actor_id):
                traits = {trait: rating for trait, rating in actor.sheet.traits.items() if trait not in skills}
                change_sheet(decision, actor, msgspec.structs.replace(actor.sheet, traits=traits), "the scene ended")
        decision.emit(SkillsBorrowed({}))

    # -- moments -------------------------------------------------------------------------------------------------

    def _on_moment(self, decision: Decision, moment: object) -> None:
        match moment:
            case RollIsOver(roll, was_cancelled=True):
                self._give_back(decision, decision.state.get(ROLLS)[RollId(roll)])
            case ScoreDamaged(actor, score) if score == COMPOSURE:
                self._ready(decision, ActorId(actor))
            case ConsequencesTaken(actor) if _is_of_the_mind(decision.state, ActorId(actor)):
                self._ready(decision, ActorId(actor))  # Damage that was bought off has been suffered.
            case DiceAreThrown(actor) if actor in decision.state.get(RETORTS):
                self._spend(decision, ActorId(actor))
            case SceneEnds():
                self._end_scene(decision)
            case _:
                pass

    def _ready(self, decision: Decision, actor_id: ActorId) -> None:
        ready = decision.state.get(RETORTS)
        if actor_id not in ready and any(_answers(self.tables, decision.state.get(CAST)[actor_id])):
            decision.emit(RetortsChanged((*ready, actor_id)))

    def _spend(self, decision: Decision, actor_id: ActorId) -> None:
        for roll in open_rolls(decision.state):
            for effort in roll.efforts:
                if effort.actor == actor_id and effort.throws and any(m.source == RETORT for m in effort.modifiers):
                    rest = tuple(other for other in decision.state.get(RETORTS) if other != actor_id)
                    decision.emit(RetortsChanged(rest))

    def _end_scene(self, decision: Decision) -> None:
        if decision.state.get(RETORTS):
            decision.emit(RetortsChanged(()))
        if decision.state.get(PAID):
            decision.emit(ScenePaid({}))
        if decision.state.get(BORROWED):
            self._return_skills(decision)

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in controlled(state, seat):
            if _strong(self.tables, actor):
                yield from self._uses(state, actor)
            yield from self._loans(state, actor)

    def _uses(self, state: State, actor: Actor) -> Iterator[Offer]:
        for roll in open_rolls(state):
            for found, cost in self._usable(state, actor, roll):
                if balance(state, account_of(actor)) >= cost:
                    yield Offer(
                        command=UseStunt(actor=actor.id, roll=roll.id, stunt=found.feature.name),
                        label=f"use {found.feature.name}",
                        actor=actor.id,
                        verb="use",
                        target=Target("roll", roll.id),
                        price=Price(cost, account_of(actor)) if cost else None,
                        cites=self.cites("strong-stunt"),
                        group="roll",
                        changes=RollSide(roll.id, max(roll.active, 0)),
                    )

    def _loans(self, state: State, actor: Actor) -> Iterator[Offer]:
        lender = self._lender(actor)
        if lender is None or self._may_borrow(state, actor, _points(lender[0])) is not None:
            return
        found, effect = lender
        open_to = [skill for skill in self.tables.skills if skill.category not in effect.never]
        plain = [skill for skill in open_to if not skill.is_group and skill.id not in actor.sheet.traits]
        kinds = [skill for skill in open_to if skill.is_group]
        holes: tuple[Hole, ...] = (ChoiceHole("skill", "skill", tuple(Choice(s.id, s.name) for s in plain)),)
        price, cites = Price(_points(found), account_of(actor)), self.cites("borrow-skill")
        yield Offer(
            command=BorrowSkill(actor=actor.id, skill=""),
            label="gain a skill for this scene",
            actor=actor.id,
            verb="use",
            holes=holes,
            price=price,
            cites=cites,
            group="act",
        )
        for skill in kinds:
            yield Offer(
                command=BorrowSkill(actor=actor.id, skill=skill.id),
                **one_of_a_family("gain a kind of … for this scene", skill.name),
                actor=actor.id,
                verb="use",
                holes=(TextHole("named", skill.asks[:1].lower() + skill.asks[1:]),),
                price=price,
                cites=cites,
                group="act",
            )


@remembered(limit=2048)
def _strong(tables: Tables, actor: Actor) -> tuple[tuple[Taken, StuntPrice], ...]:
    """The stunts of an actor that are paid for on a roll."""
    found = ((each, price_of(each)) for each in stunts_of(tables, actor.sheet) if each.entry.id in PRICED)
    return tuple((each, price) for each, price in found if price is not None)


def _key(actor: ActorId, found: Taken) -> str:
    return f"{actor}:{found.feature.name}"


def _cost(state: State, actor: Actor, found: Taken, price: StuntPrice) -> int:
    """What a strong stunt costs now: nothing if it was paid for the scene already."""
    is_paid = price.per == "scene" and _key(actor.id, found) in state.get(PAID)
    return 0 if is_paid else price.points


def _points(found: Taken) -> int:
    price = price_of(found)
    return price.points if price is not None else 0


def _counted(points: int) -> str:
    return "a Fate Point" if points == 1 else f"{points} Fate Points"


def _is_of_the_mind(state: State, actor: ActorId) -> bool:
    """Was the Consequence somebody has just taken one of Composure?"""
    cards = [c for c in state.get(ASPECTS).values() if c.bearer == actor and c.kind == CONSEQUENCE]
    return bool(cards) and score_of_consequence(cards[-1]) == COMPOSURE
