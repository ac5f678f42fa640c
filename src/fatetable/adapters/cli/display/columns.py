"""Long lists in columns, as wide as the terminal."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Sequence

LONG = 9
"""Longer lists are set in columns."""
MOST_COLUMNS = 3


INDENT = "     "


def in_columns(lines: Sequence[str]) -> list[str]:
    """A long list of short lines in columns, read downwards; other lists stay as they are."""
    width = max(map(len, lines), default=0) + 2
    columns = max(1, min(MOST_COLUMNS, shutil.get_terminal_size().columns // width)) if len(lines) > LONG else 1
    height = -(-len(lines) // columns)
    if columns == 1:
        return [part for line in lines for part in _wrapped(line)]
    return ["".join(f"{line:{width}}" for line in lines[at::height]).rstrip() for at in range(height)]


def _wrapped(line: str) -> list[str]:
    """A line wrapped between words, with a hanging indent."""
    width = shutil.get_terminal_size().columns
    if len(line) < width:
        return [line]
    return textwrap.wrap(line, width=max(width - 1, 2 * len(INDENT)), subsequent_indent=INDENT, break_on_hyphens=False)
