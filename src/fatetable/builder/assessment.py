"""The assessment of a draft: which steps are done, which problems it has, and what is left to hand out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Literal, TypeAlias

from msgspec import Struct

from fatetable.builder import drafts
from fatetable.builder.inputs import Price, prices, quotes_of, with_nested
from fatetable.builder.layout import arrange
from fatetable.builder.page import Page
from fatetable.engine.words import Words
from fatetable.mechanics.book.ladder import Ladder
from fatetable.mechanics.characters.creation import (
    AllocateInput,
    ChooseInput,
    CreationProcedure,
    EntriesInput,
    FeaturesInput,
    Figure,
    Input,
    ListInput,
    RanksInput,
    Step,
    TellInput,
)
from fatetable.mechanics.characters.sheet import Problem, Sheet

Progress: TypeAlias = Literal["open", "blank", "done"]
"""`open`: has an error.  `blank`: nothing is filled in, which is allowed.  `done`: filled in without errors."""


class Finding(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A problem, the step that fixes it, and whether the game master can waive it or has waived it."""

    severity: Literal["error", "advice"]
    code: str
    where: str
    message: str
    fix: str = ""
    cites: tuple[str, ...] = ()
    step: str = ""
    can_be_waived: bool = False
    is_waived: bool = False


class Remainder(Struct, frozen=True):
    """What is left to hand out or to choose in one field, as text.

    `is_owed` unless the field may stay as it is.  `step` is the title of the step that asks for it.
    """

    path: str
    label: str
    text: str
    step: str = ""
    is_owed: bool = True


class Assessment(Struct, frozen=True, kw_only=True):
    sheet: Sheet
    steps: tuple[Step, ...]
    progress: dict[str, Progress]
    problems: tuple[Finding, ...]
    figures: tuple[Figure, ...]
    remaining: tuple[Remainder, ...]
    prices: tuple[Price, ...]
    page: Page


def assess(procedure: CreationProcedure, ladder: Ladder, words: Words, draft: Sheet) -> Assessment:
    """Assess a draft as it would be once finished, because some figures are computed then."""
    steps = procedure.steps(draft)
    finished = procedure.finish(draft)
    problems = findings(procedure, steps, finished)
    figures = procedure.figures(finished)
    quotes = quotes_of(procedure, steps, finished)
    return Assessment(
        sheet=draft,
        steps=steps,
        progress={step.id: _progress(step, draft, problems) for step in steps},
        problems=problems,
        figures=figures,
        remaining=tuple(_remaining(steps, draft, ladder)),
        prices=prices(quotes),
        page=arrange(finished, procedure.kinds, steps, figures, ladder, words, quotes),
    )


def findings(procedure: CreationProcedure, steps: tuple[Step, ...], sheet: Sheet) -> tuple[Finding, ...]:
    """Every problem of a sheet, errors first."""
    return tuple(
        Finding(
            severity=problem.severity,
            code=problem.code,
            where=problem.where,
            message=problem.message,
            fix=problem.fix,
            cites=problem.cites,
            step=_step_of(problem, steps),
            can_be_waived=problem.can_be_waived,
            is_waived=problem.severity == "advice" and problem.code in sheet.waived,
        )
        for problem in procedure.problems(sheet)
    )


def _step_of(problem: Problem, steps: tuple[Step, ...]) -> str:
    """The step whose answer fixes it; the input with the longest matching path."""
    asked = [(each.path, step.id) for step in steps for each in step.inputs if not isinstance(each, TellInput)]
    found = [(path, step) for path, step in asked if problem.where == path or problem.where.startswith(f"{path}.")]
    if found:
        return max(found, key=lambda each: len(each[0]))[1]
    # A problem of a whole field, such as all aspects, is fixed where its first entry is asked for.
    return next((step for path, step in asked if path.startswith(f"{problem.where}.")), "")


def _progress(step: Step, draft: Sheet, problems: tuple[Finding, ...]) -> Progress:
    if any(problem.step == step.id and problem.severity == "error" for problem in problems):
        return "open"
    asked = [each for each in step.inputs if not isinstance(each, TellInput)]
    return "done" if not asked or any(drafts.held(draft, each.path) for each in asked) else "blank"


def _remaining(steps: tuple[Step, ...], draft: Sheet, ladder: Ladder) -> Iterator[Remainder]:
    for step in steps:
        for each in with_nested(step.inputs, draft):
            if text := _left(each, draft, ladder):
                yield Remainder(each.path, each.label, text, step.title, _is_owed(each, draft))


def _is_owed(wanted: Input, draft: Sheet) -> bool:
    match wanted:
        case FeaturesInput():
            return len(draft.features) < wanted.least
        case EntriesInput():
            return len(drafts.held(draft, wanted.path) or ()) < wanted.least
        case _:
            return True


def _left(wanted: Input, draft: Sheet, ladder: Ladder) -> str:
    match wanted:
        case AllocateInput():
            return _numbers_left(wanted, draft, ladder)
        case FeaturesInput():
            return _places_left(len(draft.features), wanted.least, wanted.most)
        case ListInput() | ChooseInput():
            entries = drafts.held(draft, wanted.path) or ()
            return _places_left(len(entries), wanted.least, wanted.least)
        case EntriesInput():
            return _places_left(len(drafts.held(draft, wanted.path) or ()), wanted.least, wanted.most)
        case RanksInput():
            left = wanted.ranks - sum((drafts.held(draft, wanted.path) or {}).values())
            return "1 rank" if left == 1 else f"{left} ranks" if left > 0 else ""
        case _:
            return ""


def _numbers_left(wanted: AllocateInput, draft: Sheet, ladder: Ladder) -> str:
    left = Counter(wanted.array)
    left.subtract(Counter(draft.traits.values()))
    return ", ".join(
        f"{left[number]} × {ladder.label(number)}" if left[number] > 1 else ladder.label(number)
        for number in sorted(left, reverse=True)
        if left[number] > 0
    )


def _places_left(taken: int, least: int, most: int) -> str:
    if taken < least:
        return f"{least - taken} to choose"
    # A field for any number of entries has no end worth counting down to.
    return f"up to {most - taken} more" if least < most < 100 and taken < most else ""
