"""A recap as Markdown.  Texts of people are escaped: none of them can become markup, a link or HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime

from fatetable.builder.markdown import escaped
from fatetable.tabletop.words.recap import Recap, RecapPart

_HARMLESS = re.compile(r"(?<=\S)\\: ")

HEADINGS = {"before": "##", "session": "##", "scene": "###"}


def to_markdown(recap: Recap) -> str:
    """The recap as a Markdown document; times are in UTC, because a file may be read anywhere."""
    lines = [
        f"# {escaped(recap.title or recap.game)}",
        "",
        f"*{escaped(recap.game)}, as {escaped(recap.reader)} knows it*",
    ]
    if recap.is_cut:
        lines += ["", "*The beginning of this long game is left out.*"]
    parts = [part for part in recap.parts if part.kind != "before" or part.lines or part.aspects]
    for part in parts:
        lines += ["", *_part(part)]
    if not parts:
        lines += ["", "Nothing has happened yet."]
    return "\n".join([*lines, ""])


def _part(part: RecapPart) -> Iterator[str]:
    time = f" ({_moment(part.at):%Y-%m-%d %H:%M} UTC)" if part.at else ""
    yield f"{HEADINGS[part.kind]} {_told(part.title or 'Before the first scene')}{time}"
    if part.aspects:
        yield ""
        yield f"Aspects: {', '.join(f'*{escaped(aspect)}*' for aspect in part.aspects)}"
    if part.lines:
        yield ""
    for line in part.lines:
        time = f"{_moment(line.at):%H:%M} " if line.at else ""
        yield f"- {time}{_told(line.text)}"


def _told(text: str) -> str:
    """Text that Markdown shows as it is.  A colon before a space can mean nothing, and is easier to read as it is."""
    return _HARMLESS.sub(": ", escaped(text))


def _moment(at: int) -> datetime:
    return datetime.fromtimestamp(at, UTC)
