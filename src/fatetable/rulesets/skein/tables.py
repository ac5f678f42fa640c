"""The tables of Skein, read from the data files beside this module.

Knows no rule: what the figures are for stands where they are used, and whether the tables agree with each other is
checked elsewhere as they are put together.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from importlib import resources
from typing import TypeVar

import msgspec
from msgspec import Struct

from fatetable.rulesets.skein.catalogue import (
    Armour,
    Category,
    Good,
    MeleeWeapon,
    Quick,
    RangedWeapon,
    SheetRow,
    Skill,
    Stunt,
    StuntType,
    Tale,
)
from fatetable.rulesets.skein.quantities import (
    Affliction,
    BattleFigures,
    Border,
    Buying,
    CombatFigures,
    ConsequenceExamples,
    Degree,
    Difficulty,
    Distance,
    Experience,
    FatePointFigures,
    Figures,
    HealingFigures,
    Level,
    Magic,
    NumbersBonus,
    Peer,
    PersonClass,
    Recovery,
    RollFigures,
    TimeTrack,
    Travel,
    WarbandFigures,
)
from fatetable.rulesets.skein.table_checks import contradictions

RULESET = "skein"

T = TypeVar("T")


class Arms(Struct, frozen=True, forbid_unknown_fields=True):
    armour: tuple[Armour, ...]
    melee: tuple[MeleeWeapon, ...]
    ranged: tuple[RangedWeapon, ...]


class People(Struct, frozen=True, rename={"classes": "class"}, forbid_unknown_fields=True):
    classes: tuple[PersonClass, ...]
    peer: Peer


class Rolling(
    Struct, frozen=True, rename={"difficulties": "difficulty", "degrees": "degree"}, forbid_unknown_fields=True
):
    difficulties: tuple[Difficulty, ...]
    degrees: tuple[Degree, ...]
    figures: RollFigures


class Healing(
    Struct,
    frozen=True,
    rename={"recoveries": "consequence", "afflictions": "affliction", "examples": "example"},
    forbid_unknown_fields=True,
):
    recoveries: tuple[Recovery, ...]
    afflictions: tuple[Affliction, ...]
    examples: tuple[ConsequenceExamples, ...]
    figures: HealingFigures


class Combat(
    Struct,
    frozen=True,
    kw_only=True,
    rename={
        "distances": "distance",
        "borders": "border",
        "warband_skills": "warband_skill",
        "numbers": "numbers_bonus",
    },
    forbid_unknown_fields=True,
):
    zones_of_range: Mapping[str, int]
    distances: tuple[Distance, ...]
    borders: tuple[Border, ...]
    figures: CombatFigures
    warbands: WarbandFigures
    warband_skills: tuple[Level, ...]
    numbers: tuple[NumbersBonus, ...]


class Battle(Struct, frozen=True, rename={"army_skills": "army_skill"}, forbid_unknown_fields=True):
    army_skills: tuple[Level, ...]
    figures: BattleFigures


class ContestForm(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a contest is about: the stress scores it may wear down and the skills that usually serve."""

    id: str
    name: str
    scores: tuple[str, ...]
    turn: str
    skills: tuple[str, ...] = ()
    perhaps: tuple[str, ...] = ()
    category: Category | None = None
    has_fugitives: bool = False
    may_be_combat: bool = False


class Contests(Struct, frozen=True, rename={"forms": "form"}, forbid_unknown_fields=True):
    forms: tuple[ContestForm, ...]
    friendly: str
    """The worst Consequence that friends take in a contest."""

    def form(self, form_id: str) -> ContestForm | None:
        return next((each for each in self.forms if each.id == form_id), None)


class Tables(Struct, frozen=True, kw_only=True):
    skills: tuple[Skill, ...]
    stunt_types: tuple[StuntType, ...]
    stunts: tuple[Stunt, ...]
    arms: Arms
    goods: tuple[Good, ...]
    tales: tuple[Tale, ...]
    figures: Figures
    people: People
    fate_points: FatePointFigures
    rolling: Rolling
    time: TimeTrack
    healing: Healing
    travel: Travel
    combat: Combat
    battle: Battle
    contests: Contests
    magic: Magic
    experience: Experience
    buying: Buying
    characters: tuple[SheetRow, ...]
    animals: tuple[SheetRow, ...]
    opposition: tuple[SheetRow, ...]
    quick: Quick

    def __post_init__(self) -> None:
        if found := list(contradictions(self)):
            raise ValueError("; ".join(found))

    def skill(self, skill_id: str) -> Skill | None:
        return next((each for each in self.skills if each.id == skill_id), None)

    def stunt(self, stunt_id: str) -> Stunt | None:
        return next((each for each in self.stunts if each.id == stunt_id), None)

    def stunt_type(self, type_id: str) -> StuntType | None:
        return next((each for each in self.stunt_types if each.id == type_id), None)

    def person_class(self, kind: str) -> PersonClass | None:
        return next((each for each in self.people.classes if each.id == kind), None)

    def tale(self, slot: str) -> Tale | None:
        return next((each for each in self.tales if each.slot == slot), None)


@functools.cache
def tables() -> Tables:
    """All tables, read once; one that contradicts another is a `ValueError`, since only we could have written it."""
    return Tables(
        skills=_rows("skills.toml", "skill", Skill),
        stunt_types=_rows("stunt_types.toml", "type", StuntType),
        stunts=tuple(
            stunt
            for file in ("stunts.toml", "path_stunts.toml", "animal_stunts.toml")
            for stunt in _rows(file, "stunt", Stunt)
        ),
        arms=_whole("arms.toml", Arms),
        goods=_rows("goods.toml", "good", Good),
        tales=_rows("tales.toml", "tale", Tale),
        figures=_whole("figures.toml", Figures),
        people=_whole("people.toml", People),
        fate_points=_whole("fate_points.toml", FatePointFigures),
        rolling=_whole("tests.toml", Rolling),
        time=_whole("time.toml", TimeTrack),
        healing=_whole("healing.toml", Healing),
        travel=_whole("travel.toml", Travel),
        combat=_whole("combat.toml", Combat),
        battle=_whole("battle.toml", Battle),
        contests=_whole("contests.toml", Contests),
        magic=_whole("magic.toml", Magic),
        experience=_whole("experience.toml", Experience),
        buying=_whole("wealth.toml", Buying),
        characters=_rows("characters.toml", "character", SheetRow),
        animals=_rows("animals.toml", "animal", SheetRow),
        opposition=_rows("opposition.toml", "opponent", SheetRow),
        quick=_whole("quick.toml", Quick),
    )


def _text(file: str) -> str:
    return resources.files(__package__).joinpath("data", file).read_text(encoding="utf-8")


def _whole(file: str, kind: type[T]) -> T:
    return msgspec.toml.decode(_text(file), type=kind)


def _rows(file: str, key: str, row: type[T]) -> tuple[T, ...]:
    content = msgspec.toml.decode(_text(file), type=dict[str, tuple[row, ...]])  # type: ignore[valid-type]
    return content[key]
