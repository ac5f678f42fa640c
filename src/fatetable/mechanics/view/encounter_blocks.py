"""Blocks of encounters and of what goes on for a while: turns, intents, battles, tallies, ladders and tasks."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from fatetable.mechanics.characters.cast import ActorId


class PlaceView(Struct, frozen=True, gc=False):
    name: str
    value: int
    state: str
    """`acting`, `waiting`, `done` or `out`."""
    actor: str = ""
    is_mine: bool = False


class TurnOrderBlock(Struct, frozen=True, gc=False, tag="turn-order"):
    kind: str
    exchange: int
    places: tuple[PlaceView, ...]


class IntentView(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """Somebody in an exchange: `state` is `thinking`, `said` or `out`; what they do is empty until the viewer knows.

    `deed` says it in words, `target` to whom, `effect` what for.
    """

    actor: ActorId
    name: str
    state: str
    deed: str = ""
    target: str = ""
    effect: str = ""
    side: str = ""


class IntentsBlock(Struct, frozen=True, gc=False, tag="intents"):
    """An exchange in which everybody says what they do, hidden until all have, and then all roll at once."""

    kind: str
    exchange: int
    is_revealed: bool
    rows: tuple[IntentView, ...]


class BattleSideView(Struct, frozen=True, gc=False, kw_only=True):
    """One side of a battle: what is `left` of its strength, and what it was when `whole`."""

    name: str
    leader: str
    fighters: tuple[str, ...]
    left: int
    whole: int
    is_next: bool


class BattleBlock(Struct, frozen=True, gc=False, kw_only=True, tag="battle"):
    """Masses that fight each other, in turns; `stage` says in words what they are at, turn 0 is before the first."""

    turn: int
    stage: str
    sides: tuple[BattleSideView, ...]


class TallyBlock(Struct, frozen=True, gc=False, tag="tally"):
    goal: str
    exchange: int
    victories: Mapping[str, int]
    needed: int


class ProgressRow(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """Something on its way: `value` of a `whole`, both left out where nothing is counted; `note` is for what words say.

    Where `counts_down` the value is what is left of something, and worse the less there is.
    """

    label: str
    value: int | None = None
    whole: int | None = None
    note: str = ""
    counts_down: bool = False


class ProgressBlock(Struct, frozen=True, gc=False, tag="progress"):
    """What is going on and not over yet: a journey, a wound that heals, a contest in which scores run out, the time."""

    title: str
    rows: tuple[ProgressRow, ...]


class RungView(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A rung of a ladder: which margins belong to it, how many of its boxes are marked, and what one of them gives."""

    name: str
    range: str
    boxes: int
    marked: int = 0
    result: str = ""
    is_goal: bool = False


class LadderSideView(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """One track, from the lowest rung up; its name is empty where all work at the same.  `note` is what it does."""

    name: str = ""
    rungs: tuple[RungView, ...]
    note: str = ""


class LadderBlock(Struct, frozen=True, gc=False, kw_only=True, tag="ladder"):
    """Something that takes several rolls, counted on a ladder of boxes, with what it is against and how it goes.

    `fragility` is what a failure does, `span` how often a roll is made, `recovery` when marks are lost with time; what
    does not apply is empty.  `note` says what has to happen before it goes on.
    """

    id: str
    title: str
    difficulty: str
    sides: tuple[LadderSideView, ...]
    description: str = ""
    fragility: str = ""
    span: str = ""
    recovery: str = ""
    note: str = ""


class TaskView(Struct, frozen=True, gc=False):
    """`result` and `outcome` are empty until somebody (`by`) has dealt with the task."""

    id: str
    name: str
    result: str
    is_hidden: bool
    outcome: str = ""
    by: str = ""


class TasksBlock(Struct, frozen=True, gc=False, tag="tasks"):
    situation: str
    tasks: tuple[TaskView, ...]
