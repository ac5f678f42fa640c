"""What brings fate points: cards with something to do, and the end of a session; and that nothing else does."""

from __future__ import annotations

import pytest

from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.scenes.lifecycle import EndScene, EndSession, StartSession
from fatetable.rulesets.fate2.book import read_tables
from fatetable.rulesets.fate2.points.cards import DealCard, DealCards, PlayCard, TakeCardBack, hand_of
from fatetable.rulesets.fate2.tests.support.playing import Game

CYRUS, FINN = ActorId("cyrus"), ActorId("finn")
FREAK, ALONE = "Freak out", "Try to go off alone"


@pytest.mark.rule("F2-FP-14")
def test_the_cards_of_the_book_pay_what_is_on_them() -> None:
    assert [(card.name, card.reward) for card in read_tables().cards] == [
        ("Do something dangerous", 2),
        (FREAK, 2),
        ("Don't take no for an answer", 1),
        (ALONE, 1),
        ("Don't let anyone go off alone", 1),
        ("Evoke a cliché", 1),
    ]


@pytest.mark.rule("F2-FP-14")
def test_who_follows_a_card_through_gets_its_points() -> None:
    g = Game(action_cards=True)
    g.do("gm", DealCard(actor=CYRUS, card=FREAK))
    assert hand_of(g.table.state, CYRUS) == (FREAK,)
    g.do("ana", PlayCard(actor=CYRUS, card=FREAK, words="runs screaming"))
    g.answer("gm", "fate2-card-played", "no")
    assert (g.points("cyrus"), hand_of(g.table.state, CYRUS)) == (3, (FREAK,))
    g.do("ana", PlayCard(actor=CYRUS, card=FREAK, words="runs screaming"))
    assert g.refused("ana", PlayCard(actor=CYRUS, card=FREAK, words="again")) == "not-finished"
    g.answer("gm", "fate2-card-played", "pay")
    assert (g.points("cyrus"), hand_of(g.table.state, CYRUS)) == (5, ())


@pytest.mark.rule("F2-FP-14")
def test_nobody_plays_a_card_they_do_not_hold() -> None:
    g = Game(action_cards=True)
    g.do("gm", DealCard(actor=CYRUS, card=FREAK))
    assert g.refused("bo", PlayCard(actor=FINN, card=FREAK)) == "no-such-card"
    assert g.refused("bo", PlayCard(actor=CYRUS, card=FREAK)) == "not-yours"
    assert g.refused("ana", DealCard(actor=CYRUS, card=ALONE)) == "gm-only"
    assert g.refused("gm", DealCard(actor=CYRUS, card=FREAK)) == "no-such-card"


@pytest.mark.rule("F2-FP-14")
def test_cards_are_dealt_at_random_and_taken_back() -> None:
    g = Game(action_cards=True)
    g.do("gm", DealCards(), "4", "2")
    assert (hand_of(g.table.state, CYRUS), hand_of(g.table.state, FINN)) == ((ALONE,), (FREAK,))
    g.do("gm", DealCards(), "4", "1")
    assert hand_of(g.table.state, CYRUS)[1] == "Don't let anyone go off alone", "of those they do not hold"
    g.do("gm", TakeCardBack(actor=CYRUS, card=ALONE))
    assert ALONE not in hand_of(g.table.state, CYRUS)
    assert g.points("cyrus") == 3


@pytest.mark.rule("F2-FP-14")
def test_the_sheet_shows_the_cards() -> None:
    g = Game(action_cards=True)
    g.do("gm", DealCard(actor=CYRUS, card=ALONE))
    notes = dict(g.ruleset.presenting.notes(g.table.state, g.actor("cyrus")))
    assert notes["Card"].startswith("Try to go off alone (1): ")


@pytest.mark.rule("F2-FP-14")
def test_cards_are_for_campaigns_that_want_them_and_may_be_their_own() -> None:
    assert not Game().offers("gm", DealCards)
    own = 'replaces = true\n[[card]]\nname = "Sing"\nreward = 3\n'
    g = Game(action_cards=True, content={"cards": own})
    g.do("gm", DealCards(), "1", "1")
    g.do("ana", PlayCard(actor=CYRUS, card="Sing", words="in the bath"))
    g.answer("gm", "fate2-card-played", "pay")
    assert g.points("cyrus") == 6


@pytest.mark.rule("F2-FP-15")
@pytest.mark.parametrize("points", [0, 1, 3])
def test_a_session_may_bring_everybody_points(points: int) -> None:
    g = Game(session_points=points)
    g.do("gm", EndScene())
    assert g.points("cyrus") == 3
    g.do("gm", EndSession())
    assert (g.points("cyrus"), g.points("finn")) == (3 + points, 3 + points)


@pytest.mark.rule("F2-FP-16")
def test_nothing_else_comes_back_by_itself_and_nothing_is_lost() -> None:
    g = Game()
    for cyrus, finn in ((0, 9), (1, 12)):
        g.set_points(cyrus=cyrus, finn=finn)
        g.do("gm", EndScene())
        g.do("gm", EndSession())
        g.do("gm", StartSession())
        g.start_scene()
        assert (g.points("cyrus"), g.points("finn")) == (cyrus, finn)
