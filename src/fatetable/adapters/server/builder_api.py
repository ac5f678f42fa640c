"""The builder over HTTP: drafts, ready-made sheets, composed features, and sheets in and out of other forms.

Keeps nothing between two requests; what is right and wrong about a sheet is known to its ruleset.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from fatetable import rulesets
from fatetable.adapters.server.endpoints import Call, Endpoint, Parameter
from fatetable.builder import importing
from fatetable.builder.assessing import Assessment, Finding, Progress, Remainder, assess, findings
from fatetable.builder.layout import Page, lay_out
from fatetable.builder.markdown import to_markdown
from fatetable.builder.printing import SheetNotPrinted, to_pdf
from fatetable.builder.sheet_files import completed, write_sheet
from fatetable.engine.errors import MalformedCommand, RuleViolation
from fatetable.engine.offers import Choice
from fatetable.mechanics.creation import Figure, Step
from fatetable.mechanics.dials import DialValue
from fatetable.mechanics.effects import Feature
from fatetable.mechanics.ruleset import Ruleset
from fatetable.mechanics.sheet_texts import NAME_LIMIT, PHRASE_LIMIT, TEXT_LIMIT
from fatetable.mechanics.sheets import Sheet

ENTRIES = 400
"""No field of a sheet holds as many entries; more would only keep the server busy."""
LARGEST_NUMBER = 1_000_000_000

# -- what is asked --------------------------------------------------------------------------------------------------


class DraftAsked(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A draft, or nothing for a blank one of this kind; `known` is the mark of the steps the page has already."""

    sheet: dict[str, Any] = {}
    kind: str = ""
    dials: dict[str, str | int | bool] = {}
    known: str = ""


class FeatureAsked(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    template: str
    values: dict[str, str] = {}
    dials: dict[str, str | int | bool] = {}


class ImportAsked(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The text of a file, whatever tool it comes from; `kind` is what to make of one that does not say."""

    text: str
    kind: str = ""
    dials: dict[str, str | int | bool] = {}


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
    """`steps` are left out if the page knows them; `ratings` are the words for numbers that occur."""

    sheet: Sheet
    kind: str
    kinds: tuple[Choice, ...]
    mark: str
    steps: tuple[Step, ...] | None = None
    progress: dict[str, Progress]
    problems: tuple[Finding, ...]
    figures: tuple[Figure, ...]
    remaining: tuple[Remainder, ...]
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


@lru_cache(maxsize=32)
def _loaded(ruleset_id: str, dials: tuple[tuple[str, str | int | bool, type], ...]) -> Ruleset:
    return rulesets.load(ruleset_id, {name: value for name, value, _ in dials})


def game_with(ruleset_id: str, dials: Mapping[str, DialValue]) -> Ruleset:
    """The ruleset with these dials, kept at hand: a draft is sent with every field that is filled in."""
    # The type belongs to the key, since 1 and true are equal and not the same dial.
    return _loaded(ruleset_id, tuple(sorted((name, value, type(value)) for name, value in dials.items())))


def draft_of(game: Ruleset, asked: DraftAsked) -> Sheet:
    blank = game.creation.blank(asked.kind or game.creation.kinds[0].value)
    sheet = completed(asked.sheet, blank)
    _check_size(sheet)
    if all(choice.value != sheet.kind for choice in game.creation.kinds):
        game.creation.blank(sheet.kind)
    return sheet


def _check_size(sheet: Sheet) -> None:
    fields = (sheet.aspects, sheet.traits, sheet.features, sheet.numbers, sheet.lists, sheet.texts, sheet.waived)
    if any(len(entries) > ENTRIES for entries in (*fields, *sheet.lists.values())):
        raise MalformedCommand("too-many-entries", f"A field of a sheet may have {ENTRIES} entries at most.")
    if any(abs(number) > LARGEST_NUMBER for number in (*sheet.traits.values(), *sheet.numbers.values())):
        raise MalformedCommand("number-too-large", f"Numbers on a sheet go up to {LARGEST_NUMBER}.")


def answer_draft(game: Ruleset, asked: DraftAsked) -> DraftAnswer:
    draft = draft_of(game, asked)
    assessment = assess(game.creation, game.ladder, draft)
    steps = game.creation.steps(draft.kind)
    mark = _mark(steps)
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
        page=assessment.page,
        ratings=_ratings(game, draft, steps),
        rules=_rules(game, assessment, shown or ()),
    )


def _encoded(content: object) -> bytes:
    return msgspec.json.encode(content, enc_hook=_table)


def _table(value: object) -> object:
    """Tables that a ruleset shares are of a kind that cannot be changed, nor written as it is."""
    if isinstance(value, Mapping):
        return dict(value)
    raise NotImplementedError


def _mark(steps: tuple[Step, ...]) -> str:
    return hashlib.blake2b(_encoded(steps), digest_size=9).hexdigest()


def _ratings(game: Ruleset, draft: Sheet, steps: tuple[Step, ...]) -> dict[int, str]:
    arrays = (getattr(each, "array", ()) for step in steps for each in step.inputs)
    numbers = {*draft.traits.values(), *(number for array in arrays for number in array)}
    return {number: game.ladder.label(number) for number in sorted(numbers, reverse=True)}


def _rules(game: Ruleset, assessment: Assessment, steps: tuple[Step, ...]) -> dict[str, RuleText]:
    book = rulesets.rulebook(game.id)
    cited = (*(each.cites for each in assessment.problems), *(step.cites for step in steps))
    found = {rule_id: book.by_id(rule_id) for cites in cited for rule_id in cites}
    return {rule_id: RuleText(rule.title, rule.text) for rule_id, rule in found.items() if rule is not None}


class Unfinished(RuleViolation):
    """A sheet that cannot come to a table yet, with all that is wrong with it."""

    problems: tuple[Finding, ...]

    def __init__(self, problems: tuple[Finding, ...]) -> None:
        first = problems[0]
        more = f" ({len(problems)} problems in all)" if len(problems) > 1 else ""
        RuleViolation.__init__(self, "unfinished-sheet", f"{first.message}{more}", first.cites)
        self.problems = problems


def answer_finish(game: Ruleset, asked: DraftAsked) -> FinishedAnswer:
    sheet = game.creation.finish(draft_of(game, asked))
    found = findings(game.creation, game.creation.steps(sheet.kind), sheet)
    if errors := tuple(problem for problem in found if problem.severity == "error"):
        raise Unfinished(errors)
    page = lay_out(sheet, game.creation, game.ladder)
    return FinishedAnswer(sheet=sheet, figures=game.creation.figures(sheet), page=page)


def answer_compose(game: Ruleset, asked: FeatureAsked) -> FeatureAnswer:
    return FeatureAnswer(feature=game.creation.compose(asked.template, asked.values))


def answer_samples(game: Ruleset, form: str) -> SamplesAnswer:
    """The ready-made sheets that fill a form, or all of them; their kinds say what else may be built for it."""
    fitting = _ready_made(game, form) if form else game.creation.samples
    sheets = tuple(each for each in fitting if isinstance(each, Sheet))
    kinds = {sheet.kind for sheet in sheets}
    labels = {choice.value: choice.label for choice in game.creation.kinds}
    samples = tuple(
        SampleView(
            sheet=sheet,
            kind_label=labels.get(sheet.kind, sheet.kind),
            page=lay_out(sheet, game.creation, game.ladder),
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
    found = importing.read_any(asked.text, game.creation, kind, game.id)
    _check_size(found.sheet)
    return ImportAnswer(sheet=found.sheet, source=found.source, notes=found.notes)


def page_of(game: Ruleset, asked: DraftAsked) -> Page:
    return lay_out(game.creation.finish(draft_of(game, asked)), game.creation, game.ladder)


def file_name(title: str, ending: str) -> str:
    """A name for a download that every system takes."""
    words = re.sub(r"[^a-z0-9]+", "-", title.casefold()).strip("-")
    return f"{words[:60] or 'character'}.{ending}"


# -- over HTTP ------------------------------------------------------------------------------------------------------


def _json(content: object, status: int = 200) -> Response:
    return Response(_encoded(content), status, {"cache-control": "no-store"}, "application/json")


def _game(call: Call, dials: Mapping[str, DialValue]) -> Ruleset:
    return game_with(call.values["ruleset"][:60], dials)


async def _draft(call: Call) -> Response:
    asked = call.body(DraftAsked)
    return _json(answer_draft(_game(call, asked.dials), asked))


async def _finish(call: Call) -> Response:
    asked = call.body(DraftAsked)
    try:
        return _json(answer_finish(_game(call, asked.dials), asked))
    except Unfinished as error:
        refused = {"code": error.code, "message": error.message, "cites": error.cites, "problems": error.problems}
        return _json(refused, 409)


async def _compose(call: Call) -> Response:
    asked = call.body(FeatureAsked)
    return _json(answer_compose(_game(call, asked.dials), asked))


async def _samples(call: Call) -> Response:
    return _json(answer_samples(_game(call, {}), call.values["form"]))


async def _import(call: Call) -> Response:
    asked = call.body(ImportAsked)
    return _json(answer_import(_game(call, asked.dials), asked))


async def _markdown(call: Call) -> Response:
    asked = call.body(DraftAsked)
    page = page_of(_game(call, asked.dials), asked)
    return _download(to_markdown(page).encode("utf-8", "replace"), "text/markdown", page.title, "md")


async def _json_file(call: Call) -> Response:
    asked = call.body(DraftAsked)
    sheet = draft_of(_game(call, asked.dials), asked)
    return _download(write_sheet(sheet).encode("utf-8", "replace"), "application/json", sheet.name, "json")


async def _pdf(call: Call) -> Response:
    asked = call.body(DraftAsked)
    game = _game(call, asked.dials)
    page = page_of(game, asked)
    try:
        # Typesetting takes longer than anybody's turn should wait.
        printed = await run_in_threadpool(to_pdf, page, game.title, game.accent)
    except SheetNotPrinted as error:
        return _json({"code": error.code, "message": error.message}, 503)
    return _download(printed, "application/pdf", page.title, "pdf")


def _download(content: bytes, media_type: str, title: str, ending: str) -> Response:
    name = f'attachment; filename="{file_name(title, ending)}"'
    headers = {"content-disposition": name, "cache-control": "no-store"}
    return Response(content, headers=headers, media_type=media_type)


_RULESET = Parameter("ruleset", "text", "The id of a ruleset.", "path")
_UNREADABLE = (400, 404, 413, 422)


Handler: TypeAlias = Callable[[Call], Awaitable[Response]]


def endpoints() -> Iterator[Endpoint]:
    place = "/api/rulesets/{ruleset}"

    def posted(
        what: str, summary: str, handle: Callable[[Call], Awaitable[Response]], body: Any, **more: Any
    ) -> Endpoint:
        settings = {"result": str, "refusals": _UNREADABLE, **more}
        return Endpoint("POST", f"{place}/{what}", summary, handle, body=body, parameters=(_RULESET,), **settings)

    yield posted("draft", "What there is to say about a draft.", _draft, DraftAsked, result=DraftAnswer)
    yield posted(
        "finish",
        "The finished sheet, or all that is missing.",
        _finish,
        DraftAsked,
        result=FinishedAnswer,
        refusals=(*_UNREADABLE, 409),
    )
    yield posted("compose", "A feature made of a template.", _compose, FeatureAsked, result=FeatureAnswer)
    yield posted("import", "A draft read from a file of any tool.", _import, ImportAsked, result=ImportAnswer)
    yield posted("markdown", "The sheet as Markdown.", _markdown, DraftAsked, media="text/markdown")
    yield posted("json", "The sheet as a file to read in again.", _json_file, DraftAsked, result=Sheet)
    yield posted("pdf", "The sheet on paper.", _pdf, DraftAsked, media="application/pdf")
    yield Endpoint(
        method="GET",
        path=f"{place}/samples",
        summary="Ready-made sheets, and the kinds that can be built.",
        handle=_samples,
        result=SamplesAnswer,
        parameters=(_RULESET, Parameter("form", "text", "What the sheet is for; nothing for anything.", default="")),
        refusals=(404,),
    )
