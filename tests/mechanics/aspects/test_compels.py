"""Somebody offers a point for trouble; the target accepts, refuses for a point, or asks for something else."""

from __future__ import annotations

from typing import Any

from fatetable.engine.offers import ChoiceHole
from fatetable.mechanics.aspects.cards import BOOST, AspectCard, AspectId, AspectPlaced
from fatetable.mechanics.aspects.compel_state import COMPELS
from fatetable.mechanics.aspects.compels import (
    CompelOffer,
    CompelTerms,
    OfferCompel,
    RefuseCompel,
    SelfCompel,
    WithdrawCompel,
)
from fatetable.mechanics.aspects.editing import PlaceAspect
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.points.accounts import balance, purse
from fatetable.mechanics.points.corrections import SetPoints
from fatetable.mechanics.scenes.lifecycle import LeaveScene
from tests.mechanics.small_game import RETH, THUG, VOLT, SmallGame


def foggy(**options: Any) -> SmallGame:
    g = SmallGame(**options).scene()
    g.do("gm", PlaceAspect(words="Fog"))
    return g


def trouble(g: SmallGame, target: ActorId = RETH, aspect: str = "Fog") -> OfferCompel:
    return OfferCompel(target=target, aspect=g.card(aspect).id, kind="event", text="They get lost.")


def points(g: SmallGame, actor: ActorId) -> int:
    return balance(g.state, purse(actor))


def test_giving_way_earns_the_point_that_was_offered() -> None:
    g = foggy()
    g.do("bo", trouble(g))
    assert (points(g, VOLT), g.prompt(CompelOffer).seats) == (2, ("ana",))
    g.answer("ana", CompelOffer, "accept")
    assert (points(g, RETH), points(g, VOLT), g.state.get(COMPELS)) == (4, 2, {})


def test_refusing_costs_a_point_and_the_offered_one_goes_back() -> None:
    g = foggy()
    g.do("bo", trouble(g))
    (compel,) = g.state.get(COMPELS)
    assert g.refused("bo", RefuseCompel(compel))[0] == "not-yours"
    g.do("ana", RefuseCompel(compel))
    assert (points(g, RETH), points(g, VOLT)) == (2, 3)
    assert not g.has_prompts()


def test_the_terms_go_back_and_forth() -> None:
    g = foggy()
    g.do("gm", trouble(g))
    (compel,) = g.state.get(COMPELS)
    g.answer("ana", CompelOffer, "haggle", text="They trip.")
    assert g.prompt(CompelTerms).read(CompelTerms) == CompelTerms(compel, "They trip.")
    g.answer("gm", CompelTerms, "agree")
    assert g.state.get(COMPELS)[compel].text == "They trip."
    assert g.is_asked(CompelOffer)


def test_a_compel_of_ones_own_is_for_the_game_master_to_approve() -> None:
    g = foggy()
    g.do("ana", trouble(g))
    g.answer("gm", SelfCompel, "no")
    assert (points(g, RETH), g.state.get(COMPELS)) == (3, {})
    g.do("ana", trouble(g))
    g.answer("gm", SelfCompel, "yes")
    assert points(g, RETH) == 4


def test_a_compel_is_taken_back_by_the_one_who_offered_it() -> None:
    g = foggy()
    g.do("bo", trouble(g))
    (compel,) = g.state.get(COMPELS)
    assert g.refused("ana", WithdrawCompel(compel))[0] == "not-yours"
    g.do("bo", WithdrawCompel(compel))
    assert (points(g, VOLT), g.has_prompts()) == (3, False)
    assert g.refused("bo", WithdrawCompel(compel))[0] == "no-such-compel"


def test_every_refusal_says_what_stands_against_it() -> None:
    g = foggy()
    g.tell(AspectPlaced(AspectCard(id=AspectId("b"), text="Off Balance", kind=BOOST)))
    assert g.refused("gm", trouble(g, THUG)) == (
        "not-compellable",
        "You run Thug: make trouble for them without a compel and without a point.",
    )
    assert g.refused("gm", trouble(g, aspect="Off Balance")) == (
        "not-compellable",
        "'Off Balance' is a boost, which is too fleeting to be compelled.",
    )
    g.do("gm", trouble(g))
    assert g.refused("bo", trouble(g)) == ("compel-open", "Reth is being compelled already.")
    g.answer("ana", CompelOffer, "accept")
    g.do("gm", SetPoints(purse(VOLT), 0, "for the test"))
    assert g.refused("bo", trouble(g))[0] == "not-enough-fate-points"
    g.do("gm", LeaveScene(RETH))
    assert g.refused("gm", trouble(g)) == ("not-compellable", "Reth is not in the scene; bring them in first.")


def test_a_ruleset_may_allow_only_aspects_of_ones_own_from_others() -> None:
    g = foggy(compels={"of_own_aspects": True, "may_ask_for_own": False})
    assert g.refused("gm", trouble(g))[1] == "'Fog' is not an aspect of Reth; choose one that is."
    assert g.refused("ana", trouble(g, aspect="Born to Run"))[1] == (
        "Reth is your own character; others may compel them."
    )
    g.do("gm", trouble(g, aspect="Born to Run"))
    assert g.is_asked(CompelOffer)


def test_a_ruleset_may_leave_compels_to_the_game_master() -> None:
    g = foggy(compels={"by_players": False})
    assert g.refused("bo", trouble(g))[0] == "gm-only"
    assert g.refused("ana", trouble(g))[0] == "gm-only"
    assert not g.offers("bo", OfferCompel)
    g.do("gm", trouble(g))
    assert g.is_asked(CompelOffer)


def test_the_trouble_of_the_target_is_listed_first_and_aspects_of_others_last() -> None:
    g = foggy(compels={"troubles": ("trouble",)})
    debts = AspectCard(id=AspectId("debts"), text="Owes Money", kind="character", bearer=RETH, slot="trouble")
    anger = AspectCard(id=AspectId("anger"), text="Mean", kind="character", bearer=THUG)
    for card in (anger, debts):
        g.tell(AspectPlaced(card))
    (listed,) = [
        [choice.label for choice in hole.options]
        for offer in g.offers("gm", OfferCompel)
        if offer.target and offer.target.id == RETH
        for hole in offer.holes
        if isinstance(hole, ChoiceHole) and hole.field == "aspect"
    ]
    assert listed == ["Owes Money (Reth)", "Born to Run (Reth)", "Fog", "Mean (Thug)"]
