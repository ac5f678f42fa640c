"""Prompts as the asked seats see them, and as the others do."""

from __future__ import annotations

import msgspec
import pytest

from fatetable.engine.messages import GM, SeatId
from fatetable.engine.prompts import Option, Prompt, PromptAnswered, PromptId, PromptOpened
from fatetable.engine.seats import SEATS
from fatetable.mechanics.aspects.cards import AspectRemoved
from fatetable.mechanics.aspects.compels import OfferCompel
from fatetable.mechanics.aspects.editing import PlaceAspect
from fatetable.mechanics.rolls.actions import Overcome
from fatetable.mechanics.view.blocks import PromptBlock
from tests.mechanics.rolling_game import rolling
from tests.mechanics.small_game import RETH, SmallGame
from tests.mechanics.view.showing import PRESENTING, shown


def test_a_compel_is_shown_with_what_it_is_about() -> None:
    g = SmallGame().scene()
    g.do("gm", PlaceAspect(words="Fog"))
    g.do("bo", OfferCompel(target=RETH, aspect=g.card("Fog").id, kind="event", text="She gets lost."))
    (mine,), (theirs,) = shown(g, "ana", PromptBlock), shown(g, "bo", PromptBlock)
    assert (mine.for_me, theirs.for_me, mine.names) == (True, False, ("Ana",))
    assert (mine.kind, mine.answers) == ("compel", ("Accept", "Suggest something else"))
    assert mine.compel is not None
    assert (mine.compel.by, mine.compel.target, mine.compel.aspect, mine.compel.reward) == ("Bo", "Reth", "Fog", 1)


VOTE = PromptId("p9")
ASKED = Prompt(
    id=VOTE,
    kind="vote",
    seats=(SeatId("ana"), SeatId("bo")),
    question="Well?",
    options=(Option("yes", "So be it"), Option("no", "Never")),
    about={"roll": "r1", "actor": RETH},
    cites=("S-1",),
    every=True,
)


def test_a_question_names_those_who_are_asked_and_what_it_is_about() -> None:
    g = SmallGame().scene()
    g.tell(PromptOpened(ASKED))
    (block,) = shown(g, "gm", PromptBlock)
    assert (block.question, block.names, block.answers) == ("Well?", ("Ana", "Bo"), ("So be it", "Never"))
    assert (block.kind, block.roll, block.actor, block.compel) == ("vote", "r1", RETH, None)
    assert (block.cites, block.is_blocking) == (("S-1",), True)


def test_who_has_answered_is_asked_no_more() -> None:
    g = SmallGame().scene()
    g.tell(PromptOpened(ASKED))
    g.tell(PromptAnswered(VOTE, SeatId("ana"), "yes", is_closed=False))
    assert [shown(g, seat, PromptBlock)[0].for_me for seat in ("ana", "bo", "gm")] == [False, True, False]
    seats = g.state.get(SEATS)
    assert list(PRESENTING.asked(g.state, seats[SeatId("bo")])) == [VOTE]
    assert PRESENTING.asked(g.state, seats[SeatId("ana")]) == {}


def test_a_question_to_the_game_master_is_for_whoever_sits_there() -> None:
    g = SmallGame().scene()
    g.tell(PromptOpened(msgspec.structs.replace(ASKED, seats=(GM,), blocking=False)))
    (block,) = shown(g, "gm", PromptBlock)
    assert (block.for_me, block.names, block.is_blocking) == (True, ("Gm",), False)


@pytest.mark.parametrize(
    ("tells_odds", "seat", "is_told"), [(True, "gm", True), (True, "ana", False), (False, "gm", False)]
)
def test_only_who_chooses_the_difficulty_sees_the_chances_and_only_where_they_are_told(
    tells_odds: bool, seat: str, is_told: bool
) -> None:
    g = rolling().scene()
    g.do("ana", Overcome(actor=RETH, trait="speed", description="she runs"))
    presenting = msgspec.structs.replace(PRESENTING, tells_odds=tells_odds)
    (block,) = shown(g, seat, PromptBlock, presenting)
    assert bool(block.prospects) == is_told


def test_a_compel_whose_card_is_gone_is_still_shown() -> None:
    g = SmallGame().scene()
    g.do("gm", PlaceAspect(words="Fog"))
    fog = g.card("Fog")
    g.do("bo", OfferCompel(target=RETH, aspect=fog.id, kind="event", text="She gets lost."))
    g.tell(AspectRemoved(fog.id))
    (block,) = shown(g, "ana", PromptBlock)
    assert block.compel is not None
    assert (block.compel.aspect, block.compel.text) == ("", "She gets lost.")
