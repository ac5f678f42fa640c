"""A die more for a point alone: it is counted, it is thrown again with the others, and there is one for each roll."""

from __future__ import annotations

import msgspec

from fatetable.mechanics.points.accounts import balance, purse
from fatetable.mechanics.rolls.comparing.dice_for_points import ChangeDie
from tests.mechanics.rolling_game import everybody_passes, the_roll
from tests.mechanics.rolls.comparing.turning import FATE_DIE, after, counted, thrown, total, turn, values
from tests.mechanics.small_game import RETH


def test_a_point_adds_a_die_that_is_counted() -> None:
    """F2-D6-07, and no more than one for each roll."""
    g = thrown("6 2 1", "5", rules=FATE_DIE, difficulty=10)
    before = balance(g.state, purse(RETH))
    command = ChangeDie(roll=the_roll(g).id, effort=0, effect="die", party=RETH)
    g.do("ana", command)
    assert (values(g, FATE_DIE), total(g, FATE_DIE)) == ((6, 2, 1, 5), 14)
    assert balance(g.state, purse(RETH)) == before - 1
    assert g.refused("ana", command) == ("no-such-die", "No more dice can be added on this roll.")
    assert everybody_passes(g).margin == 0


def test_with_a_penalty_the_worst_of_all_dice_count() -> None:
    g = thrown("6 2 1 4", "5", rules=FATE_DIE, difficulty=10, penalty=1)
    assert total(g, FATE_DIE) == 2 + 1 + 4
    g.do("ana", ChangeDie(roll=the_roll(g).id, effort=0, effect="die", party=RETH))
    assert (sorted(values(g, FATE_DIE)), total(g, FATE_DIE)) == ([1, 2, 4, 5], 12)


def test_all_dice_are_thrown_again_with_the_one_that_was_added() -> None:
    g = thrown("6 2 1", "5", "1 1 1 1", rules=FATE_DIE, difficulty=10)
    g.do("ana", ChangeDie(roll=the_roll(g).id, effort=0, effect="die", party=RETH))
    g.do("ana", turn(g, "", effect="again"))
    assert (values(g, FATE_DIE), the_roll(g).efforts[0].added) == ((1, 1, 1, 1), 1)


def test_others_add_no_die_to_a_roll() -> None:
    g = thrown("6 2 1", rules=FATE_DIE, difficulty=10)
    command = ChangeDie(roll=the_roll(g).id, effort=0, effect="die", party=RETH)
    assert g.refused("bo", command)[0] == "not-yours"
    assert g.refused("ana", msgspec.structs.replace(command, effect="again"))[0] == "no-such-effect"


def test_the_chances_of_an_added_die_choose_among_all() -> None:
    g = thrown("6 2 1 4", rules=FATE_DIE, difficulty=10, penalty=1)
    told = after(g, FATE_DIE, ChangeDie)
    assert told == counted(FATE_DIE, g, [sum(sorted((6, 2, 1, 4, face))[:4]) - 10 for face in range(1, 7)])
