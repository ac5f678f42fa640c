"""Two games that differ only in hidden things send everybody but the game master the same bytes.

That is positions, ids, times and everything else: the ids of things that were hidden and came to light are hashes, and
are compared by the order in which somebody hears of them.
"""

from __future__ import annotations

from itertools import zip_longest
from random import Random

import pytest

from fatetable.rulesets import folders
from tests.adapters.server.support.twins import Screens, Sent, Twins
from tests.conformance.effort import FACTOR

STEPS = 250
GAMES = 4 * FACTOR


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("ruleset", folders())
def test_what_is_hidden_changes_no_byte_that_others_are_sent(ruleset: str, seed: int) -> None:
    twins, random = Twins(ruleset, seed), Random(seed)
    first, second = Screens(twins.first.table), Screens(twins.second)
    twins.first.set_up()
    twins.follow()
    for number in range(STEPS):
        one, other = first.sent(), second.sent()
        assert one == other, differences(one, other)
        if number % 50 == 0:
            one, other = first.asked_for(), second.asked_for()
            assert one == other, differences(one, other)
        while random.random() < 0.4:
            twins.do_something_secret()
            assert not any(second.sent().values()), "a page is sent nothing for what it is not told"
        twins.first.step()
        twins.follow()
    assert twins.secrets > STEPS / 5
    assert twins.second.state.seq >= twins.first.table.state.seq + twins.secrets


def differences(one: Sent, other: Sent) -> str:
    """Where the first messages that differ do, with what stands around it."""
    for seat in one:
        for mine, theirs in zip_longest(one[seat], other.get(seat, ()), fillvalue=""):
            if mine != theirs:
                same = next(at for at, (a, b) in enumerate(zip_longest(mine, theirs)) if a != b)
                at = max(0, same - 200)
                return f"{seat} is sent\n{mine[at : at + 500]}\nor\n{theirs[at : at + 500]}"
    return "other people"
