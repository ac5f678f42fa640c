"""Attacks out of hiding: a last look, and what surprise does to a defence."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.mechanics.rolls.actions import Attack
from fatetable.mechanics.rolls.comparing.attacking_several import AttackSeveral
from fatetable.mechanics.rolls.state import ROLLS, Roll, open_rolls
from fatetable.mechanics.rolls.throwing import Pass, ThrowDice
from fatetable.rulesets.strange.combat.ambush import AMBUSHES, LAST_LOOK
from fatetable.rulesets.strange.tests.support.playing import CORA, FOE, MAUD, Game, held, skill
from fatetable.rulesets.strange.tests.support.trappings import answers, done, undertake, with_trapping


def hidden(row: str = "hide", tier: int = 0, *, foe: tuple[Any, ...] | None = None, dice: str = "0000") -> Game:
    """Maud (+3) hides from her foe (Alertness +2), and hits hard."""
    hiding = with_trapping(3, tier, "hide", "skulk", name="Shadows")
    g = Game(
        maud=(
            hiding,
            skill("Blade", 2, 2, held("strike")),
            skill("Fisticuffs", 3),
            skill("Bolts", 3, 0, held("shoot", "", "spray")),
        ),
        foe=foe if foe is not None else (skill("Alertness", 2), skill("Fisticuffs", 2)),
    )
    undertake(g, row, trait="shadows")
    done(g, dice)
    g.start_conflict("physical", first="Maud")
    return g


def strike(g: Game) -> None:
    g.do("ana", Attack(actor=MAUD, target=FOE, trait="fisticuffs/strike", description="jumps out"))


def look(g: Game) -> Roll:
    (found,) = [roll for roll in open_rolls(g.table.state) if roll.declaration.mode == LAST_LOOK]
    return found


def attack(g: Game) -> Roll:
    (found,) = [roll for roll in open_rolls(g.table.state) if roll.declaration.action == "attack"]
    return found


def falls(g: Game, *dice: str) -> tuple[int, str]:
    """The dice of the attack, to which nobody adds anything: the margin and the outcome."""
    roll = attack(g)
    g.throw("ana", *dice)
    g.everyone_passes()
    settled = g.table.state.get(ROLLS)[roll.id]
    return settled.margin or 0, settled.outcome


def looks(g: Game, dice: str, seat: str = "gm") -> None:
    """The last look, to which nobody adds anything."""
    roll = look(g)
    for waiting in roll.waiting:
        g.do(waiting, Pass(roll.id))
    g.do(seat, ThrowDice(roll.id), dice)
    for waiting in look(g).waiting if any(each.id == roll.id for each in open_rolls(g.table.state)) else ():
        g.do(waiting, Pass(roll.id))


@pytest.mark.rule("SF-NOTICE-02", "SF-TIER-12")
@pytest.mark.parametrize("row", ["hide", "skulk"])
@pytest.mark.parametrize("tier", [0, 1])
def test_an_attack_out_of_hiding_is_preceded_by_a_look_against_it(row: str, tier: int) -> None:
    g = hidden(row, tier, dice="+000")
    strike(g)
    roll = look(g)
    assert (roll.actor, roll.difficulty, roll.scale, roll.takes_action) == (FOE, 4, tier, False)
    assert roll.efforts[0].trait == "alertness"
    assert g.prompt("defend") is None, "nobody defends yet"


@pytest.mark.rule("SF-NOTICE-02")
@pytest.mark.parametrize(("dice", "is_warned"), [("0000", False), ("+000", True), ("++00", True), ("----", False)])
def test_equalling_who_hides_is_a_warning_and_less_is_none(dice: str, is_warned: bool) -> None:
    g = hidden()
    strike(g)
    looks(g, dice)
    assert (g.prompt("defend") is not None) == is_warned


@pytest.mark.rule("SF-NOTICE-02")
def test_who_is_warned_defends_at_minus_two_against_this_attack_alone() -> None:
    g = hidden()
    strike(g)
    looks(g, "++++")
    g.answer("gm", "defend", "defend", trait="fisticuffs/parry", description="whirls around")
    assert attack(g).efforts[1].fixed == 2 - 2
    assert falls(g, "0000", "+++0") == (0, "tie")
    assert not g.table.state.get(AMBUSHES)
    g.come_to("maud")
    strike(g)
    g.answer("gm", "defend", "defend", trait="fisticuffs/parry", description="is ready")
    assert attack(g).efforts[1].fixed == 2


@pytest.mark.rule("SF-NOTICE-02")
@pytest.mark.parametrize(
    ("dice", "margin", "outcome"), [("0000", 3, "style"), ("--00", 1, "succeed"), ("---0", 0, "tie")]
)
def test_who_is_surprised_has_a_defence_of_nothing_without_dice(dice: str, margin: int, outcome: str) -> None:
    g = hidden()
    strike(g)
    looks(g, "0000")
    assert attack(g).efforts[1].modifiers[0].label == "surprise"
    surprised = attack(g).efforts[1]
    assert (surprised.fixed, surprised.scale) == (0, 0)
    assert falls(g, dice, "") == (margin, outcome)


@pytest.mark.rule("SF-NOTICE-02", "SF-TIER-03")
def test_the_defence_is_mundane_so_that_a_higher_tier_swaps_dice() -> None:
    body = skill("Claws", 2, 2, held("strike", ""), held("parry", ""))
    g = hidden(foe=(body,))
    g.do("ana", Attack(actor=MAUD, target=FOE, trait="fisticuffs/strike", description="jumps out"))
    looks(g, "----")
    assert attack(g).efforts[1].scale == 0, "whatever they would have defended with"
    assert falls(g, "0000", "") == (3, "style")
    g = hidden(foe=(body,), tier=2)
    g.do("ana", Attack(actor=MAUD, target=FOE, trait="blade/strike", description="jumps out"))
    looks(g, "00 1 1")
    assert falls(g, "00 6 6", "") == (2 + 12, "style"), "two tiers above a Mundane defence"


@pytest.mark.rule("SF-NOTICE-02", "SF-WEAP-02")
def test_boxes_and_armour_work_as_usual() -> None:
    hide = skill("Hide of Stone", 3, 1, held("stress-capacity", "physical"))
    g = hidden(foe=(hide,))
    strike(g)
    looks(g, "----")
    assert falls(g, "-000", "") == (2, "succeed")
    prompt = g.prompt("absorb")
    assert prompt is not None
    g.answer("gm", "absorb", prompt.options[0].id)
    assert g.condition("foe").tracks["health"] == (True, False, False, False), "one of two is taken off"


@pytest.mark.rule("SF-NOTICE-03")
@pytest.mark.parametrize("tier", range(5))
@pytest.mark.parametrize("has_benefit", [True, False])
def test_keen_senses_are_never_surprised_and_need_no_last_look(tier: int, has_benefit: bool) -> None:
    more: dict[str, Any] = {} if has_benefit or not tier else {"benefits": ("leap",)}
    senses = with_trapping(1 if not has_benefit else 2, tier, "notice", "leap", name="Senses", **more)
    g = hidden(foe=(senses, skill("Fisticuffs", 2)))
    strike(g)
    is_keen = tier >= 1 and has_benefit
    assert (g.prompt("defend") is not None) == is_keen
    if is_keen:
        g.answer("gm", "defend", "defend", trait="fisticuffs/parry", description="is ready")
        assert attack(g).efforts[1].fixed == 2
    else:
        assert look(g).actor == FOE


@pytest.mark.rule("SF-NOTICE-02")
def test_who_does_not_hide_or_was_found_surprises_nobody() -> None:
    g = Game(maud=(skill("Fisticuffs", 3),))
    g.start_conflict("physical", first="Maud")
    strike(g)
    assert "athletics/dodge" in answers(g)
    g = hidden()
    g.come_to("cora")
    seen = undertake(g, "seek", by="cora", trait="alertness/notice", to="maud")
    assert seen.difficulty == 3
    done(g, "+++0", by="cora")
    g.come_to("maud")
    strike(g)
    assert g.prompt("defend") is not None


@pytest.mark.rule("SF-NOTICE-02")
def test_a_player_takes_the_last_look_of_their_own_character() -> None:
    foe = (with_trapping(2, 0, "hide", name="Shadows"), skill("Fisticuffs", 3))
    g = Game(maud=(skill("Alertness", 3), skill("Athletics", 2)), foe=foe)
    undertake(g, "hide", by="foe", trait="shadows")
    done(g, by="foe")
    g.start_conflict("physical", first="Foe")
    g.do("gm", Attack(actor=FOE, target=MAUD, trait="fisticuffs/strike", description="jumps out"))
    looks(g, "0000", seat="ana")
    g.answer("ana", "defend", "defend", trait="athletics/dodge", description="whirls around")
    assert attack(g).efforts[1].fixed == 2 - 2


@pytest.mark.rule("SF-NOTICE-02", "SF-NOTICE-03")
def test_of_several_targets_each_looks_for_themselves() -> None:
    senses = with_trapping(2, 1, "notice", name="Senses")
    hiding = with_trapping(3, 0, "hide", name="Shadows")
    g = Game(
        maud=(senses, skill("Fisticuffs", 2)),
        cora=(skill("Alertness", 2),),
        foe=(hiding, skill("Bolts", 3, 0, held("shoot", "", "spray"))),
    )
    undertake(g, "hide", by="foe", trait="shadows")
    done(g, by="foe")
    g.start_conflict("physical", first="Foe")
    both = AttackSeveral(actor=FOE, targets=(MAUD, CORA), trait="bolts/shoot", description="fires out of the dark")
    g.do("gm", both)
    assert [prompt.seats for prompt in g.prompts() if prompt.kind == "defend"] == [("ana",)]
    assert look(g).actor == CORA
    looks(g, "----", seat="bo")
    assert [(e.actor, e.fixed) for e in attack(g).efforts[1:]] == [(CORA, 0)]
    g.answer("ana", "defend", "defend", trait="athletics/dodge", description="ducks")
    assert attack(g).has_opposition
