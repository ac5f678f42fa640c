"""What the Tier Benefit of Craft reveals, and improves at once."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from fatetable.engine.messages import Command
from fatetable.mechanics.scenes.lifecycle import EndScene, EndSession, StartScene, StartSession
from fatetable.rulesets.strange.sheet import gear_of
from fatetable.rulesets.strange.tests.support.book import TABLES
from fatetable.rulesets.strange.tests.support.followers import accompanied
from fatetable.rulesets.strange.tests.support.gifts import equipment, improvement
from fatetable.rulesets.strange.tests.support.playing import CORA, FOE, MAUD, Game, skill
from fatetable.rulesets.strange.tests.support.trappings import with_trapping
from fatetable.rulesets.strange.works.reveals import ImproveAtOnce, RevealWork

REVEAL = RevealWork(actor=MAUD, skill="knack", name="Smoke Bomb")
IMPROVE = ImproveAtOnce(actor=MAUD, skill="knack", piece="maud: Blade")
TIERS = (1, 2, 3, 4)


def maker(tier: int, **more: Any) -> Game:
    """Maud has Craft on a tier, and a blade."""
    maud = (skill("Fisticuffs", 3), with_trapping(3, tier, "craft", **more))
    g = accompanied(equipment("Blade", improvement("deadly", scope="physical")), maud=maud)
    g.set_points(maud=9)
    return g


def slots(g: Game, name: str) -> int:
    """How many improvements a piece has, after all that could be chosen was."""
    while g.prompt("improvement") is not None:
        options = {"deadly": {"scope": "physical"}, "protective": {"scope": "physical"}}
        prompt = g.prompt("improvement")
        assert prompt is not None
        option = next(each.id for each in prompt.options if each.id in options)
        g.answer("ana", "improvement", option, **options[option])
    found = [gear for gear in gear_of(TABLES, g.actor("maud").sheet) if gear.name == name]
    return len(found[0].improvements) if found else 0


def new_scene(g: Game) -> None:
    g.do("gm", EndScene())
    g.do("gm", StartScene("Later", (MAUD, CORA, FOE)))


def new_session(g: Game, *, scenario_ends: bool = False) -> None:
    g.do("gm", EndScene())
    g.do("gm", EndSession(scenario_ends=scenario_ends))
    g.do("gm", StartSession())
    g.do("gm", StartScene("Later", (MAUD, CORA, FOE)))
    g.set_points(maud=9)


@pytest.mark.rule("SF-CRAFT-11")
@pytest.mark.parametrize(("tier", "improvements"), tuple(zip(TIERS, (2, 2, 3, 3), strict=True)))
def test_a_fate_point_reveals_a_work_with_improvements(tier: int, improvements: int) -> None:
    g = maker(tier)
    g.do("ana", REVEAL)
    assert g.points("maud") == 8
    assert slots(g, "Smoke Bomb") == improvements


@pytest.mark.rule("SF-CRAFT-11")
@pytest.mark.parametrize(("tier", "added"), tuple(zip(TIERS, (1, 2, 2, 2), strict=True)))
def test_or_it_improves_equipment_at_once(tier: int, added: int) -> None:
    g = maker(tier)
    g.do("ana", IMPROVE)
    assert g.points("maud") == 8
    assert slots(g, "Blade") == 1 + added


@pytest.mark.rule("SF-CRAFT-11")
@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("command", [REVEAL, IMPROVE])
def test_either_lasts_for_the_scene_and_from_ascendant_up_for_the_session(tier: int, command: Command) -> None:
    g = maker(tier)
    g.do("ana", command)
    name, own = ("Smoke Bomb", 0) if command == REVEAL else ("Blade", 1)
    assert slots(g, name) > own
    new_scene(g)
    assert (slots(g, name) > own) == (tier >= 3)
    new_session(g)
    assert slots(g, name) == own


@pytest.mark.rule("SF-CRAFT-11")
@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize(("first", "second"), [(REVEAL, REVEAL), (REVEAL, IMPROVE), (IMPROVE, REVEAL)])
def test_one_of_them_once_a_session_or_on_the_lowest_tier_once_a_story(
    tier: int, first: Command, second: Command
) -> None:
    g = maker(tier)
    g.do("ana", first)
    slots(g, "Blade")
    assert g.refused("ana", second) == "used-up"
    new_scene(g)
    assert g.refused("ana", second) == "used-up"
    new_session(g)
    assert g.is_offered("ana", second) == (tier > 1)
    if tier == 1:
        assert g.refused("ana", second) == "used-up"
        new_session(g, scenario_ends=True)
    g.do("ana", second)
    assert g.points("maud") == 8


@pytest.mark.rule("SF-CRAFT-11")
def test_it_takes_the_benefit_a_fate_point_and_ones_own_maker() -> None:
    assert maker(0).refused("ana", REVEAL) == "no-craft"
    assert maker(0).refused("ana", IMPROVE) == "no-craft"
    g = maker(1)
    assert g.refused("bo", REVEAL) == "not-yours"
    assert g.refused("ana", msgspec.structs.replace(IMPROVE, piece="maud: Bow")) == "no-such-piece"
    assert g.refused("ana", msgspec.structs.replace(REVEAL, skill="fisticuffs")) == "no-craft"
    g.set_points(maud=0)
    assert g.refused("ana", REVEAL) == "not-enough-fate-points"
    assert g.refused("ana", IMPROVE) == "not-enough-fate-points"


@pytest.mark.rule("SF-CRAFT-11", "SF-BEN-01")
def test_a_skill_that_brings_another_benefit_instead_reveals_nothing() -> None:
    maud = (with_trapping(1, 2, "craft", "notice", benefits=("notice",)),)
    g = Game(maud=maud)
    g.set_points(maud=3)
    assert g.refused("ana", REVEAL) == "no-craft"


@pytest.mark.rule("SF-CRAFT-11")
def test_it_is_done_in_the_middle_of_a_fight_without_an_action() -> None:
    g = maker(1)
    g.start_conflict("physical", ("foe",), first="Maud")
    g.do("ana", REVEAL)
    assert slots(g, "Smoke Bomb") == 2
    assert MAUD in g.actors_on_turn()


@pytest.mark.rule("SF-CRAFT-11")
def test_two_skills_reveal_a_work_each() -> None:
    maud = (with_trapping(2, 1, "craft"), with_trapping(2, 2, "craft", name="Chemistry"))
    g = Game(maud=maud)
    g.set_points(maud=3)
    g.do("ana", REVEAL)
    slots(g, "Smoke Bomb")
    g.do("ana", msgspec.structs.replace(REVEAL, skill="chemistry", name="Acid"))
    assert slots(g, "Acid") == 2
    assert g.points("maud") == 1
