"""The page that says how many presses play costs: its rows, their bars, and the figures the tests have counted.

`make costs` counts again and writes the page; otherwise a test fails whose count is above its limit.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from msgspec import Struct

from tests.e2e.support.browsing import ROOT

PAGE = ROOT / "docs" / "play-costs.md"
IS_WRITING = os.environ.get("FATETABLE_COSTS") == "write"


class Row(Struct, frozen=True):
    """What is counted, the most it may cost, and what it cost before (empty if nobody counted)."""

    what: str
    bar: int | None
    before: str = ""


ROWS: dict[str, tuple[Row, ...]] = {
    "Arriving": (
        Row("Lobby → first roll, alone", 6, "13, and not through what was offered"),
        Row("… and seconds of reading and pressing for it", 60),
        Row("Lobby → table, with others", None, "3 + name"),
        Row("Invitation → table", None, "3 + name"),
    ),
    "Deeds": (
        Row("Overcome", 3, "9"),
        Row("… of which the player's", 2, "6"),
        Row("Create an advantage", 4, "10"),
        Row("Attack on a nameless opponent", 3, "12–14"),
        Row("Attack on a named opponent", 5, "12–14"),
        Row("Attack on a player's character", 5, "12–14"),
        Row("… with style, more", 1),
        Row("A deed with an invocation, more", 1, "+ 4"),
        Row("An exchange of three attacks", 12, "47–62"),
    ),
    "Preparing": (
        Row("A named opponent into the scene", 2, "7"),
        Row("Two aspects and three zones", 10, "20"),
    ),
    "Whole scenes": (
        Row("Skein: a stand at the ford, to its end", 200, "572"),
        Row("Skein: the battle of the marches, to its end", 150, "355"),
        Row("… of which the third player's", None, "8"),
    ),
}

TEMPLATE = Path(__file__).with_name("page.md")


def count(what: str, figure: int) -> None:
    """Compares what was counted with its limit, or writes it on the page.

    Who is quicker differs, so a fight costs a few presses more or less each time.
    """
    row = next(row for rows in ROWS.values() for row in rows if row.what == what)
    assert row.bar is None or figure <= row.bar, f"{what}: {figure} presses, at most {row.bar}"
    if IS_WRITING:
        PAGE.write_text(_page({**written(), what: str(figure)}), encoding="utf-8")
    assert what in written(), f"{what} is not on the page; run `make costs`"


def written() -> dict[str, str]:
    """The figures on the page."""
    if not PAGE.is_file():
        return {}
    return dict(re.findall(r"^\| ([^|]+) \| (\d+) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE))


def _page(figures: dict[str, str]) -> str:
    lines = []
    for title, rows in ROWS.items():
        lines += [f"\n## {title}\n", "| | Presses | At most | Before |", "|---|---|---|---|"]
        for row in rows:
            most = "–" if row.bar is None else row.bar
            lines.append(f"| {row.what} | {figures.get(row.what, '–')} | {most} | {row.before or '–'} |")
    return TEMPLATE.read_text(encoding="utf-8").replace("{tables}", "\n".join(lines) + "\n")
