"""Throwing the dice of a roll, and passing: a roll is read only when everybody who could change it has passed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command
from fatetable.engine.offers import NumberHole, Offer, TextHole
from fatetable.engine.prompts import open_about
from fatetable.engine.seats import Seat, gm_seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.amending import Amending
from fatetable.mechanics.cast import CAST, controls, name_of, whose
from fatetable.mechanics.checks import CheckRules, Refusal
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.compels import COMPELS
from fatetable.mechanics.moments import DiceAreThrown, NothingToAdd, RollIsChanged
from fatetable.mechanics.rolls import (
    ROLLS,
    Modifier,
    Roll,
    RollId,
    change_effort,
    open_rolls,
    roll_of,
    set_waiting,
)


class ThrowDice(Command, frozen=True, tag="throw-dice"):
    """All dice of a roll fall at once, both sides' together."""

    roll: RollId


class Pass(Command, frozen=True, tag="pass"):
    """Nothing to add to this roll as it stands; any later change asks again."""

    roll: RollId


class CorrectTotal(Command, frozen=True, tag="correct-total"):
    """The game master adds or takes away from an effort, with a reason everybody reads."""

    roll: RollId
    effort: int
    amount: int
    reason: str


class Throwing(Struct, frozen=True, kw_only=True):
    """`settle` reads the outcome once the last window is closed; `is_complete` knows when all sides are there."""

    rules: CheckRules
    amending: Amending
    settle: Callable[[Decision, RollId], None]
    is_complete: Callable[[State, Roll], bool]
    answer: Callable[[Decision, RollId], None]
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="throwing",
            decides={ThrowDice: self._throw, Pass: self._pass, CorrectTotal: self._correct},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsChanged,),
        )

    def _may_throw(self, state: State, seat: Seat, roll: Roll) -> Refusal | None:
        first = max(roll.active, 0)
        # In a contest anybody throws for all; where its sides take turns, whoever comes last does.
        throwers = roll.efforts if roll.is_contest and roll.active < 0 else roll.efforts[first : first + 1]
        cast = state.get(CAST)
        if not any(controls(seat, cast[effort.actor]) for effort in throwers):
            return Refusal("not-yours", "It is not your roll.")
        if roll.stage_of(first) != "declared":
            return Refusal("dice-are-down", "These dice have been thrown.")
        if not self._is_complete(state, roll):
            return Refusal("no-opposition-yet", "It is not settled yet what this is rolled against.")
        if roll.waiting or any(open_about(state, roll=roll.id)):
            return Refusal("still-waiting", "Someone is still being asked before the dice fall.")
        if state.get(COMPELS):
            return Refusal("still-waiting", "A compel is on the table; it is settled before the dice fall.")
        return None

    def _is_complete(self, state: State, roll: Roll) -> bool:
        """Is it known what the dice are thrown against, or who will answer them?"""
        if roll.active == 0 and roll.defender:
            return True
        return self.is_complete(state, roll)

    def _throw(self, decision: Decision, command: ThrowDice) -> None:
        roll = roll_of(decision, command.roll)
        refusal = self._may_throw(decision.state, decision.seat, roll)
        if refusal is not None:
            raise decision.violation(refusal.code, refusal.message)
        for index, effort in enumerate(roll.efforts):
            if roll.active not in (-1, index) and not roll.is_contest:
                continue
            throw = decision.throw(self.rules.pool(decision.state))
            self.rules.after_throw(decision, throw)
            change_effort(decision, roll.id, index, throws=(*effort.throws, throw), kept=len(effort.throws))
            decision.moment(DiceAreThrown(effort.actor))
        self._ask_again(decision, roll.id)

    def _ask_again(self, decision: Decision, roll_id: RollId) -> None:
        """Everybody with the means to change the roll is asked; if nobody has any, it is read as it stands."""
        roll = decision.state.get(ROLLS)[roll_id]
        waiting = self.amending.entitled(decision.state, roll)
        invocations = roll.invocations
        game_master = gm_seat(decision.state).id
        if invocations and invocations[-1].seat != game_master and game_master not in waiting:
            waiting += (game_master,)  # An explanation can be vetoed even by someone without a point left.
        set_waiting(decision, roll_id, waiting, "thrown")
        if not waiting:
            self._close(decision, roll_id)

    def _close(self, decision: Decision, roll_id: RollId) -> None:
        """Nobody changes these dice any more: the other side answers them, or the outcome is read."""
        roll = decision.state.get(ROLLS)[roll_id]
        if roll.active == 0 and roll.defender and roll.difficulty is None:
            self.answer(decision, roll_id)
        else:
            self.settle(decision, roll_id)

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if isinstance(moment, RollIsChanged):
            roll = decision.state.get(ROLLS)[RollId(moment.roll)]
            if roll.stage == "thrown":
                self._ask_again(decision, roll.id)

    def _pass(self, decision: Decision, command: Pass) -> None:
        roll = roll_of(decision, command.roll)
        decision.require(decision.seat.id in roll.waiting, "not-asked", "Nobody is waiting for you on this roll.")
        decision.require(
            not _is_in_question(decision.state, roll), "not-finished", "Something about it is being asked."
        )
        waiting = tuple(seat for seat in roll.waiting if seat != decision.seat.id)
        set_waiting(decision, roll.id, waiting, roll.stage)
        if not waiting and roll.stage == "thrown":
            self._close(decision, roll.id)
        elif not waiting:
            decision.moment(NothingToAdd(roll.id))

    def _correct(self, decision: Decision, command: CorrectTotal) -> None:
        decision.require_gm()
        roll = roll_of(decision, command.roll)
        decision.require(roll.stage in ("declared", "thrown"), "already-read", "The outcome has been read.")
        decision.require(0 <= command.effort < len(roll.efforts), "no-such-effort", "There is no such side.")
        decision.require(-20 <= command.amount <= 20, "bad-number", f"{command.amount} makes no sense here.")
        decision.require(bool(command.reason.strip()), "no-reason", "A ruling needs a reason.")
        effort = roll.efforts[command.effort]
        ruling = Modifier("ruling", command.reason.strip(), command.amount, decision.cites("overrule"))
        change_effort(decision, roll.id, command.effort, modifiers=(*effort.modifiers, ruling))
        decision.moment(RollIsChanged(roll.id))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for roll in open_rolls(state):
            if self._may_throw(state, seat, roll) is None:
                yield Offer(
                    command=ThrowDice(roll.id),
                    label="Throw the dice",
                    cites=self.cites("throw"),
                    group="roll",
                    changes=roll.efforts[max(roll.active, 0)].id,
                )
            if seat.id in roll.waiting and not _is_in_question(state, roll):
                label = "Nothing to add" if roll.stage == "thrown" else "Go ahead, throw"
                yield Offer(command=Pass(roll.id), label=label, cites=self.cites("pass"), group="roll")
            if seat.is_gm and roll.stage in ("declared", "thrown"):
                for index, effort in enumerate(roll.efforts):
                    yield Offer(
                        command=CorrectTotal(roll.id, index, 0, ""),
                        label=f"Rule on {whose(name_of(state, effort.actor))} total",
                        holes=(NumberHole("amount", "change", -20, 20), TextHole("reason", "reason")),
                        cites=self.cites("overrule"),
                        group="overrule",
                        changes=effort.id,
                    )


def _is_in_question(state: State, roll: Roll) -> bool:
    """A throw is not read while the table is still asked about it."""
    return roll.stage == "thrown" and any(open_about(state, roll=roll.id))
