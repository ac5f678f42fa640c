"""What a screen shows: a closed set of blocks.  A page and a terminal each have one way to draw every kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct

from fatetable.engine.messages import SeatId
from fatetable.mechanics.aspects.cards import AspectId
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.images import NO_IMAGE, ImageId
from fatetable.mechanics.rolls.state import RollId
from fatetable.mechanics.view.encounter_blocks import (
    BattleBlock,
    IntentsBlock,
    LadderBlock,
    ProgressBlock,
    TallyBlock,
    TasksBlock,
    TurnOrderBlock,
)
from fatetable.mechanics.view.sides_of_rolls import ComparisonView, DiceChancesView, EffortView
from fatetable.mechanics.view.tracks import TrackView, WoundsView


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
    background: ImageId = NO_IMAGE


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
    level: int = 0
    """How many boxes it has, where aspects have levels; `ticked` of them are used up."""
    ticked: int = 0


class AspectCardsBlock(Struct, frozen=True, gc=False, tag="aspect-cards"):
    title: str
    cards: tuple[CardView, ...]


class TraitRow(Struct, frozen=True, gc=False):
    """`label` is the name with the rating, as people say it; `word` is the ladder's word for the rating.

    `scale` is the name of its step, where a game has several scales of ratings and it is not on the lowest.
    """

    id: str
    label: str
    rating: int
    word: str
    name: str = ""
    scale: str = ""


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
    """The track of stress, where there is one for everything."""
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
    side: str = ""
    """The side it has taken; empty if none."""
    standing: int = 1
    """How many of its `size` members still stand: one of one, unless it is a group; none of none if nobody knows."""
    size: int = 1
    is_nameless: bool = False
    portrait: ImageId = NO_IMAGE
    patron: str = ""
    """The name of whom it belongs to, as a companion, servant or minion does."""
    tracks: tuple[TrackView, ...] = ()
    """Tracks of boxes with names of their own."""
    wounds: tuple[WoundsView, ...] = ()
    """The rows of wounds, from the least to the worst."""


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
    """Somebody on the map; `state` is as in the turn order, and empty where nobody takes turns.

    `steps` is how many more they may take this turn; nothing is said of it where steps are not counted.
    `side`, `standing`, `size`, `is_nameless` and `patron` are as on the sheet.
    """

    actor: ActorId
    name: str
    is_pc: bool = False
    is_mine: bool = False
    is_hidden: bool = False
    points: int | None = None
    state: str = ""
    steps: int | None = None
    side: str = ""
    standing: int = 1
    size: int = 1
    is_nameless: bool = False
    portrait: ImageId = NO_IMAGE
    patron: str = ""


class ZoneView(Struct, frozen=True, gc=False, kw_only=True):
    id: str
    name: str
    actors: tuple[str, ...]
    aspects: tuple[str, ...]
    is_hidden: bool
    tokens: tuple[TokenView, ...] = ()
    at: tuple[int, int] | None = None
    size: tuple[int, int] | None = None


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
    background: ImageId = NO_IMAGE


class PreparedBlock(Struct, frozen=True, gc=False, tag="prepared"):
    """Scenes that wait in the game master's drawer; nobody else is shown this."""

    scenes: tuple[PreparedSceneView, ...]


class RollBlock(Struct, frozen=True, gc=False, kw_only=True, tag="roll"):
    """`target` names whom or what the acting side has chosen.  `against_rung` is `against` without its number."""

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
    against_rung: str = ""
    window: tuple[SeatId, ...] = ()
    """Seats that may still say "Wait" while the countdown runs."""
    countdown: int = 0
    """How many seconds that countdown lasts, from when the window opened."""
    degree: str = ""
    """What the margin amounts to in words, where the rules have words for it."""
    comparisons: tuple[ComparisonView, ...] = ()
    """Where the roll is more than the first side against the second or the difficulty."""
    dice_chances: DiceChancesView | None = None
    """Where dice are not the usual ones."""


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
    """The chances of each outcome against a difficulty, in percent; `rung` is `word` without its number.

    `scale` is the step of the difficulty's scale, where a game has several.
    """

    difficulty: int
    word: str
    rung: str = ""
    chances: Mapping[str, int]
    scale: int = 0


class WayView(Struct, frozen=True, gc=False):
    """One way to take a hit: the id of the answer, and the boxes and slots it uses."""

    option: str
    boxes: tuple[int, ...]
    slots: tuple[str, ...]


class HitView(Struct, frozen=True, gc=False):
    """A hit that is being taken with boxes and slots: how much it is for, and every way to take it, the best first."""

    shifts: int
    ways: tuple[WayView, ...]
    track: str
    """The track it harms; empty where there is only one."""


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
    hit: HitView | None = None


class WaitingBlock(Struct, frozen=True, gc=False, tag="waiting"):
    """Whom the table is waiting for, and for what.

    `wants` names the commands that would let it go on; `prompt` is the prompt it waits for, if it is one.
    """

    seats: tuple[SeatId, ...]
    why: str
    wants: tuple[str, ...] = ()
    prompt: str = ""
    is_countdown: bool = False
    """Nobody is asked: they may speak up before the countdown ends."""


class MilestoneRow(Struct, frozen=True, gc=False, kw_only=True):
    """A character at a milestone; `left` says in words which changes they may still make, and is empty once done."""

    actor: ActorId
    name: str
    left: tuple[str, ...] = ()


class MilestoneBlock(Struct, frozen=True, gc=False, tag="milestone"):
    """The milestone that was just reached, and what it still lets the characters change."""

    title: str
    rows: tuple[MilestoneRow, ...]


class HaltBlock(Struct, frozen=True, gc=False, kw_only=True, tag="halt"):
    """Play is halted: somebody asked to stop, or paused the table.

    `stopped_by` is empty unless they wanted to be named.
    """

    is_stopped: bool
    stopped_by: str
    is_paused: bool
    paused_by: str


class JournalEntryBlock(Struct, frozen=True, gc=False, kw_only=True, tag="journal-entry"):
    """A handout or a note that the viewer may read.

    `by` is the seat that wrote it and `author` who sits there.  `shown_to` tells the game master who reads a handout:
    nobody if it is empty, everybody if it is `None`; for anybody else it is always `None`.
    """

    id: str
    title: str
    text: str
    image: str
    by: SeatId
    author: str
    is_handout: bool
    shown_at: int
    shown_to: tuple[SeatId, ...] | None = None


Block: TypeAlias = (
    SceneBlock
    | AspectCardsBlock
    | SheetBlock
    | PointsBlock
    | ZoneMapBlock
    | PreparedBlock
    | TurnOrderBlock
    | IntentsBlock
    | BattleBlock
    | TallyBlock
    | ProgressBlock
    | LadderBlock
    | TasksBlock
    | MilestoneBlock
    | RollBlock
    | PromptBlock
    | WaitingBlock
    | HaltBlock
    | JournalEntryBlock
)
