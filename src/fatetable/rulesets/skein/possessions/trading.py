"""Trading: what an item costs, whether buying it takes a Test of Wealth, and who has it afterwards.

The Storyteller says whether there is something to buy, or a buyer.  How Wealth recovers is in `possessions/wealth.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.folds import drop, put
from fatetable.engine.messages import GM, Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, Hole, NumberHole, Offer, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask, is_asked
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import (
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
from fatetable.mechanics.encounters.state import ENCOUNTER
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.rolls.actions import OVERCOME
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.state import ROLLS, Roll, RollId
from fatetable.mechanics.undertakings.undertaking import margin_of, undertake
from fatetable.rulesets.skein.battle import BATTLE
from fatetable.rulesets.skein.book import Tables, needs_wealth_test
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.possessions.in_play import add_item, drop_item
from fatetable.rulesets.skein.possessions.price_list import UNLISTED, Ware, for_sale, listed_up_to, ware, worth
from fatetable.rulesets.skein.possessions.signature_items import is_part_of
from fatetable.rulesets.skein.possessions.wealth import (
    TREASURES,
    WEALTH,
    Treasure,
    grant_treasure,
    lose_wealth,
    spend_treasure,
    treasures_of,
    wealth_of,
)
from fatetable.rulesets.skein.rolls import MayDeclare
from fatetable.rulesets.skein.sheet import WORDS_LIMIT, listed, phrase_of, read_item

PURCHASE = "purchase"
HENCHMEN = "*henchmen"
"""The recipient of what is bought for henchmen, who have no sheets; no character has such an id."""


class Buy(Command, frozen=True, kw_only=True, tag="buy"):
    """Try to buy something from the tables, or at a `cost` the people at the table agree on.

    `recipient` is who gets it, the buyer if empty; `treasure` pays for it instead of Wealth; a special piece has an
    `aspect` and costs more.
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
    """What a Test of Wealth is to buy, and for whom."""

    entry: str
    recipient: str


class PurchaseTested(Event, frozen=True, tag="purchase-tested/1"):
    roll: RollId
    errand: Errand


class PurchaseOver(Event, frozen=True, tag="purchase-over/1"):
    roll: RollId


Errands: TypeAlias = Mapping[RollId, Errand]
ERRANDS: Key[Errands] = Key("errands", dict[RollId, Errand], {})


class PurchaseToRule(PromptContext, frozen=True, tag="purchase"):
    trader: ActorId
    entry: str
    cost: int
    recipient: str
    treasure: str


class SaleToRule(PromptContext, frozen=True, tag="sale"):
    trader: ActorId
    entry: str


class Trading(Struct, frozen=True, kw_only=True):
    tables: Tables
    dials: Dials
    rules: CheckRules
    may_declare: MayDeclare
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="buying",
            decides={Buy: self._buy, Sell: self._sell},
            evolves=folds(ERRANDS, {PurchaseTested: put("roll", "errand"), PurchaseOver: drop("roll")}),
            answers={PurchaseToRule: self._ruled, SaleToRule: self._sold},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsOver,),
        )

    # -- asking --------------------------------------------------------------------------------------------------

    def _may_trade(self, state: State, actor: Actor) -> Refusal | None:
        if not actor.is_pc:
            return Refusal("not-a-hero", f"Nobody keeps count of what {actor.name} owns.")
        if state.get(ENCOUNTER) is not None or state.get(BATTLE) is not None:
            return Refusal("not-now", "This is no time to trade: wait until the encounter is over.")
        if is_asked(state, "trader", actor.id):
            return Refusal("one-at-a-time", "The last thing you asked for has not been settled yet.")
        return self.may_declare(state, actor, OVERCOME)

    def _trader(self, decision: Decision, actor_id: ActorId) -> Actor:
        actor = actor_of(decision, actor_id)
        require_control(decision, actor)
        decision.require_allowed(self._may_trade(decision.state, actor))
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
        """Something from the tables, a special piece where those are played, or something at a cost that is named."""
        low, most = self.tables.buying.costs
        phrase_of(decision, command.item, "Say what you want to buy.", WORDS_LIMIT)
        is_short = len(command.aspect) <= WORDS_LIMIT
        decision.require(is_short, "text-too-long", f"That is more than {WORDS_LIMIT} characters.")
        is_blank = bool(command.aspect) and not command.aspect.strip()
        decision.require(not is_blank, "no-words", "An Aspect needs words.")
        if any(command.item == item for item, _ in for_sale(self.tables)) and command.cost == UNLISTED:
            decision.require(
                self.dials.fine_items or not command.aspect, "no-special-pieces", "There are no special pieces here."
            )
            asked = ware(self.tables, command.item, UNLISTED, command.aspect.strip())
        else:
            decision.require(low <= command.cost <= most, "bad-number", f"Its Cost is {low} to {most}.")
            decision.require(not command.aspect, "no-special-pieces", "Its Aspect goes with what it is called.")
            aspect = read_item(self.tables, command.item).aspect if self.dials.fine_items else ""
            name = command.item.partition(":")[0].strip() or command.item.replace(":", " ")
            asked = ware(self.tables, name, command.cost, aspect)
        decision.require(asked.cost <= most, "too-dear", "Nobody can buy that.")
        return asked

    def _treasure(self, decision: Decision, actor: Actor, treasure_id: str) -> Treasure:
        found = decision.state.get(TREASURES).get(treasure_id)
        if found is None or found.owner != actor.id:
            raise decision.violation("no-such-treasure", f"{actor.name} has no such Treasure.")
        return found

    def _can_try(self, actor: Actor, cost: int, recipient: str) -> bool:
        """Without Wealth only what everybody can have, for oneself (SK-WEALTH-03)."""
        return wealth_of(self.tables, actor) >= self.tables.buying.least_wealth or (cost == 0 and not recipient)

    def _ask(self, decision: Decision, actor: Actor, asked: Ware, recipient: str, treasure: str) -> None:
        options: list[Option] = []
        if treasure:
            options.append(Option("pay", f"Sell it for {asked.cost} of the Treasure"))
        else:
            wealth = wealth_of(self.tables, actor)
            if not needs_wealth_test(self.tables, asked.cost, wealth, for_others=bool(recipient)):
                options.append(Option("routine", "Let them buy it"))
            if wealth >= self.tables.buying.least_wealth:
                label = "Ask for a Wealth Test" if not options else "Ask for a Wealth Test (rare)"
                options.append(Option("test", f"{label} against {asked.cost}"))
        most = self.tables.buying.costs[1]
        if read_item(self.tables, asked.entry).aspect and not treasure and asked.cost < most:
            dearer = NumberHole("fill", "Cost", asked.cost + 1, most, key="cost")
            options.append(Option("dearer", "Raise the Cost", (dearer,)))
        options.append(Option("no", "Refuse"))
        ask(
            decision,
            PurchaseToRule(trader=actor.id, entry=asked.entry, cost=asked.cost, recipient=recipient, treasure=treasure),
            (GM,),
            f"May {actor.name} buy this?",
            tuple(options),
            detail=f"{asked.entry} (Cost {asked.cost})",
            cites=decision.cites("purchase"),
        )

    # -- settling ------------------------------------------------------------------------------------------------

    def _ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        purchase = prompt.read(PurchaseToRule)
        actor = decision.state.get(CAST)[purchase.trader]
        entry, cost, recipient = purchase.entry, purchase.cost, purchase.recipient
        match answer.option:
            case "pay":
                spend_treasure(decision, decision.state.get(TREASURES)[purchase.treasure], cost)
                self._receive(decision, actor.id, entry, recipient)
            case "routine":
                self._receive(decision, actor.id, entry, recipient)
            case "dearer":
                found = read_item(self.tables, entry)
                asked = Ware(f"{found.name} (cost {answer.number('cost')}): {found.aspect}", answer.number("cost"))
                self._ask(decision, actor, asked, recipient, "")
            case "test":
                words = f"buys {entry}"
                roll = undertake(decision, self.rules, actor, WEALTH, PURCHASE, words, action=OVERCOME, difficulty=cost)
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
        wealth, cost = wealth_of(self.tables, decision.state.get(CAST)[roll.actor]), roll.difficulty or 0
        is_bought = margin_of(roll) >= 0 or cost <= wealth
        if margin_of(roll) < 0:
            lose_wealth(self.tables, decision, roll.actor)
        if is_bought:
            self._receive(decision, roll.actor, errand.entry, errand.recipient)

    def _receive(self, decision: Decision, buyer: ActorId, entry: str, recipient: str) -> None:
        """Write it on the recipient's sheet, unless it is a service or for henchmen."""
        if recipient != HENCHMEN and not read_item(self.tables, entry).is_service:
            add_item(
                self.tables, decision, ActorId(recipient or buyer), entry, f"{name_of(decision.state, buyer)} bought it"
            )

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
        value = worth(self.tables, command.item)
        price = f"a Treasure of Value {value}" if value else "next to nothing"
        ask(
            decision,
            SaleToRule(actor.id, command.item),
            (GM,),
            f"Does {actor.name} find a buyer?",
            (Option("yes", "Let them sell it"), Option("no", "Refuse")),
            detail=f"{command.item}, for {price}",
            cites=decision.cites("sale"),
        )

    def _sold(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        sale = prompt.read(SaleToRule)
        seller, entry = decision.state.get(CAST)[sale.trader], sale.entry
        is_theirs = entry in listed(seller.sheet) and not is_part_of(decision.state, seller, entry)
        if answer.option == "yes" and is_theirs:
            drop_item(self.tables, decision, seller.id, entry, "sold it")
            if value := worth(self.tables, entry):
                grant_treasure(decision, seller.id, f"the price of {entry}", value)

    # -- offers --------------------------------------------------------------------------------------------------

    def _recipients(self, state: State, actor: Actor) -> tuple[Choice, ...]:
        others = [Choice(other.id, other.name) for other in players_characters(state) if other.id != actor.id]
        return (Choice(NOBODY, actor.name), *others, Choice(HENCHMEN, "henchmen"))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in controlled(state, seat):
            if self._may_trade(state, actor) is None:
                yield from state.part("trade", self._trades, actor)

    def _trades(self, state: State, actor: Actor) -> Iterator[Offer]:
        yield from self._out_of_wealth(state, actor)
        for treasure in treasures_of(state, actor.id):
            yield from self._out_of_treasure(state, actor, treasure)
        things = [item for item in listed(actor.sheet) if not is_part_of(state, actor, item)]
        if things:
            yield Offer(
                command=Sell(actor.id, ""),
                label="sell something",
                actor=actor.id,
                verb="trade",
                holes=(ChoiceHole("item", "what", tuple(Choice(item) for item in dict.fromkeys(things))),),
                cites=self.cites("sale"),
                group="belongings",
            )

    def _out_of_wealth(self, state: State, actor: Actor) -> Iterator[Offer]:
        if wealth_of(self.tables, actor) < self.tables.buying.least_wealth:
            yield self._offer(actor, "what everybody can have", listed_up_to(self.tables, 0), (), "")
            return
        recipient = ChoiceHole("recipient", "for", self._recipients(state, actor))
        most = self.tables.buying.costs[1]
        yield from self._kinds(actor, most, (recipient,), "")

    def _out_of_treasure(self, state: State, actor: Actor, treasure: Treasure) -> Iterator[Offer]:
        recipient = ChoiceHole("recipient", "for", self._recipients(state, actor))
        yield from self._kinds(actor, treasure.value, (recipient,), treasure.id, f" out of {treasure.name}")

    def _kinds(
        self, actor: Actor, most: int, holes: tuple[Hole, ...], treasure: str, source: str = ""
    ) -> Iterator[Offer]:
        yield self._offer(actor, f"something{source}", listed_up_to(self.tables, most), holes, treasure)
        dearer = self.tables.figures.gear.aspect_cost
        special = listed_up_to(self.tables, most - dearer)
        if self.dials.fine_items and special:
            aspect = TextHole("aspect", "Aspect", suggestion="Finely Made", limit=WORDS_LIMIT)
            yield self._offer(actor, f"a special piece{source}", special, (aspect, *holes), treasure)
        yield Offer(
            command=Buy(actor=actor.id, item="", treasure=treasure),
            label=f"buy something of another kind{source}",
            actor=actor.id,
            verb="trade",
            holes=(
                TextHole("item", "what", limit=WORDS_LIMIT),
                NumberHole("cost", "Cost", self.tables.buying.costs[0], most),
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
            label=f"buy {what}",
            actor=actor.id,
            verb="trade",
            holes=(ChoiceHole("item", "what", items), *holes),
            cites=self.cites("purchase"),
            group="belongings",
        )
