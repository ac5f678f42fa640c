"""Writes lines under the names of their readers, once for all who read the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from tests.approval.word_book import NAMED

FIRST = "\ue003"
"""Between what several lines begin with and what each goes on with; such lines are put into one."""
LONGEST = 60
"""What is longer keeps a line of its own."""


def section(title: str, by_seat: Mapping[str, Iterable[tuple[str, str]]]) -> Iterator[str]:
    """Of each seat the headings and the lines below them."""
    readers: dict[tuple[str, str], list[str]] = {}
    for seat, lines in by_seat.items():
        for headed in lines:
            readers.setdefault(headed, []).append(seat)
    by_readers: dict[tuple[str, ...], dict[str, list[str]]] = {}
    for (heading, line), seats in readers.items():
        by_readers.setdefault(tuple(seats), {}).setdefault(heading, []).append(line)
    for who, headings in by_readers.items():
        yield f"{title} {'all' if who == tuple(by_seat) else ' '.join(who)}"
        for heading, below in headings.items():
            written = [line.rstrip() for line in _joined(below)]
            if heading and len(written) > 1:
                yield f" {heading}"
                yield from (f"  {line}" for line in written)
            else:
                yield from (f" {heading} {line}" if heading else f" {line}" for line in written)


def _joined(lines: Iterable[str]) -> Iterator[str]:
    """Lines that begin alike as one, in the place of the first of them."""
    joined: dict[str, list[str]] = {}
    for line in lines:
        beginning, _, rest = line.partition(FIRST)
        if rest and len(NAMED.sub("", rest)) <= LONGEST:
            joined.setdefault(beginning, []).append(rest)
        else:
            joined[f"{beginning} {rest}"] = []
    return (f"{beginning} {'; '.join(rest)}" for beginning, rest in joined.items())
