"""Wards on people and curse barriers on places: Spirit Magic that acts when somebody attacks or crosses."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, Offer, Price, TextHole, Verb
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.characters.cast import CAST, NOBODY, Actor, ActorId, actor_of, controls, require_control
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.rolls.actions import ATTACK
from fatetable.mechanics.rolls.procedure import StageHandler, settle_roll
from fatetable.mechanics.rolls.state import (
    ROLLS,
    Modifier,
    OppositionSet,
    Roll,
    RollId,
    a_roll_is_open,
    change_effort,
)
from fatetable.mechanics.scenes.presence import is_active, people_there
from fatetable.mechanics.time.time_taken import TimeTaken
from fatetable.mechanics.undertakings.state import UNDERTAKINGS, Undertaking, UndertakingBegun
from fatetable.mechanics.undertakings.undertaking import finished
from fatetable.rulesets.skein.book import CurseBarrier, Tables, Ward
from fatetable.rulesets.skein.magic.enchantments import (
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
from fatetable.rulesets.skein.magic.spirit_magic import SKILL, SpiritMagic
from fatetable.rulesets.skein.magic.workings import Workings, target_of, why_not_between_rolls
from fatetable.rulesets.skein.points import account_of, pay
from fatetable.rulesets.skein.rolls import WORK, attack_kind
from fatetable.rulesets.skein.sheet import power, price_of

WARDING, BROKEN = "ward", "broken-ward"
PHYSICAL = ("hand-to-hand", "ranged")


class LayWard(Command, frozen=True, kw_only=True, tag="lay-ward"):
    actor: ActorId
    target: ActorId
    description: str
    features: tuple[str, ...] = ()


class RaiseBarrier(Command, frozen=True, kw_only=True, tag="raise-barrier"):
    """Bones and skulls on a doorway, a zone or a border, and the curse on people who cross them."""

    actor: ActorId
    kind: str
    place: str
    words: str


class CrossBarrier(Command, frozen=True, tag="cross-barrier"):
    """Somebody crosses a barrier, knowingly or not."""

    actor: ActorId
    enchantment: str


class TamperWithBarrier(Command, frozen=True, tag="tamper-with-barrier"):
    """Somebody tries to destroy the signs of a barrier."""

    actor: ActorId
    enchantment: str


class TakeDownBarrier(Command, frozen=True, tag="take-down-barrier"):
    """The maker of a barrier takes it down safely."""

    actor: ActorId
    enchantment: str


def stunt_price(tables: Tables, actor: Actor, kind: type) -> int:
    found = power(tables, actor, kind)
    price = price_of(found[0]) if found else None
    return price.points if price else 0


class WardedAttacks(Struct, frozen=True, kw_only=True):
    """What a ward does to an attack on its bearer: it intercepts the defence and the settling of the roll."""

    tables: Tables

    def answer(self, decision: Decision, roll_id: RollId, proceed: StageHandler) -> None:
        """An attack that exceeds the ward breaks it and is defended against; any other fails."""
        roll = decision.state.get(ROLLS)[roll_id]
        ward = _ward_against(self.tables, decision.state, roll)
        total = roll.efforts[0].total
        if ward is None or ward.result is None:
            proceed(decision, roll_id)
        elif total <= ward.result:
            decision.emit(OppositionSet(roll_id, difficulty=ward.result + 1, defender=roll.defender))
            settle_roll(decision, roll_id)
        else:
            end(decision, ward, "an attack exceeded it")
            broken = Undertaking(purpose=BROKEN, maker=ward.maker, details={"value": ward.result})
            decision.emit(UndertakingBegun(roll_id, broken))
            proceed(decision, roll_id)

    def settle(self, decision: Decision, roll_id: RollId, proceed: StageHandler) -> None:
        """A broken ward still counts against the attack that broke it, if it was better than the defence."""
        working = decision.state.get(UNDERTAKINGS).get(roll_id)
        roll = decision.state.get(ROLLS)[roll_id]
        if working is not None and working.purpose == BROKEN and roll.is_opposed:
            defence = roll.efforts[1]
            more = working.number("value") - defence.total
            if more > 0:
                part = Modifier("ward", "Ward", more, decision.cites("ward"))
                change_effort(decision, roll_id, 1, modifiers=(*defence.modifiers, part))
        proceed(decision, roll_id)


def _ward_against(tables: Tables, state: State, roll: Roll) -> Enchantment | None:
    if roll.declaration.action != ATTACK or attack_kind(tables, roll.efforts[0].trait) not in PHYSICAL:
        return None
    return upon(state, roll.defender, WARD)


class Wards(Struct, frozen=True, kw_only=True):
    tables: Tables
    work: Workings
    spirits: SpiritMagic

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
        """On somebody else; the result is the strength of the ward, so there is no difficulty (SK-STUNT-28)."""
        actor = actor_of(decision, command.actor)
        decision.require(
            power(self.tables, actor, Ward) is not None, "no-such-magic-known", f"{actor.name} has no stunt for wards."
        )
        price = stunt_price(self.tables, actor, Ward)
        self.work.require_able(decision, actor.id, SKILL, price=price)
        target = target_of(decision, command.target, besides=actor.id)
        working = Undertaking(
            purpose=WARDING,
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
        if working.purpose == WARDING:
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
        found = power(self.tables, actor, CurseBarrier)
        if found is None:
            raise decision.violation("no-such-magic-known", f"{actor.name} raises no barriers.")
        barrier = found[1]
        assert isinstance(barrier, CurseBarrier)
        price = stunt_price(self.tables, actor, CurseBarrier)
        self.work.require_able(decision, actor.id, SKILL, at_leisure=True, price=price)
        decision.require(
            command.kind in barrier.places, "bad-target", f"A barrier bars one of these: {', '.join(barrier.places)}."
        )
        place = decision.described(command.place, "Here", "no-words", "Say where the barrier is.")
        words = decision.described(command.words, "Cursed", "no-words", "Word the curse.")
        pay(decision, actor, price, "curse barrier")
        decision.emit(TimeTaken(actor.id, "curse barrier", barrier.time))
        lay(
            decision,
            kind=BARRIER,
            skill=SKILL,
            maker=actor.id,
            name=words,
            place=place,
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
            found.maker != actor.id, "cannot-cross", f"{actor.name} made that barrier, and passes it unharmed."
        )
        decision.require_allowed(why_not_between_rolls(decision.state, actor, "cannot-cross"))
        return actor, found

    def _cross(self, decision: Decision, command: CrossBarrier) -> None:
        """The maker's skill curses them as if the maker were there (SK-STUNT-26)."""
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
        decision.require(not a_roll_is_open(decision.state), "not-finished", "Finish the open roll first.")
        end(decision, found, "its maker took it down")

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in self.work.able(state, seat, SKILL):
            price = stunt_price(self.tables, actor, Ward)
            others = people_there(state, besides=actor.id) if power(self.tables, actor, Ward) else ()
            if others and self.work.may_work(state, actor, price=price) is None:
                for features, suffix in self.work.claims(actor, SKILL):
                    ward = LayWard(actor=actor.id, target=NOBODY, description="", features=features)
                    hole = ChoiceHole("target", "whom", others)
                    yield self.work.offer(actor, f"make a ward{suffix}", ward, "ward", hole, price=price)
            yield from self._raise_offers(state, actor)
        if any(in_effect(state, BARRIER)) and not a_roll_is_open(state):
            yield from self._barrier_offers(state, seat)

    def _raise_offers(self, state: State, actor: Actor) -> Iterator[Offer]:
        found = power(self.tables, actor, CurseBarrier)
        price = stunt_price(self.tables, actor, CurseBarrier)
        if found is None or self.work.may_work(state, actor, at_leisure=True, price=price) is not None:
            return
        assert isinstance(found[1], CurseBarrier)
        yield Offer(
            command=RaiseBarrier(actor=actor.id, kind="", place="", words=""),
            actor=actor.id,
            label="raise a curse barrier",
            verb="create",
            holes=(
                ChoiceHole("kind", "what", tuple(Choice(place) for place in found[1].places)),
                TextHole("place", "where", is_description=True),
                TextHole("words", "curse", is_description=True),
            ),
            price=Price(price, account_of(actor)),
            cites=self.work.cites("curse-barrier"),
            group="magic",
        )

    def _barrier_offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in state.get(CAST).values():
            own = choices(state, (b for b in in_effect(state, BARRIER) if b.maker == actor.id))
            if own and controls(seat, actor):
                yield self._barrier_offer(actor, "take down a barrier", TakeDownBarrier(actor.id, ""), own, "remove")
            met = choices(state, (b for b in in_effect(state, BARRIER) if b.maker != actor.id))
            if met and (seat.is_gm or controls(seat, actor)) and is_active(state, actor.id):
                yield self._barrier_offer(actor, "cross a barrier", CrossBarrier(actor.id, ""), met, "move")
                yield self._barrier_offer(actor, "tamper with a barrier", TamperWithBarrier(actor.id, ""), met, "use")

    def _barrier_offer(
        self, actor: Actor, label: str, command: Command, options: tuple[Choice, ...], verb: Verb
    ) -> Offer:
        return Offer(
            command=command,
            actor=actor.id,
            label=label,
            verb=verb,
            holes=(ChoiceHole("enchantment", "which", options),),
            cites=self.work.cites("curse-barrier"),
            group="magic",
        )
