"""What people are told in the games that are shipped with every ruleset is well formed, at every step of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from fatetable import rulesets
from fatetable.engine.prompts import PROMPTS
from fatetable.engine.seats import SEATS
from fatetable.engine.state import State
from fatetable.tabletop.playthroughs import read_playthrough, run
from fatetable.tabletop.table import Table
from tests.conformance.wording import faults_of_offer, faults_of_prompt

GAMES = [
    pytest.param(text, name, id=f"{ruleset_id}-{name}")
    for ruleset_id in rulesets.folders()
    for name, text in {**rulesets.playthroughs(ruleset_id), **rulesets.scenes(ruleset_id)}.items()
]


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
    for state in steps_of(table):
        for seat in state.get(SEATS):
            for offer in table.ruleset.engine.offers(state, seat):
                assert not list(faults_of_offer(offer, rules)), offer
        for prompt in state.get(PROMPTS).values():
            assert not list(faults_of_prompt(prompt, rules)), prompt
