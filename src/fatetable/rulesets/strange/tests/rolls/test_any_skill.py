"""What people control they control by aspects, with whatever skill it is theirs to do it (SF-ASP-05)."""

from __future__ import annotations

import pytest

from fatetable.mechanics.rolls.actions import CreateAdvantage, Overcome
from fatetable.rulesets.strange.tests.support.playing import FOE, MAUD, Game, held, skill
from fatetable.rulesets.strange.tests.support.trappings import undertake, with_trapping

FIRE, INFERNO = "On Fire", "Raging Inferno"


def fire_control(rating: int = 3) -> Game:
    """A skill with no trapping that makes anything."""
    return Game(maud=(with_trapping(rating, 0, "languages", name="Fire Control"),))


def declare(g: Game, dice: str = "0000") -> None:
    g.do("ana", CreateAdvantage(actor=MAUD, mode="new", trait="fire-control", description="snaps", words=FIRE))
    g.answer("gm", "opposition", "difficulty", value=2, scale="0")
    g.throw("ana", dice)
    g.everyone_passes()


def change(g: Game, words: str, dice: str = "0000") -> None:
    """A maneuver that makes the fire another one, or puts it out."""
    fire = g.card(FIRE)
    g.do("ana", Overcome(actor=MAUD, trait="fire-control", description="breathes", aspect=fire.id, words=words))
    g.throw("ana", dice)
    g.everyone_passes()


@pytest.mark.rule("SF-ASP-05")
@pytest.mark.parametrize(("dice", "burns"), [("--00", False), ("-000", True), ("++00", True)])
def test_any_skill_declares_an_aspect(dice: str, burns: bool) -> None:
    g = fire_control()
    declare(g, dice)
    assert g.has_card(FIRE) == burns


@pytest.mark.rule("SF-ASP-05")
@pytest.mark.parametrize(("dice", "grows"), [("--00", False), ("-000", True)])
def test_a_maneuver_makes_it_a_stronger_one(dice: str, grows: bool) -> None:
    g = fire_control()
    declare(g, "++00")
    change(g, INFERNO, dice)
    assert (g.has_card(FIRE), g.has_card(INFERNO)) == (not grows, grows)


@pytest.mark.rule("SF-ASP-05")
@pytest.mark.parametrize(("dice", "goes"), [("--00", False), ("-000", True)])
def test_and_another_puts_it_out(dice: str, goes: bool) -> None:
    g = fire_control()
    declare(g, "++00")
    change(g, "", dice)
    assert g.has_card(FIRE) != goes


@pytest.mark.rule("SF-ASP-05", "SF-EXT-04")
def test_minds_are_controlled_in_the_same_way_by_psychics_alone() -> None:
    plain, psychic = held("convince"), held("convince", "", "psychic")
    g = Game(maud=(skill("Voice", 3, 0, plain), skill("Whisper", 3, 0, psychic)), foe=(skill("Resolve", 1),))
    roll = undertake(g, "control-mind", trait="whisper", to=FOE, words="Under My Control")
    assert roll.defender == FOE
    assert "voice" not in {
        choice.value
        for offer in g.offers("ana")
        if "control a mind" in offer.label
        for hole in offer.holes
        for choice in getattr(hole, "options", ())
    }
