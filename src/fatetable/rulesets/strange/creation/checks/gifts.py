"""Gifts: what each must say, and how much equipment may be improved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from fatetable.mechanics.characters.sheet import Entry, Problem, Sheet
from fatetable.rulesets.strange.book import Tables
from fatetable.rulesets.strange.creation.checks.companions import companion_problems
from fatetable.rulesets.strange.creation.checks.improvements import slot_problems
from fatetable.rulesets.strange.creation.checks.reports import advice, error
from fatetable.rulesets.strange.dials import Dials
from fatetable.rulesets.strange.sheet import (
    BENEFITS_OF_THEME,
    COMPANION,
    EQUIPMENT,
    GIFTS,
    GIFTS_OF_COMPANIONS,
    IMPACT,
    IMPROVEMENTS,
    PROTECTIVE,
    SIGNATURE,
    THEME,
    all_aspects,
    companion,
    gifts_of,
    skill_id,
    skill_named,
    times_bought,
    worth,
)


def gift_problems(tables: Tables, dials: Dials, sheet: Sheet) -> Iterator[Problem]:
    """SF-CHAR-09, SF-GIFT-01."""
    known = {gift.id for gift in tables.gifts}
    for place, gift in enumerate(gifts_of(sheet)):
        where = f"entries.{GIFTS}.{place}"
        if gift.kind not in known:
            message = f"There is no gift {gift.kind[:60]!r}."
            yield error("unknown-gift", where, message, "Take it off.", "SF-GIFT-01")
        yield from _of_kind(tables, dials, sheet, gift, where)
    yield from _linked_twice(sheet)
    if len(gifts_of(sheet)) < tables.figures.budget.free_gifts:
        yield advice("gift-left", f"entries.{GIFTS}", "One gift is free.", "Choose one.", "SF-CHAR-09")


def _of_kind(tables: Tables, dials: Dials, sheet: Sheet, gift: Entry, where: str) -> Iterator[Problem]:
    if gift.kind == EQUIPMENT:
        yield from _equipment(tables, dials, sheet, gift, where)
    elif gift.kind == COMPANION:
        yield from companion_problems(tables, dials, sheet, gift, where)
        yield from _gifts_of_companion(tables, dials, gift, where)
    elif gift.kind == THEME:
        yield from _theme(tables, sheet, gift, where)
    elif gift.kind == IMPACT and not _has_skill(tables, sheet, gift, "skill"):
        yield error("gift-open", where, "An Impact is for one skill.", "Choose it.", "SF-GIFT-02")
    elif gift.kind == SIGNATURE and _one(gift, "aspect") not in all_aspects(tables, sheet):
        yield error("gift-open", where, "A Signature Aspect is one of the aspects.", "Choose it.", "SF-GIFT-06")


# -- equipment -------------------------------------------------------------------------------------------------------


def _equipment(tables: Tables, dials: Dials, sheet: Sheet, gift: Entry, where: str) -> Iterator[Problem]:
    if not gift.name.strip():
        yield error("gear-unnamed", f"{where}.name", "A piece of equipment has no name.", "Name it.", "SF-EQUIP-01")
    often: Counter[str] = Counter()
    used = 0
    for place, part in enumerate(gift.entries.get(IMPROVEMENTS, ())):
        here = f"{where}.entries.{IMPROVEMENTS}.{place}"
        row = tables.improvement(part.name)
        if row is None:
            message = f"There is no improvement {part.name[:60]!r}."
            yield error("unknown-improvement", here, message, "Take it off.", "SF-EQUIP-01")
            continue
        used += row.slots
        often[row.id] += 1
        if often[row.id] > row.most:
            message = f"{row.name} is taken {row.most} times at most."
            yield error("improvement-too-often", here, message, "Take it off.", row.rule)
        if row.protects and not gift.numbers.get(PROTECTIVE):
            yield error("not-protective", here, f"{row.name} is for armor alone.", "Choose another.", row.rule)
        yield from _said(tables, sheet, part, row.form, row.name, here, row.rule)
    yield from slot_problems(tables, dials, gift, used, where, "SF-EQUIP-01", "SF-GIFT-05")


def _gifts_of_companion(tables: Tables, dials: Dials, gift: Entry, where: str) -> Iterator[Problem]:
    """SF-COMP-10: so many as it was given, of three kinds."""
    own, most = companion(tables, gift), worth(tables, gift, lambda row: row.gifts)
    at = f"{where}.entries.{GIFTS}"
    if sum(times_bought(each) for each in gifts_of(own)) > most:
        message = f"{own.name[:60]} has more gifts than the {most} it was given."
        yield error("companion-gifts", at, message, "Take Gifted as an improvement.", "SF-COMP-10")
    for place, each in enumerate(gifts_of(own)):
        if each.kind not in GIFTS_OF_COMPANIONS:
            message = "A companion has Equipment, an Impact or a Theme, and no other gift."
            yield error("companion-gifts", f"{at}.{place}", message, "Choose another.", "SF-COMP-10")
        else:
            yield from _of_kind(tables, dials, own, each, f"{at}.{place}")


# -- themes ----------------------------------------------------------------------------------------------------------


def _theme(tables: Tables, sheet: Sheet, gift: Entry, where: str) -> Iterator[Problem]:
    """SF-GIFT-04: three skills that have something in common, one benefit each."""
    parts = gift.entries.get(BENEFITS_OF_THEME, ())
    wanted = tables.figures.gifts.theme_skills
    if len(parts) != wanted:
        message = f"A theme links {wanted} skills, and this one has {len(parts)}."
        yield error("theme-skills", f"{where}.entries.{BENEFITS_OF_THEME}", message, "Choose three.", "SF-GIFT-04")
    for place, part in enumerate(parts):
        at = f"{where}.entries.{BENEFITS_OF_THEME}.{place}"
        row = next((each for each in tables.themes if each.id == part.kind), None)
        if row is None:
            message = f"A theme does not give {part.kind[:60]!r}."
            yield error("unknown-benefit", at, message, "Choose another.", "SF-GIFT-04")
        elif not _has_skill(tables, sheet, part, "skill"):
            yield error("gift-open", at, f"{row.name}: it is not said for which skill.", "Choose it.", "SF-GIFT-04")
        else:
            yield from _said(tables, sheet, part, row.form, row.name, at, "SF-GIFT-04")


def _linked_twice(sheet: Sheet) -> Iterator[Problem]:
    """No skill has more than one benefit of all themes."""
    seen: set[str] = set()
    for number, gift in enumerate(gifts_of(sheet)):
        for place, part in enumerate(gift.entries.get(BENEFITS_OF_THEME, ()) if gift.kind == THEME else ()):
            skill = skill_id(_one(part, "skill"))
            if skill and skill in seen:
                at = f"entries.{GIFTS}.{number}.entries.{BENEFITS_OF_THEME}.{place}"
                message = f"{_one(part, 'skill')} has a benefit of a theme already."
                yield error("theme-twice", at, message, "Choose another skill.", "SF-GIFT-04")
            seen.add(skill)


# -- what must be said -----------------------------------------------------------------------------------------------


def _said(tables: Tables, sheet: Sheet, part: Entry, form: str, name: str, at: str, rule: str) -> Iterator[Problem]:
    scopes = {row.id for row in tables.scopes}
    missing = {
        "aspect": not part.texts.get("text", "").strip(),
        "when": not part.texts.get("text", "").strip(),
        "stress": _one(part, "scope") not in scopes,
        "skill": not _has_skill(tables, sheet, part, "skill"),
        "instead": not (_has_skill(tables, sheet, part, "skill") and _has_skill(tables, sheet, part, "instead")),
    }
    if missing.get(form):
        yield error("gift-open", at, f"{name}: something has not been said about it.", "Fill it in.", rule)


def _has_skill(tables: Tables, sheet: Sheet, part: Entry, field: str) -> bool:
    return skill_named(tables, sheet, skill_id(_one(part, field))) is not None


def _one(part: Entry, name: str) -> str:
    return next(iter(part.lists.get(name, ())), "")
