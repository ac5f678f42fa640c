"""One browser and one running server for all tests in a browser, and a browser window for everybody in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from fatetable.adapters.web import STATIC
from tests.e2e.support.browsing import CHROMIUM, Visitor, running_browser
from tests.e2e.support.serving import Serving


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    assert (STATIC / "index.html").is_file(), "The page has not been built; build it with: make page"
    # A countdown of five seconds lasts half a second.
    running = Serving(tmp_path_factory.mktemp("served") / "data", "--limit", "second_ms=100")
    yield running
    running.kill()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    if not Path(CHROMIUM).exists():
        pytest.skip("There is no chromium here; install it with: make browser")
    with running_browser() as browser:
        yield browser


@pytest.fixture
def visit(browser: Browser, server: Serving) -> Iterator[Callable[..., Visitor]]:
    """Opens a browser of its own for each person; all are closed after the test."""
    visitors: list[Visitor] = []

    def opened(**settings: Any) -> Visitor:
        visitors.append(Visitor(browser, server.url, **settings))
        return visitors[-1]

    yield opened
    for visitor in visitors:
        visitor.close()
