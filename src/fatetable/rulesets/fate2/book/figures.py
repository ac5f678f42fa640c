"""The single figures of the book as typed data; `data/figures.toml` holds them."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct


class PhaseFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """`usual` are the least and the most phases that are usual."""

    usual: tuple[int, int]
    members_per_point: int


class SkillFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """`filler` are the categories that go well below any skill."""

    start: int
    bottom: int
    filler: tuple[str, ...]


class LanguageFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """How somebody sounds from Average up, a level at a time; the last goes for all above it."""

    fluency: tuple[str, ...]


class MinionFigures(Struct, frozen=True, forbid_unknown_fields=True):
    fighting: int
    other: int


class BareFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """Characters who are nothing but aspects."""

    other: int
    noticeable: int


class DestinyFigures(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    ranks: int
    given_up: int
    scene_points: int
    session_points: int


class GrowthFigures(Struct, frozen=True, forbid_unknown_fields=True):
    ranks_per_period: int
    periods_per_arc: int


class SixesFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """Fate d6: how many dice more than its number a level has, and what the dice of low levels show."""

    more: int
    fixed: Mapping[int, int]
    put_down: int
    step: int
    turned: int


class OrganisationFigures(Struct, frozen=True, forbid_unknown_fields=True):
    ranks_per_aspect: int


class CompelFigures(Struct, frozen=True, forbid_unknown_fields=True):
    reward: int


class InitiativeFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The skill that is rolled for the order of turns, and the one that equals are compared by, by their names."""

    rolled: tuple[str, ...]
    ties: tuple[str, ...]


class HealingFigures(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many days injuries take, and the level a treatment has to reach, in either way of healing."""

    usual: int
    treated_at: int
    resting: int
    active: int
    treated_at_if_slow: int
    mild: int
    mild_at_most: int


class Figures(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    phases: PhaseFigures
    skills: SkillFigures
    languages: LanguageFigures
    minions: MinionFigures
    bare: BareFigures
    destiny: DestinyFigures
    growth: GrowthFigures
    organisations: OrganisationFigures
    compels: CompelFigures
    initiative: InitiativeFigures
    healing: HealingFigures
