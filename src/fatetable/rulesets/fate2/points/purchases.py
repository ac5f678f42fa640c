"""Paying for something beyond a roll: others may cancel it for a point, the GM may veto it, and then it happens.

The GM's question is the time in which somebody may cancel.  What the GM pays for, those with points are asked about.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM, Command
from fatetable.engine.offers import Offer, Price, Target, one_of_a_family
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask, withdraw
from fatetable.engine.seats import SEATS, Seat, people
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, NOBODY, ActorId, address_of, controlled, name_of
from fatetable.mechanics.points.accounts import BANK, POOL, account_of, move, spendable
from fatetable.mechanics.points.payment import pay, pay_back
from fatetable.rulesets.fate2.points.purchase_state import (
    PURCHASE_EVOLVES,
    PURCHASES,
    Purchase,
    PurchaseEnded,
    PurchaseSet,
    is_players,
    purchase_of,
)

TOPIC = "buy"


class Deed(Protocol):
    """What comes of a purchase."""

    def __call__(self, decision: Decision, purchase: Purchase, /) -> None: ...


class Comes(Struct, frozen=True):
    """What comes of a kind of purchase, and what does if it fails; `lasts` if it ends it by itself."""

    happens: Deed
    fails: Deed | None = None
    lasts: bool = False


class CancelPurchase(Command, frozen=True, kw_only=True, tag="fate2-cancel-purchase"):
    """Pay a point so that nothing comes of a point that somebody else has paid."""

    purchase: str
    party: ActorId = NOBODY


class PurchaseToRule(PromptContext, frozen=True, tag="fate2-purchase"):
    """Does the GM allow it?"""

    purchase: str
    roll: str = ""


class PurchaseToCancel(PurchaseToRule, frozen=True, tag="fate2-purchase-of-the-gm"):
    """Does anybody pay so that nothing comes of what the GM has paid for?"""


class PurchaseToRenew(PurchaseToRule, frozen=True, tag="fate2-purchase-cancelled"):
    """Is it paid for again?"""


class Purchasing(Struct, frozen=True, kw_only=True):
    """`comes` says by kind of purchase what comes of it, and `words` what it is in words."""

    comes: Mapping[str, Comes]
    words: Mapping[str, str]
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="purchases",
            decides={CancelPurchase: self._cancel},
            evolves=PURCHASE_EVOLVES,
            answers={
                PurchaseToRule: self._ruled,
                PurchaseToCancel: self._cancelled_or_not,
                PurchaseToRenew: self._renewed_or_not,
            },
            offers=self._offers,
        )

    def buy(self, decision: Decision, purchase: Purchase) -> None:
        pay(decision, purchase.payment, self.words.get(purchase.use, purchase.use), TOPIC)
        decision.emit(PurchaseSet(purchase))
        self._ask(decision, purchase)

    def _ask(self, decision: Decision, purchase: Purchase) -> None:
        if is_players(decision.state, purchase):
            ask(
                decision,
                PurchaseToRule(purchase.id, _roll(purchase)),
                (GM,),
                f"{self._told(decision.state, purchase)} Allow it?",
                (Option("allow", "Allow it"), Option("veto", "Veto it: what it cost comes back")),
                detail=purchase.words,
                cites=decision.cites("veto"),
            )
            return
        able = tuple(
            seat.id for seat in people(decision.state) if not seat.is_gm and self._who_can_pay(decision.state, seat)
        )
        if not able or not purchase.payment.points:
            self._happen(decision, purchase)
            return
        ask(
            decision,
            PurchaseToCancel(purchase.id, _roll(purchase)),
            able,
            f"{self._told(decision.state, purchase)} Cancel it?",
            (Option("no", "Let it happen"), Option("cancel", "Cancel it", price=Price(1))),
            detail=purchase.words,
            cites=decision.cites("cancel"),
            every=True,
        )

    def _told(self, state: State, purchase: Purchase) -> str:
        target = f" {name_of(state, purchase.target)}" if purchase.target else ""
        what = self.words.get(purchase.use, purchase.use)
        about = f" ({purchase.about})" if purchase.about else ""
        return f"{name_of(state, purchase.actor)} pays: {what}{target}{about}."

    # -- allowing and cancelling -------------------------------------------------------------------------------------

    def _ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        purchase = purchase_of(decision, prompt.read(PurchaseToRule).purchase)
        if answer.option == "allow":
            self._happen(decision, purchase)
            return
        pay_back(decision, purchase.payment, "the GM has vetoed it", "veto")
        self._fail(decision, purchase, "vetoed")

    def _cancel(self, decision: Decision, command: CancelPurchase) -> None:
        purchase = purchase_of(decision, command.purchase)
        known = {party for party, _ in _parties(decision.state, decision.seat)}
        decision.require(command.party in known, "not-yours", "Those are not your points to spend.")
        decision.require(
            self._may_cancel(decision.state, purchase, command.party),
            "own-outlay",
            "That cannot be cancelled by a point of theirs.",
        )
        withdraw(decision, purchase=purchase.id)
        self._pay_to_cancel(decision, purchase, command.party)

    def _may_cancel(self, state: State, purchase: Purchase, party: ActorId) -> bool:
        """A point of another player's is cancelled, and a box is none."""
        is_open = bool(purchase.payment.points) and not purchase.is_cancelled
        return is_open and purchase.actor != party and is_players(state, purchase)

    def _pay_to_cancel(self, decision: Decision, purchase: Purchase, party: ActorId) -> None:
        move(decision, _account(decision.state, party), BANK, 1, "cancelled a fate point", "cancel")
        decision.emit(PurchaseSet(msgspec.structs.replace(purchase, is_cancelled=True)))
        if spendable(decision.state, purchase.payment.account) < 1:
            self._fail(decision, purchase, "cancelled")
            return
        ask(
            decision,
            PurchaseToRenew(purchase.id, _roll(purchase)),
            address_of(decision.state, purchase.actor),
            f"The point of {name_of(decision.state, purchase.actor)} is cancelled. Pay again?",
            (
                Option("again", "Pay another point", price=Price(1, purchase.payment.account)),
                Option("leave", "Leave it at that"),
            ),
            cites=decision.cites("cancel"),
        )

    def _cancelled_or_not(self, decision: Decision, prompt: Prompt, _: Answer) -> None:
        """The first who wants to pay for it does."""
        purchase = purchase_of(decision, prompt.read(PurchaseToCancel).purchase)
        seats = decision.state.get(SEATS)
        against = (seats[seat] for seat, option in prompt.answered.items() if option == "cancel")
        payers = [party for seat in against if (party := self._who_can_pay(decision.state, seat)) is not None]
        if payers:
            self._pay_to_cancel(decision, purchase, payers[0])
        else:
            self._happen(decision, purchase)

    def _renewed_or_not(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        purchase = purchase_of(decision, prompt.read(PurchaseToRenew).purchase)
        if answer.option == "leave":
            self._fail(decision, purchase, "cancelled")
            return
        move(decision, purchase.payment.account, BANK, 1, "paid again", "cancel")
        renewed = msgspec.structs.replace(purchase, is_cancelled=False)
        decision.emit(PurchaseSet(renewed))
        self._ask(decision, renewed)

    def _who_can_pay(self, state: State, seat: Seat) -> ActorId | None:
        """On whose behalf a seat can pay a point, if it can."""
        return next((party for party, account in _parties(state, seat) if spendable(state, account) > 0), None)

    # -- what comes of it --------------------------------------------------------------------------------------------

    def _happen(self, decision: Decision, purchase: Purchase) -> None:
        comes = self.comes[purchase.use]
        if not comes.lasts:
            decision.emit(PurchaseEnded(purchase.id, "happens"))
        comes.happens(decision, purchase)

    def _fail(self, decision: Decision, purchase: Purchase, outcome: str) -> None:
        decision.emit(PurchaseEnded(purchase.id, outcome))
        if (fails := self.comes[purchase.use].fails) is not None:
            fails(decision, purchase)

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for purchase in state.get(PURCHASES).values():
            for party, account in _parties(state, seat):
                if self._may_cancel(state, purchase, party) and spendable(state, account) > 0:
                    yield Offer(
                        command=CancelPurchase(purchase=purchase.id, party=party),
                        **one_of_a_family("Cancel the point of …", name_of(state, purchase.actor)),
                        verb="invoke",
                        target=Target("actor", purchase.actor),
                        price=Price(1, account),
                        cites=self.cites("cancel"),
                        group="react",
                    )


def _parties(state: State, seat: Seat) -> Iterator[tuple[ActorId, str]]:
    """On whose behalf a seat may pay, and out of which account: its own characters, and the GM for all the others."""
    for actor in controlled(state, seat):
        if actor.is_pc:
            yield actor.id, account_of(actor)
    if seat.is_gm:
        yield NOBODY, POOL


def _account(state: State, party: ActorId) -> str:
    return account_of(state.get(CAST)[party]) if party else POOL


def _roll(purchase: Purchase) -> str:
    """The roll that waits for it, if one does."""
    return purchase.hit.roll if purchase.hit is not None else ""
