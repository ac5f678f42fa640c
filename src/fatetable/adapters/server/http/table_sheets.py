"""HTTP endpoints for the sheets of characters at a table, each as the seat that asks knows it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from starlette.responses import Response

from fatetable.adapters.server.http.downloads import download
from fatetable.adapters.server.http.endpoints import Call, Endpoint, Parameter
from fatetable.adapters.server.http.seat_keys import KEY_REFUSALS, known_seat, table_of
from fatetable.adapters.server.http.sheet_work import printed
from fatetable.builder.layout import lay_out
from fatetable.builder.markdown import to_markdown
from fatetable.builder.page import Page
from fatetable.builder.sheet_files import write_sheet
from fatetable.engine.errors import RuleViolation
from fatetable.engine.messages import SeatId
from fatetable.engine.state import State
from fatetable.mechanics.aspects.cards import CHARACTER, borne_by
from fatetable.mechanics.characters.cast import CAST, ActorId
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.ruleset import Ruleset

_ACTOR = Parameter("actor", "text", "The id of a character.", "path")


async def _sheet(call: Call) -> tuple[Ruleset, Sheet]:
    table, me = await table_of(call)
    known_seat(table, me)
    await table.settled()
    return table.table.ruleset, known_sheet(table.table.view(SeatId(me)), call.values["actor"])


def known_sheet(view: State, actor_id: str) -> Sheet:
    """A sheet as far as somebody knows it who knows this state."""
    actor = view.get(CAST).get(ActorId(actor_id))
    if actor is None:
        raise RuleViolation("no-such-character", "There is no such character at this table.")
    cards = [card for card in borne_by(view, actor.id) if card.kind == CHARACTER and card.slot]
    aspects = {**actor.sheet.aspects, **{card.slot: card.text for card in cards}}
    return msgspec.structs.replace(actor.sheet, aspects=aspects)


def _page(game: Ruleset, sheet: Sheet) -> Page:
    return lay_out(sheet, game.creation, game.ladder, game.engine.words)


async def _markdown(call: Call) -> Response:
    game, sheet = await _sheet(call)
    return download(to_markdown(_page(game, sheet)), "text/markdown", sheet.name, "md")


async def _json(call: Call) -> Response:
    _, sheet = await _sheet(call)
    return download(write_sheet(sheet), "application/json", sheet.name, "json")


async def _pdf(call: Call) -> Response:
    game, sheet = await _sheet(call)
    return await printed(call, _page(game, sheet), game)


def endpoints() -> Iterator[Endpoint]:
    place = "/api/characters/{actor}"
    yield Endpoint(
        "GET",
        f"{place}/markdown",
        "The sheet of a character at the table as Markdown.",
        _markdown,
        str,
        needs_key=True,
        parameters=(_ACTOR,),
        refusals=KEY_REFUSALS,
        media="text/markdown",
    )
    yield Endpoint(
        "GET",
        f"{place}/json",
        "The sheet of a character at the table as a file to read in again.",
        _json,
        Sheet,
        needs_key=True,
        parameters=(_ACTOR,),
        refusals=KEY_REFUSALS,
    )
    yield Endpoint(
        "GET",
        f"{place}/pdf",
        "The sheet of a character at the table on paper.",
        _pdf,
        str,
        needs_key=True,
        parameters=(_ACTOR,),
        refusals=(*KEY_REFUSALS, 413),
        media="application/pdf",
    )
