"""Taken out: when nothing can absorb a hit or nobody wants to, who tells it, and what is over then."""

from typing import Any

import msgspec
import pytest

from fatetable.engine.prompts import Answer
from fatetable.mechanics.aspects.compels import OfferCompel
from fatetable.mechanics.encounters.exchanges import EndTurn, PledgeHelp
from fatetable.mechanics.encounters.movement import Move
from fatetable.mechanics.harm.absorbing import Retell
from fatetable.mechanics.harm.state import STRESS, TAKEN_OUT, Condition, ConditionSet
from fatetable.mechanics.rolls.actions import Attack
from fatetable.mechanics.rolls.helping import Help
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.mechanics.rolls.stepping_in import Interpose
from fatetable.rulesets.fae.tests.support.fights import (
    BLANK,
    GANG,
    RETH,
    VELD,
    VOLTAIRE,
    absorb,
    absorbing,
    attack,
    create,
    declare,
    end_turn,
    knock_out,
    let_fall,
    overcome,
    parry,
    put,
    strike,
    ways_to_absorb,
)
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.testing.events import first


def duel(**dials: Any) -> Game:
    """Reth and Voltaire against Veld; Reth acts first."""
    g = Game(foes=("Veld",), **dials)
    g.start_conflict(first="Reth")
    return g


@pytest.mark.rule("FAE-HARM-11")
def test_being_taken_out_may_be_chosen_and_then_nothing_is_marked() -> None:
    g = duel()
    strike(g, VELD, RETH, 1)
    events = absorb(g, RETH, "out")
    assert first(events, ConditionSet).condition == Condition(tracks={STRESS: (False, False, False)}, out=TAKEN_OUT)
    prompt = g.prompt("taken-out")
    assert prompt is not None
    assert prompt.seats == ("@gm",), "the attacker says what becomes of the target"


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
    g.come_to(RETH)
    return g


@pytest.mark.rule("FAE-HARM-12")
def test_who_is_taken_out_has_no_turn_any_more() -> None:
    g = with_voltaire_out()
    assert g.actors_on_turn() == (RETH,), "she headed the order and was passed over"
    assert g.refused("bo", EndTurn(VOLTAIRE)) == "not-your-turn"
    end_turn(g, RETH)
    assert VOLTAIRE not in g.actors_on_turn()


@pytest.mark.rule("FAE-HARM-12")
def test_who_is_taken_out_does_nothing_more_in_the_scene() -> None:
    g = with_voltaire_out()
    zones = g.draw_zones("Deck", "Quay")
    put(g, zones[0], RETH, VOLTAIRE, VELD, GANG)
    assert g.refused("bo", attack(g, VOLTAIRE, VELD)) == "out-of-the-scene"
    assert g.refused("bo", overcome(g, VOLTAIRE)) == "out-of-the-scene"
    assert g.refused("bo", create(g, VOLTAIRE, "Slippery")) == "out-of-the-scene"
    assert g.refused("bo", Move(VOLTAIRE, zones[1])) == "cannot-move"
    assert g.refused("bo", PledgeHelp(VOLTAIRE, RETH)) == "not-your-turn"
    assert g.refused("ana", PledgeHelp(RETH, VOLTAIRE)) == "not-an-ally"
    declare(g, RETH, VELD)
    assert g.refused("bo", Help(roll=g.roll.id, effort=0, actor=VOLTAIRE, description="cheers")) == "not-there"
    assert {offer.group for offer in g.offers("bo")} <= {"table", "compel", "talk", "journal", "safety"}


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
    g.come_to(GANG)
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
    g.come_to(VELD)
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
    assert "bo" not in g.roll.waiting, "nobody waits for somebody who is out"
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
