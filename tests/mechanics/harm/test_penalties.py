"""What wounds take off: once for most rows, for each box of some, at once or in the next exchange."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from fatetable.mechanics.characters.cast import CAST
from fatetable.mechanics.harm.penalties import exchange_of, is_wound, penalties, penalties_now, wounds_in
from fatetable.mechanics.harm.state import Condition, ConditionSet, Wound
from fatetable.mechanics.rolls.effort_rulings import Disallow
from fatetable.mechanics.rolls.state import change_effort
from tests.mechanics.harm.wound_rows import ROWS
from tests.mechanics.rolling_game import overcome, rolling, the_roll
from tests.mechanics.small_game import RETH


def off(wounds: Mapping[str, int], exchange: int = 2) -> int:
    """What so many wounds in each row, marked in the first exchange, take off in another."""
    marked = tuple(Wound(row, since=1) for row, number in wounds.items() for _ in range(number))
    return sum(part.amount for part in penalties(ROWS, marked, exchange))


def test_clipped_and_hurt_count_once_and_injured_for_each_box() -> None:
    for clipped in range(3):
        for hurt in range(3):
            for injured in range(3):
                expected = -(clipped > 0) - (hurt > 0) - injured
                assert off({"clipped": clipped, "hurt": hurt, "injured": injured}) == expected
    assert off({"clipped": 2, "hurt": 2, "injured": 2}) == -4, "the most there is"


def test_only_clipped_waits_for_the_next_exchange() -> None:
    assert (off({"clipped": 1}, exchange=1), off({"clipped": 1}, exchange=2)) == (0, -1)
    assert (off({"hurt": 1}, exchange=1), off({"injured": 1}, exchange=1)) == (-1, -1)


def test_each_row_is_a_part_of_its_own_by_name() -> None:
    marked = (Wound("hurt"), Wound("injured"), Wound("injured"))
    assert [(part.label, part.amount) for part in penalties(ROWS, marked, 1)] == [("hurt", -1), ("injured", -2)]


def test_where_people_take_turns_a_row_may_count_for_one_kind_of_action_alone() -> None:
    rows = tuple(msgspec.structs.replace(row, next_action="attack") if row.waits else row for row in ROWS)
    marked = (Wound("clipped", since=3), Wound("hurt"))
    assert [part.label for part in penalties(rows, marked, 3, "attack")] == ["clipped", "hurt"]
    assert [part.label for part in penalties(rows, marked, 4, "defend")] == ["hurt"]
    assert [part.label for part in penalties(rows, marked, 4)] == ["clipped", "hurt"], "by exchanges it is as usual"


def test_outside_of_fights_what_waits_for_the_next_exchange_does_not_count() -> None:
    g = rolling().scene()
    reth = g.state.get(CAST)[RETH]
    assert penalties_now(ROWS, g.state, reth, "overcome") == ()
    g.tell(ConditionSet(RETH, Condition(wounds=(Wound("clipped"), Wound("hurt")))))
    assert exchange_of(g.state) == 0
    assert [part.label for part in penalties_now(ROWS, g.state, reth, "overcome")] == ["hurt"]


def test_the_game_master_rules_that_a_wound_does_not_hinder() -> None:
    g = rolling().scene()
    overcome(g)
    (wound,) = penalties(ROWS, (Wound("hurt"),), 1)
    assert is_wound(wound, "hurt")
    assert not is_wound(wound, "injured")
    parts = the_roll(g).efforts[0].modifiers
    g.run(lambda decision: change_effort(decision, the_roll(g).id, 0, modifiers=(*parts, wound)))
    assert wounds_in(the_roll(g).efforts[0]) == ("hurt",)
    (offer,) = g.offers("gm", Disallow)
    assert (offer.label, offer.member) == ("Disallow hurt", "hurt")
    g.do("gm", offer.command)
    assert the_roll(g).efforts[0].modifiers == parts
    assert g.offers("gm", Disallow) == ()
