"""Who may change a roll after its dice, and when it is read."""

from __future__ import annotations

import pytest

from fatetable.mechanics.rolls.state import (
    RollSettled,
    WaitingChanged,
)
from fatetable.mechanics.rolls.taking_back import VetoInvocation
from fatetable.mechanics.rolls.throwing import Pass, ThrowDice
from fatetable.mechanics.view.blocks import RollBlock
from fatetable.rulesets.fae.tests.support.moves import (
    RETH,
    VOLTAIRE,
    against,
    attack,
    declare,
    join_abigail,
    overcome,
)
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.rulesets.fae.tests.support.steps import invoking
from fatetable.testing.events import all_of, first


@pytest.mark.rule("FAE-ROLL-11")
def test_both_totals_are_shown_before_anybody_invokes_and_nothing_is_read_yet() -> None:
    g = Game(foes=("Veld",))
    g.start_conflict(first="Voltaire")
    declare(g, attack())
    g.defend("gm", "careful")
    events = g.throw("bo", "----", "0000")
    assert all_of(events, RollSettled) == ()
    for seat in ("ana", "bo", "gm"):
        roll = next(block for block in g.table.present(seat) if isinstance(block, RollBlock))
        assert [side.total for side in roll.sides] == [-1, 2]
        assert (roll.margin, roll.outcome) == (-3, "fail")
    assert g.prompts() == ()  # Veld's boost for a defence with style is not there before the roll is read.
    assert set(g.roll.waiting) == {"ana", "bo", "gm"}


@pytest.mark.rule("FAE-ROLL-11")
def test_every_invocation_asks_everybody_again_and_the_last_pass_reads_the_roll() -> None:
    g = Game(foes=("Veld",))
    g.start_conflict(first="Voltaire")
    declare(g, attack())
    g.defend("gm", "forceful")
    g.throw("bo", "0000", "0000")
    roll = g.roll.id
    g.do("bo", Pass(roll))
    g.do("ana", Pass(roll))
    assert g.roll.waiting == ("gm",)
    assert g.refused("bo", Pass(roll)) == "not-asked"
    changed = g.do("gm", invoking(g, "bonus", "Officer of the Steel Empire", effort=1))
    assert set(first(changed, WaitingChanged).waiting) == {"ana", "bo", "gm"}
    g.do("gm", Pass(roll))
    g.do("ana", Pass(roll))
    g.do("bo", invoking(g, "bonus", "Feline Captain of Cirrus Skimmer", VOLTAIRE))
    assert set(g.roll.waiting) == {"ana", "bo", "gm"}
    g.do("ana", Pass(roll))
    g.do("bo", Pass(roll))
    settled = first(g.do("gm", Pass(roll)), RollSettled)
    assert (settled.margin, settled.outcome) == (0, "tie")


@pytest.mark.rule("FAE-ROLL-11")
def test_an_outcome_that_an_invocation_undid_leaves_nothing_behind() -> None:
    g = Game(foes=("Veld",))
    g.start_conflict(first="Voltaire")
    declare(g, attack())
    g.defend("gm", "careful")
    g.throw("bo", "----", "0000")  # As it stands Veld would defend with style.
    g.do("bo", invoking(g, "bonus", "Feline Captain of Cirrus Skimmer", VOLTAIRE))
    settled = first(g.everyone_passes(), RollSettled)
    assert (settled.margin, settled.opposing_outcome) == (-1, "succeed")
    assert g.prompts() == ()


@pytest.mark.rule("FAE-ROLL-11")
def test_a_roll_nobody_can_change_is_read_at_once() -> None:
    g = Game()
    g.set_points(reth=0, voltaire=0, pool=0)
    declare(g, overcome())
    against(g, 2)
    assert first(g.throw("ana", "0000"), RollSettled).margin == 1


@pytest.mark.rule("FAE-ROLL-11")
def test_the_last_point_on_the_table_still_leaves_the_game_master_a_veto() -> None:
    g = Game()
    g.set_points(reth=1, voltaire=0, pool=0)
    declare(g, overcome())
    against(g, 4)
    g.throw("ana", "0000")
    assert g.roll.waiting == ("ana",)
    g.do("ana", invoking(g, "bonus", "Crush On Avasa", RETH))
    assert (g.roll.stage, g.roll.waiting) == ("thrown", ("gm",))
    g.do("gm", VetoInvocation(g.roll.id, "Avasa is not here", 0))
    assert (g.points("reth"), g.roll.margin_now(), g.roll.waiting) == (1, -1, ("ana",))


@pytest.mark.rule("FAE-ROLL-11")
def test_passing_at_the_end_of_the_wait_before_the_dice_throws_nothing() -> None:
    g = Game()
    declare(g, overcome())
    assert g.roll.waiting == ("bo",)
    assert g.refused("ana", Pass(g.roll.id)) == "not-asked"
    against(g, 2)
    assert g.refused("ana", ThrowDice(g.roll.id), "0000") == "still-waiting"
    (go_ahead,) = g.offers("bo", Pass)
    assert go_ahead.label == "Go on"
    g.do("bo", go_ahead.command)
    assert not g.roll.waiting
    assert g.roll.stage == "declared"
    g.do("ana", ThrowDice(g.roll.id), "0000")
    assert {offer.label for offer in g.offers("bo", Pass)} == {"Keep result"}


def test_a_table_may_do_without_asking_around_before_the_dice() -> None:
    g = Game(ask_before_throw=False)
    declare(g, overcome())
    against(g, 2)
    assert g.roll.waiting == ()
    g.do("ana", ThrowDice(g.roll.id), "0000")


def test_only_players_who_could_help_or_step_in_are_asked_before_the_dice() -> None:
    g = Game(foes=("Veld",))
    join_abigail(g)  # She is at the table, but not in the scene.
    declare(g, overcome())
    assert "cy" not in g.roll.waiting
    assert "bo" in g.roll.waiting
