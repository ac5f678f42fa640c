"""Wards, curse barriers and the last curse of the dying."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.mechanics.encounters.conflicts import EndConflict
from fatetable.mechanics.rolls.actions import Overcome
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.mechanics.rolls.state import RollSettled
from fatetable.mechanics.scenes.lifecycle import EndScene, LeaveScene
from fatetable.mechanics.time.passing import PassTime
from fatetable.mechanics.time.time_taken import TIME_TAKEN
from fatetable.rulesets.skein.magic.dispelling import UndoMagic
from fatetable.rulesets.skein.magic.enchantments import ENCHANTMENTS, WARD, upon
from fatetable.rulesets.skein.magic.wards import (
    CrossBarrier,
    LayWard,
    RaiseBarrier,
    TakeDownBarrier,
    TamperWithBarrier,
)
from fatetable.rulesets.skein.tests.support.magicians import come_to, magician
from fatetable.rulesets.skein.tests.support.playing import Game
from fatetable.testing.events import first

GUARD = "gate-guard"
SPEAR = "melee-combat@Small Spear"


def warded(dice: str) -> Game:
    """Mother Hesk is warded by Edda and the guard is about to attack."""
    g = Game(heroes=(magician("spirit-magic", "ward"), "Mother Hesk"), foes=("Gate Guard",))
    g.do("ana", LayWard(actor="edda", target="mother-hesk", description="draws a circle"))  # type: ignore[arg-type]
    g.throw("ana", dice)
    g.start_combat()
    come_to(g, GUARD)
    return g


@pytest.mark.rule("SK-STUNT-28")
def test_an_attack_that_does_not_exceed_the_ward_fails_without_any_defence() -> None:
    g = warded("-000")
    ward = upon(g.table.state, "mother-hesk", WARD)  # type: ignore[arg-type]
    assert ward is not None
    assert ward.result == 4
    events = g.attack("gm", GUARD, "mother-hesk", SPEAR, "+000")
    assert first(events, RollSettled).outcome == "fail"
    assert g.prompt("defend") is None
    assert upon(g.table.state, "mother-hesk", WARD) is not None  # type: ignore[arg-type]


@pytest.mark.rule("SK-STUNT-28")
def test_an_attack_that_exceeds_the_ward_breaks_it_and_meets_the_better_of_ward_and_defence() -> None:
    g = warded("-000")
    g.attack("gm", GUARD, "mother-hesk", SPEAR, "++00")
    assert upon(g.table.state, "mother-hesk", WARD) is None  # type: ignore[arg-type]
    settled = first(g.defend("bo", "agility", "0000"), RollSettled)
    assert (settled.total, settled.against) == (5, 4)

    g = warded("-000")
    g.attack("gm", GUARD, "mother-hesk", SPEAR, "+++0")
    settled = first(g.defend("bo", "agility", "++++"), RollSettled)
    assert (settled.total, settled.against) == (6, 5)


@pytest.mark.rule("SK-STUNT-28")
def test_a_ward_costs_a_point_protects_another_and_ends_with_the_scene() -> None:
    g = Game(heroes=(magician("spirit-magic", "ward"), "Mother Hesk"))
    before = g.points("edda")
    assert g.refused("ana", LayWard(actor="edda", target="edda", description="draws")) == "bad-target"  # type: ignore[arg-type]
    g.do("ana", LayWard(actor="edda", target="mother-hesk", description="draws"))  # type: ignore[arg-type]
    g.throw("ana", "----")
    assert g.points("edda") == before - 1
    assert upon(g.table.state, "mother-hesk", WARD) is not None  # type: ignore[arg-type]
    g.do("gm", EndScene())
    assert not g.table.state.get(ENCHANTMENTS)


@pytest.mark.rule("SK-STUNT-28")
def test_a_ward_is_no_help_against_words() -> None:
    g = warded("++++")
    g.attack("gm", GUARD, "mother-hesk", "intimidation@words", "0000")
    assert g.prompt("defend") is not None


def test_without_the_stunt_nobody_wards() -> None:
    g = Game(heroes=(magician("spirit-magic"), "Mother Hesk"))
    command = LayWard(actor="edda", target="mother-hesk", description="draws")  # type: ignore[arg-type]
    assert g.refused("ana", command) == "no-such-magic-known"
    assert not g.offers("ana", LayWard)


# -- barriers --------------------------------------------------------------------------------------------------------


def barred(*, second: Any = "Mother Hesk") -> tuple[Game, str]:
    g = Game(heroes=(magician("spirit-magic", "curse-barrier"), second), foes=("Gate Guard",))
    g.do("ana", RaiseBarrier(actor="edda", kind="portal", place="the mill door", words="Blind"))  # type: ignore[arg-type]
    (barrier,) = g.table.state.get(ENCHANTMENTS).values()
    return g, barrier.id


@pytest.mark.rule("SK-STUNT-26")
def test_a_barrier_takes_an_hour_and_a_point_and_curses_whoever_crosses_it_unless_they_resist() -> None:
    g, barrier = barred()
    assert g.points("edda") == 4
    assert g.table.state.get(TIME_TAKEN)["edda"] == "An hour"  # type: ignore[index]
    g.do("gm", CrossBarrier(GUARD, barrier))  # type: ignore[arg-type]
    g.throw("ana", "----")
    g.defend("gm", "willpower", "++00")
    assert not g.has_card("Blind")
    g.do("gm", CrossBarrier(GUARD, barrier))  # type: ignore[arg-type]
    g.throw("ana", "0000")
    g.defend("gm", "willpower", "++00")
    assert g.card("Blind").bearer == GUARD
    g.do("gm", EndScene())
    assert not g.has_card("Blind")


@pytest.mark.rule("SK-STUNT-26")
@pytest.mark.rule("SK-SPIRIT-05")
def test_whoever_tampers_with_a_barrier_is_cursed_for_long_without_any_roll() -> None:
    g, barrier = barred()
    g.do("bo", TamperWithBarrier("mother-hesk", barrier))  # type: ignore[arg-type]
    assert g.card("Blind").bearer == "mother-hesk"
    assert g.points("edda") == 4
    g.do("gm", EndScene())
    assert g.has_card("Blind")


@pytest.mark.rule("SK-STUNT-26")
def test_only_its_maker_or_stronger_magic_takes_a_barrier_down_safely() -> None:
    g, barrier = barred(second=magician("faith", name="Ansel"))
    assert g.refused("bo", TakeDownBarrier("ansel", barrier)) == "not-yours"  # type: ignore[arg-type]
    undo = UndoMagic(actor="ansel", enchantment=barrier, trait="faith", description="prays")  # type: ignore[arg-type]
    g.do("bo", undo)
    g.throw("bo", "0000")
    prompt = g.prompt("defend")
    assert prompt is not None
    assert {choice.value for choice in prompt.options[0].holes[0].options} == {"spirit-magic"}  # type: ignore[union-attr]
    g.defend("ana", "spirit-magic", "+000")
    assert barrier in g.table.state.get(ENCHANTMENTS)
    g.do("bo", undo)
    g.throw("bo", "++00")
    g.defend("ana", "spirit-magic", "0000")
    assert barrier not in g.table.state.get(ENCHANTMENTS)

    g, barrier = barred()
    g.do("ana", TakeDownBarrier("edda", barrier))  # type: ignore[arg-type]
    assert not g.table.state.get(ENCHANTMENTS)
    assert not g.has_card("Blind")


# -- the last curse --------------------------------------------------------------------------------------------------


def dying() -> Game:
    """Ysolt, who has a death curse, is taken out by Brannoc."""
    g = Game(foes=("Ysolt of the Drowned Bell",))
    g.start_combat()
    come_to(g, "brannoc-of-the-ford")
    g.attack("ana", "brannoc-of-the-ford", "ysolt-of-the-drowned-bell", "melee-combat@Short sword", "++++")
    g.defend("gm", "agility", "----")
    g.answer("gm", "harm", "score")
    return g


@pytest.mark.rule("SK-STUNT-27", "SK-TEST-15")
def test_who_dies_with_a_death_curse_casts_once_more_with_two_more_and_the_curse_gives_four() -> None:
    g = dying()
    g.answer("gm", "dying", "yes")
    g.answer("ana", "taken-out", "tell", fate="run through", **{"return": "never"})
    fill = {"target": "brannoc-of-the-ford", "words": "The Sea Wants You", "description": "whispers"}
    g.answer("gm", "last-breath", "curse", **fill)
    modifiers = {part.label: part.amount for part in g.roll.efforts[0].modifiers}
    assert modifiers["Death Curse"] == 2
    g.throw("gm", "0000")
    g.defend("ana", "willpower", "0000")
    g.answer("gm", "lasting-curse", "lasting")
    card = g.card("The Sea Wants You")
    assert card.bearer == "brannoc-of-the-ford"
    assert upon(g.table.state, "brannoc-of-the-ford", "curse").amount == 4  # type: ignore[arg-type, union-attr]


@pytest.mark.rule("SK-STUNT-27", "SK-TEST-15")
def test_the_curse_of_the_dying_adds_four_when_it_is_brought_in() -> None:
    g = dying()
    g.answer("gm", "dying", "yes")
    g.answer("ana", "taken-out", "tell", fate="run through", **{"return": "never"})
    fill = {"target": "brannoc-of-the-ford", "words": "The Sea Wants You", "description": "whispers"}
    g.answer("gm", "last-breath", "curse", **fill)
    g.throw("gm", "0000")
    g.defend("ana", "willpower", "0000")
    g.answer("gm", "lasting-curse", "scene")
    card = g.card("The Sea Wants You")
    g.do("bo", Overcome(actor="mother-hesk", trait="stealth", description="slips off"))  # type: ignore[arg-type]
    g.answer("gm", "opposition", "difficulty", value=2)
    invoke = Invoke(roll=g.roll.id, effort=0, effect="bonus", aspect=card.id, explanation="e", party="mother-hesk")  # type: ignore[arg-type]
    g.do("bo", invoke)
    assert g.roll.efforts[0].modifiers[-1].amount == 4


@pytest.mark.rule("SK-STUNT-27")
def test_who_is_taken_out_but_lives_has_no_last_curse() -> None:
    g = dying()
    g.answer("gm", "dying", "no")
    assert g.prompt("last-breath") is None


@pytest.mark.rule("SK-STUNT-27")
def test_who_has_left_before_the_last_words_cannot_be_cursed_and_another_may_be() -> None:
    g = dying()
    g.answer("gm", "dying", "yes")
    g.answer("ana", "taken-out", "tell", fate="run through", **{"return": "never"})
    g.do("gm", LeaveScene("brannoc-of-the-ford"))  # type: ignore[arg-type]
    g.answer("gm", "last-breath", "curse", target="brannoc-of-the-ford", words="Sea", description="whispers")
    prompt = g.prompt("last-breath")
    assert prompt is not None
    assert {choice.value for choice in prompt.options[0].holes[0].options} == {"mother-hesk"}  # type: ignore[union-attr]


def test_a_fight_can_end_while_a_barrier_stands() -> None:
    g, barrier = barred()
    g.start_combat()
    come_to(g)
    g.do("gm", EndConflict())
    assert barrier in g.table.state.get(ENCHANTMENTS)


@pytest.mark.rule("SK-STUNT-28")
def test_another_ward_takes_the_place_of_the_first() -> None:
    g = Game(heroes=(magician("spirit-magic", "ward"), "Mother Hesk"))
    for dice, result in (("++00", 7), ("-000", 4)):
        g.do("ana", LayWard(actor="edda", target="mother-hesk", description="draws a circle"))  # type: ignore[arg-type]
        g.throw("ana", dice)
        (ward,) = g.table.state.get(ENCHANTMENTS).values()
        assert ward.result == result, "the newest counts, even if it is weaker"


@pytest.mark.rule("SK-STUNT-27")
def test_the_dying_bless_as_well_or_die_in_silence() -> None:
    g = dying()
    g.answer("gm", "dying", "yes")
    g.answer("ana", "taken-out", "tell", fate="run through", **{"return": "never"})
    g.answer("gm", "last-breath", "bless", target="mother-hesk", words="Forgiven", description="smiles")
    assert {part.label: part.amount for part in g.roll.efforts[0].modifiers}["Death Curse"] == 2
    g.throw("gm", "0000")
    assert g.card("Forgiven").bearer == "mother-hesk"

    g = dying()
    g.answer("gm", "dying", "yes")
    g.answer("ana", "taken-out", "tell", fate="run through", **{"return": "never"})
    g.answer("gm", "last-breath", "none")
    assert g.prompts() == ()


@pytest.mark.rule("SK-STUNT-27")
def test_who_dies_alone_curses_nobody() -> None:
    g = dying()
    g.answer("ana", "taken-out", "tell", fate="run through", **{"return": "never"})
    for actor in ("brannoc-of-the-ford", "mother-hesk"):
        g.do("gm", LeaveScene(actor))  # type: ignore[arg-type]
    g.answer("gm", "dying", "yes")
    assert g.prompt("last-breath") is None


@pytest.mark.rule("SK-STUNT-28", "SK-STUNT-26")
def test_neither_wards_nor_barriers_go_by_the_clock() -> None:
    g = Game(heroes=(magician("spirit-magic", "ward", "curse-barrier"), "Mother Hesk"))
    g.do("ana", LayWard(actor="edda", target="mother-hesk", description="draws a circle"))  # type: ignore[arg-type]
    g.throw("ana", "0000")
    g.do("ana", RaiseBarrier(actor="edda", kind="zone", place="the door", words="Blind"))  # type: ignore[arg-type]
    assert len(g.table.state.get(ENCHANTMENTS)) == 2
    g.do("gm", PassTime("A few hours"))
    assert len(g.table.state.get(ENCHANTMENTS)) == 2
    g.do("gm", EndScene())
    assert len(g.table.state.get(ENCHANTMENTS)) == 1
