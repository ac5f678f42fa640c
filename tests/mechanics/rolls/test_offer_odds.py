"""The chances of a roll before and after what an offer would do, against a count of all throws there are."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import product

import msgspec

from fatetable.engine.chance import Die
from fatetable.engine.messages import Command
from fatetable.engine.offers import Offer
from fatetable.mechanics.dice.notation import DiceGroup
from fatetable.mechanics.encounters.contests import Contend, StartContest
from fatetable.mechanics.rolls.actions import Attack, Overcome
from fatetable.mechanics.rolls.check_rules import AmendmentRule, CheckRules
from fatetable.mechanics.rolls.helping import Help
from fatetable.mechanics.rolls.invocations import Invoke, Reroll
from fatetable.mechanics.rolls.offer_odds import Chances, OddsChange, OfferOdds
from fatetable.mechanics.rolls.opposition import DefenceToChoose
from fatetable.mechanics.rolls.throwing import Pass, ThrowDice
from fatetable.mechanics.scenes.lifecycle import EndScene
from tests.mechanics.rolling_game import (
    RULES,
    attack_reth,
    everybody_passes,
    overcome,
    rolling,
    situation,
    the_roll,
    throw,
)
from tests.mechanics.small_game import RETH, THUG, VOLT, SmallGame

THROWS = tuple(sum(dice) for dice in product((-1, 0, 1), repeat=4))
AGAIN = AmendmentRule(
    id="for-a-point", label="", who="self", stages=("thrown",), rethrows=True, keeps="best", needs_aspect=False
)
BEST = AmendmentRule(id="best", label="the better throw", who="self", stages=("thrown",), rethrows=True, keeps="best")


def counted(margins: Iterable[int]) -> Chances:
    """How often each outcome comes up among equally likely margins."""
    outcomes = [RULES.bands.outcome(margin) for margin in margins]
    return {outcome: Fraction(outcomes.count(outcome), len(outcomes)) for outcome in RULES.bands.outcomes}


def deck(*cards: int) -> DiceGroup:
    return DiceGroup((Die("deck", cards, cards),))


def certain(margin: int) -> Chances:
    return counted((margin,))


def previewed(g: SmallGame, offer: Offer, rules: CheckRules = RULES) -> OddsChange:
    found = OfferOdds(rules).change_by(g.state, offer)
    assert found is not None
    return found


def change_of(found: OddsChange) -> tuple[Chances, Chances]:
    return found.before, found.after


def offered(g: SmallGame, seat: str, kind: type[Command], fits: Callable[[Offer], bool] = lambda offer: True) -> Offer:
    (found,) = filter(fits, g.offers(seat, kind))
    return found


def invoking(g: SmallGame, seat: str, effect: str, effort: int = 0) -> Offer:
    return offered(
        g,
        seat,
        Invoke,
        lambda o: isinstance(o.command, Invoke) and (o.command.effect, o.command.effort) == (effect, effort),
    )


def running(*dice: str, rules: CheckRules = RULES) -> SmallGame:
    """Reth, who has speed 3, has thrown the dice, if there are any, against a difficulty of four."""
    g = rolling(*dice, rules=rules).scene()
    overcome(g, 4)
    if dice:
        throw(g)
    return g


def test_before_the_dice_every_throw_is_counted() -> None:
    g = running()
    preview = previewed(g, offered(g, "ana", ThrowDice))
    assert preview.before == preview.after == counted(3 + dice - 4 for dice in THROWS)
    assert sum(preview.before.values()) == 1


def test_help_adds_its_bonus() -> None:
    g = running()
    preview = previewed(g, offered(g, "bo", Help))
    assert change_of(preview) == (counted(3 + dice - 4 for dice in THROWS), counted(4 + dice - 4 for dice in THROWS))


def test_dice_that_are_down_leave_no_doubt() -> None:
    g = running("+000")
    assert change_of(previewed(g, invoking(g, "ana", "bonus"))) == (certain(0), certain(2))


def test_an_aspect_against_somebody_takes_away() -> None:
    g = running("+000")
    assert change_of(previewed(g, invoking(g, "gm", "against"))) == (certain(0), certain(-2))


def test_what_was_invoked_already_counts_before_too() -> None:
    g = running("+000")
    motto = g.card("Born to Run").id
    g.do("gm", Invoke(roll=the_roll(g).id, effort=0, effect="against", aspect=motto, explanation="too fast"))
    assert previewed(g, invoking(g, "ana", "again")).before == certain(-2)


def test_a_new_throw_may_be_worse() -> None:
    g = running("+000")
    assert change_of(previewed(g, invoking(g, "ana", "again"))) == (
        certain(0),
        counted(3 + dice - 4 for dice in THROWS),
    )


def test_where_the_better_throw_is_kept_it_is_never_worse() -> None:
    rules = msgspec.structs.replace(RULES, amendments=(BEST, AGAIN))
    g = running("+000", rules=rules)
    better = (certain(0), counted(3 + max(1, dice) - 4 for dice in THROWS))
    assert change_of(previewed(g, invoking(g, "ana", "best"), rules)) == better
    assert change_of(previewed(g, offered(g, "ana", Reroll), rules)) == better


def test_the_rules_say_what_a_card_adds() -> None:
    rules = msgspec.structs.replace(RULES, amount=lambda state, rule, card, effort: len(card.text))
    g = rolling("0000", rules=rules).scene()
    situation(g, "Deep Mud", free_for=RETH)
    overcome(g, 4)
    throw(g)
    free = offered(
        g, "ana", Invoke, lambda o: isinstance(o.command, Invoke) and bool(o.command.aspect) and "+2" in o.label
    )
    assert previewed(g, free, rules).after == certain(-1 + 8)


def test_an_offer_that_leaves_the_card_open_counts_the_plain_amount() -> None:
    rules = msgspec.structs.replace(RULES, amount=lambda state, rule, card, effort: len(card.text))
    g = running("0000", rules=rules)
    assert previewed(g, invoking(g, "ana", "bonus"), rules).after == certain(-1 + 2)


def test_both_sides_throw() -> None:
    g = rolling().scene()
    attack_reth(g)
    both = tuple(product(THROWS, repeat=2))
    preview = previewed(g, offered(g, "bo", Help))
    assert preview.before == counted(1 + acting - (3 + opposing) for acting, opposing in both)
    assert preview.after == counted(1 + acting - (4 + opposing) for acting, opposing in both)


def test_with_a_deck_the_second_side_draws_what_the_first_leaves() -> None:
    cards = (-1, 0, 1)
    rules = msgspec.structs.replace(
        RULES,
        pool=lambda state, roll, index, comparison: (deck(*cards),),
        pool_after=lambda state, number: (deck(*(card for card in cards if card != number)),),
    )
    g = rolling(rules=rules).scene()
    attack_reth(g)
    pairs = [(acting, opposing) for acting, opposing in product(cards, repeat=2) if acting != opposing]
    preview = previewed(g, offered(g, "gm", ThrowDice), rules)
    assert preview.before == counted(1 + acting - (3 + opposing) for acting, opposing in pairs)


def test_each_side_throws_again_for_itself() -> None:
    g = rolling("++00", "0000").scene()
    attack_reth(g)
    throw(g, "gm")
    defends = previewed(g, invoking(g, "ana", "again", 1))
    assert change_of(defends) == (certain(1 + 2 - 3), counted(1 + 2 - (3 + dice) for dice in THROWS))
    attacks = previewed(g, invoking(g, "gm", "again", 0))
    assert attacks.after == counted(1 + dice - 3 for dice in THROWS)


def test_where_sides_answer_one_another_only_the_second_is_in_doubt() -> None:
    rules = msgspec.structs.replace(RULES, sides_take_turns=True)
    g = rolling("++00", rules=rules).scene()
    g.do("gm", Attack(actor=THUG, target=RETH, trait="speed", description="he charges"))
    throw(g, "gm")
    everybody_passes(g)
    g.answer("ana", DefenceToChoose, "defend", trait="speed", description="she runs")
    preview = previewed(g, offered(g, "ana", ThrowDice), rules)
    assert preview.before == counted(1 + 2 - (3 + dice) for dice in THROWS)


def test_an_aspect_against_the_defence_helps_the_attack() -> None:
    g = rolling("++00", "0000").scene()
    attack_reth(g)
    throw(g, "gm")
    assert change_of(previewed(g, invoking(g, "gm", "against", 1))) == (certain(0), certain(2))


def test_without_anything_to_compare_there_are_no_chances() -> None:
    odds = OfferOdds(RULES)
    g = rolling().scene()
    g.do("ana", Overcome(actor=RETH, trait="speed", description="she runs"))
    assert odds.change_by(g.state, offered(g, "bo", Help)) is None
    (elsewhere,) = rolling().scene().offers("gm", EndScene)
    assert odds.change_by(g.state, elsewhere) is None


def test_a_contest_has_no_chances_of_one_side() -> None:
    g = rolling().scene()
    g.do("gm", StartContest("the flag", (RETH, VOLT)))
    g.do("ana", Contend(actor=RETH, trait="speed", description="runs"))
    g.do("bo", Contend(actor=VOLT, trait="speed", description="runs"))
    assert OfferOdds(RULES).change_by(g.state, offered(g, "ana", ThrowDice)) is None


def test_an_effect_that_is_not_in_the_rules_has_no_chances() -> None:
    g = running("0000")
    without = msgspec.structs.replace(RULES, amendments=())
    assert OfferOdds(without).change_by(g.state, invoking(g, "ana", "bonus")) is None


def test_an_offer_that_names_no_roll_changes_none() -> None:
    g = running("0000")
    assert OfferOdds(RULES).change_by(g.state, offered(g, "ana", Pass)) is None


def test_where_nobody_is_compared_with_anybody_there_are_no_chances() -> None:
    g = running()
    nobody = msgspec.structs.replace(RULES, compare=lambda *_: ())
    assert OfferOdds(nobody).change_by(g.state, offered(g, "ana", ThrowDice)) is None
