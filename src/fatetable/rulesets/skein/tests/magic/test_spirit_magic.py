"""Spirit Magic in play: blessings, curses, attacks on the mind, and what lifts them."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.mechanics.aspects.cards import CHARACTER
from fatetable.mechanics.encounters.conflicts import EndConflict
from fatetable.mechanics.rolls.effort_rulings import SendBack
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.mechanics.rolls.state import RollSettled
from fatetable.mechanics.scenes.lifecycle import EndScene, LeaveScene
from fatetable.mechanics.time.passing import PassTime
from fatetable.rulesets.skein.magic.dispelling import UndoMagic
from fatetable.rulesets.skein.magic.enchantments import ENCHANTMENTS
from fatetable.rulesets.skein.magic.spirit_magic import Bless, LayCurse
from fatetable.rulesets.skein.tests.support.magicians import come_to, magician
from fatetable.rulesets.skein.tests.support.playing import Game
from fatetable.testing.events import first

GUARD = "gate-guard"


def game(*powers: str, **more: Any) -> Game:
    """Ana plays Edda, who speaks with spirits at 5; the Storyteller runs a guard without any Willpower."""
    return Game(heroes=(magician("spirit-magic", *powers), "Mother Hesk"), foes=("Gate Guard",), **more)


def bless(g: Game, target: str, dice: str) -> None:
    g.do("ana", Bless(actor="edda", target=target, words="Sure Hands", description="sings"))  # type: ignore[arg-type]
    g.throw("ana", dice)


def curse(g: Game, dice: str, resisting: str, trait: str = "willpower", target: str = GUARD) -> None:
    command = LayCurse(actor="edda", target=target, words="Two Left Feet", description="spits")  # type: ignore[arg-type]
    g.do("ana", command)
    g.throw("ana", dice)
    g.defend("gm" if target == GUARD else "bo", trait, resisting)


@pytest.mark.rule("SK-SPIRIT-01")
@pytest.mark.rule("SK-SPIRIT-03")
@pytest.mark.rule("SK-SKILL-42")
def test_a_blessing_meets_two_and_is_used_once_for_free_by_whoever_is_blessed() -> None:
    g = game()
    command = Bless(actor="edda", target="mother-hesk", words="Sure Hands", description="sings")  # type: ignore[arg-type]
    g.do("ana", command)
    settled = first(g.throw("ana", "----"), RollSettled)
    assert (settled.total, settled.against) == (1, 2)
    assert not g.has_card("Sure Hands")

    bless(g, "mother-hesk", "---0")
    assert g.card("Sure Hands").bearer == "mother-hesk"
    assert [free.holder for free in g.card("Sure Hands").free] == ["mother-hesk"]


@pytest.mark.rule("SK-SPIRIT-01")
def test_a_magician_may_bless_themselves_but_nobody_who_is_not_there() -> None:
    g = game()
    bless(g, "edda", "0000")
    assert g.card("Sure Hands").bearer == "edda"
    g.do("gm", LeaveScene("mother-hesk"))  # type: ignore[arg-type]
    absent = Bless(actor="edda", target="mother-hesk", words="Luck", description="sings")  # type: ignore[arg-type]
    assert g.refused("ana", absent) == "bad-target"
    offer = g.offers("ana", Bless)[0]
    assert [choice.value for choice in offer.holes[0].options] == ["edda", GUARD]  # type: ignore[union-attr]


@pytest.mark.rule("SK-SPIRIT-02")
def test_a_curse_is_resisted_with_one_of_three_skills_and_takes_hold_on_a_tie() -> None:
    g = game(long_term_curses=False)
    g.do("ana", LayCurse(actor="edda", target=GUARD, words="Two Left Feet", description="spits"))  # type: ignore[arg-type]
    g.throw("ana", "----")
    prompt = g.prompt("defend")
    assert prompt is not None
    hole = prompt.options[0].holes[0]
    assert {choice.value for choice in hole.options} == {"willpower"}  # type: ignore[union-attr]
    g.defend("gm", "willpower", "++00")
    assert not g.has_card("Two Left Feet")
    curse(g, "----", "+000")
    assert g.has_card("Two Left Feet")


@pytest.mark.rule("SK-SPIRIT-02", "SK-SPIRIT-04", "SK-FAITH-02")
@pytest.mark.parametrize("path", ["faith", "spirit-magic"])
@pytest.mark.parametrize("means", ["curse", "attack"])
def test_faith_and_spirit_magic_resist_a_curse_and_an_attack_of_spirits_too(path: str, means: str) -> None:
    victim = magician(path, name="Ansel")
    g = Game(heroes=(magician("spirit-magic"), victim))
    if means == "curse":
        g.do("ana", LayCurse(actor="edda", target="ansel", words="Doubt", description="spits"))  # type: ignore[arg-type]
        g.throw("ana", "0000")
    else:
        g.start_combat(second_side=("ansel",))
        come_to(g, "edda")
        g.attack("ana", "edda", "ansel", "spirit-magic@spirits", "0000")
    prompt = g.prompt("defend")
    assert prompt is not None
    hole = prompt.options[0].holes[0]
    assert {choice.value for choice in hole.options} == {"willpower", path}  # type: ignore[union-attr]
    g.defend("bo", path, "+000")
    assert (g.last_roll.efforts[1].total, g.last_roll.margin) == (6, -1)
    assert not g.has_card("Doubt")
    assert not g.prompts()


@pytest.mark.rule("SK-SPIRIT-03")
def test_a_curse_lasts_for_the_scene_and_its_free_use_is_for_the_enemies_of_its_victim() -> None:
    g = game(long_term_curses=False)
    curse(g, "0000", "0000")
    card = g.card("Two Left Feet")
    assert (card.bearer, [free.holder for free in card.free]) == (GUARD, ["edda"])
    g.do("gm", EndScene((card.id,)))
    assert not g.has_card("Two Left Feet")
    assert not g.table.state.get(ENCHANTMENTS)


@pytest.mark.rule("SK-SPIRIT-05")
def test_a_point_makes_a_curse_that_took_hold_last_a_week() -> None:
    g = game()
    before = g.points("edda")
    curse(g, "0000", "0000")
    assert not g.has_card("Two Left Feet")
    g.answer("ana", "lasting-curse", "lasting")
    assert g.points("edda") == before - 1
    assert len(g.card("Two Left Feet").free) == 1
    g.do("gm", EndScene())
    assert g.card("Two Left Feet").kind == CHARACTER
    g.do("gm", PassTime("A few days"))
    assert g.has_card("Two Left Feet")
    g.do("gm", PassTime("A week"))
    assert not g.has_card("Two Left Feet")


@pytest.mark.rule("SK-SPIRIT-05")
def test_where_curses_never_last_nobody_is_asked_for_a_point() -> None:
    g = game(long_term_curses=False)
    curse(g, "0000", "0000")
    assert g.prompt("lasting-curse") is None
    assert g.has_card("Two Left Feet")


@pytest.mark.rule("SK-SPIRIT-05")
@pytest.mark.rule("SK-FAITH-02")
def test_faith_or_spirit_magic_lifts_a_curse_by_reaching_what_its_maker_rolled() -> None:
    g = Game(heroes=(magician("spirit-magic"), magician("faith", name="Ansel")), foes=("Gate Guard",))
    curse(g, "+000", "0000")
    g.answer("ana", "lasting-curse", "lasting")
    (laid,) = g.table.state.get(ENCHANTMENTS).values()
    assert laid.result == 6
    undo = UndoMagic(actor="ansel", enchantment=laid.id, trait="faith", description="prays")  # type: ignore[arg-type]
    g.do("bo", undo)
    g.throw("bo", "0000")
    assert g.has_card("Two Left Feet")
    g.do("bo", undo)
    g.throw("bo", "+000")
    assert not g.has_card("Two Left Feet")

    curse(g, "0000", "0000")
    g.answer("ana", "lasting-curse", "lasting")
    (laid,) = g.table.state.get(ENCHANTMENTS).values()
    own = UndoMagic(actor="edda", enchantment=laid.id, trait="spirit-magic", description="relents")  # type: ignore[arg-type]
    g.do("ana", own)
    g.throw("ana", "0000")
    assert not g.has_card("Two Left Feet")


@pytest.mark.rule("SK-SPIRIT-04")
def test_spirits_attack_the_mind_past_any_armour_and_are_met_as_a_curse() -> None:
    g = game()
    g.start_combat()
    assert g.scores(GUARD)["composure"] == 3
    g.attack("ana", "edda", GUARD, "spirit-magic@spirits", "0000")
    prompt = g.prompt("defend")
    assert prompt is not None
    assert {choice.value for choice in prompt.options[0].holes[0].options} == {"willpower"}  # type: ignore[union-attr]
    g.defend("gm", "willpower", "++++")
    prompt = g.prompt("harm")
    assert prompt is not None
    assert (prompt.about["damage"], prompt.about["score"]) == (g.roll.margin, "composure")


@pytest.mark.rule("SK-SPIRIT-04")
def test_a_consequence_of_such_an_attack_is_a_curse_that_magic_cures() -> None:
    g = Game(heroes=(magician("spirit-magic"), magician("faith", name="Ansel")), foes=("Osric the Reeve",))
    g.start_combat()
    come_to(g, "edda")
    g.attack("ana", "edda", "osric-the-reeve", "spirit-magic@spirits", "++00")
    g.defend("gm", "willpower", "0000")
    g.answer("gm", "harm", "mild", words="Haunted")
    card = g.card("Haunted")
    assert [free.holder for free in card.free] == ["edda"]
    (laid,) = g.table.state.get(ENCHANTMENTS).values()
    assert (laid.aspect, laid.result) == (card.id, 7)
    assert "mild" in g.condition("osric-the-reeve").marks
    come_to(g)
    g.do("gm", EndConflict())
    undo = UndoMagic(actor="ansel", enchantment=laid.id, trait="faith", description="prays")  # type: ignore[arg-type]
    g.do("bo", undo)
    g.throw("bo", "++00")
    assert not g.has_card("Haunted")
    assert not g.condition("osric-the-reeve").marks


@pytest.mark.rule("SK-SKILL-42")
def test_whoever_lacks_the_skill_can_neither_bless_nor_curse() -> None:
    g = game()
    stolen = Bless(actor="mother-hesk", target="edda", words="Luck", description="sings")  # type: ignore[arg-type]
    assert g.refused("bo", stolen) == "no-such-magic-known"
    assert not g.offers("bo", Bless)


def test_a_blessing_that_is_sent_back_costs_nothing_and_leaves_nothing() -> None:
    g = game()
    g.do("ana", Bless(actor="edda", target="edda", words="Luck", description="sings"))  # type: ignore[arg-type]
    g.do("gm", SendBack(g.roll.id, "Not with a full mouth"))
    assert not g.has_card("Luck")
    assert not g.table.state.slices.get("workings")


def test_the_free_use_of_a_blessing_goes_on_a_roll_of_the_blessed() -> None:
    g = game()
    bless(g, "edda", "-000")
    g.do("ana", Bless(actor="edda", target="mother-hesk", words="Luck", description="sings"))  # type: ignore[arg-type]
    card = g.card("Sure Hands")
    invoke = Invoke(
        roll=g.roll.id,
        effort=0,
        effect="bonus",
        aspect=card.id,
        explanation="steady",
        payment=card.free[0].id,
        party="edda",  # type: ignore[arg-type]
    )
    g.do("ana", invoke)
    assert first(g.throw("ana", "0000"), RollSettled).total == 7
