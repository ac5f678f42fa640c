"""HTTP endpoints for the records of a table: its log, its ledger, its dice and the export of everything."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from starlette.responses import Response

from fatetable.adapters.recap_markdown import to_markdown
from fatetable.adapters.server.http.downloads import download
from fatetable.adapters.server.http.endpoints import Call, Endpoint, Parameter
from fatetable.adapters.server.http.long_answers import read_log, stream_log
from fatetable.adapters.server.http.seat_keys import GM_REFUSALS, KEY_REFUSALS, Nothing, known_seat, table_of
from fatetable.adapters.server.screens.log_lines import lines_before
from fatetable.adapters.server.screens.point_moves import PointsPage, moves_before
from fatetable.adapters.server.wire import LogLine
from fatetable.engine.errors import MalformedCommand
from fatetable.engine.opening import TABLE, PlayClosed
from fatetable.tabletop.storage.stored_table import StoredStep, StoredTable
from fatetable.tabletop.words.recap import recap

LATEST = 10**9
"""A position after all others."""


class DiceChanged(Struct, frozen=True):
    """The `secret` behind all throws up to now, and the fingerprint of the one behind those to come."""

    secret: str
    commitment: str


async def _new_dice(call: Call) -> DiceChanged:
    table, me = await table_of(call, gm_only=True)

    def change(stored: StoredTable) -> StoredStep:
        table.require_gm(me)
        return stored.new_dice(call.registry.lobby.sources.secret())

    outcome = await table.do(change)
    table.renew()
    told = next((record.event.secret for record in outcome.news if isinstance(record.event, PlayClosed)), "")
    return DiceChanged(told, table.table.state.get(TABLE).commitment)


async def _log(call: Call) -> tuple[LogLine, ...]:
    table, me = await table_of(call)
    known_seat(table, me)
    before, limit = call.values["before"] or LATEST, call.values["limit"]
    return await read_log(call, lambda lobby: lines_before(lobby.load(table.id), me, before, limit))


async def _points(call: Call) -> PointsPage:
    table, me = await table_of(call)
    known_seat(table, me)
    before, limit = call.values["before"] or LATEST, call.values["limit"]
    return await read_log(call, lambda lobby: moves_before(lobby.load(table.id), me, before, limit))


async def _recap(call: Call) -> Response:
    table, me = await table_of(call)
    known_seat(table, me)
    since = call.values["since"]
    if since not in ("start", "session"):
        raise MalformedCommand("bad-since", 'A recap is told since "start" or since "session".')
    await table.settled()
    told = await read_log(call, lambda lobby: recap(lobby.load(table.id), me, since_session=since == "session"))
    return download(to_markdown(told), "text/markdown", f"{told.title or told.game} recap", "md")


async def _export(call: Call) -> Response:
    table, _ = await table_of(call, gm_only=True)
    return await stream_log(call, lambda lobby: lobby.export(table.id), "text/plain", f"{table.id}.log")


def endpoints() -> Iterator[Endpoint]:
    yield Endpoint(
        "POST",
        "/api/dice/new",
        "Tell the secret behind the dice thrown so far, and seal a new one.",
        _new_dice,
        DiceChanged,
        body=Nothing,
        needs_key=True,
        refusals=(400, 413, *GM_REFUSALS),
    )
    yield Endpoint(
        "GET",
        "/api/log",
        "Older lines of the record of play, the latest last.",
        _log,
        tuple[LogLine, ...],
        needs_key=True,
        parameters=(
            Parameter("before", "number", "Only lines before this position.", default=0, high=LATEST),
            Parameter("limit", "number", "How many at most.", default=100, low=1, high=500),
        ),
        refusals=(400, *KEY_REFUSALS),
        counts_as="readings",
    )
    yield Endpoint(
        "GET",
        "/api/points",
        "The fate points that moved, as far as this seat was told, a page at a time, the latest last.",
        _points,
        PointsPage,
        needs_key=True,
        parameters=(
            Parameter("before", "number", "Only moves before this position.", default=0, high=10**9),
            Parameter("limit", "number", "How many at most.", default=200, low=1, high=500),
        ),
        refusals=(400, *KEY_REFUSALS),
        counts_as="readings",
    )
    yield Endpoint(
        "GET",
        "/api/recap",
        "What happened as Markdown, as far as this seat knows it.",
        _recap,
        str,
        needs_key=True,
        parameters=(Parameter("since", "text", "The whole game, or since the last session began.", default="start"),),
        refusals=(400, *KEY_REFUSALS),
        media="text/markdown",
        counts_as="readings",
        cost=5,
    )
    yield Endpoint(
        "GET",
        "/api/export",
        "The whole record of play, for the game master; the secret of the dice is not in it as long as it is one.",
        _export,
        str,
        needs_key=True,
        refusals=GM_REFUSALS,
        media="text/plain",
        counts_as="readings",
        cost=10,
    )
