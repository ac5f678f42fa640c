"""The single figures of the book as typed data; `data/figures.toml` holds them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from msgspec import Struct

MilestoneKind: TypeAlias = Literal["minor", "significant", "major"]


class ApproachFigures(Struct, frozen=True, forbid_unknown_fields=True):
    array: tuple[int, ...]
    lowest: int
    highest: int


class RefreshFigures(Struct, frozen=True, forbid_unknown_fields=True):
    start: int
    free_stunts: int
    lowest: int


class HarmFigures(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Harm of a full character.

    `boxes` counts the stress boxes, `consequences` says how many shifts each slot absorbs, `clears` what has to end
    before one clears, and `sessions` how many sessions old it must be by then (the one it was taken in counts).
    """

    boxes: int
    consequences: Mapping[str, int]
    clears: Mapping[str, str]
    sessions: Mapping[str, int]
    renamable: tuple[str, ...]


class StuntFigures(Struct, frozen=True, forbid_unknown_fields=True):
    bonus: int
    uses: int
    per: str
    pair: tuple[str, str]


class MookFigures(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Ratings and limits of nameless foes; pairs are the least and the most."""

    skilled: int
    bad: int
    other: int
    aspects: tuple[int, int]
    boxes: tuple[int, int]
    group_aspects: tuple[int, int]
    members_per_box: int


class RollFigures(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`style` is the least margin of a success with style, `difficulty_shift` the most an approach shifts a target."""

    style: int
    invoke_bonus: int
    help_bonus: int
    difficulty_shift: int


class PointFigures(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is gained and paid in fate points."""

    pool_per_hero: int
    compel_reward: int
    compel_refusal: int
    giving_in: int
    giving_in_per_consequence: int


class EncounterFigures(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`victories` win a contest; an exchange brings `victory` of them, or `victory_in_style`."""

    victories: int
    victory: int
    victory_in_style: int
    free_zones: int


class TableFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """How many people play, and how many sessions a scenario takes; pairs are the least and the most."""

    people: tuple[int, int]
    sessions_of_a_scenario: tuple[int, int]


class Entitlement(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How many changes of each kind a milestone grants, or a character still has left of it."""

    minor: int = 0
    raises: int = 0
    stunts: int = 0
    concepts: int = 0


class MilestoneFigures(Struct, frozen=True, forbid_unknown_fields=True):
    sessions_between_significant: int
    refresh_of_a_major: int
    grants: Mapping[MilestoneKind, Entitlement]


class Figures(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    approaches: ApproachFigures
    refresh: RefreshFigures
    harm: HarmFigures
    stunts: StuntFigures
    mooks: MookFigures
    rolls: RollFigures
    points: PointFigures
    encounters: EncounterFigures
    table: TableFigures
    milestones: MilestoneFigures
