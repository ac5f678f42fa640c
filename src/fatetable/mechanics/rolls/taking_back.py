"""Taking invocations back: those the game master vetoes, and all of a roll that is called off."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command
from fatetable.engine.offers import Offer, Target, TextHole, one_of_a_family
from fatetable.engine.recollection import tracked
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.mechanics.aspects.cards import (
    ASPECTS,
    BOOST,
    AspectPlaced,
    FreeInvokesSet,
    audience_of,
    open_box_again,
)
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.moments import RollIsChanged, RollIsOver
from fatetable.mechanics.points.accounts import move
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.comparing.single_dice import without_throw
from fatetable.mechanics.rolls.invocation_rights import InvocationRights
from fatetable.mechanics.rolls.state import (
    BOX,
    POINT,
    ROLLS,
    Invocation,
    InvocationsChanged,
    Modifier,
    Roll,
    RollId,
    change_effort,
    roll_of,
)

T = TypeVar("T")
LAST = -1


class VetoInvocation(Command, frozen=True, tag="veto-invocation"):
    """The game master finds that an explanation makes no sense; the invocation costs nothing and never happened.

    `number` counts the invocations on the roll, from 0; without it the last one is meant.
    """

    roll: RollId
    reason: str
    number: int = LAST


class TakingBack(Struct, frozen=True, kw_only=True):
    rules: CheckRules
    rights: InvocationRights
    cites: Cites

    def veto(self, decision: Decision, command: VetoInvocation) -> None:
        decision.require_gm()
        roll = roll_of(decision, command.roll)
        number = len(roll.invocations) - 1 if command.number == LAST else command.number
        decision.require(
            0 <= number < len(roll.invocations) and roll.stage in ("declared", "thrown"),
            "nothing-to-veto",
            "Nothing to veto.",
        )
        decision.require_described(command.reason, "no-reason", "Say what does not fit.")
        self._take_back(decision, roll, number)

    def _take_back(self, decision: Decision, roll: Roll, number: int) -> None:
        """One invocation on a roll never happened; the others stand."""
        vetoed = roll.invocations[number]
        rest = roll.invocations[:number] + roll.invocations[number + 1 :]
        effort = roll.efforts[vetoed.effort]
        rule = self.rules.amendment(vetoed.effect)
        assert rule is not None
        if rule.who == "opponent":
            changes: dict[str, object] = {
                "hindrances": _without_last(effort.hindrances, lambda each: _comes_of(each, vetoed)),
                "hindered_by": _without_last(effort.hindered_by, lambda use: use == vetoed.use),
            }
        else:
            changes = {"uses": _without_last(effort.uses, lambda use: use == vetoed.use)}
            if rule.die is not None:
                changes["changes"] = tuple(each for each in effort.changes if each != vetoed.die)
            elif rule.rethrows:
                gone = vetoed.throw or len(effort.throws) - 1
                throws = effort.throws[:gone] + effort.throws[gone + 1 :]
                left = msgspec.structs.replace(effort, throws=throws, changes=without_throw(effort.changes, gone))
                kept = self.rules.kept(decision.state, roll, vetoed.effort, rule, left)
                changes |= {"kept": kept, "throws": throws, "changes": left.changes}
                rest = tuple(_thrown_earlier(each, vetoed.effort, gone) for each in rest)
            else:
                changes["modifiers"] = _without_last(effort.modifiers, lambda each: _comes_of(each, vetoed))
        change_effort(decision, roll.id, vetoed.effort, **changes)
        self._refund(decision, vetoed, "invocation vetoed")
        decision.emit(InvocationsChanged(roll.id, rest))
        decision.moment(RollIsChanged(roll.id))

    def _refund(self, decision: Decision, taken_back: Invocation, reason: str) -> None:
        if taken_back.payment == BOX:
            open_box_again(decision, taken_back.aspect.id, reason)
        elif taken_back.payment == POINT:
            move(
                decision, taken_back.paid_to, self.rights.account(decision.state, taken_back.party), 1, reason, "invoke"
            )
        elif taken_back.aspect.kind == BOOST:
            decision.emit(AspectPlaced(taken_back.aspect))
        elif card := decision.state.get(ASPECTS).get(taken_back.aspect.id):
            back = tuple(free for free in taken_back.aspect.free if free.id == taken_back.payment)
            decision.emit(FreeInvokesSet(card.id, card.free + back), to=audience_of(card))

    def on_moment(self, decision: Decision, moment: object) -> None:
        """What was invoked on a roll that never came to its dice is given back, as pledged help is."""
        if isinstance(moment, RollIsOver) and moment.was_cancelled:
            for invocation in reversed(decision.state.get(ROLLS)[RollId(moment.roll)].invocations):
                self._refund(decision, invocation, "the roll did not happen")

    def offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for roll, invocations in _made(state) if seat.is_gm else ():
            for number, invocation in enumerate(invocations):
                yield Offer(
                    command=VetoInvocation(roll, "", number),
                    **one_of_a_family("Veto the invoke of …", invocation.aspect.text),
                    verb="veto",
                    target=Target("roll", roll),
                    holes=(TextHole("reason", "reason", is_description=True),),
                    cites=self.cites("invoke"),
                    group="gm",
                )


@tracked
def _made(state: State) -> tuple[tuple[RollId, tuple[Invocation, ...]], ...]:
    """What was invoked on each roll that is not settled yet."""
    rolls = state.get(ROLLS).values()
    return tuple([(roll.id, roll.invocations) for roll in rolls if roll.stage in ("declared", "thrown")])


def _comes_of(modifier: Modifier, invocation: Invocation) -> bool:
    return modifier.source == "invoke" and modifier.label == invocation.aspect.text


def _thrown_earlier(invocation: Invocation, effort: int, gone: int) -> Invocation:
    """An invocation once the throw of an earlier one is gone."""
    if invocation.effort != effort:
        return invocation
    if invocation.die is not None:
        (die,) = without_throw((invocation.die,), gone) or (None,)
        return msgspec.structs.replace(invocation, die=die)
    if invocation.throw <= gone:
        return invocation
    return msgspec.structs.replace(invocation, throw=invocation.throw - 1)


def _without_last(values: tuple[T, ...], is_it: Callable[[T], bool]) -> tuple[T, ...]:
    """All but the last value that fits."""
    place = max(index for index, value in enumerate(values) if is_it(value))
    return values[:place] + values[place + 1 :]
