"""Buying and selling: what a thing costs here, whether it takes a Test of Wealth, and who has it afterwards.

Whether there is anything to be had, or a buyer, the Storyteller says; how Wealth recovers is not known here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM, Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, Hole, NumberHole, Offer, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, ask, is_asked
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.acting import OVERCOME
from fatetable.mechanics.cast import (
    CAST,
    NOBODY,
    Actor,
    ActorId,
    actor_of,
    controlled,
    name_of,
    players_characters,
    require_control,
)
from fatetable.mechanics.checks import CheckRules, Refusal
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.encounters import ENCOUNTER
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.rolls import ROLLS, Roll, RollId
from fatetable.rulesets.skein.armies import BATTLE
from fatetable.rulesets.skein.arms import listed
from fatetable.rulesets.skein.belongings import add_item, drop_item
from fatetable.rulesets.skein.called_tests import call_test, degree
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.gear import read_item
from fatetable.rulesets.skein.goods_for_sale import UNLISTED, Ware, for_sale, listed_up_to, ware, worth
from fatetable.rulesets.skein.keepsakes import is_part_of
from fatetable.rulesets.skein.phrases import WORDS_LIMIT, phrase_of
from fatetable.rulesets.skein.reckoning import needs_wealth_test
from fatetable.rulesets.skein.tables import tables
from fatetable.rulesets.skein.wealth import (
    TREASURES,
    WEALTH,
    Treasure,
    grant_treasure,
    lose_wealth,
    spend_treasure,
    treasures_of,
    wealth_of,
)

PURCHASE = "purchase"
HENCHMEN = "*henchmen"
"""For whom something is bought that stands on nobody's sheet; no character has such an id."""


class Buy(Command, frozen=True, kw_only=True, tag="buy"):
    """Try to get something: out of the tables, or else at a `cost` the table agrees on.

    `recipient` is who will have it, oneself if empty; `treasure` pays for it instead of Wealth; a piece made or storied
    above others has an `aspect` and costs more.
    """

    actor: ActorId
    item: str
    cost: int = UNLISTED
    recipient: str = ""
    treasure: str = ""
    aspect: str = ""


class Sell(Command, frozen=True, tag="sell"):
    actor: ActorId
    item: str


class Errand(Struct, frozen=True):
    """What a Test of Wealth is for."""

    entry: str
    recipient: str


class PurchaseTested(Event, frozen=True, tag="purchase-tested/1"):
    roll: RollId
    errand: Errand


class PurchaseOver(Event, frozen=True, tag="purchase-over/1"):
    roll: RollId


Errands: TypeAlias = Mapping[RollId, Errand]
ERRANDS: Key[Errands] = Key("errands", dict[RollId, Errand], {})


def _begun(errands: Errands, event: PurchaseTested) -> Errands:
    return {**errands, event.roll: event.errand}


def _over(errands: Errands, event: PurchaseOver) -> Errands:
    return {roll: errand for roll, errand in errands.items() if roll != event.roll}


class Buying(Struct, frozen=True, kw_only=True):
    dials: Dials
    rules: CheckRules
    may_declare: Callable[[State, Actor, str], Refusal | None]
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="buying",
            decides={Buy: self._buy, Sell: self._sell},
            evolves=folds(ERRANDS, {PurchaseTested: _begun, PurchaseOver: _over}),
            answers={"purchase": self._ruled, "sale": self._sold},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsOver,),
        )

    # -- asking --------------------------------------------------------------------------------------------------

    def _refusal(self, state: State, actor: Actor) -> Refusal | None:
        if not actor.is_pc:
            return Refusal("not-a-hero", f"Nobody keeps count of what {actor.name} owns.")
        if state.get(ENCOUNTER) is not None or state.get(BATTLE) is not None:
            return Refusal("not-now", "This is no time to trade.")
        if is_asked(state, "trader", actor.id):
            return Refusal("one-at-a-time", "The last thing you asked for has not been settled yet.")
        return self.may_declare(state, actor, OVERCOME)

    def _trader(self, decision: Decision, actor_id: ActorId) -> Actor:
        actor = actor_of(decision, actor_id)
        require_control(decision, actor)
        refusal = self._refusal(decision.state, actor)
        if refusal is not None:
            raise decision.violation(refusal.code, refusal.message)
        return actor

    def _buy(self, decision: Decision, command: Buy) -> None:
        actor = self._trader(decision, command.actor)
        asked = self._asked(decision, command)
        recipients = {choice.value for choice in self._recipients(decision.state, actor)}
        decision.require(command.recipient in recipients, "unknown-actor", "There is nobody like that to buy it for.")
        if command.treasure:
            treasure = self._treasure(decision, actor, command.treasure)
            decision.require(
                max(asked.cost, command.cost) <= treasure.value,
                "treasure-too-small",
                f"That Treasure is worth {treasure.value} only.",
            )
        else:
            decision.require(
                self._can_try(actor, asked.cost, command.recipient),
                "no-wealth",
                f"{actor.name} has no Wealth to buy that with.",
            )
        self._ask(decision, actor, asked, command.recipient, command.treasure)

    def _asked(self, decision: Decision, command: Buy) -> Ware:
        """Something the tables have, special if that is played, or else something at a cost that is named."""
        low, most = tables().buying.costs
        phrase_of(decision, command.item, "Say what you want to buy.", WORDS_LIMIT)
        is_short = len(command.aspect) <= WORDS_LIMIT
        decision.require(is_short, "text-too-long", f"That is more than {WORDS_LIMIT} characters.")
        is_blank = bool(command.aspect) and not command.aspect.strip()
        decision.require(not is_blank, "no-words", "An Aspect needs words.")
        if any(command.item == item for item, _ in for_sale()) and command.cost == UNLISTED:
            decision.require(
                self.dials.fine_items or not command.aspect, "no-special-pieces", "There are no special pieces here."
            )
            asked = ware(command.item, UNLISTED, command.aspect.strip())
        else:
            decision.require(low <= command.cost <= most, "bad-number", f"Its Cost is {low} to {most}.")
            decision.require(not command.aspect, "no-special-pieces", "Its Aspect goes with what it is called.")
            aspect = read_item(command.item).aspect if self.dials.fine_items else ""
            name = command.item.partition(":")[0].strip() or command.item.replace(":", " ")
            asked = ware(name, command.cost, aspect)
        decision.require(asked.cost <= most, "too-dear", "Nobody can buy that.")
        return asked

    def _treasure(self, decision: Decision, actor: Actor, treasure_id: str) -> Treasure:
        found = decision.state.get(TREASURES).get(treasure_id)
        if found is None or found.owner != actor.id:
            raise decision.violation("no-such-treasure", f"{actor.name} has no such Treasure.")
        return found

    def _can_try(self, actor: Actor, cost: int, recipient: str) -> bool:
        """Without Wealth only what everybody can have, for oneself (SK-WEALTH-03)."""
        return wealth_of(actor) >= tables().buying.least_wealth or (cost == 0 and not recipient)

    def _ask(self, decision: Decision, actor: Actor, asked: Ware, recipient: str, treasure: str) -> None:
        options: list[Option] = []
        if treasure:
            options.append(Option("pay", f"It is there, for {asked.cost} of the Treasure"))
        else:
            wealth = wealth_of(actor)
            if not needs_wealth_test(asked.cost, wealth, for_others=bool(recipient)):
                options.append(Option("routine", "It is simply bought"))
            if wealth >= tables().buying.least_wealth:
                label = "A Test of Wealth" if not options else "It is rare here, or much for them: a Test of Wealth"
                options.append(Option("test", f"{label} against {asked.cost}"))
        most = tables().buying.costs[1]
        if read_item(asked.entry).aspect and not treasure and asked.cost < most:
            dearer = NumberHole("fill", "what it costs", asked.cost + 1, most, key="cost")
            options.append(Option("dearer", "So special a piece costs more", (dearer,)))
        options.append(Option("no", "It is not to be had"))
        ask(
            decision,
            "purchase",
            (GM,),
            f"{actor.name} wants to buy {asked.entry} (Cost {asked.cost})",
            tuple(options),
            about={
                "trader": actor.id,
                "entry": asked.entry,
                "cost": asked.cost,
                "recipient": recipient,
                "treasure": treasure,
            },
            cites=decision.cites("purchase"),
        )

    # -- settling ------------------------------------------------------------------------------------------------

    def _ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        about = prompt.about
        actor = decision.state.get(CAST)[ActorId(str(about["trader"]))]
        entry, cost, recipient = str(about["entry"]), int(about["cost"]), str(about["recipient"])
        match answer.option:
            case "pay":
                spend_treasure(decision, decision.state.get(TREASURES)[str(about["treasure"])], cost)
                self._receive(decision, actor.id, entry, recipient)
            case "routine":
                self._receive(decision, actor.id, entry, recipient)
            case "dearer":
                found = read_item(entry)
                asked = Ware(f"{found.name} (cost {answer.number('cost')}): {found.aspect}", answer.number("cost"))
                self._ask(decision, actor, asked, recipient, "")
            case "test":
                words = f"buys {entry}"
                roll = call_test(decision, self.rules, actor, WEALTH, PURCHASE, words, action=OVERCOME, difficulty=cost)
                decision.emit(PurchaseTested(roll, Errand(entry, recipient)))
            case _:
                pass

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if not isinstance(moment, RollIsOver):
            return
        roll = RollId(moment.roll)
        if errand := decision.state.get(ERRANDS).get(roll):
            decision.emit(PurchaseOver(roll))
            if not moment.was_cancelled:
                self._tested(decision, decision.state.get(ROLLS)[roll], errand)

    def _tested(self, decision: Decision, roll: Roll, errand: Errand) -> None:
        """On a failure Wealth falls, though what it would have covered is bought anyway (SK-WEALTH-04)."""
        wealth, cost = wealth_of(decision.state.get(CAST)[roll.actor]), roll.difficulty or 0
        is_bought = degree(roll) >= 0 or cost <= wealth
        if degree(roll) < 0:
            lose_wealth(decision, roll.actor)
        if is_bought:
            self._receive(decision, roll.actor, errand.entry, errand.recipient)

    def _receive(self, decision: Decision, buyer: ActorId, entry: str, recipient: str) -> None:
        """A service is used on the spot, and what henchmen have stands on nobody's sheet."""
        if recipient != HENCHMEN and not read_item(entry).is_service:
            add_item(decision, ActorId(recipient or buyer), entry, f"{name_of(decision.state, buyer)} bought it")

    # -- selling -------------------------------------------------------------------------------------------------

    def _sell(self, decision: Decision, command: Sell) -> None:
        actor = self._trader(decision, command.actor)
        decision.require(
            command.item in listed(actor.sheet), "not-owned", f"{actor.name} has no {command.item!r} to sell."
        )
        decision.require(
            not is_part_of(decision.state, actor, command.item),
            "part-of-the-character",
            f"{command.item} is an Aspect of {actor.name} and cannot be sold.",
        )
        value = worth(command.item)
        price = f"a Treasure of Value {value}" if value else "next to nothing"
        ask(
            decision,
            "sale",
            (GM,),
            f"{actor.name} wants to sell {command.item} for {price}. Is there a buyer?",
            (Option("yes", "It is sold"), Option("no", "Nobody wants it")),
            about={"trader": actor.id, "entry": command.item},
            cites=decision.cites("sale"),
        )

    def _sold(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        actor, entry = ActorId(str(prompt.about["trader"])), str(prompt.about["entry"])
        seller = decision.state.get(CAST)[actor]
        is_theirs = entry in listed(seller.sheet) and not is_part_of(decision.state, seller, entry)
        if answer.option == "yes" and is_theirs:
            drop_item(decision, actor, entry, "sold it")
            if value := worth(entry):
                grant_treasure(decision, actor, f"the price of {entry}", value)

    # -- offers --------------------------------------------------------------------------------------------------

    def _recipients(self, state: State, actor: Actor) -> tuple[Choice, ...]:
        others = [Choice(other.id, other.name) for other in players_characters(state) if other.id != actor.id]
        return (Choice(NOBODY, actor.name), *others, Choice(HENCHMEN, "henchmen"))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in controlled(state, seat):
            if self._refusal(state, actor) is None:
                yield from state.part("trade", self._trades, actor)

    def _trades(self, state: State, actor: Actor) -> Iterator[Offer]:
        yield from self._out_of_wealth(state, actor)
        for treasure in treasures_of(state, actor.id):
            yield from self._out_of_treasure(state, actor, treasure)
        things = [item for item in listed(actor.sheet) if not is_part_of(state, actor, item)]
        if things:
            yield Offer(
                command=Sell(actor.id, ""),
                label=f"{actor.name}: sell something",
                holes=(ChoiceHole("item", "what", tuple(Choice(item) for item in dict.fromkeys(things))),),
                cites=self.cites("sale"),
                group="belongings",
            )

    def _out_of_wealth(self, state: State, actor: Actor) -> Iterator[Offer]:
        if wealth_of(actor) < tables().buying.least_wealth:
            yield self._offer(actor, "what everybody can have", listed_up_to(0), (), "")
            return
        recipient = ChoiceHole("recipient", "for", self._recipients(state, actor))
        most = tables().buying.costs[1]
        yield from self._kinds(actor, most, (recipient,), "")

    def _out_of_treasure(self, state: State, actor: Actor, treasure: Treasure) -> Iterator[Offer]:
        recipient = ChoiceHole("recipient", "for", self._recipients(state, actor))
        yield from self._kinds(actor, treasure.value, (recipient,), treasure.id, f" out of {treasure.name}")

    def _kinds(
        self, actor: Actor, most: int, holes: tuple[Hole, ...], treasure: str, source: str = ""
    ) -> Iterator[Offer]:
        yield self._offer(actor, f"something{source}", listed_up_to(most), holes, treasure)
        dearer = tables().figures.gear.aspect_cost
        special = listed_up_to(most - dearer)
        if self.dials.fine_items and special:
            aspect = TextHole("aspect", "its Aspect", limit=WORDS_LIMIT)
            yield self._offer(actor, f"a special piece{source}", special, (aspect, *holes), treasure)
        yield Offer(
            command=Buy(actor=actor.id, item="", treasure=treasure),
            label=f"{actor.name}: buy something of another kind{source}",
            holes=(
                TextHole("item", "what", limit=WORDS_LIMIT),
                NumberHole("cost", "what it costs", tables().buying.costs[0], most),
                *holes,
            ),
            cites=self.cites("purchase"),
            group="belongings",
        )

    def _offer(
        self, actor: Actor, what: str, items: tuple[Choice, ...], holes: tuple[Hole, ...], treasure: str
    ) -> Offer:
        return Offer(
            command=Buy(actor=actor.id, item="", treasure=treasure),
            label=f"{actor.name}: buy {what}",
            holes=(ChoiceHole("item", "what", items), *holes),
            cites=self.cites("purchase"),
            group="belongings",
        )
