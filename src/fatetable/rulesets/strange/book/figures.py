"""The single figures of the book as typed data; `data/figures.toml` holds them."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from fatetable.rulesets.strange.book.gifts import GiftFigures


class RatingFigures(Struct, frozen=True, forbid_unknown_fields=True):
    lowest: int
    highest: int
    unrated: int


class BudgetFigures(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a new character has to spend; refresh by the era of the campaign."""

    skill_points: int
    skill_points_alone: int
    skill_points_per_gift: int
    free_gifts: int
    refresh_per_gift: int
    most_trappings: int
    refresh: Mapping[str, int]


class RollFigures(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`style` is the least margin of a success with style; `minor` and `major` are tiers."""

    style: int
    invoke_bonus: int
    most_swapped: int
    flat_bonus: int
    removal: int
    supplemental: int
    surprise: int
    spray: int
    minor: int
    major: int


class HarmFigures(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`more_boxes` are what a skill adds to a track, by its rating; `clears` says what clears each slot."""

    boxes: int
    more_boxes: tuple[int, ...]
    consequences: Mapping[str, int]
    clears: Mapping[str, str]
    most_armour: int
    most_other_weapons: int


class PointFigures(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is gained and paid in fate points."""

    compel: int
    compel_of_a_major: int
    most_for_a_compel: int
    giving_in: int
    giving_in_per_consequence: int


class EncounterFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """So many `victories` win a contest."""

    victories: int


class ForceFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """In steps of the table of weights: what `standing` still adds, what is carried `free`; `aid` is in tiers."""

    standing: int
    free: int
    aid: int


class Figures(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    ratings: RatingFigures
    budget: BudgetFigures
    rolls: RollFigures
    harm: HarmFigures
    points: PointFigures
    encounters: EncounterFigures
    gifts: GiftFigures
    force: ForceFigures
