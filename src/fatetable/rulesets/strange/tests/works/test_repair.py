"""Repairing devices, things and Artificials."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from fatetable.engine.offers import ChoiceHole
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.mechanics.harm.absorbing import Inflict
from fatetable.mechanics.undertakings.procedures import Undertake
from fatetable.rulesets.strange.tests.support.playing import CORA, MAUD, Game
from fatetable.rulesets.strange.tests.support.trappings import done, took, undertake, with_trapping
from fatetable.rulesets.strange.trappings.devices import PlaceDevice
from fatetable.rulesets.strange.works.broken import PlaceBroken
from fatetable.rulesets.strange.works.workspaces import CloseWorkspace, OpenWorkspace
from fatetable.testing import faces

ENGINE = ActorId("engine")
GRADES = ("mild", "moderate", "severe")
TIMES = {"stress": "A Few Hours", "mild": "A Few Hours", "moderate": "A Day", "severe": "A Week"}


def workshop(quality: int = 3, tier: int = 0, *, rating: int = 3, own: int = 0, **more: Any) -> Game:
    """Maud repairs; an engine of this quality is there, and a shop that is good enough for it."""
    g = Game(maud=(with_trapping(rating, own, "repair"),), **more)
    g.do("gm", PlaceDevice(name="Engine", quality=quality, tier=str(tier)))
    g.do("gm", OpenWorkspace(actor=MAUD, name="Shop", quality=max(quality, 0), tier=str(tier)))
    return g


def damage(g: Game, *what: str, who: ActorId = ENGINE) -> Game:
    """Consequences of these grades, or stress by a blow."""
    for each in what:
        if each == "stress":
            g.do("gm", Undertake(actor=ActorId("foe"), procedure="smash", trait="brawn", target=who, description="so"))
            g.answer("gm", "defend", "defend", trait="quality", description="is sturdy")
            g.throw("gm", "++++", "----")
            g.everyone_passes()
            absorb(g)
        else:
            g.do("gm", Inflict(actor=who, slot=each, words=f"{each} dent", reason="a blow", kind="physical"))
    return g


def absorb(g: Game) -> None:
    while (prompt := g.prompt("absorb")) is not None:
        option = next(each for each in prompt.options if "box" in each.label.lower() or "stress" in each.label.lower())
        g.answer("gm", "absorb", option.id)


def repair(g: Game, what: str, *, row: str = "repair", where: str = "borrowed shop") -> tuple[int, int]:
    """Maud begins; what it is against."""
    roll = undertake(g, row, pick=f"{what} {where}")
    assert roll.difficulty is not None
    return roll.difficulty, roll.scale


def slots(g: Game, who: str = "engine") -> set[str]:
    return set(g.condition(who).marks)


def picks(g: Game, row: str = "repair", trait: str = "knack") -> list[str]:
    """What Maud may repair with a skill, without the places."""
    found = (offer for offer in g.offers("ana", Undertake) if offer.command.procedure == row)  # type: ignore[attr-defined]
    return [
        choice.value.partition(" ")[0]
        for offer in found
        if offer.command.trait == trait  # type: ignore[attr-defined]
        for hole in offer.holes
        if isinstance(hole, ChoiceHole) and hole.field == "pick"
        for choice in hole.options
    ]


def notes(g: Game, who: str = "engine") -> dict[str, str]:
    return dict(g.ruleset.presenting.notes(g.table.state, g.actor(who)))


# -- difficulty and time ---------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-REPAIR-01")
@pytest.mark.parametrize("quality", [0, 2, 5])
@pytest.mark.parametrize("tier", [0, 2])
def test_a_device_with_a_stress_track_is_as_hard_as_it_is_well_made(quality: int, tier: int) -> None:
    g = damage(workshop(quality, tier, own=tier), "mild")
    assert repair(g, "engine/mild") == (quality, tier)


@pytest.mark.rule("SF-REPAIR-01")
@pytest.mark.parametrize(("quality", "value", "difficulty"), [(2, 4, 4), (4, 2, 4), (3, 3, 3), (0, 0, 0)])
def test_something_without_one_is_as_hard_as_the_higher_of_quality_and_value(
    quality: int, value: int, difficulty: int
) -> None:
    g = workshop(5)
    g.do("gm", PlaceBroken(name="Clock", quality=quality, value=value, tier="0", broken="mild"))
    assert not g.condition("clock").tracks, "it has no stress track"
    assert repair(g, "clock/broken") == (difficulty, 0)


@pytest.mark.rule("SF-REPAIR-01")
def test_the_gm_says_what_is_broken_and_how_badly_and_nobody_takes_it_apart_by_degrees() -> None:
    g = workshop()
    clock = PlaceBroken(name="Clock", quality=1, value=2, tier="0", broken="severe")
    assert g.refused("ana", clock) == "gm-only"
    for wrong in ({"quality": 21}, {"value": -1}, {"tier": "7"}, {"broken": "stress"}):
        assert g.refused("gm", msgspec.structs.replace(clock, **wrong)) == "bad-value"
    g.do("gm", clock)
    assert notes(g, "clock") == {"Quality": "Average (+1)", "Value": "Fair (+2)", "Condition": "broken"}
    smash = Undertake(actor=MAUD, procedure="smash", trait="brawn", target=ActorId("clock"), description="so")
    assert g.refused("ana", smash) == "bad-target"
    repair(g, "clock/broken")
    done(g)
    assert notes(g, "clock")["Condition"] == "whole"
    assert picks(g) == []


@pytest.mark.rule("SF-REPAIR-02")
@pytest.mark.parametrize("what", TIMES)
@pytest.mark.parametrize("dice", ["0000", "++++"])
def test_the_damage_says_how_long_it_takes_however_well_it_goes(what: str, dice: str) -> None:
    g = damage(workshop(2), what)
    repair(g, f"engine/{what}")
    done(g, dice)
    assert took(g) == TIMES[what]
    assert not any(g.condition("engine").tracks["health"])
    assert not slots(g)


@pytest.mark.rule("SF-REPAIR-02")
@pytest.mark.parametrize("grade", GRADES)
def test_what_is_broken_without_a_track_takes_as_long_as_a_consequence_as_bad(grade: str) -> None:
    g = workshop()
    g.do("gm", PlaceBroken(name="Clock", quality=1, value=0, tier="0", broken=grade))
    repair(g, "clock/broken")
    done(g)
    assert took(g) == TIMES[grade]


@pytest.mark.rule("SF-REPAIR-02")
def test_only_what_was_picked_is_repaired_and_only_by_a_success() -> None:
    g = damage(workshop(3), "mild", "severe")
    assert picks(g) == ["engine/mild", "engine/severe"]
    repair(g, "engine/severe")
    done(g)
    assert slots(g) == {"mild"}
    repair(g, "engine/mild")
    done(g, "----")
    g.answer("ana", "shortfall", "fail")
    assert slots(g) == {"mild"}
    assert took(g) == "A Few Hours", "time is lost"


# -- making up for a failure -----------------------------------------------------------------------------------------


@pytest.mark.rule("SF-REPAIR-03", "SF-ROLL-04")
@pytest.mark.parametrize(
    ("missing", "quality", "ways"),
    [
        (1, 4, [("Take longer (A Few Days)", 4), ("Lower the quality by 1", 3)]),
        (
            3,
            5,
            [
                ("Take longer (A Few Weeks)", 5),
                ("Take longer (A Week) and lower the quality by 1", 4),
                ("Take longer (A Few Days) and lower the quality by 2", 3),
                ("Lower the quality by 3", 2),
            ],
        ),
        (5, 6, [("Take longer (A Month) and lower the quality by 1", 5)]),
        (4, 1, [("Take longer (A Month)", 1), ("Take longer (A Few Weeks) and lower the quality by 1", 0)]),
    ],
)
def test_a_failure_is_made_good_by_time_or_quality_or_both(
    missing: int, quality: int, ways: list[tuple[str, int]]
) -> None:
    """The example: two steps longer and a quality lower by one are worth three."""
    for label, left in ways:
        rating = max(1, min(4, quality - missing + 2))
        g = damage(workshop(quality, rating=rating), "moderate")
        difficulty, _ = repair(g, "engine/moderate")
        done(g, faces(difficulty - missing - rating))
        assert g.last_roll.margin == -missing
        prompt = g.prompt("shortfall")
        assert prompt is not None
        option = next(each for each in prompt.options if each.label == label)
        g.answer("ana", "shortfall", option.id)
        assert not slots(g)
        numbers = g.actor("engine").sheet.numbers
        assert numbers["quality"] == left
        assert numbers.get("whole", left) == quality
        time = label.partition("(")[2].partition(")")[0]
        assert took(g) == (time or "A Day")


@pytest.mark.rule("SF-REPAIR-03")
@pytest.mark.parametrize(("quality", "lowest"), [(0, 0), (1, 1), (2, 2)])
def test_no_more_than_four_steps_are_bought_and_no_more_quality_than_there_is(quality: int, lowest: int) -> None:
    g = damage(workshop(quality, rating=1), "mild")
    difficulty, _ = repair(g, "engine/mild")
    done(g, "----")
    missing = difficulty + 3
    prompt = g.prompt("shortfall")
    ways = [] if prompt is None else [option.id for option in prompt.options if option.id != "fail"]
    assert ways == [f"way-{steps}" for steps in range(4, -1, -1) if steps <= missing and missing - steps <= lowest]


@pytest.mark.rule("SF-REPAIR-03")
def test_a_lower_quality_shows_and_takes_its_boxes_with_it() -> None:
    g = damage(workshop(4, rating=4), "mild")
    assert len(g.condition("engine").tracks["health"]) == 5
    repair(g, "engine/mild")
    done(g, "---0")
    g.answer("ana", "shortfall", "way-0")
    assert notes(g)["Quality"] == "Average (+1), once Great (+4)"
    assert len(g.condition("engine").tracks["health"]) == 3


# -- restoring -------------------------------------------------------------------------------------------------------


def degraded(quality: int, lost: int) -> Game:
    """An engine that was worse by so much after a hasty repair."""
    g = damage(workshop(quality, rating=4), "mild")
    difficulty, _ = repair(g, "engine/mild")
    done(g, faces(difficulty - lost - 4))
    g.answer("ana", "shortfall", "way-0")
    return g


@pytest.mark.rule("SF-REPAIR-04")
@pytest.mark.parametrize(("quality", "lost", "difficulty"), [(4, 1, 4), (4, 2, 5), (4, 3, 5), (4, 4, 6), (6, 2, 7)])
def test_restoring_is_as_hard_as_the_old_quality_and_one_more_for_every_two_lost(
    quality: int, lost: int, difficulty: int
) -> None:
    g = degraded(quality, lost)
    assert g.actor("engine").sheet.numbers["quality"] == quality - lost
    assert repair(g, "engine/restore", row="restore") == (difficulty, 0)
    done(g, faces(min(4, difficulty - 4)))
    assert took(g) == "A Week"
    assert notes(g)["Quality"].endswith(f"(+{quality})")
    assert picks(g, "restore") == []


@pytest.mark.rule("SF-REPAIR-04")
@pytest.mark.parametrize(("missing", "time"), [(1, "A Few Weeks"), (4, "A Season"), (5, "")])
def test_only_time_makes_up_for_a_failure_to_restore(missing: int, time: str) -> None:
    g = degraded(4, 2)
    repair(g, "engine/restore", row="restore")
    done(g, faces(1 - missing))
    prompt = g.prompt("shortfall")
    assert (prompt is not None) == bool(time)
    if prompt is not None:
        assert [option.id for option in prompt.options] == [f"way-{missing}", "fail"]
        g.answer("ana", "shortfall", f"way-{missing}")
        assert took(g) == time
    assert g.actor("engine").sheet.numbers["quality"] == (4 if time else 2)


# -- partial repairs -------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-REPAIR-05")
@pytest.mark.parametrize(
    ("grade", "missed", "left", "is_filled"),
    [
        ("severe", 1, {"mild"}, False),
        ("moderate", 1, {"mild"}, False),
        ("mild", 1, set(), True),
        ("severe", 2, {"moderate"}, False),
        ("moderate", 2, {"mild"}, False),
        ("mild", 2, set(), True),
    ],
)
def test_a_near_miss_repairs_in_part(grade: str, missed: int, left: set[str], is_filled: bool) -> None:
    g = damage(workshop(3, partial_repair=True), grade)
    repair(g, f"engine/{grade}")
    done(g, faces(-missed))
    g.answer("ana", "shortfall", "partly")
    assert slots(g) == left
    assert set(g.condition("engine").tracks["health"]) == {is_filled}
    assert all(g.has_card(f"{grade} dent") for _ in left)
    assert took(g) == TIMES[grade]
    assert "whole" not in g.actor("engine").sheet.numbers


@pytest.mark.rule("SF-REPAIR-05")
@pytest.mark.parametrize(
    ("dial", "missed", "what", "others", "is_offered"),
    [
        (True, 1, "severe", (), True),
        (True, 3, "severe", (), False),
        (False, 1, "severe", (), False),
        (True, 1, "severe", ("mild",), False),
        (True, 2, "severe", ("mild",), True),
        (True, 2, "severe", ("moderate",), False),
        (True, 1, "stress", (), False),
    ],
)
def test_it_takes_the_tables_consent_a_near_miss_and_room_for_it(
    dial: bool, missed: int, what: str, others: tuple[str, ...], is_offered: bool
) -> None:
    g = damage(workshop(3, partial_repair=dial), what, *others)
    repair(g, f"engine/{what}")
    done(g, faces(-missed))
    prompt = g.prompt("shortfall")
    assert prompt is not None
    assert ("partly" in [option.id for option in prompt.options]) == is_offered


# -- who can ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-REPAIR-06", "SF-WORKSPACE-02", "SF-WORKSPACE-03")
@pytest.mark.parametrize("own", range(5))
def test_a_skill_repairs_devices_of_its_tier_and_below(own: int) -> None:
    """The example: a Superhuman skill repairs Extraordinary and Superhuman devices."""
    g = workshop(1, own=own)
    g.do("gm", OpenWorkspace(actor=MAUD, name="Shop", quality=9, tier="4"))
    for tier in range(5):
        g.do("gm", PlaceBroken(name=f"Thing {tier}", quality=1, value=1, tier=str(tier), broken="mild"))
    assert picks(g) == [f"thing-{tier}/broken" for tier in range(own + 1)]


@pytest.mark.rule("SF-REPAIR-06", "SF-WORKSPACE-02", "SF-WORKSPACE-03")
@pytest.mark.parametrize(
    ("quality", "tier", "shop", "works", "is_offered"),
    [(3, 0, 3, 0, True), (3, 0, 2, 0, False), (3, 1, 3, 1, True), (3, 1, 3, 0, False), (3, 2, 4, 1, False)],
)
def test_a_workspace_has_to_be_good_enough(quality: int, tier: int, shop: int, works: int, is_offered: bool) -> None:
    g = damage(workshop(quality, tier, own=4), "mild")
    g.do("gm", OpenWorkspace(actor=MAUD, name="Shop", quality=shop, tier=str(works)))
    assert (picks(g) == ["engine/mild"]) == is_offered
    if not is_offered:
        anyway = Undertake(
            actor=MAUD, procedure="repair", trait="knack", description="so", pick="engine/mild borrowed shop"
        )
        assert g.refused("ana", anyway) == "bad-pick"


@pytest.mark.rule("SF-REPAIR-06")
def test_each_skill_is_offered_what_it_can_repair() -> None:
    g = Game(maud=(with_trapping(4, 0, "repair", name="Tinker"), with_trapping(1, 1, "repair", name="Strange Tinker")))
    g.do("gm", OpenWorkspace(actor=MAUD, name="Shop", quality=9, tier="4"))
    for tier in range(3):
        g.do("gm", PlaceBroken(name=f"Thing {tier}", quality=1, value=1, tier=str(tier), broken="mild"))
    assert picks(g, trait="tinker") == ["thing-0/broken"]
    assert picks(g, trait="strange-tinker") == ["thing-0/broken", "thing-1/broken"]


@pytest.mark.rule("SF-REPAIR-06")
def test_without_a_workspace_or_calm_or_near_it_nothing_is_repaired() -> None:
    g = damage(workshop(), "mild")
    g.draw_zones("Here", "There")
    g.place("maud", "Here")
    g.place("engine", "There")
    assert picks(g) == []
    g.place("engine", "Here")
    assert picks(g) == ["engine/mild"]
    g.do("gm", CloseWorkspace(actor=MAUD, name="Shop"))
    assert picks(g) == []
    g = damage(workshop(), "mild")
    g.start_conflict("physical", ("foe",), first="Maud")
    assert picks(g) == []


# -- Artificials -----------------------------------------------------------------------------------------------------


def automaton(rating: int, tier: int, *, own: int = 0, archetype: str = "artificial", **more: Any) -> Game:
    """Cora is one, with this much Stress Capacity."""

    class Made(Game):
        def bring(self, seat: str, character: str | Sheet) -> None:
            assert isinstance(character, Sheet)
            waived = (*character.waived, "archetype-drawback-missing")
            made = msgspec.structs.replace(character, lists={"archetype": (archetype,)}, waived=waived)
            super().bring(seat, made if seat == "bo" else character)

    body: tuple[Entry, ...] = ()
    if rating:
        body = (with_trapping(rating, tier, "stress-capacity physical", name="Iron Body"),)
    g = Made(maud=(with_trapping(3, own, "repair"),), cora=body, **more)
    g.do("gm", OpenWorkspace(actor=MAUD, name="Shop", quality=9, tier="4"))
    return damage(g, "severe", who=CORA)


@pytest.mark.rule("SF-ARCH-14", "SF-REPAIR-01", "SF-REPAIR-02")
@pytest.mark.parametrize(("rating", "tier"), [(0, 0), (3, 0), (2, 1)])
def test_an_artificial_is_repaired_as_a_device_of_its_stress_capacity(rating: int, tier: int) -> None:
    g = automaton(rating, tier, own=tier)
    assert repair(g, "cora/severe") == (rating, tier)
    done(g)
    assert (slots(g, "cora"), took(g)) == (set(), "A Week")


@pytest.mark.rule("SF-ARCH-14", "SF-REPAIR-06")
@pytest.mark.parametrize(("tier", "own", "is_offered"), [(0, 0, True), (1, 1, True), (1, 0, False), (2, 1, False)])
def test_it_takes_the_tier_of_its_body_and_nobody_else_is_repaired(tier: int, own: int, is_offered: bool) -> None:
    assert (picks(automaton(2, tier, own=own)) == ["cora/severe"]) == is_offered
    assert picks(automaton(2, tier, own=own, archetype="alien")) == []


@pytest.mark.rule("SF-ARCH-14", "SF-REPAIR-03")
def test_a_person_loses_no_quality_by_a_hasty_repair() -> None:
    g = automaton(4, 0)
    repair(g, "cora/severe")
    done(g, "-000")
    prompt = g.prompt("shortfall")
    assert prompt is not None
    assert [option.id for option in prompt.options] == ["way-2", "fail"]


@pytest.mark.rule("SF-ARCH-14", "SF-REPAIR-06")
@pytest.mark.parametrize(("tier", "is_mended"), [(0, True), (1, False)])
def test_of_a_closed_sheet_nobody_knows_whether_the_skill_is_good_enough(tier: int, is_mended: bool) -> None:
    g = automaton(2, tier, open_sheets=False)
    assert picks(g) == ["cora/severe"]
    assert repair(g, "cora/severe") == (2, tier)
    if tier:
        g.throw("ana", "+++ 1")
        g.everyone_passes()
        assert g.last_roll.outcome != "fail"
    else:
        done(g)
    assert (slots(g, "cora") == set()) == is_mended
