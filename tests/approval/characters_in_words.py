"""Making characters in words: what every step asks, what ready-made characters look like, how drafts are judged.

Knows no ruleset; drafts are broken in every way that a sheet as such can be.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator

from fatetable import rulesets
from fatetable.builder.layout import lay_out
from fatetable.engine.errors import FatetableError
from fatetable.mechanics.characters.creation import (
    FeaturesInput,
)
from fatetable.mechanics.characters.sheet import Problem, Sheet
from fatetable.mechanics.ruleset import Ruleset
from tests.approval.breaking_drafts import composed, ways_to_break
from tests.approval.values import Ids, fields, outline

PLACE = re.compile(r"^( *(?:id|title|path): \D*)\d+")
"""Where a line of an outline says in which of several places something is asked."""


def steps_in_words(ruleset_id: str) -> str:
    """Every step for every kind of character, and what another setting of a dial changes about them."""
    usual = list(_steps(rulesets.load(ruleset_id)))
    lines = list(usual)
    for name, value, changed in _other_dials(ruleset_id):
        differences = list(_differences(usual, list(_steps(changed))))
        if differences:
            lines += ("", f"== with {name}: {value}", *differences)
    return _text(lines)


def characters_in_words(ruleset_id: str) -> str:
    """Every ready-made character as it is printed."""
    ruleset = rulesets.load(ruleset_id)
    lines: list[str] = []
    for sheet in ruleset.creation.samples:
        page = lay_out(ruleset.creation.finish(sheet), ruleset.creation, ruleset.ladder, ruleset.engine.words)
        lines += (f"== {page.title} ({page.kind})", page.description)
        for section in page.sections:
            lines.append(f" {section.title}")
            lines += [f"  {row.label}: {row.text}{f' ({row.note})' if row.note else ''}" for row in section.rows]
        lines += [f" as data: {line}" for line in outline(sheet, Ids())]
    return _text(lines)


def drafts_in_words(ruleset_id: str) -> str:
    """The problems of blank drafts, of ready-made characters, and of those after each way to break them.

    A problem is given in full once, and by its code and place later; drafts with the same problems share a line.
    """
    ruleset = rulesets.load(ruleset_id)
    kinds = [kind.value for kind in ruleset.creation.kinds]
    samples = ruleset.creation.samples
    # One of each kind is enough to break.
    examples = [next((sheet for sheet in samples if sheet.kind == kind), None) for kind in kinds]
    judge = _Judge(ruleset)
    lines: list[str] = []
    for kind in kinds:
        blank = ruleset.creation.blank(kind)
        lines += ("", f"== a blank {kind}", *judge.report(blank, ways_to_break(blank, ruleset)))
    for sheet in samples:
        ways = ways_to_break(sheet, ruleset) if sheet in examples else ()
        lines += ("", f"== {sheet.name}", *judge.report(sheet, ways))
    for name, value, changed in _other_dials(ruleset_id):
        other = _Judge(changed)
        for sheet in (*map(changed.creation.blank, kinds), *samples):
            if differing := sorted(set(other.problems(sheet)) ^ set(judge.problems(sheet))):
                lines += (f"with {name}: {value}, {sheet.name or sheet.kind}", *(f" {each}" for each in differing))
    return _text(lines)


def _text(lines: Iterable[str]) -> str:
    return "\n".join((*(line.rstrip() for line in lines), ""))


def _steps(ruleset: Ruleset) -> Iterator[str]:
    creation = ruleset.creation
    told: set[tuple[str, ...]] = set()
    for kind in creation.kinds:
        yield f"== {kind.value}: {kind.label}"
        for step in creation.steps(creation.blank(kind.value)):
            whole = tuple(outline(step, Ids(), 1))
            # Phases of a life, and other parts of which there are several, ask the same in another place.
            elsewhere = tuple(PLACE.sub(r"\1…", line) for line in whole)
            yield f"step {step.title}{' as before' if elsewhere in told else ''}"
            yield from () if elsewhere in told else whole
            told.add(elsewhere)


def _other_dials(ruleset_id: str) -> Iterator[tuple[str, object, Ruleset]]:
    usual = rulesets.load(ruleset_id)
    for dial in usual.dial_info:
        for value in dial.values:
            if value != usual.dials[dial.name]:
                yield dial.name, value, rulesets.load(ruleset_id, {dial.name: value})


def _differences(before: list[str], after: list[str]) -> Iterator[str]:
    for line in difflib.unified_diff(before, after, n=0, lineterm=""):
        if not line.startswith(("---", "+++", "@@")):
            yield line


def composed_in_words(ruleset_id: str) -> str:
    """What comes of every template for a feature, whatever is filled in."""
    ruleset = rulesets.load(ruleset_id)
    lines: dict[str, None] = {}
    for kind in ruleset.creation.kinds:
        for step in ruleset.creation.steps(ruleset.creation.blank(kind.value)):
            for wanted in step.inputs:
                if isinstance(wanted, FeaturesInput):
                    lines |= dict.fromkeys(fields(feature, Ids()) for feature in composed(wanted, ruleset))
    return _text(lines)


class _Judge:
    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._known: dict[str, str] = {}

    def problems(self, sheet: Sheet) -> list[str]:
        creation = self._ruleset.creation
        try:
            return [_problem(problem) for problem in creation.problems(creation.finish(sheet))]
        except FatetableError as error:
            return [f"refused {error.code}: {error.message}"]

    def report(self, sheet: Sheet, ways: Iterable[tuple[str, Sheet]]) -> Iterator[str]:
        usual = self.problems(sheet)
        yield from (f" {self._shortly(problem)}" for problem in usual)
        same: dict[tuple[str, ...], list[str]] = {}
        for way, broken in ways:
            found = self.problems(broken)
            gained = tuple(f" + {problem}" for problem in found if problem not in usual)
            lost = [problem.partition(": ")[0] for problem in usual if problem not in found]
            if gained or lost:
                same.setdefault((*gained, *[f" - {', '.join(lost)}"] * bool(lost)), []).append(way)
        for news, found_by in same.items():
            yield ", ".join(found_by)
            yield from (f"{line[:3]}{self._shortly(line[3:])}" if line[1] == "+" else line for line in news)

    def _shortly(self, problem: str) -> str:
        short = problem.partition(": ")[0]
        if self._known.get(short) == problem:
            return short
        self._known[short] = problem
        return problem


def _problem(problem: Problem) -> str:
    fix = f" → {problem.fix}" if problem.fix else ""
    cites = f" [{', '.join(problem.cites)}]" if problem.cites else ""
    return f"{problem.severity} {problem.code} at {problem.where}: {problem.message}{fix}{cites}"
