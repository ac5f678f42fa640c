"""Mistakes that other tools for the same rules make, each shown not to be made here."""

from __future__ import annotations

import pytest

from fatetable.mechanics.aspects.cards import ASPECTS, BOOST
from fatetable.mechanics.rolls.actions import CreateAdvantage, Overcome
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.mechanics.rolls.state import POINT, RollSettled
from fatetable.mechanics.rolls.throwing import Pass, ThrowDice
from fatetable.mechanics.view.blocks import RollBlock
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.rulesets.fae.tests.support.steps import RETH, lay_out, try_alone
from fatetable.testing.events import first


def block(g: Game) -> RollBlock:
    return next(block for block in g.table.present("ana") if isinstance(block, RollBlock))


def invoking(g: Game, words: str, effect: str = "bonus", payment: str = POINT) -> Invoke:
    return Invoke(
        roll=g.roll.id,
        effort=0,
        effect=effect,
        aspect=g.card(words).id,
        explanation="it helps",
        payment=payment,
        party=RETH,
    )


@pytest.mark.parametrize(
    ("difficulty", "outcome"), [(0, "style"), (1, "succeed"), (2, "succeed"), (3, "tie"), (4, "fail")]
)
def test_style_begins_at_three_and_not_at_two(difficulty: int, outcome: str) -> None:
    g = Game()
    clever = 1
    g.set_points(reth=0, voltaire=0, pool=0)
    g.do("ana", Overcome(actor=RETH, trait="clever", description="tries"))
    g.answer("gm", "opposition", "difficulty", value=difficulty)
    for seat in g.roll.waiting:
        g.do(seat, Pass(g.roll.id))
    settled = first(g.do("ana", ThrowDice(g.roll.id), "++00"), RollSettled)
    assert settled.margin == clever + 2 - difficulty
    assert settled.outcome == outcome


@pytest.mark.parametrize(("dice", "outcome"), [("-00-", "fail"), ("-000", "tie"), ("0000", "succeed")])
def test_a_difficulty_of_nothing_is_still_a_difficulty(dice: str, outcome: str) -> None:
    g = Game()
    g.set_points(reth=0, voltaire=0, pool=0)
    g.do("ana", Overcome(actor=RETH, trait="clever", description="tries"))
    assert g.refused("ana", ThrowDice(g.roll.id), dice) == "no-opposition-yet"
    g.answer("gm", "opposition", "difficulty", value=0)
    for seat in g.roll.waiting:
        g.do(seat, Pass(g.roll.id))
    assert g.roll.difficulty == 0
    assert block(g).against == "Mediocre (+0)"
    (offer,) = g.offers("ana", ThrowDice)
    preview = g.table.odds("ana", offer)
    assert preview is not None
    assert preview.before["fail"] > 0
    assert first(g.do("ana", ThrowDice(g.roll.id), dice), RollSettled).outcome == outcome


@pytest.mark.parametrize(("again", "total"), [("----", -3), ("++++", 5), ("0000", 1)])
def test_the_second_throw_counts_even_if_it_is_worse(again: str, total: int) -> None:
    g = Game()
    lay_out(g, "Fog")
    try_alone(g, trait="clever", dice="++00")
    assert g.roll.efforts[0].total == 3
    g.do("ana", invoking(g, "Fog", "reroll"), again)
    assert g.roll.efforts[0].total == total
    assert [throw.total for throw in g.roll.efforts[0].throws] == [2, total - 1], "both stay in sight"


def test_words_go_on_beyond_the_top_of_the_ladder() -> None:
    g = Game()
    words = ("Fog", "Tailwind", "High ground", "A plan")
    lay_out(g, *words)
    g.set_points(reth=4)
    try_alone(g, trait="clever", dice="++++", difficulty=9)
    shown = [block(g).sides[0].word]
    for each in words:
        g.do("ana", invoking(g, each))
        shown.append(block(g).sides[0].word)
    assert shown == ["Superb (+5)", "Epic (+7)", "Legendary +1 (+9)", "Legendary +3 (+11)", "Legendary +5 (+13)"]
    assert block(g).against == "Legendary +1 (+9)"


def test_a_free_invocation_is_gone_once_it_is_used() -> None:
    g = Game()
    g.do("ana", CreateAdvantage(actor=RETH, mode="new", trait="clever", description="rigs it", words="Tripwire"))
    g.answer("gm", "opposition", "difficulty", value=0)
    g.throw("ana", "0000")
    g.everyone_passes()
    (free,) = g.card("Tripwire").free
    points = g.points("reth")
    try_alone(g, trait="clever")
    g.do("ana", invoking(g, "Tripwire", payment=free.id))
    assert g.card("Tripwire").free == ()
    assert g.points("reth") == points
    assert g.refused("ana", invoking(g, "Tripwire", payment=free.id)) == "no-free-invoke"
    assert not any(
        offer.command.payment == free.id for offer in g.offers("ana", Invoke) if isinstance(offer.command, Invoke)
    )
    assert g.has_card("Tripwire"), "the aspect itself stays"


def test_a_boost_is_gone_once_it_is_used() -> None:
    g = Game()
    try_alone(g, trait="clever", dice="++00", difficulty=0)
    g.everyone_passes()
    boost = next(card for card in g.table.state.get(ASPECTS).values() if card.kind == BOOST)
    g.answer("ana", "name-boost", "name", words="Momentum")
    try_alone(g, trait="clever", dice="0000", difficulty=4)
    g.do("ana", invoking(g, "Momentum", payment=boost.free[0].id))
    assert not g.has_card("Momentum")
    assert g.roll.efforts[0].total == 3
