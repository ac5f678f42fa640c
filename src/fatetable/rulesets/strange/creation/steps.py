"""What is asked when a character is made (SF-CHAR-01)."""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.engine.offers import Choice
from fatetable.mechanics.characters.creation import (
    ChooseInput,
    EntriesInput,
    EntryField,
    EntryForm,
    FlagInput,
    Input,
    Step,
    TellInput,
    TextInput,
    check_kind,
)
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.rulesets.strange.book import Archetype, Tables
from fatetable.rulesets.strange.creation.checks.whole_sheet import HERO, KINDS
from fatetable.rulesets.strange.creation.gift_forms import gift_forms
from fatetable.rulesets.strange.creation.skill_forms import skill_forms
from fatetable.rulesets.strange.dials import Dials
from fatetable.rulesets.strange.sheet import (
    ARCHETYPE,
    CONVICTION,
    FIXED_SLOTS,
    FREE_SLOTS,
    GIFTS,
    MINDLESS,
    OBSESSION,
    SKILLS,
    TRADITION,
    WARDS,
    all_aspects,
    archetype_of,
    free_slots,
    type_of_aspect,
)


def steps(tables: Tables, dials: Dials, sheet: Sheet) -> tuple[Step, ...]:
    check_kind(sheet.kind, KINDS)
    if sheet.kind != HERO:
        mind = FlagInput(f"numbers.{MINDLESS}", "Has no mind, as a machine")
        return (_who(mind), _skills(tables, dials, sheet), _aspects(tables, sheet), _wards(tables))
    return (
        _who(),
        _archetype(tables, sheet),
        _skills(tables, dials, sheet),
        _aspects(tables, sheet),
        _gifts(tables, dials, sheet),
        _wards(tables),
        _details(),
    )


def _who(*more: Input) -> Step:
    return Step(
        id="who",
        title="Name and appearance",
        help="What is the character called, and what do others see?",
        inputs=(
            TextInput("name", "Name"),
            TextInput("description", "Appearance", "A sentence or two", optional=True),
            *more,
        ),
        cites=("SF-CHAR-01",),
    )


def _archetype(tables: Tables, sheet: Sheet) -> Step:
    archetype = archetype_of(tables, sheet)
    listed = tuple(Choice(each.id, each.name) for each in tables.archetypes)
    return Step(
        id="archetype",
        title="Archetype",
        help="Strangers have an archetype; ordinary people have none. Your own is as good, if the GM agrees.",
        inputs=(
            ChooseInput(f"lists.{ARCHETYPE}", "Archetype", listed, most=1, own_words=True),
            *(_tradition(archetype, sheet, tables) if archetype else ()),
        ),
        optional=True,
        cites=("SF-ARCH-01", "SF-CHAR-10", *((archetype.rule,) if archetype else ("SF-ARCH-02",))),
    )


def _tradition(archetype: Archetype, sheet: Sheet, tables: Tables) -> Iterator[Input]:
    if archetype.traditions:
        choices = tuple(Choice(each, each.capitalize()) for each in archetype.traditions)
        yield ChooseInput(f"lists.{TRADITION}", "Tradition", choices, least=1, most=1)
    if archetype.has_obsession:
        convictions = {slot: text for slot, text in all_aspects(tables, sheet).items() if _is_conviction(slot)}
        choices = tuple(Choice(slot, text) for slot, text in convictions.items()) or (Choice(CONVICTION, "Conviction"),)
        yield ChooseInput(f"lists.{OBSESSION}", "Obsession", choices, "Which conviction is it?", least=1, most=1)


def _is_conviction(slot: str) -> bool:
    return type_of_aspect(slot) == CONVICTION


def _skills(tables: Tables, dials: Dials, sheet: Sheet) -> Step:
    return Step(
        id="skills",
        title="Skills",
        help="Take skills of the list, or build your own from trappings. Each costs its rating and what is in it.",
        inputs=(
            TellInput("points-left", "Skill points left"),
            EntriesInput(path=f"entries.{SKILLS}", label="Skills", forms=skill_forms(tables, dials, sheet)),
        ),
        cites=("SF-CHAR-06", "SF-SKILL-12", "SF-COM-01"),
    )


def _aspects(tables: Tables, sheet: Sheet) -> Step:
    """Free ones that drawbacks have turned into others are not asked for any more, unless something is there."""
    left = free_slots(tables, sheet)
    return Step(
        id="aspects",
        title="Aspects",
        help="What is true of the character. Drawbacks have turned some free aspects into others.",
        inputs=(
            *(_fixed(tables, sheet, slot, label) for slot, label in FIXED_SLOTS.items()),
            *(
                TextInput(
                    f"aspects.{slot}",
                    f"Free aspect {slot[-1]}",
                    optional=True,
                    suggestions=tuple(map(Choice, tables.aspects.free)),
                )
                for slot in FREE_SLOTS
                if slot in left or sheet.aspects.get(slot)
            ),
        ),
        cites=("SF-ASP-01", "SF-CHAR-12"),
    )


def _fixed(tables: Tables, sheet: Sheet, slot: str, label: str) -> TextInput:
    archetype = archetype_of(tables, sheet)
    ideas = {
        "archetype": archetype.aspects if archetype else (),
        "social-class": tuple(each.name for each in tables.aspects.classes),
        CONVICTION: tables.aspects.convictions,
    }
    is_optional = sheet.kind != HERO or slot == "social-class"
    return TextInput(f"aspects.{slot}", label, optional=is_optional, suggestions=tuple(map(Choice, ideas[slot])))


def _gifts(tables: Tables, dials: Dials, sheet: Sheet) -> Step:
    return Step(
        id="gifts",
        title="Gifts",
        help="One gift is free; each further one costs 1 refresh.",
        inputs=(EntriesInput(path=f"entries.{GIFTS}", label="Gifts", forms=gift_forms(tables, dials, sheet)),),
        optional=True,
        cites=("SF-CHAR-09", "SF-GIFT-01"),
    )


def _wards(tables: Tables) -> Step:
    def form(label: str, row_form: str, *inputs: EntryField, is_broad: bool = False) -> EntryForm:
        rows = (row for row in tables.wards if row.form == row_form and row.is_broad == is_broad)
        names = tuple(Choice(row.id, f"{row.name} ({-row.refresh:+d} refresh)") for row in rows)
        kind = f"broad {row_form}" if is_broad else row_form
        return EntryForm(kind=kind, label=label, inputs=inputs, names=names, repeats=True)

    against = TextInput("texts.against", "Against what", "one means of attack, such as fire or iron")
    scopes = tuple(Choice(row.id, f"All {row.id} attacks") for row in tables.scopes)
    broad = ChooseInput("lists.scope", "Against", scopes, least=1, most=1)
    activated = FlagInput("numbers.activated", "Has to be switched on")
    return Step(
        id="wards",
        title="Invulnerability and weakness",
        help="What the character is proof against costs refresh; a weakness gives some back.",
        inputs=(
            EntriesInput(
                path=f"entries.{WARDS}",
                label="Invulnerabilities and weaknesses",
                forms=(
                    form("Invulnerability", "invulnerability", against),
                    form("Broad Invulnerability", "invulnerability", broad, activated, is_broad=True),
                    form("Weakness", "weakness", against),
                ),
            ),
        ),
        optional=True,
        cites=("SF-REF-03", "SF-INV-01", "SF-INV-07"),
    )


def _details() -> Step:
    """What follows from the rest."""
    return Step(
        id="details",
        title="Details",
        help="The rules work these out.",
        inputs=tuple(
            TellInput(path, label)
            for path, label in (("refresh", "Refresh"), ("stress", "Stress boxes"), ("slots", "Consequences"))
        ),
        cites=("SF-CHAR-11", "SF-CHAR-05"),
    )
