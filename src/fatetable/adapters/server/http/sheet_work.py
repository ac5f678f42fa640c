"""Has worker processes answer the builder's requests and print sheets."""

from __future__ import annotations

import msgspec
from starlette.responses import Response

from fatetable.adapters.server.http.builder_worker import Answered, Asked, PageToPrint, answer, typeset
from fatetable.adapters.server.http.downloads import download
from fatetable.adapters.server.http.endpoints import Call
from fatetable.adapters.server.protection.rate_limits import TooMany
from fatetable.adapters.workers.process import Job, WorkEnded
from fatetable.adapters.workers.turns import LineTooLong
from fatetable.builder.page import Page
from fatetable.engine.errors import MalformedCommand
from fatetable.mechanics.ruleset import Ruleset

SECONDS = 10.0
"""A hundred times what a long sheet takes."""
CPU_SECONDS = 8
MEMORY_BYTES = 600_000_000
DRAFT_UNIT = 16_384
"""A request counts as one more for each so many bytes it has."""


def _job(function: str) -> Job:
    return Job(answer.__module__, function, SECONDS, CPU_SECONDS, MEMORY_BYTES, is_kept=True)


ANSWER, TYPESET = _job(answer.__name__), _job(typeset.__name__)


async def worked_out(call: Call, what: str) -> Response:
    """The answer to a request of the builder, read and worked out by a worker process."""
    call.rate_limits.check_request(call.address, "drafts", 1 + len(call.raw) // DRAFT_UNIT)
    asked = Asked(what, call.values["ruleset"][:60], call.raw)
    return await _response(call, ANSWER, msgspec.msgpack.encode(asked))


async def printed(call: Call, page: Page, game: Ruleset) -> Response:
    """A sheet as PDF, typeset by a worker process."""
    call.rate_limits.check_request(call.address, "drafts")
    asked = PageToPrint(page, game.title, game.accent)
    return await _response(call, TYPESET, msgspec.msgpack.encode(asked))


async def _response(call: Call, job: Job, argument: bytes) -> Response:
    try:
        result = await call.registry.workers.run(job, argument, call.address)
    except LineTooLong as full:
        who = "for your address" if full.is_address else "on this server"
        raise TooMany("too-many-jobs", f"Many sheets are being worked out {who}; wait a moment.") from None
    except WorkEnded as ended:
        code, reason = ("work-too-long", "too long") if ended.is_late else ("work-failed", "too much memory")
        raise MalformedCommand(code, f"This took {reason} to work out and was stopped; make it smaller.") from None
    answered = msgspec.msgpack.decode(result, type=Answered)
    if answered.ending:
        return download(answered.body, answered.media, answered.title, answered.ending)
    return Response(answered.body, answered.status, {"cache-control": "no-store"}, answered.media)
