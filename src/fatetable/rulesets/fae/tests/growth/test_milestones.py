"""Milestones: when each comes and what it lets a character change."""

from __future__ import annotations

import msgspec
import pytest

from fatetable.engine.errors import RuleViolation
from fatetable.engine.messages import Command
from fatetable.engine.prompts import Answer
from fatetable.mechanics.aspects.editing import RevealAspect
from fatetable.mechanics.characters.cast import CAST
from fatetable.mechanics.characters.effects import Feature
from fatetable.mechanics.encounters.taking_sides import LeaveConflict
from fatetable.mechanics.harm.absorbing import Inflict
from fatetable.mechanics.scenes.lifecycle import EndScene, EndSession, StartSession
from fatetable.rulesets.fae.book.figures import Entitlement
from fatetable.rulesets.fae.growth.advances import RaiseApproach, RenameAspect, SwapApproaches
from fatetable.rulesets.fae.growth.milestones import DeclareMilestone
from fatetable.rulesets.fae.growth.stunts import AddStunt, ExchangeStunt
from fatetable.rulesets.fae.tests.support.book import TABLES
from fatetable.rulesets.fae.tests.support.growth import left, sheet_of
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.rulesets.fae.tests.support.steps import (
    ABIGAIL,
    RETH,
    VELD,
    VOLTAIRE,
    end_session,
    join_third,
    next_session,
    stunt,
)

CHANGES = (SwapApproaches, RenameAspect, ExchangeStunt, AddStunt, RaiseApproach)
KUNG_FU = "My Kung Fu Is The Strongest"


def after(milestone: str) -> Game:
    """A table between two sessions at which this milestone has just been reached."""
    g = Game()
    end_session(g, milestone=milestone)
    return g


def offered(g: Game, command: Command, seat: str = "ana") -> bool:
    return any(offer.matches(command) for offer in g.offers(seat))


SWAP = SwapApproaches(RETH, "forceful", "flashy")
RENAME = RenameAspect(RETH, "trouble", "Steel Assassins Owe Me One")
CONCEPT = RenameAspect(RETH, "high-concept", "Suncaller of the Seven Deserts")
RAISE = RaiseApproach(RETH, "forceful")
SMOOTH = AddStunt(RETH, stunt("Smooth Talker"))
TRADE = ExchangeStunt(RETH, "Stance of the Defiant Sun", stunt("Big Kite Shield"))


# -- when --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-ADV-01", "FAE-ADV-02", "FAE-ADV-05", "FAE-ADV-08", "FAE-CLOCK-04")
@pytest.mark.parametrize(("scenario_ends", "usual"), [(False, "minor"), (True, "significant")])
def test_the_game_master_is_asked_which_milestone_the_end_brings(scenario_ends: bool, usual: str) -> None:
    g = Game()
    g.do("gm", EndScene())
    g.do("gm", EndSession(scenario_ends))
    prompt = g.prompt("milestone")
    assert prompt is not None
    assert prompt.seats == ("@gm",)
    assert prompt.options[0].id == usual
    assert {option.id for option in prompt.options} == {"minor", "significant", "major", "none"}
    assert prompt.question == f"Which milestone is it? Usually a {usual} one now."
    assert prompt.cites == ("FAE-ADV-01", "FAE-ADV-11")


@pytest.mark.rule("FAE-ADV-01", "FAE-ADV-08")
@pytest.mark.parametrize("kind", ["minor", "significant", "major"])
def test_a_milestone_is_for_all_players_characters_at_once(kind: str) -> None:
    g = Game(foes=("Veld",))
    end_session(g, milestone=kind)
    assert left(g, RETH) == left(g, VOLTAIRE) != Entitlement()
    assert left(g, VELD) == Entitlement()
    assert sheet_of(g).numbers[f"milestones-{kind}"] == 1


@pytest.mark.rule("FAE-ADV-02")
def test_without_a_milestone_nothing_changes() -> None:
    g = after("none")
    for change in (SWAP, RENAME, SMOOTH, TRADE, RAISE):
        assert g.refused("ana", change) == "no-milestone"
    assert g.refused("ana", CONCEPT) == "high-concept-stays"
    assert not [offer for kind in CHANGES for offer in g.offers("ana", kind)]


@pytest.mark.rule("FAE-ADV-01", "FAE-ADV-02")
def test_the_game_master_may_declare_one_between_scenes_when_a_piece_of_the_story_is_resolved() -> None:
    g = Game()
    assert g.refused("ana", DeclareMilestone("minor")) == "gm-only"
    assert g.refused("gm", DeclareMilestone("minor")) == "scene-running"
    assert g.offers("gm", DeclareMilestone) == ()
    g.do("gm", EndScene())
    assert offered(g, DeclareMilestone("minor"), "gm")
    g.do("gm", DeclareMilestone("minor"))
    g.start_scene("Another")
    g.do("ana", SWAP)


@pytest.mark.rule("FAE-ADV-05")
def test_failing_a_clear_sign_a_significant_milestone_is_due_after_three_sessions() -> None:
    g = Game()
    firsts = []
    for _ in range(7):
        if g.table.state.slices["scene"].is_open:
            g.do("gm", EndScene())
        g.do("gm", EndSession())
        prompt = g.prompt("milestone")
        assert prompt is not None
        firsts.append(prompt.options[0].id)
        g.answer("gm", "milestone", firsts[-1])
        g.do("gm", StartSession())
    assert firsts == ["minor", "minor", "significant", "minor", "minor", "significant", "minor"]


# -- minor -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-ADV-03")
def test_a_minor_milestone_may_switch_two_approaches() -> None:
    g = after("minor")
    assert offered(g, SWAP)
    g.do("ana", SWAP)
    assert (sheet_of(g).traits["forceful"], sheet_of(g).traits["flashy"]) == (0, 3)
    assert not offered(g, RAISE)


@pytest.mark.rule("FAE-ADV-03")
def test_a_minor_milestone_may_rename_an_aspect_trouble_included_on_card_and_sheet() -> None:
    g = after("minor")
    assert offered(g, RENAME)
    g.do("ana", RENAME)
    assert g.has_card("Steel Assassins Owe Me One")
    assert sheet_of(g).aspects["trouble"] == "Steel Assassins Owe Me One"


@pytest.mark.rule("FAE-ADV-03")
def test_a_minor_milestone_never_changes_the_high_concept() -> None:
    g = after("minor")
    assert g.refused("ana", CONCEPT) == "high-concept-stays"
    assert not offered(g, CONCEPT)


@pytest.mark.rule("FAE-ADV-03")
def test_a_minor_milestone_may_exchange_a_stunt() -> None:
    g = after("minor")
    assert offered(g, TRADE)
    g.do("ana", TRADE)
    assert [each.name for each in sheet_of(g).features] == ["Big Kite Shield"]


@pytest.mark.rule("FAE-ADV-03", "FAE-ADV-10")
def test_a_minor_milestone_may_add_a_stunt_which_costs_refresh_from_the_fourth_on() -> None:
    names = ("Smooth Talker", "Lover of Puzzles", "Big Kite Shield", "World-Class Duelist", "Well Connected")
    g = Game(scene=False)
    g.do("gm", StartSession())
    found = []
    for name in names[:4]:
        end_session(g, milestone="minor")
        assert offered(g, AddStunt(RETH, stunt(name)))
        g.do("ana", AddStunt(RETH, stunt(name)))
        found.append(sheet_of(g).numbers["refresh"])
        g.do("gm", StartSession())
    assert found == [3, 3, 2, 1]
    end_session(g, milestone="minor")
    assert not offered(g, AddStunt(RETH, stunt(names[4])))
    with pytest.raises(RuleViolation) as refusal:
        g.do("ana", AddStunt(RETH, stunt(names[4])))
    assert (refusal.value.code, refusal.value.cites) == ("unfinished-sheet", ("FAE-CHAR-16",))


@pytest.mark.rule("FAE-ADV-03", "FAE-ADV-11")
@pytest.mark.parametrize("first", [SWAP, RENAME, TRADE, SMOOTH])
def test_it_is_one_of_these_and_no_more(first: Command) -> None:
    g = after("minor")
    g.do("ana", first)
    for second in (SwapApproaches(RETH, "quick", "sneaky"), RENAME, AddStunt(RETH, stunt("Lover of Puzzles"))):
        assert g.refused("ana", second) == "no-milestone"
    assert g.refused("ana", RAISE) == "no-milestone"
    assert left(g) == Entitlement()
    assert left(g, VOLTAIRE) == Entitlement(minor=1), "everybody chooses for themselves"


@pytest.mark.rule("FAE-ADV-03")
def test_what_is_not_used_is_kept_until_the_next_milestone_which_warns_of_it() -> None:
    g = after("major")
    g.do("ana", SWAP)
    g.do("bo", SwapApproaches(VOLTAIRE, "forceful", "flashy"))
    for change in (AddStunt(VOLTAIRE, stunt("Smooth Talker")), RaiseApproach(VOLTAIRE, "forceful")):
        g.do("bo", change)
    g.do("bo", RenameAspect(VOLTAIRE, "high-concept", "Captain of the Cloud"))
    g.do("gm", StartSession())
    assert left(g) == Entitlement(raises=1, stunts=1, concepts=1)
    g.start_scene()
    g.do("gm", EndScene())
    g.do("gm", EndSession())
    prompt = g.prompt("milestone")
    assert prompt is not None
    assert "Not used yet, and lost by another one: changes of Reth." in prompt.question
    g.do("gm", Answer(prompt.id, "minor", {}))
    assert left(g) == left(g, VOLTAIRE) == Entitlement(minor=1)


@pytest.mark.rule("FAE-ADV-03")
def test_nothing_is_cashed_in_in_the_middle_of_a_conflict() -> None:
    g = Game(foes=("Veld",))
    end_session(g, milestone="major")
    g.do("gm", StartSession())
    g.start_scene()
    g.start_conflict(first="Reth")
    for change in (SWAP, RENAME, CONCEPT, RAISE, SMOOTH, TRADE):
        assert g.refused("ana", change) == "not-finished"
    g.do("gm", LeaveConflict(VELD))
    for change in (SWAP, CONCEPT, RAISE, SMOOTH):
        g.do("ana", change)
    assert left(g) == Entitlement()


@pytest.mark.rule("FAE-ADV-03")
def test_changes_are_ones_own_and_name_what_is_there() -> None:
    g = after("major")
    assert g.refused("bo", SWAP) == "not-yours"
    assert g.refused("gm", SWAP) == "not-yours"
    assert g.refused("ana", SwapApproaches(RETH, "forceful", "forceful")) == "unknown-trait"
    assert g.refused("ana", SwapApproaches(RETH, "forceful", "psychic")) == "unknown-trait"
    assert g.refused("ana", RenameAspect(RETH, "other-9", "x")) == "unknown-aspect"
    assert g.refused("ana", RenameAspect(RETH, "trouble", " ")) == "no-words"
    assert g.refused("ana", ExchangeStunt(RETH, "Gadgeteer", stunt("Smooth Talker"))) == "unknown-feature"
    assert g.refused("ana", RaiseApproach(RETH, "psychic")) == "unknown-trait"
    assert g.refused("ana", AddStunt(RETH, stunt("Stance of the Defiant Sun"))) == "unfinished-sheet"
    assert g.refused("ana", AddStunt(RETH, Feature(name=""))) == "unfinished-sheet"
    assert left(g) == Entitlement(minor=1, raises=1, stunts=1, concepts=1)


@pytest.mark.rule("FAE-ADV-03", "FAE-ASP-36")
def test_with_closed_sheets_others_read_what_changed_but_not_the_aspects() -> None:
    g = Game(open_sheets=False)
    g.do("ana", RevealAspect(g.card(KUNG_FU).id))
    end_session(g, milestone="minor")
    g.do("ana", SWAP)
    sheets = {seat: g.table.view(seat).get(CAST)[RETH].sheet for seat in ("gm", "ana", "bo")}
    assert {sheet.traits["flashy"] for sheet in sheets.values()} == {3}
    assert len(sheets["ana"].aspects) == len(sheets["gm"].aspects) == 5
    assert dict(sheets["bo"].aspects) == {"other-1": KUNG_FU}


# -- significant and major ---------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-ADV-05", "FAE-ADV-11")
def test_a_significant_milestone_gives_one_minor_choice_and_one_raise() -> None:
    g = after("significant")
    assert left(g) == Entitlement(minor=1, raises=1)
    assert offered(g, RAISE)
    g.do("ana", RAISE)
    g.do("ana", SWAP)
    assert sheet_of(g).traits == {**sheet_of(g).traits, "forceful": 0, "flashy": 4}
    assert sheet_of(g).numbers["raises"] == 1
    assert g.refused("ana", RAISE) == "no-milestone"
    assert g.refused("ana", RENAME) == "no-milestone"
    assert g.refused("ana", CONCEPT) == "high-concept-stays"
    assert sheet_of(g).numbers["refresh"] == 3


@pytest.mark.rule("FAE-ADV-06")
def test_no_approach_is_raised_above_superb_and_nothing_else_limits_raises() -> None:
    g = Game(scene=False)
    g.do("gm", StartSession())
    for rating in (4, 5):
        end_session(g, milestone="significant")
        g.do("ana", RAISE)
        assert sheet_of(g).traits["forceful"] == rating
        g.do("gm", StartSession())
    end_session(g, milestone="significant")
    assert g.refused("ana", RAISE) == "too-high"
    assert not offered(g, RAISE)
    g.do("ana", RaiseApproach(RETH, "quick"))
    assert sheet_of(g).traits["quick"] == 3


@pytest.mark.rule("FAE-ADV-09", "FAE-ADV-11")
def test_a_major_milestone_gives_all_that_once_and_refresh_a_stunt_and_a_new_high_concept() -> None:
    g = after("major")
    assert left(g) == Entitlement(minor=1, raises=1, stunts=1, concepts=1)
    assert (sheet_of(g).numbers["refresh"], sheet_of(g).numbers["refresh-gained"]) == (4, 1)
    for change in (SMOOTH, CONCEPT, RAISE, SWAP):
        assert offered(g, change)
        g.do("ana", change)
    assert sheet_of(g).aspects["high-concept"] == "Suncaller of the Seven Deserts"
    assert g.has_card("Suncaller of the Seven Deserts")
    assert left(g) == Entitlement()
    for change in (AddStunt(RETH, stunt("Lover of Puzzles")), RENAME, RAISE):
        assert g.refused("ana", change) == "no-milestone"
    assert g.refused("ana", CONCEPT) == "high-concept-stays"


@pytest.mark.rule("FAE-ADV-09")
def test_the_new_refresh_is_used_up_only_by_a_fourth_or_later_stunt() -> None:
    g = after("major")
    assert [offer.cites for offer in g.offers("ana", AddStunt)] == [("FAE-ADV-09",)]
    g.do("ana", SMOOTH)
    assert [offer.cites for offer in g.offers("ana", AddStunt)] == [("FAE-ADV-03",)]
    g.do("ana", AddStunt(RETH, stunt("Lover of Puzzles")))
    assert (len(sheet_of(g).features), sheet_of(g).numbers["refresh"]) == (3, 4)
    assert left(g) == Entitlement(raises=1, concepts=1), "the stunt of the milestone first, then the minor choice"
    g.do("gm", StartSession())
    end_session(g, milestone="minor")
    g.do("ana", AddStunt(RETH, stunt("Big Kite Shield")))
    assert sheet_of(g).numbers["refresh"] == 3


@pytest.mark.rule("FAE-ADV-10")
def test_refresh_acts_at_the_next_session_and_leaves_the_points_at_hand_alone() -> None:
    g = after("major")
    assert g.points("reth") == 3
    g.do("ana", SMOOTH)
    assert g.points("reth") == 3
    g.do("gm", StartSession())
    assert g.points("reth") == 4


# -- once for each occasion --------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-ADV-11")
def test_one_occasion_gives_one_milestone() -> None:
    g = Game()
    g.do("gm", EndScene())
    g.do("gm", DeclareMilestone("significant"))
    for kind in ("minor", "significant"):
        assert g.refused("gm", DeclareMilestone(kind)) == "one-milestone"
        assert not offered(g, DeclareMilestone(kind), "gm")
    assert offered(g, DeclareMilestone("major"), "gm")
    g.start_scene("Another")
    g.do("gm", EndScene())
    g.do("gm", DeclareMilestone("minor"))
    assert left(g) == Entitlement(minor=1)


@pytest.mark.rule("FAE-ADV-11")
def test_a_higher_milestone_on_the_same_occasion_adds_only_what_is_missing() -> None:
    g = Game()
    g.do("gm", EndScene())
    g.do("gm", DeclareMilestone("minor"))
    g.do("ana", SWAP)
    g.do("gm", EndSession(scenario_ends=True))
    prompt = g.prompt("milestone")
    assert prompt is not None
    assert [option.id for option in prompt.options] == ["significant", "major", "none"]
    g.answer("gm", "milestone", "major")
    assert left(g) == Entitlement(raises=1, stunts=1, concepts=1), "the minor choice is spent"
    assert left(g, VOLTAIRE) == Entitlement(minor=1, raises=1, stunts=1, concepts=1)
    numbers = sheet_of(g).numbers
    assert (numbers["milestones-minor"], numbers["milestones-major"]) == (0, 1)


@pytest.mark.rule("FAE-ADV-11")
def test_after_a_major_milestone_the_end_of_the_session_asks_for_none() -> None:
    g = Game()
    g.do("gm", EndScene())
    g.do("gm", DeclareMilestone("major"))
    assert not g.offers("gm", DeclareMilestone)
    g.do("gm", EndSession())
    assert g.prompt("milestone") is None


@pytest.mark.rule("FAE-ADV-12")
def test_a_sheet_from_elsewhere_stays_sound_through_further_milestones() -> None:
    veteran = msgspec.structs.replace(
        TABLES.sample("Abigail Zhao"),
        traits={"careful": 1, "clever": 2, "flashy": 1, "forceful": 3, "quick": 1, "sneaky": 3},
        numbers={"refresh": 4, "raises": 2, "refresh-gained": 1},
    )
    g = Game(scene=False)
    join_third(g, veteran)
    g.do("gm", StartSession())
    problems = g.table.ruleset.creation.problems
    for kind in ("minor", "significant", "major"):
        end_session(g, milestone=kind)
        if kind != "minor":
            g.do("cy", RaiseApproach(ABIGAIL, "careful"))
        assert [each.code for each in problems(sheet_of(g, ABIGAIL)) if each.severity == "error"] == []
        g.do("gm", StartSession())


# -- consequences ------------------------------------------------------------------------------------------------


def hurt(slot: str, *, two_sessions: bool = True) -> Game:
    g = Game(severe_needs_two_sessions=two_sessions)
    g.do("gm", Inflict(actor=RETH, slot=slot, words="Broken Leg", reason="a fall"))
    return g


@pytest.mark.rule("FAE-ADV-04")
def test_a_moderate_consequence_of_two_sessions_may_be_cleared_at_a_minor_milestone() -> None:
    g = hurt("moderate")
    g.do("gm", EndScene())
    g.do("gm", DeclareMilestone("minor"))
    assert g.prompt("recover") is None, "taken in this session"
    next_session(g)
    g.do("gm", DeclareMilestone("minor"))
    prompt = g.prompt("recover")
    assert prompt is not None
    assert (prompt.seats, prompt.cites) == (("ana",), ("FAE-HARM-19", "FAE-ADV-04"))
    g.answer("ana", "recover", "how", how="rest")
    g.answer("gm", "recovery", "yes")
    assert not g.has_card("Broken Leg")


@pytest.mark.rule("FAE-ADV-05", "FAE-ADV-07")
@pytest.mark.parametrize("kind", ["minor", "significant", "major"])
def test_a_severe_consequence_of_two_sessions_may_be_cleared_at_a_significant_milestone(kind: str) -> None:
    g = hurt("severe")
    end_session(g, milestone="significant")
    assert g.prompt("recover") is None, "taken in this session"
    g.do("gm", StartSession())
    g.do("gm", EndSession())
    assert g.prompt("recover") is None, "the session alone does not clear it"
    g.answer("gm", "milestone", kind)
    assert (g.prompt("recover") is not None) is (kind != "minor")


@pytest.mark.rule("FAE-ADV-07")
def test_a_milestone_in_the_middle_of_a_session_asks_for_severe_consequences_too() -> None:
    g = hurt("severe")
    next_session(g)
    g.do("gm", DeclareMilestone("significant"))
    assert g.prompt("recover").about["slot"] == "severe"  # type: ignore[union-attr]


@pytest.mark.rule("FAE-ADV-07")
def test_a_dial_lets_a_severe_consequence_go_without_the_two_sessions() -> None:
    g = hurt("severe", two_sessions=False)
    g.do("gm", EndScene())
    g.do("gm", DeclareMilestone("significant"))
    assert g.prompt("recover") is not None


@pytest.mark.rule("FAE-ADV-07")
def test_a_scenarios_end_asks_only_once() -> None:
    g = hurt("severe")
    next_session(g)
    g.do("gm", EndSession(scenario_ends=True))
    g.answer("ana", "recover", "no")
    g.answer("gm", "milestone", "significant")
    assert g.prompt("recover") is None
