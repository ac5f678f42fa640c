"""The turn of a fight: order, attacks and their answers, words that hurt, stances, Aspects, borders barred."""

from __future__ import annotations

import pytest

from fatetable.engine.prompts import Answer
from fatetable.mechanics.aspects.compels import OfferCompel
from fatetable.mechanics.aspects.editing import PlaceAspect
from fatetable.mechanics.encounters.conflicts import BeginConflict, StartConflict
from fatetable.mechanics.encounters.exchanges import EndTurn, NextExchange
from fatetable.mechanics.harm.state import is_out
from fatetable.mechanics.rolls.actions import Attack, CreateAdvantage, Overcome
from fatetable.mechanics.rolls.invocations import Invoke, Reroll
from fatetable.mechanics.rolls.throwing import Pass, ThrowDice
from fatetable.mechanics.scenes.lifecycle import LeaveScene
from fatetable.mechanics.scenes.map_editing import DrawZone
from fatetable.rulesets.skein.combat.harm import DamageToTake, damage_parts
from fatetable.rulesets.skein.combat.map.borders import passage_between
from fatetable.rulesets.skein.combat.map.obstructions import Obstruct
from fatetable.rulesets.skein.combat.stances import GoDefensive, GoOffensive, stance_of
from fatetable.rulesets.skein.combat.turn_order import Escape, NameCaller, PutAhead
from fatetable.rulesets.skein.tests.support.book import TABLES
from fatetable.rulesets.skein.tests.support.fighting import BRANNOC, CADFAN, GUARD, HEARTH, HESK, Fight, changed

SWORD, SPEAR = "melee-combat@Short sword", "melee-combat@Small Spear"
WATCHFUL = {"awareness": 3, "melee-combat": 2, "gaming": None, "agility": 1}


# -- order and callers -------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-CBT-02")
def test_turns_go_by_awareness_then_agility_then_to_heroes_and_warbands_by_combat_skill() -> None:
    g = Fight("Gate Guard", "Hearth Guard", "Wolf")
    assert [place.actors[0] for place in g.conflict.order] == [HEARTH, "wolf", BRANNOC, HESK, GUARD]
    g = Fight(changed("Gate Guard", traits=WATCHFUL))
    assert [place.actors[0] for place in g.conflict.order] == [BRANNOC, HESK, GUARD]


@pytest.mark.rule("SK-CBT-02")
def test_dice_decide_between_those_who_are_equal_in_everything() -> None:
    for face, leader in (("1", BRANNOC), ("2", HESK)):
        g = Fight("Gate Guard", begin=False)
        g.do("gm", StartConflict("combat", (GUARD,)))
        prompt = g.prompt("tie")
        assert prompt is not None
        g.do("gm", Answer(prompt.id, "dice"), face)
        assert g.conflict.order[0].actors == (leader,)


@pytest.mark.rule("SK-CBT-02")
def test_the_storyteller_may_depart_from_the_order() -> None:
    g = Fight("Gate Guard")
    assert g.refused("ana", PutAhead(GUARD, HESK)) == "gm-only"
    g.do("gm", PutAhead(GUARD, HESK))
    assert [place.actors[0] for place in g.conflict.order] == [BRANNOC, GUARD, HESK]
    assert g.refused("gm", PutAhead(GUARD, BRANNOC)) == "not-yet-to-come"


@pytest.mark.rule("SK-CBT-01")
def test_a_player_whose_character_is_absent_may_call_the_turns() -> None:
    g = Fight("Gate Guard", begin=False)
    assert g.refused("gm", NameCaller("bo")) == "no-caller"  # type: ignore[arg-type]
    g.do("gm", LeaveScene(HESK))
    g.do("gm", NameCaller("bo"))  # type: ignore[arg-type]
    g.do("gm", StartConflict("combat", (GUARD,)))
    assert g.refused("ana", BeginConflict()) == "gm-only"
    g.do("bo", BeginConflict())
    for actor in (BRANNOC, GUARD):
        g.do(g.seat(actor), EndTurn(actor))
    g.do("bo", NextExchange())
    assert g.conflict.exchange == 2


@pytest.mark.rule("SK-MAP-01")
def test_the_table_says_whether_fights_are_mapped() -> None:
    g = Fight("Gate Guard", combat_space="mapped", begin=False)
    assert g.refused("gm", StartConflict("combat", (GUARD,))) == "encounter-running"
    g.do("gm", DrawZone(name="Yard"))
    g.do("gm", StartConflict("combat", (GUARD,)))
    g = Fight("Gate Guard", zones=("Yard",), combat_space="abstract", begin=False)
    assert g.refused("gm", StartConflict("combat", (GUARD,))) == "encounter-running"
    g = Fight("Gate Guard", combat_space="abstract")
    g.strike(BRANNOC, GUARD, SWORD)  # Distances are the Storyteller's to judge.


@pytest.mark.rule("SK-MAP-06")
def test_more_than_four_zones_from_every_enemy_one_gets_away() -> None:
    row = ("One", "Two", "Three", "Four", "Five", "Six")
    g = Fight("Gate Guard", zones=row, places={GUARD: "Five"})
    g.turn_of(GUARD)
    assert g.refused("gm", Escape(GUARD)) == "too-close"
    g.place(GUARD, "Six")
    g.do("gm", Escape(GUARD))
    assert g.table.state.slices["encounter"] is None
    assert not is_out(g.table.state, GUARD), "safe, and nothing worse"


# -- attacks and answers -----------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-CBT-08")
def test_an_attack_is_made_with_a_combat_skill_or_words_and_aspects_add_two_before_the_dice() -> None:
    g = Fight("Gate Guard")
    g.turn_of(BRANNOC)
    attack = Attack(actor=BRANNOC, target=GUARD, trait="strength", description="strikes")
    assert g.refused("ana", attack) == "unknown-trait"
    g.do("ana", Attack(actor=BRANNOC, target=GUARD, trait=SWORD, description="strikes"))
    before = g.points(BRANNOC)
    aspect = g.card("I Held the Ford When My Lord Ran").id
    g.do(
        "ana",
        Invoke(roll=g.roll.id, effort=0, effect="bonus", aspect=aspect, explanation="again", party=BRANNOC),
    )
    assert g.points(BRANNOC) == before - 1
    assert g.roll.efforts[0].fixed == 5 + 2


@pytest.mark.rule("SK-CBT-08")
@pytest.mark.parametrize(
    ("trait", "level"), [("melee-combat@Dagger", 5), ("brawling@Dagger", 1), ("missile-combat@Dagger", 0)]
)
def test_the_three_skills_of_combat_attack_each_at_its_level(trait: str, level: int) -> None:
    brannoc = changed("Brannoc of the Ford", lists={"occupation": ("Dagger",), "items": ()})
    assert brannoc.traits.get(trait.partition("@")[0], 0) == level
    g = Fight("Gate Guard", heroes=(brannoc, "Mother Hesk"))
    g.turn_of(BRANNOC)
    g.do("ana", Attack(actor=BRANNOC, target=GUARD, trait=trait, description="strikes"))
    assert g.roll.efforts[0].total == level


@pytest.mark.rule("SK-CBT-09")
def test_what_meets_a_blow_and_what_meets_a_missile() -> None:
    def met_with(trait: str, **hero: object) -> set[str]:
        g = Fight("Gate Guard", heroes=(changed("Brannoc of the Ford", **hero), "Mother Hesk"))
        g.strike(GUARD, BRANNOC, trait)
        prompt = g.prompt("defend")
        assert prompt is not None
        return g.choices(prompt)

    assert met_with(SPEAR) == {"melee-combat", "brawling", "agility"}
    assert met_with("missile-combat@Small Spear") == {"melee-combat", "agility"}
    no_shield = {"occupation": ("Short sword", "Work/Travel Clothes")}
    assert met_with("missile-combat@Small Spear", lists=no_shield) == {"agility"}


@pytest.mark.rule("SK-CBT-10")
def test_the_defender_answers_a_total_that_nobody_changes_any_more() -> None:
    g = Fight("Gate Guard")
    g.turn_of(BRANNOC)
    g.do("ana", Attack(actor=BRANNOC, target=GUARD, trait=SWORD, description="strikes"))
    assert g.prompt("defend") is None
    roll = g.roll.id
    g.do("ana", ThrowDice(roll), "----")
    g.do("ana", Reroll(roll=roll, effort=0, party=BRANNOC), "0000")
    g.do("ana", Pass(roll))
    assert g.prompt("defend") is not None
    assert g.roll.efforts[0].total == 5
    assert g.refused("ana", Reroll(roll=roll, effort=0, party=BRANNOC)) == "wrong-moment"
    g.defend("gm", "melee-combat", "0000")
    assert g.last_roll.margin == 2


@pytest.mark.rule("SK-CBT-11")
@pytest.mark.parametrize(
    ("dice", "margin", "hits", "spin"),
    [("0000", 0, True, False), ("+000", -1, False, False), ("+++0", -3, False, True)],
)
def test_a_tie_hits_and_three_below_brings_the_defender_spin(dice: str, margin: int, hits: bool, spin: bool) -> None:
    g = Fight("Gate Guard")
    g.strike(BRANNOC, GUARD, SWORD, "--00")
    g.ward(GUARD, "melee-combat", dice)
    assert g.last_roll.margin == margin
    assert (g.prompt("harm") is not None) == hits
    assert (GUARD in g.table.state.slices.get("spin", ())) == spin


@pytest.mark.rule("SK-CBT-12", "SK-CBT-31")
def test_damage_is_the_degree_and_the_weapon_less_what_is_absorbed() -> None:
    g = Fight("Cadfan Wolf-Banner")
    g.strike(CADFAN, BRANNOC, "melee-combat@Battleaxe", "++00")
    g.ward(BRANNOC, "melee-combat")
    assert g.damage() == 2 + 3 - 2, "leather and shield"
    brannoc, cadfan = g.actor(BRANNOC), g.actor(CADFAN)
    assert [p.amount for p in damage_parts(TABLES, brannoc, cadfan, "melee-combat@Shield")] == [1, -2], (
        "a shield as a weapon"
    )


@pytest.mark.rule("SK-CBT-13")
def test_damage_comes_off_health_and_a_consequence_gives_opponents_a_free_use() -> None:
    g = Fight("Cadfan Wolf-Banner")
    g.strike(CADFAN, BRANNOC, "melee-combat@Battleaxe", "++00")
    g.ward(BRANNOC, "melee-combat")
    g.answer("ana", "harm", "mild", words="Winded")
    assert g.scores(BRANNOC)["health"] == 7 - (3 - 2)
    assert [free.holder for free in g.card("Winded").free] == [CADFAN]


@pytest.mark.rule("SK-CBT-14")
def test_a_hit_that_armour_stops_leaves_an_aspect_with_one_free_use() -> None:
    g = Fight("Hearth Guard", "Gate Guard")
    g.strike(HESK, HEARTH, "brawling@Large Knife", "+++0")
    g.ward(HEARTH, "combat-skill", "+000")  # 4 against 4, and ring mail with a shield
    g.answer("bo", "harmless-hit", "aspect", words="Shoved Aside")
    card = g.card("Shoved Aside")
    assert (card.bearer, len(card.free), card.free[0].holder) == (HEARTH, 1, HESK)


@pytest.mark.rule("SK-CBT-15")
def test_any_number_of_attacks_is_met_without_a_penalty() -> None:
    g = Fight("Gate Guard", "Cadfan Wolf-Banner")
    for attacker, trait in ((CADFAN, "melee-combat@Battleaxe"), (GUARD, SPEAR)):
        g.strike(attacker, BRANNOC, trait, "----")
        g.ward(BRANNOC, "melee-combat")
        assert g.last_roll.efforts[1].total - g.modifiers(1).get("spin", 0) == 5


@pytest.mark.rule("SK-CBT-16")
def test_words_hurt_composure_alone_whatever_arms_there_are() -> None:
    g = Fight("Gate Guard")
    g.strike(BRANNOC, GUARD, "intimidation@words", "0000")
    prompt = g.prompt("defend")
    assert prompt is not None
    assert "willpower" in g.choices(prompt)
    assert "melee-combat" not in g.choices(prompt)
    g.ward(GUARD, "willpower", "-000")
    assert g.damage() == 4
    assert g.prompt("harm").read(DamageToTake).score == "composure"  # type: ignore[union-attr]


@pytest.mark.rule("SK-CBT-16", "SK-CBT-14")
def test_a_taunt_that_just_succeeds_leaves_an_aspect() -> None:
    g = Fight("Gate Guard", zones=("Yard", "Hall"), places={GUARD: "Hall"})
    g.strike(BRANNOC, GUARD, "intimidation@words", "---0")
    g.ward(GUARD, "willpower", "0000")
    g.answer("ana", "harmless-hit", "aspect", words="Rattled")
    assert g.card("Rattled").bearer == GUARD


# -- manoeuvres --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-CBT-17", "SK-MAP-07")
def test_a_manoeuvre_puts_an_aspect_on_a_zone_against_two_or_on_somebody_who_opposes_it() -> None:
    g = Fight("Gate Guard", zones=("Yard", "Hall"))
    g.turn_of(BRANNOC)
    g.move(BRANNOC, "Hall")
    g.do(
        "ana",
        CreateAdvantage(
            actor=BRANNOC,
            mode="new",
            trait="strength",
            description="tips the table",
            words="Tables Everywhere",
            zone=g.zone("Hall"),
        ),
    )
    assert g.roll.difficulty == 2
    g.throw("ana", "--00")
    assert g.card("Tables Everywhere").zone == g.zone("Hall")
    g.turn_of(HESK)
    g.do(
        "bo",
        CreateAdvantage(
            actor=HESK, mode="new", trait="agility", description="dirt", words="Dirt in the Eyes", target=GUARD
        ),
    )
    g.throw("bo", "++00")
    g.defend("gm", "awareness", "+000")
    assert g.last_roll.margin == 0
    assert g.card("Dirt in the Eyes").bearer == GUARD, "a tie is enough"


@pytest.mark.rule("SK-MAP-07")
def test_terrain_is_an_aspect_on_a_zone() -> None:
    g = Fight("Gate Guard", zones=("Yard", "Bog"))
    g.do("gm", PlaceAspect(words="Knee-deep Mud", zone=g.zone("Bog")))
    assert g.card("Knee-deep Mud").zone == g.zone("Bog")


@pytest.mark.rule("SK-CBT-18", "SK-CBT-19")
def test_a_transient_aspect_lasts_through_the_next_turn_of_whoever_placed_it() -> None:
    g = Fight("Gate Guard")
    g.turn_of(BRANNOC)
    g.manoeuvre("ana", BRANNOC, "strength", "Holding the Gate", "0000")
    assert [free.holder for free in g.card("Holding the Gate").free] == [BRANNOC]
    g.answer("gm", "lifetime", "transient")
    g.next_turn_of(BRANNOC)
    assert g.has_card("Holding the Gate"), "it may still be used in this turn"
    g.strike(BRANNOC, GUARD, SWORD, "----")
    assert g.has_card("Holding the Gate")
    g.ward(GUARD, "melee-combat")
    assert not g.has_card("Holding the Gate")


@pytest.mark.rule("SK-CBT-19")
def test_a_lasting_aspect_stays_after_the_fight_and_a_transient_one_does_not() -> None:
    g = Fight("Gate Guard")
    g.turn_of(BRANNOC)
    g.manoeuvre("ana", BRANNOC, "strength", "Broken Gate", "0000")
    g.answer("gm", "lifetime", "lasting")
    g.turn_of(HESK)
    g.manoeuvre("bo", HESK, "survival", "Waving a Torch", "0000")
    g.answer("gm", "lifetime", "transient")
    g.end_fight()
    assert g.has_card("Broken Gate")
    assert not g.has_card("Waving a Torch")


@pytest.mark.rule("SK-CBT-20")
def test_what_a_manoeuvre_placed_can_be_removed_against_two_and_nothing_else() -> None:
    g = Fight("Gate Guard")
    g.do("gm", PlaceAspect(words="Thick Fog"))
    g.turn_of(BRANNOC)
    g.manoeuvre("ana", BRANNOC, "strength", "Broken Gate", "0000")
    g.turn_of(GUARD)

    def removal(aspect: str) -> Overcome:
        return Overcome(actor=GUARD, trait="strength", description="mends it", aspect=g.card(aspect).id)

    assert g.refused("gm", removal("Thick Fog")) == "not-removable"
    assert g.refused("gm", removal("Slow to Anger, Slower to Forgive")) == "not-removable"
    g.do("gm", removal("Broken Gate"))
    assert g.roll.difficulty == 2
    g.throw("gm", "0000")
    assert not g.has_card("Broken Gate")


@pytest.mark.rule("SK-CBT-20", "SK-CBT-14")
def test_what_a_harmless_hit_placed_can_be_removed_too() -> None:
    g = Fight("Hearth Guard", "Gate Guard")
    g.strike(HESK, HEARTH, "brawling@Large Knife", "+++0")
    g.ward(HEARTH, "combat-skill", "+000")
    g.answer("bo", "harmless-hit", "aspect", words="Shoved Aside")
    g.turn_of(HEARTH)
    aspect = g.card("Shoved Aside").id
    g.do("gm", Overcome(actor=HEARTH, trait="combat-skill", description="closes up", aspect=aspect))
    g.throw("gm", "0000")
    assert not g.has_card("Shoved Aside")


@pytest.mark.rule("SK-CBT-21")
def test_an_obstruction_puts_two_on_a_border_or_one_more_on_what_is_there() -> None:
    g = Fight("Gate Guard", zones=("Yard", "Hall"))
    for actor, left in ((BRANNOC, 2), (HESK, 3)):
        g.turn_of(actor)
        g.do(
            g.seat(actor),
            Obstruct(actor=actor, zone=g.zone("Hall"), other=g.zone("Yard"), trait="strength", description="benches"),
        )
        assert g.roll.difficulty == 2
        g.throw(g.seat(actor), "0000")
        passage = passage_between(g.table.state, g.zone("Yard"), g.zone("Hall"))
        assert passage is not None
        assert passage.left == left
        assert actor in g.conflict.acted


@pytest.mark.rule("SK-CBT-21")
def test_an_attempt_that_fails_obstructs_nothing() -> None:
    g = Fight("Gate Guard", zones=("Yard", "Hall"))
    g.turn_of(HESK)
    g.do(
        "bo",
        Obstruct(actor=HESK, zone=g.zone("Hall"), other=g.zone("Yard"), trait="strength", description="benches"),
    )
    g.throw("bo", "-000")
    assert passage_between(g.table.state, g.zone("Yard"), g.zone("Hall")) is None


@pytest.mark.rule("SK-CBT-22")
def test_an_accepted_compel_uses_up_the_action_but_not_the_free_move() -> None:
    g = Fight("Gate Guard", zones=("Yard", "Hall"))
    g.turn_of(BRANNOC)
    g.do("ana", Overcome(actor=BRANNOC, trait="strength", description="bars the gate"))
    aspect = g.card("Slow to Anger, Slower to Forgive").id
    g.do(
        "gm",
        OfferCompel(target=BRANNOC, aspect=aspect, kind="decision", text="stands and stares", takes_action=True),
    )
    g.answer("ana", "compel", "accept")
    assert BRANNOC in g.conflict.acted
    assert g.last_roll.stage == "over"
    g.move(BRANNOC, "Hall")
    assert g.where(BRANNOC) == "Hall"


@pytest.mark.rule("SK-CBT-23")
def test_anything_else_is_a_test_whose_difficulty_the_storyteller_sets() -> None:
    g = Fight("Gate Guard")
    g.turn_of(HESK)
    g.do("bo", Overcome(actor=HESK, trait="agility", description="juggles the flagons"))
    g.answer("gm", "opposition", "difficulty", value=1)
    g.throw("bo", "0000")
    assert g.last_roll.goal == "reached"
    assert HESK in g.conflict.acted


# -- stances -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-CBT-26", "SK-TEST-15")
def test_going_defensive_adds_two_to_every_defence_until_the_next_turn_and_allows_nothing_else() -> None:
    g = Fight("Gate Guard", zones=("Yard", "Hall"))
    g.turn_of(BRANNOC)
    g.do("ana", GoDefensive(BRANNOC))
    assert g.acting != BRANNOC, "neither action nor move"
    g.strike(GUARD, BRANNOC, SPEAR, "----")
    g.ward(BRANNOC, "melee-combat", holds_back=False)
    assert g.modifiers(1)["stance"] == 2
    assert BRANNOC in g.table.state.slices["spin"]
    g.answer("ana", "strike-back", "strike", weapon="Short sword")
    assert g.damage() == 8 + 2 - 1, "damaging defences work"


@pytest.mark.rule("SK-CBT-26")
def test_whoever_comes_later_stays_on_the_defensive_until_their_own_turn_comes() -> None:
    g = Fight("Gate Guard")
    g.turn_of(GUARD)
    assert g.conflict.turn > 0
    g.do("gm", GoDefensive(GUARD))
    g.turn_of(BRANNOC)
    assert stance_of(g.table.state, GUARD) == "defensive"
    g.turn_of(GUARD)
    assert stance_of(g.table.state, GUARD) is None


@pytest.mark.rule("SK-CBT-26")
def test_a_defensive_turn_ends_with_the_next_one() -> None:
    g = Fight("Gate Guard")
    g.turn_of(BRANNOC)
    g.do("ana", GoDefensive(BRANNOC))
    g.next_turn_of(BRANNOC)
    g.strike(GUARD, BRANNOC, SPEAR, "----")
    g.ward(BRANNOC, "melee-combat")
    assert "stance" not in g.modifiers(1)


@pytest.mark.rule("SK-CBT-26")
def test_it_is_chosen_at_the_start_of_a_turn() -> None:
    g = Fight("Gate Guard", zones=("Yard", "Hall"))
    g.turn_of(BRANNOC)
    assert any(offer.command == GoDefensive(BRANNOC) for offer in g.table.offers("ana"))
    g.move(BRANNOC, "Hall")
    assert g.refused("ana", GoDefensive(BRANNOC)) == "turn-begun"
    assert not any(offer.command == GoDefensive(BRANNOC) for offer in g.table.offers("ana"))


@pytest.mark.rule("SK-CBT-27", "SK-TEST-15")
def test_going_offensive_adds_two_to_the_attack_and_leaves_no_defence_at_all() -> None:
    g = Fight("Gate Guard")
    g.turn_of(BRANNOC)
    g.do("ana", GoOffensive(BRANNOC))
    g.strike(BRANNOC, GUARD, SWORD, "----")
    assert g.modifiers(0)["stance"] == 2
    g.ward(GUARD, "melee-combat", "++++")
    g.strike(GUARD, BRANNOC, SPEAR, "-000")  # 3 - 1 + Spin, against nothing
    assert g.prompt("defend") is None
    assert g.last_roll.difficulty == 0
    assert g.damage() == 3 + 2 - 2, "armour still absorbs"


@pytest.mark.rule("SK-CBT-27")
def test_the_next_turn_brings_the_defence_back() -> None:
    g = Fight("Gate Guard")
    g.turn_of(BRANNOC)
    g.do("ana", GoOffensive(BRANNOC))
    g.next_turn_of(BRANNOC)
    g.strike(GUARD, BRANNOC, SPEAR, "----")
    assert g.prompt("defend") is not None
