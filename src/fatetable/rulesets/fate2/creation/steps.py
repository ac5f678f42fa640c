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
    TextInput,
)
from fatetable.mechanics.characters.ranks import Ranks, together
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.creation.checks.others import HIGHEST
from fatetable.rulesets.fate2.creation.checks.phases import MOST_PHASES
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.sheet import (
    BARE,
    HERO,
    MINION,
    MINOR,
    PHASES,
    Stage,
    choices,
    groups,
    number_of_phases,
    rank_rules,
    stages,
)


def steps(tables: Tables, dials: Dials, sheet: Sheet) -> tuple[Step, ...]:
    if sheet.kind == MINION:
        return (_who_step(),)
    if sheet.kind == MINOR:
        return (_who_step(), _bare_step())
    return tuple(_life(tables, dials, sheet))


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
    yield _who_step()
    if sheet.kind != HERO:
        yield _length_step(dials, sheet)
    before: Ranks = {}
    for stage in stages(dials, sheet):
        yield _phase_step(tables, dials, stage, before)
        before = together((before, stage.entry.numbers))
    yield _goal_step()


def _length_step(dials: Dials, sheet: Sheet) -> Step:
    usual = number_of_phases(dials, sheet)
    return Step(
        id="length",
        title="How experienced",
        help=f"As many phases as you like; heroes of this campaign have {dials.creation_phases}.",
        inputs=(NumberInput(f"numbers.{PHASES}", "Phases", 1, MOST_PHASES, preset=usual),),
        cites=("F2-CHAR-04",),
    )


def _phase_step(tables: Tables, dials: Dials, stage: Stage, before: Ranks) -> Step:
    more = dials.aspects_per_phase - 1
    others = (ListInput(f"{stage.where}.lists.aspects", "More aspects", "", more, more),) if more else ()
    return Step(
        id=f"phase-{stage.number}",
        title=f"Phase {stage.number}",
        help="What happened, which aspect came of it, and what was learnt?",
        inputs=(
            TextInput(f"{stage.where}.texts.story", "What happened", "A sentence or two", optional=True),
            TextInput(f"{stage.where}.name", "Aspect", "A new one, or one again that rises by a level"),
            *others,
            RanksInput(
                path=f"{stage.where}.numbers",
                label="Skills",
                ranks=max(0, stage.for_skills),
                rules=rank_rules(tables, dials, (*before, *stage.entry.numbers)),
                traits=choices(tables),
                groups=groups(tables),
                held=before,
            ),
        ),
        cites=("F2-CHAR-05", "F2-CHAR-06", "F2-ASP-01", "F2-PYR-03", "F2-PYR-05"),
    )


def _goal_step() -> Step:
    goal = TextInput("texts.goal", "Goal", "The aspect you would like to reach next", optional=True)
    return Step(
        id="goal",
        title="Goal",
        help="Which aspect should come next? You may leave this open.",
        inputs=(goal,),
        optional=True,
        cites=("F2-CHAR-08",),
    )
