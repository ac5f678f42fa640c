"""What healers can do about stress, Consequences, poison and disease."""

from __future__ import annotations

import pytest

from fatetable.engine.offers import Target
from fatetable.mechanics.aspects.cards import AspectId
from fatetable.mechanics.encounters.exchanges import EndTurn
from fatetable.mechanics.harm.state import condition_of
from fatetable.mechanics.rolls.throwing import CorrectTotal
from fatetable.rulesets.skein.recovery.healers import ATTEMPTS, BETTER, POINT, Treat
from fatetable.rulesets.skein.recovery.lasting_injuries import MENDING
from fatetable.rulesets.skein.tests.support.magicians import come_to
from fatetable.rulesets.skein.tests.support.making import SKILLS, hero, stunts
from fatetable.rulesets.skein.tests.support.playing import Game
from fatetable.rulesets.skein.tests.support.wounded import BRANNOC, HESK, end_session, next_session, passes, wound

PLACES = {
    "mild": ("Winded", 2, 2, "dressings"),
    "moderate": ("Burned", 4, 4, "quiet place"),
    "severe": ("Broken Limb", 6, 6, "place of healing"),
}


def treat(g: Game, ailment: str, dice: str, *, again: str = "", actor: str = HESK, patient: str = BRANNOC) -> None:
    """Mother Hesk, who has Healing 4, treats Brannoc."""
    g.do("bo", Treat(actor=actor, patient=patient, ailment=ailment, description="binds it up", again=again))  # type: ignore[arg-type]
    if g.prompt("treatment"):
        g.answer("gm", "treatment", "yes")
    g.throw("bo", dice)


def card_id(g: Game, slot: str, actor: str = BRANNOC) -> AspectId:
    return condition_of(g.table.state, actor).marks[slot].aspect  # type: ignore[arg-type]


def treated(g: Game, slot: str) -> str:
    return g.table.state.get(MENDING)[card_id(g, slot)].treated


# -- stress ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-HEAL-06", "SK-SKILL-12")
@pytest.mark.parametrize(("dice", "health"), [("0000", 5), ("-000", 4), ("--00", 4), ("++00", 7), ("++++", 7)])
def test_healing_meets_the_stress_lost_and_its_degree_is_what_comes_back(dice: str, health: int) -> None:
    g = Game()
    wound(g, BRANNOC, 3)
    treat(g, "health", dice)
    assert g.last_roll.difficulty == 3
    assert g.scores(BRANNOC)["health"] == health


@pytest.mark.rule("SK-HEAL-06")
def test_in_a_fight_it_takes_the_healers_action() -> None:
    g = Game(foes=("Gate Guard",))
    wound(g, BRANNOC, 3)
    g.start_combat()
    come_to(g, BRANNOC)
    command = Treat(actor=HESK, patient=BRANNOC, ailment="health", description="binds it up")  # type: ignore[arg-type]
    assert g.refused("bo", command) == "not-your-turn"
    g.do("ana", EndTurn(BRANNOC))  # type: ignore[arg-type]
    if g.table.state.slices["encounter"].acting != HESK:
        come_to(g, HESK)
    assert any(offer.matches(command) for offer in g.offers("bo", Treat))
    treat(g, "health", "0000")
    assert g.scores(BRANNOC)["health"] == 5
    assert HESK in g.table.state.slices["encounter"].acted


@pytest.mark.rule("SK-HEAL-06")
def test_composure_is_calmed_only_with_a_specialism_and_where_the_table_plays_so() -> None:
    choices = {"name": "Soothing Voice", "skill": "Healing", "use": "calming minds", "narrow": "no", "strong": "no"}
    calming = stunts(("specialism", choices))
    calmer = hero(name="Calmer", features=(*calming, *hero().features[:4]), traits=SKILLS)
    for dial, heroes, is_possible in (
        (False, ("Brannoc of the Ford", calmer), False),
        (True, ("Brannoc of the Ford", calmer), True),
        (True, ("Brannoc of the Ford", "Mother Hesk"), False),
    ):
        g = Game(heroes=heroes, calming_minds=dial)
        wound(g, BRANNOC, 2, score="composure")
        found = [offer.command.ailment for offer in g.offers("bo", Treat) if offer.command.patient == BRANNOC]  # type: ignore[attr-defined]
        assert ("composure" in found) is is_possible


# -- Consequences ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slot", "dice", "time"),
    [
        pytest.param("mild", "0000", "An hour", marks=pytest.mark.rule("SK-HEAL-08")),
        pytest.param("mild", "--00", "A day", marks=pytest.mark.rule("SK-HEAL-08")),
        pytest.param("mild", "++++", "15 minutes", marks=pytest.mark.rule("SK-HEAL-12")),
        pytest.param("moderate", "+000", "A few days", marks=pytest.mark.rule("SK-HEAL-09")),
        pytest.param("moderate", "++++", "An hour", marks=pytest.mark.rule("SK-HEAL-12")),
        pytest.param("severe", "+++0", "A month", marks=pytest.mark.rule("SK-HEAL-10")),
        pytest.param("severe", "++++", "A few weeks", marks=pytest.mark.rule("SK-HEAL-10")),
    ],
)
def test_treatment_shortens_the_time_of_a_consequence_by_a_step_for_each_degree(
    slot: str, dice: str, time: str
) -> None:
    g = Game()
    words, damage, difficulty, _ = PLACES[slot]
    wound(g, BRANNOC, damage, slot, words)
    treat(g, card_id(g, slot), dice)
    assert g.last_roll.difficulty == difficulty
    assert treated(g, slot) == time
    assert g.has_card(words)


@pytest.mark.rule("SK-HEAL-12")
@pytest.mark.parametrize(("slot", "best"), [("mild", "15 minutes"), ("moderate", "An hour"), ("severe", "A few days")])
@pytest.mark.parametrize("degree", [4, 9])
def test_no_degree_shortens_a_treatment_by_more_than_four_steps(slot: str, best: str, degree: int) -> None:
    g = Game()
    words, damage, difficulty, _ = PLACES[slot]
    wound(g, BRANNOC, damage, slot, words)
    g.do("bo", Treat(actor=HESK, patient=BRANNOC, ailment=card_id(g, slot), description="binds it up"))  # type: ignore[arg-type]
    g.answer("gm", "treatment", "yes")
    g.do("gm", CorrectTotal(g.roll.id, 0, difficulty + degree - 4, "for the test"))
    g.throw("bo", "0000")
    assert (g.last_roll.margin, treated(g, slot)) == (degree, best)


@pytest.mark.rule("SK-HEAL-08", "SK-HEAL-09", "SK-HEAL-10")
@pytest.mark.parametrize("slot", ["mild", "moderate", "severe"])
def test_the_storyteller_judges_whether_there_is_what_a_treatment_takes(slot: str) -> None:
    g = Game()
    words, damage, _, needs = PLACES[slot]
    wound(g, BRANNOC, damage, slot, words)
    g.do("bo", Treat(actor=HESK, patient=BRANNOC, ailment=card_id(g, slot), description="tries"))  # type: ignore[arg-type]
    assert needs in g.prompt("treatment").question  # type: ignore[union-attr]
    g.answer("gm", "treatment", "no")
    assert not g.prompts()
    assert not g.table.state.get(ATTEMPTS)


@pytest.mark.rule("SK-HEAL-08", "SK-SKILL-12")
def test_a_treated_consequence_is_gone_after_the_shorter_time() -> None:
    g = Game()
    wound(g, BRANNOC, 2, "mild", "Winded")
    treat(g, card_id(g, "mild"), "0000")
    passes(g, "Half an hour")
    assert g.has_card("Winded")
    passes(g, "Half an hour")
    assert not g.has_card("Winded")


@pytest.mark.rule("SK-HEAL-12")
def test_treated_once_more_it_takes_the_shorter_of_the_two_times() -> None:
    g = Game()
    wound(g, BRANNOC, 2, "mild", "Winded")
    treat(g, card_id(g, "mild"), "--00")
    treat(g, card_id(g, "mild"), "0000")
    assert treated(g, "mild") == "An hour"
    treat(g, card_id(g, "mild"), "-000")
    assert treated(g, "mild") == "An hour"


@pytest.mark.rule("SK-HEAL-08")
def test_no_consequence_is_treated_while_the_fight_goes_on() -> None:
    g = Game(foes=("Gate Guard",))
    wound(g, BRANNOC, 2, "mild", "Winded")
    g.start_combat()
    come_to(g, HESK)
    command = Treat(actor=HESK, patient=BRANNOC, ailment=card_id(g, "mild"), description="tries")  # type: ignore[arg-type]
    assert g.refused("bo", command) == "nothing-to-treat"


@pytest.mark.rule("SK-HEAL-09", "SK-HEAL-10")
def test_a_healer_never_makes_it_last_longer_than_it_would_by_itself() -> None:
    g = Game()
    wound(g, BRANNOC, 6, "severe", "Broken Limb")
    treat(g, card_id(g, "severe"), "++00")
    assert treated(g, "severe") == "A few months"
    passes(g, "A month")
    assert not g.has_card("Broken Limb")


@pytest.mark.rule("SK-HEAL-10")
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_a_severe_consequence_goes_before_the_end_of_the_next_session_only_as_an_exception(answer: str) -> None:
    g = Game()
    wound(g, BRANNOC, 6, "severe", "Broken Limb")
    treat(g, card_id(g, "severe"), "++++")
    passes(g, "A few weeks")
    assert g.has_card("Broken Limb")
    g.answer("gm", "early-recovery", answer)
    assert g.has_card("Broken Limb") is (answer == "no")
    if answer == "no":
        passes(g, "An hour")
        assert not g.prompts()
        end_session(g)
        next_session(g)
        assert g.has_card("Broken Limb")
        end_session(g)
        assert not g.has_card("Broken Limb")


@pytest.mark.rule("SK-HEAL-07")
def test_no_consequence_is_treated_while_its_score_is_damaged() -> None:
    g = Game()
    wound(g, BRANNOC, 3, "mild", "Winded")
    command = Treat(actor=HESK, patient=BRANNOC, ailment=card_id(g, "mild"), description="tries")  # type: ignore[arg-type]
    assert g.refused("bo", command) == "nothing-to-treat"
    treat(g, "health", "0000")
    assert any(offer.matches(command) for offer in g.offers("bo", Treat))


@pytest.mark.rule("SK-HEAL-07")
@pytest.mark.parametrize(("needs", "is_treatable"), [("own-score", True), ("both-scores", False)])
def test_the_table_says_whether_the_other_score_has_to_be_whole_too(needs: str, is_treatable: bool) -> None:
    g = Game(treatment_needs=needs)
    wound(g, BRANNOC, 2, "mild", "Winded")
    wound(g, BRANNOC, 1, score="composure")
    ailment = card_id(g, "mild")
    assert any(offer.command.ailment == ailment for offer in g.offers("bo", Treat)) is is_treatable  # type: ignore[attr-defined]


# -- once more -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-HEAL-11")
def test_a_failed_attempt_is_not_repeated_but_for_a_fate_point() -> None:
    g = Game()
    wound(g, BRANNOC, 5)
    before = g.points(HESK)
    treat(g, "health", "--00")
    again = Treat(actor=HESK, patient=BRANNOC, ailment="health", description="binds it up")  # type: ignore[arg-type]
    assert g.refused("bo", again) == "tried-already"
    assert {offer.command.again for offer in g.offers("bo", Treat)} == {POINT, BETTER}  # type: ignore[attr-defined]
    treat(g, "health", "++00", again=POINT)
    assert g.points(HESK) == before - 1
    assert g.scores(BRANNOC)["health"] == 3


@pytest.mark.rule("SK-HEAL-11")
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_better_circumstances_allow_another_attempt_if_the_storyteller_sees_any(answer: str) -> None:
    g = Game()
    wound(g, BRANNOC, 5)
    treat(g, "health", "--00")
    g.do("bo", Treat(actor=HESK, patient=BRANNOC, ailment="health", description="by a fire", again=BETTER))  # type: ignore[arg-type]
    g.answer("gm", "treatment", answer)
    assert any(roll.stage != "over" for roll in g.table.state.slices["rolls"].values()) is (answer == "yes")


@pytest.mark.rule("SK-HEAL-11")
def test_a_better_healer_or_a_new_injury_is_another_matter() -> None:
    g = Game()
    wound(g, HESK, 3)
    g.do("ana", Treat(actor=BRANNOC, patient=HESK, ailment="health", description="tries"))  # type: ignore[arg-type]
    g.throw("ana", "0000")
    assert all(offer.command.again for offer in g.offers("ana", Treat))  # type: ignore[attr-defined]
    assert not any(offer.command.again for offer in g.offers("bo", Treat))  # type: ignore[attr-defined]
    treat(g, "health", "-000", patient=HESK)
    assert g.scores(HESK)["health"] == 1
    g2 = Game()
    wound(g2, BRANNOC, 5)
    treat(g2, "health", "--00")
    wound(g2, BRANNOC, 1)
    assert not any(offer.command.again for offer in g2.offers("bo", Treat))  # type: ignore[attr-defined]


@pytest.mark.rule("SK-HEAL-11")
def test_nobody_pays_for_a_first_attempt_and_nobody_tries_again_without_a_point_to_pay() -> None:
    g = Game()
    wound(g, BRANNOC, 5)
    first = Treat(actor=HESK, patient=BRANNOC, ailment="health", description="binds", again=POINT)  # type: ignore[arg-type]
    assert g.refused("bo", first) == "no-need"


# -- others' people --------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-HEAL-06")
def test_what_ails_somebody_of_the_storytellers_only_the_storyteller_says() -> None:
    g = Game(foes=("Gate Guard",))
    wound(g, "gate-guard", 2)
    (offer,) = [offer for offer in g.offers("bo", Treat) if offer.command.patient == "gate-guard"]  # type: ignore[attr-defined]
    assert "lost" not in offer.label
    assert (offer.actor, offer.verb, offer.target) == (HESK, "recover", Target("actor", "gate-guard"))
    g.do("bo", offer.fill(description="binds it up", again=""))
    seen = next(iter(g.table.view("bo").slices["prompts"].values()))
    assert not seen.options
    g.answer("gm", "ailment", "health")
    g.throw("bo", "0000")
    assert g.scores("gate-guard")["health"] == 4


def test_nobody_is_treated_who_is_not_there_or_has_nothing() -> None:
    g = Game(foes=("Gate Guard",))
    for ailment in ("health", "composure", "nonsense"):
        command = Treat(actor=HESK, patient=BRANNOC, ailment=ailment, description="tries")  # type: ignore[arg-type]
        assert g.refused("bo", command) == "nothing-to-treat"
    wanted = Treat(actor=HESK, patient="gate-guard", ailment="health", description="tries")  # type: ignore[arg-type]
    assert g.refused("bo", wanted) == "not-known"
    assert g.refused("ana", Treat(actor=HESK, patient=BRANNOC, ailment="health", description="x")) == "not-yours"  # type: ignore[arg-type]


def test_neither_animals_nor_warbands_heal_anybody() -> None:
    g = Game(foes=("Wolf", "Hearth Guard"))
    wound(g, BRANNOC, 2)
    for healer in ("wolf", "hearth-guard"):
        command = Treat(actor=healer, patient=BRANNOC, ailment="health", description="licks it")  # type: ignore[arg-type]
        assert g.refused("gm", command) == "no-healer"
    assert not g.offers("gm", Treat)
