"""What each skill is for, seen where it counts: who acts first, who wards what off, how much a blow hurts."""

from __future__ import annotations

import msgspec
import pytest

from fatetable.mechanics.characters.cast import CAST, ActorId
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.encounters.conflicts import BeginConflict, StartConflict
from fatetable.mechanics.rolls.actions import Overcome
from fatetable.mechanics.scenes.lifecycle import EndScene
from fatetable.rulesets.skein.creation.completion import finish
from fatetable.rulesets.skein.creation.samples import sample
from fatetable.rulesets.skein.magic.glamour.illusions import WeaveGlamour
from fatetable.rulesets.skein.magic.glamour.observers import LookClosely
from fatetable.rulesets.skein.magic.plant_and_root import GiveFromStock
from fatetable.rulesets.skein.magic.runes import CarveRunes
from fatetable.rulesets.skein.magic.shapechanging import ChangeBack, ChangeShape, TakeUpBelongings
from fatetable.rulesets.skein.rolls.called_by_storyteller import CallForTest
from fatetable.rulesets.skein.rolls.spin import has_spin
from fatetable.rulesets.skein.sheet.arms import carried
from fatetable.rulesets.skein.sheet.stunts import compose
from fatetable.rulesets.skein.tests.support.book import TABLES
from fatetable.rulesets.skein.tests.support.fighting import BRANNOC, GUARD, HESK, MILITIA, Fight, changed
from fatetable.rulesets.skein.tests.support.magicians import magician
from fatetable.rulesets.skein.tests.support.playing import Game
from fatetable.rulesets.skein.tests.support.procedures import run

EDDA = ActorId("edda")


LEVELS = (3, 2, 2, 1, 1, 1)
FILLERS = ("gaming", "riding", "stealth", "survival", "strength", "performance")


def guard(*skills: str, name: str = "Gate Guard", gear: tuple[str, ...] = ("Small Spear", "Shield")) -> Sheet:
    """A guard who has these skills at 3, 2, 2, 1, 1 and 1; blanks stand for what does not matter."""
    fillers = iter(FILLERS)
    traits = [skill or next(fillers) for skill in (*skills, *[""] * (len(LEVELS) - len(skills)))]
    sheet = sample(TABLES, "Gate Guard")
    levels = dict(zip(traits, LEVELS, strict=True))
    return finish(TABLES, msgspec.structs.replace(sheet, name=name, traits=levels, lists={"gear": gear}))


def order(g: Fight) -> list[str]:
    return [turn.actors[0] for turn in g.conflict.order]


def social(g: Fight) -> None:
    foes = tuple(actor.id for actor in g.table.state.get(CAST).values() if not actor.is_pc)
    g.do("gm", StartConflict("social", foes))
    while g.prompt("tie"):
        g.answer("gm", "tie", "0")
    g.do("gm", BeginConflict())


# -- Awareness, Agility, Empathy: who acts first -----------------------------------------------------------------------


@pytest.mark.rule("SK-SKILL-10", "SK-SKILL-20", "SK-CBT-02")
@pytest.mark.parametrize(
    ("foe", "place"),
    [
        ("Giant Eagle", 0),  # Awareness 4
        (guard("awareness", "agility"), 0),  # 3, and Agility 2
        (guard("awareness"), 2),  # 3, and Agility 0
        (guard("agility", "awareness"), 2),  # 2, and Agility 3
    ],
)
def test_in_combat_awareness_comes_first_and_agility_among_equals(foe: str | Sheet, place: int) -> None:
    """Brannoc and Mother Hesk have Awareness 3 and Agility 1."""
    acting = order(Fight(foe))
    assert len(acting) == 3
    assert acting[place] not in (BRANNOC, HESK)


@pytest.mark.rule("SK-SKILL-33", "SK-CBT-02")
@pytest.mark.parametrize(
    ("skills", "expected"),
    [
        (("empathy",), [GUARD, HESK, BRANNOC]),
        (("", "empathy", "awareness"), [HESK, GUARD, BRANNOC]),
        (("awareness",), [HESK, BRANNOC, GUARD]),
    ],
)
def test_in_talk_empathy_comes_first(skills: tuple[str, ...], expected: list[str]) -> None:
    """Mother Hesk has Empathy 2 and Brannoc none; both have Awareness 3."""
    g = Fight(guard(*skills), begin=False)
    social(g)
    assert order(g) == expected


@pytest.mark.rule("SK-SKILL-33", "SK-SKILL-10")
def test_in_talk_awareness_decides_among_those_of_the_same_empathy() -> None:
    g = Fight(guard("", "empathy", "", "awareness"), guard("awareness", "empathy", name="Watcher"), begin=False)
    social(g)
    assert order(g) == [HESK, "watcher", GUARD, BRANNOC]


# -- what opposes what -------------------------------------------------------------------------------------------------


def resisted_with(g: Fight, seat: str, actor: ActorId, trait: str, by: ActorId) -> set[str]:
    g.do(seat, Overcome(actor=actor, trait=trait, description="tries"))
    g.answer("gm", "opposition", "defend", defender=by)
    g.throw(seat, "0000")
    prompt = g.prompt("defend")
    assert prompt is not None
    return g.choices(prompt)


@pytest.mark.rule("SK-SKILL-10", "SK-SKILL-33", "SK-SKILL-34")
@pytest.mark.parametrize(
    ("trait", "with_"),
    [("stealth", {"awareness"}), ("deception", {"empathy", "awareness"}), ("intimidation", {"willpower"})],
)
def test_hiding_meets_awareness_lies_meet_empathy_and_threats_willpower(trait: str, with_: set[str]) -> None:
    g = Fight("Gate Guard", begin=False)
    assert resisted_with(g, "gm", GUARD, trait, BRANNOC) == with_
    g.answer("ana", "defend", "defend", trait=min(with_), description="is on guard")
    g.throw("ana", "++++")
    assert g.last_roll.efforts[1].trait == min(with_)


@pytest.mark.rule("SK-SKILL-10")
def test_awareness_sees_through_a_glamour() -> None:
    g = Game(heroes=(magician("glamour"), "Brannoc of the Ford"))
    g.do("ana", WeaveGlamour(actor=EDDA, words="A Wall of Thorns", imitates=True, description="sings"))
    g.throw("ana", "0000")
    look = LookClosely(actor=BRANNOC, enchantment=list(g.table.state.slices["enchantments"])[-1], description="looks")
    g.do("bo", look)
    assert g.roll.efforts[0].trait == "awareness"


@pytest.mark.rule("SK-SKILL-10", "SK-TEST-01")
def test_the_storyteller_asks_who_notices_something() -> None:
    g = Fight("Gate Guard", begin=False)
    call = CallForTest(actors=(BRANNOC, HESK), trait="awareness", difficulty=4, description="a twig snaps")
    assert g.refused("ana", call) == "gm-only"
    g.do("gm", call)
    rolls = [roll for roll in g.table.state.slices["rolls"].values() if roll.stage != "over"]
    assert [(roll.actor, roll.efforts[0].trait, roll.difficulty) for roll in rolls] == [
        (BRANNOC, "awareness", 4),
        (HESK, "awareness", 4),
    ]
    assert g.refused("gm", call) == "bad-target", "they have something to roll already"


@pytest.mark.rule("SK-SKILL-10")
def test_noticing_something_in_a_fight_is_no_action() -> None:
    g = Fight("Gate Guard")
    g.turn_of(BRANNOC)
    g.do("gm", CallForTest(actors=(BRANNOC,), trait="awareness", difficulty=2, description="smoke"))
    g.throw("ana", "0000")
    assert g.last_roll.margin == 1
    assert BRANNOC not in g.conflict.acted


# -- the skills of combat ----------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-SKILL-20", "SK-SKILL-21", "SK-SKILL-22", "SK-SKILL-23", "SK-CBT-09")
@pytest.mark.parametrize(
    ("with_shield", "attack", "defences"),
    [
        (True, "melee-combat@Small Spear", {"agility", "brawling", "melee-combat"}),
        (False, "melee-combat@Small Spear", {"agility", "brawling", "melee-combat"}),
        (True, "missile-combat@Small Spear", {"agility", "melee-combat"}),
        (False, "missile-combat@Small Spear", {"agility"}),
    ],
)
def test_what_wards_off_a_spear_in_the_hand_and_one_in_flight(
    with_shield: bool, attack: str, defences: set[str]
) -> None:
    gear = ("Short sword", "Shield", "Work/Travel Clothes") if with_shield else ("Short sword", "Work/Travel Clothes")
    hero = changed("Brannoc of the Ford", lists={"occupation": gear})
    g = Fight("Gate Guard", heroes=(hero, "Mother Hesk"))
    g.strike(GUARD, BRANNOC, attack)
    prompt = g.prompt("defend")
    assert prompt is not None
    assert g.choices(prompt) == defences, "Missile Combat is never among them"


@pytest.mark.rule("SK-SKILL-23")
def test_missile_combat_attacks_with_what_flies_and_with_nothing_else() -> None:
    g = Fight("Gate Guard")
    g.turn_of(GUARD)
    assert g.cannot_strike(GUARD, BRANNOC, "missile-combat@Unarmed") == "unknown-trait"
    assert g.cannot_strike(GUARD, BRANNOC, "missile-combat@Shield") == "unknown-trait"
    g.strike(GUARD, BRANNOC, "missile-combat@Small Spear", "++++")
    level = g.actor(GUARD).sheet.traits.get("missile-combat", 0)
    assert g.last_roll.efforts[0].total == level + 4


@pytest.mark.rule("SK-SKILL-21", "SK-SKILL-22", "SK-EQUIP-03")
@pytest.mark.parametrize(
    ("weapon", "skill", "adds"),
    [
        ("Unarmed", "brawling", 0),
        ("Club/Improvised", "brawling", 1),
        ("Big Club/Improvised", "brawling", 2),
        ("Short sword", "brawling", 1),
        ("Battleaxe", "brawling", 2),
        ("Short sword", "melee-combat", 2),
    ],
)
def test_in_a_brawl_every_weapon_is_a_club(weapon: str, skill: str, adds: int) -> None:
    """Mother Hesk wears nothing that would lessen it."""
    g = Fight(guard(skill, gear=() if weapon == "Unarmed" else (weapon,)))
    g.strike(GUARD, HESK, f"{skill}@{weapon}", "++00")
    g.ward(HESK, "agility", "0000")
    assert g.last_roll.margin == 3 + 2 - 1
    assert g.damage() == 4 + adds


@pytest.mark.rule("SK-SKILL-20", "SK-CBT-05")
def test_a_move_action_is_rolled_with_agility() -> None:
    g = Fight("Gate Guard", zones=("Yard", "Hall"))
    g.turn_of(BRANNOC)
    g.do("ana", run(BRANNOC))
    assert g.roll.efforts[0].trait == "agility"


@pytest.mark.rule("SK-SKILL-34", "SK-WARB-11")
def test_intimidation_unnerves_a_person_against_willpower_and_routs_a_warband() -> None:
    g = Fight("Gate Guard", "Village Militia")
    g.strike(BRANNOC, GUARD, "intimidation@words", "0000")
    prompt = g.prompt("defend")
    assert prompt is not None
    assert g.choices(prompt) == {"willpower"}
    g.ward(GUARD, "willpower", "0000")
    prompt = g.prompt("harm")
    assert prompt is not None
    assert prompt.about["score"] == "composure"
    g.answer("gm", "harm", "score")
    g.answer("ana", "taken-out", "tell", fate="runs", **{"return": "later"})
    g.strike(BRANNOC, MILITIA, "intimidation@words", "++++")
    g.ward(MILITIA, "combat-skill", "0000")
    assert g.last_roll.margin is not None
    assert g.band(MILITIA).fled == g.last_roll.margin > 0


# -- magic -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-SKILL-45")
def test_what_a_herbalist_carries_gives_an_aspect_for_a_scene_with_one_free_use() -> None:
    g = Game(heroes=(magician("plant-and-root"), "Brannoc of the Ford"))
    g.do("ana", GiveFromStock(actor=EDDA, target=BRANNOC, words="Wide Awake"))
    card = g.card("Wide Awake")
    assert (card.bearer, len(card.free)) == (BRANNOC, 1)
    g.do("gm", EndScene())
    assert not g.has_card("Wide Awake")


@pytest.mark.rule("SK-SKILL-46")
def test_nobody_carves_runes_without_knowing_them() -> None:
    g = Game(heroes=("Sunnifa Stonecutter", "Brannoc of the Ford"))
    sunnifa = ActorId("sunnifa-stonecutter")
    carve = CarveRunes(actor=sunnifa, target=BRANNOC, item="Shield", words="Unbroken", description="cuts")
    g.do("ana", carve)
    g.throw("ana", "0000")
    assert g.card("Unbroken").bearer == BRANNOC
    g.do("gm", EndScene())
    g.start_scene("Years later")
    assert g.has_card("Unbroken"), "it is permanent"
    unlearned = CarveRunes(actor=BRANNOC, target=BRANNOC, item="Short sword", words="Keen", description="cuts")
    assert g.refused("bo", unlearned) == "no-such-magic-known"


@pytest.mark.rule("SK-SKILL-47")
def test_clothes_and_belongings_stay_behind_when_somebody_changes_shape() -> None:
    g = Game(
        heroes=(
            magician("shapechanging", lists={"forms": ("wolf", "hawk", "bear", "salmon", "marten")}),
            "Brannoc of the Ford",
        )
    )
    had = carried(TABLES, g.table.state.get(CAST)[EDDA].sheet)
    assert had
    g.do("ana", ChangeShape(EDDA, "wolf"))
    assert not carried(TABLES, g.table.state.get(CAST)[EDDA].sheet)
    g.do("ana", ChangeBack(EDDA))
    assert not carried(TABLES, g.table.state.get(CAST)[EDDA].sheet), "they do not come back by themselves"
    g.do("ana", TakeUpBelongings(EDDA))
    assert carried(TABLES, g.table.state.get(CAST)[EDDA].sheet) == had


# -- stunts of one's own -----------------------------------------------------------------------------------------------


def own(kind: str, instead_of: str = "Fighting Style", **choices: str) -> Sheet:
    """Brannoc with a stunt of his own in place of another."""
    sheet = sample(TABLES, "Brannoc of the Ford")
    stunt = compose(TABLES, kind, {"name": "Old Trick", **choices})
    features = (*(f for f in sheet.features if not f.name.startswith(instead_of)), stunt)
    return msgspec.structs.replace(sheet, features=features)


@pytest.mark.rule("SK-STYPE-01", "SK-TEST-15")
@pytest.mark.parametrize(("narrow", "bonus"), [("no", 1), ("yes", 2)])
def test_a_specialism_adds_one_or_two_where_it_is_claimed_and_nothing_elsewhere(narrow: str, bonus: int) -> None:
    stunt = own("specialism", skill="strength", use="lifting gates", narrow=narrow, strong="no")
    g = Game(heroes=(stunt, "Mother Hesk"))
    for features, total in ((("Old Trick",), 4 + bonus), ((), 4)):
        g.do("ana", Overcome(actor=BRANNOC, trait="strength", description="lifts", features=features))
        assert g.roll.efforts[0].total == total
        g.answer("gm", "opposition", "difficulty", value=9)
        g.throw("ana", "0000")
    wrong = Overcome(actor=BRANNOC, trait="agility", description="jumps", features=("Old Trick",))
    assert g.refused("ana", wrong) == "feature-does-not-fit"


@pytest.mark.rule("SK-STYPE-03")
def test_an_attack_by_a_stunt_does_its_degree_in_damage_whatever_is_wielded_or_worn() -> None:
    gaze = own("new-combat-application", skill="awareness", mode="attack", range="both", how="a fiery gaze")
    armoured = changed("Gate Guard", lists={"gear": ("Chain Mail", "Shield", "Small Spear")})
    g = Fight(armoured, heroes=(gaze, "Mother Hesk"))
    g.strike(BRANNOC, GUARD, "awareness@stunt", "++00")
    g.ward(GUARD, "agility", "0000")
    assert g.last_roll.margin == 3 + 2 - g.last_roll.efforts[1].total
    assert g.damage() == g.last_roll.margin
    g = Fight("Gate Guard")
    assert g.cannot_strike(BRANNOC, GUARD, "awareness@stunt") == "unknown-trait"


@pytest.mark.rule("SK-STYPE-03")
def test_a_skill_defends_by_a_stunt_and_what_gets_through_is_an_ordinary_hit() -> None:
    stare = own("new-combat-application", skill="intimidation", mode="defend", range="hand-to-hand", how="a stare")
    g = Fight("Gate Guard", heroes=(stare, "Mother Hesk"))
    g.strike(GUARD, BRANNOC, "melee-combat@Small Spear", "++++")
    g.ward(BRANNOC, "intimidation", "0000")
    assert g.last_roll.efforts[1].total == 3
    assert g.last_roll.margin == 3 + 4 - 3
    assert g.damage() == 4 + 2 - 2, "his weapon and her armour count"
    g = Fight("Gate Guard")
    g.strike(GUARD, BRANNOC, "melee-combat@Small Spear", "++++")
    prompt = g.prompt("defend")
    assert prompt is not None
    assert "intimidation" not in g.choices(prompt)


@pytest.mark.rule("SK-STYPE-03")
def test_a_defence_strikes_back_for_a_point_by_its_degree_alone() -> None:
    riposte = {"skill": "agility", "mode": "strike-back", "range": "hand-to-hand", "how": "a riposte"}
    hero = own("new-combat-application", "Counterstrike", **riposte)
    g = Fight("Gate Guard", heroes=(hero, "Mother Hesk"))
    before = g.points(BRANNOC)
    g.strike(GUARD, BRANNOC, "melee-combat@Small Spear", "----")
    g.ward(BRANNOC, "melee-combat", "0000", holds_back=False)
    g.answer("ana", "strike-back", "strike")
    assert g.points(BRANNOC) == before - 1
    assert g.damage() == 5 - (3 - 4), "neither weapon nor armour counts"


# -- degrees -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-TEST-11")
@pytest.mark.parametrize(
    ("dice", "outcome", "spins"),
    [("0000", "barely", False), ("+000", "solid", False), ("++00", "great", False), ("+++0", "critical", True)],
)
def test_the_degree_over_an_opponent_is_read_like_one_over_a_number(dice: str, outcome: str, spins: bool) -> None:
    g = Fight(guard("awareness"), begin=False)
    g.do("ana", Overcome(actor=BRANNOC, trait="awareness", description="watches him"))
    g.answer("gm", "opposition", "defend", defender=GUARD)
    g.throw("ana", dice)
    g.defend("gm", "awareness", "0000")
    assert g.last_roll.outcome == outcome
    assert has_spin(g.table.state, BRANNOC) == spins
