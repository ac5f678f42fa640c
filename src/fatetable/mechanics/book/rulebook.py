"""A book of rules as a table consults it: one rule by its id, or the rules that answer a few plain words.

Mechanisms enforce the rules and tests prove them; this module holds what a ledger says about each.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Literal, NewType, TypeAlias

import msgspec
from msgspec import Struct

RuleId = NewType("RuleId", str)

Status: TypeAlias = Literal["computed", "prompted", "told"]
"""What is done about a rule: enforced, asked and recorded, or only shown."""

STATUSES: tuple[Status, ...] = ("computed", "prompted", "told")

# People who look a rule up mostly half remember its name, so its id and title say more than its text.
ID_WEIGHT, TITLE_WEIGHT, SECTION_WEIGHT, TEXT_WEIGHT = 8.0, 6.0, 2.0, 1.0
BEGINNING_OF_A_WORD = 0.5
SHORTEST_BEGINNING = 3

OPTION = re.compile(r"Dial: `(\w+)`\.")
LIST_ITEM = re.compile(r"(?:-|\d+\.) ")
WORD = re.compile(r"[a-z0-9]+")
ENDING = re.compile(r"(?<=\w{3})(?:ing|ed|es|(?<!s)s|e)$")
DOUBLED = re.compile(r"([b-df-hj-np-tv-z])\1$")


_ID = re.compile(r"\b[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+-[0-9]+\b")


class Rule(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One rule in our own words; `lines` is where it stands in the book, first and last line."""

    id: RuleId
    title: str
    section: str
    text: str
    lines: tuple[int, int]
    status: Status
    why: str = ""
    see: tuple[RuleId, ...] = ()

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "text", reflow(self.text))
        first, last = self.lines
        if not 0 < first <= last:
            raise ValueError(f"The lines of {self.id} run from {first} to {last}.")
        if not (self.text and self.title and self.section):
            raise ValueError(f"{self.id} needs a title, a section and a text.")


class Book(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The book the rules come from; `attribution` names the file that holds what its licence asks for."""

    id: str
    title: str
    edition: str
    attribution: str


class Rulebook(Struct, frozen=True, dict=True, forbid_unknown_fields=True):
    """All rules of one book, in the book's order."""

    book: Book
    rules: tuple[Rule, ...] = msgspec.field(name="rule")

    def __post_init__(self) -> None:
        if len(self._by_id) != len(self.rules):
            raise ValueError(f"Two rules of {self.book.title} share an id.")
        for rule in self.rules:
            if unknown := [other for other in rule.see if other not in self._by_id]:
                raise ValueError(f"{rule.id} points to rules that do not exist: {', '.join(unknown)}.")

    def by_id(self, rule_id: str) -> Rule | None:
        """The rule of this id, in any case of letters; the part that all ids of the book share may be left out."""
        wanted = rule_id.strip().upper()
        if found := self._by_id.get(wanted):
            return found
        endings = [rule for rule in self.rules if rule.id.partition("-")[2] == wanted]
        return endings[0] if len(endings) == 1 else None

    def search(self, query: str) -> tuple[Rule, ...]:
        """The rules that answer the query, best first; the beginning of a word is enough.

        A rare word of the query counts for more than a common one, and a rule that has several of them comes before
        a rule that has one of them often.
        """
        words = dict.fromkeys(stems(query))
        scores: dict[int, float] = {}
        words_met: dict[int, int] = {}
        for word in words:
            weights = self._weights_of(word)
            rarity = math.log(1 + len(self.rules) / max(1, len(weights)))
            for place, weight in weights.items():
                scores[place] = scores.get(place, 0.0) + weight * rarity
                words_met[place] = words_met.get(place, 0) + 1
        ranked = sorted(scores, key=lambda place: (-scores[place] * words_met[place] ** 2, place))
        return tuple(self.rules[place] for place in ranked)

    def with_options(self, meanings: Mapping[str, str]) -> Rulebook:
        """The same book, with what each option of the table decides in the place of its name in the program.

        Raises `ValueError` where a rule names an option that has no meaning here.
        """

        def told(rule: Rule) -> Rule:
            unknown = [name for name in OPTION.findall(rule.text) if name not in meanings]
            if unknown:
                raise ValueError(f"{rule.id} names options that do not exist: {', '.join(unknown)}.")
            text = OPTION.sub(lambda found: _left_to_the_table(meanings[found[1]]), rule.text)
            return rule if text == rule.text else msgspec.structs.replace(rule, text=text)

        return Rulebook(self.book, tuple(map(told, self.rules)))

    def citation(self, rule: Rule) -> str:
        """Where to read the rule in the book itself."""
        first, last = rule.lines
        return f"{self.book.title}, " + (f"line {first}" if first == last else f"lines {first}–{last}")

    def in_words(self, rule: Rule) -> str:
        """The text for people who know no ids: other rules of the book by their titles."""

        def titled(found: re.Match[str]) -> str:
            other = self._by_id.get(found[0])
            return f"“{other.title}”" if other else found[0]

        return _ID.sub(titled, rule.text)

    def sections(self) -> dict[str, tuple[Rule, ...]]:
        """The rules under the headings they belong to, both in the book's order."""
        grouped: dict[str, list[Rule]] = {}
        for rule in self.rules:
            grouped.setdefault(rule.section, []).append(rule)
        return {heading: tuple(rules) for heading, rules in grouped.items()}

    @cached_property
    def _by_id(self) -> Mapping[str, Rule]:
        return {rule.id: rule for rule in self.rules}

    @cached_property
    def _index(self) -> Mapping[str, Mapping[int, float]]:
        """From a stem to the places of the rules that contain it, with its weight there."""
        index: dict[str, dict[int, float]] = {}
        for place, rule in enumerate(self.rules):
            for field, weight in (
                (rule.text, TEXT_WEIGHT),
                (rule.section, SECTION_WEIGHT),
                (rule.title, TITLE_WEIGHT),
                (rule.id, ID_WEIGHT),
            ):
                for word in set(stems(field)):
                    index.setdefault(word, {})[place] = weight  # the weightier field comes later and wins
        return index

    def _weights_of(self, word: str) -> Mapping[int, float]:
        """Where a word of a query occurs, whole or as the beginning of a longer word."""
        weights = dict(self._index.get(word, {}))
        if len(word) >= SHORTEST_BEGINNING:
            for longer, places in self._index.items():
                if longer.startswith(word):
                    for place, weight in places.items():
                        weights[place] = max(weights.get(place, 0.0), weight * BEGINNING_OF_A_WORD)
        return weights


def _left_to_the_table(meaning: str) -> str:
    return f"Left to each table: {meaning[0].lower()}{meaning[1:]}"


def read_rulebook(ledger: str) -> Rulebook:
    """The rulebook written in a TOML ledger: a `[book]` table and one `[[rule]]` per rule.

    Raises `msgspec.ValidationError`, naming the place, where the ledger is not sound.
    """
    return msgspec.toml.decode(ledger, type=Rulebook)


def reflow(text: str) -> str:
    """Join the lines of each paragraph, so that every screen can break them where it likes.

    A blank line parts paragraphs; an item of a list keeps a line of its own.

    >>> reflow("One box\\nper hit.\\n\\n1. Roll.\\n2. Add\\nthe bonus.")
    'One box per hit.\\n\\n1. Roll.\\n2. Add the bonus.'
    """
    paragraphs = []
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        lines: list[str] = []
        for line in map(str.strip, paragraph.splitlines()):
            if lines and not LIST_ITEM.match(line):
                lines[-1] += f" {line}"
            else:
                lines.append(line)
        paragraphs.append("\n".join(lines))
    return "\n\n".join(paragraphs)


def stems(text: str) -> Iterator[str]:
    """The words of a text without the endings that hide their kinship.

    >>> list(stems("Conceding, concedes, concede; compelled, boxes"))
    ['conced', 'conced', 'conced', 'compel', 'box']
    """
    return map(_stem, WORD.findall(text.lower()))


@lru_cache(maxsize=8192)
def _stem(word: str) -> str:
    return DOUBLED.sub(r"\1", ENDING.sub("", word))
