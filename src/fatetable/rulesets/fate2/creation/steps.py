"""What is asked when a character is made (F2-CHAR-01)."""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.mechanics.characters.creation import (
    EntriesInput,
    EntryForm,
    ListInput,
    NumberInput,
    Step,
    TellInput,
    TextInput,
    check_kind,
)
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.rulesets.fate2 import organisations
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.creation.checks.others import HIGHEST
from fatetable.rulesets.fate2.creation.checks.phases import MOST_PHASES
from fatetable.rulesets.fate2.creation.overview import overview, suggestions
from fatetable.rulesets.fate2.creation.phase_step import has_a_destiny, phase_step
from fatetable.rulesets.fate2.creation.structure import openings
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.sheet import (
    BARE,
    FREE,
    HERO,
    KINDS,
    LANGUAGES,
    MINION,
    MINOR,
    MISSED,
    ORGANISATION,
    PHASES,
    number_of_phases,
    numbers_of_languages,
    worked_out,
)


def steps(tables: Tables, dials: Dials, sheet: Sheet) -> tuple[Step, ...]:
    check_kind(sheet.kind, KINDS)
    if sheet.kind == ORGANISATION:
        return tuple(organisations.steps(tables, dials, sheet))
    if sheet.kind == MINION:
        return (_who_step(),)
    if sheet.kind == MINOR:
        return (_who_step(), _bare_step())
    return tuple(_life(tables, dials, sheet))


def _overview_step(tables: Tables, dials: Dials) -> Step:
    """What everybody should know before they begin, and room for a first idea."""
    return Step(
        id="overview",
        title="The campaign and an idea",
        help=" ".join(overview(tables, dials)),
        inputs=(TextInput("texts.concept", "First idea", "Talk about it if you like; you need none", optional=True),),
        optional=True,
        cites=("F2-CHAR-01", "F2-CHAR-02", "F2-CHAR-03"),
    )


def _who_step() -> Step:
    return Step(
        id="who",
        title="Name and appearance",
        help="What is the character called, and what do others see?",
        inputs=(TextInput("name", "Name"), TextInput("description", "Appearance", "A sentence or two", optional=True)),
        cites=("F2-CHAR-03",),
    )


def _bare_step() -> Step:
    aspect = EntryForm(
        kind="",
        label="Aspect",
        inputs=(TextInput("name", "Aspect"), NumberInput("numbers.level", "Level", 1, HIGHEST, preset=1)),
    )
    return Step(
        id="aspects",
        title="Aspects",
        help="Aspects are all it has, and it rolls with them. Fewer of the high ones look right.",
        inputs=(EntriesInput(path=f"entries.{BARE}", label="Aspects", forms=(aspect,), least=1, most=20),),
        cites=("F2-GM-02",),
    )


def _life(tables: Tables, dials: Dials, sheet: Sheet) -> Iterator[Step]:
    if sheet.kind == HERO:
        yield _overview_step(tables, dials)
    yield _who_step()
    if sheet.kind == HERO:
        yield from _granted_steps(tables, dials)
    else:
        yield _length_step(dials, sheet)
    for each in openings(tables, dials, sheet):
        yield phase_step(tables, dials, sheet, each)
    yield from _language_steps(tables, worked_out(tables, dials, sheet))
    if dials.destiny and sheet.kind == HERO and has_a_destiny(dials, sheet):
        yield _destiny_step()
    yield _last_step()


def _granted_steps(tables: Tables, dials: Dials) -> Iterator[Step]:
    """What some campaigns grant before the first phase: free aspects, and potential for somebody young."""
    if dials.free_aspects:
        form = EntryForm(
            kind="",
            label="Free aspect",
            inputs=(TextInput("name", "Aspect", suggestions=suggestions(tables, ())),),
        )
        free = EntriesInput(path=f"entries.{FREE}", label="Free aspects", forms=(form,), most=dials.free_aspects)
        told = "Aspects beyond those of the phases: a nation, a family, an interest. They bring no ranks."
        cites = ("F2-OPT-04", "F2-OPT-19")
        yield Step(id="free", title="Free aspects", help=told, inputs=(free,), optional=True, cites=cites)
    if dials.potential == "missed-phases" and dials.creation_phases > 1:
        missed = NumberInput(f"numbers.{MISSED}", "Phases missed", 0, dials.creation_phases - 1, preset=0)
        told = "Somebody young comes in later. Each phase missed is a point of potential, which buys a phase."
        yield Step(id="youth", title="Youth", help=told, inputs=(missed,), optional=True, cites=("F2-OPT-05",))


def _destiny_step() -> Step:
    hint = "Leave it to the GM if you like"
    return Step(
        id="destiny",
        title="Destiny",
        help="What is to happen, and what would fulfil it? Talk about it with the GM.",
        inputs=(TextInput("texts.destiny", "The destiny", hint, optional=True),),
        optional=True,
        cites=("F2-OPT-08", "F2-OPT-10"),
    )


def _length_step(dials: Dials, sheet: Sheet) -> Step:
    usual = number_of_phases(dials, sheet)
    return Step(
        id="length",
        title="How experienced",
        help=f"As many phases as you like; heroes of this campaign have {dials.creation_phases}.",
        inputs=(NumberInput(f"numbers.{PHASES}", "Phases", 1, MOST_PHASES, preset=usual),),
        cites=("F2-CHAR-04",),
    )


def _language_steps(tables: Tables, sheet: Sheet) -> Iterator[Step]:
    """The languages that come with a skill."""
    inputs = tuple(
        ListInput(f"lists.{name}", LANGUAGES[name], "Besides your own", 0, number)
        for name, number in numbers_of_languages(tables, sheet).items()
        if number
    )
    if inputs:
        help_text = "Each rank over Mediocre is a language. You may name some later."
        yield Step(
            id="languages", title="Languages", help=help_text, inputs=inputs, optional=True, cites=("F2-SKL-05",)
        )


def _last_step() -> Step:
    goal = TextInput("texts.goal", "Goal", "The aspect you would like to reach next", optional=True)
    return Step(
        id="goal",
        title="Fate points and a goal",
        help="Which aspect should come next? You may leave this open.",
        inputs=(TellInput("points", "Fate points to begin with"), goal),
        optional=True,
        cites=("F2-CHAR-07", "F2-CHAR-08"),
    )
