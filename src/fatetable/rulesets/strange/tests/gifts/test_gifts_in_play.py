"""Impact, Signature Aspect and Theme in play."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.mechanics.rolls.actions import CreateAdvantage
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.mechanics.scenes.lifecycle import EndScene, StartScene
from fatetable.rulesets.strange.tests.support.gifts import finished, theme
from fatetable.rulesets.strange.tests.support.playing import CORA, FOE, MAUD, Game, skill
from fatetable.testing import faces

IMPACT = Entry(kind="impact", lists={"skill": ("Fisticuffs",)})
SIGNATURE = Entry(kind="signature-aspect", lists={"aspect": ("conviction",)})
CONVICTION = "Always Repay a Debt"


def gifted(*gifts: Entry, **more: Any) -> Game:
    class Gifted(Game):
        def bring(self, seat: str, character: str | Sheet) -> None:
            assert isinstance(character, Sheet)
            super().bring(seat, finished(character, *gifts) if seat == "ana" else character)

    return Gifted(maud=(skill("Fisticuffs", 3), skill("Stealth", 2), skill("Athletics", 1)), **more)


@pytest.mark.rule("SF-GIFT-02")
@pytest.mark.parametrize(("trait", "dice", "asked"), [("fisticuffs", 0, False), ("fisticuffs", 1, True)])
def test_success_with_style_by_its_skill_lets_one_declare_a_fragile_aspect(trait: str, dice: int, asked: bool) -> None:
    g = gifted(IMPACT)
    g.attempt(trait, 1, faces(dice))
    g.everyone_passes()
    assert (g.prompt("impact") is not None) == asked
    if asked:
        g.answer("ana", "impact", "declare", bearer="", words="Shattered Windows")
        card = g.card("Shattered Windows")
        assert (card.lasts, card.bearer, [free.holder for free in card.free]) == ("fragile", "", ["maud"])
        assert g.prompt("impact") is None


@pytest.mark.rule("SF-GIFT-02")
def test_other_skills_have_no_impact_and_nothing_need_be_declared() -> None:
    g = gifted(IMPACT)
    g.attempt("stealth", -1, "++++")
    g.everyone_passes()
    assert g.prompt("impact") is None
    g.attempt("fisticuffs", -1)
    g.everyone_passes()
    g.answer("ana", "impact", "no")


@pytest.mark.rule("SF-GIFT-02")
def test_an_impact_in_a_fight_may_be_on_the_opponent_or_oneself_and_in_defence_too() -> None:
    g = gifted(IMPACT, foe=(skill("Fisticuffs", 1),))
    g.start_conflict("physical", first="Foe")
    g.attack("fisticuffs/strike", "fisticuffs/parry", "0000", "+000", by="foe")
    g.everyone_passes()
    prompt = g.prompt("impact")
    assert prompt is not None
    bearers = [choice.value for choice in prompt.options[0].holes[0].options]  # type: ignore[union-attr]
    assert bearers == ["", "maud", "foe"]
    g.answer("ana", "impact", "declare", bearer="foe", words="Off Balance")
    assert g.card("Off Balance").bearer == "foe"


@pytest.mark.rule("SF-GIFT-06")
def test_a_signature_aspect_is_invoked_for_free_once_a_scene() -> None:
    g = gifted(SIGNATURE)

    def invoke() -> Invoke:
        card = g.card(CONVICTION)
        return Invoke(
            roll=g.roll.id,
            effort=0,
            effect="bonus",
            aspect=card.id,
            explanation="it is owed",
            payment=card.free[0].id if card.free else "none",
            party=MAUD,
        )

    g.set_points(maud=0)
    g.attempt("stealth", 2)
    g.do("ana", invoke())
    assert g.result() == (2, "succeed")
    assert g.card(CONVICTION).free == ()
    g.attempt("stealth", 2)
    assert g.refused("ana", invoke()) == "no-free-invoke"
    g.everyone_passes()
    g.do("gm", EndScene())
    g.do("gm", StartScene("Later", (MAUD, CORA, FOE)))
    assert [free.holder for free in g.card(CONVICTION).free] == ["maud"]
    g.do("gm", EndScene())
    assert g.card(CONVICTION).free == ()
    g.do("gm", StartScene("Later still", (MAUD, CORA, FOE)))
    assert len(g.card(CONVICTION).free) == 1, "an unused one is not kept"


# -- themes ------------------------------------------------------------------------------------------------------------

DRILLED = theme(
    ("narrow-bonus", "Fisticuffs"), ("maneuver-bonus", "Stealth"), ("substitute", "Brawn"), text="outnumbered"
)


@pytest.mark.rule("SF-GIFT-04")
def test_a_narrow_bonus_is_claimed_for_its_skill_alone() -> None:
    g = gifted(DRILLED)
    labels = [offer.label for offer in g.offers("ana") if "roll a skill with" in offer.label]
    assert labels == ["roll a skill with Drilled, outnumbered"]
    g.choose("ana", "roll a skill with", actor="maud", trait="fisticuffs", description="holds three of them")
    assert g.roll.efforts[0].fixed == 4


@pytest.mark.rule("SF-GIFT-04")
def test_a_maneuver_with_a_linked_skill_gets_two_by_itself_and_no_other_roll() -> None:
    g = gifted(DRILLED)
    g.do("ana", CreateAdvantage(actor=MAUD, mode="new", trait="stealth", description="hides", words="In the Shadows"))
    assert {part.label: part.amount for part in g.roll.efforts[0].modifiers}["theme"] == 2
    g = gifted(DRILLED)
    g.attempt("stealth", 0)
    assert g.roll.efforts[0].fixed == 2
    g = gifted(DRILLED)
    g.do("ana", CreateAdvantage(actor=MAUD, mode="new", trait="athletics", description="runs", words="Out of Reach"))
    assert g.roll.efforts[0].fixed == 1


@pytest.mark.rule("SF-GIFT-04")
def test_a_substitute_does_what_the_other_skill_could() -> None:
    g = gifted(theme(("substitute", "Fisticuffs"), ("maneuver-bonus", "Stealth"), ("maneuver-bonus", "Brawn")))
    g.start_conflict("physical", first="Foe")
    traits = g.ruleset.presenting.rules.traits(g.actor("maud"), "defend-ranged")
    assert [trait.label for trait in traits] == ["Athletics (+1)", "Fisticuffs for Athletics, on horseback (+3)"]
