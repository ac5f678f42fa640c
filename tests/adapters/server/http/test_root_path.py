"""Behind a proxy that serves the program under a path, whether it takes the path off requests or leaves it on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from fatetable.adapters.server.addresses import Addresses
from tests.adapters.server.support.visiting import Page, Server


@pytest.fixture(scope="module")
def below() -> Iterator[Server]:
    with Server(addresses=Addresses("https://example.org/games/fate", root_path="/games/fate")) as running:
        yield running


@pytest.mark.parametrize("path", ["", "/games/fate"])
def test_everything_is_found_with_the_path_and_without_it(below: Server, path: str) -> None:
    page = below.get(f"{path}/")
    assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert below.get(f"{path}/healthz").status_code == 200
    assert below.get(f"{path}/api/reach").json()["public_url"] == "https://example.org/games/fate"
    opened = below.post(f"{path}/api/tables", {"ruleset": "fae", "name": "Maria"}).json()
    with Page(below.url + path, opened["key"]) as seated:
        assert seated.order
    assert below.get(f"{path}/api/nothing").json()["code"] == "no-such-thing"
    # The path is taken off once.
    assert below.get(f"{path}/games/fate/").status_code == (200 if path == "" else 404)


def test_without_the_slash_at_its_end_the_path_leads_to_the_page(below: Server) -> None:
    answer = below.get("/games/fate")
    assert (answer.status_code, answer.headers["location"]) == (308, "/games/fate/")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert below.get("/games/fatetable").status_code == 404


def test_the_description_of_the_interface_says_where_it_is(below: Server, server: Server) -> None:
    assert below.get("/api/openapi.json").json()["servers"] == [{"url": "/games/fate"}]
    assert server.get("/api/openapi.json").json()["servers"] == [{"url": "/"}]
