"""Planning and making works: equipment, devices, and what only has a quality."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from fatetable.engine.offers import ChoiceHole, ManyHole
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.characters.sheet import Entry
from fatetable.mechanics.scenes.lifecycle import EndScene, EndSession, StartScene, StartSession
from fatetable.mechanics.undertakings.procedures import Undertake
from fatetable.rulesets.strange.book import HeldDrawback, HeldTrapping
from fatetable.rulesets.strange.sheet import gear_of, refresh_of, skill_entry, skill_named
from fatetable.rulesets.strange.tests.support.book import TABLES
from fatetable.rulesets.strange.tests.support.followers import accompanied
from fatetable.rulesets.strange.tests.support.gifts import equipment, improvement
from fatetable.rulesets.strange.tests.support.playing import CORA, FOE, MAUD, Game, skill
from fatetable.rulesets.strange.tests.support.trappings import done, took, undertake, with_trapping
from fatetable.rulesets.strange.works.completion import TakeApart
from fatetable.rulesets.strange.works.plans import PlanDevice, PlanEquipment, PlanImprovement, PlanWork
from fatetable.rulesets.strange.works.state import WORKS, Work
from fatetable.rulesets.strange.works.workspaces import OpenWorkspace
from fatetable.testing import faces

TRACK = TABLES.time.track
DAY = TRACK.index("A Day")
BLADE = equipment("Blade", improvement("deadly", scope="physical"))


def crafter(rating: int = 3, tier: int = 0, *, shop: int = 20, works: int = 4, **more: Any) -> Game:
    """Maud makes things, in a shop."""
    g = Game(maud=(with_trapping(rating, tier, "craft"),), **more)
    if shop >= 0:
        g.do("gm", OpenWorkspace(actor=MAUD, name="Shop", quality=shop, tier=str(works)))
    return g


def plan(g: Game, quality: int, *, cost: int = 0, tier: int = 0) -> Work:
    g.do("ana", PlanWork(actor=MAUD, name="Poem", quality=quality, cost=cost, tier=str(tier)))
    return last(g)


def last(g: Game) -> Work:
    return tuple(g.table.state.get(WORKS).values())[-1]


def picks(g: Game, trait: str = "knack") -> list[str]:
    """What Maud may make with a skill."""
    return [
        choice.value
        for offer in g.offers("ana", Undertake)
        if offer.command.procedure == "make" and offer.command.trait == trait  # type: ignore[attr-defined]
        for hole in offer.holes
        if isinstance(hole, ChoiceHole) and hole.field == "pick"
        for choice in hole.options
    ]


def begin(g: Game, place: int = 0, option: str = "stands", trait: str = "knack") -> None:
    """Maud makes a part of her last plan; the GM says whether anything is at stake."""
    undertake(g, "make", trait=trait, pick=f"{last(g).id}/{place} borrowed shop")
    g.answer("gm", "procedure-opposition", option)


def make(g: Game, **more: Any) -> None:
    """Nothing is at stake, and it is done."""
    begin(g, option="no-roll", **more)


def new_session(g: Game, *, scenario_ends: bool = False) -> None:
    g.do("gm", EndScene())
    g.do("gm", EndSession(scenario_ends=scenario_ends))
    g.do("gm", StartSession())
    g.do("gm", StartScene("Later", (MAUD, CORA, FOE)))


# -- whether it takes a roll, and a workspace --------------------------------------------------------------------------


@pytest.mark.rule("SF-CRAFT-01")
@pytest.mark.parametrize("option", ["no-roll", "stands"])
@pytest.mark.parametrize("dice", ["0000", "----"])
def test_the_gm_says_whether_it_takes_a_roll_at_all(option: str, dice: str) -> None:
    g = crafter()
    plan(g, 2)
    begin(g, option=option)
    if option == "stands":
        done(g, dice)
    is_made = option == "no-roll" or dice == "0000"
    assert last(g).is_finished == is_made
    notes = dict(g.ruleset.presenting.notes(g.table.state, g.actor("maud")))
    assert notes["Work"] == ("Poem, Fair (+2), for good" if is_made else "Poem, Fair (+2), not finished")
    assert bool(picks(g)) != is_made, "who fails may try again"


@pytest.mark.rule("SF-CRAFT-01")
def test_the_gm_may_ask_for_something_else_and_a_plan_may_be_given_up() -> None:
    g = crafter()
    work = plan(g, 2)
    begin(g, option="stands")
    done(g, "----")
    undertake(g, "make", pick=f"{work.id}/0 borrowed shop")
    g.answer("gm", "procedure-opposition", "send-back", reason="Not in this theme")
    assert not last(g).is_finished
    assert g.refused("bo", TakeApart(work=work.id)) == "not-yours"
    g.do("ana", TakeApart(work=work.id))
    assert picks(g) == []
    assert g.refused("ana", TakeApart(work=work.id)) == "no-such-work"


@pytest.mark.rule("SF-CRAFT-02", "SF-WORKSPACE-02")
@pytest.mark.parametrize(
    ("quality", "cost", "shop", "is_enough"),
    [(3, 0, 3, True), (3, 0, 2, False), (3, 5, 4, False), (3, 5, 5, True), (5, 2, 2, True), (5, 2, 1, False)],
)
def test_it_takes_a_workspace_as_good_as_the_work_or_its_materials(
    quality: int, cost: int, shop: int, is_enough: bool
) -> None:
    g = crafter(shop=shop)
    work = plan(g, quality, cost=cost)
    assert bool(picks(g)) == is_enough
    if is_enough:
        begin(g)
        assert g.roll.difficulty == quality, "its cost makes it no harder"
    else:
        pick = f"{work.id}/0 borrowed shop"
        anyway = Undertake(actor=MAUD, procedure="make", trait="knack", description="so", pick=pick)
        assert g.refused("ana", anyway) == "bad-pick"


@pytest.mark.rule("SF-CRAFT-02")
def test_without_a_workspace_nothing_is_made_until_one_is_borrowed() -> None:
    g = crafter(shop=-1)
    plan(g, 2)
    assert picks(g) == []
    g.do("gm", OpenWorkspace(actor=MAUD, name="Shop", quality=2, tier="0"))
    make(g)
    assert last(g).is_finished


@pytest.mark.rule("SF-CRAFT-01", "SF-CRAFT-02")
def test_only_who_has_learned_to_make_things_plans_them_and_in_calm() -> None:
    g = crafter()
    poem = PlanWork(actor=CORA, name="Poem", quality=1, cost=0, tier="0")
    assert g.refused("bo", poem) == "no-craft"
    mine = msgspec.structs.replace(poem, actor=MAUD)
    assert g.refused("bo", mine) == "not-yours"
    for wrong in ({"quality": 21}, {"cost": -1}, {"tier": "5"}):
        assert g.refused("ana", msgspec.structs.replace(mine, **wrong)) == "bad-value"
    g.do("ana", mine)
    g.start_conflict("physical", first="Maud")
    assert g.refused("ana", mine) == "no-calm"
    assert picks(g) == []


# -- time --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-CRAFT-03")
@pytest.mark.parametrize(
    ("rating", "quality", "steps"),
    [(3, 0, 0), (3, 1, 1), (3, 3, 3), (3, 4, 5), (1, 3, 5), (4, 2, 2), (2, 6, 10), (1, 8, 11)],
)
@pytest.mark.parametrize("tier", [0, 1])
def test_a_day_a_step_for_each_point_and_one_for_each_the_skill_lacks(
    rating: int, quality: int, steps: int, tier: int
) -> None:
    g = crafter(rating, tier)
    plan(g, quality)
    make(g)
    assert took(g) == TRACK[min(DAY + steps, len(TRACK) - 1)]


@pytest.mark.rule("SF-CRAFT-04", "SF-ROLL-04")
@pytest.mark.parametrize(("shifts", "steps"), [(0, 0), (1, 1), (3, 3), (4, 4), (5, 4)])
def test_each_shift_saves_a_step_four_at_most(shifts: int, steps: int) -> None:
    g = crafter(4)
    plan(g, 3)
    begin(g)
    assert (g.roll.difficulty, g.roll.scale) == (3, 0)
    done(g, faces(shifts - 1))
    assert took(g) == TRACK[DAY + 3 - steps]


@pytest.mark.rule("SF-CRAFT-04")
@pytest.mark.parametrize("tier", range(5))
def test_the_roll_is_against_the_quality_in_the_tier_of_the_work(tier: int) -> None:
    g = crafter(3, 4)
    g.set_points(maud=9)
    plan(g, 4, tier=tier)
    begin(g)
    assert (g.roll.difficulty, g.roll.scale) == (4, tier)


# -- equipment ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-CRAFT-05")
@pytest.mark.parametrize("improvements", [1, 2, 3, 6])
def test_equipment_is_twice_as_good_as_it_has_improvements(improvements: int) -> None:
    g = crafter(4)
    g.do("ana", PlanEquipment(actor=MAUD, name="Lamp", improvements=improvements))
    (part,) = last(g).parts
    assert (part.quality, part.needs, part.tier) == (2 * improvements, 2 * improvements, 0)
    begin(g)
    assert g.roll.difficulty == 2 * improvements


@pytest.mark.rule("SF-CRAFT-05")
@pytest.mark.parametrize("more", [1, 2])
def test_better_equipment_is_as_good_as_all_its_improvements(more: int) -> None:
    g = armed()
    g.do("ana", PlanImprovement(actor=MAUD, piece="maud: Blade", improvements=more))
    assert [part.quality for part in last(g).parts] == [2 * (1 + more)]
    assert g.refused("ana", PlanImprovement(actor=MAUD, piece="maud: Bow", improvements=1)) == "no-such-piece"
    assert g.refused("ana", PlanImprovement(actor=MAUD, piece="maud: Blade", improvements=7)) == "bad-value"
    assert g.refused("ana", PlanEquipment(actor=MAUD, name="Bow", improvements=0)) == "bad-value"


def armed(**more: Any) -> Game:
    """Maud has a blade, Fisticuffs and Craft, and a shop."""
    maud = (skill("Fisticuffs", 3), with_trapping(4, 0, "craft"))
    g = accompanied(BLADE, maud=more.pop("maud", maud), **more)
    g.do("gm", OpenWorkspace(actor=MAUD, name="Shop", quality=20, tier="4"))
    return g


def choose(g: Game, *improvements: tuple[str, dict[str, str]]) -> None:
    for option, said in improvements:
        g.answer("ana", "improvement", option, **said)


def worth(g: Game, piece: str, who: str = "maud") -> list[tuple[str, str]]:
    """Its improvements, and for what."""
    gear = next(each for each in gear_of(TABLES, g.actor(who).sheet) if each.name == piece)
    return [(each.row.id, each.scope or each.skill) for each in gear.improvements]


@pytest.mark.rule("SF-CRAFT-05", "SF-CRAFT-08")
def test_what_improves_it_is_chosen_when_it_is_made_and_counts_until_the_session_is_over() -> None:
    g = armed()
    g.do("ana", PlanEquipment(actor=MAUD, name="Coat", improvements=4))
    make(g)
    choose(g, ("rugged", {"scope": "physical"}), ("protective", {"scope": "physical"}))
    prompt = g.prompt("improvement")
    assert prompt is not None
    assert "empowered" not in [option.id for option in prompt.options], "it counts as four"
    choose(g, ("well-made", {"skill": "Fisticuffs"}))
    assert g.prompt("improvement") is None, "that counted as two"
    assert worth(g, "Coat") == [("rugged", "physical"), ("protective", "physical"), ("well-made", "fisticuffs")]
    assert len(g.condition("maud").tracks["health"]) == 3
    assert [feature.name for feature in g.actor("maud").sheet.features] == ["Coat"]
    g.do("gm", EndScene())
    g.do("gm", StartScene("Later", (MAUD, CORA, FOE)))
    assert worth(g, "Coat")
    new_session(g)
    assert [gear.name for gear in gear_of(TABLES, g.actor("maud").sheet)] == ["Blade"]
    assert len(g.condition("maud").tracks["health"]) == 2
    assert g.actor("maud").sheet.features == ()
    assert not g.table.state.get(WORKS)


@pytest.mark.rule("SF-CRAFT-08")
@pytest.mark.parametrize(("piece", "who"), [("maud: Blade", "maud"), ("cora: Sword", "cora")])
def test_improvements_of_a_piece_last_for_the_session_and_it_keeps_its_own(piece: str, who: str) -> None:
    g = armed()
    if who == "cora":
        sword = equipment("Sword", improvement("deadly", scope="physical"))
        sheet = g.actor("cora").sheet
        assert sheet.entries.get("gifts", ()) == ()
        g = armed_both(sword)
    g.do("ana", PlanImprovement(actor=MAUD, piece=piece, improvements=2))
    make(g)
    choose(g, ("deadly", {"scope": "physical"}), ("deadly", {"scope": "physical"}))
    name = piece.partition(": ")[2]
    assert worth(g, name, who) == [("deadly", "physical")] * 3
    new_session(g)
    assert worth(g, name, who) == [("deadly", "physical")]


def armed_both(sword: Entry) -> Game:
    """Cora has a sword, and Maud makes it better."""

    class Both(Game):
        def bring(self, seat: str, character: Any) -> None:
            entries = {**character.entries, "gifts": (sword,)} if seat == "bo" else character.entries
            waived = (*character.waived, "too-many-improvements")
            super().bring(seat, msgspec.structs.replace(character, entries=entries, waived=waived))

    g = Both(maud=(with_trapping(4, 0, "craft"),))
    g.do("gm", OpenWorkspace(actor=MAUD, name="Shop", quality=20, tier="4"))
    return g


@pytest.mark.rule("SF-CRAFT-05")
def test_every_improvement_of_the_book_can_be_made_and_none_too_often() -> None:
    g = armed()
    g.do("ana", PlanEquipment(actor=MAUD, name="Coat", improvements=6))
    make(g)
    prompt = g.prompt("improvement")
    assert prompt is not None
    assert [option.id for option in prompt.options] == [row.id for row in TABLES.improvements]
    choose(g, *[("essential", {"scope": "physical"})] * 2)
    prompt = g.prompt("improvement")
    assert prompt is not None
    assert "essential" not in [option.id for option in prompt.options]
    choose(g, ("alternate-use", {"skill": "Knack", "instead": "Fisticuffs"}), ("aspect", {"text": "Sewn With Care"}))
    assert g.card("Sewn With Care").bearer == MAUD
    choose(g, ("numerous", {}), ("deadly", {"scope": "social"}))
    assert len(worth(g, "Coat")) == 6
    new_session(g)
    assert not g.has_card("Sewn With Care")


# -- devices that are skills -------------------------------------------------------------------------------------------


def focused(name: str, rating: int, tier: int, *trappings: HeldTrapping) -> Entry:
    return skill_entry(TABLES, name, rating, tier, *trappings, drawbacks=(HeldDrawback(id="minor-focus"),))


FLIGHT = HeldTrapping(id="move", extras=("unusual",), note="Flight")
PLATFORM = focused("Personal Aero-Platform", 2, 1, FLIGHT)


def inventor(*devices: Entry, tier: int = 2, rating: int = 4, **more: Any) -> Game:
    """Cora has these devices, of which Maud makes others."""
    g = Game(maud=(with_trapping(rating, tier, "craft"),), cora=devices, **more)
    g.set_points(maud=9)
    return g


def shop(g: Game, quality: int = 20, tier: int = 4) -> None:
    g.do("gm", OpenWorkspace(actor=MAUD, name="Shop", quality=quality, tier=str(tier)))


@pytest.mark.rule("SF-CRAFT-06")
def test_a_device_that_is_a_skill_is_as_good_as_the_skill_is_dear() -> None:
    """The example: rating 2, Move 1, Flight 1 and a Focus -1 are a difficulty of +3, Extraordinary."""
    g = inventor(PLATFORM)
    shop(g, 3, 1)
    g.do("ana", PlanDevice(actor=MAUD, name="Platform", rating=1, skills=("personal-aero-platform",)))
    (part,) = last(g).parts
    assert (part.quality, part.needs, part.tier) == (3, 3, 1)
    begin(g)
    assert (g.roll.difficulty, g.roll.scale) == (3, 1)


@pytest.mark.rule("SF-CRAFT-06", "SF-WORKSPACE-03")
@pytest.mark.parametrize(
    ("quality", "works", "tier", "is_able"),
    [(3, 1, 1, True), (3, 0, 1, False), (2, 1, 1, False), (3, 2, 2, True), (3, 1, 0, False)],
)
def test_it_takes_a_workspace_and_a_skill_of_its_tier(quality: int, works: int, tier: int, is_able: bool) -> None:
    g = inventor(PLATFORM, tier=tier)
    shop(g, quality, works)
    g.do("ana", PlanDevice(actor=MAUD, name="Platform", rating=1, skills=("personal-aero-platform",)))
    assert bool(picks(g)) == is_able


def steam_armour() -> tuple[Entry, Entry]:
    """Ratings of three and two, and what comes with them for four points and for three."""
    body = HeldTrapping(id="physical-force", extras=("unusual",) * 4, note="Steam")
    flight = HeldTrapping(id="move", extras=("unusual",) * 3, note="Flight")
    return focused("Exoskeleton", 3, 2, body), focused("Wings", 2, 1, flight)


@pytest.mark.rule("SF-CRAFT-06", "SF-CRAFT-07", "SF-CRAFT-10")
def test_a_device_of_several_skills_takes_a_roll_and_its_price_for_each() -> None:
    """The example: +7 Superhuman and +5 Extraordinary, which cost two fate points and one."""
    g = inventor(*steam_armour())
    shop(g)
    g.do("ana", PlanDevice(actor=MAUD, name="Steam Armour", rating=1, skills=("exoskeleton", "wings")))
    assert len(picks(g)) == 2
    for place, quality, tier, price, dice in ((0, 7, 2, 2, "+++0"), (1, 5, 1, 1, "000 1")):
        before = g.points("maud")
        begin(g, place)
        assert (g.roll.difficulty, g.roll.scale) == (quality, tier)
        assert before - g.points("maud") == price
        assert not skill_named(TABLES, g.actor("maud").sheet, "exoskeleton"), "it is not finished"
        assert done(g, dice) == (0, "succeed")
    sheet = g.actor("maud").sheet
    assert [skill_named(TABLES, sheet, each) is not None for each in ("exoskeleton", "wings")] == [True, True]


@pytest.mark.rule("SF-CRAFT-07")
@pytest.mark.parametrize("failed", [0, 1])
def test_a_part_that_fails_is_all_that_is_made_again(failed: int) -> None:
    g = inventor(*steam_armour())
    shop(g)
    g.do("ana", PlanDevice(actor=MAUD, name="Steam Armour", rating=1, skills=("exoskeleton", "wings")))
    for place, bad, good in ((0, "----", "+++0"), (1, "--- 1", "000 1")):
        begin(g, place)
        done(g, bad if place == failed else good)
    assert [part.is_made for part in last(g).parts] == [place != failed for place in (0, 1)]
    assert picks(g) == [f"{last(g).id}/{failed} borrowed shop"]


@pytest.mark.rule("SF-CRAFT-06")
def test_any_skill_in_a_device_is_copied_and_ready_made_ones_as_they_are_rated() -> None:
    g = inventor(PLATFORM, with_trapping(2, 0, "notice", name="Sharp Eyes"))
    (offer,) = g.offers("ana", PlanDevice)
    hole = next(hole for hole in offer.holes if isinstance(hole, ManyHole))
    found = {choice.value for choice in hole.options}
    assert "personal-aero-platform" in found
    assert "sharp-eyes" not in found
    name = "clockwork-wings"
    for rating in (1, 4):
        g.do("ana", PlanDevice(actor=MAUD, name="Device", rating=rating, skills=(name,)))
        assert last(g).parts[0].quality == rating + TABLES.sample("Clockwork Wings").printed
    for wrong in ({"skills": ()}, {"skills": ("sharp-eyes",)}, {"rating": 0}, {"skills": (name, name)}):
        plan = PlanDevice(actor=MAUD, name="Device", rating=1, skills=(name,))
        assert g.refused("ana", msgspec.structs.replace(plan, **wrong)) == "bad-device"


# -- works above Mundane -----------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-CRAFT-10")
@pytest.mark.parametrize(("tier", "price"), [(0, 0), (1, 1), (2, 2), (3, 4), (4, 6)])
@pytest.mark.parametrize("points", [0, 1, 2, 3, 4, 6])
def test_a_work_costs_what_its_tier_takes_off_refresh(tier: int, price: int, points: int) -> None:
    g = crafter(3, 4)
    g.set_points(maud=points)
    work = plan(g, 1, tier=tier)
    assert (picks(g) == [f"{work.id}/0 borrowed shop"]) == (points >= price)
    if points >= price:
        make(g)
        assert g.points("maud") == points - price


@pytest.mark.rule("SF-CRAFT-10")
def test_what_is_sent_back_costs_nothing() -> None:
    g = crafter(3, 2)
    g.set_points(maud=3)
    work = plan(g, 1, tier=2)
    undertake(g, "make", pick=f"{work.id}/0 borrowed shop")
    assert g.points("maud") == 1
    g.answer("gm", "procedure-opposition", "send-back", reason="Not here")
    assert g.points("maud") == 3


@pytest.mark.rule("SF-CRAFT-10", "SF-WORKSPACE-03")
@pytest.mark.parametrize("own", range(5))
@pytest.mark.parametrize("works", [0, 2, 4])
def test_a_work_is_of_no_higher_tier_than_skill_and_workspace(own: int, works: int) -> None:
    g = crafter(3, own, works=works)
    g.set_points(maud=9)
    for tier in range(5):
        work = plan(g, 1, tier=tier)
        assert any(pick.startswith(work.id) for pick in picks(g)) == (tier <= min(own, works))


@pytest.mark.rule("SF-CRAFT-10", "SF-CRAFT-01")
@pytest.mark.parametrize(("tier", "lasts"), [(0, ""), (1, "story"), (4, "story")])
def test_a_work_above_mundane_lasts_for_the_story(tier: int, lasts: str) -> None:
    g = crafter(3, 4)
    g.set_points(maud=9)
    plan(g, 1, tier=tier)
    make(g)
    assert last(g).lasts == lasts
    new_session(g)
    assert len(g.table.state.get(WORKS)) == 1
    new_session(g, scenario_ends=True)
    assert bool(g.table.state.get(WORKS)) == (not lasts)


@pytest.mark.rule("SF-CRAFT-10")
@pytest.mark.parametrize("how", ["story", "ana", "gm"])
def test_a_device_is_its_makers_for_the_story_or_until_it_is_destroyed_or_dismantled(how: str) -> None:
    g = inventor(PLATFORM)
    shop(g)
    before = refresh_of(TABLES, g.actor("maud").sheet, "middle")
    g.do("ana", PlanDevice(actor=MAUD, name="Platform", rating=1, skills=("personal-aero-platform",)))
    make(g)
    made = skill_named(TABLES, g.actor("maud").sheet, "personal-aero-platform")
    assert made is not None
    assert (made.rating, made.tier) == (2, 1)
    assert refresh_of(TABLES, g.actor("maud").sheet, "middle") == before, "it was paid for"
    new_session(g)
    assert skill_named(TABLES, g.actor("maud").sheet, "personal-aero-platform") is not None
    if how == "story":
        new_session(g, scenario_ends=True)
    else:
        g.do(how, TakeApart(work=last(g).id))
    assert skill_named(TABLES, g.actor("maud").sheet, "personal-aero-platform") is None
    assert g.actor("cora").sheet.entries["skills"] == (PLATFORM,)
    assert ActorId("maud") in g.cast
