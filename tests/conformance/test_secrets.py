"""Whoever is not told a secret could not even tell whether it was another one."""

from __future__ import annotations

import pytest
from hypothesis import given, note

from fatetable.engine.messages import Command
from fatetable.rulesets import folders
from fatetable.tabletop.table import Table
from tests.conformance.effort import SEEDS, games
from tests.conformance.filling import tokens_in
from tests.conformance.walking import SEATS_AT_START, SECRET, Walk

STEPS = 200


def untold(walk: Walk) -> frozenset[str]:
    """Words that somebody wrote and only the game master has read."""
    written = frozenset[str]().union(*(tokens_in(step.command) for step in walk.steps))
    told = (tokens_in(record) for seat in walk.outsiders for record in walk.table.told(seat))
    return written.difference(*told)


def with_other_words(table: Table, command: Command, words: frozenset[str]) -> Command:
    codec = table.ruleset.codec
    written = codec.write(command)
    for word in words & tokens_in(command):
        written = written.replace(word.encode(), word.replace("word", "sworn").replace("q", "").encode())
    return codec.read_command(written)


def played_again(walk: Walk, words: frozenset[str]) -> Table:
    """The same game, step by step, with other words for those."""
    table = Table.open(walk.table.ruleset.id, SEATS_AT_START, dials=walk.dials, secret=SECRET)
    for step in walk.steps:
        table.send(step.seat, with_other_words(table, step.command, words), proxy=step.proxy)
    return table


@pytest.mark.parametrize("ruleset", folders())
@games(8)
@given(seed=SEEDS)
def test_another_secret_changes_nothing_an_outsider_is_told(ruleset: str, seed: int) -> None:
    walk = Walk(ruleset, seed)
    try:
        walk.set_up()
        for _ in range(STEPS):
            walk.step()
        secrets = untold(walk)
        again = played_again(walk, secrets)
    except Exception:
        note(repr(walk))
        raise
    write = walk.table.ruleset.codec.write
    for seat in walk.outsiders:
        before, after = walk.table.told(seat), again.told(seat)
        different = [(one, other) for one, other in zip(before, after, strict=True) if write(one) != write(other)]
        assert not different, f"{seat} could tell: {different[:1]}\n{walk!r}"
        assert walk.table.present(seat) == again.present(seat)
        assert walk.table.offers(seat) == again.offers(seat)
    gm = walk.gm
    is_secret = bool(secrets)
    assert is_secret == (walk.table.told(gm) != again.told(gm)), "only the game master sees the difference"
