"""Taking a hit: who is asked, what each way marks, and what the game master may rule."""

from __future__ import annotations

import pytest

from fatetable.engine.messages import GM, Command
from fatetable.mechanics.aspects.cards import CONSEQUENCE, AspectId
from fatetable.mechanics.harm.absorbing import (
    ClearConsequence,
    FateToTell,
    HitToAbsorb,
    Inflict,
    RenameConsequence,
    Retell,
    SetBox,
)
from fatetable.mechanics.harm.state import STRESS, TAKEN_OUT, Mark, condition_of, is_out
from fatetable.mechanics.rolls.actions import Attack
from fatetable.mechanics.rolls.opposition import DefenceToChoose
from tests.mechanics.rolling_game import everybody_passes, hit_reth, rolling, the_roll, throw
from tests.mechanics.small_game import RETH, THUG, SmallGame


def hit_for_two() -> SmallGame:
    g = rolling("++++", "0000").scene()
    hit_reth(g)
    return g


def inflicted(slot: str = "severe") -> SmallGame:
    g = rolling().scene()
    g.do("gm", Inflict(actor=RETH, slot=slot, words="Burned Hand", reason="a serious cost"))
    return g


def test_who_is_hit_chooses_among_whole_ways_to_take_it() -> None:
    g = hit_for_two()
    asked = g.prompt(HitToAbsorb)
    assert (asked.seats, asked.read(HitToAbsorb)) == (("ana",), HitToAbsorb(the_roll(g).id, RETH, THUG, 2, STRESS))
    options = [option.id for option in asked.options]
    assert (options[0], options[-1], "box-1" in options) == ("box-2", "out", False)
    assert asked.options[0].note == "leaves stress box 1; mild and severe consequences"
    g.answer("ana", HitToAbsorb, "box-2")
    assert (condition_of(g.state, RETH).tracks[STRESS], the_roll(g).stage) == ((False, True), "over")


def test_a_consequence_is_an_aspect_that_the_attacker_may_invoke_once() -> None:
    g = hit_for_two()
    g.answer("ana", HitToAbsorb, "mild", mild="Sprained Ankle")
    card = g.card("Sprained Ankle")
    assert (card.kind, card.bearer, card.slot) == (CONSEQUENCE, RETH, "mild")
    assert [free.holder for free in card.free] == [THUG]
    assert condition_of(g.state, RETH).marks == {"mild": Mark(card.id, session=1, scene=1)}


def test_who_takes_nothing_is_out_and_the_attacker_tells_how() -> None:
    g = hit_for_two()
    g.answer("ana", HitToAbsorb, "out")
    assert (condition_of(g.state, RETH).out, g.prompt(FateToTell).seats) == (TAKEN_OUT, (GM,))
    assert the_roll(g).stage == "settled"
    assert g.refused("gm", Retell(RETH, "she sleeps", "kinder"))[0] == "not-out"
    g.answer("gm", FateToTell, "tell", fate="she falls into the river")
    assert (condition_of(g.state, RETH).fate, the_roll(g).stage) == ("she falls into the river", "over")
    g.do("gm", Retell(RETH, " she sleeps ", "kinder"))
    assert condition_of(g.state, RETH).fate == "she sleeps"


def strike_thug(g: SmallGame) -> None:
    g.do("ana", Attack(actor=RETH, target=THUG, trait="speed", description="she strikes"))
    g.answer("gm", DefenceToChoose, "defend", trait="speed", description="he ducks")
    throw(g)
    everybody_passes(g)


def test_who_marks_stress_alone_is_not_asked() -> None:
    g = rolling("0000", "0000", "0000", "0000").scene()
    strike_thug(g)
    assert (condition_of(g.state, THUG).tracks[STRESS], the_roll(g).stage) == ((False, True), "over")
    strike_thug(g)
    assert (is_out(g.state, THUG), g.prompt(FateToTell).seats) == (True, ("ana",))


def test_a_correction_during_a_hit_asks_anew() -> None:
    g = hit_for_two()
    old = g.prompt(HitToAbsorb)
    g.do("gm", SetBox(actor=RETH, box=2, checked=True, reason="from before"))
    new = g.prompt(HitToAbsorb)
    assert (new.id != old.id, new.options[0].id) == (True, "mild")


@pytest.mark.parametrize(
    ("seat", "command", "code"),
    [
        ("ana", SetBox(actor=RETH, box=1, checked=True, reason="x"), "gm-only"),
        ("gm", SetBox(actor=RETH, box=3, checked=True, reason="x"), "no-such-box"),
        ("gm", SetBox(actor=RETH, box=1, checked=True, reason="x", track="stress"), "no-such-box"),
        ("gm", SetBox(actor=RETH, box=1, checked=True, reason=" "), "no-reason"),
        ("ana", Inflict(actor=RETH, slot="mild", words="Cut", reason="x"), "gm-only"),
        ("gm", Inflict(actor=THUG, slot="mild", words="Cut", reason="x"), "no-free-slot"),
        ("gm", Inflict(actor=RETH, slot="mild", words=" ", reason="x"), "no-words"),
        ("gm", Inflict(actor=RETH, slot="mild", words="Cut", reason=" "), "no-reason"),
        ("gm", ClearConsequence(AspectId("a99"), "x"), "unknown-aspect"),
        ("gm", Retell(RETH, "she sleeps", "x"), "not-out"),
    ],
)
def test_what_is_wrong_with_a_ruling_is_said(seat: str, command: Command, code: str) -> None:
    assert rolling().scene().refused(seat, command)[0] == code


def test_a_slot_holds_one_consequence() -> None:
    g = inflicted("mild")
    assert g.card("Burned Hand").free == ()
    again = Inflict(actor=RETH, slot="mild", words="Cut", reason="x")
    assert g.refused("gm", again) == ("no-free-slot", "Reth has no free 'mild' slot.")
    g.do("gm", ClearConsequence(g.card("Burned Hand").id, "a mistake"))
    assert condition_of(g.state, RETH).marks == {}
    g.do("gm", again)
    assert condition_of(g.state, RETH).marks["mild"].aspect == g.card("Cut").id


def test_its_bearer_renames_only_what_lasts() -> None:
    g = inflicted("severe")
    aspect = g.card("Burned Hand").id
    assert g.refused("bo", RenameConsequence(aspect, "Scarred Hand"))[0] == "not-yours"
    assert g.refused("ana", RenameConsequence(aspect, " "))[0] == "no-words"
    g.do("ana", RenameConsequence(aspect, "Scarred Hand"))
    assert g.card("Scarred Hand").id == aspect
    g = inflicted("mild")
    mild = RenameConsequence(g.card("Burned Hand").id, "Scarred Hand")
    assert g.refused("ana", mild)[0] == "not-renamable"
    g.do("gm", mild)
    assert g.card("Scarred Hand").slot == "mild"
