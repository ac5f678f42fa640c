"""Devices on the table: taking them apart, learning about them, and rigging them against people."""

from __future__ import annotations

import pytest

from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.encounters.contests import Contend, StartContest
from fatetable.mechanics.harm.absorbing import Inflict
from fatetable.mechanics.rolls.actions import CreateAdvantage, Overcome
from fatetable.mechanics.undertakings.procedures import Undertake
from fatetable.rulesets.strange.tests.support.playing import CORA, FOE, MAUD, Game, skill
from fatetable.rulesets.strange.tests.support.trappings import answers, done, ruled, undertake
from fatetable.rulesets.strange.trappings.devices import PlaceDevice

ENGINE = ActorId("engine")


def workshop(quality: int = 3, tier: int = 0, held: str = "nobody") -> Game:
    g = Game(
        maud=(skill("Craftsmanship", 4), skill("Brawn", 3), skill("Fisticuffs", 4)),
        foe=(skill("Science", 4, 1), skill("Drive", 1)),
    )
    g.do("gm", PlaceDevice(name="Engine", quality=quality, tier=str(tier), held=held))
    return g


@pytest.mark.rule("SF-DISMANTLE-01")
@pytest.mark.parametrize(("quality", "boxes"), [(0, 2), (1, 3), (2, 4), (3, 4), (4, 5), (9, 5)])
def test_a_device_has_two_boxes_and_what_its_quality_gives(quality: int, boxes: int) -> None:
    tracks = workshop(quality).condition("engine").tracks
    assert {name: len(track) for name, track in tracks.items()} == {"health": boxes}


@pytest.mark.rule("SF-DISMANTLE-01")
@pytest.mark.parametrize("row", ["take-apart", "smash"])
def test_it_defends_with_its_quality_and_is_damaged_by_the_shifts(row: str) -> None:
    g = workshop(2, 0)
    undertake(g, row, trait="craftsmanship" if row == "take-apart" else "brawn", to="engine")
    assert answers(g) == ["quality"]
    g.answer("gm", "defend", "defend", trait="quality", description="is sturdy")
    assert g.roll.efforts[1].fixed == 2
    margin, outcome = done(g, "0000", "0000")
    assert (margin, outcome) == ((4 if row == "take-apart" else 3) - 2, "succeed")
    assert g.condition("engine").tracks["health"][margin - 1]


@pytest.mark.rule("SF-DISMANTLE-01")
@pytest.mark.parametrize(
    ("tier", "held", "wanted"),
    [
        (0, "foe/science", {"quality": (3, 1), "skill": (4, 1)}),
        (2, "foe/science", {"quality": (3, 2), "skill": (4, 2)}),
        (1, "foe/drive", {"quality": (3, 1), "skill": (1, 1)}),
        (1, "nobody", {"quality": (3, 1)}),
    ],
)
def test_or_with_the_skill_of_who_holds_it_on_the_higher_tier(
    tier: int, held: str, wanted: dict[str, tuple[int, int]]
) -> None:
    g = workshop(3, tier, held)
    undertake(g, "take-apart", trait="craftsmanship", to="engine")
    assert answers(g) == list(wanted)
    for trait, (rating, scale) in wanted.items():
        g = workshop(3, tier, held)
        undertake(g, "take-apart", trait="craftsmanship", to="engine")
        g.answer("gm", "defend", "defend", trait=trait, description="holds")
        assert (g.roll.efforts[1].fixed, g.roll.efforts[1].scale) == (rating, scale)


@pytest.mark.rule("SF-DISMANTLE-01")
def test_only_a_success_does_damage_and_only_to_devices_in_reach() -> None:
    g = workshop()
    undertake(g, "take-apart", trait="craftsmanship", to="engine")
    g.answer("gm", "defend", "defend", trait="quality", description="is sturdy")
    assert done(g, "-000", "0000") == (0, "tie")
    assert not any(g.condition("engine").tracks["health"])
    assert not g.prompts()
    person = Undertake(actor=MAUD, procedure="take-apart", trait="craftsmanship", target=FOE, description="so")
    assert g.refused("ana", person) == "bad-target"
    g.draw_zones("Here", "There")
    g.place("maud", "Here")
    g.place("engine", "There")
    far = Undertake(actor=MAUD, procedure="take-apart", trait="craftsmanship", target=ENGINE, description="so")
    assert g.refused("ana", far) == "bad-target"


@pytest.mark.rule("SF-DISMANTLE-01")
def test_a_device_damaged_beyond_all_it_can_take_is_out() -> None:
    g = workshop(0)
    for slot in ("mild", "moderate", "severe"):
        g.do("gm", Inflict(actor=ENGINE, slot=slot, words=f"A {slot} dent", reason="a blow", kind="physical"))
    undertake(g, "take-apart", trait="craftsmanship", to="engine")
    g.answer("gm", "defend", "defend", trait="quality", description="is flimsy")
    done(g, "++++", "----")
    assert g.condition("engine").out


@pytest.mark.rule("SF-DISMANTLE-01")
def test_a_device_takes_no_part_in_a_fight_and_does_nothing() -> None:
    g = workshop()
    g.start_conflict("physical", ("foe",), first="Maud")
    assert g.conflict is not None
    assert set(g.conflict.actors) == {MAUD, CORA, FOE}
    g.come_to("foe")
    shove = Overcome(actor=ENGINE, trait="quality", description="turns")
    assert g.refused("gm", shove) == "a-thing"


@pytest.mark.rule("SF-DISMANTLE-01")
def test_the_gm_puts_devices_on_the_table_as_they_are() -> None:
    g = workshop(3, 2, "foe/science")
    lines = dict(g.ruleset.presenting.notes(g.table.state, g.actor("engine")))
    assert lines == {"Quality": "Good (+3) (S)", "Used by": "Foe"}
    clock = PlaceDevice(name="Clock", quality=1, tier="0")
    assert g.refused("ana", clock) == "gm-only"
    assert g.refused("gm", PlaceDevice(name="Clock", quality=21, tier="0")) == "bad-value"
    assert g.refused("gm", PlaceDevice(name="Clock", quality=1, tier="9")) == "bad-value"
    assert g.refused("gm", PlaceDevice(name="Clock", quality=1, tier="0", held="foe/arms")) == "not-there"


# -- learning about them ---------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-DISMANTLE-02")
@pytest.mark.parametrize(("quality", "said"), [(1, "Average (+1)"), (5, "Superb (+5)")])
def test_an_aspect_of_a_device_is_declared_or_assessed_and_the_gm_is_told_how_well_made_it_is(
    quality: int, said: str
) -> None:
    g = workshop(quality)
    weak = CreateAdvantage(
        actor=MAUD, mode="new", trait="craftsmanship", description="looks", words="Loose Bolt", target=ENGINE
    )
    g.do("ana", weak)
    prompt = g.prompt("opposition")
    assert prompt is not None
    assert f"quality of Engine: {said}" in prompt.question
    g.answer("gm", "opposition", "difficulty", value=quality, scale="0")
    done(g, "0000")
    if quality < 5:
        assert g.card("Loose Bolt").bearer == ENGINE
    seen = CreateAdvantage(actor=MAUD, mode="discover", trait="craftsmanship", description="studies", target=ENGINE)
    g.do("ana", seen)
    g.answer("gm", "discover", "invent", words="Hidden Spring")
    g.answer("gm", "opposition", "difficulty", value=0, scale="0")
    done(g, "0000")
    assert g.card("Hidden Spring").known_to is None


# -- indirect attacks ------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-DISMANTLE-03")
def test_what_is_rigged_waits_as_an_aspect_and_the_gm_does_the_harm() -> None:
    g = workshop()
    undertake(g, "rig", trait="craftsmanship", words="Bridge About to Fall")
    ruled(g, "rung-0", difficulty=2)
    done(g, "0000")
    card = g.card("Bridge About to Fall")
    assert [free.holder for free in card.free] == [MAUD]
    g.do("gm", Inflict(actor=FOE, slot="mild", words="Bruised All Over", reason="a fall", kind="physical"))
    assert g.condition("foe").marks["mild"].kind == "physical"


@pytest.mark.rule("SF-DISMANTLE-03")
def test_a_large_target_is_an_extended_contest_and_brute_force_is_physical_force() -> None:
    g = workshop()
    g.do("gm", StartContest("the bank's vault", (MAUD, FOE)))
    assert g.is_offered("ana", Contend(actor=MAUD, trait="craftsmanship", description="drills"))
    g = workshop()
    smash = Undertake(actor=MAUD, procedure="smash", trait="brawn", target=ENGINE, description="so")
    assert g.is_offered("ana", smash)
    fists = Undertake(actor=MAUD, procedure="smash", trait="fisticuffs", target=ENGINE, description="so")
    assert g.refused("ana", fists) == "unknown-trait"
