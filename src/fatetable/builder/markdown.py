"""A sheet as Markdown.  Texts of people are escaped: none of them can become markup, a link or HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fatetable.builder.page import Page, Row
from fatetable.builder.visible_text import visible

_ALWAYS = re.compile(r"[\\`*_\[\]<>&#|~$@:^={}]")
_FIRST = re.compile(r"^([-+]|\d+(?=[.)]))")
_WWW = re.compile(r"(?i)\bwww(?=\.)")


def to_markdown(page: Page) -> str:
    """The page as a Markdown document.

    >>> print(to_markdown(Page("*Zird*", "Hero", "", ())))
    # \\*Zird\\*
    <BLANKLINE>
    *Hero*
    <BLANKLINE>
    """
    lines = [f"# {escaped(page.title)}", "", f"*{escaped(page.kind)}*", ""]
    for paragraph in page.description.splitlines():
        if paragraph.strip():
            lines += [escaped(paragraph), ""]
    for section in page.sections:
        lines += [f"## {escaped(section.title)}", "", *_items(section.rows), ""]
    return "\n".join(lines)


def _items(rows: tuple[Row, ...], indent: str = "") -> Iterator[str]:
    for row in rows:
        yield f"{indent}{_item(row)}"
        yield from _items(row.rows, f"{indent}  ")


def _item(row: Row) -> str:
    label = f"- **{escaped(row.label)}**" if row.label else "-"
    note = f" ({escaped(row.note)})" if row.note else ""
    return f"{label}{note}: {escaped(row.text)}" if row.text else f"{label}{note}"


def escaped(text: str) -> str:
    """Text on one line, escaped so that Markdown shows it as it is.

    >>> print(escaped("1. <b>*Yawn*</b>"))
    1\\. \\<b\\>\\*Yawn\\*\\</b\\>
    """
    marked = _ALWAYS.sub(lambda match: f"\\{match.group()}", visible(text))
    marked = _WWW.sub(lambda match: f"{match.group()}\\", marked)
    return _FIRST.sub(_escaped_start, marked)


def _escaped_start(match: re.Match[str]) -> str:
    start = match.group()
    return f"{start}\\" if start[0].isdigit() else f"\\{start}"
