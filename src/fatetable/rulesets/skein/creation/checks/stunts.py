"""What may be wrong with the stunts of a character of Skein: with each one, and with how often it was taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from fatetable.mechanics.characters.effects import Catalogued, Feature
from fatetable.mechanics.characters.sheet import Problem, Sheet
from fatetable.rulesets.skein.book import Stunt, StuntType, Tables
from fatetable.rulesets.skein.creation.checks.magic import aspect_problems, divine_problems
from fatetable.rulesets.skein.creation.checks.reports import advice, counted, error, listed, quoted
from fatetable.rulesets.skein.creation.stunt_templates import own_blanks
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.sheet import (
    ATTACKS,
    Taken,
    can_attack,
    can_defend,
    recomposed,
    skill_name,
    skill_of,
    stunts_of,
    taken,
)

CREATURES = ("animal",)


def stunt_problems(tables: Tables, sheet: Sheet, dials: Dials) -> Iterator[Problem]:
    for place, feature in enumerate(sheet.features):
        where = f"features.{place}"
        found = taken(tables, feature)
        if found is None:
            yield _unknown(tables, feature, where)
            continue
        yield from _blank_problems(found, where)
        yield from _altered(tables, feature, where)
        yield from _allowed(tables, sheet, found, where, dials)
        if sheet.kind not in CREATURES:
            yield from aspect_problems(tables, sheet, found, where)
            yield from divine_problems(tables, sheet, found, where)
        if found.stunt is None:
            yield from _own_problems(tables, sheet, found, where)
        else:
            yield from _choice_problems(tables, sheet, found, found.stunt, where)
    yield from _times(tables, sheet)


def _unknown(tables: Tables, feature: Feature, where: str) -> Problem:
    types = ", ".join(each.name for each in tables.stunt_types)
    if any(isinstance(effect, Catalogued) for effect in feature.effects):
        message = f"{quoted(feature.name)} is neither in the list of stunts nor of a type that can be composed."
        return error("unknown-stunt", where, message, "Take one of the list, or compose it.", "SK-CHAR-26")
    message = f"{quoted(feature.name)} is of none of the seven types: {types}."
    return error("stunt-type-missing", where, message, "Compose it from a type.", "SK-CHAR-26")


def _blank_problems(found: Taken, where: str) -> Iterator[Problem]:
    """What a stunt leaves to its owner must be decided."""
    name = quoted(found.feature.name)
    if found.stunt is None and not found.feature.name.strip():
        yield error("stunt-name-missing", where, "A stunt has no name.", "Give it one.", "SK-CHAR-26")
    blanks = found.stunt.blanks if found.stunt else own_blanks(found.entry.id)
    for blank in blanks:
        value = found.choice(blank.name)
        if not value and not blank.optional:
            message = f"{name} leaves something open: {blank.label.lower()}."
            yield error("stunt-blank", where, message, "Fill it in.", *found.entry.cites)
        elif value and blank.options and "aspects" not in blank.options and value not in blank.options:
            message = f"{name} cannot have {quoted(value)} for {blank.label.lower()}."
            yield error("stunt-option", where, message, f"Choose {' or '.join(blank.options)}.", *found.entry.cites)
    known = {blank.name for blank in blanks} | {"aspect", "tale", "god"}
    for choice in sorted(set(found.choices) - known):
        message = f"{name} has nothing to choose called {quoted(choice)}."
        yield advice("stunt-choice-unknown", where, message, "Remove it.", *found.entry.cites)


def _altered(tables: Tables, feature: Feature, where: str) -> Iterator[Problem]:
    """The list says what a stunt does; a sheet must not differ from it."""
    if recomposed(tables, (feature,)) != (feature,):
        message = f"{quoted(feature.name)} is not as it stands in the list."
        yield error("stunt-altered", where, message, "Take it again, or compose a stunt of your own.", "SK-STUNT-01")


def _allowed(tables: Tables, sheet: Sheet, found: Taken, where: str, dials: Dials) -> Iterator[Problem]:
    stunt = found.stunt
    if stunt is None:
        return
    if stunt.id == "heroic-inspiration" and not dials.heroic_inspiration:
        message = f"{stunt.name} is not played at this table."
        yield error("stunt-switched-off", where, message, "Take another stunt.", "SK-STUNT-58")
    if sheet.kind in CREATURES:
        return
    if stunt.reserved_for_creatures:
        message = f"{stunt.name} is reserved for animals and supernatural creatures."
        if not dials.flying_heroes:
            yield error("stunt-reserved", where, message, "Take another stunt.", "SK-STUNT-49", "SK-STUNT-52")
    elif stunt.group == "Animal" and tables.god(found.choice("god")) is None:
        message = f"{stunt.name} is a stunt of animals, and for people supernatural."
        yield advice("stunt-of-animals", where, message, "Ask the table whether it fits.", "SK-STUNT-49", "SK-STUNT-17")


def _choice_problems(tables: Tables, sheet: Sheet, found: Taken, stunt: Stunt, where: str) -> Iterator[Problem]:
    """Choices that must fit the rest of the sheet, or each other."""
    if stunt.id == "fighting-style" and found.choice("mode") == "defensive":
        skill = found.choice("skill")
        if skill and not can_defend(tables, skill, "hand-to-hand"):
            message = f"A defensive style needs a hand to hand weapon, and {skill_name(tables, skill)} does not defend."
            yield error("style-not-defensive", where, message, "Make it offensive.", "SK-STUNT-09")
    form = found.choice("form")
    if form and form.casefold() not in (each.strip().casefold() for each in sheet.lists.get("forms", ())):
        message = f"{quoted(form)} is none of the character's animal forms."
        yield error("form-unknown", where, message, "Choose one of the forms.", *stunt.cites)


def _own_problems(tables: Tables, sheet: Sheet, found: Taken, where: str) -> Iterator[Problem]:
    """Stunts a player composed need the table's agreement, and some figures of them too (SK-STYPE-01 to 05)."""
    name, kind = quoted(found.feature.name), found.entry
    cites = kind.cites
    yield advice(
        "stunt-of-ones-own", where, f"{name} is not in the list and needs the table's agreement.", "Ask.", *cites
    )
    skill = found.choice("skill")
    if skill and skill_of(tables, skill) is None and skill not in sheet.traits:
        message = f"{name} is about {quoted(skill)}, which is no skill."
        yield error("stunt-skill-unknown", where, message, "Name a skill of the list.", *cites)
    elif skill and skill not in sheet.traits:
        message = f"{name} is about {skill_name(tables, skill)}, which the character does not have."
        yield advice("stunt-skill-missing", where, message, "Choose a skill the character has.", *cites)
    if kind.id == "specialism" and found.is_chosen("narrow"):
        yield from _narrow(tables, found, where)
    if kind.id == "new-combat-application":
        yield from _nothing_new(tables, found, where)


def _narrow(tables: Tables, found: Taken, where: str) -> Iterator[Problem]:
    kind = tables.stunt_type("specialism")
    skill = skill_of(tables, found.choice("skill"))
    assert kind is not None
    message = f"{quoted(found.feature.name)} gives +{kind.narrow_bonus}, which only an especially narrow use justifies."
    yield advice("specialism-narrow", where, message, "Ask the table whether it is narrow enough.", *kind.cites)
    if skill is not None and skill.is_combat and not found.is_chosen("strong"):
        message = f"A narrow specialism of {skill.name} should cost a Fate Point in every scene that sees it used."
        yield advice("specialism-free", where, message, "Let it cost one.", *kind.cites)


def _nothing_new(tables: Tables, found: Taken, where: str) -> Iterator[Problem]:
    """A skill that attacks or defends so already gains nothing (SK-STYPE-03)."""
    skill, mode = found.choice("skill"), found.choice("mode")
    kinds = ATTACKS.get(found.choice("range"), ())
    able = can_attack if mode == "attack" else can_defend
    if skill and kinds and mode in ("attack", "defend") and all(able(tables, skill, kind) for kind in kinds):
        verb = "attacks" if mode == "attack" else "defends"
        message = f"{skill_name(tables, skill)} {verb} so without any stunt."
        yield error("nothing-new", where, message, "Choose another skill or another way.", "SK-STYPE-03")


# -- how often -------------------------------------------------------------------------------------------------------


def _times(tables: Tables, sheet: Sheet) -> Iterator[Problem]:
    """How often a stunt may be taken; with other choices it is another one."""
    owned = stunts_of(tables, sheet)
    times = Counter(found.entry.id for found in owned)
    for entry_id, number in times.items():
        same = [found for found in owned if found.entry.id == entry_id]
        entry = same[0].entry
        most = _most(entry, sheet)
        if most is not None and number > most:
            message = f"{entry.name} was taken {number} times, but {_at_most(most)}."
            yield error("stunt-repeated", "features", message, "Take another stunt.", *entry.cites)
        yield from _same_choices(same)


def _at_most(most: int) -> str:
    return "once is all" if most == 1 else f"{counted(most, 'time')} is all"


def _most(entry: Stunt | StuntType, sheet: Sheet) -> int | None:
    if isinstance(entry, StuntType):
        return None
    if not entry.repeatable:
        return 1
    return entry.hero_most if entry.hero_most is not None and sheet.kind not in CREATURES else entry.most


def _same_choices(same: Sequence[Taken]) -> Iterator[Problem]:
    """A style, a field or a ward taken twice alike gives nothing more; of things one owns, two make it dearer."""
    stunt = same[0].stunt
    if stunt is None:
        for name, number in Counter(found.feature.name.strip().casefold() for found in same).items():
            if name and number > 1:
                message = f"Two stunts are called {quoted(name)}."
                yield error("stunt-repeated", "features", message, "Rename or drop one.", *same[0].entry.cites)
        return
    if not stunt.blanks:
        return
    most = stunt.most_per_item or 1
    for name, number in Counter(found.feature.name.casefold() for found in same).items():
        if number > most:
            message = f"{quoted(name)} was taken {number} times, but {_at_most(most)}."
            yield error("stunt-repeated", "features", message, "Choose something else.", *stunt.cites)


def stunt_count_problems(sheet: Sheet, least: int, most: int, fix: str, *cites: str) -> Iterator[Problem]:
    """Whether a character has as many stunts as its kind should."""
    number = len(sheet.features)
    if not least <= number <= most:
        wanted = counted(least, "stunt") if least == most else f"{least} to {most} stunts"
        names = f" ({listed(feature.name for feature in sheet.features)})" if number > most else ""
        message = f"The character has {counted(number, 'stunt')}{names} instead of {wanted}."
        yield error("stunt-count", "features", message, fix, *cites)
