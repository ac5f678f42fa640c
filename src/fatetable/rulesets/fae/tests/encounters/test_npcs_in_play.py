"""NPCs, mooks and groups at the table: they take turns, act, react, help and pay like everybody else."""

from typing import Any

import msgspec
import pytest

from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.harm.absorbing import Inflict
from fatetable.mechanics.harm.state import TAKEN_OUT
from fatetable.mechanics.rolls.helping import Help
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.mechanics.rolls.state import POINT
from fatetable.mechanics.scenes.joining import AddOpponent
from fatetable.mechanics.scenes.map_editing import PlaceActor
from fatetable.rulesets.fae.tests.support.book import TABLES
from fatetable.rulesets.fae.tests.support.fights import (
    ASSASSIN,
    BLANK,
    BULLY,
    GANG,
    RETH,
    SHARK,
    VELD,
    VOLTAIRE,
    absorb,
    attack,
    create,
    declare,
    end_turn,
    let_fall,
    miss,
    overcome,
    parry,
    strike,
    ways_to_absorb,
)
from fatetable.rulesets.fae.tests.support.playing import Game


def fight(*foes: str, **dials: Any) -> Game:
    """Reth, Voltaire, then the foes."""
    g = Game(foes=foes, **dials)
    g.start_conflict(first="Reth")
    return g


@pytest.mark.rule("FAE-NPC-10", "FAE-TURN-04")
def test_npcs_who_act_together_have_one_action_each_one_after_the_other() -> None:
    g = fight("Veld", "Gang of Thugs")
    g.come_to(VELD)
    zones = g.draw_zones("Deck", "Quay")
    for actor in (RETH, VOLTAIRE, VELD, GANG):
        g.do("gm", PlaceActor(actor, zones[0]))
    miss(g, GANG, RETH)
    assert g.actors_on_turn() == (GANG,), "it still has its free move, and Veld waits for it"
    assert g.refused("gm", attack(g, VELD, RETH)) == "not-your-turn"
    end_turn(g, GANG)
    miss(g, VELD, RETH)
    end_turn(g, VELD)
    assert g.refused("gm", attack(g, GANG, RETH)) == "not-your-turn"


@pytest.mark.rule("FAE-NPC-10", "FAE-NPC-08")
def test_a_group_counts_as_one_character_with_one_action() -> None:
    g = fight("Gang of Thugs")
    g.come_to(GANG)
    miss(g, GANG, RETH)
    assert g.refused("gm", attack(g, GANG, VOLTAIRE)) == "not-your-turn"


@pytest.mark.rule("FAE-NPC-10")
def test_nameless_foes_create_advantages_and_hold_the_free_invocation() -> None:
    g = fight("Gang of Thugs", "Steel Assassin")
    g.come_to(GANG)
    g.do("gm", create(g, GANG, "Surrounded", target=RETH))
    g.answer("gm", "opposition", "defend", defender=RETH)
    g.defend("ana", "quick")
    let_fall(g, 1)
    assert [free.holder for free in g.card("Surrounded").free] == [GANG]
    declare(g, ASSASSIN, RETH)
    parry(g, RETH)
    g.throw("gm", BLANK, BLANK)
    card = g.card("Surrounded")
    invoke = Invoke(
        roll=g.roll.id, effort=0, effect="bonus", aspect=card.id, explanation="no way out", payment=card.free[0].id
    )
    before = g.roll.efforts[0].total
    g.do("gm", invoke)
    assert g.roll.efforts[0].total == before + 2
    assert g.points("pool") == 2, "it was free"


@pytest.mark.rule("FAE-NPC-10")
def test_nameless_foes_overcome_defend_with_style_and_help_one_another() -> None:
    g = fight("Gang of Thugs", "Steel Assassin")
    g.come_to(ASSASSIN)
    g.do("gm", overcome(g, ASSASSIN))
    g.answer("gm", "opposition", "difficulty", value=2)
    g.do("gm", Help(roll=g.roll.id, effort=0, actor=GANG, description="lend a shoulder"))
    g.throw("gm", BLANK)
    g.everyone_passes()
    assert (g.last_roll.margin, g.last_roll.goal) == (1, "reached"), "skilled, and one helper"
    g.come_to(RETH)
    declare(g, RETH, GANG)
    parry(g, GANG)
    let_fall(g, -3)
    assert [card.owner for card in g.table.state.slices["aspects"].values() if card.kind == "boost"] == [GANG]


@pytest.mark.rule("FAE-NPC-10")
def test_npcs_pay_from_the_pool_they_share() -> None:
    g = fight("Veld", "Gang of Thugs")
    strike(g, RETH, VELD, 1)
    absorb(g, VELD, "box-1")
    g.come_to(GANG)
    declare(g, GANG, RETH)
    parry(g, RETH)
    g.throw("gm", BLANK, BLANK)
    use = Invoke(
        roll=g.roll.id,
        effort=0,
        effect="bonus",
        aspect=g.card("Axe Handles & Crowbars").id,
        explanation="crack",
        payment=POINT,
    )
    g.do("gm", use)
    assert g.points("pool") == 1


@pytest.mark.rule("FAE-NPC-05")
def test_a_mook_without_boxes_goes_down_to_the_first_hit() -> None:
    g = Game(foes=("Cyclops House Bully",))
    g.start_conflict(first="Reth")
    strike(g, RETH, BULLY, 1)
    assert g.prompt("absorb") is None
    assert g.condition(BULLY).out == TAKEN_OUT


@pytest.mark.rule("FAE-NPC-05")
@pytest.mark.parametrize(
    ("foe", "actor", "shifts", "ways"),
    [
        ("Steel Assassin", ASSASSIN, 1, ["box-1", "out"]),
        ("Steel Assassin", ASSASSIN, 2, []),
        ("Sky Shark", SHARK, 1, ["box-1", "box-2", "out"]),
        ("Sky Shark", SHARK, 2, ["box-2", "out"]),
        ("Sky Shark", SHARK, 3, []),
        ("Gang of Thugs", GANG, 2, ["box-2", "out"]),
        ("Gang of Thugs", GANG, 3, []),
    ],
)
def test_nameless_foes_have_stress_but_no_consequences(foe: str, actor: ActorId, shifts: int, ways: list[str]) -> None:
    g = Game(foes=(foe,))
    g.start_conflict(first="Reth")
    strike(g, RETH, actor, shifts)
    if ways:
        assert ways_to_absorb(g) == ways, "the smallest box that will do comes first"
    else:
        assert g.prompt("absorb") is None
        assert g.condition(actor).out == TAKEN_OUT
    assert g.refused("gm", Inflict(actor=actor, slot="mild", words="Limping", reason="a cost")) == "no-free-slot"


@pytest.mark.rule("FAE-NPC-05")
def test_left_to_the_software_the_smallest_box_that_will_do_is_checked() -> None:
    g = Game(foes=("Sky Shark", "Veld"), mook_stress="smallest")
    g.start_conflict(first="Reth")
    strike(g, RETH, SHARK, 1)
    assert g.boxes(SHARK) == (True, False)
    strike(g, VOLTAIRE, SHARK, 1)
    assert g.boxes(SHARK) == (True, True)
    strike(g, RETH, SHARK, 1)
    assert g.condition(SHARK).out == TAKEN_OUT, "no box is left, so the next hit takes it down"
    g.answer("ana", "taken-out", "tell", fate="dives")
    strike(g, VOLTAIRE, VELD, 1)
    assert ways_to_absorb(g)[0] == "box-1", "important foes are always asked for"


@pytest.mark.rule("FAE-NPC-08", "FAE-NPC-05")
@pytest.mark.parametrize(("odd_groups", "boxes"), [("down", 2), ("up", 3)])
def test_a_group_falls_as_a_whole_by_one_track_for_all_of_them(odd_groups: str, boxes: int) -> None:
    g = Game(odd_groups=odd_groups, scene=False)
    gang = msgspec.structs.replace(TABLES.sample("Gang of Thugs"), numbers={"size": 5})
    g.do("gm", AddOpponent(gang))
    g.start_scene()
    g.start_conflict(first="Reth")
    assert g.boxes(GANG) == (False,) * boxes
    strike(g, RETH, GANG, boxes)
    assert ways_to_absorb(g) == [f"box-{boxes}", "out"]
    absorb(g, GANG, f"box-{boxes}")
    assert GANG in g.conflict.actors, "no member drops out when a box is checked"
    strike(g, VOLTAIRE, GANG, boxes)
    assert g.condition(GANG).out == TAKEN_OUT
