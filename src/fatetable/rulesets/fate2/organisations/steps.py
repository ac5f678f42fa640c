"""What is asked when an organisation is made, and the figures that come of it."""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.engine.offers import Choice
from fatetable.mechanics.characters.creation import (
    ChooseInput,
    EntriesInput,
    EntryForm,
    Figure,
    FlagInput,
    Input,
    ListInput,
    NumberInput,
    RanksInput,
    Step,
    TextInput,
)
from fatetable.mechanics.characters.ranks import Ranks, together
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.organisations.checks import MOST_PHASES
from fatetable.rulesets.fate2.organisations.makeup import (
    FREE_ASPECTS,
    HOLDINGS,
    IN_PHASES,
    NATURE,
    QUALITIES,
    SCOPE,
    Part,
    makeup,
    number_of_phases,
    rank_rules,
    scope,
)
from fatetable.rulesets.fate2.sheet import PHASES


def steps(tables: Tables, dials: Dials, sheet: Sheet) -> Iterator[Step]:
    yield _who_step()
    yield _size_step(tables, sheet)
    before: Ranks = {}
    for place, part in enumerate(makeup(tables, sheet)):
        yield _part_step(tables, dials, sheet, part, before, place + 1)
        before = together((before, part.entry.numbers))
    yield _shown_step()


def _who_step() -> Step:
    return Step(
        id="who",
        title="Name and what people see of it",
        help="What is the organisation called, and what do people know?",
        inputs=(TextInput("name", "Name"), TextInput("description", "What people see", "A sentence", optional=True)),
        cites=("F2-ORG-01",),
    )


def _size_step(tables: Tables, sheet: Sheet) -> Step:
    number = number_of_phases(sheet)
    spread = next((row.skills for row in tables.spreads if row.phases == number), ())
    counted = ", ".join(f"{count} {tables.ladder.word(level)}" for level, count in enumerate(spread))
    usual = f" So many phases are usually {counted}." if counted else ""
    return Step(
        id="length",
        title="How big",
        help=f"Each phase is an aspect and {tables.figures.organisations.ranks_per_aspect} ranks.{usual}",
        inputs=(
            NumberInput(f"numbers.{PHASES}", "Phases", 1, MOST_PHASES, preset=1),
            FlagInput(f"numbers.{IN_PHASES}", "Build it phase by phase", "If several are made together"),
        ),
        cites=("F2-ORG-01", "F2-PYR-12"),
    )


def _part_step(tables: Tables, dials: Dials, sheet: Sheet, part: Part, before: Ranks, number: int) -> Step:
    is_phased = bool(sheet.numbers.get(IN_PHASES))
    hint = "Its scope and its nature, and what backs up its skills; again for a level more"
    aspects: Input = (
        TextInput(f"{part.where}.name", "Aspect", hint)
        if is_phased
        else ListInput(f"{part.where}.lists.aspects", "Aspects", hint, part.aspects, part.aspects)
    )
    skills = RanksInput(
        path=f"{part.where}.numbers",
        label="Skills",
        ranks=max(0, part.for_skills),
        rules=rank_rules(tables, dials),
        traits=tuple(Choice(skill.id, skill.name) for skill in tables.organisation_skills if not skill.asks),
        groups=tuple(skill.group for skill in tables.organisation_skills if skill.asks),
        held=before,
        hint="One skill does not stand in for another; take one again for another region or type.",
    )
    return Step(
        id=f"phase-{number}",
        title=f"Phase {number}" if is_phased else "Aspects, skills and holdings",
        help="What is it known for, what can it do, and what does it own?",
        inputs=(aspects, skills, _holdings_input(part.where)),
        cites=("F2-ORG-01", "F2-ORG-02", "F2-ORG-04", "F2-ORG-12", "F2-ORG-13"),
    )


def _holdings_input(where: str) -> EntriesInput:
    known = tuple(Choice(name, f"{name}: {told}") for name, told in QUALITIES.items())
    form = EntryForm(
        kind="",
        label="Holding",
        inputs=(
            TextInput("name", "Name"),
            ChooseInput("lists.qualities", "Qualities, a rank each", known, least=1, own_words=True),
            ChooseInput("lists.benefits", "What its magic makes it", known, "Each is a quality it needs too"),
            TextInput("texts.text", "More about it", optional=True),
        ),
    )
    return EntriesInput(path=f"{where}.entries.{HOLDINGS}", label="Holdings", forms=(form,))


def _shown_step() -> Step:
    return Step(
        id="shown",
        title="Scope and nature",
        help="Which aspect shows how far it reaches, and which what it is like? More aspects may come free.",
        inputs=(
            TextInput(f"texts.{SCOPE}", "The aspect that shows its scope", optional=True),
            TextInput(f"texts.{NATURE}", "The aspect that shows its nature", optional=True),
            ListInput(f"lists.{FREE_ASPECTS}", "Free aspects", "They cost and bring no ranks", 0, 10),
        ),
        optional=True,
        cites=("F2-ORG-01", "F2-ORG-02", "F2-ORG-03"),
    )


def figures(tables: Tables, sheet: Sheet) -> tuple[Figure, ...]:
    """Its aspects with their levels, and its scope."""
    aspects = (
        Figure(f"levels.{slot}", name, tables.ladder.word(sheet.levels.get(slot, 1)))
        for slot, name in sheet.aspects.items()
    )
    return (*aspects, Figure("scope", "Scope", tables.ladder.label(scope(sheet))))
