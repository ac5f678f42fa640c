"""Challenges that are ready to play, and what one of the GM's own is put together from."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from fatetable.mechanics.book.own_tables import OwnTable

Opponents: TypeAlias = Literal["alone", "opposed", "two-sided"]
Fragility: TypeAlias = Literal["none", "equal", "highest", "all", "ruin", "event"]


class LadderRung(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """`result` is what a box of it gives; with `asks` the GM says what that is when one is marked (F2-CHAL-07)."""

    boxes: int
    result: str = ""
    asks: bool = False


class LadderSpread(Struct, frozen=True, forbid_unknown_fields=True):
    """How many boxes there are on each rung, from the lowest (F2-CHAL-06)."""

    name: str
    boxes: tuple[int, ...]


class LadderPenalty(Struct, frozen=True, forbid_unknown_fields=True):
    """What a marked box of a rung takes off the rolls of its victim (F2-CHAL-16)."""

    rung: int
    amount: int
    lasts: Literal["next-roll", "challenge"]


class FragilityRow(Struct, frozen=True, forbid_unknown_fields=True):
    """What a failure does (F2-CHAL-08, F2-CHAL-09)."""

    id: Fragility
    label: str


class LadderTables(
    Struct,
    frozen=True,
    forbid_unknown_fields=True,
    rename={"spreads": "spread", "penalties": "penalty", "fragilities": "fragility"},
):
    spreads: tuple[LadderSpread, ...]
    penalties: tuple[LadderPenalty, ...]
    fragilities: tuple[FragilityRow, ...]
    degrees: tuple[str, ...]
    """What the rungs are called, from the lowest; the top one has a name of its own (F2-CHAL-02)."""
    cites: tuple[str, ...]


class ChallengeRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"rungs": "rung"}):
    """A challenge with its five parts.

    It is rolled with the `skills`, or with any.  One person works at it against the `difficulty`, which is a level;
    against somebody; or two against each other.  A failure by `fragile_from` or more does what the `fragility` says.
    `span` and `recovery` are steps of the time track.  With `each_counts` it goes on until all boxes of the last rung
    are marked.  With `penalises` marks make the rolls of their victim harder.
    """

    name: str
    description: str = ""
    skills: tuple[str, ...] = ()
    way: Opponents = "alone"
    difficulty: int | None = None
    rungs: tuple[LadderRung, ...]
    fragility: Fragility = "equal"
    fragile_from: int = 1
    event: str = ""
    span: str = ""
    recovery: str = ""
    each_counts: bool = False
    penalises: bool = False
    cites: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not 1 <= len(self.rungs) <= RUNGS:
            raise ValueError(f"{self.name} needs one to {RUNGS} rungs")
        if any(not 0 <= rung.boxes <= MOST_BOXES for rung in self.rungs) or not self.rungs[-1].boxes:
            raise ValueError(f"{self.name} has a rung with too many boxes, or none on the last")


RUNGS = 5
"""A rung for each row of the table of margins."""
MOST_BOXES = 20

_OWN_CHALLENGES = """\
[[challenge]]
name = "Dig out the old mine"
difficulty = 2
span = "A day"
recovery = "A week"
rung = [
    { boxes = 2 },
    { boxes = 4 },
    { boxes = 3, result = "a gallery is safe" },
    { boxes = 2, result = "something turns up", asks = true },
    { boxes = 1, result = "the seam" },
]
"""

OWN_CHALLENGES = OwnTable(
    name="challenges",
    meaning="Challenges that are ready to be set up, with their rungs and everything about them.",
    heading="challenge",
    row=ChallengeRow,
    key=lambda row: row.name,
    example=_OWN_CHALLENGES,
    cites=("F2-CHAL-04", "F2-CHAL-06", "F2-CHAL-07"),
)
