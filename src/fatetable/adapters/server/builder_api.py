"""The builder over HTTP: drafts, ready-made sheets, composed features, and sheets in and out of other forms.

Keeps nothing between two requests; what is right and wrong about a sheet is known to its ruleset.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Awaitable, Callable, Mapping
from functools import lru_cache
from typing import TypeVar

import msgspec
from msgspec import Raw, Struct
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from fatetable import rulesets
from fatetable.builder import importing
from fatetable.builder.assessing import Assessment, Finding, Progress, Remainder, assess, findings
from fatetable.builder.layout import Page, lay_out
from fatetable.builder.markdown import to_markdown
from fatetable.builder.printing import SheetNotPrinted, to_pdf
from fatetable.builder.sheet_files import SIZE_LIMIT, read_draft, write_sheet
from fatetable.engine.errors import FatetableError, MalformedCommand, RuleViolation, UnknownRuleset
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
BODY_LIMIT = 2 * SIZE_LIMIT
"""A file is sent inside JSON, where each of its characters may take more than one byte."""

T = TypeVar("T")


# -- what is asked --------------------------------------------------------------------------------------------------


class DraftAsked(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A draft, or nothing for a blank one of this kind; `known` is the mark of the steps the page has already."""

    sheet: Raw = Raw(b"{}")
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
    sheet = read_draft(bytes(asked.sheet), blank)
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
    fitting = game.forms(form) if form else game.creation.samples
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


# -- routes ---------------------------------------------------------------------------------------------------------


def routes() -> list[Route]:
    """All routes of the builder, to be included by the app."""
    place = "/api/rulesets/{ruleset}"
    return [
        Route(f"{place}/draft", _spoken(_draft), methods=["POST"]),
        Route(f"{place}/finish", _spoken(_finish), methods=["POST"]),
        Route(f"{place}/compose", _spoken(_compose), methods=["POST"]),
        Route(f"{place}/samples", _spoken(_samples), methods=["GET"]),
        Route(f"{place}/import", _spoken(_import), methods=["POST"]),
        Route(f"{place}/markdown", _spoken(_markdown), methods=["POST"]),
        Route(f"{place}/json", _spoken(_json_file), methods=["POST"]),
        Route(f"{place}/pdf", _spoken(_pdf), methods=["POST"]),
    ]


Endpoint = Callable[[Request], Awaitable[Response]]


def _spoken(endpoint: Endpoint) -> Endpoint:
    """Errors meant for people become one sentence and a code, under a fitting status."""

    async def answered(request: Request) -> Response:
        try:
            return await endpoint(request)
        except ClientDisconnect:
            return Response(status_code=400)
        except FatetableError as error:
            return _refusal(error)

    return answered


def _refusal(error: FatetableError) -> Response:
    content: dict[str, object] = {"code": error.code, "message": str(error), "cites": getattr(error, "cites", ())}
    if isinstance(error, Unfinished):
        content["problems"] = error.problems
    return _json(content, _status(error))


def _status(error: FatetableError) -> int:
    if isinstance(error, UnknownRuleset):
        return 404
    if isinstance(error, SheetNotPrinted):
        return 503
    return 413 if error.code in ("body-too-large", "sheet-too-large") else 422


def _json(content: object, status: int = 200) -> Response:
    return Response(_encoded(content), status, media_type="application/json")


async def _asked(request: Request, shape: type[T]) -> T:
    try:
        return msgspec.json.decode(await _body(request), type=shape)
    except RecursionError:
        raise MalformedCommand("not-json", "This is nested too deeply to be a character sheet.") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        reason = " ".join(str(error).split())[:200].rstrip(".").replace("`", '"')
        raise MalformedCommand("malformed-request", f"This request cannot be read: {reason}.") from None


async def _body(request: Request) -> bytes:
    """The body, read only as far as it may go."""
    read = bytearray()
    async for part in request.stream():
        read += part
        if len(read) > BODY_LIMIT:
            raise MalformedCommand("body-too-large", f"A request may have {BODY_LIMIT // 1024} KB at most.")
    return bytes(read)


def _game(request: Request, dials: Mapping[str, DialValue]) -> Ruleset:
    return game_with(str(request.path_params["ruleset"])[:60], dials)


async def _draft(request: Request) -> Response:
    asked = await _asked(request, DraftAsked)
    return _json(answer_draft(_game(request, asked.dials), asked))


async def _finish(request: Request) -> Response:
    asked = await _asked(request, DraftAsked)
    return _json(answer_finish(_game(request, asked.dials), asked))


async def _compose(request: Request) -> Response:
    asked = await _asked(request, FeatureAsked)
    return _json(answer_compose(_game(request, asked.dials), asked))


async def _samples(request: Request) -> Response:
    return _json(answer_samples(_game(request, {}), request.query_params.get("form", "")))


async def _import(request: Request) -> Response:
    asked = await _asked(request, ImportAsked)
    return _json(answer_import(_game(request, asked.dials), asked))


async def _markdown(request: Request) -> Response:
    asked = await _asked(request, DraftAsked)
    page = page_of(_game(request, asked.dials), asked)
    return _download(to_markdown(page).encode("utf-8", "replace"), "text/markdown", page.title, "md")


async def _json_file(request: Request) -> Response:
    asked = await _asked(request, DraftAsked)
    sheet = draft_of(_game(request, asked.dials), asked)
    return _download(write_sheet(sheet).encode("utf-8", "replace"), "application/json", sheet.name, "json")


async def _pdf(request: Request) -> Response:
    asked = await _asked(request, DraftAsked)
    game = _game(request, asked.dials)
    page = page_of(game, asked)
    printed = await run_in_threadpool(to_pdf, page, game.title, game.accent)
    return _download(printed, "application/pdf", page.title, "pdf")


def _download(content: bytes, media_type: str, title: str, ending: str) -> Response:
    name = f'attachment; filename="{file_name(title, ending)}"'
    return Response(content, media_type=media_type, headers={"Content-Disposition": name})
