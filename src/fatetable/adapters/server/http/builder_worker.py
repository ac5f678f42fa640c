"""What worker processes do for the builder: they read a stranger's request, answer it, and print sheets.

Nothing of a draft or of a foreign file is read in the process in which tables are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from fatetable import rulesets
from fatetable.adapters.server.http.builder_answers import (
    DraftAsked,
    FeatureAsked,
    ImportAsked,
    SamplesAsked,
    answer_compose,
    answer_draft,
    answer_finish,
    answer_import,
    answer_samples,
    draft_of,
    encoded,
    page_of,
)
from fatetable.adapters.server.http.json_bodies import decode
from fatetable.adapters.server.http.problems import problem_of, status_of
from fatetable.builder.markdown import to_markdown
from fatetable.builder.page import Page
from fatetable.builder.pdf import to_pdf
from fatetable.builder.sheet_files import write_sheet
from fatetable.engine.errors import FatetableError
from fatetable.mechanics.characters.sheet_errors import UnfinishedSheet
from fatetable.mechanics.ruleset import Ruleset

JSON = "application/json"


class Asked(Struct, frozen=True):
    """A request to the builder: which of `ANSWERS` is wanted, and its body as it came."""

    what: str
    ruleset: str
    body: bytes


class PageToPrint(Struct, frozen=True):
    page: Page
    game: str
    accent: str


class Answered(Struct, frozen=True):
    """An answer over HTTP; with an `ending`, browsers save it as a file."""

    body: bytes
    status: int = 200
    media: str = JSON
    title: str = ""
    ending: str = ""


def answer(argument: bytes) -> bytes:
    """Read a request to the builder and answer it; what is wrong with it is an answer too."""
    asked = msgspec.msgpack.decode(argument, type=Asked)
    try:
        answered = _answered(asked)
    except FatetableError as error:
        answered = _refused(error)
    return msgspec.msgpack.encode(answered)


def typeset(argument: bytes) -> bytes:
    """Print a page that is laid out already."""
    asked = msgspec.msgpack.decode(argument, type=PageToPrint)
    try:
        answered = _file(to_pdf(asked.page, asked.game, asked.accent), "application/pdf", asked.page.title, "pdf")
    except FatetableError as error:
        answered = _refused(error)
    return msgspec.msgpack.encode(answered)


def _answered(asked: Asked) -> Answered:
    shape, act = ANSWERS[asked.what]
    body = decode(asked.body, shape)
    return act(rulesets.load(asked.ruleset, body.dials, body.content), body)


def _refused(error: FatetableError) -> Answered:
    content: Any = problem_of(error)
    if isinstance(error, UnfinishedSheet):
        content = {**msgspec.to_builtins(content), "problems": error.problems}
    return Answered(encoded(content), status_of(error))


def _json(content: object) -> Answered:
    return Answered(encoded(content))


def _file(content: str | bytes, media: str, title: str, ending: str) -> Answered:
    raw = content.encode("utf-8", "replace") if isinstance(content, str) else content
    return Answered(raw, media=media, title=title, ending=ending)


def _markdown(game: Ruleset, asked: DraftAsked) -> Answered:
    page = page_of(game, asked)
    return _file(to_markdown(page), "text/markdown", page.title, "md")


def _sheet(game: Ruleset, asked: DraftAsked) -> Answered:
    sheet = draft_of(game, asked)
    return _file(write_sheet(sheet), JSON, sheet.name, "json")


def _pdf(game: Ruleset, asked: DraftAsked) -> Answered:
    page = page_of(game, asked)
    return _file(to_pdf(page, game.title, game.accent), "application/pdf", page.title, "pdf")


class _Answer(NamedTuple):
    shape: type[Any]
    act: Callable[[Ruleset, Any], Answered]


ANSWERS: Mapping[str, _Answer] = {
    "draft": _Answer(DraftAsked, lambda game, asked: _json(answer_draft(game, asked))),
    "finish": _Answer(DraftAsked, lambda game, asked: _json(answer_finish(game, asked))),
    "compose": _Answer(FeatureAsked, lambda game, asked: _json(answer_compose(game, asked))),
    "import": _Answer(ImportAsked, lambda game, asked: _json(answer_import(game, asked))),
    "markdown": _Answer(DraftAsked, _markdown),
    "json": _Answer(DraftAsked, _sheet),
    "pdf": _Answer(DraftAsked, _pdf),
    "samples": _Answer(SamplesAsked, lambda game, asked: _json(answer_samples(game, asked.form))),
}
