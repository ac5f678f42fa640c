"""Endurance Tests, poison and disease: what they cost and when it comes back."""

from __future__ import annotations

import msgspec
import pytest

from fatetable.engine.prompts import Answer
from fatetable.engine.state import State
from fatetable.mechanics.harm.state import TAKEN_OUT
from fatetable.mechanics.rolls.state import ROLLS
from fatetable.mechanics.time.passing import PassTime
from fatetable.rulesets.skein.magic.faith import LayOnHands
from fatetable.rulesets.skein.recovery.healers import BETTER, POINT, Treat
from fatetable.rulesets.skein.recovery.natural_healing import Rest
from fatetable.rulesets.skein.recovery.ordeals import (
    ENDURANCE_TESTS,
    ORDEALS,
    CallEndurance,
    EndOrdeal,
    EnduranceTest,
    Ordeal,
    endurance_test_of,
)
from fatetable.rulesets.skein.recovery.poison_and_disease import Afflict
from fatetable.rulesets.skein.sheet.derived import COMPOSURE, HEALTH
from fatetable.rulesets.skein.tests.support.book import TABLES
from fatetable.rulesets.skein.tests.support.magicians import magician
from fatetable.rulesets.skein.tests.support.playing import Game
from fatetable.rulesets.skein.tests.support.wounded import BRANNOC, HESK, endure, passes, wound


def call(*actors: str, trait: str = "strength", difficulty: int = 4, score: str = HEALTH) -> CallEndurance:
    return CallEndurance(actors=actors, trait=trait, difficulty=difficulty, score=score, cause="the flood")  # type: ignore[arg-type]


def afflict(kind: str, *, difficulty: int = 4, is_secret: bool = False, actor: str = BRANNOC) -> Afflict:
    return Afflict(actor=actor, affliction=kind, name="Nightshade", difficulty=difficulty, is_secret=is_secret)  # type: ignore[arg-type]


def only_ordeal(g: Game) -> Ordeal:
    (found,) = g.table.state.get(ORDEALS).values()
    return found


# -- Endurance Tests -------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-END-01", "SK-CHAR-28")
@pytest.mark.parametrize(("score", "trait"), [(HEALTH, "strength"), (COMPOSURE, "willpower")])
def test_failing_to_endure_costs_a_point_for_each_level_of_failure_off_the_score_it_is_about(
    score: str, trait: str
) -> None:
    g = Game()
    g.do("gm", call(HESK, trait=trait, difficulty=4, score=score))
    g.throw("bo", "-000")
    assert g.prompt("harm").about["damage"] == 3  # type: ignore[union-attr]
    g.answer("bo", "harm", "score")
    assert g.scores(HESK) == {HEALTH: 4, COMPOSURE: 4, score: 1}


@pytest.mark.rule("SK-END-01")
def test_meeting_the_difficulty_costs_nothing_and_leaves_no_spin() -> None:
    g = Game()
    g.do("gm", call(BRANNOC))
    g.throw("ana", "++++")
    assert not g.prompts()
    assert g.scores(BRANNOC)[HEALTH] == 7
    assert not g.table.state.slices.get("spin")


@pytest.mark.rule("SK-END-01")
def test_a_consequence_may_lessen_it_and_armour_does_not() -> None:
    g = Game()
    endure(g, BRANNOC, 3)
    g.answer("ana", "harm", "mild", words="Exhausted")
    assert g.scores(BRANNOC)[HEALTH] == 6


@pytest.mark.rule("SK-END-01")
def test_an_ordeal_can_take_somebody_out() -> None:
    g = Game()
    endure(g, HESK, 9)
    g.answer("bo", "harm", "score")
    assert g.condition(HESK).out == TAKEN_OUT


def test_several_endure_the_same_each_for_themselves() -> None:
    g = Game()
    g.do("gm", call(BRANNOC, HESK))
    rolls = {roll.actor: roll for roll in g.table.state.slices["rolls"].values() if roll.stage != "over"}
    assert set(rolls) == {BRANNOC, HESK}
    assert not g.prompts()


def test_a_second_test_waits_until_the_first_is_settled() -> None:
    g = Game()
    g.do("gm", call(BRANNOC))
    g.do("gm", call(BRANNOC, difficulty=5))
    prompt = g.prompt("endure")
    assert prompt is not None
    assert g.refused("ana", Answer(prompt.id, "endure")) == "not-finished"
    assert not any(offer.command == Answer(prompt.id, "endure") for offer in g.offers("ana"))
    g.throw("ana", "0000")
    g.answer("ana", "endure", "endure")
    assert g.roll.difficulty == 5


def test_only_the_storyteller_calls_for_endurance_and_of_those_who_can_suffer() -> None:
    g = Game(foes=("Hearth Guard",))
    assert g.refused("ana", call(BRANNOC)) == "gm-only"
    assert g.refused("gm", call()) == "nobody"
    assert g.refused("gm", call(BRANNOC, BRANNOC)) == "named-twice"
    assert g.refused("gm", call("hearth-guard")) == "bad-target"
    assert g.refused("gm", call(BRANNOC, trait="faith")) == "unknown-trait"
    assert g.refused("gm", call(BRANNOC, difficulty=-1)) == "bad-number"
    assert g.refused("gm", call(BRANNOC, score="wealth")) == "no-such-score"
    (offer,) = g.offers("gm", CallEndurance)
    assert not g.offers("ana", CallEndurance)
    assert offer.matches(call(BRANNOC))


@pytest.mark.rule("SK-END-03")
def test_what_an_ordeal_took_does_not_come_back_while_it_lasts() -> None:
    g = Game()
    wound(g, BRANNOC, 2)
    endure(g, BRANNOC, 3, cause="hunger")
    g.answer("ana", "harm", "score")
    assert g.scores(BRANNOC)[HEALTH] == 2
    g.do("gm", Rest((BRANNOC,)))  # type: ignore[arg-type]
    assert g.scores(BRANNOC)[HEALTH] == 4
    assert g.refused("gm", Rest((BRANNOC,))) == "nothing-to-restore"  # type: ignore[arg-type]
    treatment = Treat(actor=HESK, patient=BRANNOC, ailment=HEALTH, description="tries")  # type: ignore[arg-type]
    assert g.refused("bo", treatment) == "nothing-to-treat"
    assert g.refused("ana", EndOrdeal(only_ordeal(g).id, "a meal")) == "gm-only"
    g.do("gm", EndOrdeal(only_ordeal(g).id, "a meal"))
    assert g.scores(BRANNOC)[HEALTH] == 4
    g.do("gm", Rest((BRANNOC,)))  # type: ignore[arg-type]
    assert g.scores(BRANNOC)[HEALTH] == 7


@pytest.mark.rule("SK-END-03")
def test_one_situation_goes_on_under_one_name() -> None:
    g = Game()
    for _ in range(2):
        endure(g, BRANNOC, 1, cause="hunger")
        g.answer("ana", "harm", "score")
    assert only_ordeal(g).harmed == {BRANNOC: {HEALTH: 2}}


# -- poison and disease ----------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-END-04", "SK-END-05", "SK-SKILL-26")
@pytest.mark.parametrize(("kind", "too_soon"), [("poison", "A minute"), ("disease", "A day")])
def test_poison_and_disease_take_effect_after_a_while_by_a_test_of_strength(kind: str, too_soon: str) -> None:
    g = Game()
    (offer,) = g.offers("gm", Afflict)
    command = afflict(kind)
    assert offer.matches(command)
    g.do("gm", command)
    assert not any(roll.stage != "over" for roll in g.table.state.slices.get("rolls", {}).values())
    passes(g, too_soon)
    assert not any(roll.stage != "over" for roll in g.table.state.slices.get("rolls", {}).values())
    passes(g, "A few minutes" if kind == "poison" else "A few days")
    assert (g.roll.declaration.trait, g.roll.difficulty) == ("strength", 4)
    g.throw("ana", "--00")
    assert g.prompt("harm").about["damage"] == 2  # type: ignore[union-attr]
    g.answer("ana", "harm", "score")
    assert g.scores(BRANNOC)[HEALTH] == 5


@pytest.mark.rule("SK-END-04")
def test_a_stronger_poison_is_harder_to_withstand() -> None:
    g = Game()
    g.do("gm", afflict("poison", difficulty=7))
    passes(g, "A few minutes")
    assert g.roll.difficulty == 7


@pytest.mark.rule("SK-END-05")
def test_no_poison_takes_effect_in_the_middle_of_a_fight() -> None:
    g = Game(foes=("Gate Guard",))
    g.do("gm", afflict("poison"))
    g.start_combat()
    assert g.refused("gm", PassTime("A few minutes")) == "not-finished"


@pytest.mark.rule("SK-END-06")
@pytest.mark.parametrize(
    ("kind", "onset", "nearly", "rest"),
    [("poison", "A few minutes", "A day", "A few days"), ("disease", "A few days", "A few weeks", "A month")],
)
def test_the_damage_does_not_heal_while_it_is_in_the_body(kind: str, onset: str, nearly: str, rest: str) -> None:
    g = Game()
    g.do("gm", afflict(kind))
    passes(g, onset)
    g.throw("ana", "--00")
    g.answer("ana", "harm", "score")
    passes(g, nearly)
    assert g.refused("gm", Rest((BRANNOC,))) == "nothing-to-restore"  # type: ignore[arg-type]
    passes(g, rest)
    assert not g.table.state.get(ORDEALS)
    g.do("gm", Rest((BRANNOC,)))  # type: ignore[arg-type]
    assert g.scores(BRANNOC)[HEALTH] == 7


@pytest.mark.rule("SK-END-05", "SK-END-06")
@pytest.mark.parametrize(("kind", "time"), [("poison", "A week"), ("disease", "A few months")])
def test_what_came_and_went_in_one_span_harms_and_heals_like_anything_else(kind: str, time: str) -> None:
    g = Game()
    g.do("gm", afflict(kind))
    passes(g, time)
    g.throw("ana", "--00")
    g.answer("ana", "harm", "score")
    assert g.scores(BRANNOC)[HEALTH] == 5
    assert not g.table.state.get(ORDEALS)
    g.do("gm", Rest((BRANNOC,)))  # type: ignore[arg-type]
    assert g.scores(BRANNOC)[HEALTH] == 7


@pytest.mark.rule("SK-END-06", "SK-SKILL-12")
@pytest.mark.parametrize(
    ("kind", "onset", "dice", "lasts"),
    [
        ("poison", "A few minutes", "----", "A few days"),
        ("poison", "A few minutes", "---0", "A day"),
        ("poison", "A few minutes", "++++", "Half an hour"),
        ("disease", "A few days", "++++", "A day"),
    ],
)
def test_a_healer_shortens_that_by_a_step_for_each_degree_four_at_most(
    kind: str, onset: str, dice: str, lasts: str
) -> None:
    g = Game()
    g.do("gm", afflict(kind))
    passes(g, onset)
    g.throw("ana", "0000")
    ordeal = only_ordeal(g)
    g.do("bo", Treat(actor=HESK, patient=BRANNOC, ailment=ordeal.id, description="purges him"))  # type: ignore[arg-type]
    assert g.roll.difficulty == 0
    g.throw("bo", dice)
    after = only_ordeal(g)
    assert after.until == (after.since or 0) + TABLES.time.seconds_of(lasts)


@pytest.mark.rule("SK-END-07")
def test_a_failed_cure_is_not_repeated_but_for_a_point_or_in_better_circumstances() -> None:
    g = Game()
    g.do("gm", afflict("disease", actor=HESK))
    passes(g, "A few days")
    g.throw("bo", "++00")
    ordeal = only_ordeal(g)
    cure = Treat(actor=BRANNOC, patient=HESK, ailment=ordeal.id, description="prays")  # type: ignore[arg-type]
    g.do("ana", cure)
    g.throw("ana", "--00")
    assert g.refused("ana", cure) == "tried-already"
    ways = {offer.command.again for offer in g.offers("ana", Treat) if offer.command.ailment == ordeal.id}  # type: ignore[attr-defined]
    assert ways == {POINT, BETTER}
    before = g.points(BRANNOC)
    again = msgspec.structs.replace(cure, again=POINT)
    g.do("ana", again)
    assert g.points(BRANNOC) == before - 1
    g.throw("ana", "--00")
    g.do("ana", msgspec.structs.replace(cure, again=BETTER))
    g.answer("gm", "treatment", "no")
    assert g.refused("ana", cure) == "tried-already"
    g.do("ana", msgspec.structs.replace(cure, again=BETTER))
    g.answer("gm", "treatment", "yes")
    g.throw("ana", "+000")
    assert g.points(BRANNOC) == before - 1
    after = only_ordeal(g)
    assert after.until == (after.since or 0) + TABLES.time.seconds_of("A week"), "a degree of 2, from a month"


def test_a_secret_poison_is_known_to_nobody_but_the_storyteller_until_it_shows() -> None:
    g = Game()
    g.do("gm", afflict("poison", is_secret=True))
    assert "Nightshade" not in repr(g.table.view("ana"))
    assert "Nightshade" in repr(g.table.view("gm"))
    passes(g, "A few minutes")
    assert "Nightshade" in repr(g.table.view("ana"))


def test_nonsense_is_refused() -> None:
    g = Game()
    assert g.refused("ana", afflict("poison")) == "gm-only"
    assert g.refused("gm", afflict("curse")) == "no-such-affliction"
    assert g.refused("gm", afflict("poison", difficulty=99)) == "bad-number"
    assert g.refused("gm", EndOrdeal("o1", "over")) == "no-such-ordeal"


@pytest.mark.rule("SK-STUNT-31")
def test_laying_on_hands_drives_a_disease_out_at_once_but_heals_nothing_that_it_holds() -> None:
    saint = magician("faith", "lay-on-hands", name="Ansel")
    g = Game(heroes=(saint, "Mother Hesk"))
    g.do("gm", afflict("disease", actor=HESK))
    passes(g, "A few days")
    g.throw("bo", "--00")
    g.answer("bo", "harm", "score")
    (offer,) = (offer for offer in g.offers("ana", LayOnHands) if "Hesk" in offer.label)
    assert "Nightshade" in offer.label
    g.do("ana", offer.fill(description="prays"))
    assert g.roll.difficulty is None or g.roll.difficulty == 0
    g.throw("ana", "0000")
    assert not g.table.state.get(ORDEALS)
    (offer,) = (offer for offer in g.offers("ana", LayOnHands) if "Hesk" in offer.label)
    assert "Health" in offer.label


# -- stored games ----------------------------------------------------------------------------------------------------


def test_an_open_test_that_version_0_1_0_stored_still_does_its_damage() -> None:
    g = Game()
    g.do("gm", call(BRANNOC))
    (roll,) = g.table.state.get(ENDURANCE_TESTS)
    words = f"{only_ordeal(g).id} {HEALTH}"
    rolls = g.table.state.get(ROLLS)
    declared = msgspec.structs.replace(rolls[roll].declaration, words=words)
    stored = {
        **g.table.state.slices,
        ENDURANCE_TESTS.name: {},
        ROLLS.name: {roll: msgspec.structs.replace(rolls[roll], declaration=declared)},
    }
    assert endurance_test_of(State(g.table.state.seq, stored), stored[ROLLS.name][roll]) == EnduranceTest(
        only_ordeal(g).id, HEALTH
    )


def test_a_test_is_forgotten_when_its_roll_is_over() -> None:
    g = Game()
    g.do("gm", call(BRANNOC))
    assert [test.score for test in g.table.state.get(ENDURANCE_TESTS).values()] == [HEALTH]
    g.throw("ana", "++++")
    assert not g.table.state.get(ENDURANCE_TESTS)
