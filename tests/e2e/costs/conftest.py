"""Tables of simple players around a ready-made scene whose dice are known."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.e2e.costs.playing import PlayedTable, SimplePlayer
from tests.e2e.support.browsing import LAPTOP, WIDE, Visitor
from tests.e2e.support.known_dice import ReadyTable, serving

Play = Callable[[ReadyTable], PlayedTable]
Solo = Callable[[str, str], SimplePlayer]


@pytest.fixture
def play(browser: Browser, tmp_path: Path) -> Iterator[Play]:
    """Opens a table with a page for each of its seats."""
    with ExitStack() as opened:

        def table(ready: ReadyTable) -> PlayedTable:
            server, (keys,) = opened.enter_context(serving(tmp_path / "data", [ready]))
            visitors = {seat: Visitor(browser, server.url, **WIDE) for seat in keys}
            for visitor in visitors.values():
                opened.callback(visitor.close)
            return PlayedTable(visitors, keys)

        yield table


@pytest.fixture
def solo(browser: Browser, tmp_path: Path) -> Iterator[Solo]:
    """Opens a table at whose every seat one person sits, at one page."""
    with ExitStack() as opened:

        def player(ruleset: str, scene: str) -> SimplePlayer:
            ready = ReadyTable(ruleset, scene, solo=True)
            server, (keys,) = opened.enter_context(serving(tmp_path / "data", [ready]))
            visitor = Visitor(browser, server.url, **LAPTOP)
            opened.callback(visitor.close)
            visitor.context.add_init_script("localStorage.setItem('fatetable.guided', 'true')")
            alone = SimplePlayer(visitor, is_alone=True)
            # A link to a seat is remembered, so the page has all of them in the end.
            for key in keys.values():
                alone.sit_down(key)
            alone.page.locator("[data-eyes]").wait_for()
            return alone

        yield player
