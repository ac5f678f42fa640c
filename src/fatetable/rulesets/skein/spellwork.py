"""A use of magic from beginning to end: what it costs, the roll it takes, and what it was for once that is settled.

Each path says itself what comes of it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.identity import remembered
from fatetable.engine.messages import Event
from fatetable.engine.offers import Choice, Hole, Offer, Price, TextHole
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.acting import effort_for, feature_sets
from fatetable.mechanics.cast import CAST, NOBODY, Actor, ActorId, Cast, actor_of, controlled, require_control
from fatetable.mechanics.checks import CheckRules, Refusal
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.encounters import ENCOUNTER
from fatetable.mechanics.fate_points import BANK, balance, move
from fatetable.mechanics.harm import HARM, Conditions
from fatetable.mechanics.moments import RollIsDeclared, RollIsOver
from fatetable.mechanics.rolls import (
    ROLLS,
    Declaration,
    EffortId,
    Modifier,
    Roll,
    RollDeclared,
    RollId,
    change_effort,
    is_rolling,
)
from fatetable.mechanics.scenes import SCENE, Scene
from fatetable.mechanics.trait_groups import group_and_name
from fatetable.rulesets.skein.effects import StuntEffect
from fatetable.rulesets.skein.purses import account_of as account_of
from fatetable.rulesets.skein.reckoning import shortened
from fatetable.rulesets.skein.skills import level
from fatetable.rulesets.skein.stunts import Taken, all_effects, times_taken
from fatetable.rulesets.skein.tables import tables

MAGIC = "magic"
"""The action of every roll of magic that is no attack."""
PLAIN = ""
WORK = "work"
"""A mode of it in which a high degree saves time or adds to what is made, and so leaves no Spin."""

Details: TypeAlias = Mapping[str, str | int]


class Working(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a roll is for; `difficulty` is `None` where its target opposes it."""

    use: str
    maker: ActorId
    target: ActorId = NOBODY
    words: str = ""
    difficulty: int | None = None
    price: int = 0
    account: str = ""
    enchantment: str = ""
    details: Details = {}

    def text(self, key: str) -> str:
        return str(self.details.get(key, ""))

    def number(self, key: str) -> int:
        return int(self.details.get(key, 0))


Workings: TypeAlias = Mapping[RollId, Working]
WORKINGS: Key[Workings] = Key("workings", dict[RollId, Working], {})


class WorkingBegun(Event, frozen=True, tag="working-begun/1"):
    roll: RollId
    working: Working


class WorkingEnded(Event, frozen=True, tag="working-ended/1"):
    roll: RollId


def _begun(workings: Workings, event: WorkingBegun) -> Workings:
    return {**workings, event.roll: event.working}


def _ended(workings: Workings, event: WorkingEnded) -> Workings:
    return {roll: working for roll, working in workings.items() if roll != event.roll}


def finished(decision: Decision, moment: object, uses: Collection[str]) -> tuple[Roll, Working] | None:
    """The working of one of these uses whose roll is over; one that was called off costs nothing."""
    if not isinstance(moment, RollIsOver):
        return None
    roll_id = RollId(moment.roll)
    working = decision.state.get(WORKINGS).get(roll_id)
    if working is None or working.use not in uses:
        return None
    decision.emit(WorkingEnded(roll_id))
    if moment.was_cancelled:
        move(decision, BANK, working.account, working.price, "the roll did not happen", "magic")
        return None
    return decision.state.get(ROLLS)[roll_id], working


class TimeTaken(Event, frozen=True, tag="time-taken/1"):
    """How long a piece of work has kept somebody."""

    actor: ActorId
    work: str
    time: str


TIME_TAKEN: Key[Mapping[ActorId, str]] = Key("time-taken", dict[ActorId, str], {})


def _taken(found: Mapping[ActorId, str], event: TimeTaken) -> Mapping[ActorId, str]:
    return {**found, event.actor: event.time}


def time_for(time: str, roll: Roll, *, is_shortened: bool) -> str:
    """How long a task took; a high degree saves time where the table plays so (SK-TIME-01)."""
    return shortened(time, roll.margin or 0) if is_shortened else time


def succeeded(roll: Roll) -> bool:
    return roll.margin is not None and roll.margin >= 0


def can_pay(state: State, actor: Actor, price: int) -> bool:
    return price <= 0 or balance(state, account_of(actor)) >= price


def pay(decision: Decision, actor: Actor, price: int, reason: str) -> None:
    move(decision, account_of(actor), BANK, price, reason, "magic-price")


def power(actor: Actor, kind: type[StuntEffect]) -> tuple[Taken, StuntEffect] | None:
    """The stunt with an effect of this kind, and that effect."""
    return next(iter(powers(actor, kind)), None)


@remembered(limit=8192)
def powers(actor: Actor, kind: type[StuntEffect]) -> tuple[tuple[Taken, StuntEffect], ...]:
    return tuple((found, effect) for found, effect in all_effects(actor.sheet) if isinstance(effect, kind))


def knows(actor: Actor, skill: str) -> bool:
    """Whether somebody has that magic; a player character who gave up its calling cannot use it (SK-ADV-12)."""
    entry = tables().skill(skill)
    has_calling = entry is None or not entry.calling or times_taken(actor.sheet, entry.calling) > 0
    return level(actor.sheet, skill) > 0 and (has_calling or not actor.is_pc)


def traits_for(actor: Actor, skill: str) -> tuple[str, ...]:
    """The traits of a skill that somebody has: each style of a group is one."""
    return tuple(
        trait for trait in actor.sheet.traits if trait == skill or (group_and_name(trait) or ("",))[0] == skill
    )


def people_there(state: State, *, besides: ActorId = NOBODY) -> tuple[Choice, ...]:
    return _people(state.get(CAST), _those_there(state.get(SCENE), state.get(HARM)), besides)


@remembered(limit=2048)
def _people(cast: Cast, there: frozenset[ActorId], besides: ActorId) -> tuple[Choice, ...]:
    found = (actor for actor in cast.values() if actor.id != besides and actor.id in there)
    return tuple(Choice(actor.id, actor.name) for actor in found)


def is_there(state: State, actor: ActorId) -> bool:
    return actor in _those_there(state.get(SCENE), state.get(HARM))


@remembered(limit=2048)
def _those_there(scene: Scene, conditions: Conditions) -> frozenset[ActorId]:
    """Whoever is in the scene, and not out of it."""
    out = {actor for actor, condition in conditions.items() if condition.out}
    return frozenset(scene.present) - out if scene.is_open else frozenset()


def target_of(decision: Decision, target: ActorId, *, besides: ActorId = NOBODY) -> Actor:
    found = actor_of(decision, target)
    decision.require(
        found.id != besides and is_there(decision.state, found.id),
        "bad-target",
        f"{found.name} is not there to be affected.",
        "magic-target",
    )
    return found


class Spellwork(Struct, frozen=True, kw_only=True):
    """`may_declare` says whether somebody may act now; `open_roll` asks what has to be known before the dice."""

    rules: CheckRules
    may_declare: Callable[[State, Actor, str], Refusal | None]
    open_roll: Callable[[Decision, RollId], None]
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="workings",
            evolves={
                **folds(WORKINGS, {WorkingBegun: _begun, WorkingEnded: _ended}),
                **folds(TIME_TAKEN, {TimeTaken: _taken}),
            },
        )

    # -- who may -------------------------------------------------------------------------------------------------

    def may_work(self, state: State, actor: Actor, *, at_leisure: bool = False, price: int = 0) -> Refusal | None:
        """Whether somebody may set about it now; what takes hours finds no time in the middle of an encounter."""
        if at_leisure and state.get(ENCOUNTER) is not None:
            return Refusal("no-time", "That takes time and quiet, and there is none now.")
        refusal = self.may_declare(state, actor, MAGIC)
        if refusal is None and not can_pay(state, actor, price):
            return Refusal("not-enough-fate-points", f"There is no Fate Point for {actor.name} to spend.")
        return refusal

    def may_react(self, state: State, actor: Actor) -> Refusal | None:
        """Whether somebody may make a roll that is no action of theirs."""
        if not state.get(SCENE).is_open or not is_there(state, actor.id):
            return Refusal("not-there", f"{actor.name} is not in the scene.")
        if is_rolling(state, actor.id):
            return Refusal("roll-open", f"A roll with {actor.name} in it is still on the table.")
        return None

    def require_able(
        self, decision: Decision, actor_id: ActorId, skill: str, *, at_leisure: bool = False, price: int = 0
    ) -> Actor:
        actor = actor_of(decision, actor_id)
        require_control(decision, actor)
        decision.require(knows(actor, skill), "no-such-magic-known", f"{actor.name} knows no such magic.")
        refusal = self.may_work(decision.state, actor, at_leisure=at_leisure, price=price)
        if refusal is not None:
            raise decision.violation(refusal.code, refusal.message)
        return actor

    def able(
        self, state: State, seat: Seat, skill: str, *, at_leisure: bool = False, price: int = 0
    ) -> Iterator[Actor]:
        """Those of this seat who may use a path now."""
        for actor in controlled(state, seat):
            if knows(actor, skill) and self.may_work(state, actor, at_leisure=at_leisure, price=price) is None:
                yield actor

    # -- doing it ------------------------------------------------------------------------------------------------

    def begin(
        self,
        decision: Decision,
        actor: Actor,
        working: Working,
        trait: str,
        description: str,
        *,
        features: tuple[str, ...] = (),
        mode: str = PLAIN,
        modifiers: tuple[Modifier, ...] = (),
        is_action: bool = True,
    ) -> RollId:
        """Pay, and put the roll on the table."""
        roll = RollId(decision.new_id("r"))
        effort = effort_for(decision, self.rules, actor, EffortId(f"{roll}.0"), MAGIC, trait, features, description)
        declared = Declaration(
            actor=actor.id,
            action=MAGIC,
            mode=mode,
            trait=trait,
            description=description,
            features=features,
            target=working.target,
            words=working.words,
        )
        decision.emit(
            RollDeclared(
                Roll(
                    id=roll,
                    declaration=declared,
                    efforts=(effort,),
                    active=0 if self.rules.responding else -1,
                    takes_action=is_action,
                )
            )
        )
        if modifiers:
            change_effort(decision, roll, 0, modifiers=(*effort.modifiers, *modifiers))
        if working.price:
            pay(decision, actor, working.price, working.use)
        decision.emit(WorkingBegun(roll, working))
        decision.moment(RollIsDeclared(roll))
        self.open_roll(decision, roll)
        return roll

    def priced(self, actor: Actor, use: str, price: int, **fields: object) -> Working:
        """A working that costs points, whoever has to pay them."""
        return Working(use=use, maker=actor.id, price=price, account=account_of(actor), **fields)  # type: ignore[arg-type]

    # -- offering it ---------------------------------------------------------------------------------------------

    def claims(self, actor: Actor, trait: str) -> Iterator[tuple[tuple[str, ...], str]]:
        """Each set of stunts that may be claimed for a roll of magic with this trait."""
        for features, traits, suffix in feature_sets(actor, self.rules, MAGIC):
            if any(choice.value == trait for choice in traits):
                yield features, suffix

    def offer(self, actor: Actor, label: str, command: object, topic: str, *holes: Hole, price: int = 0) -> Offer:
        return Offer(
            command=command,  # type: ignore[arg-type]
            label=f"{actor.name}: {label}",
            holes=(*holes, TextHole("description", "how")),
            price=Price(price, account_of(actor)) if price else None,
            cites=self.cites(topic),
            group="magic",
        )
