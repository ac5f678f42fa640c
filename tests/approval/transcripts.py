"""The shipped games of a ruleset in words: a transcript of each, and one word book for all of them."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple, TypeAlias

import pytest

from fatetable.engine.errors import FatetableError
from fatetable.engine.messages import LogRecord
from fatetable.engine.state import State
from fatetable.tabletop.playthroughs.playthrough import read_playthrough
from fatetable.tabletop.playthroughs.runner import run
from fatetable.tabletop.table import Table
from tests.approval.scribe import Scribe
from tests.approval.word_book import WordBook

Game: TypeAlias = tuple[str, str]
"""The text of a playthrough or scene, and its name."""


def transcript(game: Game, games: tuple[Game, ...]) -> str:
    """One of these games in words."""
    return _book(games).number(_played(*game).text)


def word_book(games: tuple[Game, ...]) -> str:
    """Every sentence of these games once."""
    return _book(games).text()


def states_of(text: str, name: str) -> tuple[State, ...]:
    """The game after each step."""
    return _played(text, name).states


@cache
def _book(games: tuple[Game, ...]) -> WordBook:
    book = WordBook()
    for played in (_played(*game) for game in games):
        book.add_marked(played.text)
        book.add(played.words)
    return book


class _Played(NamedTuple):
    text: str
    states: tuple[State, ...]
    words: frozenset[tuple[str, str]]


@cache
def _played(text: str, name: str) -> _Played:
    playthrough = read_playthrough(text, name)
    scribe = Scribe(tuple(playthrough.seats))
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
    title = f"{playthrough.title} ({playthrough.ruleset})"
    return _Played(
        _text(title, *scribe.lines, *(f"not as written: {one.message}" for one in mismatches)),
        tuple(scribe.states),
        frozenset(scribe.words),
    )


def _text(*lines: str) -> str:
    return "\n".join((*lines, ""))
