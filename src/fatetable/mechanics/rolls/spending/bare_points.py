"""Points that add to a roll without an aspect: for one's own, or for somebody one helps."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command
from fatetable.engine.offers import Hole, Offer, Price, RollSide, Target, TextHole
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import OfferedWhile, Subsystem
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import NOBODY, ActorId, name_of
from fatetable.mechanics.moments import RollIsChanged, RollIsOver
from fatetable.mechanics.points.payment import boxes_hole, can_pay, open_boxes, pay, pay_back, payment_of
from fatetable.mechanics.rolls.check_rules import AmendmentRule, CheckRules
from fatetable.mechanics.rolls.invocation_rights import InvocationRights
from fatetable.mechanics.rolls.spending.outlays import add_part
from fatetable.mechanics.rolls.state import (
    ROLLS,
    Modifier,
    Outlay,
    OutlaysChanged,
    Roll,
    RollId,
    a_roll_is_open,
    open_rolls,
    roll_of,
)


class Spend(Command, frozen=True, kw_only=True, tag="spend-on-roll"):
    """Pay for a change of a roll; `boxes` of aspects may stand in for points, where a table plays it so."""

    roll: RollId
    effort: int
    effect: str
    party: ActorId = NOBODY
    explanation: str = ""
    boxes: tuple[str, ...] = ()


class BarePoints(Struct, frozen=True, kw_only=True):
    """The amendments that need no aspect and add an amount; the id of one is the source of the part it adds."""

    rules: CheckRules
    rights: InvocationRights
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="bare points",
            decides={Spend: self._spend},
            offers=OfferedWhile(a_roll_is_open, self._offers),
            on_moment=self._on_moment,
            moments=(RollIsOver,),
        )

    @property
    def _ways(self) -> tuple[AmendmentRule, ...]:
        return tuple(rule for rule in self.rules.amendments if rule.is_bare_amount)

    def cannot_spend(self, roll: Roll, index: int, rule: AmendmentRule, party: ActorId) -> Refusal | None:
        """Why nothing can be bought in this way for an effort now, whatever it costs."""
        if roll.stage_of(index) not in rule.stages:
            return Refusal("wrong-moment", "The roll cannot be changed in this way now.", f"spend-{rule.id}")
        if rule.limit and any(_is_same(outlay, index, rule, party) for outlay in roll.outlays):
            return Refusal("once-only", "That has been bought for this roll already.", f"spend-{rule.id}")
        return None

    def _payer(self, state: State, roll: Roll, index: int, party: ActorId) -> ActorId:
        """Whose boxes stand in for points."""
        return self.rights.user(state, roll, index, party)

    def _spend(self, decision: Decision, command: Spend) -> None:
        state, roll = decision.state, roll_of(decision, command.roll)
        rule = next((rule for rule in self._ways if rule.id == command.effect), None)
        if rule is None or not 0 <= command.effort < len(roll.efforts):
            raise decision.violation("no-such-effect", "Points alone do not do that here.")
        effort = roll.efforts[command.effort]
        is_theirs = command.party in self.rights.parties(state, decision.seat)
        decision.require(is_theirs, "not-yours", "Those are not your points to spend.")
        stances = self.rights.stances(state, roll, effort, command.party)
        decision.require(rule.who in stances, "wrong-side", "That cannot be bought for this side of the roll.")
        decision.require_allowed(self.cannot_spend(roll, command.effort, rule, command.party))
        decision.require(rule.takes_boxes or not command.boxes, "no-boxes", "Boxes do not stand in for points here.")
        if rule.who != "self":
            decision.require_described(command.explanation, "no-explanation", "Say how it helps.", f"spend-{rule.id}")
        account = self.rights.account(state, command.party)
        payer = self._payer(state, roll, command.effort, command.party)
        payment = payment_of(decision, account, payer, rule.price, command.boxes)
        pay(decision, payment, rule.label, f"spend-{rule.id}")
        name = name_of(state, payer) if payer else ""
        label = f"{rule.label} from {name}" if name and rule.who != "self" else rule.label
        part = Modifier(rule.id, label, rule.amount, decision.cites(f"spend-{rule.id}"), label)
        outlay = Outlay(
            id=f"{roll.id}.p{len(roll.outlays)}",
            party=command.party,
            effort=command.effort,
            effect=rule.id,
            payment=payment,
            part=part,
            explanation=command.explanation.strip(),
        )
        decision.emit(OutlaysChanged(roll.id, (*roll.outlays, outlay)))
        add_part(decision, self.rules, roll.id, command.effort, part)
        decision.moment(RollIsChanged(roll.id))

    def _on_moment(self, decision: Decision, moment: object) -> None:
        """What was paid for a roll that never came to its dice is given back."""
        if isinstance(moment, RollIsOver) and moment.was_cancelled:
            for outlay in decision.state.get(ROLLS)[RollId(moment.roll)].outlays:
                pay_back(decision, outlay.payment, "the roll did not happen", f"spend-{outlay.effect}")

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for roll in open_rolls(state) if self._ways else ():
            for party in self.rights.parties(state, seat):
                for index in range(len(roll.efforts)):
                    yield from self._offers_for(state, roll, index, party)

    def _offers_for(self, state: State, roll: Roll, index: int, party: ActorId) -> Iterator[Offer]:
        effort, account = roll.efforts[index], self.rights.account(state, party)
        stances = self.rights.stances(state, roll, effort, party)
        for rule in self._ways:
            if rule.who not in stances or self.cannot_spend(roll, index, rule, party) is not None:
                continue
            payer = self._payer(state, roll, index, party)
            boxes = len(tuple(open_boxes(state, payer))) if rule.takes_boxes else 0
            if can_pay(state, account, rule.price, boxes):
                holes: tuple[Hole, ...] = boxes_hole(state, account, payer, rule.price) if rule.takes_boxes else ()
                if rule.who != "self":
                    holes = (*holes, TextHole("explanation", "how?", is_description=True))
                verb = "Pay for" if rule.who == "self" else "Pay to help"
                yield Offer(
                    command=Spend(roll=roll.id, effort=index, effect=rule.id, party=party),
                    label=f"{verb} {name_of(state, effort.actor)} ({rule.short or rule.label})",
                    verb="invoke",
                    target=Target("roll", roll.id),
                    holes=holes,
                    price=Price(rule.price, account),
                    cites=self.cites(f"spend-{rule.id}"),
                    group="invoke",
                    changes=RollSide(roll.id, index),
                )


def _is_same(outlay: Outlay, index: int, rule: AmendmentRule, party: ActorId) -> bool:
    """Was that bought already: for this effort, or by this party for it?"""
    return (outlay.effort, outlay.effect) == (index, rule.id) and (rule.limit == "effort" or outlay.party == party)
