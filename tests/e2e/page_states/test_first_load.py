"""What a browser loads before somebody can play, added up by the browser itself."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.support.browsing import PHONE, WIDE
from tests.e2e.support.driving import Seat
from tests.e2e.support.serving import Serving
from tests.e2e.support.tables import QUAY, Visit

LIMIT = 125 * 1024
# Notes when the first button of the bar is there.
WATCH = """
new MutationObserver((_, watch) => {
  if (!document.querySelector("section.bar button.primary, section.bar button[data-verb]")) return;
  window.usable = performance.now();
  watch.disconnect();
}).observe(document, { childList: true, subtree: true });
"""
LOADED = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .filter((each) => each.responseEnd && each.responseEnd <= window.usable)
  .map((each) => [new URL(each.name).pathname, each.encodedBodySize])"""


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_table_is_usable_after_125_kb(visit: Visit, server: Serving, size: dict[str, Any]) -> None:
    opened = server.open_table(ruleset=QUAY.ruleset, scene=QUAY.name)
    key = server.join(opened["invitation"], "Bo", seat="bo")["key"]
    # Another window at the same seat first: from now on it is Bo's turn.
    there = Seat(visit(**WIDE), "Bo")
    there.sit_down(key)
    expect(there.bar.get_by_role("button", name="Attack", exact=True)).to_be_visible()
    visitor = visit(**size)
    visitor.context.add_init_script(WATCH)
    visitor.page.goto(f"/#seat={key}")
    expect(visitor.page.get_by_role("button", name="Attack", exact=True).first).to_be_visible()
    loaded: list[tuple[str, int]] = visitor.page.evaluate(LOADED)
    whole = sum(weight for _, weight in loaded)
    told = [f"usable after {whole / 1024:.1f} KB in {len(loaded)} files"]
    told += [f"{weight:7} {path}" for path, weight in sorted(loaded, key=lambda each: -each[1])]
    sys.stdout.write("\n".join([*told, ""]))
    assert any(path.startswith("/assets/") for path, _ in loaded)
    assert whole < LIMIT
