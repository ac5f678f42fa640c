"""What people are told in the games that are shipped with every ruleset is well formed, at every step of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from fatetable import rulesets
from fatetable.engine.prompts import PROMPTS
from fatetable.engine.seats import SEATS
from fatetable.engine.state import State
from fatetable.mechanics.ruleset import Ruleset
from fatetable.tabletop.playthroughs.playthrough import read_playthrough
from fatetable.tabletop.playthroughs.runner import run
from fatetable.tabletop.table import Table
from fatetable.tabletop.words.chronicle import Chronicle
from tests.conformance.swapping import every_version
from tests.conformance.wording import (
    faults_of_offer,
    faults_of_prompt,
    faults_of_question,
    faults_of_style,
    names_in,
    names_of_the_program,
    words_of_offer,
    words_of_other_books,
    words_of_prompt,
)

GAMES = [
    pytest.param(text, name, id=f"{ruleset_id}-{name}")
    for ruleset_id in rulesets.folders()
    for name, text in {**rulesets.playthroughs(ruleset_id), **rulesets.scenes(ruleset_id)}.items()
]

READ = frozenset(
    {
        *(
            "title",
            "label",
            "text",
            "name",
            "question",
            "description",
            "about",
            "why",
            "note",
            "notes",
            "meaning",
            "help",
        ),
        *("hint", "concept", "barrier", "aspect", "goal"),
    }
)
"""What is called so in blocks and steps of creation is there to be read; the rest is for the page to find its way."""


def steps_of(table: Table) -> Iterator[State]:
    """The state after each whole step of a game."""
    records = table.records
    for end in range(1, len(records) + 1):
        if end == len(records) or not records[end].goes_on:
            yield table.ruleset.engine.fold(records[:end])


@pytest.mark.parametrize(("text", "name"), GAMES)
def test_every_offer_and_question_is_well_worded(text: str, name: str) -> None:
    table = run(read_playthrough(text, name)).table
    rules = frozenset(rule.id for rule in rulesets.rulebook(table.ruleset.id).rules)
    names, others = names_of_the_program(table.ruleset), words_of_other_books(table.ruleset)
    read: set[str] = set()
    style: set[str] = set()
    for state in steps_of(table):
        called = names_in(state)
        for seat in state.get(SEATS):
            for offer in table.ruleset.engine.offers(state, seat):
                assert not list(faults_of_offer(offer, rules)), offer
                style.update(faults_of_style(offer, called))
                read.update(words_of_offer(offer))
        for prompt in state.get(PROMPTS).values():
            assert not list(faults_of_prompt(prompt, rules)), prompt
            style.update(faults_of_question(prompt, called))
            read.update(words_of_prompt(prompt))
    assert [words for words in read if names.search(words) or others.search(words)] == []
    assert style == set()


@pytest.mark.parametrize(("text", "name"), GAMES)
def test_what_is_told_and_shown_is_in_the_words_of_the_book(text: str, name: str) -> None:
    table = run(read_playthrough(text, name)).table
    names, others = names_of_the_program(table.ruleset), words_of_other_books(table.ruleset)
    for seat in table.state.get(SEATS):
        story = Chronicle(table, seat)
        story.hear_news()
        shown = words_in(msgspec.to_builtins(table.present(seat)))
        for words in (*(line for _, line in story.lines), *shown):
            assert not names.search(words), words
            assert not others.search(words), words


@pytest.mark.parametrize("ruleset", every_version())
def test_rules_options_and_steps_of_creation_are_in_the_words_of_the_book(ruleset: Ruleset) -> None:
    names, others = names_of_the_program(ruleset), words_of_other_books(ruleset)
    rules = rulesets.rulebook(ruleset.id).rules
    texts = [words for rule in rules for words in (rule.title, rule.section, rule.text)]
    texts += [dial.meaning for dial in ruleset.dial_info]
    for kind in ruleset.creation.kinds:
        blank = ruleset.creation.blank(kind.value)
        texts += words_in(msgspec.to_builtins(ruleset.creation.steps(blank), enc_hook=dict))
        texts += [words for found in ruleset.creation.problems(blank) for words in (found.message, found.fix)]
    assert [words for words in texts if names.search(words) or others.search(words)] == []


def words_in(shown: Any, called: str = "") -> Iterator[str]:
    if isinstance(shown, str):
        if called in READ:
            yield shown
    elif isinstance(shown, dict):
        for field, value in shown.items():
            yield from words_in(value, field)
    elif isinstance(shown, list | tuple):
        for value in shown:
            yield from words_in(value, called)
