"""What the builder is asked and answers: drafts, samples, composed features and imports.

Nothing is kept between two requests; the ruleset's creation procedure checks the sheets.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from fatetable import rulesets
from fatetable.builder import sheet_import
from fatetable.builder.assessment import Assessment, Finding, Progress, Remainder, assess, findings
from fatetable.builder.inputs import Price, with_nested
from fatetable.builder.layout import lay_out
from fatetable.builder.page import Page
from fatetable.builder.sheet_files import completed
from fatetable.engine.errors import MalformedCommand
from fatetable.engine.offers import Choice
from fatetable.mechanics.characters.creation import AllocateInput, Figure, RanksInput, Step
from fatetable.mechanics.characters.effects import Feature
from fatetable.mechanics.characters.entries import entries_of
from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.mechanics.characters.sheet_errors import UnfinishedSheet
from fatetable.mechanics.characters.text_checks import NAME_LIMIT, PHRASE_LIMIT, TEXT_LIMIT
from fatetable.mechanics.ruleset import Ruleset

ENTRIES = 400
"""More than any field of a sheet needs; checking longer ones would keep the server busy."""
LARGEST_NUMBER = 1_000_000_000

# -- what is asked --------------------------------------------------------------------------------------------------


class DraftAsked(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A draft, or nothing for a blank one of this kind; `known` is the mark of the steps the page already has."""

    sheet: dict[str, Any] = {}
    kind: str = ""
    dials: dict[str, str | int | bool] = {}
    content: dict[str, str] = {}
    known: str = ""


class FeatureAsked(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    template: str
    values: dict[str, str] = {}
    dials: dict[str, str | int | bool] = {}
    content: dict[str, str] = {}


class ImportAsked(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The text of a file of any tool; `kind` is used if the file does not name one."""

    text: str
    kind: str = ""
    dials: dict[str, str | int | bool] = {}
    content: dict[str, str] = {}


class SamplesAsked(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`form` says what the sheets are for; without one, for anything."""

    form: str = ""
    dials: dict[str, str | int | bool] = {}
    content: dict[str, str] = {}


# -- what is answered -----------------------------------------------------------------------------------------------


class RuleText(Struct, frozen=True):
    title: str
    text: str


class Limits(Struct, frozen=True):
    """How many characters a name, a phrase and a longer text may have."""

    name: int = NAME_LIMIT
    phrase: int = PHRASE_LIMIT
    text: int = TEXT_LIMIT


class DraftAnswer(Struct, frozen=True, kw_only=True):
    """`steps` are left out if the page has them; `ratings` are the words for the numbers that occur."""

    sheet: Sheet
    kind: str
    kinds: tuple[Choice, ...]
    mark: str
    steps: tuple[Step, ...] | None = None
    progress: dict[str, Progress]
    problems: tuple[Finding, ...]
    figures: tuple[Figure, ...]
    remaining: tuple[Remainder, ...]
    prices: tuple[Price, ...]
    page: Page
    ratings: dict[int, str]
    rules: dict[str, RuleText]
    limits: Limits = Limits()


class FinishedAnswer(Struct, frozen=True, kw_only=True):
    sheet: Sheet
    figures: tuple[Figure, ...]
    page: Page


class SampleView(Struct, frozen=True, kw_only=True):
    sheet: Sheet
    kind_label: str
    page: Page


class SamplesAnswer(Struct, frozen=True, kw_only=True):
    """`kinds` are the kinds of character that the form asked for may have."""

    kinds: tuple[Choice, ...]
    samples: tuple[SampleView, ...]


class FeatureAnswer(Struct, frozen=True, kw_only=True):
    feature: Feature


class ImportAnswer(Struct, frozen=True, kw_only=True):
    """`notes` say what was guessed and what was not understood, one sentence each."""

    sheet: Sheet
    source: str
    notes: tuple[str, ...]


# -- pure functions -------------------------------------------------------------------------------------------------


def draft_of(game: Ruleset, asked: DraftAsked) -> Sheet:
    blank = game.creation.blank(asked.kind or game.creation.kinds[0].value)
    sheet = completed(asked.sheet, blank)
    _check_size(sheet)
    if all(choice.value != sheet.kind for choice in game.creation.kinds):
        game.creation.blank(sheet.kind)
    return sheet


def _check_size(sheet: Sheet) -> None:
    parts: tuple[Sheet | Entry, ...] = (sheet, *(entry for _, entry in entries_of(sheet)))
    fields = (sheet.aspects, sheet.traits, sheet.features, sheet.numbers, sheet.texts, sheet.levels, sheet.waived)
    lists = [part.lists for part in parts]
    if any(len(entries) > ENTRIES for entries in (*fields, *lists, *(row for each in lists for row in each.values()))):
        raise MalformedCommand("too-many-entries", f"A field of a sheet may have {ENTRIES} entries at most.")
    numbers = (sheet.traits, sheet.levels, *(part.numbers for part in parts))
    if any(abs(number) > LARGEST_NUMBER for each in numbers for number in each.values()):
        raise MalformedCommand("number-too-large", f"Numbers on a sheet go up to {LARGEST_NUMBER}.")


def answer_draft(game: Ruleset, asked: DraftAsked) -> DraftAnswer:
    draft = draft_of(game, asked)
    assessment = assess(game.creation, game.ladder, game.engine.words, draft)
    steps = assessment.steps
    mark = hashlib.blake2b(encoded(steps), digest_size=9).hexdigest()
    shown = None if mark == asked.known else steps
    return DraftAnswer(
        sheet=draft,
        kind=draft.kind,
        kinds=game.creation.kinds,
        mark=mark,
        steps=shown,
        progress=assessment.progress,
        problems=assessment.problems,
        figures=assessment.figures,
        remaining=assessment.remaining,
        prices=assessment.prices,
        page=assessment.page,
        ratings=_ratings(game, draft, steps),
        rules=_rules(game, assessment, shown or ()),
    )


def encoded(content: object) -> bytes:
    return msgspec.json.encode(content, enc_hook=_table)


def _table(value: object) -> object:
    """The read-only mappings of a ruleset, which msgspec does not encode."""
    if isinstance(value, Mapping):
        return dict(value)
    raise NotImplementedError


def _ratings(game: Ruleset, draft: Sheet, steps: tuple[Step, ...]) -> dict[int, str]:
    numbers = set(draft.traits.values())
    for each in (each for step in steps for each in with_nested(step.inputs, draft)):
        match each:
            case AllocateInput(array=array):
                numbers.update(array)
            case RanksInput(rules=rules):
                numbers.update(rules.levels(each.ranks, each.held))
            case _:
                pass
    return {number: game.ladder.label(number) for number in sorted(numbers, reverse=True)}


def _rules(game: Ruleset, assessment: Assessment, steps: tuple[Step, ...]) -> dict[str, RuleText]:
    book = rulesets.rulebook(game.id)
    cited = (*(each.cites for each in assessment.problems), *(step.cites for step in steps))
    found = {rule_id: book.by_id(rule_id) for cites in cited for rule_id in cites}
    return {rule_id: RuleText(rule.title, rule.text) for rule_id, rule in found.items() if rule is not None}


def answer_finish(game: Ruleset, asked: DraftAsked) -> FinishedAnswer:
    sheet = game.creation.finish(draft_of(game, asked))
    found = findings(game.creation, game.creation.steps(sheet), sheet)
    if errors := tuple(problem for problem in found if problem.severity == "error"):
        raise UnfinishedSheet(errors)
    page = lay_out(sheet, game.creation, game.ladder, game.engine.words)
    return FinishedAnswer(sheet=sheet, figures=game.creation.figures(sheet), page=page)


def answer_compose(game: Ruleset, asked: FeatureAsked) -> FeatureAnswer:
    return FeatureAnswer(feature=game.creation.compose(asked.template, asked.values))


def answer_samples(game: Ruleset, form: str) -> SamplesAnswer:
    """The ready-made sheets that fill a form, or all of them, and the kinds that can be built for it."""
    fitting = _ready_made(game, form) if form else game.creation.samples
    sheets = tuple(each for each in fitting if isinstance(each, Sheet))
    kinds = {sheet.kind for sheet in sheets}
    labels = {choice.value: choice.label for choice in game.creation.kinds}
    samples = tuple(
        SampleView(
            sheet=sheet,
            kind_label=labels.get(sheet.kind, sheet.kind),
            page=lay_out(sheet, game.creation, game.ladder, game.engine.words),
        )
        for sheet in sheets
    )
    return SamplesAnswer(kinds=tuple(each for each in game.creation.kinds if each.value in kinds), samples=samples)


def _ready_made(game: Ruleset, form: str) -> tuple[Struct, ...]:
    try:
        return game.forms(form)
    except KeyError:
        return ()


def answer_import(game: Ruleset, asked: ImportAsked) -> ImportAnswer:
    kind = asked.kind or game.creation.kinds[0].value
    found = sheet_import.read_any(asked.text, game.creation, kind, game.id)
    _check_size(found.sheet)
    return ImportAnswer(sheet=found.sheet, source=found.source, notes=found.notes)


def page_of(game: Ruleset, asked: DraftAsked) -> Page:
    return lay_out(game.creation.finish(draft_of(game, asked)), game.creation, game.ladder, game.engine.words)
