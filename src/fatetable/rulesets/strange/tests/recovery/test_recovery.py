"""When stress and consequences are gone, and clearing one as a free action."""

from __future__ import annotations

import pytest

from fatetable.mechanics.aspects.cards import AspectId
from fatetable.mechanics.encounters.taking_sides import LeaveConflict
from fatetable.mechanics.harm.absorbing import Inflict
from fatetable.mechanics.scenes.lifecycle import EndScene, EndSession, StartScene, StartSession
from fatetable.rulesets.strange.recovery.shrugging_off import ShrugOff
from fatetable.rulesets.strange.tests.support.playing import CORA, FOE, MAUD, Game, held, skill


def hurt(g: Game, slot: str) -> AspectId:
    g.do("gm", Inflict(actor=MAUD, slot=slot, words=f"A {slot} wound", reason="a fall", kind="physical"))
    return g.card(f"A {slot} wound").id


def next_scene(g: Game) -> None:
    g.do("gm", EndScene())
    g.do("gm", StartScene("Later", (MAUD, CORA, FOE)))


@pytest.mark.rule("SF-STRESS-02")
def test_boxes_empty_with_the_scene_and_a_mild_consequence_goes_with_the_next() -> None:
    g = Game(maud=(skill("Fisticuffs", 4),), foe=(skill("Fisticuffs", 4),))
    g.start_conflict("physical", first="Foe")
    g.attack("fisticuffs/strike", "fisticuffs/parry", "+++0", by="foe")
    g.everyone_passes()
    g.answer("ana", "absorb", "box-1+mild", mild="Black Eye")
    assert any(g.condition("maud").tracks["health"])
    g.do("gm", LeaveConflict(FOE))
    g.do("gm", EndScene())
    assert not any(g.condition("maud").tracks["health"])
    assert g.has_card("Black Eye")
    g.do("gm", StartScene("Later", (MAUD, CORA, FOE)))
    assert g.has_card("Black Eye")
    g.do("gm", EndScene())
    assert not g.has_card("Black Eye")
    assert not g.condition("maud").marks
    assert g.prompts() == ()


@pytest.mark.rule("SF-STRESS-02")
def test_a_moderate_consequence_goes_with_the_next_session_and_a_severe_one_with_the_story() -> None:
    g = Game()
    hurt(g, "moderate")
    hurt(g, "severe")
    next_scene(g)
    g.do("gm", EndScene())
    assert set(g.condition("maud").marks) == {"moderate", "severe"}
    g.do("gm", EndSession())
    assert set(g.condition("maud").marks) == {"moderate", "severe"}
    g.do("gm", StartSession())
    g.do("gm", EndSession())
    assert set(g.condition("maud").marks) == {"severe"}
    g.do("gm", StartSession())
    g.do("gm", EndSession(scenario_ends=True))
    assert not g.condition("maud").marks


# -- the free action -------------------------------------------------------------------------------------------------


def tough(tier: int, scope: str = "physical", chosen: bool = True) -> Game:
    benefits = () if chosen else ("leap",)
    hide = skill(
        "Hide", 1, tier, *([] if chosen else [held("leap")]), held("stress-capacity", scope), benefits=benefits
    )
    return Game(maud=(hide, skill("Fisticuffs", 4)), foe=(skill("Fisticuffs", 4, tier),))


@pytest.mark.rule("SF-STRESSCAP-03")
@pytest.mark.parametrize("tier", range(5))
def test_from_ascendant_on_one_mild_consequence_a_scene_is_shrugged_off(tier: int) -> None:
    g = tough(tier)
    g.do("gm", Inflict(actor=MAUD, slot="mild", words="Black Eye", reason="a fall", kind="physical"))
    if tier < 3:
        assert g.refused("ana", ShrugOff(MAUD, "mild")) == "no-such-benefit"
        return
    g.do("ana", ShrugOff(MAUD, "mild"))
    assert not g.has_card("Black Eye")
    g.do("gm", Inflict(actor=MAUD, slot="mild", words="Split Lip", reason="a fall", kind="physical"))
    assert g.refused("ana", ShrugOff(MAUD, "mild")) == "used-up"
    next_scene(g)
    g.do("ana", ShrugOff(MAUD, "mild"))
    assert not g.condition("maud").marks


@pytest.mark.rule("SF-STRESSCAP-03")
def test_only_a_mild_one_of_its_scope_and_only_with_the_benefit_chosen() -> None:
    g = tough(3)
    for slot, scope, code in (
        ("mild", "mental", "no-such-benefit"),
        ("moderate", "physical", "no-such-consequence"),
    ):
        g.do("gm", Inflict(actor=MAUD, slot=slot, words="Hurt", reason="a fall", kind=scope))
        assert g.refused("ana", ShrugOff(MAUD, slot)) == code
    g = tough(3, chosen=False)
    g.do("gm", Inflict(actor=MAUD, slot="mild", words="Hurt", reason="a fall", kind="physical"))
    assert g.refused("ana", ShrugOff(MAUD, "mild")) == "no-such-benefit"
