"""Damage: what comes off which score, what a Consequence takes of it, who is out and how one gives up."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.engine.prompts import Answer
from fatetable.mechanics.aspects.cards import CONSEQUENCE
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.encounters.conceding import GiveIn
from fatetable.mechanics.encounters.exchanges import NextExchange
from fatetable.mechanics.harm.state import CONCEDED, TAKEN_OUT
from fatetable.mechanics.rolls.actions import Attack
from fatetable.mechanics.rolls.throwing import CorrectTotal
from fatetable.rulesets.skein.combat.climactic_enemies import RaiseStature
from fatetable.rulesets.skein.combat.consequence_slots import most_consequences
from fatetable.rulesets.skein.combat.harm import DamageToTake, damage_parts, still_free
from fatetable.rulesets.skein.combat.scores import stress_scores
from fatetable.rulesets.skein.creation.samples import sample
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.sheet.arms import UNARMED
from fatetable.rulesets.skein.sheet.derived import COMPOSURE, HEALTH
from fatetable.rulesets.skein.tests.support.book import TABLES
from fatetable.rulesets.skein.tests.support.magicians import come_to
from fatetable.rulesets.skein.tests.support.making import npc, with_skills
from fatetable.rulesets.skein.tests.support.playing import Game

OSRIC, CADFAN = "osric-the-reeve", "cadfan-wolf-banner"
BRANNOC, HESK = "brannoc-of-the-ford", "mother-hesk"


def brawl(*foes: str, **dials: Any) -> Game:
    """A fight in which Brannoc, unarmed, has the turn; his fists add nothing to a degree."""
    g = Game(foes=foes or ("Osric the Reeve",), **dials)
    g.start_combat()
    come_to(g, BRANNOC)
    return g


def again(g: Game) -> None:
    """Brannoc's next turn."""
    come_to(g)
    g.do("gm", NextExchange())
    come_to(g, BRANNOC)


def hit(g: Game, damage: int, target: str = OSRIC, trait: str = "intimidation@words") -> None:
    """An attack on Composure that exceeds its defence by so much, with rulings instead of lucky dice."""
    g.do("ana", Attack(actor=BRANNOC, target=target, trait=trait, description="strikes"))  # type: ignore[arg-type]
    g.do("gm", CorrectTotal(g.roll.id, 0, 12, "for the test"))
    g.throw("ana", "0000")
    skill = "willpower" if trait.endswith("words") else "brawling"
    g.answer("gm", "defend", "defend", trait=skill, description="bears it")
    attack, defence = (effort.total for effort in g.roll.efforts)
    g.do("gm", CorrectTotal(g.roll.id, 1, attack - defence - damage, "for the test"))
    g.throw("gm", "0000")


@pytest.mark.rule("SK-DMG-01", "SK-DMG-02", "SK-CHAR-28", "SK-INTRO-06")
def test_the_degree_of_an_attack_in_words_comes_off_composure_and_leaves_health_alone() -> None:
    g = brawl()
    hit(g, 3)
    assert g.prompt("harm").read(DamageToTake).score == COMPOSURE  # type: ignore[union-attr]
    g.answer("gm", "harm", "score")
    assert g.scores(OSRIC) == {HEALTH: 3, COMPOSURE: 1}
    assert not g.condition(OSRIC).out


@pytest.mark.rule("SK-DMG-03", "SK-DMG-08")
def test_ways_to_stay_on_ones_feet_come_first_and_those_that_do_not_say_so() -> None:
    g = brawl("Cadfan Wolf-Banner")
    hit(g, 5, CADFAN)
    assert [option.label for option in g.prompt("harm").options] == [  # type: ignore[union-attr]
        "Mild Consequence, 3 off Composure, 1 left",
        "Moderate Consequence, 1 off Composure, 3 left",
        "Severe Consequence, Composure stays at 4",
        "5 off Composure, none left: out",
    ]


def test_every_way_to_take_damage_says_which_consequences_it_leaves() -> None:
    g = brawl("Cadfan Wolf-Banner")
    hit(g, 5, CADFAN)
    assert [option.note for option in g.prompt("harm").options] == [  # type: ignore[union-attr]
        "leaves Moderate or Severe Consequence",
        "leaves Mild or Severe Consequence",
        "leaves Mild or Moderate Consequence",
        "",
    ]


@pytest.mark.parametrize(
    ("names", "room", "falls", "said"),
    [
        (("mild", "moderate", "severe"), 3, False, "leaves Mild, Moderate and Severe Consequences"),
        (("mild", "severe"), 1, False, "leaves Mild or Severe Consequence"),
        (("severe",), 1, False, "leaves Severe Consequence"),
        (("mild", "severe"), 0, False, "leaves no Consequence for the next hit"),
        ((), 0, False, "leaves no Consequence for the next hit"),
        (("mild",), 1, True, ""),
    ],
)
def test_what_is_left_is_counted_up_or_one_of_it_if_only_one_may_be_taken(
    names: tuple[str, ...], room: int, falls: bool, said: str
) -> None:
    assert still_free(names, room, falls) == said


@pytest.mark.rule("SK-DMG-01")
def test_a_blow_comes_off_health_and_counts_the_weapon() -> None:
    g = brawl("Cadfan Wolf-Banner")
    traits = {trait.id for trait in g.ruleset.presenting.rules.traits(g.table.state.slices["cast"][BRANNOC], "attack")}
    armed = next(trait for trait in sorted(traits) if trait.startswith("melee-combat@"))
    hit(g, 3, CADFAN, armed)
    assert g.prompt("harm").read(DamageToTake).score == HEALTH  # type: ignore[union-attr]
    cast = g.table.state.slices["cast"]
    gear = sum(part.amount for part in damage_parts(TABLES, cast[BRANNOC], cast[CADFAN], armed))
    assert g.prompt("harm").read(DamageToTake).damage == 3 + gear  # type: ignore[union-attr]


@pytest.mark.rule("SK-DMG-03", "SK-DMG-04")
@pytest.mark.parametrize(("severity", "left"), [("mild", 1), ("moderate", 3), ("severe", 4)])
def test_a_consequence_lessens_damage_before_it_comes_off_the_score_and_what_is_over_is_lost(
    severity: str, left: int
) -> None:
    g = brawl("Cadfan Wolf-Banner", npc_consequences="free")
    hit(g, 5, CADFAN)
    g.answer("gm", "harm", severity, words="Shaken")
    assert g.scores(CADFAN)[COMPOSURE] == left
    assert g.card("Shaken").kind == CONSEQUENCE


@pytest.mark.rule("SK-DMG-05")
def test_12_damage_become_6_at_best_because_one_hit_takes_one_consequence() -> None:
    g = brawl("Cadfan Wolf-Banner", npc_consequences="free")
    hit(g, 12, CADFAN)
    options = [option.id for option in g.prompt("harm").options]  # type: ignore[union-attr]
    assert options == ["score", "mild", "moderate", "severe"]
    assert "6 off" in g.prompt("harm").option("severe").label  # type: ignore[union-attr]
    prompt = g.prompt("harm")
    assert prompt is not None
    g.answer("gm", "harm", "severe", words="Broken Limb")
    assert g.refused("gm", Answer(prompt.id, "mild", {"words": "Winded"})) == "prompt-closed"
    assert list(g.condition(CADFAN).marks) == ["severe"]


@pytest.mark.rule("SK-DMG-03", "SK-DMG-04", "SK-DMG-05", "SK-INTRO-06")
@pytest.mark.parametrize(("severity", "absorbs"), [("score", 0), ("mild", 2), ("moderate", 4), ("severe", 6)])
def test_a_consequence_takes_exactly_its_worth_off_a_hit(severity: str, absorbs: int) -> None:
    g = brawl("Cadfan Wolf-Banner", npc_consequences="free")
    hit(g, absorbs + 3, CADFAN)
    g.answer("gm", "harm", severity, **({} if severity == "score" else {"words": "Shaken"}))
    assert g.scores(CADFAN)[COMPOSURE] == 4 - 3


@pytest.mark.rule("SK-DMG-08")
@pytest.mark.parametrize(("filled", "limit"), [((), 6), (("severe",), 4), (("severe", "moderate"), 2)])
@pytest.mark.parametrize("over", [-1, 0])
def test_what_cannot_be_withstood_depends_on_the_places_that_are_free(
    filled: tuple[str, ...], limit: int, over: int
) -> None:
    g = brawl("Cadfan Wolf-Banner", npc_consequences="free")
    for severity in filled:
        hit(g, 1, CADFAN)
        g.answer("gm", "harm", severity, words="Shaken")
        again(g)
    assert g.scores(CADFAN)[COMPOSURE] == 4
    hit(g, 4 + limit + over, CADFAN)
    best = {6: "severe", 4: "moderate", 2: "mild"}[limit]
    g.answer("gm", "harm", best, words="Hysterical")
    assert (g.condition(CADFAN).out == TAKEN_OUT) is (over == 0)


@pytest.mark.rule("SK-DMG-04")
def test_a_consequence_of_one_score_fills_its_place_for_the_other_too() -> None:
    g = brawl("Cadfan Wolf-Banner", npc_consequences="free")
    hit(g, 2, CADFAN)
    g.answer("gm", "harm", "mild", words="Embarrassed")
    again(g)
    hit(g, 9, CADFAN, f"brawling@{UNARMED}")
    assert g.prompt("harm").read(DamageToTake).score == HEALTH  # type: ignore[union-attr]
    assert g.prompt("harm").option("mild") is None  # type: ignore[union-attr]
    assert g.prompt("harm").option("moderate") is not None  # type: ignore[union-attr]


@pytest.mark.rule("SK-DMG-06")
def test_the_defender_words_a_consequence_and_the_attackers_first_use_of_it_is_free() -> None:
    g = brawl()
    hit(g, 3)
    g.answer("gm", "harm", "moderate", words="Nervous Stammer")
    card = g.card("Nervous Stammer")
    assert card.bearer == OSRIC
    assert len(card.free) == 1
    assert g.prompt("harm") is None


@pytest.mark.rule("SK-DMG-08")
@pytest.mark.parametrize(("over", "is_out"), [(5, False), (6, True)])
def test_a_hit_of_the_score_and_6_cannot_be_survived(over: int, is_out: bool) -> None:
    g = brawl("Cadfan Wolf-Banner", npc_consequences="free")
    hit(g, 4 + over, CADFAN)
    g.answer("gm", "harm", "severe", words="Hysterical")
    assert (g.condition(CADFAN).out == TAKEN_OUT) is is_out
    assert g.scores(CADFAN)[COMPOSURE] == (0 if is_out else 1)


@pytest.mark.rule("SK-DMG-08", "SK-INTRO-06")
@pytest.mark.parametrize("damage", [4, 7])
def test_zero_is_out_whichever_score_it_is(damage: int) -> None:
    g = brawl()
    hit(g, damage)
    g.answer("gm", "harm", "score")
    assert g.condition(OSRIC).out == TAKEN_OUT
    assert g.scores(OSRIC) == {HEALTH: 3, COMPOSURE: 0}


@pytest.mark.rule("SK-DMG-09")
def test_the_victor_tells_what_becomes_of_the_loser_and_has_to_say_whether_they_return() -> None:
    g = brawl()
    hit(g, 4)
    g.answer("gm", "harm", "score")
    prompt = g.prompt("taken-out")
    assert prompt is not None
    assert prompt.seats == ("ana",)
    assert g.refused("ana", Answer(prompt.id, "tell", {"fate": "Runs from the hall"})) == "bad-answer"
    g.answer("ana", "taken-out", "tell", fate="Runs from the hall", **{"return": "never by daylight"})
    assert g.condition(OSRIC).fate == "Runs from the hall (never by daylight)"


# -- giving up -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-DMG-10")
def test_a_concession_ends_ones_part_if_the_other_side_agrees_and_pays_nothing() -> None:
    g = brawl()
    before = g.points("pool"), g.points(BRANNOC)
    g.do("ana", GiveIn(BRANNOC, "leaves his sword and limps off"))  # type: ignore[arg-type]
    assert not g.condition(BRANNOC).out
    g.answer("gm", "concession", "agree")
    assert (g.condition(BRANNOC).out, g.condition(BRANNOC).fate) == (CONCEDED, "leaves his sword and limps off")
    assert (g.points("pool"), g.points(BRANNOC)) == before


@pytest.mark.rule("SK-DMG-10")
def test_the_other_side_may_refuse_a_concession_and_fight_on() -> None:
    g = brawl()
    g.do("gm", GiveIn(OSRIC, "hands over the keys"))  # type: ignore[arg-type]
    assert set(g.prompt("concession").seats) == {"ana", "bo"}  # type: ignore[union-attr]
    g.answer("ana", "concession", "refuse")
    assert not g.condition(OSRIC).out


@pytest.mark.rule("SK-DMG-10")
def test_it_is_too_late_to_concede_from_the_first_dice_until_the_damage_is_dealt_with() -> None:
    g = brawl()
    g.do("ana", Attack(actor=BRANNOC, target=OSRIC, trait="intimidation@words", description="roars"))  # type: ignore[arg-type]
    assert any(offer.command.actor == OSRIC for offer in g.offers("gm", GiveIn))  # type: ignore[attr-defined]
    g.throw("ana", "++00")
    assert g.prompt("defend") is not None
    assert g.refused("gm", GiveIn(OSRIC, "begs")) == "dice-are-down"  # type: ignore[arg-type]
    g.defend("gm", "willpower", "0000")
    assert g.prompt("harm") is not None
    assert g.refused("gm", GiveIn(OSRIC, "begs")) == "dice-are-down"  # type: ignore[arg-type]
    g.answer("gm", "harm", "mild", words="Shaken")
    assert not g.condition(OSRIC).out
    assert any(offer.command.actor == OSRIC for offer in g.offers("gm", GiveIn))  # type: ignore[attr-defined]


# -- whose scores ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-CHAR-28", "SK-CHAR-29", "SK-CHAR-30", "SK-SKILL-26")
@pytest.mark.parametrize(("level", "score"), [(0, 3), (1, 4), (2, 4), (3, 5), (4, 5), (5, 6), (6, 6), (7, 7), (8, 7)])
def test_health_and_composure_are_3_and_half_of_strength_and_willpower_rounded_up(level: int, score: int) -> None:
    plain = npc("major", traits={"strength": level, "willpower": 0})
    assert stress_scores(TABLES, plain) == {HEALTH: score, COMPOSURE: 3}
    assert stress_scores(TABLES, npc("major", traits={"willpower": level})) == {HEALTH: 3, COMPOSURE: score}


@pytest.mark.rule("SK-CHAR-28")
def test_stunts_raise_a_score_above_what_its_skill_gives() -> None:
    tough = stress_scores(TABLES, with_skills(strength=3, willpower=3))
    assert tough == {HEALTH: 6, COMPOSURE: 6}


@pytest.mark.rule("SK-NPC-14")
def test_people_have_two_scores_animals_and_members_of_warbands_one() -> None:
    assert stress_scores(TABLES, sample(TABLES, "Gate Guard")) == {HEALTH: 4, COMPOSURE: 3}
    assert stress_scores(TABLES, sample(TABLES, "Bear")) == {"stress": 8}
    assert stress_scores(TABLES, sample(TABLES, "Hearth Guard")) == {"stress": 3}


@pytest.mark.rule("SK-NPC-14")
def test_fright_comes_off_the_one_score_of_an_animal() -> None:
    g = brawl("Wolf")
    hit(g, 3, "wolf")
    assert [option.id for option in g.prompt("harm").options] == ["score"]  # type: ignore[union-attr]
    g.answer("gm", "harm", "score")
    assert g.scores("wolf") == {"stress": 1}


@pytest.mark.rule("SK-STORY-01")
@pytest.mark.parametrize(
    ("foe", "most"), [("Gate Guard", 0), ("Osric the Reeve", 1), ("Cadfan Wolf-Banner", 2), ("Wolf", 0)]
)
def test_lesser_people_take_fewer_consequences_unless_the_table_does_not_care(foe: str, most: int) -> None:
    g = Game(foes=(foe,))
    actor = next(actor for actor in g.table.state.slices["cast"].values() if not actor.is_pc)
    assert most_consequences(TABLES, actor, Dials()) == most
    assert most_consequences(TABLES, actor, Dials(npc_consequences="free")) == (0 if foe == "Wolf" else 3)


@pytest.mark.rule("SK-STORY-01")
def test_a_significant_character_takes_one_consequence_of_any_severity_and_no_second() -> None:
    g = brawl()
    hit(g, 4)
    assert g.prompt("harm").option("severe") is not None  # type: ignore[union-attr]
    g.answer("gm", "harm", "severe", words="Humiliated")
    again(g)
    hit(g, 2)
    assert [option.id for option in g.prompt("harm").options] == ["score"]  # type: ignore[union-attr]


@pytest.mark.rule("SK-STORY-01")
def test_the_enemy_of_a_climax_takes_three() -> None:
    g = Game(foes=("Cadfan Wolf-Banner", "Osric the Reeve"))
    assert [offer.command.actor for offer in g.offers("gm", RaiseStature)] == [CADFAN]  # type: ignore[attr-defined]
    assert g.refused("gm", RaiseStature(OSRIC)) == "not-so-great"  # type: ignore[arg-type]
    assert g.refused("ana", RaiseStature(CADFAN)) == "gm-only"  # type: ignore[arg-type]
    g.do("gm", RaiseStature(CADFAN))  # type: ignore[arg-type]
    assert most_consequences(TABLES, g.table.state.slices["cast"][CADFAN], Dials()) == 3
    seen = g.table.view("ana").slices["cast"][CADFAN].sheet
    assert isinstance(seen, Sheet)
    assert not seen.numbers
