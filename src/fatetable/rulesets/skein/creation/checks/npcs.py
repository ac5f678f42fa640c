"""What may be wrong with the Storyteller's characters in Skein: people by class, animals, warbands and armies.

Player characters are checked in `heroes.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.mechanics.characters.sheet import Problem, Sheet
from fatetable.rulesets.skein.book import PersonClass, Tables
from fatetable.rulesets.skein.creation.checks.heroes import figure_problems
from fatetable.rulesets.skein.creation.checks.reports import advice, counted, error, quoted
from fatetable.rulesets.skein.creation.checks.skills import array_problems
from fatetable.rulesets.skein.creation.checks.stunts import stunt_count_problems
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.sheet import (
    ARMY_SKILL,
    COMBAT_SKILL,
    OATH,
    aspects_of,
    has_history,
    natural_absorption,
    natural_damage,
    single_stress,
    skill_name,
)

LARGEST_WARBAND = 200
LARGEST_ARMY = 1_000_000
"""Beyond these nobody means one band, or one army."""


def npc_problems(tables: Tables, sheet: Sheet, dials: Dials) -> Iterator[Problem]:
    person = tables.person_class(sheet.kind)
    if person is not None:
        yield from _person_problems(tables, sheet, person, dials)
    elif sheet.kind == "animal":
        yield from _animal_problems(tables, sheet)
    else:
        yield from _force_problems(tables, sheet)


# -- people ----------------------------------------------------------------------------------------------------------


def _person_problems(tables: Tables, sheet: Sheet, person: PersonClass, dials: Dials) -> Iterator[Problem]:
    """As many Aspects, stunts and skills as the class has, until experience adds to them (SK-NPC-10 to SK-NPC-12)."""
    yield from figure_problems(tables, sheet)
    yield from _slots(sheet, (*(f"aspect-{number}" for number in range(1, 21)), OATH), *person.cites)
    if has_history(sheet):
        return
    yield from array_problems(tables, sheet, person.array, *person.cites)
    if person.id == "major" and is_peer(sheet):
        yield from _peer_problems(tables, sheet, dials)
        return
    if len(aspects_of(sheet)) != person.aspects:
        wanted = counted(person.aspects, "Aspect")
        message = f"A {person.name.lower()} has {wanted}, not {len(aspects_of(sheet))}."
        yield error("aspect-count", "aspects", message, f"Write {wanted}.", *person.cites)
    least, most = person.stunts
    if most == 0 and sheet.features:
        message = f"A {person.name.lower()} does not normally have stunts."
        yield advice("stunts-of-minor", "features", message, "Make it a significant one.", *person.cites, "SK-CHAR-27")
    elif most:
        yield from stunt_count_problems(sheet, least, most, "Add or drop some.", *person.cites, "SK-CHAR-27")


def is_peer(sheet: Sheet) -> bool:
    """Is this a major character built up to the equal of a player's?  An oath tells (SK-NPC-13)."""
    return OATH in aspects_of(sheet)


def _peer_problems(tables: Tables, sheet: Sheet, dials: Dials) -> Iterator[Problem]:
    peer, person = tables.people.peer, tables.person_class("major")
    assert person is not None
    if not dials.peers:
        message = "At this table no major character is built up to the equal of a player's."
        yield error("peer-barred", f"aspects.{OATH}", message, "Drop the oath.", "SK-NPC-13")
    wanted = person.aspects + peer.phases * peer.aspects_per_phase + peer.oaths
    if len(aspects_of(sheet)) != wanted:
        message = (
            f"The equal of a player character has {wanted} Aspects, its oath among them, not {len(aspects_of(sheet))}."
        )
        yield error("aspect-count", "aspects", message, f"Write {wanted}.", "SK-NPC-13")
    yield from stunt_count_problems(sheet, peer.stunts, peer.stunts, f"Have {peer.stunts}.", "SK-NPC-13")


def _slots(sheet: Sheet, known: tuple[str, ...], *cites: str) -> Iterator[Problem]:
    for slot in aspects_of(sheet):
        if slot not in known:
            message = f"There is no room for an Aspect called {quoted(slot)}."
            yield error("unknown-aspect-slot", f"aspects.{slot[:60]}", message, "Use aspect-1, aspect-2 …", *cites)


# -- animals ---------------------------------------------------------------------------------------------------------


def _animal_problems(tables: Tables, sheet: Sheet) -> Iterator[Problem]:
    """An Aspect of their nature, one stress score, natural armour and weapons (SK-NPC-01)."""
    yield from _slots(sheet, tuple(f"aspect-{number}" for number in range(1, 21)), "SK-NPC-01")
    written = aspects_of(sheet)
    if not written:
        message = "An animal has at least the Aspect of what it is."
        yield error("aspect-count", "aspects.aspect-1", message, "Write what it is.", "SK-NPC-01")
    elif len(written) > 1:
        yield advice("aspect-count", "aspects", "An animal usually has one Aspect.", "Keep one.", "SK-NPC-01")
    bare = Sheet(ruleset=sheet.ruleset, name="", kind="animal", traits=sheet.traits, features=sheet.features)
    figures = {
        "stress": (single_stress(tables, sheet), single_stress(tables, bare), 1),
        "absorption": (natural_absorption(tables, sheet), natural_absorption(tables, bare), 0),
        "damage": (natural_damage(tables, sheet), natural_damage(tables, bare), 0),
    }
    for name, (noted, worked_out, least) in figures.items():
        if noted < least:
            message = f"{name.capitalize()} is {noted}, but cannot be less than {least}."
            yield error("figure-wrong", f"numbers.{name}", message, f"Make it {worked_out}.", "SK-NPC-01")
        elif noted != worked_out:
            message = f"{name.capitalize()} is {noted}, though skills and stunts come to {worked_out}."
            yield advice("figure-differs", f"numbers.{name}", message, "Fine, if it is meant.", "SK-NPC-01")
    yield from _unknown_numbers(sheet, tuple(figures))


# -- warbands and armies ---------------------------------------------------------------------------------------------


def _force_problems(tables: Tables, sheet: Sheet) -> Iterator[Problem]:
    """One skill for all, a number, and Aspects within bounds (SK-WARB-02, SK-BATTLE-02, SK-BATTLE-06)."""
    is_army = sheet.kind == "army"
    skill, largest = (ARMY_SKILL, LARGEST_ARMY) if is_army else (COMBAT_SKILL, LARGEST_WARBAND)
    cites = ("SK-BATTLE-02", "SK-BATTLE-03") if is_army else ("SK-WARB-02",)
    for trait, rating in sheet.traits.items():
        if trait == skill and rating < 0:
            message = f"{skill_name(tables, skill)} is at {rating}, but 0 is the least."
            yield error("skill-out-of-range", f"traits.{skill}", message, "Make it 0.", *cites)
        elif trait == skill and rating > tables.figures.skills.highest:
            message = f"{skill_name(tables, skill)} is at {rating}, higher than any skill."
            yield error("skill-out-of-range", f"traits.{skill}", message, "Lower it.", *cites)
        elif trait != skill:
            message = f"The one skill of a {sheet.kind} is its {skill_name(tables, skill).lower()}."
            yield error("skill-of-force", f"traits.{trait[:60]}", message, "Remove the other.", *cites)
    if skill not in sheet.traits:
        message = f"The {sheet.kind} has no {skill_name(tables, skill).lower()}."
        yield error("skill-of-force", f"traits.{skill}", message, "Rate it, from 0 for the untrained.", *cites)
    size = sheet.numbers.get("size", 0)
    if not tables.battle.figures.least_size <= size <= largest:
        message = f"The {sheet.kind} has {size} fighters; it can have 1 to {largest}."
        yield error("force-size", "numbers.size", message, "Say how many they are.", *cites)
    if sheet.features:
        yield error("force-stunts", "features", f"The {sheet.kind} has no stunts.", "Give them to its leader.", *cites)
    yield from _unknown_numbers(sheet, ("size",))
    yield from _force_aspects(tables, sheet)


def _force_aspects(tables: Tables, sheet: Sheet) -> Iterator[Problem]:
    yield from _slots(sheet, tuple(f"aspect-{number}" for number in range(1, 21)), "SK-WARB-02", "SK-BATTLE-06")
    number = len(aspects_of(sheet))
    if sheet.kind == "army":
        least, most = tables.battle.figures.aspects
        if not least <= number <= most:
            message = f"An army has {least} to {most} Aspects, not {number}."
            yield error("aspect-count", "aspects", message, "Add or drop some.", "SK-BATTLE-06")
        return
    most = max(0, sheet.traits.get(COMBAT_SKILL, 0))
    if number > most:
        message = f"A warband of combat skill {most} has at most {counted(most, 'Aspect')}, not {number}."
        yield error("aspect-count", "aspects", message, "Drop some.", "SK-WARB-02")


def _unknown_numbers(sheet: Sheet, known: tuple[str, ...]) -> Iterator[Problem]:
    for name in sheet.numbers:
        if name not in known:
            message = f"It has no figure called {quoted(name)}."
            yield advice("unknown-number", f"numbers.{name[:60]}", message, "Remove it.")
