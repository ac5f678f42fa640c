"""What a screen shows: a closed set of blocks without rules.  A page draws each with one component, a terminal too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct

from fatetable.engine.messages import SeatId
from fatetable.mechanics.aspects import AspectId
from fatetable.mechanics.cast import ActorId
from fatetable.mechanics.rolls import Modifier, RollId


class SceneBlock(Struct, frozen=True, gc=False, kw_only=True, tag="scene"):
    """The scene being played, and the story it is part of; `scenario` is for the game master's eyes."""

    title: str
    number: int
    session: int
    is_open: bool
    facts: tuple[str, ...] = ()
    genre: str = ""
    setting: str = ""
    scenario: tuple[str, ...] = ()


class CardView(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """`free` lists who may use each free invocation; a hidden card is seen by the game master only."""

    id: AspectId
    text: str
    kind: str
    bearer: str = ""
    zone: str = ""
    owner: str = ""
    free: tuple[str, ...] = ()
    is_hidden: bool = False
    bearer_id: str = ""
    zone_id: str = ""
    owner_id: str = ""
    is_mine: bool = False
    """Made by a character of the viewer's, or on one."""


class AspectCardsBlock(Struct, frozen=True, gc=False, tag="aspect-cards"):
    title: str
    cards: tuple[CardView, ...]


class TraitRow(Struct, frozen=True, gc=False):
    id: str
    label: str
    rating: int
    word: str


class FeatureView(Struct, frozen=True, gc=False):
    name: str
    text: str
    uses_left: int | None


class SlotView(Struct, frozen=True, gc=False):
    """`free` lists who may use each free invocation of the consequence in it."""

    name: str
    absorbs: int
    text: str
    free: tuple[str, ...] = ()
    card: str = ""


class SheetBlock(Struct, frozen=True, gc=False, kw_only=True, tag="sheet"):
    """One character as its viewer knows it; what they do not know is simply not there."""

    actor: ActorId
    name: str
    kind: str
    description: str
    is_mine: bool
    points: int | None
    refresh: int | None
    aspects: tuple[CardView, ...]
    traits: tuple[TraitRow, ...]
    features: tuple[FeatureView, ...]
    boxes: tuple[bool, ...]
    scores: Mapping[str, tuple[int, int]]
    """What is left of each score, and what it is when whole."""
    slots: tuple[SlotView, ...]
    out: str
    zone: str
    notes: tuple[tuple[str, str], ...] = ()
    """Whatever else the ruleset keeps about somebody, as a label and what stands beside it, the most urgent first."""
    is_pc: bool = False
    is_hidden: bool = False
    zone_id: str = ""
    seat: str = ""
    """Who plays it."""


class PurseView(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """Points and whose they are; the game master's pool belongs to no character."""

    label: str
    points: int
    actor: str = ""
    seat: str = ""
    refresh: int | None = None


class PointsBlock(Struct, frozen=True, gc=False, tag="points"):
    rows: tuple[tuple[str, int], ...]
    purses: tuple[PurseView, ...] = ()


class TokenView(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """Somebody on the map; `state` is as in the turn order, and empty where nobody takes turns."""

    actor: ActorId
    name: str
    is_pc: bool = False
    is_mine: bool = False
    is_hidden: bool = False
    points: int | None = None
    state: str = ""


class ZoneView(Struct, frozen=True, gc=False, kw_only=True):
    id: str
    name: str
    actors: tuple[str, ...]
    aspects: tuple[str, ...]
    is_hidden: bool
    tokens: tuple[TokenView, ...] = ()
    at: tuple[int, int] | None = None


class BorderView(Struct, frozen=True, gc=False):
    one: str
    other: str
    barrier: str
    one_id: str = ""
    other_id: str = ""


class ZoneMapBlock(Struct, frozen=True, gc=False, tag="zone-map"):
    zones: tuple[ZoneView, ...]
    borders: tuple[BorderView, ...]


class PreparedPartView(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """`where` says in words in which zone it will be, of a zone which others it is next to."""

    id: str
    text: str
    where: str = ""
    is_hidden: bool = False


class PreparedSceneView(Struct, frozen=True, gc=False, kw_only=True):
    id: str
    title: str
    aspects: tuple[PreparedPartView, ...] = ()
    zones: tuple[PreparedPartView, ...] = ()
    opponents: tuple[PreparedPartView, ...] = ()


class PreparedBlock(Struct, frozen=True, gc=False, tag="prepared"):
    """Scenes that wait in the game master's drawer; nobody else is shown this."""

    scenes: tuple[PreparedSceneView, ...]


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


class TaskView(Struct, frozen=True, gc=False):
    """`result` and `outcome` are empty until somebody (`by`) has dealt with the task."""

    name: str
    result: str
    is_hidden: bool
    outcome: str = ""
    by: str = ""


class TasksBlock(Struct, frozen=True, gc=False, tag="tasks"):
    situation: str
    tasks: tuple[TaskView, ...]


class EffortView(Struct, frozen=True, gc=False, kw_only=True):
    """One side of a roll card: its dice, every named part, and the number they make."""

    id: str
    name: str
    trait: str
    description: str
    faces: tuple[int, ...]
    earlier: tuple[tuple[int, ...], ...]
    modifiers: tuple[Modifier, ...]
    hindrances: tuple[Modifier, ...]
    total: int
    word: str
    actor: str = ""
    is_mine: bool = False


class RollBlock(Struct, frozen=True, gc=False, kw_only=True, tag="roll"):
    """`target` names whom or what the acting side has chosen, whoever may answer."""

    id: RollId
    action: str
    stage: str
    sides: tuple[EffortView, ...]
    difficulty: int | None
    against: str
    margin: int | None
    outcome: str
    waiting: tuple[SeatId, ...]
    target: str = ""


class CompelView(Struct, frozen=True, gc=False, kw_only=True):
    """What somebody is offered for trouble: `reward` for giving way, `price` for refusing."""

    id: str
    by: str
    target: str
    aspect: str
    text: str
    kind: str
    takes_action: bool
    reward: int
    price: int


class ProspectView(Struct, frozen=True, gc=False, kw_only=True):
    """The chances of each outcome against a difficulty, in percent."""

    difficulty: int
    word: str
    chances: Mapping[str, int]


class PromptBlock(Struct, frozen=True, gc=False, kw_only=True, tag="prompt"):
    id: str
    question: str
    for_me: bool
    names: tuple[str, ...]
    answers: tuple[str, ...]
    cites: tuple[str, ...]
    kind: str = ""
    roll: str = ""
    actor: str = ""
    compel: CompelView | None = None
    is_blocking: bool = True
    prospects: tuple[ProspectView, ...] = ()
    """Where a difficulty is asked for: what each would mean."""


class WaitingBlock(Struct, frozen=True, gc=False, tag="waiting"):
    """Whom the table is waiting for, and for what; `wants` names the commands that would let it go on."""

    seats: tuple[SeatId, ...]
    why: str
    wants: tuple[str, ...] = ()


Block: TypeAlias = (
    SceneBlock
    | AspectCardsBlock
    | SheetBlock
    | PointsBlock
    | ZoneMapBlock
    | PreparedBlock
    | TurnOrderBlock
    | BattleBlock
    | TallyBlock
    | ProgressBlock
    | TasksBlock
    | RollBlock
    | PromptBlock
    | WaitingBlock
)
