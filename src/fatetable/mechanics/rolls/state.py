"""A roll on the table: the efforts compared in it, from declaration to its last question.

The atom is one side's effort; a roll holds one (against a difficulty), two (opposed) or many (a contest).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NewType, TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.folds import change
from fatetable.engine.messages import Event, SeatId
from fatetable.engine.prompts import is_blocked
from fatetable.engine.recollection import tracked
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import folds
from fatetable.mechanics.aspects.cards import AspectId
from fatetable.mechanics.characters.cast import NOBODY, ActorId, name_of
from fatetable.mechanics.rolls.comparing.sides import Comparison as Comparison
from fatetable.mechanics.rolls.comparing.sides import DieChange as DieChange
from fatetable.mechanics.rolls.comparing.sides import Effort as Effort
from fatetable.mechanics.rolls.comparing.sides import EffortId as EffortId
from fatetable.mechanics.rolls.comparing.sides import Modifier as Modifier
from fatetable.mechanics.rolls.comparing.sides import Use as Use
from fatetable.mechanics.rolls.spending.paid import Invocation as Invocation
from fatetable.mechanics.rolls.spending.paid import Outlay as Outlay
from fatetable.mechanics.scenes.zones import NOWHERE, ZoneId

RollId = NewType("RollId", str)

Stage: TypeAlias = Literal["declared", "thrown", "settled", "over"]

POINT = "point"
"""The payment of an invocation that costs a point."""
BOX = "box"
"""The payment of an invocation that ticks a box of the aspect."""


class Declaration(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """What somebody sets out to do."""

    actor: ActorId
    action: str
    trait: str
    description: str
    mode: str = ""
    features: tuple[str, ...] = ()
    target: ActorId = NOBODY
    """The first of its `targets`, where it has several."""
    targets: tuple[ActorId, ...] = ()
    tags: tuple[str, ...] = ()
    """What kind of means it is done with (fire, mind), for rules that ask."""
    aspect: AspectId = AspectId("")
    zone: ZoneId = NOWHERE
    task: str = ""
    words: str = ""
    reach: str = ""
    border: tuple[ZoneId, ...] = ()
    """The two zones it is between, for what is done to the way from one to the other."""


OF_ALL = "of-all"
"""The tag of a roll in which everybody in a fight takes part."""


class Roll(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """`efforts[0]` is the acting side; `defender` suffers the result; `waiting` are seats yet to pass."""

    id: RollId
    declaration: Declaration
    efforts: tuple[Effort, ...]
    stage: Stage = "declared"
    defender: ActorId = NOBODY
    difficulty: int | None = None
    scale: int = 0
    """The step of the difficulty's scale."""
    comparisons: tuple[Comparison, ...] = ()
    """What was read so far, where that is more than the first effort against the second or the difficulty."""
    has_more: bool = False
    """Is more to be read, once what came of this is dealt with?"""
    waiting: tuple[SeatId, ...] = ()
    window: tuple[SeatId, ...] = ()
    """Seats that may still say "Wait" while the countdown runs."""
    helpers: Mapping[ActorId, int] = {}
    invocations: tuple[Invocation, ...] = ()
    outlays: tuple[Outlay, ...] = ()
    margin: int | None = None
    outcome: str = ""
    goal: str = ""
    is_contest: bool = False
    has_interposer: bool = False
    takes_action: bool = True
    """Whether somebody in a conflict spends their action on it; what merely happens to them does not."""
    is_put_off: bool = False
    """Whether what it is against is named when the dice have fallen."""
    active: int = -1
    """Where sides answer one another, the effort whose turn it is; otherwise all are thrown together."""

    @property
    def actor(self) -> ActorId:
        return self.declaration.actor

    @property
    def is_opposed(self) -> bool:
        return len(self.efforts) == 2 and not self.is_contest

    @property
    def is_of_all(self) -> bool:
        """Does everybody in a fight take part, each with an action of their own?"""
        return OF_ALL in self.declaration.tags

    def thrown_for(self, index: int) -> str:
        """What the next dice of an effort are thrown for, in ids that are the same if a rewound table rolls it again.

        What people often mend by going back is left out: the trait, the difficulty, and what is added to the dice.
        """
        declared, effort = self.declaration, self.efforts[index]
        # Everybody is told what dice are thrown for, and only the game master which aspect may be discovered.
        aspect = "" if declared.mode == "discover" else declared.aspect
        about = (declared.target, aspect, declared.zone, declared.task)
        words = (effort.actor, effort.action, declared.actor if index else "", *about, str(len(effort.throws)))
        return " ".join(filter(None, words))

    @property
    def targets(self) -> tuple[ActorId, ...]:
        """Those whose answer is asked for, or who suffer the result."""
        return self.declaration.targets or ((self.defender,) if self.defender else ())

    def place_of(self, actor: ActorId) -> int:
        """The place of somebody's answer: the second effort, or a place of their own where several answer."""
        if not self.declaration.targets:
            return 1
        answers = (place for place, effort in enumerate(self.efforts) if place and effort.actor == actor)
        return next(answers, len(self.efforts))

    @property
    def has_opposition(self) -> bool:
        """Is everything there that it is compared with?"""
        if self.is_of_all:
            return True
        return self.difficulty is not None or len(self.efforts) > max(1, len(self.declaration.targets))

    def stage_of(self, index: int) -> str:
        """Where one effort stands; nowhere (`""`) while it is the other side's turn or its own is past."""
        if self.active < 0:
            return self.stage
        is_past = self.stage == "declared" and bool(self.efforts[index].throws)
        return self.stage if index == self.active and not is_past else ""

    def margin_now(self) -> int:
        """Acting total less what it must beat; a hindrance raises what its victim must beat."""
        acting = self.efforts[0]
        against = self.difficulty or 0
        if self.is_opposed:
            against = self.efforts[1].total - self.efforts[1].hindrance
        return acting.total - acting.hindrance - against


def with_effort(roll: Roll, index: int, effort: Effort) -> Roll:
    """The roll with another effort at a place."""
    return msgspec.structs.replace(roll, efforts=(*roll.efforts[:index], effort, *roll.efforts[index + 1 :]))


Rolls: TypeAlias = Mapping[RollId, Roll]
ROLLS: Key[Rolls] = Key("rolls", dict[RollId, Roll], {})


class RollDeclared(Event, frozen=True, tag="roll-declared/1"):
    roll: Roll


class OppositionSet(Event, frozen=True, tag="opposition-set/1"):
    """What the roll is against: a difficulty, or an opposing effort, which becomes the one at `index`."""

    roll: RollId
    difficulty: int | None = None
    effort: Effort | None = None
    defender: ActorId = NOBODY
    is_interposed: bool = False
    index: int = 1
    scale: int = 0


class OppositionPutOff(Event, frozen=True, tag="opposition-put-off/1"):
    """What the roll is against is named when its dice have fallen."""

    roll: RollId


class DefenderNamed(Event, frozen=True, tag="defender-named/1"):
    roll: RollId
    defender: ActorId


class SideTurned(Event, frozen=True, tag="side-turned/1"):
    """Where sides take turns, it is this effort's now."""

    roll: RollId
    active: int


class EffortChanged(Event, frozen=True, tag="effort-changed/1"):
    """An effort as it stands after a throw, a modifier or a hindrance."""

    roll: RollId
    index: int
    effort: Effort


class HelpersChanged(Event, frozen=True, tag="helpers-changed/1"):
    roll: RollId
    helpers: Mapping[ActorId, int]


class InvocationsChanged(Event, frozen=True, tag="invocations-changed/1"):
    roll: RollId
    invocations: tuple[Invocation, ...]


class OutlaysChanged(Event, frozen=True, tag="outlays-changed/1"):
    """What was paid for on a roll without an aspect, and what of it is cancelled."""

    roll: RollId
    outlays: tuple[Outlay, ...]


class WaitingChanged(Event, frozen=True, tag="waiting-changed/1"):
    roll: RollId
    waiting: tuple[SeatId, ...]
    stage: Stage
    window: tuple[SeatId, ...] = ()


class RollSettled(Event, frozen=True, tag="roll-settled/1"):
    """The windows are closed and the outcome is read: this is what happened."""

    roll: RollId
    margin: int
    outcome: str
    opposing_outcome: str = ""
    total: int = 0
    against: int = 0
    comparisons: tuple[Comparison, ...] = ()
    """All that was read, where that is more than one plain comparison."""
    has_more: bool = False


class ComparisonsRead(Event, frozen=True, tag="comparisons-read/1"):
    """More of a settled roll was read, after what came of the comparisons before."""

    roll: RollId
    comparisons: tuple[Comparison, ...]
    has_more: bool = False


class GoalSettled(Event, frozen=True, tag="goal-settled/1"):
    """Was what the actor wanted reached, and at what cost?"""

    roll: RollId
    goal: str
    cost: str = ""


class SecretAspectChosen(Event, frozen=True, tag="secret-aspect-chosen/1"):
    """The game master knows which hidden aspect this roll may bring to light; nobody else is told."""

    roll: RollId
    aspect: AspectId


class RollOver(Event, frozen=True, tag="roll-over/1"):
    roll: RollId
    reason: str = ""


def side_name(state: State, effort: Effort) -> str:
    """Whose effort it is; dice that nobody throws are those of chance."""
    return name_of(state, effort.actor) if effort.actor else "chance"


def effort_id(roll: RollId, index: int) -> EffortId:
    """The id of an effort, by its place in its roll."""
    return EffortId(f"{roll}.{index}")


def _declared(rolls: Rolls, event: RollDeclared) -> Rolls:
    # A finished roll stays in sight until the next one is declared.
    still_open = {key: roll for key, roll in rolls.items() if roll.stage != "over"}
    return {**still_open, event.roll.id: event.roll}


def _change(rolls: Rolls, roll_id: RollId, **changes: object) -> Rolls:
    roll = rolls.get(roll_id)
    return rolls if roll is None else {**rolls, roll_id: msgspec.structs.replace(roll, **changes)}


def _opposition(rolls: Rolls, event: OppositionSet) -> Rolls:
    roll = rolls.get(event.roll)
    if roll is None:
        return rolls
    efforts, active = roll.efforts[:1], roll.active
    if event.effort is not None:
        before, after = roll.efforts[: event.index], roll.efforts[event.index + 1 :]
        efforts, active = (*before, event.effort, *after), event.index if roll.active >= 0 else -1
    return _change(
        rolls,
        event.roll,
        difficulty=event.difficulty,
        scale=event.scale,
        efforts=efforts,
        defender=event.defender,
        has_interposer=event.is_interposed,
        active=active,
    )


def _put_off(rolls: Rolls, event: OppositionPutOff) -> Rolls:
    return _change(rolls, event.roll, is_put_off=True)


def _effort(rolls: Rolls, event: EffortChanged) -> Rolls:
    roll = rolls.get(event.roll)
    if roll is None:
        return rolls
    efforts = list(roll.efforts)
    efforts[event.index : event.index + 1] = [event.effort]
    return _change(rolls, event.roll, efforts=tuple(efforts))


def _settled(rolls: Rolls, event: RollSettled) -> Rolls:
    return _change(
        rolls,
        event.roll,
        stage="settled",
        margin=event.margin,
        outcome=event.outcome,
        comparisons=event.comparisons,
        has_more=event.has_more,
    )


def _read_on(rolls: Rolls, event: ComparisonsRead) -> Rolls:
    roll = rolls.get(event.roll)
    if roll is None:
        return rolls
    comparisons = (*roll.comparisons, *event.comparisons)
    return _change(rolls, event.roll, comparisons=comparisons, has_more=event.has_more)


def _goal(rolls: Rolls, event: GoalSettled) -> Rolls:
    return _change(rolls, event.roll, goal=event.goal)


def _secret(rolls: Rolls, event: SecretAspectChosen) -> Rolls:
    roll = rolls.get(event.roll)
    if roll is None:
        return rolls
    declaration = msgspec.structs.replace(roll.declaration, aspect=event.aspect)
    return _change(rolls, event.roll, declaration=declaration)


def _over(rolls: Rolls, event: RollOver) -> Rolls:
    return _change(rolls, event.roll, stage="over", waiting=(), window=())


ROLL_EVOLVES = folds(
    ROLLS,
    {
        RollDeclared: _declared,
        OppositionSet: _opposition,
        OppositionPutOff: _put_off,
        DefenderNamed: change("roll", "defender"),
        SideTurned: change("roll", "active"),
        EffortChanged: _effort,
        HelpersChanged: change("roll", "helpers"),
        InvocationsChanged: change("roll", "invocations"),
        OutlaysChanged: change("roll", "outlays"),
        WaitingChanged: change("roll", "waiting", "stage", "window"),
        RollSettled: _settled,
        ComparisonsRead: _read_on,
        GoalSettled: _goal,
        SecretAspectChosen: _secret,
        RollOver: _over,
    },
)


def open_rolls(state: State) -> list[Roll]:
    return [roll for roll in state.get(ROLLS).values() if roll.stage != "over"]


def roll_of(decision: Decision, roll: RollId) -> Roll:
    found = decision.state.get(ROLLS).get(roll)
    if found is None or found.stage == "over":
        raise decision.violation("no-such-roll", "There is no such roll on the table.")
    return found


def rolls_of(state: State, actor: ActorId) -> list[Roll]:
    """The open rolls an actor takes part in, as the acting side or as the one it falls on."""
    return [roll for roll in open_rolls(state) if actor in taking_part(roll)]


def taking_part(roll: Roll) -> tuple[ActorId, ...]:
    """Who makes an effort in a roll, and on whom it falls."""
    return (*roll.targets, *[effort.actor for effort in roll.efforts])


@tracked
def unsettled(state: State, code: str = "not-finished") -> Refusal | None:
    """Why something has to wait: a roll is open, or a question that holds up play."""
    if open_rolls(state):
        return Refusal(code, "A roll is still open; settle it first.")
    if is_blocked(state):
        return Refusal(code, "A question is still open; it has to be answered first.")
    return None


@tracked
def all_is_settled(state: State) -> bool:
    return not open_rolls(state) and not is_blocked(state)


@tracked
def a_roll_is_open(state: State) -> bool:
    return bool(open_rolls(state))


@tracked
def a_roll_is_declared(state: State) -> bool:
    """Are there dice still to fall?"""
    return bool([roll for roll in open_rolls(state) if roll.stage == "declared"])


@tracked
def rolls_at(state: State, *stages: Stage) -> tuple[Roll, ...]:
    """The rolls at these stages, without whom they wait for, so that the answer stays when only that changes."""
    rolls = [roll for roll in state.get(ROLLS).values() if roll.stage in stages]
    return tuple([_without_waiting(roll) if roll.waiting or roll.window else roll for roll in rolls])


def _without_waiting(roll: Roll) -> Roll:
    return msgspec.structs.replace(roll, waiting=(), window=())


@tracked
def those_helping(state: State) -> frozenset[ActorId]:
    """Who helps with an open roll."""
    return frozenset([actor for roll in open_rolls(state) for actor in roll.helpers])


@tracked
def is_rolling(state: State, actor: ActorId) -> bool:
    """Does an actor take part in an open roll?"""
    return any(actor in taking_part(roll) for roll in open_rolls(state))


@tracked
def dice_are_down(state: State) -> bool:
    """Is a roll between its dice and the end of its resolution?"""
    return bool([roll for roll in open_rolls(state) if roll.stage in ("thrown", "settled")])


@tracked
def no_dice_are_down(state: State) -> bool:
    return not [roll for roll in open_rolls(state) if roll.stage in ("thrown", "settled")]


def change_effort(decision: Decision, roll: RollId, index: int, **changes: object) -> None:
    effort = decision.state.get(ROLLS)[roll].efforts[index]
    decision.emit(EffortChanged(roll, index, msgspec.structs.replace(effort, **changes)))


def set_waiting(
    decision: Decision,
    roll_id: RollId,
    waiting: tuple[SeatId, ...],
    stage: Stage,
    window: tuple[SeatId, ...] = (),
) -> None:
    roll = decision.state.get(ROLLS)[roll_id]
    if (roll.waiting, roll.stage, roll.window) != (waiting, stage, window):
        decision.emit(WaitingChanged(roll_id, waiting, stage, window))
