"""What a sheet of FATE says: a life in phases, and the aspects and skills that come of it."""

from fatetable.rulesets.fate2.sheet.aspects import Levels, aspects_of, levels_of, slot_of
from fatetable.rulesets.fate2.sheet.derived import BARE, starting_points, worked_out
from fatetable.rulesets.fate2.sheet.history import EXTRAS, PHASES, Stage, number_of_phases, ranks_of_extras, stages
from fatetable.rulesets.fate2.sheet.kinds import (
    HERO,
    KINDS,
    MINION,
    MINOR,
    NAMED,
    OF_THE_GM,
    ORGANISATION,
    PHASED,
    SERVANT,
)
from fatetable.rulesets.fate2.sheet.remarks import notes
from fatetable.rulesets.fate2.sheet.skills import (
    ELSE,
    FIGHTING,
    choices,
    groups,
    rank_rules,
    skill_name,
    skill_of,
    start_of,
    traits_of,
)

__all__ = [
    "BARE",
    "ELSE",
    "EXTRAS",
    "FIGHTING",
    "HERO",
    "KINDS",
    "MINION",
    "MINOR",
    "NAMED",
    "OF_THE_GM",
    "ORGANISATION",
    "PHASED",
    "PHASES",
    "SERVANT",
    "Levels",
    "Stage",
    "aspects_of",
    "choices",
    "groups",
    "levels_of",
    "notes",
    "number_of_phases",
    "rank_rules",
    "ranks_of_extras",
    "skill_name",
    "skill_of",
    "slot_of",
    "stages",
    "start_of",
    "starting_points",
    "traits_of",
    "worked_out",
]
