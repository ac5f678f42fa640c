"""What is asked about gifts (SF-GIFT-01)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from fatetable.engine.offers import Choice
from fatetable.mechanics.characters.creation import (
    ChooseInput,
    EntriesInput,
    EntryField,
    EntryForm,
    FlagInput,
    NumberInput,
    TextInput,
)
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.rulesets.strange.book import Form, Tables
from fatetable.rulesets.strange.creation.companion_forms import companion_inputs
from fatetable.rulesets.strange.dials import Dials
from fatetable.rulesets.strange.sheet import (
    BENEFITS_OF_THEME,
    COMPANION,
    DRAWBACKS,
    EQUIPMENT,
    GIFTS_IN_IT,
    GIFTS_OF_COMPANIONS,
    IMPACT,
    IMPROVEMENTS,
    PROTECTIVE,
    SIGNATURE,
    SKILLS,
    THEME,
    all_aspects,
)

MOST = 20
FORMS: dict[Form, str] = {
    "aspect": "Aspect",
    "stress": "For one type of stress",
    "skill": "For one skill",
    "instead": "In place of a skill",
    "when": "In a narrow situation",
    "plain": "Without conditions",
}


def gift_forms(tables: Tables, dials: Dials, sheet: Sheet, kinds: tuple[str, ...] = ()) -> tuple[EntryForm, ...]:
    """All kinds of gifts, or only some."""
    return tuple(
        EntryForm(
            kind=gift.id,
            label=gift.name,
            inputs=(
                TextInput("name", "What it is", gift.meaning, optional=True),
                *_of_kind(tables, dials, sheet, gift.id),
            ),
        )
        for gift in tables.gifts
        if not kinds or gift.id in kinds
    )


def _of_kind(tables: Tables, dials: Dials, sheet: Sheet, kind: str) -> Iterator[EntryField]:
    if kind == EQUIPMENT:
        yield from _equipment(tables, dials, sheet)
    elif kind == COMPANION:
        yield from companion_inputs(tables, dials, sheet, partial(gift_forms, tables, dials, kinds=GIFTS_OF_COMPANIONS))
        if dials.gift_drawbacks:
            yield _drawbacks(tables)
    elif kind == THEME:
        yield _theme(tables, sheet)
    elif kind == IMPACT:
        yield _skill(tables, sheet)
    elif kind == SIGNATURE:
        aspects = tuple(Choice(slot, text) for slot, text in all_aspects(tables, sheet).items())
        if aspects:
            yield ChooseInput("lists.aspect", "Aspect", aspects, least=1, most=1)


def _equipment(tables: Tables, dials: Dials, sheet: Sheet) -> Iterator[EntryField]:
    hint = "each buys three improvements"
    yield NumberInput(f"numbers.{GIFTS_IN_IT}", "Gifts spent on it", 1, MOST, hint, preset=1)
    yield ChooseInput("lists.skills", "Used with", _skills(tables, sheet), "if only some attacks profit")
    yield FlagInput(f"numbers.{PROTECTIVE}", "Is armor, or protects like it")
    improvements = _improvements(tables, sheet)
    yield EntriesInput(path=f"entries.{IMPROVEMENTS}", label="Improvements", forms=improvements, most=MOST)
    if dials.gift_drawbacks:
        yield _drawbacks(tables)


def _theme(tables: Tables, sheet: Sheet) -> EntriesInput:
    forms = tuple(
        EntryForm(
            kind=row.id, label=row.name, inputs=(_skill(tables, sheet), *_about(tables, sheet, row.form)), repeats=True
        )
        for row in tables.themes
    )
    number = tables.figures.gifts.theme_skills
    return EntriesInput(
        path=f"entries.{BENEFITS_OF_THEME}", label="One benefit each", forms=forms, least=number, most=number
    )


def _improvements(tables: Tables, sheet: Sheet) -> tuple[EntryForm, ...]:
    forms = dict.fromkeys(row.form for row in tables.improvements)
    return tuple(
        EntryForm(
            kind=form,
            label=FORMS[form],
            inputs=(*_of_skill(tables, sheet, form), *_about(tables, sheet, form)),
            names=tuple(
                Choice(row.id, row.name if row.slots == 1 else f"{row.name} (counts as {row.slots})")
                for row in tables.improvements
                if row.form == form
            ),
            repeats=True,
        )
        for form in forms
    )


def _about(tables: Tables, sheet: Sheet, form: Form) -> tuple[EntryField, ...]:
    """What has to be said, besides of which skill it is."""
    when = TextInput("texts.text", "When", "a narrow situation")
    match form:
        case "aspect":
            return (TextInput("texts.text", "Aspect"),)
        case "stress":
            tracks = tuple(Choice(row.id, row.track.capitalize()) for row in tables.scopes)
            return (ChooseInput("lists.scope", "Stress", tracks, least=1, most=1),)
        case "instead":
            return (ChooseInput("lists.instead", "In place of", _skills(tables, sheet), least=1, most=1), when)
        case "when":
            return (when,)
        case _:
            return ()


def _of_skill(tables: Tables, sheet: Sheet, form: Form) -> tuple[EntryField, ...]:
    return (_skill(tables, sheet),) if form in ("skill", "instead") else ()


def _skill(tables: Tables, sheet: Sheet) -> ChooseInput:
    return ChooseInput("lists.skill", "Skill", _skills(tables, sheet), least=1, most=1)


def _skills(tables: Tables, sheet: Sheet) -> tuple[Choice, ...]:
    """The character's own skills first."""
    own = (entry.name for entry in sheet.entries.get(SKILLS, ()) if entry.name)
    return tuple(Choice(name) for name in dict.fromkeys((*own, *(skill.name for skill in tables.skills))))


def _drawbacks(tables: Tables) -> EntriesInput:
    """SF-EQUIP-04: convictions and a Focus are not for things."""
    names = tuple(Choice(row.id, row.name) for row in tables.drawbacks if row.kind in tables.figures.gifts.drawbacks)
    form = EntryForm(kind="drawback", label="Drawback", inputs=(TextInput("texts.text", "What it is"),), names=names)
    return EntriesInput(path=f"entries.{DRAWBACKS}", label="Drawbacks", forms=(form,), most=MOST)
