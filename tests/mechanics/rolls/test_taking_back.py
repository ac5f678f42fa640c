"""Taking invocations back: what a veto, or a roll that does not happen, gives back."""

from __future__ import annotations

from fatetable.mechanics.aspects.cards import ASPECTS
from fatetable.mechanics.characters.cast import NOBODY
from fatetable.mechanics.points.accounts import balance, purse
from fatetable.mechanics.rolls.resolution import give_boost
from fatetable.mechanics.rolls.taking_back import VetoInvocation
from tests.mechanics.rolling_game import invoke, overcome, rolling, situation, the_roll, throw, thrown
from tests.mechanics.small_game import RETH


def test_a_boost_goes_with_its_free_invocation_and_comes_back_with_a_veto() -> None:
    g = rolling("0000").scene()
    g.run(lambda decision: give_boost(decision, RETH, "test"))
    overcome(g)
    throw(g)
    boost = g.card("Boost")
    assert g.refused("ana", invoke(g, boost))[0] == "boost-is-free-only"
    g.do("ana", invoke(g, boost, payment=boost.free[0].id))
    assert boost.id not in g.state.get(ASPECTS)
    g.do("gm", VetoInvocation(the_roll(g).id, "that is over"))
    assert g.state.get(ASPECTS)[boost.id] == boost


def test_a_veto_gives_everything_back() -> None:
    g = thrown()
    dust = situation(g, "Dust", free_for=RETH)
    before = the_roll(g)
    assert g.refused("gm", VetoInvocation(before.id, "no"))[0] == "nothing-to-veto"
    for payment in ("point", dust.free[0].id):
        g.do("ana", invoke(g, dust, payment=payment))
        assert g.refused("ana", VetoInvocation(before.id, "no"))[0] == "gm-only"
        assert g.refused("gm", VetoInvocation(before.id, " "))[0] == "no-reason"
        g.do("gm", VetoInvocation(before.id, "there is no dust here"))
        assert the_roll(g) == before
        assert (balance(g.state, purse(RETH)), g.card("Dust")) == (3, dust)


def test_a_veto_of_a_new_throw_brings_the_old_one_back() -> None:
    g = thrown("+000", "----")
    g.do("ana", invoke(g, g.card("Born to Run"), effect="again"))
    assert (the_roll(g).efforts[0].dice, len(the_roll(g).efforts[0].throws)) == (-4, 2)
    g.do("gm", VetoInvocation(the_roll(g).id, "no second try"))
    assert (the_roll(g).efforts[0].dice, len(the_roll(g).efforts[0].throws)) == (1, 1)


def test_any_invocation_can_be_vetoed_and_the_others_stand() -> None:
    g = thrown("+000", "----", "++++")
    dust, rope = situation(g, "Dust", free_for=RETH), situation(g, "Rope")
    roll = the_roll(g).id
    g.do("ana", invoke(g, dust, payment=dust.free[0].id))
    g.do("ana", invoke(g, g.card("Born to Run"), effect="again"))
    g.do("ana", invoke(g, rope))
    g.do("gm", VetoInvocation(roll, "there is no dust here", 0))
    (effort,) = the_roll(g).efforts
    assert [use.aspect for use in effort.uses] == [g.card("Born to Run").id, rope.id]
    assert [modifier.label for modifier in effort.modifiers if modifier.source == "invoke"] == ["Rope"]
    assert (g.card("Dust"), balance(g.state, purse(RETH))) == (dust, 1)
    assert g.refused("gm", VetoInvocation(roll, "no", 2))[0] == "nothing-to-veto"
    assert g.refused("gm", VetoInvocation(roll, "no", -2))[0] == "nothing-to-veto"
    g.do("gm", VetoInvocation(roll, "no second try", 0))
    (effort,) = the_roll(g).efforts
    assert ([throw.total for throw in effort.throws], effort.kept, effort.dice) == ([1], 0, 1)
    assert (the_roll(g).margin_now(), balance(g.state, purse(RETH))) == (4, 2)


def test_a_vetoed_throw_leaves_the_throws_after_it() -> None:
    g = thrown("+000", "----", "++++")
    rope = situation(g, "Rope")
    g.do("ana", invoke(g, g.card("Born to Run"), effect="again"))
    g.do("ana", invoke(g, rope, effect="again"))
    g.do("gm", VetoInvocation(the_roll(g).id, "no", 0))
    assert [throw.total for throw in the_roll(g).efforts[0].throws] == [1, 4]
    g.do("gm", VetoInvocation(the_roll(g).id, "no", 0))
    assert [throw.total for throw in the_roll(g).efforts[0].throws] == [1]


def test_a_veto_of_an_earlier_hindrance_leaves_the_later_one() -> None:
    g = thrown()
    dust, rope = situation(g, "Dust"), situation(g, "Rope")
    for card in (dust, rope):
        g.do("gm", invoke(g, card, effect="against", party=NOBODY))
    g.do("gm", VetoInvocation(the_roll(g).id, "no", 0))
    (effort,) = the_roll(g).efforts
    assert [modifier.label for modifier in effort.hindrances] == ["Rope"]
    assert [use.aspect for use in effort.hindered_by] == [rope.id]


def test_each_invocation_is_offered_for_a_veto() -> None:
    g = thrown()
    cards = situation(g, "Dust"), situation(g, "Rope")
    for card in cards:
        g.do("ana", invoke(g, card))
    offers = [(offer.member, offer.command) for offer in g.offers("gm")]
    assert [(member, veto.number) for member, veto in offers if isinstance(veto, VetoInvocation)] == [
        ("Dust", 0),
        ("Rope", 1),
    ]
    assert not any(isinstance(offer.command, VetoInvocation) for offer in g.offers("ana"))
