"""Cancelling what somebody paid for a roll: a point for a point, and the first may pay again to try again."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command
from fatetable.engine.offers import Offer, Price, RollSide, Target, one_of_a_family
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import NOBODY, ActorId, name_of
from fatetable.mechanics.moments import RollIsChanged
from fatetable.mechanics.points.accounts import BANK, move, spendable
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.invocation_rights import InvocationRights
from fatetable.mechanics.rolls.spending.outlays import add_part, outlay_of, replace_outlay, take_part
from fatetable.mechanics.rolls.state import Outlay, Roll, RollId, open_rolls, roll_of


class CancelOutlay(Command, frozen=True, kw_only=True, tag="cancel-outlay"):
    """Pay a point so that a point somebody else paid for a roll does nothing."""

    roll: RollId
    outlay: str
    party: ActorId = NOBODY


class RenewOutlay(Command, frozen=True, kw_only=True, tag="renew-outlay"):
    """Pay another point for what was cancelled."""

    roll: RollId
    outlay: str


class Counters(Struct, frozen=True, kw_only=True):
    rules: CheckRules
    rights: InvocationRights
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="counters",
            decides={CancelOutlay: self._cancel, RenewOutlay: self._renew},
            offers=self._offers,
        )

    def _cancel(self, decision: Decision, command: CancelOutlay) -> None:
        roll = roll_of(decision, command.roll)
        outlay = outlay_of(decision, roll, command.outlay)
        is_theirs = command.party in self.rights.parties(decision.state, decision.seat)
        decision.require(is_theirs, "not-yours", "Those are not your points to spend.")
        decision.require(command.party != outlay.party, "own-outlay", "Nobody cancels a point of their own.", "cancel")
        decision.require(
            _is_open(roll, outlay) and not outlay.is_cancelled, "wrong-moment", "There is nothing to cancel.", "cancel"
        )
        self._pay(decision, command.party, "cancelled a fate point")
        replace_outlay(decision, roll.id, msgspec.structs.replace(outlay, is_cancelled=True))
        take_part(decision, roll.id, outlay.effort, outlay.part)
        decision.moment(RollIsChanged(roll.id))

    def _renew(self, decision: Decision, command: RenewOutlay) -> None:
        roll = roll_of(decision, command.roll)
        outlay = outlay_of(decision, roll, command.outlay)
        is_theirs = outlay.party in self.rights.parties(decision.state, decision.seat)
        decision.require(is_theirs, "not-yours", "Those are not your points to spend.")
        decision.require(
            _is_open(roll, outlay) and outlay.is_cancelled, "wrong-moment", "Nothing of yours is cancelled.", "cancel"
        )
        self._pay(decision, outlay.party, "paid again")
        replace_outlay(decision, roll.id, msgspec.structs.replace(outlay, is_cancelled=False))
        add_part(decision, self.rules, roll.id, outlay.effort, outlay.part)
        decision.moment(RollIsChanged(roll.id))

    def _pay(self, decision: Decision, party: ActorId, reason: str) -> None:
        move(decision, self.rights.account(decision.state, party), BANK, 1, reason, "cancel")

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for roll in open_rolls(state):
            for outlay in roll.outlays:
                if _is_open(roll, outlay):
                    for party in self.rights.parties(state, seat):
                        yield from self._offers_of(state, roll, outlay, party)

    def _offers_of(self, state: State, roll: Roll, outlay: Outlay, party: ActorId) -> Iterator[Offer]:
        account = self.rights.account(state, party)
        if spendable(state, account) < 1 or (party == outlay.party) != outlay.is_cancelled:
            return
        cancel, renew = (
            CancelOutlay(roll=roll.id, outlay=outlay.id, party=party),
            RenewOutlay(roll=roll.id, outlay=outlay.id),
        )
        who = name_of(state, roll.efforts[outlay.effort].actor)
        yield Offer(
            command=renew if outlay.is_cancelled else cancel,
            **one_of_a_family("Pay again for …" if outlay.is_cancelled else "Cancel a point for …", who),
            verb="invoke",
            target=Target("roll", roll.id),
            price=Price(1, account),
            cites=self.cites("cancel"),
            group="invoke",
            changes=RollSide(roll.id, outlay.effort),
        )


def _is_open(roll: Roll, outlay: Outlay) -> bool:
    return roll.stage_of(outlay.effort) in ("declared", "thrown")
