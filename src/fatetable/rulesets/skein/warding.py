"""Wards on people and barriers on places: Spirit Magic that waits for somebody to attack or to cross."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, Offer, Price, TextHole
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.acting import ATTACK
from fatetable.mechanics.cast import CAST, NOBODY, Actor, ActorId, actor_of, controls, require_control
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.rolls import (
    ROLLS,
    Modifier,
    OppositionSet,
    Roll,
    RollId,
    a_roll_is_open,
    change_effort,
)
from fatetable.rulesets.skein.effects import CurseBarrier, Ward
from fatetable.rulesets.skein.enchantments import (
    BARRIER,
    FOREVER,
    WARD,
    Enchantment,
    choices,
    enchantment_of,
    end,
    in_effect,
    lay,
    upon,
)
from fatetable.rulesets.skein.rolling import attack_kind
from fatetable.rulesets.skein.spellwork import (
    WORK,
    WORKINGS,
    Spellwork,
    TimeTaken,
    Working,
    WorkingBegun,
    account_of,
    finished,
    is_there,
    pay,
    people_there,
    power,
    target_of,
)
from fatetable.rulesets.skein.spirits import SKILL, Spirits
from fatetable.rulesets.skein.stunts import price_of

WARDING, BROKEN = "ward", "broken-ward"
PHYSICAL = ("hand-to-hand", "ranged")


class LayWard(Command, frozen=True, kw_only=True, tag="lay-ward"):
    actor: ActorId
    target: ActorId
    description: str
    features: tuple[str, ...] = ()


class RaiseBarrier(Command, frozen=True, kw_only=True, tag="raise-barrier"):
    """Bones and skulls on a doorway, a zone or a border, and the curse for whoever crosses them."""

    actor: ActorId
    kind: str
    place: str
    words: str


class CrossBarrier(Command, frozen=True, tag="cross-barrier"):
    """Somebody goes past the signs, knowing or not."""

    actor: ActorId
    enchantment: str


class TamperWithBarrier(Command, frozen=True, tag="tamper-with-barrier"):
    """Somebody lays hands on the signs."""

    actor: ActorId
    enchantment: str


class TakeDownBarrier(Command, frozen=True, tag="take-down-barrier"):
    """Its maker does so safely."""

    actor: ActorId
    enchantment: str


def stunt_price(actor: Actor, kind: type) -> int:
    found = power(actor, kind)
    price = price_of(found[0]) if found else None
    return price.points if price else 0


class Wards(Struct, frozen=True, kw_only=True):
    """How a ward stands between an attack and its victim: `answer` and `settle` are what happens without one."""

    answer_attack: Callable[[Decision, RollId], None]
    settle_roll: Callable[[Decision, RollId], None]

    def answer(self, decision: Decision, roll_id: RollId) -> None:
        """The attacker is done; only what exceeds the ward gets through to be defended against, and breaks it."""
        roll = decision.state.get(ROLLS)[roll_id]
        ward = _ward_against(decision.state, roll)
        total = roll.efforts[0].total
        if ward is None or ward.result is None:
            self.answer_attack(decision, roll_id)
        elif total <= ward.result:
            decision.emit(OppositionSet(roll_id, difficulty=ward.result + 1, defender=roll.defender))
            self.settle_roll(decision, roll_id)
        else:
            end(decision, ward, "an attack exceeded it")
            broken = Working(use=BROKEN, maker=ward.maker, details={"value": ward.result})
            decision.emit(WorkingBegun(roll_id, broken))
            self.answer_attack(decision, roll_id)

    def settle(self, decision: Decision, roll_id: RollId) -> None:
        """A broken ward still counts against the attack that broke it, if it was better than the defence."""
        working = decision.state.get(WORKINGS).get(roll_id)
        roll = decision.state.get(ROLLS)[roll_id]
        if working is not None and working.use == BROKEN and roll.is_opposed:
            defence = roll.efforts[1]
            more = working.number("value") - defence.total
            if more > 0:
                part = Modifier("ward", "Ward", more, decision.cites("ward"))
                change_effort(decision, roll_id, 1, modifiers=(*defence.modifiers, part))
        self.settle_roll(decision, roll_id)


def _ward_against(state: State, roll: Roll) -> Enchantment | None:
    if roll.declaration.action != ATTACK or attack_kind(roll.efforts[0].trait) not in PHYSICAL:
        return None
    return upon(state, roll.defender, WARD)


class Warding(Struct, frozen=True, kw_only=True):
    work: Spellwork
    spirits: Spirits

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="wards and barriers",
            decides={
                LayWard: self._lay_ward,
                RaiseBarrier: self._raise,
                CrossBarrier: self._cross,
                TamperWithBarrier: self._tamper,
                TakeDownBarrier: self._take_down,
            },
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsOver,),
        )

    # -- wards ---------------------------------------------------------------------------------------------------

    def _lay_ward(self, decision: Decision, command: LayWard) -> None:
        """On somebody else; whatever is rolled stands, so there is nothing to reach (SK-STUNT-28)."""
        actor = actor_of(decision, command.actor)
        decision.require(power(actor, Ward) is not None, "no-such-magic-known", f"{actor.name} cannot ward anybody.")
        price = stunt_price(actor, Ward)
        self.work.require_able(decision, actor.id, SKILL, price=price)
        target = target_of(decision, command.target, besides=actor.id)
        working = Working(
            use=WARDING,
            maker=actor.id,
            target=target.id,
            difficulty=0,
            price=price,
            account=account_of(actor),
        )
        self.work.begin(decision, actor, working, SKILL, command.description, features=command.features, mode=WORK)

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if not (done := finished(decision, moment, (WARDING, BROKEN))):
            return
        roll, working = done
        if working.use == WARDING:
            if older := upon(decision.state, working.target, WARD):
                end(decision, older, "another ward takes its place")
            lay(
                decision,
                kind=WARD,
                skill=SKILL,
                maker=working.maker,
                name="Ward",
                target=working.target,
                result=roll.efforts[0].total,
            )

    # -- barriers ------------------------------------------------------------------------------------------------

    def _raise(self, decision: Decision, command: RaiseBarrier) -> None:
        actor = actor_of(decision, command.actor)
        found = power(actor, CurseBarrier)
        if found is None:
            raise decision.violation("no-such-magic-known", f"{actor.name} raises no barriers.")
        barrier = found[1]
        assert isinstance(barrier, CurseBarrier)
        price = stunt_price(actor, CurseBarrier)
        self.work.require_able(decision, actor.id, SKILL, at_leisure=True, price=price)
        decision.require(command.kind in barrier.places, "bad-target", f"A barrier cannot bar a {command.kind!r}.")
        decision.require(bool(command.place.strip()), "no-words", "Say where the barrier is.")
        decision.require(bool(command.words.strip()), "no-words", "Word the curse.")
        pay(decision, actor, price, "curse barrier")
        decision.emit(TimeTaken(actor.id, "curse barrier", barrier.time))
        lay(
            decision,
            kind=BARRIER,
            skill=SKILL,
            maker=actor.id,
            name=command.words.strip(),
            place=command.place.strip(),
            lasts=FOREVER,
        )

    def _at_barrier(self, decision: Decision, actor_id: ActorId, enchantment: str) -> tuple[Actor, Enchantment]:
        """Somebody and the barrier they come to; the Storyteller may say so of anybody."""
        actor = actor_of(decision, actor_id)
        decision.require(
            decision.seat.is_gm or controls(decision.seat, actor), "not-yours", "That is not yours to say."
        )
        found = enchantment_of(decision, enchantment, BARRIER)
        decision.require(
            found.maker != actor.id and is_there(decision.state, actor.id) and not a_roll_is_open(decision.state),
            "cannot-cross",
            f"{actor.name} cannot come to that barrier now.",
        )
        return actor, found

    def _cross(self, decision: Decision, command: CrossBarrier) -> None:
        """As if cursed in person, by the maker's skill, wherever the maker is (SK-STUNT-26)."""
        actor, found = self._at_barrier(decision, command.actor, command.enchantment)
        self.spring(decision, found, actor.id)

    def spring(self, decision: Decision, found: Enchantment, victim: ActorId) -> None:
        maker = decision.state.get(CAST)[found.maker]
        how = f"crossing {found.place}"
        self.spirits.curse(decision, maker, victim, found.name, how, is_action=False, is_trap=True)

    def _tamper(self, decision: Decision, command: TamperWithBarrier) -> None:
        """No resistance, and it lasts (SK-STUNT-26)."""
        actor, found = self._at_barrier(decision, command.actor, command.enchantment)
        self.spirits.place_curse(decision, found.maker, actor.id, found.name, None, found.id, is_lasting=True)

    def _take_down(self, decision: Decision, command: TakeDownBarrier) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        found = enchantment_of(decision, command.enchantment, BARRIER)
        decision.require(found.maker == actor.id, "not-yours", "Only its maker simply takes it down.")
        decision.require(not a_roll_is_open(decision.state), "not-finished", "A roll is still on the table.")
        end(decision, found, "its maker took it down")

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in self.work.able(state, seat, SKILL):
            price = stunt_price(actor, Ward)
            others = people_there(state, besides=actor.id) if power(actor, Ward) else ()
            if others and self.work.may_work(state, actor, price=price) is None:
                for features, suffix in self.work.claims(actor, SKILL):
                    ward = LayWard(actor=actor.id, target=NOBODY, description="", features=features)
                    hole = ChoiceHole("target", "whom", others)
                    yield self.work.offer(actor, f"ward{suffix}", ward, "ward", hole, price=price)
            yield from self._raise_offers(state, actor)
        if any(in_effect(state, BARRIER)) and not a_roll_is_open(state):
            yield from self._barrier_offers(state, seat)

    def _raise_offers(self, state: State, actor: Actor) -> Iterator[Offer]:
        found = power(actor, CurseBarrier)
        price = stunt_price(actor, CurseBarrier)
        if found is None or self.work.may_work(state, actor, at_leisure=True, price=price) is not None:
            return
        assert isinstance(found[1], CurseBarrier)
        yield Offer(
            command=RaiseBarrier(actor=actor.id, kind="", place="", words=""),
            label=f"{actor.name}: raise a curse barrier",
            holes=(
                ChoiceHole("kind", "what it bars", tuple(Choice(place) for place in found[1].places)),
                TextHole("place", "where"),
                TextHole("words", "the curse"),
            ),
            price=Price(price, account_of(actor)),
            cites=self.work.cites("curse-barrier"),
            group="magic",
        )

    def _barrier_offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in state.get(CAST).values():
            own = choices(state, (b for b in in_effect(state, BARRIER) if b.maker == actor.id))
            if own and controls(seat, actor):
                yield self._barrier_offer(actor, "take down a barrier", TakeDownBarrier(actor.id, ""), own)
            met = choices(state, (b for b in in_effect(state, BARRIER) if b.maker != actor.id))
            if met and (seat.is_gm or controls(seat, actor)) and is_there(state, actor.id):
                yield self._barrier_offer(actor, "cross a barrier", CrossBarrier(actor.id, ""), met)
                yield self._barrier_offer(actor, "tamper with a barrier", TamperWithBarrier(actor.id, ""), met)

    def _barrier_offer(self, actor: Actor, label: str, command: Command, options: tuple[Choice, ...]) -> Offer:
        return Offer(
            command=command,
            label=f"{actor.name}: {label}",
            holes=(ChoiceHole("enchantment", "which", options),),
            cites=self.work.cites("curse-barrier"),
            group="magic",
        )
