"""Hits: how big they are, what absorbs them, what they leave behind, and whom they take out."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatetable.engine.prompts import Answer
from fatetable.mechanics.aspects.cards import CONSEQUENCE, AspectId, AspectPlaced, FreeInvokesSet
from fatetable.mechanics.aspects.lending import LendInvoke
from fatetable.mechanics.characters.cast import NOBODY, Actor, ActorId
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.encounters.exchanges import EndTurn, NextExchange
from fatetable.mechanics.encounters.state import ENCOUNTER
from fatetable.mechanics.harm.absorbing import ClearConsequence, Inflict, RenameConsequence, SetBox
from fatetable.mechanics.harm.boxes import BoxRules
from fatetable.mechanics.harm.hits import Hit
from fatetable.mechanics.harm.state import STRESS, TAKEN_OUT, Condition, Mark, Slot
from fatetable.mechanics.rolls.actions import Attack
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.mechanics.rolls.state import RollSettled
from fatetable.mechanics.scenes.joining import AddOpponent
from fatetable.rulesets.fae.sheet.derived import consequence_slots
from fatetable.rulesets.fae.tests.support.book import TABLES
from fatetable.rulesets.fae.tests.support.fights import (
    ASSASSIN,
    BLANK,
    RETH,
    VELD,
    VOLTAIRE,
    absorb,
    absorbing,
    declare,
    let_fall,
    parry,
    strike,
    ways_to_absorb,
)
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.testing.events import first

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
    assert g.condition("veld") == Condition(tracks={STRESS: (False, True, False)})


@pytest.mark.rule("FAE-HARM-01")
def test_a_shift_traded_for_a_boost_is_taken_off_the_hit() -> None:
    g = duel()
    g.come_to(RETH)
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
    assert g.boxes("reth") == (True, False, False)
    assert g.table.records[-1].proxy == "gm", "the log says that the GM answered for someone who is away"


def test_every_way_to_take_a_hit_says_what_it_leaves_for_the_next() -> None:
    g = duel()
    strike(g, VELD, RETH, 3)
    left = {option.id: option.note for option in absorbing(g).options}
    assert left["box-3"] == "leaves stress boxes 1 and 2; mild, moderate and severe consequences"
    assert left["box-1+mild"] == "leaves stress boxes 2 and 3; moderate and severe consequences"
    assert left["severe"] == "leaves stress boxes 1, 2 and 3; mild and moderate consequences"
    assert left["out"] == ""
    offered = {offer.command.option: offer.note for offer in g.offers("ana", Answer)}  # type: ignore[attr-defined]
    assert offered == left
    g.do("gm", SetBox(actor=RETH, box=1, checked=True, reason="as it was"))
    g.do("gm", SetBox(actor=RETH, box=2, checked=True, reason="as it was"))
    left = {option.id: option.note for option in absorbing(g).options}
    assert left["moderate"] == "leaves stress box 3; mild and severe consequences"


def test_what_takes_everything_says_that_nothing_is_left_for_the_next_hit() -> None:
    g = duel()
    strike(g, VELD, RETH, 15)
    assert [(option.id, option.note) for option in absorbing(g).options] == [
        ("box-3+mild+moderate+severe", "leaves stress boxes 1 and 2"),
        ("out", ""),
    ]
    g.do("gm", SetBox(actor=RETH, box=1, checked=True, reason="as it was"))
    g.do("gm", SetBox(actor=RETH, box=2, checked=True, reason="as it was"))
    assert absorbing(g).options[0].note == "leaves nothing for the next hit"


# -- stress ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-HARM-02")
@pytest.mark.parametrize("shifts", [1, 2, 3])
def test_a_box_absorbs_up_to_its_number_and_a_bigger_one_may_be_wasted(shifts: int) -> None:
    g = duel()
    strike(g, RETH, VELD, shifts)
    boxes_alone = [way for way in ways_to_absorb(g) if way in ("box-1", "box-2", "box-3")]
    assert boxes_alone == [f"box-{number}" for number in range(shifts, 4)]
    absorb(g, VELD, "box-3")
    assert g.boxes("veld") == (False, False, True)


@pytest.mark.rule("FAE-HARM-03")
def test_two_boxes_never_add_up_for_one_hit() -> None:
    g = duel()
    strike(g, RETH, VELD, 3)
    assert not any(way.count("box") > 1 for way in ways_to_absorb(g))
    assert g.refused("gm", Answer(absorbing(g).id, "box-1+box-2")) == "no-such-answer"
    absorb(g, VELD, "box-1+mild", mild="Winded")
    assert g.boxes("veld") == (True, False, False)
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
    assert g.boxes("veld") == (True, True, False)


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
    assert g.condition("reth") == Condition(tracks={STRESS: (False, True, False)}, marks={"mild": Mark(card.id, 1, 1)})
    assert VOLTAIRE in g.conflict.actors, "the fight goes on"


@pytest.mark.rule("FAE-HARM-06")
@pytest.mark.parametrize(("slot", "absorbs"), SHIFTS.items())
def test_each_slot_absorbs_its_number_in_any_order(slot: str, absorbs: int) -> None:
    g = duel()
    strike(g, VELD, RETH, absorbs)
    assert slot in ways_to_absorb(g)
    absorb(g, RETH, slot, **{slot: "It hurts"})
    assert g.boxes("reth") == (False, False, False)
    strike(g, VELD, RETH, absorbs + 1)
    assert slot not in ways_to_absorb(g)


@pytest.mark.rule("FAE-HARM-06", "FAE-HARM-11")
def test_a_fresh_character_can_take_fifteen_shifts_at_once_and_no_more() -> None:
    g = duel()
    strike(g, VELD, RETH, 15)
    assert ways_to_absorb(g) == ["box-3+mild+moderate+severe", "out"]
    absorb(g, RETH, "box-3+mild+moderate+severe", mild="Bruised", moderate="Broken Nose", severe="Crushed Hand")
    assert set(g.condition("reth").marks) == set(SHIFTS)
    assert g.conflict.consequences == {RETH: 3}

    g = duel()
    strike(g, VELD, RETH, 16)
    assert g.prompt("absorb") is None
    assert g.condition("reth") == Condition(tracks={STRESS: (False, False, False)}, out=TAKEN_OUT)


def fresh_ways(shifts: int, condition: Condition) -> list[tuple[tuple[int, ...], tuple[str, ...]]]:
    slots = tuple(Slot(name, size, "") for name, size in SHIFTS.items())
    rules = BoxRules(tracks=lambda _: {STRESS: 3}, slots=lambda _: slots)
    nobody = Actor(id=ActorId("x"), sheet=Sheet(ruleset="fae", name="x"))
    hit = Hit(target=nobody.id, by=NOBODY, amount=shifts)
    return [(way.boxes, way.slots) for way in rules.ways(nobody, condition, hit)]


@pytest.mark.rule("FAE-HARM-03", "FAE-HARM-04", "FAE-HARM-06", "FAE-HARM-07", "FAE-HARM-11")
@given(
    shifts=st.integers(1, 20),
    boxes=st.tuples(st.booleans(), st.booleans(), st.booleans()),
    filled=st.sets(st.sampled_from(sorted(SHIFTS))),
)
def test_what_is_offered_is_every_covering_set_of_free_slots_and_at_most_one_free_box_without_a_part_too_many(
    shifts: int, boxes: tuple[bool, bool, bool], filled: set[str]
) -> None:
    marks = {slot: Mark(AspectId(slot), 1) for slot in filled}
    found = fresh_ways(shifts, Condition(tracks={STRESS: boxes}, marks=marks))
    assert len(set(found)) == len(found)
    free = [slot for slot in SHIFTS if slot not in filled]
    sets = [tuple(s for i, s in enumerate(free) if mask >> i & 1) for mask in range(2 ** len(free))]
    singles: list[tuple[int, ...]] = [(), *((n,) for n, checked in enumerate(boxes, start=1) if not checked)]
    covering = {(box, slots) for box in singles for slots in sets if sum(box) + sum(SHIFTS[s] for s in slots) >= shifts}
    parts = [{*box, *slots} for box, slots in covering]
    assert set(found) == {(box, slots) for box, slots in covering if not any(fewer < {*box, *slots} for fewer in parts)}


@pytest.mark.rule("FAE-HARM-06")
def test_important_foes_have_the_slots_of_heroes() -> None:
    assert dict(consequence_slots(TABLES, TABLES.sample("Veld"))) == SHIFTS
    assert dict(consequence_slots(TABLES, TABLES.sample("Reth"))) == SHIFTS


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
    g.come_to(VOLTAIRE)
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
    g.come_to(VOLTAIRE)
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
    nobody = Inflict(actor=RETH, slot="severe", words="Wet", reason="again", holder=ActorId("the-wind"))
    assert g.refused("gm", nobody) == "unknown-actor"


@pytest.mark.rule("FAE-HARM-23", "FAE-CONF-01")
@pytest.mark.parametrize("kind", ["physical", "mental"])
def test_blows_and_insults_go_into_the_same_boxes_and_slots(kind: str) -> None:
    g = Game(foes=("Veld",))
    g.start_conflict(kind, first="Reth")
    g.come_to(RETH)
    g.do("ana", Attack(actor=RETH, target=VELD, trait="forceful", description="breaks her nose"))
    parry(g, VELD)
    let_fall(g, 3)
    g.answer("ana", "trade", "full")
    absorb(g, VELD, "box-1+mild", mild="Broken Nose")
    g.come_to(VOLTAIRE)
    g.do("bo", Attack(actor=VOLTAIRE, target=VELD, trait="flashy", description="laughs at her uniform"))
    parry(g, VELD)
    let_fall(g, 2)
    assert not any("box-1" in way or "mild" in way for way in ways_to_absorb(g))
    absorb(g, VELD, "box-2")
    assert g.boxes("veld") == (True, True, False)


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
    assert g.boxes("veld") == (True, False, False)
    assert g.refused("gm", SetBox(actor=VELD, box=4, checked=True, reason="why not")) == "no-such-box"
    assert g.refused("gm", SetBox(actor=VELD, box=0, checked=True, reason="why not")) == "no-such-box"
    assert g.refused("gm", SetBox(actor=VELD, box=1, checked=True, reason="")) == "no-reason"
    assert g.refused("bo", SetBox(actor=VELD, box=1, checked=True, reason="hit her")) == "gm-only"
    g.do("gm", AddOpponent(TABLES.sample("Sky Shark"), is_hidden=True))
    shark = next(actor.id for actor in g.table.state.slices["cast"].values() if actor.is_hidden)
    assert g.refused("gm", SetBox(actor=shark, box=1, checked=True, reason="a stone")) == "still-hidden"
    assert g.offers("bo", SetBox) == ()
