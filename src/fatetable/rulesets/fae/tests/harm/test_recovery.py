"""Getting better: stress goes with the scene, each consequence in its own time, and lasting ones change their name."""

from typing import Any

import pytest

from fatetable.engine.prompts import Prompt
from fatetable.mechanics.aspects.cards import AspectRemoved
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.harm.absorbing import ClearConsequence, Inflict, RenameConsequence, SetBox
from fatetable.mechanics.harm.state import STRESS, TAKEN_OUT, Condition, ConditionSet
from fatetable.mechanics.scenes.departures import LeaveStory
from fatetable.mechanics.scenes.lifecycle import EndScene, EndSession, LeaveScene, StartScene, StartSession
from fatetable.rulesets.fae.growth.milestones import DeclareMilestone
from fatetable.rulesets.fae.tests.support.fights import (
    RETH,
    VELD,
    VOLTAIRE,
    absorb,
    end_turn,
    knock_out,
    strike,
)
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.testing.events import first

WORDS = {"mild": "Sprained Ankle", "moderate": "Painful Broken Leg", "severe": "Crushed Hand"}


def hurt(*slots: str, actor: ActorId = RETH, **dials: Any) -> Game:
    """A scene in which someone has these consequences."""
    g = Game(foes=("Veld",), **dials)
    for slot in slots:
        g.do("gm", Inflict(actor=actor, slot=slot, words=WORDS[slot], reason="the fall"))
    return g


def slots_of(g: Game, actor: ActorId = RETH) -> set[str]:
    return set(g.condition(actor).marks)


def asked(g: Game) -> list[str]:
    """The consequences whose bearers are being asked how they recover."""
    return [str(prompt.about["slot"]) for prompt in g.prompts() if prompt.kind == "recover"]


def end_session(g: Game, *, scenario_ends: bool = False) -> None:
    """End scene and session; no milestone comes of it, and nobody recovers from anything at the scene's end."""
    if g.table.state.slices["scene"].is_open:
        g.do("gm", EndScene())
    while prompt := g.prompt("recover"):
        g.answer(seat_of(prompt), "recover", "no")
    g.do("gm", EndSession(scenario_ends))
    if g.prompt("milestone"):
        g.answer("gm", "milestone", "none")


def seat_of(prompt: Prompt) -> str:
    return "gm" if prompt.seats == ("@gm",) else prompt.seats[0]


def recover(g: Game, how: str = "a night at the healer's") -> None:
    g.answer("ana", "recover", "how", how=how)
    g.answer("gm", "recovery", "yes")


@pytest.mark.rule("FAE-HARM-18", "FAE-HARM-19")
def test_an_opponent_who_has_left_asks_no_more_questions() -> None:
    g = hurt("mild", "moderate", actor=VELD)
    g.do("gm", LeaveScene(VELD))
    g.do("gm", EndScene())
    assert asked(g) == []
    assert slots_of(g, VELD) == {"moderate"}
    end_session(g)
    g.do("gm", StartSession())
    end_session(g)
    assert (asked(g), slots_of(g, VELD)) == ([], set())
    g = hurt("mild", actor=VELD)
    g.do("gm", LeaveScene(VELD))
    g.do("gm", LeaveStory(VELD))
    g.do("gm", EndScene())
    assert asked(g) == []


# -- stress ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-HARM-16", "FAE-CONF-07")
def test_stress_outlasts_the_conflict_and_goes_with_the_scene_without_condition() -> None:
    g = Game(foes=("Veld",))
    g.start_conflict(first="Reth")
    strike(g, VELD, RETH, 2)
    absorb(g, RETH, "box-2")
    strike(g, RETH, VELD, 1)
    absorb(g, VELD, "box-1")
    knock_out(g, VOLTAIRE, VELD)
    assert g.boxes("reth") == (False, True, False)
    events = g.do("gm", EndScene())
    cleared = {event.actor: event.condition for event in events if isinstance(event, ConditionSet)}
    fresh = Condition(tracks={STRESS: (False, False, False)})
    assert cleared == {RETH: fresh, VELD: fresh}
    assert g.prompts() == (), "nobody is asked about rest"


@pytest.mark.rule("FAE-HARM-12", "FAE-HARM-16")
def test_who_was_taken_out_is_back_when_the_scene_is_over() -> None:
    g = Game(foes=("Veld",))
    g.start_conflict(first="Reth")
    knock_out(g, RETH, VELD)
    assert g.condition("veld").out == TAKEN_OUT
    g.do("gm", EndScene())
    assert g.condition("veld") == Condition(tracks={STRESS: (False, False, False)})


# -- explaining --------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-HARM-17", "FAE-HARM-18")
def test_the_bearer_explains_how_they_recover_and_the_gm_says_whether_it_makes_sense() -> None:
    g = hurt("mild")
    g.do("gm", EndScene())
    prompt = g.prompt("recover")
    assert prompt is not None
    assert prompt.seats == ("ana",)
    assert WORDS["mild"] in prompt.question
    assert prompt.cites == ("FAE-HARM-18", "FAE-HARM-17")
    g.answer("ana", "recover", "how", how="a long bath")
    ruling = g.prompt("recovery")
    assert ruling is not None
    assert ruling.seats == ("@gm",)
    assert "a long bath" in ruling.question
    assert slots_of(g) == {"mild"}, "not before the GM has agreed"
    events = g.answer("gm", "recovery", "yes")
    assert first(events, AspectRemoved).reason == "recovered"
    assert slots_of(g) == set()
    assert not g.has_card(WORDS["mild"])


@pytest.mark.rule("FAE-HARM-17")
def test_recovery_takes_no_roll_but_an_explanation() -> None:
    g = hurt("mild")
    g.do("gm", EndScene())
    offer = next(o for o in g.offers("ana") if o.label.endswith("Recover"))
    assert g.refused("ana", offer.fill(how=" ")) == "bad-answer"
    recover(g)
    assert not g.table.state.slices.get("rolls")


@pytest.mark.rule("FAE-HARM-17", "FAE-NPC-10")
def test_for_an_npc_the_gm_alone_decides() -> None:
    g = hurt("mild", actor=VELD)
    g.do("gm", EndScene())
    prompt = g.prompt("recover")
    assert prompt is not None
    assert prompt.seats == ("@gm",)
    g.answer("gm", "recover", "how", how="a night in the barracks")
    assert g.prompt("recovery") is None
    assert slots_of(g, VELD) == set()


# -- mild --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-HARM-18")
@pytest.mark.parametrize("refused_by", ["player", "gm"])
def test_without_rest_a_mild_consequence_stays_and_is_asked_about_after_every_scene(refused_by: str) -> None:
    g = hurt("mild")
    for number in (1, 2):
        g.do("gm", EndScene())
        assert asked(g) == ["mild"]
        assert g.refused("gm", StartScene("Too soon", (RETH,))) == "questions-open"
        if refused_by == "player":
            g.answer("ana", "recover", "no")
        else:
            g.answer("ana", "recover", "how", how="a nap")
            g.answer("gm", "recovery", "no")
        assert slots_of(g) == {"mild"}
        g.start_scene(f"Scene {number + 1}")
    g.do("gm", EndScene())
    recover(g)
    assert slots_of(g) == set()


@pytest.mark.rule("FAE-HARM-18", "FAE-HARM-19", "FAE-HARM-20")
def test_the_end_of_a_scene_asks_about_mild_consequences_only() -> None:
    g = hurt("mild", "moderate", "severe")
    g.do("gm", EndScene())
    assert asked(g) == ["mild"]


@pytest.mark.rule("FAE-HARM-18", "FAE-CONF-07")
def test_the_end_of_a_conflict_clears_nothing() -> None:
    g = Game(foes=("Veld",))
    g.start_conflict(first="Reth")
    strike(g, VELD, RETH, 3)
    absorb(g, RETH, "box-1+mild", mild="Sprained Ankle")
    knock_out(g, RETH, VELD)
    assert g.prompts() == ()
    assert g.boxes("reth") == (True, False, False)
    assert slots_of(g) == {"mild"}


# -- moderate ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-HARM-19")
def test_a_moderate_consequence_may_clear_at_the_end_of_the_next_session_and_of_each_one_after() -> None:
    g = hurt("moderate")
    end_session(g)
    assert asked(g) == [], "not in the session in which it was taken"
    for _ in range(2):
        g.do("gm", StartSession())
        assert asked(g) == []
        g.do("gm", EndSession())
        assert asked(g) == ["moderate"]
        g.answer("gm", "milestone", "none")
        g.answer("ana", "recover", "how", how="crutches")
        g.answer("gm", "recovery", "no")
        assert slots_of(g) == {"moderate"}
    g.do("gm", StartSession())
    g.do("gm", EndSession())
    recover(g)
    assert slots_of(g) == set()


# -- severe ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-HARM-20")
def test_a_severe_consequence_waits_for_the_end_of_the_scenario() -> None:
    g = hurt("severe")
    for _ in range(3):
        end_session(g)
        assert asked(g) == []
        g.do("gm", StartSession())
    end_session(g, scenario_ends=True)
    assert asked(g) == ["severe"]
    recover(g)
    assert slots_of(g) == set()


@pytest.mark.rule("FAE-HARM-20")
@pytest.mark.parametrize(("needs_two", "questions"), [(True, []), (False, ["severe"])])
def test_in_a_scenario_of_one_session_a_dial_says_whether_it_must_be_two_sessions_old(
    needs_two: bool, questions: list[str]
) -> None:
    g = hurt("severe", severe_needs_two_sessions=needs_two)
    end_session(g, scenario_ends=True)
    assert asked(g) == questions


@pytest.mark.rule("FAE-HARM-20")
def test_the_session_it_was_taken_in_and_the_next_make_two() -> None:
    g = hurt("severe")
    end_session(g)
    g.do("gm", StartSession())
    end_session(g, scenario_ends=True)
    assert asked(g) == ["severe"]


@pytest.mark.rule("FAE-HARM-20")
def test_not_cleared_then_it_waits_for_the_next_end_of_a_scenario_or_significant_milestone() -> None:
    g = hurt("severe")
    end_session(g)
    g.do("gm", StartSession())
    end_session(g, scenario_ends=True)
    g.answer("ana", "recover", "no")
    g.do("gm", StartSession())
    end_session(g)
    assert asked(g) == []
    g.do("gm", StartSession())
    g.do("gm", DeclareMilestone("significant"))
    assert asked(g) == ["severe"]
    g.answer("ana", "recover", "no")
    end_session(g, scenario_ends=True)
    assert asked(g) == ["severe"]


@pytest.mark.rule("FAE-HARM-20")
def test_the_gm_may_waive_the_waiting_with_a_reason() -> None:
    g = hurt("severe")
    card = g.card(WORDS["severe"]).id
    assert g.refused("ana", ClearConsequence(card, "please")) == "gm-only"
    assert g.refused("gm", ClearConsequence(card, " ")) == "no-reason"
    assert g.refused("gm", ClearConsequence(g.card("*Yawn*").id, "coffee")) == "unknown-aspect"
    offer = next(o for o in g.offers("gm", ClearConsequence))
    g.do("gm", offer.fill(reason="a miracle"))
    assert slots_of(g) == set()
    assert not g.has_card(WORDS["severe"])


def test_nobody_is_asked_twice_about_the_same_consequence() -> None:
    g = hurt("moderate")
    end_session(g)
    g.do("gm", StartSession())
    g.start_scene("The hospital")
    g.do("gm", EndScene())
    g.do("gm", DeclareMilestone("minor"))
    assert asked(g) == ["moderate"]
    g.do("gm", DeclareMilestone("significant"))
    assert asked(g) == ["moderate"]


def test_a_recovery_that_a_ruling_has_overtaken_changes_nothing() -> None:
    g = hurt("mild")
    g.do("gm", EndScene())
    g.answer("ana", "recover", "how", how="a long bath")
    g.do("gm", ClearConsequence(g.card(WORDS["mild"]).id, "a miracle"))
    g.answer("gm", "recovery", "yes")
    assert slots_of(g) == set()


# -- renaming ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-HARM-21")
@pytest.mark.parametrize("slot", ["moderate", "severe"])
def test_a_broken_leg_becomes_hobbling_on_crutches_and_keeps_its_slot(slot: str) -> None:
    g = hurt(slot)
    before = g.card(WORDS[slot])
    offer = next(o for o in g.offers("ana", RenameConsequence))
    assert offer.cites == ("FAE-HARM-21",)
    g.do("ana", offer.fill(words="Hobbling on Crutches"))
    after = g.card("Hobbling on Crutches")
    assert (after.id, after.slot, after.free) == (before.id, slot, before.free)
    assert g.condition("reth").marks[slot].aspect == after.id
    assert g.refused("gm", Inflict(actor=RETH, slot=slot, words="Another", reason="again")) == "no-free-slot"
    assert g.refused("ana", RenameConsequence(after.id, "")) == "no-words"
    assert g.refused("bo", RenameConsequence(after.id, "Fit as a Fiddle")) == "not-yours"


@pytest.mark.rule("FAE-HARM-21")
def test_a_mild_consequence_does_not_last_long_enough_to_be_renamed() -> None:
    g = hurt("mild")
    assert g.offers("ana", RenameConsequence) == ()
    assert g.refused("ana", RenameConsequence(g.card(WORDS["mild"]).id, "Stiff")) == "not-renamable"


def test_boxes_checked_by_a_ruling_clear_like_any_other() -> None:
    g = Game(foes=("Veld",))
    g.start_conflict(first="Reth")
    g.do("gm", SetBox(actor=RETH, box=3, checked=True, reason="the fall"))
    g.come_to(VELD)
    end_turn(g, VELD)
    knock_out(g, RETH, VELD)
    g.do("gm", EndScene())
    assert g.boxes("reth") == (False, False, False)
