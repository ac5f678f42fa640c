"""HTTP endpoints for rulesets: their dials, ready-made scenes, rules and forms."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from msgspec import Struct

from fatetable import rulesets
from fatetable.adapters.server.http.endpoints import Call, Endpoint, Parameter
from fatetable.engine.errors import MalformedCommand
from fatetable.engine.seats import Role
from fatetable.mechanics.book.dials import DefaultIf
from fatetable.mechanics.book.rulebook import Rule
from fatetable.tabletop.playthroughs.ready_scenes import ready_scenes


class DialView(Struct, frozen=True, kw_only=True):
    """It has an effect only where each dial in `needs` has one of the values named there.

    `about` says what values mean, `topic` is its heading.
    `default_if` lists values of other dials with which its default is another one.
    """

    name: str
    meaning: str
    values: tuple[bool | int | str, ...]
    default: bool | int | str
    cites: tuple[str, ...]
    changes_rules: bool
    is_common: bool
    needs: Mapping[str, tuple[bool | int | str, ...]]
    default_if: tuple[DefaultIf, ...]
    about: Mapping[str, str]
    topic: str


class OwnTableView(Struct, frozen=True, kw_only=True):
    """A table of the book that a campaign may have otherwise; `example` is one to begin with, in TOML."""

    name: str
    meaning: str
    example: str
    cites: tuple[str, ...]


class SceneView(Struct, frozen=True, kw_only=True):
    """`art` is the name of its picture; a page picks one for a name it does not know."""

    name: str
    title: str
    about: str
    art: str
    seats: Mapping[str, Role]


class RulesetView(Struct, frozen=True, kw_only=True):
    """`lexicon` maps our words to the book's; `attribution` is the text that the licence of the book requires."""

    id: str
    title: str
    accent: str
    dials: tuple[DialView, ...]
    own_tables: tuple[OwnTableView, ...]
    scenes: tuple[SceneView, ...]
    kinds: tuple[str, ...]
    lexicon: Mapping[str, str]
    attribution: str


class RuleView(Struct, frozen=True, kw_only=True):
    """`citation` says where to read it in the book itself."""

    id: str
    title: str
    section: str
    text: str
    status: str
    citation: str


@cache
def ruleset_view(ruleset_id: str) -> RulesetView:
    loaded = rulesets.load(ruleset_id)
    return RulesetView(
        id=loaded.id,
        title=loaded.title,
        accent=loaded.accent,
        dials=tuple(
            DialView(
                name=dial.name,
                meaning=dial.meaning,
                values=dial.values,
                default=loaded.dials[dial.name],
                cites=dial.cites,
                changes_rules=dial.changes_rules,
                is_common=dial.is_common,
                needs=dial.needs,
                default_if=dial.default_if,
                about=dial.about,
                topic=dial.topic,
            )
            for dial in loaded.dial_info
        ),
        own_tables=tuple(
            OwnTableView(name=table.name, meaning=table.meaning, example=table.example, cites=table.cites)
            for table in loaded.own_tables
        ),
        scenes=tuple(
            SceneView(
                name=scene.name,
                title=scene.title,
                about=scene.script.about,
                art=scene.art,
                seats=scene.script.seats,
            )
            for scene in ready_scenes(ruleset_id)
        ),
        kinds=tuple(kind.value for kind in loaded.creation.kinds),
        lexicon=loaded.lexicon,
        attribution=rulesets.attribution(ruleset_id),
    )


def _rule(ruleset_id: str, rule: Rule) -> RuleView:
    book = rulesets.rulebook(ruleset_id)
    return RuleView(
        id=rule.id,
        title=rule.title,
        section=rule.section,
        text=book.in_words(rule),
        status=rule.status,
        citation=book.citation(rule),
    )


async def _list(call: Call) -> tuple[RulesetView, ...]:
    # On another thread, because assembling every ruleset for the first time takes a while.
    return await asyncio.to_thread(lambda: tuple(map(ruleset_view, rulesets.folders())))


async def _search(call: Call) -> tuple[RuleView, ...]:
    ruleset_id, query = call.values["ruleset"], call.values["q"]
    book = rulesets.rulebook(ruleset_id)
    exact = book.by_id(query) if query.strip() else None
    found = (exact,) if exact else book.search(query[:LONGEST_QUERY])
    return tuple(_rule(ruleset_id, rule) for rule in found[: call.values["limit"]])


async def _one_rule(call: Call) -> RuleView:
    ruleset_id, wanted = call.values["ruleset"], call.values["rule"]
    found = rulesets.rulebook(ruleset_id).by_id(wanted)
    if found is None:
        raise MalformedCommand("no-such-rule", f'There is no rule "{wanted[:40]}" in this book.')
    return _rule(ruleset_id, found)


async def _forms(call: Call) -> tuple[Struct, ...]:
    """The values as they go into a command; each has at least a name."""
    try:
        found = rulesets.load(call.values["ruleset"]).forms(call.values["form"])
    except KeyError:
        found = ()
    if not found:
        raise MalformedCommand("no-such-form", f'There is nothing ready-made for "{call.values["form"][:40]}".')
    return found


LONGEST_QUERY = 200
_RULESET = Parameter("ruleset", "text", "The id of a ruleset.", "path")


def endpoints() -> Iterator[Endpoint]:
    yield Endpoint(
        method="GET",
        path="/api/rulesets",
        summary="The games that can be played here.",
        handle=_list,
        result=tuple[RulesetView, ...],
    )
    yield Endpoint(
        method="GET",
        path="/api/rulesets/{ruleset}/rules",
        summary="Rules that answer a few words, best first.",
        handle=_search,
        result=tuple[RuleView, ...],
        parameters=(
            _RULESET,
            Parameter("q", "text", "A few words, or the id of a rule.", default=""),
            Parameter("limit", "number", "How many at most.", default=20, low=1, high=100),
        ),
        refusals=(404,),
        cost=2,
    )
    yield Endpoint(
        method="GET",
        path="/api/rulesets/{ruleset}/rules/{rule}",
        summary="One rule.",
        handle=_one_rule,
        result=RuleView,
        parameters=(_RULESET, Parameter("rule", "text", "The id of a rule.", "path")),
        refusals=(404,),
    )
    yield Endpoint(
        method="GET",
        path="/api/rulesets/{ruleset}/forms/{form}",
        summary="Ready-made values for a form: sheets, features.",
        handle=_forms,
        result=tuple[dict[str, Any], ...],
        parameters=(_RULESET, Parameter("form", "text", "The name of a form.", "path")),
        refusals=(404,),
    )
