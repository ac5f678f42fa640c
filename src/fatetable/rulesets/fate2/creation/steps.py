"""What is asked when a character is made (F2-CHAR-01)."""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.mechanics.characters.creation import (
    EntriesInput,
    EntryForm,
    ListInput,
    NumberInput,
    RanksInput,
    Step,
    TellInput,
    TextInput,
)
from fatetable.mechanics.characters.ranks import Ranks, together
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.creation.checks.others import HIGHEST
from fatetable.rulesets.fate2.creation.checks.phases import MOST_PHASES
from fatetable.rulesets.fate2.creation.overview import overview, suggestions
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.possessions import extras_input
from fatetable.rulesets.fate2.sheet import (
    BARE,
    HERO,
    LANGUAGES,
    MINION,
    MINOR,
    PHASES,
    Stage,
    aspects_of,
    choices,
    groups,
    hints,
    number_of_phases,
    numbers_of_languages,
    rank_rules,
    stages,
    worked_out,
)


def steps(tables: Tables, dials: Dials, sheet: Sheet) -> tuple[Step, ...]:
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
    if sheet.kind != HERO:
        yield _length_step(dials, sheet)
    before: Ranks = {}
    held: tuple[str, ...] = ()
    for stage in stages(dials, sheet):
        yield _phase_step(tables, dials, stage, before, held)
        before = together((before, stage.entry.numbers))
        held = tuple(dict.fromkeys((*held, *(name for name in aspects_of(stage.entry) if name.strip()))))
    yield from _language_steps(tables, worked_out(tables, dials, sheet))
    yield _last_step()


def _length_step(dials: Dials, sheet: Sheet) -> Step:
    usual = number_of_phases(dials, sheet)
    return Step(
        id="length",
        title="How experienced",
        help=f"As many phases as you like; heroes of this campaign have {dials.creation_phases}.",
        inputs=(NumberInput(f"numbers.{PHASES}", "Phases", 1, MOST_PHASES, preset=usual),),
        cites=("F2-CHAR-04",),
    )


def _phase_step(tables: Tables, dials: Dials, stage: Stage, before: Ranks, held: tuple[str, ...]) -> Step:
    more = dials.aspects_per_phase - 1
    others = (ListInput(f"{stage.where}.lists.aspects", "More aspects", "", more, more),) if more else ()
    return Step(
        id=f"phase-{stage.number}",
        title=f"Phase {stage.number}",
        help="What happened, which aspect came of it, and what was learnt?",
        inputs=(
            TextInput(f"{stage.where}.texts.story", "What happened", "A sentence or two", optional=True),
            TextInput(
                f"{stage.where}.name",
                "Aspect",
                "A new one, or one again that rises by a level",
                suggestions=suggestions(tables, held),
            ),
            *others,
            RanksInput(
                path=f"{stage.where}.numbers",
                label="Skills",
                ranks=max(0, stage.for_skills),
                rules=rank_rules(tables, dials, (*before, *stage.entry.numbers)),
                traits=choices(tables),
                groups=groups(tables),
                held=before,
                hints=hints(tables),
            ),
            extras_input(tables, stage.where),
        ),
        cites=("F2-CHAR-05", "F2-CHAR-06", "F2-ASP-01", "F2-PYR-03", "F2-PYR-05", "F2-EXT-02"),
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
