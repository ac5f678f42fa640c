"""What is in hand, worn and owned, and what it counts for; Aspects of things and places; whom Contacts find."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from fatetable.engine.messages import GM
from fatetable.mechanics.aspects.compels import OfferCompel
from fatetable.mechanics.aspects.editing import PlaceAspect
from fatetable.mechanics.characters.cast import CAST, ActorId
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.encounters.conflicts import EndConflict
from fatetable.mechanics.modifiers.support import Support
from fatetable.mechanics.rolls.actions import Attack, Overcome
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.mechanics.scenes.facts import FACTS
from fatetable.mechanics.scenes.joining import AddOpponent
from fatetable.mechanics.scenes.lifecycle import EndScene
from fatetable.mechanics.scenes.map_editing import DrawZone
from fatetable.mechanics.scenes.zones import ZONES
from fatetable.rulesets.skein.combat.harm import DamageToTake
from fatetable.rulesets.skein.creation.completion import finish
from fatetable.rulesets.skein.creation.samples import sample
from fatetable.rulesets.skein.possessions.in_play import Wield
from fatetable.rulesets.skein.rolls.checks import Defence, defences_of, traits_of
from fatetable.rulesets.skein.sheet.arms import absorption, has_shield, wielded
from fatetable.rulesets.skein.sheet.stunts import compose
from fatetable.rulesets.skein.tests.support.book import TABLES
from fatetable.rulesets.skein.tests.support.magicians import come_to
from fatetable.rulesets.skein.tests.support.playing import Game

BRANNOC, HESK, GUARD = ActorId("brannoc-of-the-ford"), ActorId("mother-hesk"), ActorId("gate-guard")


def brannoc(*things: str, **changes: Any) -> Sheet:
    """Brannoc with these things and no others."""
    sheet = sample(TABLES, "Brannoc of the Ford")
    lists = {**sheet.lists, "occupation": (), "items": (), "gear": things}
    return msgspec.structs.replace(sheet, lists=lists, **changes)


def guard(*things: str) -> Sheet:
    sheet = sample(TABLES, "Gate Guard")
    return msgspec.structs.replace(sheet, lists={"gear": things})


def game(*things: str, foe: tuple[str, ...] = (), **dials: Any) -> Game:
    foes = (guard(*foe),) if foe else ()
    return Game(heroes=(brannoc(*things), "Mother Hesk"), foes=foes, **dials)


def sheet_of(g: Game, actor: ActorId = BRANNOC) -> Sheet:
    return g.table.state.get(CAST)[actor].sheet


def grips(g: Game) -> set[str]:
    return {choice.value for offer in g.offers("ana", Wield) for choice in offer.holes[0].options}  # type: ignore[union-attr]


# -- in hand ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-EQUIP-13")
def test_two_hands_hold_one_big_weapon_or_a_small_one_and_a_shield() -> None:
    g = game("Broad sword", "Shield", "Battleaxe", "Longbow")
    assert wielded(TABLES, sheet_of(g)) == ("Broad sword", "Shield")
    assert grips(g) == {"Broad sword", "Shield", "Battleaxe", "Longbow", "nothing"}
    g.do("ana", Wield(BRANNOC, "Battleaxe"))
    assert not has_shield(TABLES, sheet_of(g))
    for grip in ("Battleaxe + Shield", "Shield + Battleaxe", "Longbow + Shield", "Shield + Longbow", "Mace"):
        assert g.refused("ana", Wield(BRANNOC, grip)) == "no-such-grip"
    assert g.refused("bo", Wield(BRANNOC, "Broad sword")) == "not-yours"


@pytest.mark.rule("SK-EQUIP-13")
def test_a_table_may_agree_on_slung_shields_for_archers_alone() -> None:
    g = game("Shield", "Battleaxe", "Longbow", slung_shields=True)
    assert "Shield + Longbow" in grips(g)
    assert "Shield + Battleaxe" not in grips(g)
    g.do("ana", Wield(BRANNOC, "Shield + Longbow"))
    assert has_shield(TABLES, sheet_of(g))


@pytest.mark.rule("SK-EQUIP-13", "SK-EQUIP-03")
def test_one_attacks_with_what_is_in_hand() -> None:
    g = game("Broad sword", "Battleaxe")
    weapons = {trait.id for trait in traits_of(TABLES, g.table.state.get(CAST)[BRANNOC], "attack")}
    assert "melee-combat@Broad sword" in weapons
    assert "melee-combat@Battleaxe" not in weapons
    g.do("ana", Wield(BRANNOC, "Battleaxe"))
    weapons = {trait.id for trait in traits_of(TABLES, g.table.state.get(CAST)[BRANNOC], "attack")}
    assert {"melee-combat@Battleaxe", "brawling@Battleaxe", "brawling@Unarmed"} <= weapons
    assert "melee-combat@Broad sword" not in weapons
    assert "melee-combat@Unarmed" not in weapons


@pytest.mark.rule("SK-EQUIP-13")
def test_in_a_fight_hands_are_changed_once_a_turn_and_on_ones_own_turn() -> None:
    g = game("Battleaxe", "Broad sword", "Shield", foe=("Club",))
    g.start_combat()
    come_to(g, GUARD)
    to_sword, to_axe = Wield(BRANNOC, "Broad sword + Shield"), Wield(BRANNOC, "Battleaxe")
    assert g.refused("ana", to_sword) == "not-your-turn"
    assert not g.offers("ana", Wield)
    come_to(g, BRANNOC)
    g.do("ana", to_sword)
    assert BRANNOC not in g.conflict.acted
    assert g.refused("ana", to_axe) == "not-now"
    assert not g.offers("ana", Wield)
    come_to(g, GUARD)
    come_to(g, BRANNOC)
    g.do("ana", to_axe)
    come_to(g)
    g.do("gm", EndConflict())
    g.do("ana", to_sword)


def test_nobody_changes_hands_in_the_middle_of_a_roll() -> None:
    g = game("Broad sword", "Battleaxe")
    g.do("ana", Overcome(actor=BRANNOC, trait="strength", description="lifts"))
    assert g.refused("ana", Wield(BRANNOC, "Battleaxe")) == "not-now"
    assert not g.offers("ana", Wield)


# -- blows and armour ------------------------------------------------------------------------------------------------


def damage(g: Game, trait: str) -> int:
    """What a hit by three does."""
    g.start_combat()
    come_to(g, BRANNOC)
    g.attack("ana", BRANNOC, GUARD, trait, "0000")
    needed = g.roll.efforts[0].total - 3 - sheet_of(g, GUARD).traits["brawling"]
    g.defend("gm", "brawling", {-3: "---0", 1: "+000"}[needed])
    prompt = g.prompt("harm")
    assert prompt is not None
    return prompt.read(DamageToTake).damage


@pytest.mark.rule("SK-EQUIP-03", "SK-EQUIP-01")
@pytest.mark.parametrize(
    ("weapon", "trait", "worn", "taken"),
    [
        ("Broad sword", "melee-combat@Broad sword", "Dagger", 3 + 3),
        ("Broad sword", "melee-combat@Broad sword", "Leather Cuirass", 3 + 3 - 1),
        ("Broad sword", "melee-combat@Broad sword", "Chain Mail", 3 + 3 - 3),
        ("Broad sword", "brawling@Broad sword", "Dagger", 3 + 1),
        ("Battleaxe", "brawling@Battleaxe", "Dagger", 3 + 2),
        ("Club", "brawling@Club", "Dagger", 3 + 1),
        ("Broad sword", "brawling@Unarmed", "Dagger", 3),
    ],
)
def test_weapons_add_to_damage_and_armour_takes_from_it(weapon: str, trait: str, worn: str, taken: int) -> None:
    g = game(weapon, foe=(worn,))
    assert damage(g, trait) == taken


@pytest.mark.rule("SK-EQUIP-15", "SK-EQUIP-01")
def test_a_shield_in_hand_adds_to_armour_strikes_for_one_and_stops_missiles() -> None:
    sheet = brannoc("Mace", "Shield", "Ring Mail")
    assert absorption(TABLES, sheet) == 2 + 1
    away = msgspec.structs.replace(sheet, lists={**sheet.lists, "wielded": ("Mace",)})
    assert absorption(TABLES, away) == 2
    g = game("Mace", "Shield")
    actor = g.table.state.get(CAST)[BRANNOC]
    assert "melee-combat" in {trait.id for trait in defences_of(TABLES, actor, Defence("ranged"))}
    g.do("ana", Wield(BRANNOC, "Mace"))
    actor = g.table.state.get(CAST)[BRANNOC]
    assert {trait.id for trait in defences_of(TABLES, actor, Defence("ranged"))} == {"agility"}
    assert damage(game("Mace", "Shield", foe=("Dagger",)), "melee-combat@Shield") == 3 + 1


@pytest.mark.rule("SK-EQUIP-14", "SK-TEST-15")
@pytest.mark.parametrize(
    ("worn", "penalty"), [("Leather Cuirass", 0), ("Ring Mail", -1), ("Scale Mail", -2), ("Chain Mail", -2)]
)
def test_heavy_armour_hinders_physical_skills_that_are_none_of_combat(worn: str, penalty: int) -> None:
    g = game("Mace", "Shield", worn)
    skills = sheet_of(g).traits
    for trait in ("agility", "riding", "strength", "stealth"):
        g.do("ana", Overcome(actor=BRANNOC, trait=trait, description="tries"))
        assert g.roll.efforts[0].total == skills.get(trait, 0) + penalty
        g.answer("gm", "opposition", "no-roll")
    for trait in ("melee-combat", "brawling", "missile-combat", "leadership"):
        g.do("ana", Overcome(actor=BRANNOC, trait=trait, description="tries"))
        assert g.roll.efforts[0].total == skills.get(trait, 0)
        g.answer("gm", "opposition", "no-roll")


@pytest.mark.rule("SK-EQUIP-14", "SK-TEST-07")
def test_armour_does_not_change_which_skill_supports_which() -> None:
    g = game("Chain Mail")
    g.do("ana", Overcome(actor=BRANNOC, trait="strength", description="lifts"))
    assert g.refused("ana", Support(g.roll.id, "awareness")) == "no-support"


@pytest.mark.rule("SK-EQUIP-11")
def test_other_gear_changes_no_roll() -> None:
    g = game("Healing Kit", "Riding Horse", "Expensive Clothes")
    for trait in ("healing", "riding", "charm"):
        g.do("ana", Overcome(actor=BRANNOC, trait=trait, description="tries"))
        assert [part.source for part in g.roll.efforts[0].modifiers] == ["trait"]
        g.answer("gm", "opposition", "no-roll")


# -- aspects of things -----------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-EQUIP-16", "SK-ASPECT-03", "SK-ASPECT-04")
def test_chain_mail_is_heavy_armour_as_long_as_it_is_worn() -> None:
    g = game("Mace", foe=("Chain Mail",))
    card = g.card("Heavy Armour")
    assert card.bearer == GUARD
    before = g.points(BRANNOC)
    g.do("ana", Overcome(actor=BRANNOC, trait="agility", description="outruns him"))
    g.answer("gm", "opposition", "defend", defender=GUARD)
    g.do(
        "ana",
        Invoke(roll=g.roll.id, effort=0, effect="bonus", aspect=card.id, explanation="he clanks", party=BRANNOC),
    )
    assert g.roll.efforts[0].total == 1 + 2
    assert g.points(BRANNOC) == before - 1
    assert not game("Ring Mail").has_card("Heavy Armour")
    g = game("Mace", "Chain Mail")
    g.do("gm", OfferCompel(target=BRANNOC, aspect=g.card("Heavy Armour").id, kind="event", text="sinks in the mud"))
    g.answer("ana", "compel", "accept")
    assert g.points(BRANNOC) == before + 1


@pytest.mark.rule("SK-ASPECT-04", "SK-EQUIP-12", "SK-ASPECT-03")
def test_special_pieces_and_magic_items_lend_their_aspects_from_scene_to_scene() -> None:
    things = {"item": "Broad sword", "item-aspect": "Forged From a Star", "aspect": "tale-3"}
    powers = {"power-1": "It glows near the dead", "power-2": "It cuts ropes of itself"}
    sheet = brannoc("Fur Cloak: My Father's Colours")
    kept = sheet.features[:-1]
    sheet = finish(
        TABLES, msgspec.structs.replace(sheet, features=(*kept, compose(TABLES, "belonging", {**things, **powers})))
    )
    g = Game(heroes=(sheet, "Mother Hesk"))
    assert g.card("My Father's Colours").bearer == BRANNOC
    assert g.card("Forged From a Star").bearer == BRANNOC
    assert "Broad sword" in wielded(TABLES, sheet_of(g))
    g.do("gm", EndScene())
    g.start_scene("Next morning")
    texts = [card.text for card in g.table.state.slices["aspects"].values()]
    assert texts.count("My Father's Colours") == 1
    assert texts.count("Forged From a Star") == 1


def test_the_aspects_of_things_stay_secret_with_whoever_has_them() -> None:
    g = Game(scene=False)
    g.do("gm", AddOpponent(guard("Mace: Bane of Shields")))
    g.start_scene()
    card = g.card("Bane of Shields")
    assert card.known_to == (GM,)
    assert card.id not in g.table.view("ana").slices["aspects"]


@pytest.mark.rule("SK-ASPECT-02", "SK-ASPECT-09", "SK-ASPECT-01")
def test_the_storyteller_gives_a_place_three_aspects_at_most() -> None:
    g = Game()
    g.do("gm", DrawZone(name="The bridge"))
    zone = next(iter(g.table.state.get(ZONES).zones))
    for words in ("Rotten", "Narrow", "Slippery"):
        assert zone in {choice.value for choice in g.offers("gm", PlaceAspect)[0].holes[2].options}  # type: ignore[union-attr]
        g.do("gm", PlaceAspect(words=words, zone=zone))
    assert g.refused("gm", PlaceAspect(words="Haunted", zone=zone)) == "too-many-aspects"
    assert zone not in {choice.value for choice in g.offers("gm", PlaceAspect)[0].holes[2].options}  # type: ignore[union-attr]
    g.do("gm", PlaceAspect(words="Haunted"))


@pytest.mark.rule("SK-ASPECT-06", "SK-ASPECT-03")
def test_the_first_use_of_a_consequence_by_an_opponent_is_free() -> None:
    g = game("Broad sword", foe=("Dagger",), npc_consequences="free")
    assert damage(g, "melee-combat@Broad sword") == 6
    g.answer("gm", "harm", "severe", words="Limping")
    card = g.card("Limping")
    assert card.bearer == GUARD
    assert [free.holder for free in card.free] == [BRANNOC]
    come_to(g, GUARD)
    come_to(g, BRANNOC)
    before = g.points(BRANNOC)
    for payment, paid in ((card.free[0].id, 0), ("point", 1)):
        g.do("ana", Attack(actor=BRANNOC, target=GUARD, trait="melee-combat@Broad sword", description="again"))
        use = Invoke(
            roll=g.roll.id,
            effort=0,
            effect="bonus",
            aspect=card.id,
            explanation="he limps",
            payment=payment,
            party=BRANNOC,
        )
        g.do("ana", use)
        assert g.roll.efforts[0].total == sheet_of(g).traits["melee-combat"] + 2
        assert (g.points(BRANNOC), g.card("Limping").free) == (before - paid, ())
        g.throw("ana", "----")
        g.defend("gm", "brawling", "++++")
        come_to(g, GUARD)
        come_to(g, BRANNOC)


# -- skills ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-SKILL-11")
def test_gaming_supports_schemes_but_no_blows() -> None:
    ilfrin = ActorId("ilfrin-half-light")
    g = Game(heroes=("Ilfrin Half-Light", "Mother Hesk"), foes=(guard("Dagger"),))
    g.do("ana", Overcome(actor=ilfrin, trait="willpower", description="keeps a straight face"))
    g.answer("gm", "opposition", "difficulty", value=2)
    g.do("ana", Support(g.roll.id, "gaming"))
    assert g.roll.efforts[0].total == 1 + 1
    g.throw("ana", "0000")
    g.start_combat()
    come_to(g, ilfrin)
    g.do("ana", Attack(actor=ilfrin, target=GUARD, trait="melee-combat@Dagger", description="stabs"))
    assert g.refused("ana", Support(g.roll.id, "gaming")) == "no-support"
    g.do("ana", Support(g.roll.id, "languages"))


@pytest.mark.rule("SK-SKILL-31")
@pytest.mark.parametrize(
    ("dice", "option", "fact"),
    [("++++", "freely", "Old Wenna (helps gladly)"), ("++00", "found", "Old Wenna (may help)")],
)
def test_contacts_find_people_who_help_for_pay_or_gladly(dice: str, option: str, fact: str) -> None:
    g = Game()
    g.test("ana", BRANNOC, "contacts", 1, dice)
    prompt = g.prompt("contact")
    assert prompt is not None
    assert [each.id for each in prompt.options] == [option]
    g.answer("gm", "contact", option, words="Old Wenna")
    assert [found.fact for found in g.table.state.get(FACTS)] == [fact]


@pytest.mark.rule("SK-SKILL-31")
def test_who_fails_to_find_a_friend_may_find_an_enemy() -> None:
    g = Game()
    g.test("ana", BRANNOC, "contacts", 2, "0000")
    g.answer("gm", "contact", "nobody")
    assert not g.table.state.get(FACTS)
    g.test("ana", BRANNOC, "contacts", 2, "0000")
    g.answer("gm", "contact", "enemy", words="The reeve's man")
    assert [found.fact for found in g.table.state.get(FACTS)] == ["The reeve's man (an enemy)"]
