"""Getting well without help: rest, the time of the game, and sessions."""

from __future__ import annotations

import msgspec
import pytest

from fatetable.engine.prompts import Prompt, PromptId
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.encounters.conceding import GiveIn
from fatetable.mechanics.encounters.conflicts import EndConflict
from fatetable.mechanics.harm.state import TAKEN_OUT
from fatetable.mechanics.scenes.lifecycle import EndScene
from fatetable.mechanics.time.clock import CLOCK
from fatetable.rulesets.skein.recovery.lasting_injuries import MENDING
from fatetable.rulesets.skein.recovery.natural_healing import ComeBack, Rest, RestJudgement
from fatetable.rulesets.skein.tests.support.book import TABLES
from fatetable.rulesets.skein.tests.support.magicians import come_to
from fatetable.rulesets.skein.tests.support.playing import Game
from fatetable.rulesets.skein.tests.support.wounded import BRANNOC, HESK, end_session, next_session, passes, wound


def rest(g: Game, *actors: str) -> None:
    g.do("gm", Rest(actors))  # type: ignore[arg-type]


# -- stress ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-HEAL-01")
def test_some_safe_time_brings_back_all_stress_once_the_storyteller_agrees() -> None:
    g = Game()
    wound(g, BRANNOC, 3)
    wound(g, BRANNOC, 2, score="composure")
    assert g.scores(BRANNOC) == {"health": 4, "composure": 2}
    (offer,) = g.offers("ana", Rest)
    g.do("ana", offer.fill(actors=(BRANNOC,)))
    assert g.scores(BRANNOC)["health"] == 4
    g.answer("gm", "rest", "yes")
    assert g.scores(BRANNOC) == {"health": 7, "composure": 4}
    assert not g.offers("ana", Rest)


@pytest.mark.rule("SK-HEAL-01")
def test_the_storyteller_may_find_that_the_rest_was_not_enough() -> None:
    g = Game()
    wound(g, BRANNOC, 3)
    g.do("ana", Rest((BRANNOC,)))  # type: ignore[arg-type]
    g.answer("gm", "rest", "no")
    assert g.scores(BRANNOC)["health"] == 4


@pytest.mark.rule("SK-HEAL-01")
def test_players_rest_only_their_own_and_nobody_rests_in_a_fight_or_without_need() -> None:
    g = Game(foes=("Gate Guard",))
    wound(g, BRANNOC, 1)
    assert g.refused("bo", Rest((BRANNOC,))) == "not-yours"  # type: ignore[arg-type]
    assert g.refused("bo", Rest((HESK,))) == "nothing-to-restore"  # type: ignore[arg-type]
    assert g.refused("gm", Rest(())) == "nobody"
    assert g.refused("gm", Rest((BRANNOC, BRANNOC))) == "named-twice"  # type: ignore[arg-type]
    g.start_combat()
    assert g.refused("ana", Rest((BRANNOC,))) == "not-finished"  # type: ignore[arg-type]
    assert not g.offers("ana", Rest)


@pytest.mark.rule("SK-HEAL-02")
@pytest.mark.parametrize(("answer", "health"), [("yes", 7), ("no", 4)])
def test_the_time_between_sessions_is_rest_unless_the_story_says_otherwise(answer: str, health: int) -> None:
    g = Game()
    wound(g, BRANNOC, 3)
    end_session(g)
    next_session(g, answer)
    assert g.scores(BRANNOC)["health"] == health


# -- the clock -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-TIME-02")
def test_every_step_of_the_time_track_counts_for_more_than_the_one_before() -> None:
    spans = [TABLES.time.seconds_of(step) for step in TABLES.time.track]
    assert spans == sorted(set(spans))


def test_spans_of_time_add_up() -> None:
    g = Game()
    passes(g, "A day", "A few days", "An hour")
    assert g.table.state.get(CLOCK) == 4 * TABLES.time.seconds_of("A day") + TABLES.time.seconds_of("An hour")


# -- Consequences and time -------------------------------------------------------------------------------------------

SEVERITIES = [
    pytest.param("mild", 2, "A day", "A few hours", marks=pytest.mark.rule("SK-HEAL-03")),
    pytest.param("moderate", 4, "A week", "A few days", marks=pytest.mark.rule("SK-HEAL-04")),
    pytest.param("severe", 6, "A month", "A few weeks", marks=pytest.mark.rule("SK-HEAL-05")),
]


SPANS = [
    pytest.param("mild", 2, ("An hour",) * 23, "An hour", marks=pytest.mark.rule("SK-HEAL-03")),
    pytest.param("moderate", 4, ("A day",) * 6, "A day", marks=pytest.mark.rule("SK-HEAL-04")),
    pytest.param("severe", 6, ("A week",) * 4, "A few days", marks=pytest.mark.rule("SK-HEAL-05")),
]


@pytest.mark.parametrize(("slot", "absorbs", "nearly", "last"), SPANS)
@pytest.mark.parametrize("is_hurt", [False, True])
def test_the_time_of_a_consequence_may_pass_in_many_spans(
    slot: str, absorbs: int, nearly: tuple[str, ...], last: str, *, is_hurt: bool
) -> None:
    g = Game()
    wound(g, BRANNOC, absorbs + is_hurt, slot, "Gaping Wound")
    passes(g, *nearly)
    assert bool(g.prompt("rest-in-time")) is is_hurt
    if is_hurt:
        g.answer("gm", "rest-in-time", "yes")
    assert g.has_card("Gaping Wound")
    passes(g, last)
    assert not g.has_card("Gaping Wound")


@pytest.mark.rule("SK-HEAL-01", "SK-HEAL-02")
def test_in_one_long_span_stress_comes_back_first_and_then_the_consequence_heals() -> None:
    g = Game()
    wound(g, BRANNOC, 5, "moderate", "Gaping Wound")
    assert g.scores(BRANNOC)["health"] == 6
    passes(g, "A few weeks")
    assert g.has_card("Gaping Wound"), "nobody has said that there was peace"
    g.answer("gm", "rest-in-time", "yes")
    assert g.scores(BRANNOC)["health"] == 7
    assert not g.has_card("Gaping Wound")


@pytest.mark.rule("SK-HEAL-01", "SK-HEAL-02")
def test_without_peace_no_time_heals_and_a_short_while_is_not_asked_about() -> None:
    g = Game()
    wound(g, BRANNOC, 5, "moderate", "Gaping Wound")
    passes(g, "An hour")
    assert g.prompt("rest-in-time") is None
    passes(g, "A few weeks")
    g.answer("gm", "rest-in-time", "no")
    assert (g.scores(BRANNOC)["health"], g.has_card("Gaping Wound")) == (6, True)
    g.do("gm", Rest((BRANNOC,)))  # type: ignore[arg-type]
    assert g.has_card("Gaping Wound")
    passes(g, "A day")
    assert g.has_card("Gaping Wound"), "its week begins with the rest"


@pytest.mark.parametrize(("slot", "absorbs", "time", "less"), SEVERITIES)
def test_a_consequence_is_gone_after_its_time_and_not_before(slot: str, absorbs: int, time: str, less: str) -> None:
    g = Game()
    wound(g, BRANNOC, absorbs, slot, "Gaping Wound")
    passes(g, less)
    assert g.has_card("Gaping Wound")
    passes(g, time)
    assert not g.has_card("Gaping Wound")
    assert not g.condition(BRANNOC).marks
    assert not g.table.state.get(MENDING)


@pytest.mark.rule("SK-HEAL-04")
def test_seven_days_one_after_the_other_are_a_week() -> None:
    g = Game()
    wound(g, BRANNOC, 4, "moderate", "Burned")
    passes(g, *["A day"] * 6)
    assert g.has_card("Burned")
    passes(g, "A day")
    assert not g.has_card("Burned")


@pytest.mark.rule("SK-HEAL-02")
def test_time_counts_for_a_consequence_only_from_when_its_score_is_whole() -> None:
    g = Game()
    wound(g, BRANNOC, 3, "mild", "Winded")
    assert g.scores(BRANNOC)["health"] == 6
    passes(g, "A week")
    assert g.has_card("Winded")
    rest(g, BRANNOC)
    assert g.has_card("Winded")
    passes(g, "A day")
    assert not g.has_card("Winded")


@pytest.mark.rule("SK-HEAL-02")
def test_damage_to_the_other_score_holds_nothing_up() -> None:
    g = Game()
    wound(g, BRANNOC, 2, "mild", "Winded")
    wound(g, BRANNOC, 2, score="composure")
    passes(g, "A day")
    assert not g.has_card("Winded")


# -- Consequences and sessions ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slot", "absorbs", "last"),
    [
        pytest.param("mild", 2, 1, marks=pytest.mark.rule("SK-HEAL-03")),
        pytest.param("moderate", 4, 2, marks=pytest.mark.rule("SK-HEAL-04")),
        pytest.param("severe", 6, 3, marks=pytest.mark.rule("SK-HEAL-05")),
    ],
)
def test_a_consequence_is_gone_at_the_end_of_a_later_session(slot: str, absorbs: int, last: int) -> None:
    g = Game()
    wound(g, BRANNOC, absorbs, slot, "Hurt")
    for session in range(1, last + 1):
        assert g.has_card("Hurt"), f"gone before the end of session {session}"
        end_session(g)
        if session < last:
            next_session(g)
    assert not g.has_card("Hurt")


@pytest.mark.rule("SK-HEAL-02")
def test_the_end_of_a_session_clears_nothing_while_the_score_is_damaged() -> None:
    g = Game()
    wound(g, BRANNOC, 3, "mild", "Winded")
    end_session(g)
    assert g.has_card("Winded")
    next_session(g)
    end_session(g)
    assert not g.has_card("Winded")


@pytest.mark.rule("SK-HEAL-05")
def test_a_session_in_which_its_score_is_damaged_does_not_count_for_a_severe_consequence() -> None:
    g = Game()
    wound(g, BRANNOC, 6, "severe", "Broken Limb")
    end_session(g)
    next_session(g)
    wound(g, BRANNOC, 1)
    rest(g, BRANNOC)
    end_session(g)
    next_session(g)
    wound(g, BRANNOC, 1, score="composure")
    end_session(g)
    assert g.has_card("Broken Limb")
    next_session(g)
    end_session(g)
    assert not g.has_card("Broken Limb")


@pytest.mark.rule("SK-HEAL-05")
def test_a_month_that_passes_in_one_session_clears_a_severe_consequence_even_then() -> None:
    g = Game()
    wound(g, BRANNOC, 6, "severe", "Broken Limb")
    passes(g, "A month")
    assert not g.has_card("Broken Limb")


# -- coming back -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-DMG-09")
def test_who_was_taken_out_comes_back_when_recovered_and_the_storyteller_brings_them() -> None:
    g = Game()
    wound(g, BRANNOC, 7)
    g.answer("ana", "taken-out", "tell", fate="Lies in the ditch", **{"return": "when found"})
    assert g.condition(BRANNOC).out == TAKEN_OUT
    assert g.refused("gm", ComeBack(BRANNOC)) == "still-down"  # type: ignore[arg-type]
    assert not g.offers("gm", ComeBack)
    rest(g, BRANNOC)
    assert g.condition(BRANNOC).out == TAKEN_OUT
    assert g.refused("ana", ComeBack(BRANNOC)) == "gm-only"  # type: ignore[arg-type]
    (offer,) = g.offers("gm", ComeBack)
    g.do("gm", offer.command)
    assert (g.condition(BRANNOC).out, g.condition(BRANNOC).fate) == ("", "")
    assert g.refused("gm", ComeBack(BRANNOC)) == "not-out"  # type: ignore[arg-type]


@pytest.mark.rule("SK-DMG-10")
def test_who_gave_up_is_there_again_in_the_next_scene() -> None:
    g = Game(foes=("Osric the Reeve",))
    g.start_combat()
    g.do("ana", GiveIn(BRANNOC, "runs"))  # type: ignore[arg-type]
    g.answer("gm", "concession", "agree")
    come_to(g)
    g.do("gm", EndConflict())
    assert g.condition(BRANNOC).out
    g.do("gm", EndScene())
    g.start_scene()
    assert not g.condition(BRANNOC).out


def test_a_question_about_rest_that_version_0_1_0_stored_can_still_be_read() -> None:
    stored = Prompt(id=PromptId("p1"), kind="rest", seats=(), question="", about={"resting": "hesk\nbrannoc"})
    assert stored.read(RestJudgement).resting == ("hesk", "brannoc")
    written = RestJudgement((ActorId("hesk"), ActorId("brannoc")))
    assert msgspec.structs.replace(stored, about=written.about()).read(RestJudgement) == written
