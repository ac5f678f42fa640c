"""The magic that a campaign has chosen (F2-MAG-01)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from fatetable.engine.identity import remembered
from fatetable.engine.messages import Event
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.characters.sheet import Problem, Sheet
from fatetable.mechanics.harm.hits import PartsOfHit
from fatetable.mechanics.kit import Part
from fatetable.mechanics.rolls.check_rules import Trait
from fatetable.mechanics.rolls.efforts import Defences
from fatetable.mechanics.ruleset import Teller
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.kit import FateKit
from fatetable.rulesets.fate2.magic.budgets import INTERPRETIVE
from fatetable.rulesets.fate2.magic.defences import MagicDefences
from fatetable.rulesets.fate2.magic.effects import EffectBegan, EffectEnded, told_beginning, told_end
from fatetable.rulesets.fate2.magic.elements import COMBINATIVE
from fatetable.rulesets.fate2.magic.fire import STUNT_BASED
from fatetable.rulesets.fate2.magic.improvised import IMPROVISED
from fatetable.rulesets.fate2.magic.level import LEVEL_BASED
from fatetable.rulesets.fate2.magic.minor_powers import MINOR_POWERED
from fatetable.rulesets.fate2.magic.system import System
from fatetable.rulesets.fate2.sheet import traits_of

NO_MAGIC = System(parts=lambda _: ())
SYSTEMS: Mapping[str, System] = {
    "none": NO_MAGIC,
    "level": LEVEL_BASED,
    "combinative": COMBINATIVE,
    "improvisational": IMPROVISED,
    "stunts": STUNT_BASED,
    "interpretive": INTERPRETIVE,
    "minor-powers": MINOR_POWERED,
}


def system(dials: Dials) -> System:
    return SYSTEMS[dials.magic]


def parts(kit: FateKit) -> tuple[Part, ...]:
    return system(kit.dials).parts(kit)


def problems(tables: Tables, dials: Dials, sheet: Sheet) -> Iterator[Problem]:
    """What is wrong with a sheet by the magic of the campaign."""
    return system(dials).problems(tables, dials, sheet)


def notes(tables: Tables, dials: Dials, state: State, actor: Actor) -> tuple[tuple[str, str], ...]:
    """What a sheet shows of somebody's magic."""
    return tuple(system(dials).notes(tables, dials, state, actor))


def tellers(dials: Dials) -> Mapping[type[Event], Teller]:
    return {EffectBegan: told_beginning, EffectEnded: told_end, **system(dials).tellers}


@remembered(limit=2048)
def traits(tables: Tables, dials: Dials, actor: Actor, action: str) -> tuple[Trait, ...]:
    """What somebody can roll with for an action, with this magic or without any."""
    return system(dials).traits(tables, actor, action, traits_of(tables, actor))


def defences(kit: FateKit) -> Defences:
    """What everybody answers attacks with, and mages also with their magic."""
    return MagicDefences(kit.checks, system(kit.dials).wards)


def parts_of_hits(dials: Dials) -> PartsOfHit:
    """What magic adds to a hit or takes from it."""
    return system(dials).parts_of_hits
