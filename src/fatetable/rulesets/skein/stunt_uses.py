"""Stunts people use on purpose: at a price, on a roll of their own, or for a skill they do not have.

Stunts that always count, those of combat and those of magic are applied where what they change is worked out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.identity import remembered
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, Hole, Offer, Price, TextHole
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.aspects import ASPECTS, CONSEQUENCE, change_sheet
from fatetable.mechanics.cast import CAST, Actor, ActorId, actor_of, controlled, require_control
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.effects import Feature
from fatetable.mechanics.fate_points import BANK, balance, move
from fatetable.mechanics.harm import is_out
from fatetable.mechanics.moments import ConsequencesTaken, DiceAreThrown, RollIsOver, SceneEnds
from fatetable.mechanics.rolls import ROLLS, Modifier, Roll, RollId, change_effort, open_rolls, roll_of
from fatetable.mechanics.scenes import is_present
from fatetable.mechanics.trait_groups import member
from fatetable.rulesets.skein.catalogue import Price as StuntPrice
from fatetable.rulesets.skein.effects import LendSkill, RollBonus
from fatetable.rulesets.skein.hurting import COMPOSURE, ScoreDamaged
from fatetable.rulesets.skein.purses import account_of
from fatetable.rulesets.skein.rolling import skill_part
from fatetable.rulesets.skein.skills import skill_name, skill_of
from fatetable.rulesets.skein.stunts import Taken, all_effects, price_of, specialism_bonus, stunts_of, taken
from fatetable.rulesets.skein.tables import tables

SPECIALISM = "specialism"
PRICED = (SPECIALISM, "new-skill-use", "ignore-restriction")
RETORT = "retort"


class UseStunt(Command, frozen=True, kw_only=True, tag="use-stunt"):
    """Pay for a strong stunt of one's own making on a roll of its skill, before the dice."""

    actor: ActorId
    roll: RollId
    stunt: str


class BorrowSkill(Command, frozen=True, kw_only=True, tag="borrow-skill"):
    """Have a skill for this scene that one does not have; of a skill with many kinds, the one `named`."""

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


def _paid(_: Mapping[str, RollId], event: ScenePaid) -> Mapping[str, RollId]:
    return event.paid


def _retorts(_: tuple[ActorId, ...], event: RetortsChanged) -> tuple[ActorId, ...]:
    return event.actors


def _borrowed(_: Borrowed, event: SkillsBorrowed) -> Borrowed:
    return event.skills


# -- what counts together --------------------------------------------------------------------------------------------


def one_specialism(_actor: Actor, _action: str, _trait: str, features: tuple[Feature, ...]) -> bool:
    """Of several specialisms, or styles of fighting, one applies to a roll (SK-STYPE-01, SK-TEST-15)."""
    return sum(_is_specialism(feature) for feature in features) <= 1


def _is_specialism(feature: Feature) -> bool:
    found = taken(feature)
    return found is not None and SPECIALISM in (found.entry.id, found.stunt.type if found.stunt else "")


def retorts(state: State, actor: Actor, _action: str, trait: str) -> tuple[Modifier, ...]:
    """Cutting words for the next social skill, after damage to Composure (SK-STUNT-13)."""
    skill = skill_of(skill_part(trait))
    if actor.id not in state.get(RETORTS) or skill is None:
        return ()
    return tuple(
        Modifier(RETORT, found.feature.name, effect.amount, found.entry.cites)
        for found, effect in _answers(actor)
        if effect.category == skill.category
    )[:1]


def _answers(actor: Actor) -> Iterator[tuple[Taken, RollBonus]]:
    for found, effect in all_effects(actor.sheet):
        if isinstance(effect, RollBonus) and effect.trigger == "composure-damage":
            yield found, effect


class StuntUses(Struct, frozen=True):
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="stunt uses",
            decides={UseStunt: self._use, BorrowSkill: self._borrow},
            evolves={
                **folds(PAID, {ScenePaid: _paid}),
                **folds(RETORTS, {RetortsChanged: _retorts}),
                **folds(BORROWED, {SkillsBorrowed: _borrowed}),
            },
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsOver, ScoreDamaged, ConsequencesTaken, DiceAreThrown, SceneEnds),
        )

    # -- at a price ----------------------------------------------------------------------------------------------

    def _usable(self, state: State, actor: Actor, roll: Roll) -> Iterator[tuple[Taken, int]]:
        """Strong stunts that fit this roll of theirs, with what each would cost now (SK-STYPE-01, 02, 05)."""
        index = max(roll.active, 0)
        effort = roll.efforts[index]
        if effort.actor != actor.id or roll.stage_of(index) != "declared":
            return
        claimed = tuple(feature for name in effort.features if (feature := actor.sheet.feature(name)))
        for found, price in _strong(actor):
            if found.feature in claimed:
                continue
            is_paid = price.per == "scene" and _key(actor.id, found) in state.get(PAID)
            fits = found.choice("skill") == skill_part(effort.trait)
            if fits and one_specialism(actor, effort.action, effort.trait, (*claimed, found.feature)):
                yield found, 0 if is_paid else price.points

    def _use(self, decision: Decision, command: UseStunt) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        roll = roll_of(decision, command.roll)
        usable = {found.feature.name: (found, cost) for found, cost in self._usable(decision.state, actor, roll)}
        if command.stunt not in usable:
            raise decision.violation("stunt-does-not-fit", f"{actor.name} cannot use {command.stunt!r} on this roll.")
        found, cost = usable[command.stunt]
        move(decision, account_of(actor), BANK, cost, f"used {command.stunt}", "strong-stunt")
        if cost:
            before = decision.state.get(PAID)
            decision.emit(ScenePaid({**before, _key(actor.id, found): roll.id}))
        index = max(roll.active, 0)
        effort = roll.efforts[index]
        more: tuple[Modifier, ...] = ()
        if found.entry.id == SPECIALISM:
            more = (Modifier("feature", command.stunt, specialism_bonus(found), decision.cites("strong-stunt")),)
        change_effort(
            decision,
            roll.id,
            index,
            features=(*effort.features, command.stunt),
            modifiers=(*effort.modifiers, *more),
        )

    def _give_back(self, decision: Decision, roll: Roll) -> None:
        """What was paid for on a roll that never came to its dice was not used."""
        for key, where in tuple(decision.state.get(PAID).items()):
            if where != roll.id:
                continue
            for effort in roll.efforts:
                actor = decision.state.get(CAST)[effort.actor]
                for found in stunts_of(actor.sheet):
                    price = price_of(found)
                    if price is not None and _key(actor.id, found) == key:
                        move(decision, BANK, account_of(actor), price.points, "the roll did not happen", "strong-stunt")
            rest = {other: roll_id for other, roll_id in decision.state.get(PAID).items() if other != key}
            decision.emit(ScenePaid(rest))

    # -- a borrowed skill ----------------------------------------------------------------------------------------

    def _lender(self, state: State, actor: Actor) -> tuple[Taken, LendSkill] | None:
        found = next(((s, e) for s, e in all_effects(actor.sheet) if isinstance(e, LendSkill)), None)
        if found is None or not is_present(state, actor.id) or is_out(state, actor.id):
            return None
        can_pay = balance(state, account_of(actor)) >= _points(found[0])
        return found if can_pay else None

    def _borrow(self, decision: Decision, command: BorrowSkill) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        lender = self._lender(decision.state, actor)
        if lender is None:
            raise decision.violation("no-such-stunt", f"{actor.name} cannot do that now.")
        found, effect = lender
        entry = tables().skill(command.skill)
        words = " ".join(command.named.split()).strip("[] ")
        decision.require(
            entry is not None and entry.category not in effect.never and entry.is_group == bool(words),
            "not-to-be-borrowed",
            f"{command.skill!r} is no skill that can be had like this.",
        )
        trait = member(command.skill, words) if words else command.skill
        decision.require(trait not in actor.sheet.traits, "known-already", f"{actor.name} knows {skill_name(trait)}.")
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
        if actor_id not in ready and any(_answers(decision.state.get(CAST)[actor_id])):
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
            if _strong(actor):
                yield from self._uses(state, actor)
            yield from self._loans(state, actor)

    def _uses(self, state: State, actor: Actor) -> Iterator[Offer]:
        for roll in open_rolls(state):
            for found, cost in self._usable(state, actor, roll):
                if balance(state, account_of(actor)) >= cost:
                    yield Offer(
                        command=UseStunt(actor=actor.id, roll=roll.id, stunt=found.feature.name),
                        label=f"{actor.name}: use {found.feature.name}",
                        price=Price(cost, account_of(actor)) if cost else None,
                        cites=self.cites("strong-stunt"),
                        group="roll",
                        changes=roll.efforts[max(roll.active, 0)].id,
                    )

    def _loans(self, state: State, actor: Actor) -> Iterator[Offer]:
        lender = self._lender(state, actor)
        if lender is None:
            return
        found, effect = lender
        open_to = [skill for skill in tables().skills if skill.category not in effect.never]
        plain = [skill for skill in open_to if not skill.is_group and skill.id not in actor.sheet.traits]
        kinds = [skill for skill in open_to if skill.is_group]
        holes: tuple[Hole, ...] = (ChoiceHole("skill", "skill", tuple(Choice(s.id, s.name) for s in plain)),)
        command = BorrowSkill(actor=actor.id, skill="")
        label, price = f"{actor.name}: have a skill for this scene", Price(_points(found), account_of(actor))
        cites = self.cites("borrow-skill")
        yield Offer(command=command, label=label, holes=holes, price=price, cites=cites, group="act")
        for skill in kinds:
            yield Offer(
                command=BorrowSkill(actor=actor.id, skill=skill.id),
                label=f"{label}, a kind of {skill.name}",
                holes=(TextHole("named", skill.asks[:1].lower() + skill.asks[1:]),),
                price=price,
                cites=cites,
                group="act",
            )


@remembered(limit=2048)
def _strong(actor: Actor) -> tuple[tuple[Taken, StuntPrice], ...]:
    """The stunts of an actor that are paid for on a roll."""
    found = ((each, price_of(each)) for each in stunts_of(actor.sheet) if each.entry.id in PRICED)
    return tuple((each, price) for each, price in found if price is not None)


def _key(actor: ActorId, found: Taken) -> str:
    return f"{actor}:{found.feature.name}"


def _points(found: Taken) -> int:
    price = price_of(found)
    return price.points if price is not None else 0


def _is_of_the_mind(state: State, actor: ActorId) -> bool:
    """Was the Consequence somebody has just taken one of Composure?"""
    cards = [c for c in state.get(ASPECTS).values() if c.bearer == actor and c.kind == CONSEQUENCE]
    return bool(cards) and cards[-1].lasts == COMPOSURE
