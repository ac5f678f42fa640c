"""Answers what the builder's page asks, by the server's own functions, for a procedure that no ruleset has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from playwright.sync_api import Route

from fatetable import rulesets
from fatetable.adapters.server.http.builder_answers import DraftAsked, answer_draft, answer_finish, encoded
from fatetable.adapters.server.http.json_bodies import decode
from fatetable.mechanics.characters.creation import CreationProcedure
from tests.builder.phased_ruleset import LADDER
from tests.e2e.support.browsing import Visitor
from tests.e2e.support.workbench import Workbench

ANSWERS: Mapping[str, Callable[..., Any]] = {"draft": answer_draft, "finish": answer_finish}


def built_with(visitor: Visitor, procedure: CreationProcedure) -> Workbench:
    game = msgspec.structs.replace(rulesets.load("fae"), creation=procedure, ladder=LADDER)

    def answer(route: Route) -> None:
        what = route.request.url.rpartition("/")[2]
        asked = decode(route.request.post_data_buffer or b"", DraftAsked)
        route.fulfill(body=encoded(ANSWERS[what](game, asked)), content_type="application/json")

    for what in ANSWERS:
        visitor.page.route(f"**/api/rulesets/fae/{what}", answer)
    return Workbench(visitor, "fae")
