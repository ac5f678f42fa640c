"""Reading a roll: which outcome it has, what that grants, and who is asked about it."""

from __future__ import annotations

import pytest

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM
from fatetable.mechanics.aspects.cards import ASPECTS, BOOST, SITUATION
from fatetable.mechanics.book.grants import ActionTable, OutcomeRow, OwnGrant
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.harm.absorbing import HitToAbsorb
from fatetable.mechanics.rolls.actions import DEFEND, NEW, CreateAdvantage
from fatetable.mechanics.rolls.opposition import OppositionToChoose
from fatetable.mechanics.rolls.resolution import (
    BoostToName,
    CostAgreed,
    MinorCost,
    OpponentGains,
    SeriousCost,
    StyleTrade,
)
from tests.mechanics.rolling_game import (
    TABLE,
    attack_reth,
    everybody_passes,
    hit_reth,
    overcome,
    rolling,
    situation,
    the_roll,
    throw,
)
from tests.mechanics.small_game import RETH, THUG, SmallGame


def overcame(dice: str) -> SmallGame:
    """Reth (speed 3) has rolled against three: the dice are the margin."""
    g = rolling(dice).scene()
    overcome(g, 3)
    throw(g)
    everybody_passes(g)
    return g


def created(dice: str) -> SmallGame:
    g = rolling(dice).scene()
    g.do("ana", CreateAdvantage(actor=RETH, mode=NEW, trait="speed", description="she kicks", words="Dust"))
    g.answer("gm", OppositionToChoose, "difficulty", value=3)
    throw(g)
    everybody_passes(g)
    return g


@pytest.mark.parametrize(
    ("dice", "margin", "outcome"),
    [("-000", -1, "fail"), ("0000", 0, "tie"), ("++00", 2, "succeed"), ("+++0", 3, "style")],
)
def test_the_margin_is_read_as_an_outcome(dice: str, margin: int, outcome: str) -> None:
    roll = the_roll(overcame(dice))
    assert (roll.margin, roll.outcome) == (margin, outcome)


def test_a_roll_with_nothing_left_to_ask_is_over() -> None:
    g = overcame("+000")
    assert (the_roll(g).stage, the_roll(g).goal, g.has_prompts()) == ("over", "reached", False)


def test_the_game_master_names_a_minor_cost() -> None:
    g = overcame("0000")
    assert (the_roll(g).stage, the_roll(g).goal, g.prompt(MinorCost).seats) == ("settled", "", (GM,))
    g.answer("gm", MinorCost, "cost", cost="a torn coat")
    assert (the_roll(g).stage, the_roll(g).goal) == ("over", "reached")


def test_who_fails_chooses_and_the_game_master_agrees_on_a_serious_cost() -> None:
    g = overcame("-000")
    assert g.prompt(SeriousCost).seats == ("ana",)
    g.answer("ana", SeriousCost, "cost", cost="a broken leg")
    assert (the_roll(g).goal, g.prompt(CostAgreed).seats) == ("", (GM,))
    g.answer("gm", CostAgreed, "fail")
    assert (the_roll(g).stage, the_roll(g).goal) == ("over", "failed")
    g = overcame("-000")
    g.answer("ana", SeriousCost, "fail")
    assert (the_roll(g).stage, the_roll(g).goal) == ("over", "failed")


def test_a_boost_is_there_at_once_and_its_owner_names_it_later() -> None:
    g = overcame("+++0")
    boost = g.card("Boost")
    asked = g.prompt(BoostToName)
    assert (boost.kind, boost.owner, [free.holder for free in boost.free]) == (BOOST, RETH, [RETH])
    assert (asked.seats, asked.blocking, the_roll(g).stage) == (("ana",), False, "over")
    g.answer("ana", BoostToName, "name", words="Ahead of Them")
    assert g.card("Ahead of Them").id == boost.id


@pytest.mark.parametrize(("words", "left"), [("", []), ("Open Gate", ["Open Gate"])])
def test_an_aspect_that_is_overcome_goes_or_is_reworded(words: str, left: list[str]) -> None:
    g = rolling("+000").scene()
    gate = situation(g, "Locked Gate")
    overcome(g, 3, aspect=gate.id, words=words)
    throw(g)
    everybody_passes(g)
    assert [card.text for card in g.state.get(ASPECTS).values() if card.kind == SITUATION] == left


@pytest.mark.parametrize(("dice", "free"), [("+000", 1), ("+++0", 2)])
def test_a_created_aspect_brings_free_invocations_of_one_source(dice: str, free: int) -> None:
    g = created(dice)
    card = g.card("Dust")
    assert [(each.holder, each.source) for each in card.free] == [(RETH, the_roll(g).id)] * free


def test_a_failed_advantage_may_turn_against_its_maker() -> None:
    g = created("-000")
    assert g.prompt(OpponentGains).seats == (GM,)
    g.answer("gm", OpponentGains, "gain", holder=THUG, words="Blinding Dust")
    assert [free.holder for free in g.card("Blinding Dust").free] == [THUG]
    assert the_roll(g).stage == "over"
    g = created("-000")
    g.answer("gm", OpponentGains, "nothing")
    assert (the_roll(g).stage, [card.text for card in g.state.get(ASPECTS).values()]) == ("over", ["Born to Run"])


@pytest.mark.parametrize(("option", "shifts", "boosts"), [("full", 4, 0), ("boost", 3, 1)])
def test_a_hit_with_style_may_be_one_less_and_a_boost(option: str, shifts: int, boosts: int) -> None:
    g = rolling("++++", "--00").scene()
    hit_reth(g)
    assert (g.prompt(StyleTrade).seats, g.is_asked(HitToAbsorb)) == ((GM,), False)
    g.answer("gm", StyleTrade, option)
    assert g.prompt(HitToAbsorb).read(HitToAbsorb).shifts == shifts
    assert [card.owner for card in g.state.get(ASPECTS).values() if card.kind == BOOST] == [THUG] * boosts


def test_a_defence_with_style_gives_the_defender_a_boost() -> None:
    g = rolling("0000", "+000").scene()
    hit_reth(g)
    assert (the_roll(g).outcome, g.card("Boost").owner) == ("fail", RETH)


# -- what only one book grants -------------------------------------------------------------------------------------

MOMENTUM = ActionTable.of((*TABLE.rows.values(), OutcomeRow(DEFEND, "style", (OwnGrant("momentum", "defender"),))))


def test_what_only_one_book_grants_goes_to_the_side_that_the_table_names() -> None:
    received: list[ActorId] = []

    def give(_: Decision, actor: ActorId) -> None:
        received.append(actor)

    g = rolling("----", "++++", table=MOMENTUM, gives={"momentum": give}).scene()
    attack_reth(g)
    throw(g, "gm")
    everybody_passes(g)
    assert (the_roll(g).efforts[1].actor, received) == (RETH, [RETH])


def test_an_outcome_that_grants_what_nothing_gives_is_an_error_at_once() -> None:
    with pytest.raises(ValueError, match="momentum"):
        rolling(table=MOMENTUM)
