"""Bars for a terminal, drawn with block characters or plain ones."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from fractions import Fraction

EIGHTHS = " ▏▎▍▌▋▊▉█"
WIDEST = 40
LEAST = 8


def can_draw_blocks() -> bool:
    """Whether the encoding of the output has block characters."""
    try:
        EIGHTHS.encode(sys.stdout.encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def bar(share: Fraction, width: int, *, in_blocks: bool) -> str:
    """A bar whose length is a share of the width; a chance above zero is never drawn as an empty bar.

    >>> bar(Fraction(1, 2), 4, in_blocks=True), bar(Fraction(1, 2), 4, in_blocks=False)
    ('██', '##')
    >>> bar(Fraction(5, 16), 2, in_blocks=True)
    '▋'
    """
    if not in_blocks:
        return "#" * max(round(share * width), int(share > 0))
    eighths = max(round(share * width * 8), int(share > 0))
    return "█" * (eighths // 8) + EIGHTHS[eighths % 8].strip()


def bar_chart(rows: Sequence[tuple[str, Fraction, str]]) -> list[str]:
    """Lines of label, percentage, bar and note; the likeliest row has the longest bar."""
    from fatetable.mechanics.ruleset import in_percent

    in_blocks = can_draw_blocks()
    label_width = max(len(label) for label, _, _ in rows)
    note_width = max(len(note) for _, _, note in rows)
    space = shutil.get_terminal_size().columns - label_width - note_width - 14
    width = max(LEAST, min(WIDEST, space))
    most = max(chance for _, chance, _ in rows)
    return [
        f"  {label:<{label_width}}  {in_percent(chance):>5}  "
        f"{bar(chance / most, width, in_blocks=in_blocks):<{width}}  {note}".rstrip()
        for label, chance, note in rows
    ]
