"""Randomness that the people at the table add to the dice, in public, after the secret was sealed.

Every seat pledges words first and tells them when it is asked, so nobody can choose their words by those of the others.
When all that were asked have told theirs, the dice are stirred: every later throw depends on all of the words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from fatetable.engine.chance import pledge_of, stirred
from fatetable.engine.clock import Timer
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command, SeatId
from fatetable.engine.offers import Offer
from fatetable.engine.opening import TABLE, THROWS, DiceStirred
from fatetable.engine.seats import Seat, present_people
from fatetable.engine.state import State
from fatetable.engine.stirring.stirs import EVOLVERS, STIRS, Mark, StirBegun, StirBroken, StirPledged, StirTold
from fatetable.engine.subsystem import Subsystem

if TYPE_CHECKING:
    from fatetable.engine.decision import Decision

ANSWER_SECONDS = 30
"""How long the seats that are asked for their words have to tell them; pages do it at once and by themselves."""


class PledgeStir(Command, frozen=True, tag="pledge-stir"):
    """`pledge` is `pledge_of` 64 random hexadecimal digits.  A page sends it when somebody sits down."""

    pledge: str


class TellStir(Command, frozen=True, tag="tell-stir"):
    """The words that the seat has pledged, because it was asked for them, and a pledge for the next time."""

    words: str
    pledge: str


class StirDice(Command, frozen=True, tag="stir-dice"):
    """Ask every seat for its words."""


class BreakStir(Command, frozen=True, tag="break-stir"):
    """The time to tell words is over."""


# -- what is allowed ---------------------------------------------------------------------------------------------------

NOT_SEALED = Refusal("not-open", "The table has no sealed dice to stir.")
BEING_STIRRED = Refusal("being-stirred", "The dice are being stirred at this moment.")
STIRRED_ALREADY = Refusal("dice-stirred-already", "The dice have been stirred since the last throw.")
NOBODY_PLEDGED = Refusal("nobody-pledged", "Nobody has randomness ready to stir the dice with.")
PLEDGED_ALREADY = Refusal("pledged-already", "This seat has pledged its words since the last throw.")
NOT_ASKED = Refusal("not-asked-for-words", "This seat is not asked for words to stir the dice with.")
OTHER_WORDS = Refusal("other-words", "These are not the words that this seat has pledged.")
BAD_STIR = Refusal("bad-stir", "Words and pledges to stir the dice with are 64 hexadecimal digits in lower case.")
NOT_YOURS = Refusal("not-your-stir", "Everybody stirs the dice with words of their own.")

_DIGITS = re.compile(r"[0-9a-f]{64}", re.ASCII)


def _now(state: State) -> Mark:
    throws = state.get(THROWS)
    return (state.get(TABLE).floor, throws.epoch, throws.count)


def may_pledge(state: State, seat: SeatId) -> Refusal | None:
    """Once between two throws, so that the log cannot be filled with pledges."""
    stirs = state.get(STIRS)
    if not state.get(TABLE).commitment:
        return NOT_SEALED
    if seat in stirs.owing:
        return BEING_STIRRED
    return PLEDGED_ALREADY if stirs.marks.get(seat) == _now(state) else None


def may_stir(state: State) -> Refusal | None:
    """Once between two throws: more often would change nothing that anybody knows."""
    stirs = state.get(STIRS)
    if not state.get(TABLE).commitment:
        return NOT_SEALED
    if stirs.asked:
        return BEING_STIRRED
    if not _who_can_tell(state):
        return NOBODY_PLEDGED
    return STIRRED_ALREADY if stirs.mark == _now(state) else None


def is_due(state: State) -> bool:
    """Were the dice sealed anew since they were stirred?"""
    return may_stir(state) is None and state.get(STIRS).mark[0] != state.get(TABLE).floor


def _who_can_tell(state: State) -> tuple[SeatId, ...]:
    pledges = state.get(STIRS).pledges
    return tuple(seat.id for seat in present_people(state) if seat.id in pledges)


# -- decisions ---------------------------------------------------------------------------------------------------------


def _pledge(decision: Decision, command: PledgeStir) -> None:
    decision.require_allowed(NOT_YOURS if decision.proxy else may_pledge(decision.state, decision.seat.id))
    decision.require_allowed(None if _DIGITS.fullmatch(command.pledge) else BAD_STIR)
    decision.emit(StirPledged(decision.seat.id, command.pledge, _now(decision.state)))
    # Seats that pledge while others are telling their words are not asked together with them: they would know more.
    if not decision.state.get(STIRS).asked:
        _begin(decision)


def _stir(decision: Decision, _: StirDice) -> None:
    decision.require_allowed(may_stir(decision.state))
    _begin(decision)


def _begin(decision: Decision) -> None:
    if seats := _who_can_tell(decision.state):
        decision.emit(StirBegun(seats, _now(decision.state)))


def _tell(decision: Decision, command: TellStir) -> None:
    stirs, seat = decision.state.get(STIRS), decision.seat.id
    decision.require_allowed(NOT_YOURS if decision.proxy else None if seat in stirs.owing else NOT_ASKED)
    digits = _DIGITS.fullmatch(command.words) and _DIGITS.fullmatch(command.pledge)
    decision.require_allowed(None if digits else BAD_STIR)
    decision.require_allowed(None if pledge_of(command.words) == stirs.asked[seat] else OTHER_WORDS)
    decision.emit(StirTold(seat, command.words, command.pledge))
    told = {**stirs.told, seat: command.words}
    if len(told) < len(stirs.asked):
        return
    before = decision.state.get(THROWS).stir
    decision.emit(DiceStirred(stirred(before, [told[each] for each in stirs.asked]), tuple(stirs.asked)))
    if decision.state.get(STIRS).is_wanted:
        _begin(decision)


def _break(decision: Decision, _: BreakStir) -> None:
    if owing := decision.state.get(STIRS).owing:
        decision.emit(StirBroken(owing, _now(decision.state)))
        _begin(decision)


def _timers(state: State) -> Iterator[Timer]:
    stirs = state.get(STIRS)
    if stirs.asked:
        yield Timer(f"stir {stirs.rounds}", ANSWER_SECONDS, BreakStir())


def _offers(state: State, _: Seat) -> Iterator[Offer]:
    if may_stir(state) is None:
        yield Offer(command=StirDice(), label="Stir the dice", verb="change", group="dice")


STIRRING = Subsystem(
    name="stirring",
    decides={PledgeStir: _pledge, TellStir: _tell, StirDice: _stir},
    times_out={BreakStir: _break},
    timers=_timers,
    evolves=EVOLVERS,
    offers=_offers,
)

BY_ITSELF: tuple[type[Command], ...] = (PledgeStir, TellStir)
"""What a page sends without its player doing anything."""
