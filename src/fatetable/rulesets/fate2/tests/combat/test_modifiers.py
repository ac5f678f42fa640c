"""What counts in a fight by turns: position and the like, the drop, and fighting defensively."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.modifiers.claims import ClaimModifier
from fatetable.mechanics.rolls.actions import Attack
from fatetable.mechanics.rolls.effort_rulings import Disallow
from fatetable.rulesets.fate2.combat.off_guard import CatchOffGuard
from fatetable.rulesets.fate2.combat.stances import FightDefensively
from fatetable.rulesets.fate2.tests.support.playing import Game

CYRUS, FINN, WATCH = ActorId("cyrus"), ActorId("finn"), ActorId("city-watch")


def fight(**dials: Any) -> Game:
    g = Game(foes=("City Watch",), **dials)
    g.fight_by_turns()
    return g


def attack(by: ActorId = CYRUS, to: ActorId = WATCH, trait: str = "footman", **more: Any) -> Attack:
    return Attack(actor=by, target=to, trait=trait, description="strikes", **more)


def menu(g: Game) -> list[str]:
    """What Cyrus may claim for an attack."""
    (offer,) = g.offers("ana", Attack)
    return [choice.value for hole in offer.holes if hole.field == "claims" for choice in hole.options]  # type: ignore[union-attr]


NUMBERS, FLANK, AROUND = "Superior Numbers", "Flanking Opponent", "Surrounding Opponent"


@pytest.mark.rule("F2-MOD-10", "F2-ARM-02", "F2-ARM-03", "F2-ARM-01")
def test_the_menu_is_that_of_the_book_and_rated_arms_leave_it() -> None:
    all_six = ["Superior Weapons", "Superior Armor", "Superior Position", NUMBERS, FLANK, AROUND]
    assert menu(fight()) == all_six
    assert menu(fight(weapons="simple")) == [name for name in all_six if name != "Superior Weapons"]
    assert menu(fight(armour="advanced")) == [name for name in all_six if name != "Superior Armor"]
    assert menu(fight(weapons="advanced", armour="simple")) == all_six[2:]


@pytest.mark.rule("F2-MOD-01", "F2-MOD-10", "F2-ARM-02", "F2-ARM-03")
@pytest.mark.parametrize("name", ["Superior Position", "Superior Weapons", "Superior Armor"])
def test_each_is_worth_one_on_attack_and_on_defence(name: str) -> None:
    g = fight()
    g.come_to("cyrus")
    g.do("ana", attack(claims=(name,)))
    assert g.roll.efforts[0].fixed == 3 + 1
    g.answer("gm", "defend", "defend", trait="watchman", description="parries", claims=(name,))
    assert g.roll.efforts[1].fixed == 1 + 1


@pytest.mark.rule("F2-MOD-02", "F2-MOD-03", "F2-MOD-04")
def test_numbers_flanking_and_surrounding_add_up_to_three() -> None:
    """F2-EX-45."""
    g = fight()
    g.come_to("cyrus")
    g.do("ana", attack(claims=(NUMBERS, FLANK, AROUND)))
    assert g.roll.efforts[0].fixed == 3 + 3


@pytest.mark.rule("F2-MOD-01")
def test_the_gm_adds_what_was_overlooked_and_disallows_what_is_not_so() -> None:
    g = fight()
    g.come_to("cyrus")
    g.do("ana", attack(claims=("Superior Position",)))
    g.do("gm", Disallow(g.roll.id, 0, "Superior Position"))
    assert g.roll.efforts[0].fixed == 3
    g.do("gm", ClaimModifier(roll=g.roll.id, effort=0, modifier="Flanking Opponent"))
    assert g.roll.efforts[0].fixed == 4


def test_outside_of_fights_there_is_nothing_to_claim() -> None:
    g = Game()
    g.choose("ana", "make a check", trait="footman", description="fences for show")
    assert not g.offers("ana", ClaimModifier)


# -- the drop --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-MOD-05")
@pytest.mark.parametrize(("victim", "level"), [("finn", 1), ("city-watch", -1)])
def test_who_expects_nothing_defends_at_mediocre_or_at_alertness(victim: str, level: int) -> None:
    g = fight()
    seat, by = ("bo", "city-watch") if victim == "finn" else ("gm", "cyrus")
    g.do("gm", CatchOffGuard(ActorId(victim)))
    g.come_to(by)
    g.do(g.seat_of(by), attack(ActorId(by), ActorId(victim), g.best(by)))
    prompt = g.prompt("defend")
    assert prompt is not None
    (hole,) = [hole for hole in prompt.options[0].holes if hole.key == "trait"]
    assert [choice.value for choice in hole.options] == ["surprised"]  # type: ignore[union-attr]
    g.answer(seat, "defend", "defend", trait="surprised", description="turns")
    assert g.roll.efforts[1].fixed == level


@pytest.mark.rule("F2-MOD-05")
def test_the_victim_is_hindered_by_wounds_hurts_nobody_and_is_warned_afterwards() -> None:
    g = fight()
    g.blow(2)
    g.do("gm", CatchOffGuard(WATCH))
    assert g.refused("gm", CatchOffGuard(WATCH)) == "not-off-guard"
    assert g.refused("ana", CatchOffGuard(CYRUS)) == "gm-only"
    g.come_to("cyrus")
    g.do("ana", attack())
    g.answer("gm", "defend", "defend", trait="surprised", description="turns")
    assert g.roll.efforts[1].fixed == -2
    g.throw_for(-3)
    assert g.rows("cyrus") == []
    g.come_to("finn")
    g.do("bo", attack(FINN, WATCH, "cutthroat"))
    g.answer("gm", "defend", "defend", trait="watchman", description="parries")
    assert g.roll.efforts[1].fixed == 0


# -- defending -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-MOD-08", "F2-MOD-09")
def test_who_gives_up_the_attack_defends_better_until_their_next_turn() -> None:
    g = fight()
    g.come_to("cyrus")
    g.do("ana", FightDefensively(CYRUS))
    assert g.actors_on_turn() == (FINN,)
    for exchange, (trait, level) in enumerate([("footman", 4), ("running", 1)]):
        g.come_to("city-watch")
        g.do("gm", attack(WATCH, CYRUS, "watchman"))
        g.answer("ana", "defend", "defend", trait=trait, description="parries")
        assert g.roll.efforts[1].fixed == level, f"exchange {exchange}: only a skill of combat gains"
        g.throw_for(-1)
        g.come_to("cyrus")
        g.do("ana", FightDefensively(CYRUS))
    g.come_to("cyrus")
    g.blow(0)
    g.come_to("city-watch")
    g.do("gm", attack(WATCH, CYRUS, "watchman"))
    g.answer("ana", "defend", "defend", trait="footman", description="parries")
    assert g.roll.efforts[1].fixed == 3, "their turn came round"


@pytest.mark.rule("F2-MOD-09")
def test_nobody_turns_defensive_once_the_dice_are_rolled() -> None:
    g = fight()
    g.come_to("city-watch")
    g.do("gm", attack(WATCH, CYRUS, "watchman"))
    g.answer("ana", "defend", "defend", trait="footman", description="parries")
    assert g.refused("ana", FightDefensively(CYRUS)) == "roll-open"
    g.throw("gm", "0000", "0000")
    assert g.refused("ana", FightDefensively(CYRUS)) == "roll-open"
    g.everyone_passes()
    g.come_to("cyrus")
    g.do("ana", attack())
    assert g.refused("ana", FightDefensively(CYRUS)) == "roll-open"


@pytest.mark.rule("F2-MOD-07")
def test_a_skill_of_the_body_serves_for_defence_without_a_bonus_and_hurts_nobody() -> None:
    g = fight()
    g.come_to("city-watch")
    g.do("gm", attack(WATCH, FINN, "watchman"))
    g.answer("bo", "defend", "defend", trait="acrobatics", description="tumbles away")
    assert g.roll.efforts[1].fixed == 2
    g.throw_for(-7)
    assert g.rows("city-watch") == []
