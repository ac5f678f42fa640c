"""Throwing the dice of a roll, and passing: a roll is read when nobody it waits for has anything to add."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import msgspec
from msgspec import Struct

from fatetable.engine.chance import Entered
from fatetable.engine.clock import Timer
from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command, SeatId
from fatetable.engine.offers import NumberHole, Offer, RollSide, Target, TextHole, one_of_a_family
from fatetable.engine.prompts import open_about
from fatetable.engine.seats import Seat, present_people
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.compel_state import COMPELS
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, controls, whose
from fatetable.mechanics.dice.notation import dice_of
from fatetable.mechanics.moments import DiceAreThrown, NothingToAdd, RollIsChanged
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.comparing.reading import ALONE
from fatetable.mechanics.rolls.holding import held_by
from fatetable.mechanics.rolls.invocation_rights import InvocationRights
from fatetable.mechanics.rolls.own_dice import (
    OWN_DICE,
    DiceEntered,
    EnterDice,
    cannot_read,
    dice_holes,
    missing_dice,
    thrown_now,
)
from fatetable.mechanics.rolls.procedure import answer_roll, settle_roll
from fatetable.mechanics.rolls.spending.outlays import add_part
from fatetable.mechanics.rolls.state import (
    ROLLS,
    Effort,
    Modifier,
    Roll,
    RollId,
    change_effort,
    open_rolls,
    roll_of,
    set_waiting,
    side_name,
)
from fatetable.mechanics.rolls.waiting import WaitingPolicy


class ThrowDice(Command, frozen=True, tag="throw-dice"):
    """All dice of a roll fall at once, both sides' together."""

    roll: RollId


class Pass(Command, frozen=True, tag="pass"):
    """Nothing to add to this roll as it stands; any later change asks again."""

    roll: RollId


class Wait(Command, frozen=True, tag="wait"):
    """Somebody who was not asked wants to change the roll: it waits for them."""

    roll: RollId


class CloseWindow(Command, frozen=True, tag="close-window"):
    """The countdown is over: the roll waits for nobody any more who was not asked."""

    roll: RollId


class CorrectTotal(Command, frozen=True, tag="correct-total"):
    """The game master adds or takes away from an effort, with a reason everybody reads."""

    roll: RollId
    effort: int
    amount: int
    reason: str


DICE_MISSING = Refusal("dice-missing", "Somebody throws real dice and has yet to say what they show.")


class IsComplete(Protocol):
    """Is everything there that the dice are compared with?"""

    def __call__(self, state: State, roll: Roll, /) -> bool: ...


def has_opposition(_state: State, roll: Roll) -> bool:
    return roll.has_opposition


class Throwing(Struct, frozen=True, kw_only=True):
    """`is_complete` says whether all sides of a roll are there."""

    rules: CheckRules
    rights: InvocationRights
    is_complete: IsComplete
    cites: Cites

    @property
    def policy(self) -> WaitingPolicy:
        return WaitingPolicy(rules=self.rules, rights=self.rights)

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="throwing",
            decides={
                ThrowDice: self._throw,
                EnterDice: self._enter,
                Pass: self._pass,
                Wait: self._wait,
                CorrectTotal: self._correct,
            },
            times_out={CloseWindow: self._close_window},
            timers=self._timers,
            follow_up=self._follow_up,
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsChanged,),
        )

    # -- throwing ------------------------------------------------------------------------------------------------

    def _may_throw(self, state: State, seat: Seat, roll: Roll) -> Refusal | None:
        first = max(roll.active, 0)
        # In a contest anybody throws for all; where its sides take turns, the last one does.
        throwers = (
            roll.efforts if (roll.is_contest or roll.is_of_all) and roll.active < 0 else roll.efforts[first : first + 1]
        )
        if not any(_throws_for(state, seat, effort) for effort in throwers):
            return Refusal("not-yours", "It is not your roll.")
        if any(other != seat.id for other in held_by(state)):
            return Refusal("still-waiting", "Someone asked for time before the roll.")
        if missing_dice(state, roll, seat.id):
            return DICE_MISSING
        return self._cannot_fall(state, roll)

    def _may_enter(self, state: State, seat: Seat, roll: Roll, place: int) -> Refusal | None:
        if place not in missing_dice(state, roll, seat.id) or not _throws_for(state, seat, roll.efforts[place]):
            return Refusal("no-dice-to-enter", "No dice of yours are waited for here.")
        if any(other != seat.id for other in held_by(state)):
            return Refusal("still-waiting", "Somebody asked for time before the dice fall.")
        return self._lacks_more_than_dice(state, roll)

    def _cannot_fall(self, state: State, roll: Roll) -> Refusal | None:
        """Why the dice of a roll cannot fall yet."""
        if missing_dice(state, roll):
            return DICE_MISSING
        return self._lacks_more_than_dice(state, roll)

    def _lacks_more_than_dice(self, state: State, roll: Roll) -> Refusal | None:
        if roll.stage_of(max(roll.active, 0)) != "declared":
            return Refusal("dice-are-down", "These dice have been rolled.")
        if not self._is_complete(state, roll):
            return Refusal("no-opposition-yet", "It is not settled yet what this is rolled against.")
        if roll.waiting or any(open_about(state, roll=roll.id)):
            return Refusal("still-waiting", "Someone is still being asked before the dice fall.")
        if state.get(COMPELS):
            return Refusal("still-waiting", "Answer the compel before the dice fall.")
        return None

    def _is_complete(self, state: State, roll: Roll) -> bool:
        """Is it known what the dice are thrown against, or who will answer them?"""
        if roll.is_put_off or (roll.active >= 0 and roll.defender):
            return True
        return self.is_complete(state, roll)

    def _throw(self, decision: Decision, command: ThrowDice) -> None:
        roll = roll_of(decision, command.roll)
        decision.require_allowed(self._may_throw(decision.state, decision.seat, roll))
        self._fall(decision, roll)

    def _enter(self, decision: Decision, command: EnterDice) -> None:
        roll = roll_of(decision, command.roll)
        decision.require_allowed(self._may_enter(decision.state, decision.seat, roll, command.effort))
        dice = dice_of(self.rules.pool(decision.state, roll, command.effort, ALONE))
        decision.require_allowed(cannot_read(dice, command.faces))
        faces = (command.faces[key] for key in sorted(command.faces, key=int))
        decision.emit(DiceEntered(roll.efforts[command.effort].id, " ".join(faces)))
        # The last dice that were missing are a throw, also where the dice fall when somebody presses.
        if self._cannot_fall(decision.state, roll) is None and not held_by(decision.state):
            self._fall(decision, roll)

    def _fall(self, decision: Decision, roll: Roll) -> None:
        for index in thrown_now(roll):
            effort = roll.efforts[index]
            faces = decision.state.get(OWN_DICE).entered.get(effort.id, "")
            if faces:
                decision.emit(DiceEntered(effort.id, ""))
            chance = Entered(faces) if faces else None
            throw = self.rules.throw(decision, roll, index, chance)
            change_effort(decision, roll.id, index, throws=(*effort.throws, throw), kept=len(effort.throws))
            decision.moment(DiceAreThrown(effort.actor))
        self._ask_again(decision, roll.id)

    def _follow_up(self, decision: Decision) -> bool:
        """Let the dice fall that lack nothing, and go on where nobody is left to wait for."""
        if self._forget_dice(decision):
            return True
        for roll in open_rolls(decision.state):
            if roll.waiting or roll.window:
                here = {seat.id for seat in present_people(decision.state)}
                if not here.issuperset((*roll.waiting, *roll.window)):
                    self._wait_for(decision, roll, _only(roll.waiting, here), _only(roll.window, here))
                    return True
            falls = self.rules.pace.dice_fall == "at-once" and not held_by(decision.state)
            if falls and self._cannot_fall(decision.state, roll) is None:
                self._fall(decision, roll)
                return True
        return False

    # -- waiting -------------------------------------------------------------------------------------------------

    def _ask_again(self, decision: Decision, roll_id: RollId) -> None:
        """Those are asked who can turn the roll; if there is nobody, it is read as it stands."""
        roll = msgspec.structs.replace(decision.state.get(ROLLS)[roll_id], stage="thrown")
        asked, window = self.policy.after_throw(decision.state, roll)
        set_waiting(decision, roll_id, asked, "thrown", window)
        if not asked and not window:
            self._close(decision, roll_id)

    def _wait_for(
        self, decision: Decision, roll: Roll, waiting: tuple[SeatId, ...], window: tuple[SeatId, ...]
    ) -> None:
        """Wait for fewer seats than before; when none is left, the roll goes on."""
        set_waiting(decision, roll.id, waiting, roll.stage, window)
        if waiting or window:
            return
        if roll.stage == "thrown":
            self._close(decision, roll.id)
        else:
            decision.moment(NothingToAdd(roll.id))

    def _close(self, decision: Decision, roll_id: RollId) -> None:
        """Nobody changes these dice any more: the other side answers them, or the outcome is read."""
        roll = decision.state.get(ROLLS)[roll_id]
        if roll.active >= 0 and roll.defender and not roll.has_opposition:
            answer_roll(decision, roll_id)
        else:
            settle_roll(decision, roll_id)

    def _forget_dice(self, decision: Decision) -> bool:
        """Ask again for real dice where others are thrown since they were entered."""
        entered, was_any = decision.state.get(OWN_DICE).entered, False
        for roll in open_rolls(decision.state) if entered else ():
            for place, effort in enumerate(roll.efforts):
                if faces := entered.get(effort.id, ""):
                    dice = dice_of(self.rules.pool(decision.state, roll, place, ALONE))
                    shown = {str(number): face for number, face in enumerate(faces.split(), 1)}
                    if cannot_read(dice, shown) is not None:
                        decision.emit(DiceEntered(effort.id, ""))
                        was_any = True
        return was_any

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if isinstance(moment, RollIsChanged):
            roll = decision.state.get(ROLLS)[RollId(moment.roll)]
            if roll.stage == "thrown":
                self._ask_again(decision, roll.id)

    def _pass(self, decision: Decision, command: Pass) -> None:
        roll = roll_of(decision, command.roll)
        seat = decision.seat.id
        decision.require(
            seat in roll.waiting or seat in roll.window, "not-asked", "Nobody is waiting for you on this roll."
        )
        decision.require(
            not _is_in_question(decision.state, roll), "not-finished", "Something about it is being asked."
        )
        self._wait_for(decision, roll, _without(roll.waiting, seat), _without(roll.window, seat))

    def _wait(self, decision: Decision, command: Wait) -> None:
        roll = roll_of(decision, command.roll)
        seat = decision.seat.id
        is_running = seat in roll.window and not _is_in_question(decision.state, roll)
        decision.require(is_running, "no-countdown", "No countdown is running in which you could ask to wait.")
        set_waiting(decision, roll.id, (*roll.waiting, seat), roll.stage, _without(roll.window, seat))

    def _timers(self, state: State) -> Iterator[Timer]:
        for roll in open_rolls(state):
            if roll.window and not _is_in_question(state, roll):
                changes = len(roll.invocations) + sum(len(effort.throws) for effort in roll.efforts)
                yield Timer(f"{roll.id}.{changes}", self.rules.pace.countdown, CloseWindow(roll.id))

    def _close_window(self, decision: Decision, command: CloseWindow) -> None:
        roll = decision.state.get(ROLLS).get(command.roll)
        if roll is not None and roll.window and not _is_in_question(decision.state, roll):
            self._wait_for(decision, roll, roll.waiting, ())

    # -- rulings and offers --------------------------------------------------------------------------------------

    def _correct(self, decision: Decision, command: CorrectTotal) -> None:
        decision.require_gm()
        roll = roll_of(decision, command.roll)
        decision.require(roll.stage in ("declared", "thrown"), "already-read", "The outcome has been read.")
        decision.require(0 <= command.effort < len(roll.efforts), "no-such-effort", "There is no such side.")
        decision.require(-20 <= command.amount <= 20, "bad-number", f"{command.amount} makes no sense here.")
        decision.require_described(command.reason, "no-reason", "A ruling needs a reason.")
        ruling = Modifier("ruling", command.reason.strip(), command.amount, decision.cites("overrule"))
        add_part(decision, self.rules, roll.id, command.effort, ruling)
        decision.moment(RollIsChanged(roll.id))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for roll in open_rolls(state):
            if roll.stage == "declared" and self._may_throw(state, seat, roll) is None:
                yield Offer(
                    command=ThrowDice(roll.id),
                    label="Roll the dice",
                    verb="throw",
                    target=Target("roll", roll.id),
                    cites=self.cites("throw"),
                    group="roll",
                    changes=RollSide(roll.id, max(roll.active, 0)),
                )
            yield from self._dice_offers(state, seat, roll)
            if not _is_in_question(state, roll):
                yield from self._waiting_offers(seat, roll)
            if seat.is_gm and roll.stage in ("declared", "thrown"):
                for index, effort in enumerate(roll.efforts):
                    yield Offer(
                        command=CorrectTotal(roll.id, index, 0, ""),
                        **one_of_a_family("Correct … total", whose(side_name(state, effort))),
                        verb="correct",
                        target=Target("roll", roll.id),
                        holes=(
                            NumberHole("amount", "change", -20, 20),
                            TextHole("reason", "reason", is_description=True),
                        ),
                        cites=self.cites("overrule"),
                        group="overrule",
                        changes=RollSide(roll.id, index),
                    )

    def _dice_offers(self, state: State, seat: Seat, roll: Roll) -> Iterator[Offer]:
        for place in missing_dice(state, roll, seat.id):
            if self._may_enter(state, seat, roll, place) is None:
                yield Offer(
                    command=EnterDice(roll.id, place, {}),
                    label="Enter your dice",
                    verb="throw",
                    actor=roll.efforts[place].actor,
                    target=Target("roll", roll.id),
                    holes=dice_holes(dice_of(self.rules.pool(state, roll, place, ALONE))),
                    cites=self.cites("throw"),
                    group="roll",
                    changes=RollSide(roll.id, place),
                )

    def _waiting_offers(self, seat: Seat, roll: Roll) -> Iterator[Offer]:
        target = Target("roll", roll.id)
        if seat.id in roll.window:
            yield Offer(command=Wait(roll.id), label="Wait", verb="wait", target=target, group="roll")
        if seat.id in roll.waiting or seat.id in roll.window:
            label = "Keep result" if roll.stage == "thrown" else "Go on"
            cites = self.cites("pass")
            yield Offer(command=Pass(roll.id), label=label, verb="pass", target=target, cites=cites, group="roll")


def _throws_for(state: State, seat: Seat, effort: Effort) -> bool:
    """Does this seat throw the dice of an effort?  The game master throws those of nobody."""
    return controls(seat, state.get(CAST)[effort.actor]) if effort.actor else seat.is_gm


def _without(seats: tuple[SeatId, ...], seat: SeatId) -> tuple[SeatId, ...]:
    return tuple(other for other in seats if other != seat)


def _only(seats: tuple[SeatId, ...], here: set[SeatId]) -> tuple[SeatId, ...]:
    return tuple(seat for seat in seats if seat in here)


def _is_in_question(state: State, roll: Roll) -> bool:
    """A throw is not read while the table is still asked about it."""
    return roll.stage == "thrown" and any(open_about(state, roll=roll.id))
