"""Hits: how big they are, what absorbs them, what they leave behind, and whom they take out."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatetable.engine.prompts import Answer
from fatetable.mechanics.acting import Attack
from fatetable.mechanics.amending import Invoke, LendInvoke
from fatetable.mechanics.aspects import CONSEQUENCE, AspectId, AspectPlaced, FreeInvokesSet
from fatetable.mechanics.cast import Actor, ActorId
from fatetable.mechanics.casting import AddOpponent
from fatetable.mechanics.compels import OfferCompel
from fatetable.mechanics.conflicts import EndTurn, NextExchange, PledgeHelp
from fatetable.mechanics.encounters import ENCOUNTER
from fatetable.mechanics.harm import TAKEN_OUT, Condition, ConditionSet, HarmRules, Mark, Slot
from fatetable.mechanics.harming import ClearConsequence, Inflict, RenameConsequence, Retell, SetBox
from fatetable.mechanics.helping import Help
from fatetable.mechanics.moving import Move
from fatetable.mechanics.opposing import Interpose
from fatetable.mechanics.rolls import RollSettled
from fatetable.mechanics.sheets import Sheet
from fatetable.rulesets.fae.figures import consequence_slots
from fatetable.rulesets.fae.tables import tables
from fatetable.rulesets.fae.tests.fights import (
    ASSASSIN,
    BLANK,
    BULLY,
    GANG,
    RETH,
    SHARK,
    VELD,
    VOLTAIRE,
    absorb,
    absorbing,
    attack,
    come_to,
    conflict_in,
    create,
    declare,
    draw_row,
    end_turn,
    knock_out,
    let_fall,
    on_the_move,
    overcome,
    parry,
    put,
    strike,
    ways_to_absorb,
)
from fatetable.rulesets.fae.tests.playing import Game, first

SHIFTS = {"mild": 2, "moderate": 4, "severe": 6}


def duel(**dials: Any) -> Game:
    """Reth and Voltaire against Veld; Reth acts first."""
    g = Game(foes=("Veld",), **dials)
    g.start_conflict(first="Reth")
    return g


# -- the size of a hit -------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-HARM-01", "FAE-HARM-02")
def test_a_total_of_five_against_three_is_a_hit_for_two_that_box_two_takes() -> None:
    g = duel()
    g.do("ana", Attack(actor=RETH, target=VELD, trait="forceful", description="kicks"))
    g.defend("gm", "careful")
    g.throw("ana", "++00", "+000")
    settled = first(g.everyone_passes(), RollSettled)
    assert (settled.total, settled.against, settled.margin, settled.outcome) == (5, 3, 2, "succeed")
    prompt = absorbing(g)
    assert (prompt.seats, prompt.about["shifts"]) == (("@gm",), 2)
    absorb(g, VELD, "box-2")
    assert g.condition("veld") == Condition(boxes=(False, True, False))


@pytest.mark.rule("FAE-HARM-01")
def test_a_shift_traded_for_a_boost_is_taken_off_the_hit() -> None:
    g = duel()
    come_to(g, RETH)
    declare(g, RETH, VELD)
    parry(g, VELD)
    let_fall(g, 5)
    assert g.prompt("absorb") is None, "the choice comes before absorbing"
    g.answer("ana", "trade", "boost")
    prompt = absorbing(g)
    assert prompt.about["shifts"] == 4


@pytest.mark.rule("FAE-HARM-01")
def test_only_who_is_hit_decides_how_to_take_it_and_everything_waits_for_it() -> None:
    g = duel()
    strike(g, VELD, RETH, 1)
    prompt = absorbing(g)
    assert prompt.seats == ("ana",)
    assert g.refused("gm", EndTurn(VELD)) == "not-finished"
    assert g.refused("gm", NextExchange()) == "exchange-running"
    box = Answer(prompt.id, "box-1")
    assert g.refused("bo", box) == "not-asked"
    g.table.send("ana", box, proxy="gm")
    assert g.condition("reth").boxes == (True, False, False)
    assert g.table.records[-1].proxy == "gm", "the log says that the GM answered for someone who is away"


# -- stress ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-HARM-02")
@pytest.mark.parametrize("shifts", [1, 2, 3])
def test_a_box_absorbs_up_to_its_number_and_a_bigger_one_may_be_wasted(shifts: int) -> None:
    g = duel()
    strike(g, RETH, VELD, shifts)
    boxes_alone = [way for way in ways_to_absorb(g) if way in ("box-1", "box-2", "box-3")]
    assert boxes_alone == [f"box-{number}" for number in range(shifts, 4)]
    absorb(g, VELD, "box-3")
    assert g.condition("veld").boxes == (False, False, True)


@pytest.mark.rule("FAE-HARM-03")
def test_two_boxes_never_add_up_for_one_hit() -> None:
    g = duel()
    strike(g, RETH, VELD, 3)
    assert not any(way.count("box") > 1 for way in ways_to_absorb(g))
    assert g.refused("gm", Answer(absorbing(g).id, "box-1+box-2")) == "no-such-answer"
    absorb(g, VELD, "box-1+mild", mild="Winded")
    assert g.condition("veld").boxes == (True, False, False)
    assert set(g.condition("veld").marks) == {"mild"}


@pytest.mark.rule("FAE-HARM-04")
def test_a_checked_box_takes_nothing_more() -> None:
    g = duel()
    strike(g, RETH, VELD, 1)
    absorb(g, VELD, "box-1")
    strike(g, VOLTAIRE, VELD, 1)
    assert "box-1" not in ways_to_absorb(g)
    assert not any("box-1" in way for way in ways_to_absorb(g))
    absorb(g, VELD, "box-2")
    assert g.condition("veld").boxes == (True, True, False)


# -- consequences ------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-HARM-02", "FAE-HARM-06", "FAE-HARM-08", "FAE-HARM-10", "FAE-HARM-11")
def test_the_book_s_hit_for_four_goes_into_box_two_and_a_sprained_ankle() -> None:
    g = duel()
    strike(g, VELD, RETH, 4)
    assert "box-2" not in ways_to_absorb(g), "two shifts would be left"
    events = absorb(g, RETH, "box-2+mild", mild="Sprained Ankle")
    card = first(events, AspectPlaced).card
    assert (card.text, card.kind, card.bearer, card.slot) == ("Sprained Ankle", CONSEQUENCE, RETH, "mild")
    assert first(events, FreeInvokesSet).free[0].holder == VELD
    assert g.condition("reth") == Condition(boxes=(False, True, False), marks={"mild": Mark(card.id, 1)})
    assert VOLTAIRE in conflict_in(g).actors, "the fight goes on"


@pytest.mark.rule("FAE-HARM-06")
@pytest.mark.parametrize(("slot", "absorbs"), SHIFTS.items())
def test_each_slot_absorbs_its_number_in_any_order(slot: str, absorbs: int) -> None:
    g = duel()
    strike(g, VELD, RETH, absorbs)
    assert slot in ways_to_absorb(g)
    absorb(g, RETH, slot, **{slot: "It hurts"})
    assert g.condition("reth").boxes == (False, False, False)
    strike(g, VELD, RETH, absorbs + 1)
    assert slot not in ways_to_absorb(g)


@pytest.mark.rule("FAE-HARM-06", "FAE-HARM-11")
def test_a_fresh_character_can_take_fifteen_shifts_at_once_and_no_more() -> None:
    g = duel()
    strike(g, VELD, RETH, 15)
    assert ways_to_absorb(g) == ["box-3+mild+moderate+severe", "out"]
    absorb(g, RETH, "box-3+mild+moderate+severe", mild="Bruised", moderate="Broken Nose", severe="Crushed Hand")
    assert set(g.condition("reth").marks) == set(SHIFTS)
    assert conflict_in(g).consequences == {RETH: 3}

    g = duel()
    strike(g, VELD, RETH, 16)
    assert g.prompt("absorb") is None
    assert g.condition("reth") == Condition(boxes=(False, False, False), out=TAKEN_OUT)


def fresh_ways(shifts: int, condition: Condition) -> list[tuple[tuple[int, ...], tuple[str, ...]]]:
    slots = tuple(Slot(name, size, "") for name, size in SHIFTS.items())
    rules = HarmRules(boxes=lambda _: 3, slots=lambda _: slots)
    nobody = Actor(id=ActorId("x"), sheet=Sheet(ruleset="fae", name="x"))
    return [(way.boxes, way.slots) for way in rules.ways(nobody, condition, shifts)]


@pytest.mark.rule("FAE-HARM-03", "FAE-HARM-04", "FAE-HARM-06", "FAE-HARM-07", "FAE-HARM-11")
@given(
    shifts=st.integers(1, 20),
    boxes=st.tuples(st.booleans(), st.booleans(), st.booleans()),
    filled=st.sets(st.sampled_from(sorted(SHIFTS))),
)
def test_what_is_offered_is_every_covering_set_of_free_slots_and_at_most_one_free_box(
    shifts: int, boxes: tuple[bool, bool, bool], filled: set[str]
) -> None:
    marks = {slot: Mark(AspectId(slot), 1) for slot in filled}
    found = fresh_ways(shifts, Condition(boxes=boxes, marks=marks))
    assert len(set(found)) == len(found)
    free = [slot for slot in SHIFTS if slot not in filled]
    sets = [tuple(s for i, s in enumerate(free) if mask >> i & 1) for mask in range(2 ** len(free))]
    singles: list[tuple[int, ...]] = [(), *((n,) for n, checked in enumerate(boxes, start=1) if not checked)]
    expected = {(box, slots) for box in singles for slots in sets if sum(box) + sum(SHIFTS[s] for s in slots) >= shifts}
    assert set(found) == expected


@pytest.mark.rule("FAE-HARM-06")
def test_important_foes_have_the_slots_of_heroes() -> None:
    assert dict(consequence_slots(tables().sample("Veld"))) == SHIFTS
    assert dict(consequence_slots(tables().sample("Reth"))) == SHIFTS


@pytest.mark.rule("FAE-HARM-07")
def test_a_filled_slot_is_of_no_use_until_its_consequence_is_gone() -> None:
    g = duel()
    strike(g, RETH, VELD, 4)
    absorb(g, VELD, "moderate", moderate="Broken Nose")
    strike(g, VOLTAIRE, VELD, 4)
    assert not any("moderate" in way for way in ways_to_absorb(g))
    g.do("gm", ClearConsequence(g.card("Broken Nose").id, "it was only paint"))
    assert "moderate" in ways_to_absorb(g), "asked again, now that the slot is blank"


@pytest.mark.rule("FAE-HARM-08")
def test_the_one_who_is_hit_words_each_consequence_and_cannot_leave_it_blank() -> None:
    g = duel()
    strike(g, VELD, RETH, 6)
    prompt = absorbing(g)
    assert prompt.seats == ("ana",)
    option = prompt.option("mild+moderate")
    assert option is not None
    assert [hole.key for hole in option.holes] == ["mild", "moderate"]
    for fill in ({"mild": "Bruised"}, {"mild": "Bruised", "moderate": "  "}):
        assert g.refused("ana", Answer(prompt.id, "mild+moderate", fill)) == "bad-answer"
    absorb(g, RETH, "mild+moderate", mild="Bruised", moderate="Black Eye")
    assert {g.card("Bruised").slot, g.card("Black Eye").slot} == {"mild", "moderate"}


@pytest.mark.rule("FAE-HARM-08")
def test_the_gm_may_object_to_the_wording_of_any_consequence() -> None:
    g = duel()
    strike(g, VELD, RETH, 2)
    absorb(g, RETH, "mild", mild="Slightly Prettier")
    card = g.card("Slightly Prettier").id
    offer = next(o for o in g.offers("gm", RenameConsequence))
    g.do("gm", offer.fill(words="Split Lip"))
    assert (g.card("Split Lip").id, g.card("Split Lip").slot) == (card, "mild")
    assert g.offers("ana", RenameConsequence) == ()
    assert g.refused("gm", RenameConsequence(card, " ")) == "no-words"
    assert g.refused("gm", RenameConsequence(g.card("*Yawn*").id, "Wide Awake")) == "unknown-aspect"


@pytest.mark.rule("FAE-HARM-09")
def test_an_opponent_may_invoke_a_consequence_against_its_bearer_for_a_point() -> None:
    g = duel()
    strike(g, RETH, VELD, 2)
    absorb(g, VELD, "mild", mild="Slashed Sword Arm")
    come_to(g, VOLTAIRE)
    declare(g, VOLTAIRE, VELD)
    parry(g, VELD)
    g.throw("bo", BLANK, BLANK)
    before = g.roll.efforts[0].total
    invoke = Invoke(
        roll=g.roll.id,
        effort=0,
        effect="bonus",
        aspect=g.card("Slashed Sword Arm").id,
        explanation="she drops her guard",
        party=VOLTAIRE,
    )
    g.do("bo", invoke)
    assert g.roll.efforts[0].total == before + 2
    assert g.points("voltaire") == 2


@pytest.mark.rule("FAE-HARM-10")
def test_whoever_dealt_the_hit_holds_one_free_invocation_on_each_consequence_and_may_lend_it() -> None:
    g = duel()
    strike(g, RETH, VELD, 6)
    absorb(g, VELD, "mild+moderate", mild="Winded", moderate="Slashed Sword Arm")
    free = {text: g.card(text).free for text in ("Winded", "Slashed Sword Arm")}
    assert [[f.holder for f in each] for each in free.values()] == [[RETH], [RETH]]
    come_to(g, VOLTAIRE)
    declare(g, VOLTAIRE, VELD)
    parry(g, VELD)
    g.throw("bo", BLANK, BLANK)
    card = g.card("Winded")
    invoke = Invoke(
        roll=g.roll.id,
        effort=0,
        effect="bonus",
        aspect=card.id,
        explanation="she gasps for air",
        party=VOLTAIRE,
        payment=card.free[0].id,
    )
    assert g.refused("bo", invoke) == "not-your-free-invoke"
    g.do("ana", LendInvoke(card.id, card.free[0].id, VOLTAIRE))
    g.do("bo", invoke)
    assert g.points("voltaire") == 3
    assert g.card("Winded").free == ()
    assert len(g.card("Slashed Sword Arm").free) == 1


@pytest.mark.rule("FAE-HARM-10")
def test_a_consequence_nobody_dealt_gives_a_free_invocation_only_if_the_gm_assigns_it() -> None:
    g = duel()
    g.do("gm", Inflict(actor=RETH, slot="mild", words="Soaked", reason="the price of the jump"))
    assert g.card("Soaked").free == ()
    g.do("gm", Inflict(actor=RETH, slot="moderate", words="Burnt", reason="the price of fire", holder=VELD))
    assert [free.holder for free in g.card("Burnt").free] == [VELD]
    assert g.refused("gm", Inflict(actor=RETH, slot="mild", words="Wet", reason="again")) == "no-free-slot"
    assert g.refused("gm", Inflict(actor=RETH, slot="severe", words=" ", reason="again")) == "no-words"
    assert g.refused("gm", Inflict(actor=RETH, slot="severe", words="Wet", reason=" ")) == "no-reason"
    assert g.refused("ana", Inflict(actor=VELD, slot="severe", words="Wet", reason="so there")) == "gm-only"


@pytest.mark.rule("FAE-HARM-23", "FAE-CONF-01")
@pytest.mark.parametrize("kind", ["physical", "mental"])
def test_blows_and_insults_go_into_the_same_boxes_and_slots(kind: str) -> None:
    g = Game(foes=("Veld",))
    g.start_conflict(kind, first="Reth")
    come_to(g, RETH)
    g.do("ana", Attack(actor=RETH, target=VELD, trait="forceful", description="breaks her nose"))
    parry(g, VELD)
    let_fall(g, 3)
    g.answer("ana", "trade", "full")
    absorb(g, VELD, "box-1+mild", mild="Broken Nose")
    come_to(g, VOLTAIRE)
    g.do("bo", Attack(actor=VOLTAIRE, target=VELD, trait="flashy", description="laughs at her uniform"))
    parry(g, VELD)
    let_fall(g, 2)
    assert not any("box-1" in way or "mild" in way for way in ways_to_absorb(g))
    absorb(g, VELD, "box-2")
    assert g.condition("veld").boxes == (True, True, False)


# -- taken out ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-HARM-11")
def test_being_taken_out_may_be_chosen_and_then_nothing_is_marked() -> None:
    g = duel()
    strike(g, VELD, RETH, 1)
    events = absorb(g, RETH, "out")
    assert first(events, ConditionSet).condition == Condition(boxes=(False, False, False), out=TAKEN_OUT)
    prompt = g.prompt("taken-out")
    assert prompt is not None
    assert prompt.seats == ("@gm",), "whoever dealt the hit tells what becomes of the target"


@pytest.mark.rule("FAE-HARM-11")
def test_there_is_no_partial_absorption() -> None:
    g = duel()
    strike(g, VELD, RETH, 5)
    offered = ways_to_absorb(g)
    for too_little in ("box-3", "mild", "moderate", "box-2+mild"):
        assert too_little not in offered
        assert g.refused("ana", Answer(absorbing(g).id, too_little)) == "no-such-answer"


@pytest.mark.rule("FAE-HARM-11")
def test_a_hit_that_nothing_left_can_cover_takes_out_at_once_and_marks_nothing() -> None:
    g = duel()
    strike(g, VELD, RETH, 15)
    absorb(g, RETH, "box-3+mild+moderate+severe", mild="A", moderate="B", severe="C")
    before = g.condition("reth")
    strike(g, VELD, RETH, 3)
    assert g.prompt("absorb") is None
    assert g.condition("reth") == msgspec.structs.replace(before, out=TAKEN_OUT)


@pytest.mark.rule("FAE-HARM-12")
def test_whoever_took_them_out_tells_it_and_the_gm_may_object() -> None:
    g = duel()
    strike(g, RETH, VELD, 16)
    prompt = g.prompt("taken-out")
    assert prompt is not None
    assert prompt.seats == ("ana",)
    tell = next(o for o in g.offers("ana") if "taken out" in o.label)
    assert g.refused("ana", tell.fill(fate="  ")) == "bad-answer"
    g.do("ana", tell.fill(fate="flies over the moon"))
    assert g.condition("veld").fate == "flies over the moon"
    objection = next(iter(g.offers("gm", Retell)))
    g.do("gm", objection.fill(fate="flies over the railing", reason="the moon is far"))
    assert g.condition("veld").fate == "flies over the railing"
    assert g.offers("ana", Retell) == ()
    assert g.refused("ana", Retell(VELD, "stays", "please")) == "gm-only"
    assert g.refused("gm", Retell(RETH, "falls", "to be sure")) == "not-out"
    assert g.refused("gm", Retell(VELD, " ", "to be sure")) == "no-words"
    assert g.refused("gm", Retell(VELD, "falls", " ")) == "no-reason"


def with_voltaire_out(**dials: Any) -> Game:
    """Voltaire is out; it is Reth's turn, Veld and the gang still stand."""
    g = Game(foes=("Veld", "Gang of Thugs"), **dials)
    g.start_conflict(first="Voltaire")
    knock_out(g, VELD, VOLTAIRE)
    come_to(g, RETH)
    return g


@pytest.mark.rule("FAE-HARM-12")
def test_who_is_taken_out_has_no_turn_any_more() -> None:
    g = with_voltaire_out()
    assert on_the_move(g) == (RETH,), "she headed the order and was passed over"
    assert g.refused("bo", EndTurn(VOLTAIRE)) == "not-your-turn"
    end_turn(g, RETH)
    assert VOLTAIRE not in on_the_move(g)


@pytest.mark.rule("FAE-HARM-12")
def test_who_is_taken_out_does_nothing_more_in_the_scene() -> None:
    g = with_voltaire_out()
    zones = draw_row(g, "Deck", "Quay")
    put(g, zones[0], RETH, VOLTAIRE, VELD, GANG)
    assert g.refused("bo", attack(g, VOLTAIRE, VELD)) == "out-of-the-scene"
    assert g.refused("bo", overcome(g, VOLTAIRE)) == "out-of-the-scene"
    assert g.refused("bo", create(g, VOLTAIRE, "Slippery")) == "out-of-the-scene"
    assert g.refused("bo", Move(VOLTAIRE, zones[1])) == "cannot-move"
    assert g.refused("bo", PledgeHelp(VOLTAIRE, RETH)) == "not-your-turn"
    assert g.refused("ana", PledgeHelp(RETH, VOLTAIRE)) == "not-an-ally"
    declare(g, RETH, VELD)
    assert g.refused("bo", Help(roll=g.roll.id, effort=0, actor=VOLTAIRE, description="cheers")) == "not-there"
    assert {offer.group for offer in g.offers("bo")} <= {"table", "compel"}


@pytest.mark.rule("FAE-HARM-12")
def test_who_is_taken_out_neither_defends_nor_steps_in() -> None:
    g = with_voltaire_out()
    end_turn(g, RETH)
    declare(g, VELD, RETH)
    step_in = Interpose(roll=g.roll.id, actor=VOLTAIRE, trait="quick", description="leaps up")
    assert g.refused("bo", step_in) == "cannot-interpose"
    assert g.offers("bo", Interpose) == ()
    parry(g, RETH)
    let_fall(g, -1)
    come_to(g, GANG)
    g.do("gm", overcome(g, GANG))
    prompt = g.prompt("opposition")
    assert prompt is not None
    option = prompt.option("defend")
    assert option is not None
    assert VOLTAIRE not in str(option.holes)
    assert RETH in str(option.holes)


@pytest.mark.rule("FAE-HARM-12")
def test_who_is_taken_out_is_no_target_any_more() -> None:
    g = with_voltaire_out()
    come_to(g, VELD)
    assert g.refused("gm", attack(g, VELD, VOLTAIRE)) == "bad-target"
    assert g.refused("gm", create(g, VELD, "Tied Up", target=VOLTAIRE)) == "bad-target"
    assert all(VOLTAIRE not in str(offer.holes) for offer in g.offers("gm", Attack))


@pytest.mark.rule("FAE-HARM-12")
@pytest.mark.parametrize("agreed", [False, True])
def test_who_is_taken_out_may_still_compel_and_invokes_only_if_the_table_agrees(agreed: bool) -> None:
    g = with_voltaire_out(out_may_invoke=agreed)
    compel = OfferCompel(target=RETH, aspect=g.card("Crush On Avasa").id, kind="event", text="she walks in")
    g.do("bo", compel)
    g.answer("ana", "compel", "accept")
    assert (g.points("voltaire"), g.points("reth")) == (2, 4)
    declare(g, RETH, VELD)
    parry(g, VELD)
    g.throw("ana", BLANK, BLANK)
    invoke = Invoke(
        roll=g.roll.id,
        effort=0,
        effect="aid",
        aspect=g.card("My Kung Fu Is The Strongest").id,
        explanation="she taught him",
        party=VOLTAIRE,
    )
    assert ("bo" in g.roll.waiting) is agreed
    if agreed:
        g.do("bo", invoke)
        assert g.points("voltaire") == 1
    else:
        assert g.refused("bo", invoke) == "not-yours"


@pytest.mark.rule("FAE-HARM-12", "FAE-HARM-15")
def test_being_taken_out_pays_nothing_and_costs_nothing() -> None:
    g = with_voltaire_out()
    assert g.points("voltaire") == 3
    moved = [entry.reason for entry in g.table.ledger() if "voltaire" in f"{entry.source} {entry.target}"]
    assert moved == ["refresh"]


# -- nameless foes -----------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-NPC-05")
def test_a_mook_without_boxes_goes_down_to_the_first_hit() -> None:
    g = Game(foes=("Cyclops House Bully",))
    g.start_conflict(first="Reth")
    strike(g, RETH, BULLY, 1)
    assert g.prompt("absorb") is None
    assert g.condition(BULLY).out == TAKEN_OUT


@pytest.mark.rule("FAE-NPC-05")
@pytest.mark.parametrize(
    ("foe", "actor", "shifts", "ways"),
    [
        ("Steel Assassin", ASSASSIN, 1, ["box-1", "out"]),
        ("Steel Assassin", ASSASSIN, 2, []),
        ("Sky Shark", SHARK, 1, ["box-1", "box-2", "out"]),
        ("Sky Shark", SHARK, 2, ["box-2", "out"]),
        ("Sky Shark", SHARK, 3, []),
        ("Gang of Thugs", GANG, 2, ["box-2", "out"]),
        ("Gang of Thugs", GANG, 3, []),
    ],
)
def test_nameless_foes_have_stress_but_no_consequences(foe: str, actor: ActorId, shifts: int, ways: list[str]) -> None:
    g = Game(foes=(foe,))
    g.start_conflict(first="Reth")
    strike(g, RETH, actor, shifts)
    if ways:
        assert ways_to_absorb(g) == ways, "the smallest box that will do comes first"
    else:
        assert g.prompt("absorb") is None
        assert g.condition(actor).out == TAKEN_OUT
    assert g.refused("gm", Inflict(actor=actor, slot="mild", words="Limping", reason="a cost")) == "no-free-slot"


@pytest.mark.rule("FAE-NPC-05")
def test_left_to_the_software_the_smallest_box_that_will_do_is_checked() -> None:
    g = Game(foes=("Sky Shark", "Veld"), mook_stress="smallest")
    g.start_conflict(first="Reth")
    strike(g, RETH, SHARK, 1)
    assert g.condition(SHARK).boxes == (True, False)
    strike(g, VOLTAIRE, SHARK, 1)
    assert g.condition(SHARK).boxes == (True, True)
    strike(g, RETH, SHARK, 1)
    assert g.condition(SHARK).out == TAKEN_OUT, "no box is left, so the next hit takes it down"
    g.answer("ana", "taken-out", "tell", fate="dives")
    strike(g, VOLTAIRE, VELD, 1)
    assert ways_to_absorb(g)[0] == "box-1", "important foes are always asked for"


@pytest.mark.rule("FAE-NPC-08", "FAE-NPC-05")
@pytest.mark.parametrize(("odd_groups", "boxes"), [("down", 2), ("up", 3)])
def test_a_group_falls_as_a_whole_by_one_track_for_all_of_them(odd_groups: str, boxes: int) -> None:
    g = Game(odd_groups=odd_groups, scene=False)
    gang = msgspec.structs.replace(tables().sample("Gang of Thugs"), numbers={"size": 5})
    g.do("gm", AddOpponent(gang))
    g.start_scene()
    g.start_conflict(first="Reth")
    assert g.condition(GANG).boxes == (False,) * boxes
    strike(g, RETH, GANG, boxes)
    assert ways_to_absorb(g) == [f"box-{boxes}", "out"]
    absorb(g, GANG, f"box-{boxes}")
    assert GANG in conflict_in(g).actors, "no member drops out when a box is checked"
    strike(g, VOLTAIRE, GANG, boxes)
    assert g.condition(GANG).out == TAKEN_OUT


# -- rulings -----------------------------------------------------------------------------------------------------


def test_a_corrected_box_changes_what_can_absorb_the_hit_that_is_being_taken() -> None:
    g = duel()
    strike(g, RETH, VELD, 3)
    assert "box-3" in ways_to_absorb(g)
    g.do("gm", SetBox(actor=VELD, box=3, checked=True, reason="from the last fight"))
    assert "box-3" not in ways_to_absorb(g)
    g.do("gm", Inflict(actor=VELD, slot="mild", words="Tired", reason="from the last fight"))
    assert not any("mild" in way for way in ways_to_absorb(g))
    assert sum(prompt.kind == "absorb" for prompt in g.prompts()) == 1


def test_a_correction_that_leaves_nothing_to_absorb_with_takes_out() -> None:
    g = Game(foes=("Steel Assassin",))
    g.start_conflict(first="Reth")
    strike(g, RETH, ASSASSIN, 1)
    g.do("gm", SetBox(actor=ASSASSIN, box=1, checked=True, reason="it was checked already"))
    assert g.prompt("absorb") is None
    g.answer("ana", "taken-out", "tell", fate="drops")
    assert g.table.state.get(ENCOUNTER) is None


def test_boxes_are_corrected_by_the_gm_with_a_reason() -> None:
    g = duel()
    g.do("gm", SetBox(actor=VELD, box=2, checked=True, reason="forgotten"))
    g.do("gm", SetBox(actor=VELD, box=1, checked=True, reason="forgotten"))
    g.do("gm", SetBox(actor=VELD, box=2, checked=False, reason="not that one"))
    assert g.condition("veld").boxes == (True, False, False)
    assert g.refused("gm", SetBox(actor=VELD, box=4, checked=True, reason="why not")) == "no-such-box"
    assert g.refused("gm", SetBox(actor=VELD, box=0, checked=True, reason="why not")) == "no-such-box"
    assert g.refused("gm", SetBox(actor=VELD, box=1, checked=True, reason="")) == "no-reason"
    assert g.refused("bo", SetBox(actor=VELD, box=1, checked=True, reason="hit her")) == "gm-only"
    assert g.offers("bo", SetBox) == ()
