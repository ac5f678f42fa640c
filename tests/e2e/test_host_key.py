"""A server that asks for the host's key: the lobby says so, takes it once, and remembers it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from fatetable.adapters.server.protection.host_key import keep_host_key
from tests.e2e.support.browsing import PHONE, Visitor
from tests.e2e.support.serving import Serving

KEY = "the-key-of-this-host"


@pytest.fixture(scope="module", params=["key", "nobody"])
def closed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Serving]]:
    data = tmp_path_factory.mktemp("closed") / "data"
    data.mkdir()
    keep_host_key(data, KEY)
    running = Serving(data, "--open-tables", request.param)
    yield request.param, running
    running.kill()


@pytest.mark.parametrize("device", [{}, PHONE])
def test_the_lobby_says_what_opening_a_table_takes(
    browser: Browser, closed: tuple[str, Serving], device: dict[str, object]
) -> None:
    rule, server = closed
    visitor = Visitor(browser, server.url, **device)
    page = visitor.page
    page.goto("/")
    tries = page.get_by_role("button", name="Try it now")
    if rule == "nobody":
        expect(page.get_by_text("Nobody can open tables here")).to_be_visible()
        expect(tries).to_have_count(0)
        visitor.check("lobby-closed")
        visitor.close()
        return
    key = page.get_by_label("The host's key")
    expect(key).to_be_visible()
    visitor.check("lobby-with-key")
    tries.first.click()
    expect(page.get_by_text("takes the host's key")).to_be_visible()
    key.fill("wrong")
    tries.first.click()
    expect(page.get_by_text("This is not the host's key.")).to_be_visible()
    visitor.picture("lobby-wrong-key")
    key.fill(KEY)
    page.reload()
    expect(page.get_by_label("The host's key")).to_have_value(KEY)
    tries.first.click()
    expect(page.get_by_role("button", name="Stop here").first).to_be_visible()
    visitor.close()
