"""Keeping count of the free invocations that advantages give: who holds them, what they came from, when they go."""

from __future__ import annotations

import pytest

from fatetable.mechanics.aspects.cards import (
    AspectCard,
)
from fatetable.mechanics.aspects.lending import LendInvoke
from fatetable.mechanics.encounters.conceding import GiveIn
from fatetable.mechanics.scenes.lifecycle import EndScene
from fatetable.mechanics.view.blocks import AspectCardsBlock, CardView
from fatetable.rulesets.fae.tests.support.moves import RETH, VELD, VOLTAIRE, against, create, declare, overcome, settle
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.rulesets.fae.tests.support.steps import invoking


def holders(card: AspectCard) -> list[str]:
    return [free.holder for free in card.free]


def cards_seen_by(g: Game, seat: str) -> list[CardView]:
    return [card for block in g.table.present(seat) if isinstance(block, AspectCardsBlock) for card in block.cards]


@pytest.mark.rule("FAE-CAA-11")
def test_free_invocations_add_up_and_remember_who_holds_them_and_where_they_came_from() -> None:
    g = Game(foes=("Veld",))
    declare(g, create(words="Rope Bridge"))
    against(g, 0)
    settle(g, 3)
    card = g.card("Rope Bridge").id
    declare(g, create(VOLTAIRE, aspect=card))
    against(g, 0)
    settle(g, 1)
    declare(g, create(aspect=card))
    against(g, 0)
    settle(g, 3)
    free = g.card("Rope Bridge").free
    assert [one.holder for one in free] == [RETH, RETH, VOLTAIRE, RETH, RETH]
    assert len({one.id for one in free}) == 5
    assert [free[0].source == one.source for one in free] == [True, True, False, False, False]
    assert free[3].source == free[4].source
    assert [seen.free for seen in cards_seen_by(g, "bo")] == [("Reth", "Reth", "Voltaire", "Reth", "Reth")]


@pytest.mark.rule("FAE-CAA-11")
def test_free_invocations_of_different_actions_do_not_go_on_one_roll() -> None:
    g = Game()
    for _ in range(2):
        card = g.card("Rope Bridge").id if g.has_card("Rope Bridge") else ""
        declare(g, create(words="Rope Bridge", aspect=card))
        against(g, 2)
        settle(g, 1)
    one, other = (free.id for free in g.card("Rope Bridge").free)
    declare(g, overcome())
    against(g, 4)
    g.throw("ana", "0000")
    g.do("ana", invoking(g, "bonus", "Rope Bridge", RETH, payment=one))
    assert g.refused("ana", invoking(g, "bonus", "Rope Bridge", RETH, payment=other)) == "already-invoked"


@pytest.mark.rule("FAE-CAA-11")
def test_only_the_earner_decides_which_ally_uses_one() -> None:
    g = Game(foes=("Veld",))
    declare(g, create(words="Rope Bridge"))
    against(g, 2)
    settle(g, 1)
    card, free = g.card("Rope Bridge").id, g.card("Rope Bridge").free[0].id
    assert g.refused("bo", LendInvoke(card, free, VOLTAIRE)) == "not-yours"
    assert g.refused("ana", LendInvoke(card, free, VELD)) == "not-an-ally"
    assert g.refused("ana", LendInvoke(card, "f0", VOLTAIRE)) == "no-free-invoke"
    (offer,) = g.offers("ana", LendInvoke)
    g.do("ana", offer.fill(to="voltaire"))
    assert g.card("Rope Bridge").free[0].lent_to == VOLTAIRE


@pytest.mark.rule("FAE-CAA-11")
def test_once_the_earner_is_out_any_ally_may_use_theirs() -> None:
    g = Game(foes=("Veld",))
    declare(g, create(words="Rope Bridge"))
    against(g, 2)
    settle(g, 1)
    g.start_conflict(first="Voltaire")
    g.do("ana", GiveIn(RETH, "falls into the harbour"))
    g.answer("gm", "concession", "agree")
    declare(g, overcome(VOLTAIRE, "quick"))
    against(g, 2)
    g.throw("bo", "0000")
    free = g.card("Rope Bridge").free[0].id
    g.do("bo", invoking(g, "bonus", "Rope Bridge", VOLTAIRE, payment=free))
    assert (g.points("voltaire"), g.roll.margin_now()) == (3, 2)


@pytest.mark.rule("FAE-CAA-11")
def test_they_vanish_with_the_scene_but_stay_on_a_character_aspect_until_used() -> None:
    g = Game(foes=("Veld",), open_aspects=False)
    declare(g, create(words="Rope Bridge"))
    against(g, 2)
    settle(g, 1)
    declare(g, create(mode="discover", target="veld"))
    g.answer("gm", "discover", "hidden", aspect=g.card("Must Not Lose Face").id)
    against(g, 2)
    settle(g, 1)
    g.do("gm", EndScene())
    assert not g.has_card("Rope Bridge")
    assert holders(g.card("Must Not Lose Face")) == [RETH]
