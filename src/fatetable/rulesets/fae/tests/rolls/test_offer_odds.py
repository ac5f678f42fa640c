"""The exact chances shown beside an offer, before and after it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

from fatetable.engine.offers import Offer, RollSide
from fatetable.mechanics.aspects.cards import AspectId
from fatetable.mechanics.encounters.contests import Contend, StartContest
from fatetable.mechanics.rolls.helping import Help
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.mechanics.rolls.throwing import Pass, ThrowDice
from fatetable.rulesets.fae.rolls.checks import bands
from fatetable.rulesets.fae.tests.support.book import TABLES
from fatetable.rulesets.fae.tests.support.moves import (
    RETH,
    VELD,
    against,
    declare,
    overcome,
    resisted_by,
)
from fatetable.rulesets.fae.tests.support.playing import Game

# -- exact chances ---------------------------------------------------------------------------------------------------


def invoke_offer(g: Game, seat: str, effect: str) -> Offer:
    return next(o for o in g.offers(seat, Invoke) if isinstance(o.command, Invoke) and o.command.effect == effect)


def chances(g: Game, seat: str, offer: Offer) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
    preview = g.table.odds(seat, offer)
    assert preview is not None
    return dict(preview.before), dict(preview.after)


def counted(margins: list[int]) -> dict[str, Fraction]:
    """The chances by counting equally likely margins one by one."""
    outcomes = Counter(bands(TABLES).outcome(margin) for margin in margins)
    return {outcome: Fraction(outcomes[outcome], len(margins)) for outcome in bands(TABLES).outcomes}


FOUR = [sum(dice) for dice in product((-1, 0, 1), repeat=4)]


def test_the_chances_of_a_roll_are_exact_before_and_after_help() -> None:
    g = Game()
    declare(g, overcome())
    (help_offer,) = g.offers("bo", Help)
    assert g.table.odds("bo", help_offer) is None  # Nobody knows yet what it is rolled against.
    against(g, 4)
    before, after = chances(g, "bo", help_offer)
    assert before == counted([dice + 3 - 4 for dice in FOUR])
    assert after == counted([dice + 3 + 1 - 4 for dice in FOUR])


def test_the_chances_of_an_opposed_roll_count_both_sides_dice() -> None:
    g = Game(foes=("Veld",))
    declare(g, overcome(RETH, "quick"))
    resisted_by(g, "veld", "forceful")
    help_offer = next(offer for offer in g.offers("bo", Help))
    before, after = chances(g, "bo", help_offer)
    assert before == counted([mine + 2 - yours - 3 for mine in FOUR for yours in FOUR])
    assert after == counted([mine + 3 - yours - 3 for mine in FOUR for yours in FOUR])
    assert chances(g, "gm", invoke_offer(g, "gm", "hinder"))[1] == counted(
        [mine + 0 - yours - 3 for mine in FOUR for yours in FOUR]
    )


def test_after_the_dice_an_invocation_is_certain_and_a_reroll_is_not() -> None:
    g = Game(foes=("Veld",))
    declare(g, overcome(RETH, "quick"))
    resisted_by(g, "veld", "forceful")
    g.throw("ana", "0000", "0000")
    before, after = chances(g, "ana", invoke_offer(g, "ana", "bonus"))
    assert before == counted([-1])
    assert after == counted([1])
    assert chances(g, "ana", invoke_offer(g, "ana", "reroll"))[1] == counted([dice + 2 - 3 for dice in FOUR])
    assert chances(g, "gm", invoke_offer(g, "gm", "hinder"))[1] == counted([-3])


def test_the_chances_with_a_deck_know_which_cards_are_gone_and_that_no_card_is_drawn_twice() -> None:
    g = Game(foes=("Veld",), dice="deck")
    declare(g, overcome(RETH, "quick"))
    against(g, 2)
    g.throw("ana", "+4")
    g.everyone_passes()
    declare(g, overcome(RETH, "quick"))
    resisted_by(g, "veld", "forceful")
    for seat in g.roll.waiting:
        g.do(seat, Pass(g.roll.id))
    (throw,) = g.offers("ana", ThrowDice)
    before, after = chances(g, "ana", throw)
    left = sorted(FOUR)[:-1]
    pairs = [(i, j) for i in range(len(left)) for j in range(len(left)) if i != j]
    assert before == after == counted([left[i] + 2 - left[j] - 3 for i, j in pairs])


def test_offers_that_change_no_roll_and_rolls_of_many_have_no_chances() -> None:
    g = Game(foes=("Veld",))
    assert all(g.table.odds("gm", offer) is None for offer in g.offers("gm"))
    g.do("gm", StartContest("First to the lighthouse", (RETH, VELD)))
    g.do("ana", Contend(actor=RETH, trait="quick", description="runs"))
    g.do("gm", Contend(actor=VELD, trait="quick", description="runs"))
    (throw,) = g.offers("ana", ThrowDice)
    assert g.table.odds("ana", throw) is None


def test_an_effect_no_aspect_has_changes_no_chances() -> None:
    g = Game()
    declare(g, overcome())
    against(g, 2)
    g.throw("ana", "0000")
    roll = g.roll.id
    command = Invoke(roll=roll, effort=0, effect="miracle", aspect=AspectId(""), explanation="")
    assert g.table.odds("ana", Offer(command=command, label="", verb="invoke", changes=RollSide(roll, 0))) is None
    assert g.refused("ana", command) == "no-such-effect"
