"""What is asked about one phase: where and what happened, its aspects, its skills and extras (F2-CHAR-06)."""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.engine.offers import Choice
from fatetable.mechanics.characters.creation import (
    ChooseInput,
    EntriesInput,
    EntryForm,
    Input,
    ListInput,
    RanksInput,
    Step,
    TextInput,
)
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.creation.overview import suggestions
from fatetable.rulesets.fate2.creation.plan import is_of_the_plot, title_of
from fatetable.rulesets.fate2.creation.structure import Opening
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.possessions import extras_input
from fatetable.rulesets.fate2.sheet import (
    DESTINY,
    HERO,
    POTENTIAL,
    choices,
    groups,
    has_destiny,
    hints,
    points_of_potential,
    rank_rules,
    skill_of,
    stages,
)

CITES = ("F2-CHAR-05", "F2-CHAR-06", "F2-ASP-01", "F2-PYR-03", "F2-PYR-05", "F2-EXT-02")


def phase_step(tables: Tables, dials: Dials, sheet: Sheet, opening: Opening) -> Step:
    stage = opening.stage
    return Step(
        id=f"phase-{stage.number}" if not stage.point else f"phase-{stage.number}-{stage.point}",
        title=title_of(tables, stage),
        help=" ".join(_told(tables, dials, opening)),
        inputs=tuple(_inputs(tables, dials, sheet, opening)),
        cites=CITES,
    )


def _told(tables: Tables, dials: Dials, opening: Opening) -> Iterator[str]:
    """What was going on then, and what the GM would like to come of it (F2-CHAR-05, F2-OPT-01)."""
    stage = opening.stage
    row = tables.phase(stage.number)
    if stage.kind == "potential":
        yield "A whole phase more. Its aspect follows from the first of this phase."
        return
    if row.world:
        yield row.world
    yield "What happened, which aspect came of it, and what was learnt?"
    if is_of_the_plot(tables, dials, stage.number):
        wanted = " or ".join(row.plot) or "an aspect of the plot"
        if row.must:
            yield f"Everybody takes {wanted}."
        elif dials.plot_bonus:
            yield f"Who takes {wanted} has {dials.plot_bonus} more to spend."
        else:
            yield f"This phase is for {wanted}."


def _inputs(tables: Tables, dials: Dials, sheet: Sheet, opening: Opening) -> Iterator[Input]:
    stage, past = opening.stage, opening.past
    if opening.ways and dials.creation_structure != "career" and stage.kind == "phase":
        label = "Place" if dials.creation_structure == "geographic" else "Pursuit"
        ways = tuple(Choice(way.name) for way in opening.ways)
        yield ChooseInput(f"{stage.where}.lists.way", label, ways, least=1, most=1)
    yield TextInput(f"{stage.where}.texts.story", "What happened", "A sentence or two", optional=True)
    hint = "A new one, or one again that rises by a level"
    yield TextInput(f"{stage.where}.name", "Aspect", hint, suggestions=_suggested(tables, dials, sheet, opening))
    if more := dials.levels_per_phase - 1:
        yield ListInput(f"{stage.where}.lists.aspects", "More aspects", "", more, more)
    # What extras leave is for skills, so they are asked for first.
    yield extras_input(tables, stage.where)
    yield RanksInput(
        path=f"{stage.where}.numbers",
        label="Skills",
        ranks=max(0, stage.for_skills),
        rules=rank_rules(tables, dials, (*past.ranks, *stage.entry.numbers)),
        traits=tuple(each for each in choices(tables) if opening.has_skill(skill_of(tables, each.value))),
        groups=tuple(each for each in groups(tables) if opening.has_skill(tables.skill(each.id))),
        held=past.ranks,
        hints=hints(tables),
    )
    if stage.kind == "phase" and (most := _potential_here(dials, sheet, opening)):
        form = EntryForm(kind="", label="Phase more", inputs=(TextInput("name", "Aspect"),))
        path, told = f"{stage.where}.entries.{POTENTIAL}", "Each is a whole phase more; what it brings is asked next"
        yield EntriesInput(path=path, label="Potential", forms=(form,), hint=told, most=most)


def _suggested(tables: Tables, dials: Dials, sheet: Sheet, opening: Opening) -> tuple[Choice, ...]:
    """What the plot and the place offer first, then what suits any life."""
    plot = tuple(Choice(name, f"{name}: of the plot") for name in tables.phase(opening.stage.number).plot)
    destiny = (Choice(DESTINY, f"{DESTINY}: without ranks, and a fate point each session"),) if dials.destiny else ()
    held = tuple(dict.fromkeys(opening.past.names))
    if dials.creation_structure == "open" or sheet.kind != HERO:
        return (*plot, *suggestions(tables, held), *destiny)
    names = tuple(Choice(name, f"{name}: offered here") for name in opening.aspects)
    inborn = tuple(row.suggestion for row in tables.aspects if row.is_inborn)
    return (*plot, *names, *inborn, *destiny)


def _potential_here(dials: Dials, sheet: Sheet, opening: Opening) -> int:
    """What is there already, and what is left."""
    spent = sum(stage.kind == "potential" for stage in stages(dials, sheet))
    here = len(opening.stage.entry.entries.get(POTENTIAL, ())) if sheet.kind == HERO else 0
    return here + max(0, points_of_potential(dials, sheet) - spent)


def has_a_destiny(dials: Dials, sheet: Sheet) -> bool:
    return any(has_destiny(dials, stage.entry) for stage in stages(dials, sheet))
