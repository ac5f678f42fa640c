"""Resisting damage: it takes blows that land, and stops nothing that is not meant to hurt."""

from __future__ import annotations

import pytest

from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.characters.sheet import Entry
from fatetable.mechanics.rolls.actions import Attack, CreateAdvantage
from fatetable.rulesets.strange.combat.resisting import RuleOnIntent
from fatetable.rulesets.strange.tests.support.playing import FOE, MAUD, Game, held, skill
from fatetable.rulesets.strange.tests.support.trappings import answers, facts, with_trapping

LANDS = "hits land on Foe although they do no harm"


def hide(rating: int = 3, tier: int = 0, *more: str) -> Entry:
    return with_trapping(rating, tier, "resist-damage", *more, name="Hide")


def attacked(foe: Entry, attack: str = "strike", trait: str = "hide/resist-damage", tier: int = 0) -> Game:
    """Maud attacks with +3, and the foe meets it; the dice have not fallen."""
    g = Game(maud=(skill("Blade", 3, tier, held(attack)),), foe=(foe,))
    g.start_conflict("physical", first="Maud")
    g.do("ana", Attack(actor=MAUD, target=FOE, trait=f"blade/{attack}", description="at them"))
    g.answer("gm", "defend", "defend", trait=trait, description="stands there")
    return g


def rule(g: Game, *, hurts: bool) -> None:
    g.do("gm", RuleOnIntent(roll=g.roll.id, effort=1, hurts=hurts))


@pytest.mark.rule("SF-RESIST-01")
@pytest.mark.parametrize("attack", ["strike", "shoot"])
@pytest.mark.parametrize(("dice", "stress"), [("++00", 2), ("+000", 1), ("0000", 0), ("-000", 0)])
def test_it_takes_blows_and_shots_and_they_land_nevertheless(attack: str, dice: str, stress: int) -> None:
    g = attacked(hide(), attack)
    g.throw("ana", dice, "0000")
    g.everyone_passes()
    assert g.hit()[0] == stress
    assert facts(g) == ([] if stress else [LANDS])


@pytest.mark.rule("SF-RESIST-01")
def test_that_a_hit_lands_is_told_once_and_of_no_other_defence() -> None:
    g = attacked(hide(3, 0, "parry"), trait="hide/parry")
    g.throw("ana", "0000", "0000")
    g.everyone_passes()
    assert facts(g) == []
    g = attacked(hide())
    for _ in range(2):
        g.throw("ana", "0000", "0000")
        g.everyone_passes()
        g.come_to("maud")
        g.do("ana", Attack(actor=MAUD, target=FOE, trait="blade/strike", description="again"))
        g.answer("gm", "defend", "defend", trait="hide/resist-damage", description="stands there")
    assert facts(g) == [LANDS]


@pytest.mark.rule("SF-RESIST-01")
@pytest.mark.parametrize("tier", [0, 1, 2])
def test_an_attack_that_is_not_meant_to_hurt_meets_nothing_mundane(tier: int) -> None:
    g = attacked(hide(3, tier), tier=1)
    assert (g.roll.efforts[1].fixed, g.roll.efforts[1].scale) == (3, tier)
    assert g.refused("gm", RuleOnIntent(roll=g.roll.id, effort=1, hurts=True)) == "already-so"
    rule(g, hurts=False)
    assert (g.roll.efforts[1].fixed, g.roll.efforts[1].scale) == (0, 0)
    assert "not meant to hurt" in [part.label for part in g.roll.efforts[1].modifiers]
    g.throw("ana", "0 0 0 1", "0000")
    g.everyone_passes()
    assert (g.last_roll.margin, facts(g)) == (4, [])


@pytest.mark.rule("SF-RESIST-01")
def test_the_gm_may_take_that_back_and_nobody_else_says_it() -> None:
    g = attacked(hide(3, 1))
    assert g.refused("ana", RuleOnIntent(roll=g.roll.id, effort=1, hurts=False)) == "gm-only"
    rule(g, hurts=False)
    rule(g, hurts=True)
    assert (g.roll.efforts[1].fixed, g.roll.efforts[1].scale) == (3, 1)


@pytest.mark.rule("SF-RESIST-01")
def test_a_dart_with_a_beacon_is_a_maneuver_and_toughness_does_not_stop_it() -> None:
    g = Game(maud=(skill("Blade", 3, 0, held("shoot")),), foe=(hide(3, 2),))
    dart = CreateAdvantage(actor=MAUD, mode="new", trait="blade", description="shoots", words="Beacon", target=FOE)
    g.do("ana", dart)
    g.answer("gm", "opposition", "defend", defender="foe")
    g.answer("gm", "defend", "defend", trait="hide", description="shrugs")
    rule(g, hurts=False)
    g.throw("ana", "0000", "0000")
    g.everyone_passes()
    assert (g.last_roll.margin, g.has_card("Beacon")) == (3, True)


@pytest.mark.rule("SF-RESIST-01")
def test_other_defences_are_not_ruled_on_and_nobody_has_it_by_nature() -> None:
    g = attacked(hide(3, 0, "dodge"), trait="hide/dodge")
    for effort in (0, 1, 2):
        assert g.refused("gm", RuleOnIntent(roll=g.roll.id, effort=effort, hurts=False)) == "no-resisting"
    g = Game(maud=(skill("Blade", 3, 0, held("strike")),))
    g.start_conflict("physical", first="Maud")
    g.do("ana", Attack(actor=MAUD, target=ActorId("foe"), trait="blade/strike", description="at them"))
    assert not [trait for trait in answers(g) if "resist" in trait]
