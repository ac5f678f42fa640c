"""Taking a wound for somebody else, before it is marked (F2-FP-11)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.offers import Hole, Price
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.characters.cast import CAST, ActorId, address_of, name_of
from fatetable.mechanics.encounters.state import fight_of
from fatetable.mechanics.harm.hits import Hit
from fatetable.mechanics.harm.wounds import Wounding
from fatetable.mechanics.points.accounts import account_of
from fatetable.mechanics.points.payment import boxes_hole, can_pay, open_boxes, payment_of
from fatetable.mechanics.rolls.procedure import finish_roll
from fatetable.mechanics.rolls.state import RollId
from fatetable.mechanics.scenes.presence import is_active
from fatetable.mechanics.scenes.sides import are_allies
from fatetable.rulesets.fate2.kit import FateKit
from fatetable.rulesets.fate2.points.purchase_state import Purchase
from fatetable.rulesets.fate2.points.purchases import Comes, Purchasing
from fatetable.rulesets.fate2.points.uses import WOUND

TOPIC = "take-wound"


class WoundToTake(PromptContext, frozen=True, tag="fate2-wound-to-take"):
    """Does this one take a wound for another?  Those `asked` before have let it be."""

    roll: RollId
    actor: ActorId
    by: ActorId
    target: ActorId
    size: int
    asked: tuple[ActorId, ...] = ()

    @property
    def hit(self) -> Hit:
        return Hit(target=self.target, by=self.by, amount=self.size, roll=self.roll)


class Interposing(Struct, frozen=True, kw_only=True):
    """Everybody who could take it is asked, one after the other, and then the wound is marked."""

    kit: FateKit
    wounding: Wounding

    def subsystem(self) -> Subsystem:
        return Subsystem(name="taking wounds", answers={WoundToTake: self._answered})

    def comes(self) -> Comes:
        return Comes(self._takes, fails=self._lands)

    def land_hit(self, decision: Decision, hit: Hit) -> None:
        self._ask_next(decision, hit, ())

    def _ask_next(self, decision: Decision, hit: Hit, asked: tuple[ActorId, ...]) -> None:
        able = next((actor for actor in self._able(decision.state, hit) if actor not in asked), None)
        if able is None:
            self.wounding.land_hit(decision, hit)
            return
        row = self.wounding.row_of(decision.state, hit)
        assert row is not None
        account = account_of(decision.state.get(CAST)[able])
        boxes = boxes_hole(decision.state, account, able, 1) if self.kit.dials.box_for_point else ()
        holes: tuple[Hole, ...] = tuple(msgspec.structs.replace(hole, field="fill", key="boxes") for hole in boxes)
        ask(
            decision,
            WoundToTake(hit.roll, able, hit.by, hit.target, hit.size, asked),
            address_of(decision.state, able),
            f"{name_of(decision.state, hit.target)} is about to be {row.name}. "
            f"Does {name_of(decision.state, able)} take it?",
            (
                Option("leave", "Let it be"),
                Option("take", "Take it instead", holes, price=Price(1, account)),
            ),
            cites=decision.cites(TOPIC),
        )

    def _able(self, state: State, hit: Hit) -> Iterator[ActorId]:
        """Those on the side of the victim who can pay, if the wound would be marked at all."""
        fight = fight_of(state)
        if not self.kit.dials.take_wounds or fight is None or self.wounding.row_of(state, hit) is None:
            return
        for actor in fight.actors:
            there = actor not in (hit.target, hit.by) and are_allies(state, actor, hit.target)
            if there and is_active(state, actor):
                boxes = len(tuple(open_boxes(state, actor))) if self.kit.dials.box_for_point else 0
                if can_pay(state, account_of(state.get(CAST)[actor]), 1, boxes):
                    yield actor

    def _answered(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        asked = prompt.read(WoundToTake)
        if answer.option == "leave":
            self._ask_next(decision, asked.hit, (*asked.asked, asked.actor))
            finish_roll(decision, asked.roll)
            return
        account = account_of(decision.state.get(CAST)[asked.actor])
        payment = payment_of(decision, account, asked.actor, 1, answer.several("boxes"))
        purchase = Purchase(
            id=decision.new_id("b"),
            use=WOUND,
            actor=asked.actor,
            payment=payment,
            target=asked.hit.target,
            hit=asked.hit,
        )
        decision.service(Purchasing).buy(decision, purchase)

    def _takes(self, decision: Decision, purchase: Purchase) -> None:
        assert purchase.hit is not None
        self.wounding.land_hit(decision, purchase.hit, on=purchase.actor)
        finish_roll(decision, purchase.hit.roll)

    def _lands(self, decision: Decision, purchase: Purchase) -> None:
        """It was vetoed or cancelled: the wound is the victim's."""
        assert purchase.hit is not None
        self.wounding.land_hit(decision, purchase.hit)
        finish_roll(decision, purchase.hit.roll)
