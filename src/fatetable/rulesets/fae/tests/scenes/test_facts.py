"""Facts that aspects make true, and what a game master notes about the story as a whole."""

from __future__ import annotations

import pytest

from fatetable.mechanics.aspects.cards import AspectId
from fatetable.mechanics.scenes.facts import FACTS, ClaimFact, FactEstablished
from fatetable.mechanics.scenes.lifecycle import EndScene, EndSession, LeaveScene, StartSession
from fatetable.mechanics.scenes.scenario import NoteScenario
from fatetable.mechanics.view.blocks import SceneBlock
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.rulesets.fae.tests.support.steps import VELD, create, lay_out, next_session
from fatetable.testing.events import first

KUNG_FU = "My Kung Fu Is The Strongest"


@pytest.mark.rule("FAE-ASP-32", "FAE-ASP-33")
@pytest.mark.parametrize(
    ("aspect", "fact"),
    [
        ("Ruddy Duck's Pilot", "he flies a plane called the Ruddy Duck"),
        ("Mortal Enemy: The Red Ninjas", "the Red Ninjas exist and are after him"),
        ("Sorcerer of the Mysterious Circle", "there is magic, and he can do it"),
    ],
)
def test_an_aspect_makes_something_true_without_roll_or_price_if_nobody_minds(aspect: str, fact: str) -> None:
    g = Game()
    lay_out(g, aspect, bearer="reth")
    before = g.table.ledger()
    claim = ClaimFact(g.card(aspect).id, fact)
    offer = next(offer for offer in g.offers("ana") if offer.matches(claim))
    assert (offer.price, offer.cites) == (None, ("FAE-ASP-32", "FAE-ASP-33"))
    g.do("ana", claim)
    prompt = g.prompt("fact")
    assert prompt is not None
    assert (prompt.seats, prompt.blocking, [o.id for o in prompt.options]) == (("@gm",), False, ["yes", "no"])
    assert g.table.state.get(FACTS) == (), "nothing is true before everybody is content with it"
    events = g.answer("gm", "fact", "yes")
    assert first(events, FactEstablished).fact.fact == fact
    assert [(each.aspect, each.fact) for each in g.table.state.get(FACTS)] == [(aspect, fact)]
    assert g.table.ledger() == before
    assert any(f"{aspect}: {fact}" in getattr(block, "facts", ()) for block in g.table.present("bo"))


@pytest.mark.rule("FAE-ASP-33")
def test_a_fact_the_table_does_not_want_does_not_come_true() -> None:
    g = Game()
    g.do("ana", ClaimFact(g.card(KUNG_FU).id, "there is magic in this world"))
    assert g.refused("ana", ClaimFact(g.card(KUNG_FU).id, "and dragons")) == "one-at-a-time"
    g.answer("gm", "fact", "no")
    assert g.table.state.get(FACTS) == ()


def test_an_aspect_is_pointed_to_whether_or_not_it_has_free_invocations() -> None:
    g = Game()
    create(g, "reth", "A Trip Wire")
    card = g.card("A Trip Wire")
    assert card.free
    g.do("ana", ClaimFact(card.id, "nobody gets past it unseen"))
    assert g.prompt("fact") is not None


@pytest.mark.rule("FAE-ASP-32")
def test_the_game_master_points_to_an_aspect_everybody_knows() -> None:
    g = Game(foes=("Veld",), open_aspects=False)
    hidden = g.card("Must Not Lose Face").id
    assert g.refused("gm", ClaimFact(hidden, "she fights duels")) == "still-hidden"
    assert not any(offer.matches(ClaimFact(hidden, "she fights duels")) for offer in g.offers("gm"))
    g.do("gm", ClaimFact(g.card(KUNG_FU).id, "his master lives in this town"))
    assert len(g.table.state.get(FACTS)) == 1


@pytest.mark.rule("FAE-ASP-32")
def test_a_fact_needs_words_and_an_aspect_that_is_there() -> None:
    g = Game(foes=("Veld",))
    assert g.refused("ana", ClaimFact(g.card(KUNG_FU).id, " ")) == "no-words"
    assert g.refused("ana", ClaimFact(AspectId("a99"), "x")) == "unknown-aspect"
    g.do("gm", LeaveScene(VELD))
    assert g.refused("ana", ClaimFact(g.card("Must Not Lose Face").id, "x")) == "not-in-play"


@pytest.mark.rule("FAE-ASP-32", "FAE-ASP-33")
def test_facts_of_the_world_are_established_before_the_first_scene_too() -> None:
    g = Game(scene=False)
    claim = ClaimFact(g.card(KUNG_FU).id, "there is a school for it in every town")
    assert any(offer.matches(claim) for offer in g.offers("ana"))
    g.do("ana", claim)
    g.answer("gm", "fact", "yes")
    assert len(g.table.state.get(FACTS)) == 1


@pytest.mark.rule("FAE-ASP-32")
def test_facts_stay_true_when_the_scene_is_over() -> None:
    g = Game()
    lay_out(g, "Crowd of Angry People")
    g.do("gm", ClaimFact(g.card("Crowd of Angry People").id, "the bread has run out"))
    g.do("gm", EndScene())
    g.start_scene("Elsewhere")
    assert [each.fact for each in g.table.state.get(FACTS)] == ["the bread has run out"]


@pytest.mark.rule("FAE-ASP-36", "FAE-ASP-32")
def test_whoever_points_to_an_aspect_of_their_own_shows_it() -> None:
    g = Game(open_sheets=False)
    g.do("ana", ClaimFact(g.card(KUNG_FU).id, "his master lives in this town"))
    assert g.card(KUNG_FU).id in g.table.view("bo").slices["aspects"]


# -- the scenario ------------------------------------------------------------------------------------------------

VALDEON = NoteScenario("Don Valdeon", "wants every ship in the harbour", "the Cirrus Skimmer goes first")


def reminders(g: Game, seat: str = "gm") -> tuple[str, ...]:
    return next(block.scenario for block in g.table.present(seat) if isinstance(block, SceneBlock))


@pytest.mark.rule("FAE-GM-04")
def test_the_game_master_is_asked_for_an_antagonist_who_wants_something_and_for_stakes() -> None:
    g = Game()
    offer = next(iter(g.offers("gm", NoteScenario)))
    assert (offer.label, offer.cites) == ("Set the scenario", ("FAE-GM-04", "FAE-GM-03"))
    assert [hole.field for hole in offer.holes] == ["antagonist", "goal", "stakes"]
    assert g.offers("ana", NoteScenario) == ()
    assert g.refused("ana", VALDEON) == "gm-only"
    for incomplete in (NoteScenario("", "x", "x"), NoteScenario("x", " ", "x"), NoteScenario("x", "x", "")):
        assert g.refused("gm", incomplete) == "no-words"
    g.do("gm", VALDEON)
    assert reminders(g) == ("Don Valdeon: wants every ship in the harbour", "At stake: the Cirrus Skimmer goes first")


@pytest.mark.rule("FAE-GM-04")
def test_players_are_not_told_what_the_scenario_is_about() -> None:
    g = Game()
    g.do("gm", VALDEON)
    assert reminders(g, "ana") == ()
    assert not any("Valdeon" in str(record) for record in g.table.told("ana"))


@pytest.mark.rule("FAE-GM-04")
def test_a_new_scenario_is_asked_about_anew() -> None:
    g = Game()
    g.do("gm", VALDEON)
    assert next(iter(g.offers("gm", NoteScenario))).label == "Change the scenario"
    next_session(g)
    assert reminders(g)[0].startswith("Don Valdeon"), "another session of the same scenario"
    next_session(g, scenario_ends=True)
    assert reminders(g) == ()
    assert next(iter(g.offers("gm", NoteScenario))).label == "Set the scenario"


@pytest.mark.rule("FAE-GM-03")
def test_the_game_master_is_told_when_a_scenario_has_taken_as_long_as_most_do() -> None:
    g = Game()
    hint = "This scenario has taken {} sessions; most take 1 to 3."
    for session in range(1, 5):
        assert reminders(g) == ((hint.format(session),) if session >= 3 else ())
        assert reminders(g, "ana") == ()
        if session < 4:
            next_session(g)
    g.do("gm", EndSession())
    question = g.prompt("milestone")
    assert question is not None
    assert hint.format(4) in question.question
    g.answer("gm", "milestone", "none")
    g.do("gm", StartSession())
    next_session(g, scenario_ends=True)
    assert reminders(g) == (), "the next scenario counts from its own first session"
