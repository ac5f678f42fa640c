"""Every sentence once, under what it is about; transcripts name it by that, and never repeat its words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TypeAlias

Said: TypeAlias = tuple[str, str]
"""What a sentence is about, and the sentence."""

NUMBER = re.compile(r"^\(\d+\) ")
CHOICE, BETWEEN = "= ", " | "
"""Everything that can be chosen for a blank stands in one line."""
SENTENCE_END = re.compile(r"(?<=[.?)]) (?=[A-Z_])")
MARK = "\ue000"
NAMED = re.compile("\ue000([^\ue000-\ue002]*)\ue001([^\ue000-\ue002]*)\ue002")
"""The place in a transcript where the number of a sentence is put in once all games have been played."""


def mark(about: str, sentence: str) -> str:
    """Which of the sentences about the same thing is meant; written as its number by `WordBook.number`."""
    return f"\ue000{about}\ue001{sentence}\ue002"


class WordBook:
    """`add` keeps the order in which sentences were first read: when one is reworded, no other number changes."""

    def __init__(self) -> None:
        self._numbered: dict[str, dict[str, int]] = {}
        self._others: set[Said] = set()

    def add_marked(self, text: str) -> None:
        for about, sentence in NAMED.findall(text):
            same = self._numbered.setdefault(about, {})
            same.setdefault(sentence, len(same) + 1)

    def add(self, words: Iterable[Said]) -> None:
        self._others.update(words)

    def number(self, text: str) -> str:
        """The text with its marks as numbers; the first sentence about something needs none."""
        return NAMED.sub(lambda found: _number(self._numbered[found[1]][found[2]]), text)

    def text(self) -> str:
        others = sorted(pair for pair in self._others if pair[1] not in self._numbered.get(pair[0], {}))
        lines = [
            (about, (f"{_number(place).lstrip()} {sentence}").lstrip())
            for about, same in self._numbered.items()
            for sentence, place in same.items()
        ]
        return grouped(sorted((*lines, *others), key=lambda line: line[0]))


def single_sentences(said: Iterable[Said]) -> Iterator[Said]:
    """Questions sentence by sentence: many begin alike and go on with different advice."""
    for about, words in said:
        yield from ((about, each) for each in (SENTENCE_END.split(words) if about.startswith("asked ") else (words,)))


def _number(place: int) -> str:
    return f" ({place})" if place > 1 else ""


def grouped(pairs: Iterable[Said]) -> str:
    """Lines below what they are about, all choices in one."""
    lines: list[str] = []
    for about, same in groupby(pairs, key=lambda pair: pair[0]):
        sentences = [sentence for _, sentence in same]
        choices = BETWEEN.join(each.removeprefix(CHOICE) for each in sentences if each.startswith(CHOICE))
        lines += (about, *(f" {each}" for each in sentences if not each.startswith(CHOICE)))
        lines += [f" {CHOICE}{choices}"] * bool(choices)
    return "\n".join((*lines, ""))


def read_grouped(text: str) -> Iterator[Said]:
    """The reverse of `grouped`, without numbers."""
    about = ""
    for line in text.splitlines():
        if line.startswith(f" {CHOICE}"):
            yield from ((about, f"{CHOICE}{each}") for each in line[len(CHOICE) + 1 :].split(BETWEEN))
        elif line.startswith(" "):
            yield about, NUMBER.sub("", line[1:])
        else:
            about = line
