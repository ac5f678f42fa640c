"""What may be wrong with a player character of Skein: tales and Aspects, the oath, and how many of everything.

Single skills, stunts and items are checked in modules of their own.
"""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.mechanics.characters.sheet import Problem, Sheet
from fatetable.rulesets.skein.book import Tables, Tale
from fatetable.rulesets.skein.creation.checks.gear import starting_gear_problems
from fatetable.rulesets.skein.creation.checks.reports import advice, counted, error, quoted, repeated
from fatetable.rulesets.skein.creation.checks.skills import array_problems, hero_skill_problems, language_problems
from fatetable.rulesets.skein.creation.checks.stunts import stunt_count_problems
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.sheet import (
    BOUGHT,
    OATH,
    SCORES,
    SWORN,
    aspects_of,
    base_refresh,
    experience_spent,
    has_history,
    refresh_of,
    stress,
)

FREE = "free"
FIFTH = "tale-5"
COMPANIONS = "companions"
WITNESSES = "witnesses"
NUMBERS = ("refresh", *SCORES, "refreshes", "experience", "experience-spent", "refresh-gained")


def hero_problems(tables: Tables, sheet: Sheet, dials: Dials) -> Iterator[Problem]:
    yield from aspect_problems(tables, sheet, dials)
    yield from _people_problems(tables, sheet)
    yield from hero_skill_problems(tables, sheet)
    yield from language_problems(tables, sheet)
    yield from figure_problems(tables, sheet)
    if has_history(sheet):
        yield from _cap_problems(tables, sheet)
        return
    yield from array_problems(tables, sheet, tables.figures.skills.array, "SK-CHAR-15", "SK-CHAR-24")
    start = tables.figures.stunts.start
    fix = f"Have {start}; Extra Refresh fills what is left."
    yield from stunt_count_problems(sheet, start, start, fix, "SK-CHAR-26")
    yield from starting_gear_problems(tables, sheet, dials)


# -- tales and Aspects -----------------------------------------------------------------------------------------------


def told_tales(tables: Tables) -> tuple[Tale, ...]:
    """The tales everybody tells; the oath is left to each."""
    return tuple(tale for tale in tables.tales if not tale.is_optional)


def aspect_problems(tables: Tables, sheet: Sheet, dials: Dials) -> Iterator[Problem]:
    """One Aspect for each tale, one more of any kind, and one for an oath (SK-CHAR-04)."""
    written = aspects_of(sheet)
    for tale in told_tales(tables):
        if tale.slot not in written:
            message = f"The tale {quoted(tale.name)} has given no Aspect yet."
            where = f"aspects.{tale.slot}"
            yield error("tale-aspect-missing", where, message, "Draw one from it.", *tale.cites, "SK-CHAR-04")
    if FREE not in written:
        message = "After the tales the character needs one more Aspect, of any kind."
        fix = "Write what the tales left out."
        yield error("free-aspect-missing", f"aspects.{FREE}", message, fix, "SK-CHAR-11", "SK-CHAR-04")
    yield from _oath_problems(sheet, dials)
    for slot in written:
        yield from _slot_problems(tables, sheet, slot, dials)
    for phrase in repeated(written.values()):
        message = f"The Aspect {quoted(phrase)} is written twice."
        yield advice("aspect-repeated", "aspects", message, "Reword one of them.", "SK-CHAR-12")


def _oath_problems(sheet: Sheet, dials: Dials) -> Iterator[Problem]:
    where = f"aspects.{OATH}"
    has_oath = OATH in aspects_of(sheet)
    if not has_oath and dials.starting_oaths == "expected" and not has_history(sheet):
        message = "Characters at this table come into the game bound by an oath."
        yield advice("oath-expected", where, message, "Swear one, or ask the Storyteller.", "SK-CHAR-10")
    if has_oath and dials.starting_oaths == "none" and not has_history(sheet):
        message = "Characters at this table swear their oaths in play."
        yield error("oath-too-early", where, message, "Leave it for later.", "SK-CHAR-10")


def _slot_problems(tables: Tables, sheet: Sheet, slot: str, dials: Dials) -> Iterator[Problem]:
    where = f"aspects.{slot[:60]}"
    known = {tale.slot for tale in tables.tales} | {FREE}
    if slot in known:
        return
    if slot == FIFTH and dials.fifth_tale:
        if OATH in aspects_of(sheet):
            message = "A fifth tale stands in for an oath, and this character has sworn one."
            yield error("fifth-tale", where, message, "Drop one of the two.", "SK-CHAR-04")
        return
    if BOUGHT.fullmatch(slot) or SWORN.fullmatch(slot):
        if not has_history(sheet):
            message = f"The Aspect in {quoted(slot)} can only come from play, and this character is new."
            fix = "Remove it, or note how many refreshes the character has seen."
            yield error("aspect-not-earned", where, message, fix, "SK-CHAR-04", "SK-ADV-07")
        return
    message = f"There is no room for an Aspect called {quoted(slot)}."
    fix = "Use the tales, the oath or the free Aspect; those bought later are bought-1, bought-2 and so on."
    yield error("unknown-aspect-slot", where, message, fix, "SK-CHAR-04")


def _people_problems(tables: Tables, sheet: Sheet) -> Iterator[Problem]:
    """The fourth tale is about another player's character too, and an oath has a witness (SK-CHAR-09, SK-OATH-01)."""
    written = aspects_of(sheet)
    for tale in tables.tales:
        if tale.slot not in written:
            continue
        if len(_names(sheet, COMPANIONS)) < tale.companions:
            message = f"The tale {quoted(tale.name)} must involve another player's character."
            fix = "Name whom, with their player's consent."
            yield error("companion-missing", f"lists.{COMPANIONS}", message, fix, *tale.cites)
        if len(_names(sheet, WITNESSES)) < tale.witnesses:
            message = "Nobody witnessed the oath."
            fix = "Name at least one grown person who did."
            yield error("witness-missing", f"lists.{WITNESSES}", message, fix, "SK-OATH-01", "SK-CHAR-10")


def _names(sheet: Sheet, name: str) -> list[str]:
    return [entry for entry in sheet.lists.get(name, ()) if entry.strip()]


# -- figures ---------------------------------------------------------------------------------------------------------


def figure_problems(tables: Tables, sheet: Sheet) -> Iterator[Problem]:
    """What is noted must be what the rules work out (SK-CHAR-29 to SK-CHAR-31)."""
    worked_out = {score: stress(tables, sheet, score) for score in SCORES} | {"refresh": refresh_of(tables, sheet)}
    cites = {"health": "SK-CHAR-29", "composure": "SK-CHAR-30", "refresh": "SK-CHAR-31"}
    for name, number in sheet.numbers.items():
        where = f"numbers.{name[:60]}"
        if name not in NUMBERS:
            yield advice("unknown-number", where, f"A character has no figure called {quoted(name)}.", "Remove it.")
        elif name in worked_out and number != worked_out[name]:
            message = f"{name.capitalize()} is noted as {number}, but comes to {worked_out[name]}."
            yield error("figure-wrong", where, message, f"Make it {worked_out[name]}.", cites[name])
        elif number < 0:
            message = f"{quoted(name)} is {number}, but nobody has less than none."
            yield error("negative-number", where, message, "Make it 0.", "SK-ADV-13")


def _cap_problems(tables: Tables, sheet: Sheet) -> Iterator[Problem]:
    """What experience may not exceed; Aspects lost again only bar further gains (SK-ADV-06, SK-ADV-08, SK-OATH-07)."""
    aspects, stunts = len(aspects_of(sheet)), len(sheet.features)
    most = tables.figures.stunts.most
    if stunts > most:
        message = f"The character has {stunts} stunts, but nobody has more than {most}."
        yield error("stunt-count", "features", message, "Drop some.", "SK-ADV-09")
    elif stunts > aspects:
        message = f"The character has {counted(stunts, 'stunt')} and only {counted(aspects, 'Aspect')}."
        fix = "No stunt can be added before there are more Aspects."
        yield advice("stunts-beyond-aspects", "features", message, fix, "SK-ADV-06")
    if base_refresh(tables, sheet) > aspects:
        message = (
            f"A Refresh Rate of {base_refresh(tables, sheet)} is more than the {counted(aspects, 'Aspect')} allow."
        )
        fix = "It cannot rise further before there are more Aspects."
        yield advice("refresh-beyond-aspects", "numbers.refresh-gained", message, fix, "SK-ADV-08")
    earned = sheet.numbers.get("experience")
    if earned is not None and experience_spent(tables, sheet) > earned:
        message = f"The sheet cost {experience_spent(tables, sheet)} experience points, but only {earned} were earned."
        fix = "Correct the figure, unless the story itself raised Wealth."
        yield advice("experience-overspent", "numbers.experience", message, fix, "SK-ADV-13")
