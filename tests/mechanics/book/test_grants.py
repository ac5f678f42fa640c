"""The table of what outcomes grant."""

from __future__ import annotations

import msgspec
import pytest

from fatetable.mechanics.book.grants import ActionTable, Boost, DiscoverAspect, Fail, Goal, Grant, OutcomeRow

TABLE = ActionTable.of(
    (
        OutcomeRow("create", "win", (Goal(),)),
        OutcomeRow("create", "win", (DiscoverAspect(1),), mode="discover"),
        OutcomeRow("create", "lose", (Fail(),)),
    )
)


@pytest.mark.parametrize(
    ("mode", "outcome", "grants"),
    [("discover", "win", (DiscoverAspect(1),)), ("new", "win", (Goal(),)), ("discover", "lose", (Fail(),))],
)
def test_a_mode_without_a_row_of_its_own_takes_the_one_of_its_action(
    mode: str, outcome: str, grants: tuple[Grant, ...]
) -> None:
    assert TABLE.row("create", mode, outcome).grants == grants


@pytest.mark.parametrize(("grant", "tag"), [(DiscoverAspect(2), "reveal-aspect"), (Boost("defender"), "boost")])
def test_a_grant_is_written_under_its_tag(grant: Grant, tag: str) -> None:
    written = msgspec.json.encode(grant)
    assert msgspec.json.decode(written)["type"] == tag
    assert msgspec.json.decode(written, type=Grant) == grant
