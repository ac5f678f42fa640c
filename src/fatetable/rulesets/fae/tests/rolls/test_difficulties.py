"""What the game master sets and rules: difficulties, what an approach changes about them, and the last word."""

from __future__ import annotations

import pytest

from fatetable.engine.offers import NumberHole
from fatetable.engine.opening import Rewind
from fatetable.mechanics.rolls.state import (
    ROLLS,
    RollSettled,
)
from fatetable.mechanics.rolls.throwing import CorrectTotal, Pass
from fatetable.rulesets.fae.tests.support.moves import (
    against,
    declare,
    overcome,
    settle,
)
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.testing.events import first

# -- difficulties ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-GM-08")
def test_the_game_master_is_asked_for_a_difficulty_and_given_the_books_three() -> None:
    g = Game()
    declare(g, overcome())
    prompt = g.prompt("opposition")
    assert prompt is not None
    assert [option.id for option in prompt.options] == ["difficulty", "defend", "no-roll", "send-back"]
    option = prompt.option("difficulty")
    assert option is not None
    (number,) = option.holes
    assert isinstance(number, NumberHole)
    suggested = [(choice.value, choice.label.partition(":")[0]) for choice in number.suggestions]
    assert suggested == [("0", "Mediocre (+0)"), ("2", "Fair (+2)"), ("4", "Great (+4)")]
    assert (number.low, number.high) == (-2, 20)  # As high as makes sense, if it is impossible.


@pytest.mark.rule("FAE-GM-08")
@pytest.mark.parametrize("difficulty", [0, 2, 4, 11])
def test_the_difficulty_named_is_the_number_to_beat(difficulty: int) -> None:
    g = Game()
    declare(g, overcome())
    against(g, difficulty)
    g.throw("ana", "0000")
    assert first(g.everyone_passes(), RollSettled).against == difficulty


@pytest.mark.rule("FAE-GM-08")
def test_a_difficulty_is_the_game_masters_to_name() -> None:
    g = Game()
    declare(g, overcome())
    prompt = g.prompt("opposition")
    assert prompt is not None
    answer = next(offer for offer in g.offers("gm") if offer.group == "answer").fill(value=2)
    assert g.refused("ana", answer) == "not-asked"
    too_high = next(offer for offer in g.offers("gm") if offer.group == "answer").fill(value=21)
    assert g.refused("gm", too_high) == "bad-answer"


@pytest.mark.rule("FAE-GM-10")
@pytest.mark.parametrize("shift", [-2, -1, 0, 1, 2])
def test_a_target_number_moves_by_up_to_two_for_the_approach_if_the_table_plays_so(shift: int) -> None:
    g = Game(approach_targets=True)
    declare(g, overcome())
    against(g, 3, shift=shift)
    assert g.roll.difficulty == 3 + shift


@pytest.mark.rule("FAE-GM-10")
@pytest.mark.parametrize("shift", [-3, 3])
def test_a_target_number_moves_by_two_at_most(shift: int) -> None:
    g = Game(approach_targets=True)
    declare(g, overcome())
    prompt = g.prompt("opposition")
    assert prompt is not None
    offer = next(offer for offer in g.offers("gm") if offer.group == "answer")
    assert g.refused("gm", offer.fill(value=3, shift=shift)) == "bad-answer"
    assert g.refused("gm", offer.fill(value=3)) == "bad-answer"  # A fitting, a poor or neither: it is settled now.


@pytest.mark.rule("FAE-GM-10")
def test_target_numbers_do_not_move_by_default_and_rolled_ones_never() -> None:
    g = Game(foes=("Veld",))
    declare(g, overcome())
    prompt = g.prompt("opposition")
    assert prompt is not None
    option = prompt.option("difficulty")
    assert option is not None
    assert [hole.key for hole in option.holes] == ["value"]
    with_shift = Game(foes=("Veld",), approach_targets=True)
    declare(with_shift, overcome())
    prompt = with_shift.prompt("opposition")
    assert prompt is not None
    assert {option.id: [hole.key for hole in option.holes] for option in prompt.options} == {
        "difficulty": ["value", "shift"],
        "defend": ["defender"],
        "no-roll": [],
        "send-back": ["reason"],
    }


# -- the game master has the last word -------------------------------------------------------------------------------


@pytest.mark.rule("FAE-GM-02")
def test_the_game_master_corrects_a_total_with_a_reason_everybody_reads() -> None:
    g = Game()
    declare(g, overcome())
    against(g, 2)
    g.throw("ana", "0000")
    assert g.refused("ana", CorrectTotal(g.roll.id, 0, 5, "please")) == "gm-only"
    assert g.refused("gm", CorrectTotal(g.roll.id, 0, 5, "")) == "no-reason"
    assert g.refused("gm", CorrectTotal(g.roll.id, 1, 5, "why not")) == "no-such-effort"
    assert g.refused("gm", CorrectTotal(g.roll.id, 0, 21, "why not")) == "bad-number"
    offer = next(offer for offer in g.offers("gm", CorrectTotal))
    assert offer.cites == ("FAE-GM-02",)
    g.do("bo", Pass(g.roll.id))
    g.do("gm", offer.fill(amount=-2, reason="It is dark"))
    ruling = g.roll.efforts[0].modifiers[-1]
    assert (ruling.source, ruling.label, ruling.amount) == ("ruling", "It is dark", -2)
    assert "bo" in g.roll.waiting  # The roll stands differently now.
    settled = first(g.everyone_passes(), RollSettled)
    assert (settled.total, settled.outcome) == (1, "fail")
    assert g.refused("gm", CorrectTotal(g.roll.id, 0, 1, "too late")) == "already-read"


@pytest.mark.rule("FAE-GM-02")
def test_the_game_master_rules_on_a_total_before_the_dice_as_well() -> None:
    g = Game()
    declare(g, overcome())
    g.do("gm", CorrectTotal(g.roll.id, 0, 1, "A good idea"))
    against(g, 4)
    assert g.roll.stage == "declared"
    assert first(settle(g, 0), RollSettled).total == 4


@pytest.mark.rule("FAE-GM-02")
def test_the_game_master_takes_back_what_was_played_and_the_record_keeps_it() -> None:
    g = Game()
    before, length = g.table.state.seq, len(g.table.records)
    declare(g, overcome())
    against(g, 2)
    g.throw("ana", "----")
    assert g.refused("ana", Rewind(before)) == "gm-only"
    g.do("gm", Rewind(before))
    assert g.prompts() == ()
    assert g.table.state.get(ROLLS) == {}
    assert len(g.table.records) > length
    declare(g, overcome())
