"""HTTP endpoints of the builder.  `builder_worker.py` works out what they answer, in a process of its own."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from starlette.responses import Response

from fatetable.adapters.server.http.builder_answers import (
    DraftAnswer,
    FeatureAnswer,
    FinishedAnswer,
    ImportAnswer,
    SamplesAnswer,
)
from fatetable.adapters.server.http.builder_worker import ANSWERS
from fatetable.adapters.server.http.endpoints import Call, Endpoint, Parameter
from fatetable.adapters.server.http.sheet_work import worked_out
from fatetable.mechanics.characters.sheet import Sheet


async def _answer(call: Call, what: str) -> Response:
    return await worked_out(call, what)


_RULESET = Parameter("ruleset", "text", "The id of a ruleset.", "path")
_UNREADABLE = (400, 404, 413, 422)


def endpoints() -> Iterator[Endpoint]:
    place = "/api/rulesets/{ruleset}"

    def posted(what: str, summary: str, result: Any = str, *more: int, media: str = "application/json") -> Endpoint:
        return Endpoint(
            method="POST",
            path=f"{place}/{what}",
            summary=summary,
            handle=partial(_answer, what=what),
            result=result,
            body=ANSWERS[what].shape,
            parameters=(_RULESET,),
            refusals=(*_UNREADABLE, *more),
            media=media,
            is_body_foreign=True,
        )

    yield posted("draft", "What there is to say about a draft.", DraftAnswer)
    yield posted("finish", "The finished sheet, or all that is missing.", FinishedAnswer, 409)
    yield posted("compose", "A feature made of a template.", FeatureAnswer)
    yield posted("import", "A draft read from a file of any tool.", ImportAnswer)
    yield posted("markdown", "The sheet as Markdown.", media="text/markdown")
    yield posted("json", "The sheet as a file to read in again.", Sheet)
    yield posted("pdf", "The sheet on paper.", media="application/pdf")
    yield posted("samples", "Ready-made sheets that fit these dials, and the kinds that can be built.", SamplesAnswer)
