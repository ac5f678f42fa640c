"""The game composes: a check is rolled, and a fight leaves a mark."""

from __future__ import annotations

from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.rolls.actions import Attack, Overcome
from fatetable.rulesets.fate2.tests.support.playing import Game


def test_a_check_that_ties_its_difficulty_succeeds() -> None:
    g = Game()
    g.do("ana", Overcome(actor=ActorId("cyrus"), trait="footman", description="cuts the rope"))
    g.answer("gm", "opposition", "difficulty", value=3)
    g.throw("ana", "++--")
    g.everyone_passes()
    assert g.last_roll.outcome == "succeed"
    assert g.last_roll.margin == 0


def test_a_blow_marks_the_row_of_its_margin() -> None:
    g = Game(foes=("City Watch",))
    g.fight_by_turns()
    g.do("ana", Attack(actor=ActorId("cyrus"), target=ActorId("city-watch"), trait="footman", description="swings"))
    g.answer("gm", "defend", "defend", trait="watchman", description="parries")
    g.throw("ana", "++00", "++00")
    g.everyone_passes()
    assert [wound.row for wound in g.condition("city-watch").wounds] == ["Hurt"]
