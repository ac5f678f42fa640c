"""Writes down a game as everybody at the table reads it: after each step what they are told, may do and see.

Knows no ruleset.  Only what changes with a step is written.  Sentences are named by what they are about, with the names
and figures in them; their words stand in the word book.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from fatetable.engine.errors import FatetableError
from fatetable.engine.messages import Event
from fatetable.engine.offers import Offer
from fatetable.engine.prompts import PromptAnswered, PromptOpened
from fatetable.engine.state import State
from fatetable.tabletop.table import Table
from fatetable.tabletop.words.chronicle import Chronicle
from tests.approval.offers_in_words import figures_of, label_of, name_of_offer, other_words_of
from tests.approval.own_words import OwnWords
from tests.approval.screens_in_words import screen_lines
from tests.approval.sections import FIRST, section
from tests.approval.values import Ids, fields
from tests.approval.word_book import MARK, mark

MANY = 1
"""If more offers than these come back at once, the step is named after which they were last seen."""


class Scribe:
    def __init__(self, seats: tuple[str, ...]) -> None:
        self.lines: list[str] = []
        self.states: list[State] = []
        self.words: set[tuple[str, str]] = set()
        self._seats = seats
        self._ids = Ids()
        self._own = OwnWords()
        self._step = 0
        self._stories: dict[str, Chronicle] = {}
        self._asked: dict[str, str] = {}
        self._offers: dict[str, dict[str, dict[str, Offer]]] = {seat: {} for seat in seats}
        self._before: dict[tuple[str, str, tuple[str, ...]], int] = {}
        self._details: dict[tuple[str, str], dict[str, str]] = {}
        self._screens: dict[str, dict[str, Counter[tuple[str, str]]]] = {seat: {} for seat in seats}

    def begin(self, table: Table, seat: str, command: Any) -> None:
        if not self._step:
            self._own.of_ruleset(table.ruleset)
        self._step += 1
        self._learn(table.state)
        try:
            read = table.ruleset.codec.read_command(command)
        except FatetableError:
            wish = str(command)
        else:
            self._own.of_command(table, seat, read)
            wish = fields(read, self._ids)
        self.lines += ("", f"== {self._step}. {seat}: {wish}")

    def _learn(self, state: State) -> None:
        self._ids.learn(state)
        self._own.of_state(state)

    def note_refusal(self, refusal: FatetableError) -> None:
        cites = ", ".join(getattr(refusal, "cites", ()))
        self.lines.append(f"refused {self._say('refused', refusal.code, f'{refusal.message} [{cites}]')}")

    def look(self, table: Table) -> None:
        """Write down what has changed for whom."""
        self.states.append(table.state)
        self._learn(table.state)
        for title, changes in (("told", self._news), ("offers", self._new_offers), ("screen", self._new_screen)):
            self.lines += section(title, {seat: tuple(changes(table, seat)) for seat in self._seats})

    def _say(self, kind: str, about: str, sentence: str) -> str:
        """How a sentence is named, with what in it belongs to this game."""
        parted = self._own.part(sentence)
        values = ", ".join(parted.values)
        number = mark(f"{kind} {self._own.part(about).pattern}", parted.pattern)
        return f"{about}{number}{f': {values}' if values else ''}"

    # -- the story ---------------------------------------------------------------------------------------------------

    def _news(self, table: Table, seat: str) -> Iterator[tuple[str, str]]:
        story = self._stories.setdefault(seat, Chronicle(table, seat))
        known = len(story.lines)
        records = table.told(seat, after=story.seq)
        story.hear_news()
        about = {record.seq: self._name_of_event(record.event) for record in records}
        yield from (("", self._say("told", about[told.seq], told.line)) for told in story.lines[known:])

    def _name_of_event(self, event: Event) -> str:
        tag = str(event.__struct_config__.tag).partition("/")[0]
        if isinstance(event, PromptOpened):
            self._asked[event.prompt.id] = event.prompt.kind
        if isinstance(event, PromptAnswered):
            return f"{tag} {self._asked.get(event.prompt, '')}={event.option}"
        return tag

    # -- offers ------------------------------------------------------------------------------------------------------

    def _new_offers(self, table: Table, seat: str) -> Iterator[tuple[str, str]]:
        state = table.view(seat)
        now: dict[str, dict[str, Offer]] = {}
        for offer in table.offers(seat):
            same = now.setdefault(offer.group, {})
            name = self._name_of_offer(offer, state)
            words = other_words_of(offer, state, self._ids)
            self.words.update((about, self._own.part(said).pattern) for about, said in words)
            while name in same:
                name += " again"
            same[name] = offer
        before = self._offers[seat]
        for group in (*before, *(group for group in now if group not in before)):
            yield from ((group, line) for line in self._changes(seat, group, before.get(group, {}), now.get(group, {})))
        self._offers[seat] = now

    def _name_of_offer(self, offer: Offer, state: State) -> str:
        """Its tag and fixed parts, which of several labels it has, and what that label names besides."""
        name = name_of_offer(offer, state, self._ids)
        about, label = self._own.part(name).pattern, self._own.part(label_of(offer, state))
        besides = ", ".join(value for value in label.values if _as_id(value) not in _as_id(name))
        return f"{name}{mark(f'offered {about}', f'“{label.pattern}”')}{f' ({besides})' if besides else ''}"

    def _changes(self, seat: str, group: str, before: Mapping[str, Offer], now: Mapping[str, Offer]) -> Iterator[str]:
        told = {name: self._news_of_offer(seat, name, offer) for name, offer in now.items()}
        gone = [name for name in before if name not in now]
        come = [name for name in now if name not in before]
        known = self._before.setdefault((seat, group, tuple(sorted(now))), self._step)
        if len(gone) + len(come) > MANY and known != self._step:
            yield f"= as after {known}"
            gone, come = [], []
        elif len(gone) > MANY and not now:
            yield f"- all {len(before)}"
            gone = []
        yield from (f"-{_opened(name)}" for name in gone)
        for name, news in told.items():
            if name in come or news:
                yield f"{'+' if name in come else '~'}{_opened(name)}{news}"

    def _news_of_offer(self, seat: str, name: str, offer: Offer) -> str:
        """What is new about an offer since this seat had it, or anybody, or one for a command of the same kind."""
        details = figures_of(offer)
        sources = ((seat, name), ("", name), ("", str(type(offer.command).__struct_config__.tag)))
        known = next((self._details[source] for source in sources if source in self._details), {})
        self._details |= dict.fromkeys(sources, details)
        news = [
            f"{name} {part}" if name.startswith("<") else part
            for name, part in details.items()
            if known.get(name) != part
        ]
        gone = [f"no {name}" for name in known if name not in details]
        return "".join(f" | {part}" for part in (*news, *gone))

    # -- screens -----------------------------------------------------------------------------------------------------

    def _new_screen(self, table: Table, seat: str) -> Iterator[tuple[str, str]]:
        now: dict[str, Counter[tuple[str, str]]] = {}
        for block, about, said in screen_lines(table.present(seat), table.state, self._ids, self._say):
            now.setdefault(block, Counter())[about, said] += 1
        before = self._screens[seat]
        yield from (("", f"- {block}") for block in before if block not in now)
        for block, lines in now.items():
            had = before.get(block, Counter())
            new = lines - had
            replaced = {about for about, _ in new}
            yield from ((block, f"-{_opened(about, ': ')}") for about, _ in had - lines if about not in replaced)
            for about, said in new:
                is_known = any(about == other for other, _ in had)
                yield block, f"{'~' if is_known else '+'}{_opened(about, ': ')}{f': {said}' if said else ''}"
        self._screens[seat] = now


def _opened(name: str, after: str = " ") -> str:
    """Parts what lines about several things begin with from the rest of each."""
    place = name.find(after, 0, name.find(MARK) if MARK in name else len(name))
    if place < 0:
        return f"{FIRST}{name}" if after == " " else f" {name}"
    return f" {name[: place + len(after)].rstrip()}{FIRST}{name[place + len(after) :]}"


def _as_id(words: str) -> str:
    return re.sub(r"\W+", "-", words.lower()).strip("-")
