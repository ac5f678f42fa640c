"""What is asked about companions (SF-COMP-01 to SF-COMP-13)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from fatetable.engine.offers import Choice
from fatetable.mechanics.characters.creation import (
    ChooseInput,
    EntriesInput,
    EntryField,
    EntryForm,
    NumberInput,
    TextInput,
)
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.rulesets.strange.book import CompanionForm, Tables
from fatetable.rulesets.strange.creation.skill_forms import skill_forms
from fatetable.rulesets.strange.dials import Dials
from fatetable.rulesets.strange.sheet import (
    COMPANION,
    GIFTS,
    GIFTS_IN_IT,
    IMPROVEMENTS,
    SKILLS,
    STURDY,
    all_aspects,
    gifts_of,
)

MOST = 20
FORMS: dict[CompanionForm, str] = {
    "aspect": "Aspect",
    "mode": "Means of contact",
    "bond": "Acts by itself",
    "plain": "Other improvement",
}


def with_skills_of_companions(sheet: Sheet) -> Sheet:
    """The sheet with the skills of companions for its own; gifts of theirs choose among these."""
    found = tuple(entry for gift in gifts_of(sheet) if gift.kind == COMPANION for entry in gift.entries.get(SKILLS, ()))
    return msgspec.structs.replace(sheet, entries={**sheet.entries, SKILLS: found})


def companion_inputs(
    tables: Tables, dials: Dials, sheet: Sheet, gifts: Callable[[Sheet], tuple[EntryForm, ...]]
) -> Iterator[EntryField]:
    """`gifts` are the forms of those it may have."""
    yield TextInput("texts.text", "Appearance", "A sentence or two", optional=True)
    yield NumberInput(f"numbers.{GIFTS_IN_IT}", "Gifts spent on it", 1, MOST, "each buys three improvements", preset=1)
    tracks = tuple(Choice(row.id, row.track.capitalize()) for row in tables.scopes)
    yield ChooseInput(f"lists.{STURDY}", "Track with three boxes", tracks, "if it is Fair (+2)", most=1)
    yield EntriesInput(
        path=f"entries.{IMPROVEMENTS}", label="Improvements", forms=_improvements(tables, sheet), most=MOST
    )
    yield EntriesInput(
        path=f"entries.{SKILLS}",
        label="Skills",
        forms=skill_forms(tables, dials, sheet),
        hint="one of each rating up to its quality",
        most=MOST,
    )
    own = with_skills_of_companions(sheet)
    yield EntriesInput(path=f"entries.{GIFTS}", label="Gifts", forms=gifts(own), hint="if it is Gifted", most=MOST)


def _improvements(tables: Tables, sheet: Sheet) -> tuple[EntryForm, ...]:
    rows = tables.companions.improvement
    return tuple(
        EntryForm(
            kind=form,
            label=label,
            inputs=_about(tables, sheet, form),
            names=tuple(
                Choice(row.id, row.name if row.slots == 1 else f"{row.name} (counts as {row.slots})")
                for row in rows
                if row.form == form
            ),
            repeats=True,
        )
        for form, label in FORMS.items()
    )


def _about(tables: Tables, sheet: Sheet, form: CompanionForm) -> tuple[EntryField, ...]:
    match form:
        case "aspect":
            return (TextInput("texts.text", "Aspect"),)
        case "mode":
            return (TextInput("texts.text", "By which means", "such as signal lamps"),)
        case "bond":
            number = tables.companions.bond
            aspects = tuple(Choice(slot, text) for slot, text in all_aspects(tables, sheet).items())
            shared = ChooseInput("lists.aspect", "Aspects of your bond", aspects, least=number, most=number)
            return (shared,) if aspects else ()
        case _:
            return ()
