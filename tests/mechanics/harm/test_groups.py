"""Groups: many who act as one, go down one after the other, and are worth more together."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.engine.decision import Decision
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId
from fatetable.mechanics.harm.groups import (
    GROUPS as GROUPED,
)
from fatetable.mechanics.harm.groups import (
    Group,
    Groups,
    Lot,
    Numbers,
    bring_back,
    change_group,
    group_of,
    leader_of,
    lose,
    numbers_bonus,
)
from fatetable.mechanics.harm.hits import Hit
from fatetable.mechanics.harm.state import HARM, STRESS, TAKEN_OUT, condition_of, set_condition
from fatetable.mechanics.scenes.joining import AddOpponent
from fatetable.mechanics.scenes.lifecycle import EnterScene, LeaveScene
from tests.mechanics.small_game import RETH, THUG, SmallGame, sheet

NUMBERS = (Numbers(2, 1), Numbers(4, 2), Numbers(7, 3))
"""SF-MINIONS-08: two or three are worth 1, four to six 2, seven or more 3."""

QUALITY = {"average": 1, "fair": 2, "good": 3}
"""SF-MINIONS-08: a box for each point of quality."""


def _out(decision: Decision, group: ActorId, *_: object) -> None:
    set_condition(decision, group, TAKEN_OUT, out=TAKEN_OUT)


def _each(group: Actor) -> int:
    return QUALITY[group.sheet.texts["quality"]]


def _lot(_: object, hit: Hit) -> Lot:
    return "stunned" if hit.kind == "mind" else "fallen"


GROUPS = Groups(each=_each, take_out=_out, lot=_lot)


GANG = ActorId("gang")


def gang(size: int = 5, quality: str = "fair") -> SmallGame:
    g = SmallGame(parts=(GROUPS,)).scene()
    more = sheet("Gang", "foe", numbers={"size": size}, texts={"quality": quality})
    g.do("gm", AddOpponent(more))
    g.do("gm", EnterScene(GANG))
    return g


def hit(g: SmallGame, amount: int, **more: Any) -> Group:
    g.run(lambda decision: GROUPS.land(decision, Hit(target=GANG, by=RETH, amount=amount, **more)))
    return group_now(g)


def group_now(g: SmallGame) -> Group:
    return group_of(g.state, g.state.get(CAST)[GANG])


def checked(g: SmallGame) -> int:
    return condition_of(g.state, GANG).tracks[STRESS].count(True)


@pytest.mark.parametrize(("members", "bonus"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (6, 2), (7, 3), (30, 3)])
def test_numbers_are_worth_something(members: int, bonus: int) -> None:
    assert numbers_bonus(NUMBERS, members) == bonus


@pytest.mark.parametrize(
    ("quality", "amount", "standing", "rest"),
    [
        ("average", 1, 4, 0),
        ("average", 3, 2, 0),
        ("fair", 1, 5, 1),
        ("fair", 2, 4, 0),
        ("fair", 5, 3, 1),
        ("good", 2, 5, 2),
        ("good", 4, 4, 1),
    ],
)
def test_stress_spills_from_one_member_to_the_next(quality: str, amount: int, standing: int, rest: int) -> None:
    """SF-MINIONS-05 and 08: no consequences, a box for each point of quality, and what is left goes on."""
    g = gang(quality=quality)
    found = hit(g, amount)
    assert (found.standing, found.fallen, checked(g)) == (standing, 5 - standing, rest)
    assert not condition_of(g.state, GANG).out


def test_two_hits_add_up_on_the_member_in_front() -> None:
    g = gang(quality="good")
    hit(g, 2)
    assert (hit(g, 2).standing, checked(g)) == (4, 1)


def test_a_hit_of_nothing_changes_nothing() -> None:
    g = gang()
    assert hit(g, 0) == Group(5, 5)
    assert g.state.get(HARM)[GANG].tracks == {STRESS: (False, False)}


def test_a_group_is_out_when_nobody_stands_and_no_more_fall_than_there_are() -> None:
    g = gang(size=2)
    found = hit(g, 40)
    assert (found.standing, found.fallen) == (0, 2)
    assert condition_of(g.state, GANG).out == TAKEN_OUT
    assert condition_of(g.state, GANG).tracks[STRESS] == (True, True)


def test_what_took_them_out_says_what_becomes_of_them() -> None:
    g = gang()
    hit(g, 2)
    found = hit(g, 4, kind="mind")
    assert (found.standing, found.fallen, found.stunned) == (2, 1, 2)


def test_some_can_be_brought_back_from_each_lot_in_turn() -> None:
    g = gang()
    hit(g, 4)
    hit(g, 4, kind="mind")
    g.run(lambda decision: bring_back(decision, GANG, 3, 2, "stunned", "fallen"))
    assert group_now(g) == Group(5, 4, fallen=1)
    g.run(lambda decision: bring_back(decision, GANG, 9, 2, "stunned", "fallen"))
    assert group_now(g) == Group(5, 5)


def test_a_group_that_was_out_is_back_and_rested() -> None:
    g = gang(size=2)
    hit(g, 4)
    g.run(lambda decision: bring_back(decision, GANG, 1, 2, "fallen"))
    assert group_now(g) == Group(2, 1, fallen=1)
    assert condition_of(g.state, GANG).out == ""
    assert checked(g) == 0


def test_nobody_comes_back_from_a_lot_nobody_is_in() -> None:
    g = gang()
    hit(g, 2)
    before = g.state
    g.run(lambda decision: bring_back(decision, GANG, 3, 2, "fled"))
    assert g.state.get(GROUPED) == before.get(GROUPED)


def test_runaways_are_counted_apart() -> None:
    g = gang()
    g.run(lambda decision: lose(decision, GANG, 2, "fled"))
    assert group_now(g) == Group(5, 3, fled=2)


def test_a_leader_leads_while_there() -> None:
    g = gang()
    g.run(lambda decision: change_group(decision, GANG, "led", leader=THUG))
    band = g.state.get(CAST)[GANG]
    assert leader_of(g.state, band) == THUG
    g.do("gm", LeaveScene(THUG))
    assert leader_of(g.state, band) == ""


def test_a_group_is_what_its_sheet_says_before_anything_befell_it() -> None:
    g = gang(size=7)
    assert group_now(g) == Group(7, 7)
    assert GANG not in g.state.get(GROUPED)
    assert group_of(g.view("ana"), g.view("ana").get(CAST)[GANG]).size == 0, "players cannot read its sheet"


@pytest.mark.parametrize(
    ("hits", "standing", "left"), [((2,), 5, 2), ((3,), 4, 0), ((1, 2), 4, 0), ((7,), 3, 1), ((15,), 0, 2)]
)
def test_where_boxes_have_to_be_exceeded_a_full_track_fells_nobody(
    hits: tuple[int, ...], standing: int, left: int
) -> None:
    """Each of the fair has two boxes."""
    tough = Groups(each=_each, take_out=_out, exceeds=True)
    g = SmallGame(parts=(tough,)).scene()
    g.do("gm", AddOpponent(sheet("Gang", "foe", numbers={"size": 5}, texts={"quality": "fair"})))
    g.do("gm", EnterScene(GANG))
    for amount in hits:
        blow = Hit(target=GANG, by=RETH, amount=amount)

        def land(decision: Decision, blow: Hit = blow) -> None:
            tough.land(decision, blow)

        g.run(land)
    assert (group_now(g).standing, checked(g)) == (standing, left)
    assert len(condition_of(g.state, GANG).tracks[STRESS]) == 2
