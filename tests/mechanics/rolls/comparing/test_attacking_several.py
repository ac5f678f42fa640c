"""One attack on several: everybody answers, and each comparison has dice, an outcome and a hit of its own."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import msgspec
import pytest

from fatetable.engine.errors import Refusal
from fatetable.engine.prompts import Answer, open_of
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.harm.absorbing import HitToAbsorb
from fatetable.mechanics.rolls.comparing.attacking_several import AttackSeveral
from fatetable.mechanics.rolls.effort_rulings import SendBack
from fatetable.mechanics.rolls.offer_odds import OfferOdds
from fatetable.mechanics.rolls.opposition import DefenceToChoose
from fatetable.mechanics.rolls.resolution import StyleTrade
from fatetable.mechanics.rolls.stepping_in import Interpose
from fatetable.mechanics.rolls.throwing import ThrowDice
from fatetable.mechanics.scenes.lifecycle import EnterScene
from tests.mechanics.rolling_game import everybody_passes, the_roll, throw
from tests.mechanics.rolls.comparing.spraying import BOTH, SPRAY, answer, defended, only_speed, spraying
from tests.mechanics.rolls.comparing.tiers import tiered
from tests.mechanics.small_game import RETH, THUG, VOLT


def test_every_target_is_asked_and_the_dice_wait_for_all() -> None:
    g = spraying()
    assert {prompt.read(DefenceToChoose).actor for prompt in open_of(g.state, DefenceToChoose)} == set(BOTH)
    assert g.refused("gm", ThrowDice(the_roll(g).id))[0] == "no-opposition-yet"
    g = defended()
    assert [effort.actor for effort in the_roll(g).efforts] == [THUG, VOLT, RETH]
    assert [effort.id for effort in the_roll(g).efforts] == [f"{the_roll(g).id}.{place}" for place in range(3)]


def test_one_throw_meets_targets_of_two_tiers() -> None:
    """SF-TIER-13, SF-EXT-08: four Fate dice and two d6, of which each target sees as many as the attacker leads by."""
    g = defended("1 -1 0 1 6 2", "0000", "0000")
    roll = throw(g, "gm")
    # Against Volt (one tier below) the first Fate die gives way to the six; against Reth (two below) the first two.
    assert [SPRAY.values(g.state, roll, 0, each) for each in SPRAY.compare(g.state, roll)] == [
        (-1, 0, 1, 6),
        (0, 1, 6, 2),
    ]
    roll = everybody_passes(g)
    assert [(each.total, each.against, each.margin) for each in roll.comparisons] == [
        (1 + 6 - 2, 2, 3),
        (1 + 9 - 2, 3, 5),
    ]
    assert (roll.margin, roll.outcome, roll.has_more) == (3, "style", False)


def test_a_target_on_a_higher_tier_swaps_dice_of_its_own() -> None:
    g = defended("0000", "0000", "1 1 1 5", thug=0, volt=0, reth=1)
    roll = throw(g, "gm")
    assert [effort.throws[0].values for effort in roll.efforts] == [(0, 0, 0, 0), (0, 0, 0, 0), (1, 1, 1, 5)]


def test_three_targets_of_a_six_are_safe_with_a_three() -> None:
    """SF-EXT-08, SF-ROLL-01: the attack counts for three less, and a tie hits nobody."""
    g = tiered("+++0", "++00", "+000", "+++0", rules=SPRAY, may_spread=only_speed)
    foes = (THUG, *(g.add(name) for name in ("Brute", "Cook")))
    for foe in foes[1:]:
        g.do("gm", EnterScene(foe))
    g.do("ana", AttackSeveral(actor=RETH, targets=foes, trait="speed", description="she sweeps the room"))
    for prompt in open_of(g.state, DefenceToChoose):
        g.do("gm", answer(prompt))
    throw(g)
    assert [(each.total, each.against, each.outcome) for each in everybody_passes(g).comparisons] == [
        (3, 3, "tie"),
        (3, 2, "succeed"),
        (3, 4, "fail"),
    ]


def test_each_hit_is_taken_by_its_own_target() -> None:
    g = defended("+++0", "0000", "0000", thug=0, volt=0)  # 1 + 3 - 2 against 2 and 3
    throw(g, "gm")
    assert [(each.margin, each.outcome) for each in everybody_passes(g).comparisons] == [(0, "tie"), (-1, "fail")]
    g = defended("++++", "----", "---0", thug=0, volt=0)  # 3 against -2 and 0
    throw(g, "gm")
    everybody_passes(g)
    trades = open_of(g.state, StyleTrade)
    assert [trade.question for trade in trades] == [
        "Hit on Volt for 5. Deal 5, or 4 and a boost?",
        "Hit on Reth for 3. Deal 3, or 2 and a boost?",
    ]
    for trade in trades:
        g.do("gm", Answer(trade.id, "full", {}))
    hits = [prompt.read(HitToAbsorb) for prompt in open_of(g.state, HitToAbsorb)]
    assert [(hit.actor, hit.by, hit.shifts) for hit in hits] == [(VOLT, THUG, 5), (RETH, THUG, 3)]
    assert the_roll(g).stage == "settled"


def test_the_chances_of_every_comparison_are_told() -> None:
    g = defended()
    (offer,) = g.offers("gm", ThrowDice)
    found = OfferOdds(SPRAY).change_by(g.state, offer)
    assert found is not None
    for change, swapped, rating in zip((found, *found.others), (1, 2), (2, 3), strict=True):
        margins = Counter(
            1 - 2 + sum(fate) + sum(six) - rating - sum(other)
            for fate in product((-1, 0, 1), repeat=4 - swapped)
            for six in product(range(1, 7), repeat=swapped)
            for other in product((-1, 0, 1), repeat=4)
        )
        wins = sum(count for margin, count in margins.items() if margin >= 1)
        told = change.before["succeed"] + change.before["style"]
        assert told == Fraction(wins, margins.total())


def test_an_answer_that_was_sent_back_keeps_its_place() -> None:
    g = defended()
    g.do("gm", SendBack(the_roll(g).id, "how?", 1))
    (prompt,) = open_of(g.state, DefenceToChoose)
    g.do("bo", answer(prompt))
    assert [effort.actor for effort in the_roll(g).efforts] == [THUG, VOLT, RETH]


def test_nobody_steps_in_for_one_of_several() -> None:
    g = defended()
    g.do("gm", EnterScene(brute := g.add("Brute")))
    command = Interpose(roll=the_roll(g).id, actor=brute, trait="speed", description="leaps between")
    assert g.refused("gm", command) == (
        "cannot-interpose",
        "Nobody steps in where several are acted upon at once.",
    )


@pytest.mark.parametrize("targets", [(RETH,), (RETH, RETH), (RETH, THUG), ()])
def test_an_attack_on_several_names_several_others(targets: tuple[ActorId, ...]) -> None:
    g = tiered(rules=SPRAY, may_spread=only_speed)
    command = AttackSeveral(actor=THUG, targets=targets, trait="speed", description="he sweeps")
    assert g.refused("gm", command)[0] == "bad-target"


def test_the_rules_say_what_can_be_aimed_at_several() -> None:
    g = tiered(rules=SPRAY, may_spread=lambda *_: Refusal("one-target", "That hits one target only."))
    command = AttackSeveral(actor=THUG, targets=BOTH, trait="speed", description="he sweeps")
    assert g.refused("gm", command) == ("one-target", "That hits one target only.")
    g = tiered(rules=SPRAY, may_spread=only_speed)
    (offer,) = g.offers("gm", AttackSeveral)
    assert offer.matches(command)


def test_where_sides_answer_one_another_each_target_answers_in_turn() -> None:
    rules = msgspec.structs.replace(SPRAY, sides_take_turns=True)
    g = tiered("++++", "0000", "0000", rules=rules, may_spread=only_speed)
    g.do("gm", AttackSeveral(actor=THUG, targets=BOTH, trait="speed", description="he sweeps the room"))
    assert not g.is_asked(DefenceToChoose)
    throw(g, "gm")
    everybody_passes(g)
    for seat, actor in (("ana", RETH), ("bo", VOLT)):
        assert g.prompt(DefenceToChoose).read(DefenceToChoose).actor == actor
        g.answer(seat, DefenceToChoose, "defend", trait="speed", description="ducks")
        throw(g, seat)
        everybody_passes(g)
    assert [(each.other, each.margin) for each in the_roll(g).comparisons] == [(1, 0), (2, 1)]
