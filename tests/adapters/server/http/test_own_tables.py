"""A page opens a table with lists of the campaign's own; its seats are told them, and the builder uses them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from fatetable import rulesets
from tests.adapters.server.support.visiting import Server

WEAVING = rulesets.load("skein").own_tables[0].example


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server() as running:
        yield running


def test_the_tables_that_can_be_replaced_are_told_with_an_example_of_each(server: Server) -> None:
    for told in server.get("/api/rulesets").json():
        own = rulesets.load(told["id"]).own_tables
        assert [(each["name"], each["example"]) for each in told["own_tables"]] == [(t.name, t.example) for t in own]


def test_every_seat_is_told_the_tables_of_the_campaign(server: Server) -> None:
    opened = server.open_table(ruleset="skein", content={"skills": WEAVING})
    joined = server.join(opened["invitation"], "Ana")
    for key in (opened["key"], joined["key"]):
        with server.visit(key) as page:
            assert page.welcomes[0]["content"] == {"skills": WEAVING}
    with server.visit(server.open_table(ruleset="skein")["key"]) as page:
        assert page.welcomes[0]["content"] == {}


def test_the_builder_uses_the_tables_it_is_given(server: Server) -> None:
    for content, is_known in (({"skills": WEAVING}, True), ({}, False)):
        answer = server.post("/api/rulesets/skein/draft", {"content": content})
        assert ('"weaving"' in answer.text) == is_known
        again = server.post("/api/rulesets/skein/draft", {"content": content, "known": answer.json()["mark"]})
        assert again.json()["steps"] is None
    samples = server.post("/api/rulesets/skein/samples", {"form": "hero", "content": {"skills": WEAVING}})
    assert samples.json()["samples"]


@pytest.mark.parametrize(
    ("asked", "status", "code"),
    [
        ({"content": {"skills": "[["}}, 422, "invalid-content"),
        ({"content": {"spells": WEAVING}}, 422, "invalid-content"),
        ({"content": {"skills": WEAVING}, "scene": "stand-at-the-ford"}, 400, "scene-has-tables"),
        ({"content": {"skills": 3}}, 400, "bad-request"),
    ],
)
def test_what_cannot_be_used_is_refused(server: Server, asked: dict[str, object], status: int, code: str) -> None:
    answer = server.post("/api/tables", {"ruleset": "skein", "name": "Maria", **asked})
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["message"].endswith(".")
