"""The tables of Skein, read from the folder `data`.

`book/consistency.py` checks that they agree with each other.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping

from msgspec import Struct

from fatetable.mechanics.book.data_files import DataFiles
from fatetable.mechanics.book.grants import ActionTable, OutcomeRow
from fatetable.mechanics.time.track import TimeTrack
from fatetable.mechanics.undertakings.rows import Procedure
from fatetable.rulesets.skein.book.consistency import contradictions
from fatetable.rulesets.skein.book.entries import (
    Armour,
    Category,
    God,
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
from fatetable.rulesets.skein.book.figures import (
    Affliction,
    BattleFigures,
    Border,
    Buying,
    CombatFigures,
    ConsequenceExamples,
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
    Travel,
    WarbandFigures,
)

RULESET = "skein"

_DATA = DataFiles("fatetable.rulesets.skein")


class Arms(Struct, frozen=True, forbid_unknown_fields=True):
    armour: tuple[Armour, ...]
    melee: tuple[MeleeWeapon, ...]
    ranged: tuple[RangedWeapon, ...]


class People(Struct, frozen=True, rename={"classes": "class"}, forbid_unknown_fields=True):
    classes: tuple[PersonClass, ...]
    peer: Peer


class Rolling(Struct, frozen=True, rename={"difficulties": "difficulty"}, forbid_unknown_fields=True):
    difficulties: tuple[Difficulty, ...]
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
    """A kind of contest: the stress scores it may reduce and the skills that are usually rolled."""

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


class Tables(Struct, frozen=True, kw_only=True, eq=False, dict=True):
    """All tables of the book.  Compared by identity, so that what follows from them can be cached."""

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
    procedures: tuple[Procedure, ...]
    actions: ActionTable
    gods: tuple[God, ...] = ()
    """The book describes none (SK-GOD-02); a campaign brings its own."""

    def __post_init__(self) -> None:
        if found := list(contradictions(self)):
            raise ValueError("; ".join(found))

    @functools.cached_property
    def _skills_by_id(self) -> Mapping[str, Skill]:
        return {each.id: each for each in self.skills}

    @functools.cached_property
    def _stunts_by_id(self) -> Mapping[str, Stunt]:
        return {each.id: each for each in self.stunts}

    def skill(self, skill_id: str) -> Skill | None:
        return self._skills_by_id.get(skill_id)

    def stunt(self, stunt_id: str) -> Stunt | None:
        return self._stunts_by_id.get(stunt_id)

    def god(self, name: str) -> God | None:
        return next((each for each in self.gods if each.name == name), None)

    def stunt_type(self, type_id: str) -> StuntType | None:
        return next((each for each in self.stunt_types if each.id == type_id), None)

    def person_class(self, kind: str) -> PersonClass | None:
        return next((each for each in self.people.classes if each.id == kind), None)

    def tale(self, slot: str) -> Tale | None:
        return next((each for each in self.tales if each.slot == slot), None)


@functools.cache
def read_tables() -> Tables:
    """All tables, read once; one that contradicts another is a `ValueError`, since only we could have written it.

    Only the assembly of the ruleset calls this.  Everything else is handed the tables: a game may bring its own.
    """
    return Tables(
        skills=_DATA.rows("skills.toml", "skill", Skill),
        stunt_types=_DATA.rows("stunt_types.toml", "type", StuntType),
        stunts=tuple(
            stunt
            for file in ("stunts.toml", "path_stunts.toml", "animal_stunts.toml")
            for stunt in _DATA.rows(file, "stunt", Stunt)
        ),
        arms=_DATA.whole("arms.toml", Arms),
        goods=_DATA.rows("goods.toml", "good", Good),
        tales=_DATA.rows("tales.toml", "tale", Tale),
        figures=_DATA.whole("figures.toml", Figures),
        people=_DATA.whole("people.toml", People),
        fate_points=_DATA.whole("fate_points.toml", FatePointFigures),
        rolling=_DATA.whole("tests.toml", Rolling),
        time=_DATA.whole("time.toml", TimeTrack),
        healing=_DATA.whole("healing.toml", Healing),
        travel=_DATA.whole("travel.toml", Travel),
        combat=_DATA.whole("combat.toml", Combat),
        battle=_DATA.whole("battle.toml", Battle),
        contests=_DATA.whole("contests.toml", Contests),
        magic=_DATA.whole("magic.toml", Magic),
        experience=_DATA.whole("experience.toml", Experience),
        buying=_DATA.whole("wealth.toml", Buying),
        characters=_DATA.rows("characters.toml", "character", SheetRow),
        animals=_DATA.rows("animals.toml", "animal", SheetRow),
        opposition=_DATA.rows("opposition.toml", "opponent", SheetRow),
        quick=_DATA.whole("quick.toml", Quick),
        procedures=_DATA.rows("procedures.toml", "procedure", Procedure),
        actions=ActionTable.of(_DATA.rows("actions.toml", "row", OutcomeRow)),
    )


@functools.cache
def read_citations() -> Mapping[str, tuple[str, ...]]:
    """The rules of the book on each topic and behind each refusal."""
    return _DATA.citations()
