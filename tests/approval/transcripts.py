"""A written-down game as everybody at the table reads it: after each step what they are told, may do and see.

Knows no ruleset.  Only what changes with a step is written, once for all who read the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import chain
from typing import Any, NamedTuple

import pytest

from fatetable.engine.errors import FatetableError
from fatetable.engine.messages import LogRecord
from fatetable.engine.offers import Offer
from fatetable.engine.state import State
from fatetable.tabletop.narration import Chronicle
from fatetable.tabletop.playthroughs import read_playthrough, run
from fatetable.tabletop.table import Table
from tests.approval.in_words import Ids, fields, offer_figures, offer_in_brief, screen_lines, words_of_offer

MANY = 1
"""If more offers than these come back at once, the step is named after which they were last seen."""


def transcript(text: str, name: str) -> str:
    """The whole game in words."""
    return _written(text, name).text


def word_book(games: Iterable[tuple[str, str]]) -> str:
    """The words on all offers of these games that their transcripts leave out, sorted by what is offered."""
    words = set().union(*(_written(*game).words for game in games))
    by_offer: dict[str, list[str]] = {}
    for offered, said in sorted(words):
        by_offer.setdefault(offered, []).append(f" {said}")
    return "\n".join((*chain.from_iterable((offered, *said) for offered, said in by_offer.items()), ""))


def states_of(text: str, name: str) -> tuple[State, ...]:
    """The game after each step."""
    return _written(text, name).states


class _Written(NamedTuple):
    text: str
    states: tuple[State, ...]
    words: frozenset[tuple[str, str]]


@cache
def _written(text: str, name: str) -> _Written:
    playthrough = read_playthrough(text, name)
    scribe = _Scribe(tuple(playthrough.seats))
    send = Table.send

    def watched(table: Table, seat: str, command: Any, **options: Any) -> tuple[LogRecord, ...]:
        scribe.begin(table, seat, command)
        try:
            facts = send(table, seat, command, **options)
        except FatetableError as refusal:
            scribe.note_refusal(refusal)
            raise
        scribe.look(table)
        return facts

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Table, "send", watched)
        mismatches = run(playthrough).mismatches
    lines = [*scribe.lines, *(f"not as written: {one.message}" for one in mismatches)]
    title = f"{playthrough.title} ({playthrough.ruleset})"
    return _Written("\n".join((title, *lines, "")), tuple(scribe.states), frozenset(scribe.words))


class _Scribe:
    def __init__(self, seats: tuple[str, ...]) -> None:
        self.lines: list[str] = []
        self.states: list[State] = []
        self.words: set[tuple[str, str]] = set()
        self._seats = seats
        self._ids = Ids()
        self._step = 0
        self._stories: dict[str, Chronicle] = {}
        self._offers: dict[str, dict[str, dict[str, Offer]]] = {seat: {} for seat in seats}
        self._before: dict[tuple[str, str, tuple[str, ...]], int] = {}
        self._details: dict[tuple[str, str], dict[str, str]] = {}
        self._labelled: dict[str, set[str]] = {}
        self._screens: dict[str, dict[str, Counter[tuple[str, str]]]] = {seat: {} for seat in seats}

    def begin(self, table: Table, seat: str, command: Any) -> None:
        self._step += 1
        self._ids.learn(table.state)
        try:
            wish = fields(table.ruleset.codec.read_command(command), self._ids)
        except FatetableError:
            wish = str(command)
        self.lines += ("", f"== {self._step}. {seat}: {wish}")

    def note_refusal(self, refusal: FatetableError) -> None:
        cites = ", ".join(getattr(refusal, "cites", ()))
        self.lines.append(f"refused {refusal.code}: {refusal.message}{f' [{cites}]' if cites else ''}")

    def look(self, table: Table) -> None:
        """Write down what has changed for whom."""
        self.states.append(table.state)
        self._ids.learn(table.state)
        self._section("told", {seat: self._news(table, seat) for seat in self._seats})
        self._section("offers", {seat: self._new_offers(table, seat) for seat in self._seats})
        self._section("screen", {seat: self._new_screen(table, seat) for seat in self._seats})

    def _section(self, title: str, by_seat: Mapping[str, Iterable[tuple[str, str]]]) -> None:
        """Lines under their headings, under the names of those who read them."""
        readers: dict[tuple[str, str], list[str]] = {}
        for seat, lines in by_seat.items():
            for headed in lines:
                readers.setdefault(headed, []).append(seat)
        by_readers: dict[tuple[str, ...], dict[str, list[str]]] = {}
        for (heading, line), seats in readers.items():
            by_readers.setdefault(tuple(seats), {}).setdefault(heading, []).append(line)
        for who, headings in by_readers.items():
            self.lines.append(f"{title} {'all' if who == self._seats else ' '.join(who)}")
            for heading, below in headings.items():
                self.lines += [f" {heading}"] * bool(heading)
                self.lines += [f"{'  ' if heading else ' '}{line}".rstrip() for line in below]

    def _news(self, table: Table, seat: str) -> list[tuple[str, str]]:
        story = self._stories.setdefault(seat, Chronicle(table.ruleset))
        known = len(story.lines)
        story.hear(table.told(seat, after=story.seq))
        return [("", told.line.replace("\n", " / ")) for told in story.lines[known:]]

    # -- offers ------------------------------------------------------------------------------------------------------

    def _new_offers(self, table: Table, seat: str) -> Iterator[tuple[str, str]]:
        state = table.view(seat)
        now: dict[str, dict[str, Offer]] = {}
        for offer in table.offers(seat):
            same = now.setdefault(offer.group, {})
            brief = offer_in_brief(offer, state, self._ids)
            self.words.update(words_of_offer(offer, state, self._ids))
            while brief in same:
                brief += " again"
            same[brief] = offer
        before = self._offers[seat]
        for group in (*before, *(group for group in now if group not in before)):
            yield from self._changes(seat, group, before.get(group, {}), now.get(group, {}))
        self._offers[seat] = now

    def _changes(
        self, seat: str, group: str, before: Mapping[str, Offer], now: Mapping[str, Offer]
    ) -> Iterator[tuple[str, str]]:
        told = {brief: self._news_of_offer(seat, brief, offer) for brief, offer in now.items()}
        gone = [brief for brief in before if brief not in now]
        come = [brief for brief in now if brief not in before]
        known = self._before.setdefault((seat, group, tuple(sorted(now))), self._step)
        if len(gone) + len(come) > MANY and known != self._step:
            yield group, f"= as after {known}"
            gone, come = [], []
        elif len(gone) > MANY and not now:
            yield group, f"- all {len(before)}"
            gone = []
        yield from ((group, f"- {self._shortly(brief)}") for brief in gone)
        for brief, news in told.items():
            if brief in come or news:
                yield group, f"{'+' if brief in come else '~'} {self._shortly(brief)}{news}"

    def _shortly(self, brief: str) -> str:
        """The second time its label is enough, if nothing else has the same."""
        label = brief[brief.index("“") :]
        same = self._labelled.setdefault(label, set())
        is_known = same == {brief}
        same.add(brief)
        return label if is_known else brief

    def _news_of_offer(self, seat: str, brief: str, offer: Offer) -> str:
        """What is new about an offer since this seat had it, or anybody, or one for a command of the same kind."""
        details = offer_figures(offer)
        sources = ((seat, brief), ("", brief), ("", str(type(offer.command).__struct_config__.tag)))
        known = next((self._details[source] for source in sources if source in self._details), {})
        self._details |= dict.fromkeys(sources, details)
        news = [_named(name, part) for name, part in details.items() if known.get(name) != part]
        gone = [f"no {name}" for name in known if name not in details]
        return "".join(f" | {part}" for part in (*news, *gone))

    # -- screens -----------------------------------------------------------------------------------------------------

    def _new_screen(self, table: Table, seat: str) -> Iterator[tuple[str, str]]:
        now: dict[str, Counter[tuple[str, str]]] = {}
        for block, about, said in screen_lines(table.present(seat), self._ids):
            now.setdefault(block, Counter())[about, said] += 1
        before = self._screens[seat]
        yield from (("", f"- {block}") for block in before if block not in now)
        for block, lines in now.items():
            had = before.get(block, Counter())
            new = lines - had
            replaced = {about for about, _ in new}
            yield from ((block, f"- {about}") for about, _ in had - lines if about not in replaced)
            for about, said in new:
                mark = "~" if any(about == other for other, _ in had) else "+"
                yield block, f"{mark} {about}{f': {said}' if said else ''}"
        self._screens[seat] = now


def _named(name: str, part: str) -> str:
    return f"{name} {part}" if name.startswith("<") else part
