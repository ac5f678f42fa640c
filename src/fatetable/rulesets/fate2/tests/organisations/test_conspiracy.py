"""The conspiracy game: organisations made by players before their characters."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from fatetable.engine.messages import SeatId
from fatetable.engine.prompts import Answer, open_of
from fatetable.engine.seats import SEATS, AddSeat
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.mechanics.scenes.joining import BringCharacter
from fatetable.rulesets.fate2.organisations.conspiracy.connections import ConnectionToName, EndConspiracyPhase
from fatetable.rulesets.fate2.organisations.conspiracy.prelude import (
    FoundOrganisation,
    GainHolding,
    NameOrganisationAspect,
    RaiseOrganisationSkill,
)
from fatetable.rulesets.fate2.organisations.conspiracy.state import CONSPIRACY, ConnectionNamed
from fatetable.rulesets.fate2.tests.support.playing import Game, all_of

HAND, EYE, CROWN = ActorId("the-hand"), ActorId("the-eye"), ActorId("the-crown")
ANA, BO = SeatId("ana"), SeatId("bo")
PLAIN = ("administration", "communication", "unity", "secrecy")


def prelude(conspiracy: str = "plain", **dials: Any) -> Game:
    """Nobody has a character yet."""
    return Game(scene=False, heroes=(), conspiracy=conspiracy, **dials)


def fill_in(g: Game, seat: str, actor: ActorId, aspect: str, *skills: str) -> None:
    """An aspect, and four ranks on these skills."""
    g.do(seat, NameOrganisationAspect(actor, aspect))
    for skill in skills or PLAIN:
        g.do(seat, RaiseOrganisationSkill(actor=actor, skill=skill))


def fill_in_again(g: Game, seat: str, actor: ActorId, aspect: str) -> None:
    """A second phase, after the same skills."""
    fill_in(g, seat, actor, aspect, "unity", "assassination", "secrecy")
    g.do(seat, GainHolding(actor=actor, name="The Cellar", quality="Hidden"))


def two(conspiracy: str = "secret-connections") -> Game:
    """Ana's Hand and Bo's Eye, at the end of the first phase."""
    g = prelude(conspiracy)
    g.do("ana", FoundOrganisation("The Hand"))
    g.do("bo", FoundOrganisation("The Eye"))
    fill_in(g, "ana", HAND, "Rich")
    fill_in(g, "bo", EYE, "Old")
    return g


def name(g: Game, seat: str, other: ActorId, how: str = "ally") -> Any:
    prompt = next(p for p in open_of(g.table.state, ConnectionToName) if seat in p.seats)
    return g.do(seat, Answer(prompt.id, how, {"other": other}))


# -- phases ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-CON-01")
def test_without_the_conspiracy_game_nobody_founds_anything() -> None:
    g = Game(scene=False, heroes=())
    assert FoundOrganisation not in g.ruleset.engine.commands
    assert EndConspiracyPhase not in g.ruleset.engine.commands


@pytest.mark.rule("F2-CON-01", "F2-ORG-01")
def test_each_player_makes_an_organisation_of_an_aspect_and_four_ranks_a_phase() -> None:
    g = prelude()
    g.do("ana", FoundOrganisation("The Hand", "Merchants who meet at night."))
    hand = g.actor(HAND)
    assert (hand.kind, hand.controller, hand.is_pc) == ("organisation", "ana", False)
    assert g.refused("ana", FoundOrganisation("The Fist")) == "one-organisation-each"
    assert g.refused("gm", FoundOrganisation("The Law")) == "not-a-player"
    assert g.refused("gm", EndConspiracyPhase()) == "not-filled-in"
    assert g.refused("bo", NameOrganisationAspect(HAND, "Poor")) == "not-yours"
    g.do("ana", NameOrganisationAspect(HAND, "Rich"))
    assert g.refused("ana", NameOrganisationAspect(HAND, "Old")) == "aspect-named"
    g.do("ana", RaiseOrganisationSkill(actor=HAND, skill="arms", which="Guards"))
    g.do("ana", RaiseOrganisationSkill(actor=HAND, skill="unity"))
    g.do("ana", GainHolding(actor=HAND, name="The Cellar", quality="Hidden"))
    assert g.refused("gm", EndConspiracyPhase()) == "not-filled-in"
    g.do("ana", GainHolding(actor=HAND, name="The Cellar", quality="Fortified"))
    assert g.refused("ana", RaiseOrganisationSkill(actor=HAND, skill="secrecy")) == "no-rank"
    sheet = g.actor(HAND).sheet
    assert sheet.traits == {"arms [Guards]": 0, "unity": 0}
    assert sheet.levels == {"rich": 1}
    assert [feature.text for feature in sheet.features] == ["Holding; Hidden, Fortified"]
    assert [p.code for p in g.ruleset.creation.problems(sheet) if p.severity == "error"] == []


@pytest.mark.rule("F2-CON-01")
def test_the_next_phase_begins_for_all_together_and_the_pyramid_is_balanced_at_its_end() -> None:
    g = two("plain")
    g.do("gm", EndConspiracyPhase())
    assert g.table.state.get(CONSPIRACY).phase == 2
    assert g.refused("ana", RaiseOrganisationSkill(actor=HAND, skill="arms")) == "unknown-skill"
    g.do("ana", NameOrganisationAspect(HAND, "Rich"))
    for skill in ("unity", "secrecy"):
        g.do("ana", RaiseOrganisationSkill(actor=HAND, skill=skill))
    # Two at Fair need three at Average, and there are two.
    assert g.refused("ana", RaiseOrganisationSkill(actor=HAND, skill="communication")) == "unbalanced"
    g.do("ana", GainHolding(actor=HAND, name="The Cellar", quality="Hidden"))
    assert g.refused("ana", GainHolding(actor=HAND, name="The Cellar", quality="Isolated")) == "unbalanced"
    g.do("ana", RaiseOrganisationSkill(actor=HAND, skill="influence", which="Beve"))
    sheet = g.actor(HAND).sheet
    assert sheet.levels == {"rich": 2}
    assert sheet.traits["unity"] == sheet.traits["secrecy"] == 1
    assert [p.code for p in g.ruleset.creation.problems(sheet) if p.severity == "error"] == []


@pytest.mark.rule("F2-CON-01")
def test_the_prelude_is_over_after_the_last_phase_and_for_who_has_a_character() -> None:
    g = prelude()
    g.bring("bo", "Finn")
    assert g.refused("bo", FoundOrganisation("The Eye")) == "prelude-over"
    assert g.refused("gm", EndConspiracyPhase()) == "no-organisation"
    g.do("ana", FoundOrganisation("The Hand"))
    fill_in(g, "ana", HAND, "Rich")
    g.do("gm", EndConspiracyPhase(is_last=True))
    assert g.table.state.get(CONSPIRACY).is_over
    assert len(g.actor(HAND).sheet.entries["phases"]) == 1
    assert g.refused("ana", GainHolding(actor=HAND, name="The Cellar", quality="Hidden")) == "phase-over"
    assert g.refused("gm", EndConspiracyPhase()) == "phase-over"
    g.bring("ana", "Cyrus")


@pytest.mark.rule("F2-CON-01")
def test_who_joins_later_fills_in_the_phases_there_have_been() -> None:
    g = prelude()
    g.do("ana", FoundOrganisation("The Hand"))
    fill_in(g, "ana", HAND, "Rich")
    g.do("gm", EndConspiracyPhase())
    g.do("bo", FoundOrganisation("The Eye"))
    fill_in(g, "bo", EYE, "Old")
    assert g.actor(EYE).sheet.levels == {"old": 1}
    fill_in_again(g, "bo", EYE, "Old")
    assert g.actor(EYE).sheet.levels == {"old": 2}


# -- membership ------------------------------------------------------------------------------------------------------


def belongs(g: Game, hero: str, aspect: str) -> Sheet:
    """A ready-made character with another first aspect."""
    sheet = g.sheet(hero)
    first, *others = sheet.entries["phases"]
    phases = (msgspec.structs.replace(first, name=aspect), *others)
    return g.ruleset.creation.finish(msgspec.structs.replace(sheet, entries={**sheet.entries, "phases": phases}))


def with_oddity(g: Game, hero: str, name: str) -> Sheet:
    """A ready-made character with a trifle that costs nothing."""
    trifle = Entry(name=name, kind="oddity", texts={"text": "Opens doors"})
    sheet = g.sheet(hero)
    *others, last = sheet.entries["phases"]
    phases = (*others, msgspec.structs.replace(last, entries={"extras": (trifle,)}))
    return g.ruleset.creation.finish(msgspec.structs.replace(sheet, entries={**sheet.entries, "phases": phases}))


@pytest.mark.rule("F2-CON-02")
@pytest.mark.parametrize("conspiracy", ["no-members", "both"])
def test_nobody_belongs_to_the_organisation_their_player_has_made(conspiracy: str) -> None:
    g = two(conspiracy)
    for of_hand in ("Agent of the Hand", "Once of THE HAND"):
        assert g.refused("ana", BringCharacter(belongs(g, "Cyrus", of_hand), ANA)) == "unfinished-sheet"
    assert g.refused("gm", BringCharacter(belongs(g, "Cyrus", "Agent of the Hand"), ANA)) == "unfinished-sheet"
    g.do("ana", BringCharacter(belongs(g, "Cyrus", "Agent of the Eye"), ANA))
    g.do("bo", BringCharacter(belongs(g, "Finn", "Agent of the Hand"), BO))


@pytest.mark.rule("F2-CON-02")
def test_an_extra_ties_somebody_to_an_organisation_as_well() -> None:
    g = two("no-members")
    own, other = (with_oddity(g, "Cyrus", f"Signet of {name}") for name in ("the Hand", "the Eye"))
    assert g.refused("gm", BringCharacter(own, ANA)) == "unfinished-sheet"
    g.do("gm", BringCharacter(other, ANA))


@pytest.mark.rule("F2-CON-02")
@pytest.mark.parametrize("conspiracy", ["plain", "secret-connections"])
def test_at_other_tables_anybody_may(conspiracy: str) -> None:
    g = two(conspiracy)
    g.do("ana", BringCharacter(belongs(g, "Cyrus", "Agent of the Hand"), ANA))


# -- connections -----------------------------------------------------------------------------------------------------


def connect(g: Game) -> None:
    """At the end of a phase the two organisations name each other."""
    g.do("gm", EndConspiracyPhase())
    name(g, "ana", EYE)
    name(g, "bo", HAND)


def connections(g: Game, actor: ActorId) -> dict[str, int]:
    sheet = g.actor(actor).sheet
    return {sheet.aspects[slot]: level for slot, level in sheet.levels.items() if slot.startswith("connection")}


@pytest.mark.rule("F2-CON-03")
@pytest.mark.parametrize(("one", "other"), [("ally", "ally"), ("ally", "enemy"), ("enemy", "enemy")])
def test_two_that_name_each_other_are_connected_whatever_they_call_it(one: str, other: str) -> None:
    g = two()
    g.do("gm", EndConspiracyPhase())
    name(g, "ana", EYE, one)
    assert connections(g, HAND) == {}
    assert g.table.state.get(CONSPIRACY).phase == 1
    name(g, "bo", HAND, other)
    assert connections(g, HAND) == {"Connection to The Eye": 1}
    assert connections(g, EYE) == {"Connection to The Hand": 1}
    assert g.has_card("Connection to The Eye")
    assert g.table.state.get(CONSPIRACY).phase == 2


@pytest.mark.rule("F2-CON-03")
def test_a_connection_costs_no_rank_and_the_same_again_is_a_level_more() -> None:
    g = two()
    connect(g)
    for seat, actor in (("ana", HAND), ("bo", EYE)):
        fill_in_again(g, seat, actor, "Feared")
    connect(g)
    assert connections(g, HAND) == {"Connection to The Eye": 2}
    problems = g.ruleset.creation.problems(g.actor(HAND).sheet)
    assert {p.code for p in problems if p.severity == "error"} <= {"wrong-number-of-aspects", "ranks-left"}


@pytest.mark.rule("F2-CON-03")
def test_who_is_named_by_one_side_only_is_not_connected() -> None:
    g = two("both")
    g.do("gm", AddSeat("Cy", "player"))
    (cy,) = (seat for seat in g.table.state.get(SEATS) if seat not in ("gm", "ana", "bo"))
    g.do(cy, FoundOrganisation("The Crown"))
    fill_in(g, cy, CROWN, "Lawful")
    g.do("gm", EndConspiracyPhase(is_last=True))
    for seat, other in (("ana", EYE), ("bo", CROWN), (cy, EYE)):
        name(g, seat, other)
    assert connections(g, HAND) == {}
    assert connections(g, EYE) == {"Connection to The Crown": 1}
    assert connections(g, CROWN) == {"Connection to The Eye": 1}
    assert g.table.state.get(CONSPIRACY).is_over


@pytest.mark.rule("F2-CON-03")
def test_only_the_gm_learns_who_was_named() -> None:
    g = two()
    g.do("gm", EndConspiracyPhase())
    events = name(g, "ana", EYE, "enemy")
    assert [event.is_ally for event in all_of(events, ConnectionNamed)] == [False]
    told = {seat: repr(g.table.told(seat)) for seat in ("gm", "ana", "bo")}
    assert "ConnectionNamed" in told["gm"]
    assert "ConnectionNamed" in told["ana"]
    assert "ConnectionNamed" not in told["bo"]
    assert g.table.view("bo").get(CONSPIRACY).named == {}
    assert g.table.view("gm").get(CONSPIRACY).named == {HAND: EYE}


@pytest.mark.rule("F2-CON-03")
def test_nobody_is_asked_where_there_is_nobody_else_or_no_such_option() -> None:
    alone = prelude("secret-connections")
    alone.do("ana", FoundOrganisation("The Hand"))
    fill_in(alone, "ana", HAND, "Rich")
    alone.do("gm", EndConspiracyPhase())
    assert alone.table.state.get(CONSPIRACY).phase == 2
    g = two("no-members")
    g.do("gm", EndConspiracyPhase())
    assert not open_of(g.table.state, ConnectionToName)
    assert g.table.state.get(CONSPIRACY).phase == 2
