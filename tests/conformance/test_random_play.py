"""Tables of every ruleset, played at random for hundreds of steps and looked over after each of them."""

from __future__ import annotations

import pytest
from hypothesis import given, note

from fatetable.rulesets import folders
from tests.conformance.effort import SEEDS, games
from tests.conformance.invariants import Watch
from tests.conformance.probing import Probe
from tests.conformance.swapping import settings_of
from tests.conformance.walking import Walk

STEPS = 250
FEWER_STEPS = 100
BETWEEN_LONG_LOOKS = 50


@pytest.mark.parametrize("ruleset", folders())
@games(16)
@given(seed=SEEDS)
def test_a_table_keeps_all_its_promises_whatever_is_played(ruleset: str, seed: int) -> None:
    walk = Walk(ruleset, seed)
    watch = Watch(walk.table)
    probe = Probe(watch, seed)
    try:
        walk.set_up()
        for number in range(STEPS):
            played = walk.step()
            watch.after_a_step(walk, played)
            probe.remember(played.seat, played.command)
            probe.probe()
            if number % BETWEEN_LONG_LOOKS == 0:
                watch.now_and_then()
        watch.now_and_then()
    except Exception:
        note(repr(walk))
        raise


@pytest.mark.parametrize("ruleset", folders())
@games(1)
@given(seed=SEEDS)
def test_so_does_a_table_with_each_value_of_a_dial_that_swaps_parts(ruleset: str, seed: int) -> None:
    for setting in settings_of(ruleset):
        walk = Walk(ruleset, seed, setting)
        watch = Watch(walk.table)
        try:
            walk.set_up()
            for _ in range(FEWER_STEPS):
                watch.after_a_step(walk, walk.step())
            watch.now_and_then()
        except Exception:
            note(repr(walk))
            raise
