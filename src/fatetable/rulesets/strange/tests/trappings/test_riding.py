"""Mounts and vehicles: getting on, travelling, taking risks, covering ground, and fighting from one."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.encounters.movement import Move
from fatetable.mechanics.rolls.actions import Attack, CreateAdvantage
from fatetable.mechanics.rolls.helping import Help
from fatetable.mechanics.scenes.joining import AddOpponent
from fatetable.mechanics.scenes.lifecycle import EndScene, StartScene
from fatetable.mechanics.undertakings.procedures import Undertake
from fatetable.rulesets.strange.book import HeldTrapping
from fatetable.rulesets.strange.tests.support.book import TABLES
from fatetable.rulesets.strange.tests.support.playing import CORA, FOE, MAUD, Game, person, skill
from fatetable.rulesets.strange.tests.support.trappings import answers, done, facts, undertake
from fatetable.rulesets.strange.trappings.devices import PlaceDevice
from fatetable.rulesets.strange.trappings.mounts import GetOff, GetOn, NameMount, mount_of
from fatetable.testing import faces

BESS = ActorId("bess")
CAR = ActorId("car")
FIELDS = TABLES.trapping("transport").fields
COMMON = {
    "animal riding": "horsemanship",
    "mechanical ground": "drive",
    "watercraft": "seamanship",
    "aircraft": "pilot",
}


def stable(*maud: Any, gallop: int = 2, health: int = 0, **more: Any) -> Game:
    """Maud (Horsemanship +3) and Bess, a horse of the GM's."""
    g = Game(maud=maud or (skill("Horsemanship", 3),), scene=False, **more)
    body = (skill("Hide", health, 0, HeldTrapping(id="stress-capacity", of="physical")),) if health else ()
    g.do("gm", AddOpponent(person("Bess", skill("Athletics", gallop), *body, kind="npc"), open_aspects=True))
    g.start_scene()
    g.do("gm", NameMount(actor=BESS, field="animal riding"))
    return g


def mounted(*maud: Any, **more: Any) -> Game:
    g = stable(*maud, **more)
    g.do("ana", GetOn(actor=MAUD, mount=BESS))
    return g


def garage(field: str = "mechanical ground", quality: int = 2, *maud: Any, **more: Any) -> Game:
    """Maud and a vehicle of a kind, that is as good as this."""
    g = Game(maud=maud or (skill("Drive", 3),), **more)
    g.do("gm", PlaceDevice(name="Car", quality=quality, tier="0"))
    g.do("gm", NameMount(actor=CAR, field=field))
    return g


# -- getting on ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-TRANSPORT-01")
@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("of_skill", FIELDS)
def test_a_skill_is_good_for_its_own_kind_of_transport_alone(field: str, of_skill: str) -> None:
    own = skill("Knack", 3, 0, HeldTrapping(id="transport", terms=(of_skill,)))
    g = garage(field, 2, own)
    may = GetOn(actor=MAUD, mount=CAR)
    assert g.is_offered("ana", may) == (field == of_skill or field in COMMON)
    if not g.is_offered("ana", may):
        assert g.refused("ana", may) == "no-skill"
        return
    g.do("ana", may)
    wanted = "knack" if field == of_skill else COMMON[field]
    for trait in ("knack", *COMMON.values()):
        drive = Undertake(actor=MAUD, procedure="drive", trait=trait, description="so")
        assert g.is_offered("ana", drive) == (trait == wanted), trait


@pytest.mark.rule("SF-TRANSPORT-01")
def test_the_gm_says_what_is_a_mount_and_of_which_kind() -> None:
    g = stable()
    assert g.refused("ana", NameMount(actor=BESS, field="aircraft")) == "gm-only"
    assert g.refused("gm", NameMount(actor=BESS, field="on foot")) == "no-mount"
    assert g.refused("gm", NameMount(actor=CORA, field="animal riding")) == "no-mount"
    assert dict(g.ruleset.presenting.notes(g.table.state, g.actor("bess")))["Transport"] == "animal riding"


@pytest.mark.rule("SF-TRANSPORT-01")
def test_one_rides_one_and_gets_off_again() -> None:
    g = mounted()
    assert g.refused("ana", GetOn(actor=MAUD, mount=BESS)) == "on-one-already"
    assert g.refused("bo", GetOn(actor=CORA, mount=BESS)) == "no-mount", "somebody rides it"
    assert dict(g.ruleset.presenting.notes(g.table.state, g.actor("maud")))["On"] == "Bess"
    g.do("ana", GetOff(actor=MAUD))
    assert g.refused("ana", GetOff(actor=MAUD)) == "on-foot"
    g.do("bo", GetOn(actor=CORA, mount=BESS))
    g.do("gm", EndScene())
    g.do("gm", StartScene("Later", (MAUD, CORA, FOE, BESS)))
    assert mount_of(g.table.state, CORA) == ""
    g.draw_zones("Here", "There")
    g.place("maud", "Here")
    g.place("bess", "There")
    assert g.refused("ana", GetOn(actor=MAUD, mount=BESS)) == "no-mount"


# -- safe journeys ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-TRANSPORT-01")
@pytest.mark.parametrize("rating", [1, 2, 4])
def test_a_rated_skill_is_enough_for_a_safe_journey(rating: int) -> None:
    g = mounted(skill("Horsemanship", rating))
    g.do("ana", Undertake(actor=MAUD, procedure="travel", trait="horsemanship"))
    assert g.last_roll.stage == "over"
    assert g.last_roll.margin is None, "nothing was rolled"
    assert facts(g) == ["a safe journey"]
    assert not g.prompts()


@pytest.mark.rule("SF-TRANSPORT-01")
@pytest.mark.parametrize(("dice", "told"), [("0000", []), ("+000", ["a safe journey"])])
def test_who_has_not_learned_it_rolls_even_for_that(dice: str, told: list[str]) -> None:
    g = mounted(skill("Brawn", 2))
    g.do("ana", Undertake(actor=MAUD, procedure="travel", trait="horsemanship"))
    g.answer("gm", "opposition", "difficulty", value=1, scale="0")
    assert g.roll.efforts[0].fixed == 0
    done(g, dice)
    assert facts(g) == told


@pytest.mark.rule("SF-TRANSPORT-01")
def test_nobody_travels_on_foot_or_safely_in_a_conflict() -> None:
    g = stable()
    for row in ("travel", "drive", "gallop"):
        on_foot = Undertake(actor=MAUD, procedure=row, trait="horsemanship", description="so")
        on_foot = msgspec.structs.replace(on_foot, description="" if row != "drive" else "so")
        assert g.refused("ana", on_foot) in ("on-foot", "no-need")
    g = mounted()
    g.start_conflict("physical", ("foe",), first="Maud")
    travel = Undertake(actor=MAUD, procedure="travel", trait="horsemanship")
    assert g.refused("ana", travel) == "no-calm"


# -- risks: two rolls ------------------------------------------------------------------------------------------------


def risk(g: Game, difficulty: int, rider: str, mount: str, trait: str = "horsemanship") -> None:
    """Maud takes a risk, and then what she is on rolls."""
    undertake(g, "drive", trait=trait)
    g.answer("gm", "procedure-opposition", "figures", difficulty=difficulty)
    done(g, rider)
    if g.prompt("mount-rolls") is not None:
        g.answer("gm", "mount-rolls", "roll", trait="athletics")
    roll = g.roll
    assert (roll.difficulty, roll.scale, roll.takes_action) == (difficulty, 0, False)
    g.throw("gm", mount)
    g.everyone_passes()
    while (prompt := g.prompt("absorb")) is not None:
        g.answer("gm", "absorb", prompt.options[0].id)


@pytest.mark.rule("SF-TRANSPORT-02")
@pytest.mark.parametrize(
    ("rider", "mount", "told", "stress", "crashes"),
    [
        (0, 0, ["it goes well"], 0, False),
        (2, 1, ["it goes well"], 0, False),
        (0, -1, [], 1, False),
        (1, -2, [], 2, False),
        (-1, 0, ["it fails, and no harm is done"], 0, False),
        (-2, -1, [], 1, True),
        (-1, -2, [], 2, True),
    ],
)
def test_both_rolls_are_read_by_themselves(rider: int, mount: int, told: list[str], stress: int, crashes: bool) -> None:
    g = mounted()
    risk(g, 3, faces(rider), faces(mount + 1))
    assert facts(g) == told
    boxes = g.condition("bess").tracks["health"]
    assert boxes == tuple(number == stress for number in range(1, len(boxes) + 1))
    assert (g.prompt("crash") is not None) == crashes
    if crashes:
        g.answer("gm", "crash", "aspect", words="Lame")
        assert g.card("Lame").bearer == BESS


@pytest.mark.rule("SF-TRANSPORT-02")
def test_whoever_decides_for_the_mount_says_with_which_skill_it_rolls() -> None:
    g = mounted()
    undertake(g, "drive", trait="horsemanship")
    g.answer("gm", "procedure-opposition", "figures", difficulty=1)
    done(g)
    prompt = g.prompt("mount-rolls")
    assert prompt is not None
    assert prompt.seats == ("@gm",)
    g.answer("gm", "mount-rolls", "roll", trait="brawn")
    assert g.roll.efforts[0].fixed == 0


@pytest.mark.rule("SF-TRANSPORT-02")
@pytest.mark.parametrize(("quality", "dice", "stress"), [(2, "0000", 1), (3, "0000", 0), (1, "0000", 2)])
def test_a_vehicle_rolls_with_its_quality_and_nobody_is_asked(quality: int, dice: str, stress: int) -> None:
    g = garage("mechanical ground", quality)
    g.do("ana", GetOn(actor=MAUD, mount=CAR))
    undertake(g, "drive", trait="drive")
    g.answer("gm", "procedure-opposition", "figures", difficulty=3)
    done(g)
    assert g.prompt("mount-rolls") is None
    assert (g.roll.actor, g.roll.efforts[0].fixed) == (CAR, quality)
    g.throw("gm", dice)
    g.everyone_passes()
    while (prompt := g.prompt("absorb")) is not None:
        g.answer("gm", "absorb", prompt.options[0].id)
    assert sum(number * box for number, box in enumerate(g.condition("car").tracks["health"], start=1)) == stress


@pytest.mark.rule("SF-TRANSPORT-01", "SF-TRANSPORT-02")
def test_what_the_gm_calls_no_risk_is_not_rolled_for() -> None:
    g = mounted()
    undertake(g, "drive", trait="horsemanship")
    g.answer("gm", "procedure-opposition", "no-roll")
    assert not g.prompts()
    assert g.last_roll.margin is None


# -- covering ground -------------------------------------------------------------------------------------------------


def racing(gallop: int = 2, *maud: Any) -> Game:
    """A fight on four zones in a row."""
    g = mounted(*maud, gallop=gallop)
    g.draw_zones("One", "Two", "Three", "Four")
    for actor in ("maud", "cora", "foe", "bess"):
        g.place(actor, "One")
    g.start_conflict("physical", ("foe",), first="Maud")
    return g


def gallops(g: Game, rider: str, mount: str) -> None:
    g.do("ana", Undertake(actor=MAUD, procedure="gallop", trait="horsemanship"))
    g.answer("gm", "procedure-opposition", "figures", difficulty=2)
    done(g, rider)
    if g.prompt("mount-rolls") is not None:
        g.answer("gm", "mount-rolls", "roll", trait="athletics")
        assert g.roll.difficulty == 0
        g.throw("gm", mount)
        g.everyone_passes()


@pytest.mark.rule("SF-TRANSPORT-03")
@pytest.mark.parametrize(("gallop", "dice", "zones"), [(2, "0000", 2), (2, "+000", 3), (1, "----", 1), (1, "0000", 1)])
@pytest.mark.parametrize("rating", [2, 4])
def test_the_mounts_roll_says_how_far_it_goes_however_good_the_rider_is(
    gallop: int, dice: str, zones: int, rating: int
) -> None:
    g = racing(gallop, skill("Horsemanship", rating))
    gallops(g, "0000", dice)
    names = ("One", "Two", "Three", "Four")
    for number, name in enumerate(names[1:], start=1):
        assert g.is_offered("ana", Move(MAUD, g.zone(name))) == (number <= zones), name
    g.move("maud", names[zones])
    assert (g.where("maud"), g.where("bess")) == (names[zones], names[zones])


@pytest.mark.rule("SF-TRANSPORT-03")
def test_a_rider_who_fails_covers_no_ground_and_one_without_risk_does() -> None:
    g = racing()
    gallops(g, "----", "++++")
    assert g.prompt("mount-rolls") is None
    assert not g.is_offered("ana", Move(MAUD, g.zone("Two")))
    g = racing()
    g.do("ana", Undertake(actor=MAUD, procedure="gallop", trait="horsemanship"))
    g.answer("gm", "procedure-opposition", "no-roll")
    g.answer("gm", "mount-rolls", "roll", trait="athletics")
    g.throw("gm", "0000")
    g.everyone_passes()
    assert g.is_offered("ana", Move(MAUD, g.zone("Three")))


@pytest.mark.rule("SF-TRANSPORT-03")
def test_it_is_pushed_further_by_an_aspect_on_it() -> None:
    g = mounted()
    push = CreateAdvantage(
        actor=MAUD, mode="new", trait="horsemanship", description="spurs", words="Spurred On", target=BESS
    )
    g.do("ana", push)
    g.answer("gm", "opposition", "difficulty", value=1, scale="0")
    done(g)
    card = g.card("Spurred On")
    assert (card.bearer, [free.holder for free in card.free]) == (BESS, [MAUD])


@pytest.mark.rule("SF-TRANSPORT-03")
def test_outside_a_fight_on_a_map_nobody_counts_zones() -> None:
    g = mounted()
    away = Undertake(actor=MAUD, procedure="gallop", trait="horsemanship")
    assert g.refused("ana", away) == "no-need"
    g.start_conflict("physical", ("foe",), first="Maud")
    assert g.refused("ana", away) == "no-need"


# -- fighting --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-TRANSPORT-04", "SF-TRAP-03")
@pytest.mark.parametrize("is_on", [True, False])
def test_it_attacks_and_defends_from_a_mount_or_vehicle_alone(is_on: bool) -> None:
    g = mounted(foe=(skill("Fisticuffs", 2),)) if is_on else stable(foe=(skill("Fisticuffs", 2),))
    g.start_conflict("physical", ("foe",), first="Maud")
    ride_down = Attack(actor=MAUD, target=FOE, trait="horsemanship/transport", description="rides them down")
    assert g.is_offered("ana", ride_down) == is_on
    if is_on:
        g.do("ana", ride_down)
        assert answers(g) == ["athletics/dodge", "fisticuffs/parry"]
        g.answer("gm", "defend", "defend", trait="athletics/dodge", description="jumps aside")
        assert done(g, "0000", "0000") == (3, "style")
        assert g.prompt("absorb") is not None, "Health stress"
    else:
        assert g.refused("ana", ride_down) == "unknown-trait"


@pytest.mark.rule("SF-TRANSPORT-04", "SF-TRAP-04")
@pytest.mark.parametrize("is_on", [True, False])
@pytest.mark.parametrize("attack", ["fisticuffs/strike", "marksmanship/shoot"])
def test_it_parries_blows_and_shots_from_the_saddle(is_on: bool, attack: str) -> None:
    foe = (skill("Fisticuffs", 2), skill("Marksmanship", 2))
    g = mounted(foe=foe) if is_on else stable(foe=foe)
    g.start_conflict("physical", ("foe",), first="Foe")
    g.do("gm", Attack(actor=FOE, target=MAUD, trait=attack, description="goes for her"))
    assert ("horsemanship/transport" in answers(g)) == is_on
    if is_on:
        g.answer("ana", "defend", "defend", trait="horsemanship/transport", description="wheels around")
        assert g.roll.efforts[1].fixed == 3


@pytest.mark.rule("SF-TRANSPORT-04")
def test_a_mount_may_help_its_rider() -> None:
    g = mounted()
    g.start_conflict("physical", ("foe",), first="Maud")
    ride_down = Attack(actor=MAUD, target=FOE, trait="horsemanship/transport", description="rides them down")
    g.do("ana", ride_down)
    g.answer("gm", "defend", "defend", trait="athletics/dodge", description="jumps aside")
    helps = Help(actor=BESS, roll=g.roll.id, effort=0, description="kicks")
    assert g.is_offered("gm", helps)
    before = g.roll.efforts[0].fixed
    g.do("gm", helps)
    if g.prompt("help") is not None:
        g.answer("gm", "help", "yes")
    assert g.roll.efforts[0].fixed == before + 1
