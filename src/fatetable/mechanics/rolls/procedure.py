"""The life of a roll, stage by stage.

    declare -> oppose -> help and invoke -> throw -> invoke -> settle -> land -> finish

`declare_roll` puts a roll on the table and `begin` asks what opposes it.  While it is declared, and again once it is
thrown, people help and invoke (`helping`, `invoking`); `throwing` throws, and when nobody has anything to add it
passes the roll on: to `answer` where the other side responds to a known total, else to `settle`.  `settle` reads the
outcome, a hit goes to `land`, and `finish_roll` closes the roll when no question about it is open.  Where a roll is
compared with several things that may change one another, `settle` comes again for each group of them.

A ruleset composes one `RollProcedure` and hands it to the engine as a service.  What only some rolls do is an
interceptor: named, in order, and free to do a stage in its own way or to let it go on.
"""

from __future__ import annotations

from typing import Literal, Protocol, TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.prompts import open_about, withdraw
from fatetable.mechanics.characters.cast import NOBODY, ActorId
from fatetable.mechanics.harm.hits import Hit, HitRules
from fatetable.mechanics.moments import RollIsDeclared, RollIsOver
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.state import (
    ROLLS,
    Declaration,
    Effort,
    Roll,
    RollDeclared,
    RollId,
    RollOver,
)

StageName: TypeAlias = Literal["oppose", "answer", "settle", "waive"]


class StageHandler(Protocol):
    """Carries a roll through one stage."""

    def __call__(self, decision: Decision, roll_id: RollId, /) -> None: ...


class Intercept(Protocol):
    """Does a stage in its own way, or calls `proceed` to let it go on."""

    def __call__(self, decision: Decision, roll_id: RollId, proceed: StageHandler, /) -> None: ...


class LandHit(Protocol):
    """Makes somebody take a hit."""

    def __call__(self, decision: Decision, hit: Hit, /) -> None: ...


class Interceptor(Struct, frozen=True):
    name: str
    stage: StageName
    run: Intercept


class RollProcedure(Struct, frozen=True, kw_only=True):
    """Who carries out each stage of a roll.

    `oppose` asks everything that must be known before the dice fall.  `answer` lets the other side choose its effort,
    where sides take turns.  `settle` reads the outcome.  `waive` grants what a plain success would, without a roll.
    `land` makes somebody take a hit, which `hits` has sized.
    Interceptors of a stage run in the order given, the first one outermost.
    """

    rules: CheckRules
    oppose: StageHandler
    answer: StageHandler
    settle: StageHandler
    waive: StageHandler
    land: LandHit
    hits: HitRules = HitRules()
    interceptors: tuple[Interceptor, ...] = ()

    def run(self, stage: StageName, decision: Decision, roll_id: RollId) -> None:
        handle = self._own(stage)
        for interceptor in reversed(self.interceptors):
            if interceptor.stage == stage:
                handle = _intercepted(interceptor, handle)
        handle(decision, roll_id)

    def _own(self, stage: StageName) -> StageHandler:
        match stage:
            case "oppose":
                return self.oppose
            case "answer":
                return self.answer
            case "settle":
                return self.settle
            case "waive":
                return self.waive


def _intercepted(interceptor: Interceptor, proceed: StageHandler) -> StageHandler:
    return lambda decision, roll_id: interceptor.run(decision, roll_id, proceed)


# -- the stages, as the rest of the rules call them -------------------------------------------------------------------


def new_roll_id(decision: Decision) -> RollId:
    """The id of a roll that is about to be declared; its first effort is `effort_id(id, 0)`."""
    return RollId(decision.new_id("r"))


def declare_roll(
    decision: Decision,
    roll_id: RollId,
    declaration: Declaration,
    *efforts: Effort,
    defender: ActorId = NOBODY,
    difficulty: int | None = None,
    takes_action: bool = True,
    is_contest: bool = False,
    announce: bool = True,
) -> RollId:
    """Put a roll on the table.  With `announce` off, the caller records more about it and then announces it."""
    roll = Roll(
        id=roll_id,
        declaration=declaration,
        efforts=efforts,
        defender=defender,
        difficulty=difficulty,
        takes_action=takes_action,
        is_contest=is_contest,
        active=0 if decision.service(RollProcedure).rules.sides_take_turns else -1,
    )
    decision.emit(RollDeclared(roll))
    if announce:
        announce_roll(decision, roll_id)
    return roll_id


def announce_roll(decision: Decision, roll_id: RollId) -> None:
    """Let every subsystem know that a roll was declared."""
    decision.moment(RollIsDeclared(roll_id))


def oppose_roll(decision: Decision, roll_id: RollId) -> None:
    """Ask what the roll is against, and whatever else must be known before its dice fall."""
    decision.service(RollProcedure).run("oppose", decision, roll_id)


def answer_roll(decision: Decision, roll_id: RollId) -> None:
    """The acting side's total is known: the other side chooses its effort."""
    decision.service(RollProcedure).run("answer", decision, roll_id)


def settle_roll(decision: Decision, roll_id: RollId) -> None:
    """Nobody changes the dice any more: read the outcome."""
    decision.service(RollProcedure).run("settle", decision, roll_id)


def waive_roll(decision: Decision, roll_id: RollId) -> None:
    """No roll is needed: grant what a plain success would, and close it."""
    withdraw(decision, roll=roll_id)
    decision.service(RollProcedure).run("waive", decision, roll_id)
    decision.emit(RollOver(roll_id, "no roll was needed"))
    decision.moment(RollIsOver(roll_id))


def hit_of(decision: Decision, roll: Roll, shifts: int, target: ActorId = NOBODY, by: ActorId = NOBODY) -> Hit:
    """The hit that so many shifts of a roll deal to the one who defended in it, or to the target named."""
    return decision.service(RollProcedure).hits.hit(decision.state, roll, shifts, target, by)


def bounds_of(decision: Decision, roll_id: RollId) -> str:
    """What a roll cannot do to somebody whom it takes out."""
    roll = decision.state.get(ROLLS).get(roll_id)
    return decision.service(RollProcedure).hits.bounds(decision.state, roll) if roll is not None else ""


def land_hit(decision: Decision, hit: Hit) -> None:
    decision.service(RollProcedure).land(decision, hit)


def finish_roll(decision: Decision, roll_id: RollId) -> None:
    """Close a settled roll once no question about it is open, or read on where there is more to be read."""
    roll = decision.state.get(ROLLS).get(roll_id)
    if roll is None or roll.stage != "settled" or any(open_about(decision.state, roll=roll_id)):
        return
    if roll.has_more:
        settle_roll(decision, roll_id)
        return
    decision.emit(RollOver(roll_id))
    decision.moment(RollIsOver(roll_id))


def cancel_roll(decision: Decision, roll_id: RollId, reason: str) -> None:
    """The roll does not happen; its actor may declare something else."""
    withdraw(decision, roll=roll_id)
    decision.emit(RollOver(roll_id, reason))
    decision.moment(RollIsOver(roll_id, was_cancelled=True))
