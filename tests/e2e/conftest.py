"""A browser and a server for the tests of a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from fatetable.adapters.server.static_page import PLACE
from tests.adapters.server.visiting import Server
from tests.e2e.browsing import CHROMIUM, Visitor, running_browser


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    assert (PLACE / "index.html").is_file(), "The page has not been built; build it with: make page"
    with Server() as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if not Path(CHROMIUM).exists():
        pytest.skip("There is no chromium to test in.")
    with running_browser() as browser:
        yield browser


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Callable[..., Visitor]]:
    """Opens a browser of its own for each person; all are closed after the test."""
    visitors: list[Visitor] = []

    def opened(**settings: Any) -> Visitor:
        visitors.append(Visitor(browser, server.url, **settings))
        return visitors[-1]

    yield opened
    for visitor in visitors:
        visitor.close()
