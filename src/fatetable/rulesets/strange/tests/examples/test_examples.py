"""Worked examples of the book that no test of a single rule computes as they stand, and claims that it gets wrong.

Its 48 ready-made skills (SF-EX-60 to SF-EX-107) are in `skills/test_samples.py`; the rest is with the rules.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import msgspec
import pytest

from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.encounters.conflicts import StartConflict
from fatetable.mechanics.rolls.actions import Attack
from fatetable.mechanics.rolls.comparing.attacking_several import AttackSeveral
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.mechanics.rolls.throwing import ThrowDice
from fatetable.rulesets.strange.book import HeldDrawback, SampleSkill
from fatetable.rulesets.strange.combat.reach import reach_with
from fatetable.rulesets.strange.drawbacks import ReadySkill
from fatetable.rulesets.strange.powers.copies import copies_of
from fatetable.rulesets.strange.sheet import refresh_of, sample_entry, skill_of, skills_of
from fatetable.rulesets.strange.skills import builds, diagram_of, next_costs, price_of, trapping_cost
from fatetable.rulesets.strange.tests.support.book import TABLES
from fatetable.rulesets.strange.tests.support.gifts import equipment, improvement
from fatetable.rulesets.strange.tests.support.making import built, common, errors, hero
from fatetable.rulesets.strange.tests.support.playing import FLAT, FOE, MAUD, Game, held, person, skill
from fatetable.rulesets.strange.tests.support.trappings import undertake, with_trapping
from fatetable.testing import faces

FATE, SIX = (-1, 0, 1), range(1, 7)


def fight(maud: tuple[int, int], foe: tuple[int, int] = (3, 0), **dials: Any) -> Game:
    """Fisticuffs against Fisticuffs, each with its rating and tier; the dice have not fallen."""
    g = Game(maud=(skill("Fisticuffs", *maud),), foe=(skill("Fisticuffs", *foe),), **dials)
    g.start_conflict("physical", first="Maud")
    g.do("ana", Attack(actor=MAUD, target=FOE, trait="fisticuffs/strike", description="swings"))
    g.answer("gm", "defend", "defend", trait="fisticuffs/parry", description="ducks")
    return g


def hits(g: Game) -> Fraction:
    """How likely the attack hits, as the offer to throw tells it."""
    (offer,) = g.offers("ana", ThrowDice)
    found = g.ruleset.odds(g.table.state, offer)
    assert found is not None
    return found.before.get("succeed", Fraction(0)) + found.before.get("style", Fraction(0))


# -- dice ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-TIER-04")
@pytest.mark.parametrize(
    ("tier", "dice", "total"),
    [(1, "- - - 1", -2), (2, "- - 1 1", 0), (4, "1 1 1 1", 4)],
    ids=["SF-EX-04", "SF-EX-05", "SF-EX-06"],
)
def test_all_dice_are_added_up_and_a_higher_tier_has_a_floor(tier: int, dice: str, total: int) -> None:
    g = fight((1, tier))
    g.throw("ana", dice, FLAT)
    assert g.roll.efforts[0].throws[0].total == total


@pytest.mark.rule("SF-TIER-04", "SF-TIER-03")
def test_godlike_against_mundane_is_hopeless_only_at_equal_ratings() -> None:
    """SF-EX-06: the book says that there is no chance whatsoever; Great (+4) against Average (+1) has a small one."""
    wins = sum(sum(six) + 1 < sum(fate) + 4 for six in product(SIX, repeat=4) for fate in product(FATE, repeat=4))
    exact = Fraction(wins, 6**4 * 3**4)
    assert float(exact) == pytest.approx(0.0004287, abs=1e-7)
    assert hits(fight((4, 0), (1, 4))) == exact
    assert hits(fight((3, 0), (3, 4))) == 0


@pytest.mark.rule("SF-TIER-10", "SF-TIER-03")
def test_the_other_dice_have_a_wider_range_and_the_same_middle() -> None:
    """SF-EX-07: with one tier more 2d6-1d6 go from -4 to 11 around 3.5; 3dF+1d6 go from -2 to 9."""
    extra = [one + other - less for one, other, less in product(SIX, repeat=3)]
    assert (min(extra), max(extra), Fraction(sum(extra), len(extra))) == (-4, 11, Fraction(7, 2))
    lowest_and_highest = {"extra-dice": (("1 6 1", -4), ("6 1 6", 11)), "fate": (("- - - 1", -2), ("+ + + 6", 9))}
    for method, ends in lowest_and_highest.items():
        for dice, total in ends:
            g = fight((3, 1), dice=method)
            g.throw("ana", dice, "1 1" if method == "extra-dice" else FLAT)
            assert g.roll.efforts[0].throws[0].total == total


@pytest.mark.rule("SF-TIER-11")
def test_two_tiers_are_six_with_the_flat_bonus() -> None:
    """SF-EX-08."""
    g = fight((3, 2), (3, 0), dice="flat-bonus")
    assert hits(g) == Fraction(
        sum(one - other + 6 > mine - theirs for one, other, mine, theirs in product(SIX, repeat=4)), 6**4
    )


@pytest.mark.rule("SF-TIER-05", "SF-ROLL-01", "SF-ROLL-03")
def test_an_extraordinary_lock_and_two_fate_points() -> None:
    """SF-EX-45: Burglary +3 against Great (+4) (E), where -, -, + and 2 come up; two aspects make it a success."""
    aspects = {"free-1": "Light Fingers", "free-2": "Born in the Dark"}
    g = Game(maud=(skill("Burglary", 3),), aspects=aspects)
    g.set_points(maud=2)
    g.attempt("burglary", 4, "- - + 2", tier=1)
    assert g.roll.efforts[0].throws[0].total == -3
    for text in aspects.values():
        g.do(
            "ana",
            Invoke(
                roll=g.roll.id,
                effort=0,
                effect="bonus",
                aspect=g.card(text).id,
                explanation="so",
                payment="point",
                party=MAUD,
            ),
        )
    assert g.result() == (0, "succeed")
    assert g.points("maud") == 0


# -- skills and sheets -----------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-INV-01")
@pytest.mark.parametrize("tier", range(3))
def test_a_minor_invulnerability_is_two_tiers_for_a_defense(tier: int) -> None:
    """SF-EX-09."""
    row = next(row for row in TABLES.wards if row.name == "Minor Invulnerability, narrow")
    names = [each.name for each in TABLES.tiers]
    assert names[tier + row.tiers] == ("Superhuman", "Ascendant", "Godlike")[tier]


@pytest.mark.rule("SF-BEN-01", "SF-BEN-02")
def test_three_trappings_with_benefits_in_a_fair_skill_give_two_and_a_third_at_good() -> None:
    """SF-EX-10."""
    trappings = ("physical-force", "stress-capacity physical", "leap")
    for rating, number in ((2, 2), (3, 3)):
        for chosen in (2, 3):
            sheet = hero(built("Body", *trappings, rating=rating, tier=1, benefits=trappings[:chosen]))
            too_many = "too-many-benefits" in errors(sheet)
            too_few = "benefits-open" in errors(sheet)
            assert (too_many, too_few) == (chosen > number, chosen < number)


@pytest.mark.rule("SF-BUILD-03", "SF-BUILD-04", "SF-BUILD-05")
def test_from_physical_force_to_dexterity_is_five() -> None:
    """SF-EX-11: lines of five points cost four, what is skipped nothing, and the box one."""
    force = skill_of(TABLES, built("Arms", "physical-force", drawbacks=()))
    assert next_costs(TABLES, force)["dexterity"] == 5
    ((build, *_),) = builds(diagram_of(TABLES.boxes, TABLES.lines), ("physical-force", "dexterity"))
    assert build.price == 4


@pytest.mark.rule("SF-REF-01", "SF-CHAR-03", "SF-SKILL-10")
def test_tiers_are_paid_with_refresh_for_each_skill() -> None:
    """SF-EX-13, SF-EX-14, SF-EX-15."""
    names = ("Arms", "Art", "Athletics")
    three = hero(*(common(name, 1, 1) for name in names))
    one = hero(built("Oxford Professor", "information", tier=1, kind="unique"))
    brute = hero(built("Brute", "resist-damage", "physical-force", tier=2))
    assert [8 - refresh_of(TABLES, sheet, "middle") for sheet in (three, one, brute)] == [3, 1, 2]
    assert refresh_of(TABLES, one, "middle") == 7


@pytest.mark.rule("SF-DRAW-12")
def test_the_professor_turns_into_a_brute() -> None:
    """SF-EX-14: one free aspect is another while he is transformed."""
    change = HeldDrawback(id="minor-transform", aspect="free-1", becomes="Terrifying Hulking Brute")
    brute = skill("Brute", 3, 2, held("resist-damage"), held("physical-force"), drawbacks=(change,))
    g = Game(maud=(brute,), aspects={"free-1": "Respected Oxford Professor"})
    g.do("ana", ReadySkill(actor=MAUD, skill="brute"))
    assert (g.has_card("Terrifying Hulking Brute"), g.has_card("Respected Oxford Professor")) == (True, False)


@pytest.mark.rule("SF-BUILD-09", "SF-DIAG-03")
def test_the_professors_price_is_not_what_the_text_adds_up_to() -> None:
    """SF-EX-12: the text says 6, 5 and 8, but its own items add up to 7, so that it is 7, 6 and 9."""
    in_the_text, items = (6, 5, 8), {"networking": 0, "wealth": 2, "esteem": 2, "languages": 1, "research": 2}
    assert sum(items.values()) == 7
    entry = built(
        "Oxford Professor",
        "information",
        *items,
        kind="unique",
        rating=3,
        drawbacks=("minor-complication",),
    )
    professor = skill_of(TABLES, entry)
    total = price_of(TABLES, professor).total
    assert (total - 3 + 1, total - 3, total) == (7, 6, 9) == tuple(each + 1 for each in in_the_text)


@pytest.mark.rule("SF-DRAW-07", "SF-DRAW-08")
def test_the_two_descriptions_of_one_cannon_disagree() -> None:
    """SF-EX-41: Major Delay and Major Charges are worth 4; the sample has Minor Charges, and 4 with its other one."""

    def worth(*drawbacks: str) -> int:
        row = {each.id: each.value for each in TABLES.drawbacks}
        return sum(row[each] for each in drawbacks)

    assert worth("major-delay", "major-charges") == 4
    cannon = TABLES.sample("Electro-Static Discharge Cannon")
    assert "minor-charges" in {each.id for each in cannon.drawbacks}
    more = msgspec.structs.replace(
        cannon,
        drawbacks=tuple(
            HeldDrawback(id="major-charges") if each.id == "minor-charges" else each for each in cannon.drawbacks
        ),
    )

    def cost(sample: SampleSkill) -> int:
        return trapping_cost(TABLES, skill_of(TABLES, sample_entry(TABLES, sample)))

    assert (cannon.printed, cost(cannon), cost(more)) == (1, 3, 2)


@pytest.mark.rule("SF-VARIABLE-03")
def test_shoot_and_its_zone_take_four_variable_trappings() -> None:
    """SF-EX-36."""
    shapes = skill_of(TABLES, with_trapping(3, 0, *["variable scene"] * 4))
    needed = {copy.key: copy.needed for copy in copies_of(TABLES, shapes, "scene")}
    shooting = skill_of(TABLES, with_trapping(3, 0, "shoot", *["variable scene"] * 4))
    more = {copy.key: copy.needed for copy in copies_of(TABLES, shooting, "scene")}
    assert (needed["shoot"], more["zone on shoot"]) == (2, 2)


@pytest.mark.rule("SF-SKILL-03", "SF-COM-01", "SF-GIFT-01", "SF-ARCH-01")
def test_lists_of_the_book_that_leave_one_out() -> None:
    """SF-EX-50 to SF-EX-52: one list of the gifts leaves out Equipment, that of the archetypes the Human Oddity."""
    assert len(TABLES.skills) == 28
    assert len(TABLES.gifts) == 6
    assert "equipment" in {each.id for each in TABLES.gifts}
    assert len(TABLES.archetypes) == 11
    assert "Human Oddity" in {each.name for each in TABLES.archetypes}


# -- in conflicts ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-INITIATIVE-01")
def test_a_superhuman_acts_before_three_ordinary_people() -> None:
    """SF-EX-22."""
    g = Game(maud=(skill("Alertness", 4),), cora=(skill("Alertness", 4),), foe=(skill("Alertness", 1, 2),), scene=False)
    g.add_opponent(person("Second", skill("Alertness", 4), kind="npc"))
    g.start_scene()
    g.do("gm", StartConflict("physical", (FOE, ActorId("second"))), "0000", "++++", "----", "+000")
    assert [actor for place in g.conflict.order for actor in place.actors] == ["foe", "cora", "second", "maud"]


def stress_of(g: Game, attack: str, defence: str, shifts: int) -> int:
    g.attack(attack, defence, faces(shifts), FLAT)
    g.everyone_passes()
    return g.hit()[0]


@pytest.mark.rule("SF-INSIGHT-03", "SF-NETWORKING-07", "SF-PFORCE-05", "SF-BEN-05")
@pytest.mark.parametrize(
    ("helper", "scope", "attack", "defence"),
    [
        (("Empathy", "Intimidation", "insight"), "mental", "intimidation/menace", "willpower"),
        (("Contacting", "Pen", "networking"), "social", "pen/influence", "esteem"),
        (("Brawn", "Fisticuffs", "physical-force"), "physical", "fisticuffs/strike", "parry"),
    ],
    ids=["SF-EX-23", "SF-EX-27", "SF-EX-32"],
)
@pytest.mark.parametrize("helps", [True, False])
def test_a_superhuman_skill_adds_two_to_attacks_that_share_its_theme(
    helper: tuple[str, str, str], scope: str, attack: str, defence: str, helps: bool
) -> None:
    """Brawn makes blows heavier, and no shots, telekinesis or earth control."""
    entry = skill(helper[0], 1, 2, benefits=(helper[2],))
    entry = msgspec.structs.replace(entry, lists={**entry.lists, "helps": (helper[1],) if helps else ("Other",)})
    tool = skill("Pen", 3, 0, held("influence")) if helper[1] == "Pen" else skill(helper[1], 3)
    g = Game(maud=(tool, entry), foe=(skill("Nerve", 3, 0, held(defence)),))
    g.start_conflict(scope, first="Maud")
    assert stress_of(g, attack, f"nerve/{defence}", 3) == 3 + (2 if helps else 0)


@pytest.mark.rule("SF-WEAP-01", "SF-EQUIP-06")
def test_a_sword_that_is_twice_deadly_at_most_doubles_one_shift() -> None:
    """SF-EX-43, SF-EX-44."""
    deadly = improvement("deadly", scope="physical")
    sheet = person("Maud", skill("Arms", 3))
    sword = msgspec.structs.replace(sheet, entries={**sheet.entries, "gifts": (equipment("Sword", deadly, deadly),)})
    for shifts, stress in ((1, 2), (2, 4), (3, 5)):
        g = Game(maud=sword, foe=(skill("Arms", 3),))
        g.start_conflict("physical", first="Maud")
        assert stress_of(g, "arms/strike", "arms/parry", shifts) == stress


@pytest.mark.rule("SF-EXT-08", "SF-ROLL-01")
def test_a_spray_at_three_has_three_less_for_each() -> None:
    """SF-EX-38: an effort of 6 has to be met by 3."""
    foes = (ActorId("foe"), ActorId("second"), ActorId("third"))
    hail, feet = skill("Hail", 4, 0, held("shoot", "", "spray")), skill("Feet", 2, 0, held("dodge"))
    g = Game(maud=(hail,), foe=(feet,), scene=False)
    for name, rating in (("Second", 3), ("Third", 4)):
        g.add_opponent(person(name, skill("Feet", rating, 0, held("dodge")), kind="npc"))
    g.start_scene()
    g.start_conflict("physical", second_side=foes, first="Maud")
    g.do("ana", AttackSeveral(actor=MAUD, targets=foes, trait="hail/shoot", description="at all of them"))
    for _ in foes:
        g.answer("gm", "defend", "defend", trait="feet/dodge", description="jumps")
    g.throw("ana", "++00", FLAT, FLAT, FLAT)
    g.everyone_passes()
    assert {each.margin for each in g.last_roll.comparisons} == {6 - 3 - rating for rating in (2, 3, 4)}


@pytest.mark.rule("SF-EXT-06")
def test_range_three_times_reaches_five_zones() -> None:
    """SF-EX-39."""
    assert reach_with(0, 3) == 5


# -- trappings -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-HIDE-02")
def test_darkness_with_torches_is_half_a_step() -> None:
    """SF-EX-21."""
    g = Game(maud=(with_trapping(3, 0, "hide"),))
    assert undertake(g, "hide", claims=("darkness with torches in it",)).efforts[0].fixed == 3 + 1


@pytest.mark.rule("SF-ENVIRONMENT-02")
def test_sticks_in_a_forest_are_harder_by_what_they_have_to_be() -> None:
    """SF-EX-20: likely to be there, and of a size and strength."""
    row = TABLES.procedure("forage")
    assert row is not None
    assert (row.rungs[0].difficulty, row.rungs[0].difficulty + 2, row.further) == (0, 2, "further criteria")


@pytest.mark.rule("SF-MINIONS-07")
def test_a_fair_duplicate_has_two_skills() -> None:
    """SF-EX-46."""
    calling = skill("Calling", 3, 0, held("minions", "duplicates"))
    g = Game(maud=(calling, skill("Fisticuffs", 3), skill("Stealth", 2), skill("Art", 1)))
    undertake(g, "call-minions", trait="calling")
    g.throw("ana", "0000")
    g.everyone_passes()
    prompt = g.prompt("minions-to-make")
    assert prompt is not None
    option = next(each for each in prompt.options if each.label.startswith("1 Fair"))
    g.answer("ana", "minions-to-make", option.id, name="", **{"place-0": "Fisticuffs", "place-1": "Stealth"})
    copy = next(actor for actor in g.cast.values() if actor.patron == MAUD)
    assert sorted((each.rating for each in skills_of(TABLES, copy.sheet)), reverse=True) == [2, 1]
