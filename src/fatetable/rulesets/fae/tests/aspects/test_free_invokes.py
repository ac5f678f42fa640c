"""Free invocations and boosts: where they come from, whose they are, how they are handed on and used up."""

from __future__ import annotations

import pytest

from fatetable.engine.errors import RuleViolation
from fatetable.mechanics.aspects.cards import AspectRemoved
from fatetable.mechanics.aspects.editing import RemoveAspectNow
from fatetable.mechanics.aspects.lending import LendInvoke
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.encounters.conceding import GiveIn
from fatetable.mechanics.rolls.actions import Attack, CreateAdvantage
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.mechanics.scenes.lifecycle import EndScene, LeaveScene
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.rulesets.fae.tests.support.steps import (
    RETH,
    VELD,
    VOLTAIRE,
    boost_of,
    create,
    free_on,
    invoking,
    lay_out,
    margin,
    try_against,
    try_alone,
)
from fatetable.testing.events import first

ROPE = "Tangled in the Sail Rope"
KUNG_FU = "My Kung Fu Is The Strongest"


def holders(g: Game, aspect: str) -> list[str]:
    return [free.holder for free in g.card(aspect).free]


def attack(g: Game, dice: str = "0000", defence: str = "0000") -> None:
    """Reth attacks Veld in a conflict, the dice on the table: Forceful +3 against Careful +2."""
    g.start_conflict(first="Reth")
    g.do("ana", Attack(actor=RETH, target=VELD, trait="forceful", description="strikes"))
    g.defend("gm", "careful")
    g.throw("ana", dice, defence)


# -- where they come from ----------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-ASP-21")
@pytest.mark.parametrize(("dice", "free"), [("000-", 1), ("0000", 1), ("000+", 2), ("++++", 2)])
def test_an_aspect_one_created_has_one_free_invocation_and_two_after_style(dice: str, free: int) -> None:
    g = Game()
    create(g, "reth", ROPE, dice)
    assert holders(g, ROPE) == ["reth"] * free


def test_offers_of_free_invocations_differ_only_in_the_aspect() -> None:
    g = Game(foes=("Veld",))
    create(g, "reth", ROPE)
    attack(g)
    free = [offer for offer in g.offers("ana", Invoke) if offer.price is not None and not offer.price.points]
    assert {offer.member for offer in free} == {ROPE}
    assert all(offer.label == offer.family.replace("…", offer.member) for offer in free)


@pytest.mark.rule("FAE-ASP-21")
@pytest.mark.parametrize(("dice", "free"), [("00--", 1), ("0000", 1), ("000+", 2)])
def test_a_known_aspect_gives_one_or_two_more_and_they_add_up(dice: str, free: int) -> None:
    g = Game()
    create(g, "voltaire", ROPE)
    create(g, "reth", exploit=ROPE, dice=dice)
    assert holders(g, ROPE) == ["voltaire", *["reth"] * free]


@pytest.mark.rule("FAE-ASP-21")
@pytest.mark.parametrize(("dice", "free"), [("00--", 1), ("0000", 1), ("000+", 2)])
def test_a_discovered_aspect_has_one_or_two(dice: str, free: int) -> None:
    g = Game(foes=("Veld",), open_aspects=False)
    g.do("ana", CreateAdvantage(actor=RETH, mode="discover", trait="careful", description="watches", target=VELD))
    g.answer("gm", "discover", "hidden", aspect=g.card("Must Not Lose Face").id)
    g.answer("gm", "opposition", "difficulty", value=0)
    g.throw("ana", dice)
    g.everyone_passes()
    assert holders(g, "Must Not Lose Face") == ["reth"] * free
    assert g.card("Must Not Lose Face").known_to is None


@pytest.mark.rule("FAE-ASP-21")
def test_a_failed_attempt_may_give_an_opponent_one() -> None:
    g = Game(foes=("Veld",))
    create(g, "reth", "Rough Ground", "----")
    g.answer("gm", "opponent-gains", "gain", holder="veld", words="Rougher Than It Looks")
    assert holders(g, "Rougher Than It Looks") == ["veld"]
    try_against(g, "veld", "reth")
    g.do("gm", invoking(g, "bonus", "Rougher Than It Looks", payment=free_on(g, "Rougher Than It Looks")))
    assert (margin(g), g.points("pool")) == (1, 2), "free for the game master's side too"


@pytest.mark.rule("FAE-ASP-21")
def test_a_consequence_one_caused_can_be_invoked_once_for_free() -> None:
    g = Game(foes=("Veld",))
    attack(g, "000+")
    g.everyone_passes()
    g.answer("gm", "absorb", "mild", mild="Slashed Sword Arm")
    assert holders(g, "Slashed Sword Arm") == ["reth"]


@pytest.mark.rule("FAE-ASP-21")
@pytest.mark.parametrize("effect", ["bonus", "reroll", "aid", "hinder"])
def test_a_free_invocation_costs_nothing_and_gives_the_same_choice_of_effects(effect: str) -> None:
    g = Game(foes=("Veld",))
    create(g, "reth", ROPE)
    g.set_points(reth=0)
    if effect == "hinder":
        try_alone(g, "veld", "quick", difficulty=0)
    else:
        try_alone(g, "voltaire" if effect == "aid" else "reth", "quick", "0000", difficulty=0)
    before = margin(g)
    dice = ("++++",) if effect == "reroll" else ()
    g.do("ana", invoking(g, effect, ROPE, "reth", payment=free_on(g, ROPE)), *dice)
    assert margin(g) - before == {"bonus": 2, "reroll": 4, "aid": 2, "hinder": -2}[effect]
    assert (g.card(ROPE).free, g.points("reth")) == ((), 0)
    assert g.has_card(ROPE), "only a boost goes with its free invocation"


@pytest.mark.rule("FAE-ASP-21", "FAE-ASP-13")
def test_free_invocations_are_offered_as_free_even_to_someone_without_points() -> None:
    g = Game()
    create(g, "reth", ROPE)
    g.set_points(reth=0)
    try_alone(g)
    offers = g.offers("ana", Invoke)
    assert {offer.command.effect for offer in offers} == {"bonus", "reroll"}  # type: ignore[attr-defined]
    assert {offer.price.points for offer in offers if offer.price} == {0}
    assert "ana" in g.roll.waiting


@pytest.mark.rule("FAE-ASP-21")
def test_a_used_or_foreign_free_invocation_is_refused() -> None:
    g = Game(foes=("Veld",))
    create(g, "reth", ROPE)
    try_alone(g)
    free = free_on(g, ROPE)
    assert g.refused("bo", invoking(g, "aid", ROPE, "voltaire", payment=free)) == "not-your-free-invoke"
    assert g.refused("gm", invoking(g, "hinder", ROPE, payment=free)) == "not-your-free-invoke"
    g.do("ana", invoking(g, "bonus", ROPE, "reth", payment=free))
    assert g.refused("ana", invoking(g, "reroll", ROPE, "reth", payment=free), "0000") == "no-free-invoke"


# -- the pair ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-ASP-18", "FAE-ASP-21")
def test_the_two_of_one_success_with_style_may_go_on_one_roll() -> None:
    g = Game()
    create(g, "reth", ROPE, "000+")
    try_alone(g)
    g.do("ana", invoking(g, "bonus", ROPE, "reth", payment=free_on(g, ROPE)))
    second = invoking(g, "bonus", ROPE, "reth", payment=free_on(g, ROPE))
    assert any(offer.matches(second) for offer in g.offers("ana"))
    g.do("ana", second)
    assert margin(g) == 1 + 4
    assert g.refused("ana", invoking(g, "bonus", ROPE, "reth")) == "already-invoked", "nor one that is paid for"


@pytest.mark.rule("FAE-ASP-18")
def test_the_two_of_a_pair_may_take_different_effects_and_be_used_by_two_people() -> None:
    g = Game()
    create(g, "reth", ROPE, "000+")
    g.do("ana", LendInvoke(g.card(ROPE).id, free_on(g, ROPE, 1), VOLTAIRE))
    try_alone(g, dice="----")
    g.do("bo", invoking(g, "aid", ROPE, "voltaire", payment=free_on(g, ROPE, 1)))
    g.do("ana", invoking(g, "reroll", ROPE, "reth", payment=free_on(g, ROPE)), "0000")
    assert margin(g) == 1 + 2


@pytest.mark.rule("FAE-ASP-18")
@pytest.mark.parametrize(("dial", "joined"), [("pair-only", False), ("free-stack", True)])
def test_a_dial_says_whether_free_invocations_of_different_actions_join(dial: str, joined: bool) -> None:
    g = Game(stacking=dial)
    create(g, "reth", ROPE)
    create(g, "reth", exploit=ROPE)
    try_alone(g)
    g.do("ana", invoking(g, "bonus", ROPE, "reth", payment=free_on(g, ROPE)))
    second = invoking(g, "bonus", ROPE, "reth", payment=free_on(g, ROPE))
    paid = invoking(g, "bonus", ROPE, "reth")
    offered = [offer for offer in g.offers("ana", Invoke) if offer.matches(second)]
    if not joined:
        assert (g.refused("ana", second), g.refused("ana", paid), offered) == ("already-invoked",) * 2 + ([],)
        return
    assert offered
    g.do("ana", second)
    g.do("ana", paid)
    assert margin(g) == 1 + 6
    assert g.refused("ana", paid) == "already-invoked", "one that is paid for, no more"
    assert not any(offer.matches(paid) for offer in g.offers("ana"))


@pytest.mark.rule("FAE-ASP-18")
@pytest.mark.parametrize(("dial", "joined"), [("pair-only", False), ("free-stack", True)])
def test_a_dial_says_whether_a_free_invocation_joins_a_paid_one(dial: str, joined: bool) -> None:
    g = Game(stacking=dial)
    create(g, "reth", ROPE)
    try_alone(g)
    g.do("ana", invoking(g, "bonus", ROPE, "reth"))
    free = invoking(g, "bonus", ROPE, "reth", payment=free_on(g, ROPE))
    if joined:
        g.do("ana", free)
        assert margin(g) == 1 + 4
    else:
        assert g.refused("ana", free) == "already-invoked"


# -- whose they are ----------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-ASP-21")
def test_the_holder_lets_an_ally_use_a_free_invocation() -> None:
    g = Game(foes=("Veld",))
    create(g, "voltaire", ROPE)
    try_alone(g)
    lend = LendInvoke(g.card(ROPE).id, free_on(g, ROPE), RETH)
    assert g.refused("ana", lend) == "not-yours"
    assert any(offer.matches(lend) for offer in g.offers("bo"))
    assert not any(offer.matches(lend) for offer in g.offers("ana"))
    g.do("bo", lend)
    assert g.refused("bo", lend) == "not-an-ally", "it is lent to them already"
    g.do("ana", invoking(g, "bonus", ROPE, "reth", payment=free_on(g, ROPE)))
    assert (margin(g), g.points("reth")) == (3, 3)


@pytest.mark.rule("FAE-ASP-21")
def test_lending_asks_everybody_again_before_the_roll_is_read() -> None:
    g = Game()
    create(g, "voltaire", ROPE)
    g.set_points(reth=0, pool=0, voltaire=0)
    try_alone(g)
    assert g.roll.waiting == ("bo",)
    g.do("bo", LendInvoke(g.card(ROPE).id, free_on(g, ROPE), RETH))
    assert set(g.roll.waiting) == {"ana", "bo"}


@pytest.mark.rule("FAE-ASP-21")
def test_a_free_invocation_is_handed_only_to_an_ally_who_is_there() -> None:
    g = Game(foes=("Veld",))
    create(g, "reth", ROPE)
    card, free = g.card(ROPE).id, free_on(g, ROPE)
    for nobody in (VELD, RETH, ActorId("zird")):
        assert g.refused("ana", LendInvoke(card, free, nobody)) == "not-an-ally"
    assert g.refused("ana", LendInvoke(card, "f0", VOLTAIRE)) == "no-free-invoke"
    create(g, "reth", exploit="*Yawn*")
    yawn, nap = g.card("*Yawn*").id, free_on(g, "*Yawn*")
    g.do("gm", LeaveScene(VOLTAIRE))
    assert g.refused("ana", LendInvoke(yawn, nap, VOLTAIRE)) == "not-in-play"
    assert g.refused("ana", LendInvoke(card, free, VOLTAIRE)) == "not-an-ally"
    assert g.offers("ana", LendInvoke) == ()


@pytest.mark.rule("FAE-ASP-21")
def test_who_turns_against_the_holder_loses_what_was_lent() -> None:
    g = Game()
    create(g, "voltaire", ROPE)
    g.do("bo", LendInvoke(g.card(ROPE).id, free_on(g, ROPE), RETH))
    g.start_conflict(second_side=("reth",), first="Voltaire")
    g.do("bo", Attack(actor=VOLTAIRE, target=RETH, trait="flashy", description="lunges"))
    g.defend("ana", "quick")
    g.throw("bo", "0000", "0000")
    use = invoking(g, "bonus", ROPE, "reth", effort=1, payment=free_on(g, ROPE))
    assert g.refused("ana", use) == "not-your-free-invoke"


@pytest.mark.rule("FAE-ASP-21")
def test_once_the_holder_is_out_any_ally_may_use_it() -> None:
    g = Game(foes=("Veld",))
    create(g, "voltaire", ROPE)
    g.start_conflict(first="Voltaire")
    g.do("bo", GiveIn(VOLTAIRE, "she stays behind"))
    g.answer("gm", "concession", "agree")
    g.do("ana", Attack(actor=RETH, target=VELD, trait="forceful", description="strikes"))
    g.defend("gm", "careful")
    g.throw("ana", "0000", "0000")
    g.do("ana", invoking(g, "bonus", ROPE, "reth", payment=free_on(g, ROPE)))
    assert margin(g) == 3


@pytest.mark.rule("FAE-ASP-21")
def test_the_game_master_uses_what_any_of_their_characters_holds_or_was_lent() -> None:
    g = Game(foes=("Veld", "Gang of Thugs"))
    create(g, "veld", ROPE)
    try_alone(g)
    g.do("gm", invoking(g, "hinder", ROPE, payment=free_on(g, ROPE)))
    assert margin(g) == -1


# -- boosts ------------------------------------------------------------------------------------------------------


def boosted(for_allies: str = "with-consent") -> Game:
    """Reth owns a boost, from a tie on creating an aspect."""
    g = Game(foes=("Veld",), boosts_for_allies=for_allies)
    create(g, "reth", "Loose Hinge", "00--")
    g.answer("ana", "name-boost", "name", words="In My Sights")
    return g


@pytest.mark.rule("FAE-ASP-08", "FAE-ASP-10")
def test_a_boost_has_exactly_one_free_invocation_and_vanishes_when_it_is_used() -> None:
    g = boosted()
    card = g.card("In My Sights")
    assert (card.kind, card.owner, [free.holder for free in card.free]) == ("boost", "reth", ["reth"])
    try_alone(g)
    events = g.do("ana", invoking(g, "bonus", "In My Sights", "reth", payment=card.free[0].id))
    assert first(events, AspectRemoved).reason == "used"
    assert (margin(g), g.points("reth"), g.has_card("In My Sights")) == (3, 3, False)


@pytest.mark.rule("FAE-ASP-10")
def test_a_boost_is_never_invoked_for_a_fate_point() -> None:
    g = boosted()
    try_alone(g)
    with pytest.raises(RuleViolation) as refusal:
        g.do("ana", invoking(g, "bonus", "In My Sights", "reth"))
    assert (refusal.value.code, refusal.value.cites) == ("boost-is-free-only", ("FAE-ASP-10",))
    assert not any(offer.matches(invoking(g, "bonus", "In My Sights", "reth")) for offer in g.offers("ana"))


@pytest.mark.rule("FAE-ASP-10")
def test_nothing_lasting_is_built_upon_a_boost() -> None:
    g = boosted()
    exploit = CreateAdvantage(
        actor=RETH, mode="exploit", trait="careful", description="aims", aspect=g.card("In My Sights").id
    )
    assert g.refused("ana", exploit) == "no-boosts"


@pytest.mark.rule("FAE-ASP-10")
def test_the_five_ways_to_a_boost() -> None:
    """A tie on creating, a tie on attacking, style on overcoming, style on attacking for one shift, on defending."""
    tie_on_creating = boosted()
    assert boost_of(tie_on_creating, "reth").free[0].holder == "reth"

    tie_on_attacking = Game(foes=("Veld",))
    attack(tie_on_attacking, "000-")
    tie_on_attacking.everyone_passes()
    assert boost_of(tie_on_attacking, "reth").free[0].holder == "reth"

    style_on_overcoming = Game()
    try_alone(style_on_overcoming, dice="++00")
    style_on_overcoming.everyone_passes()
    assert boost_of(style_on_overcoming, "reth").free[0].holder == "reth"

    style_on_attacking = Game(foes=("Veld",))
    attack(style_on_attacking, "++00")
    style_on_attacking.everyone_passes()
    style_on_attacking.answer("ana", "trade", "boost")
    assert style_on_attacking.prompt("absorb").about["shifts"] == 2  # type: ignore[union-attr]
    assert boost_of(style_on_attacking, "reth").free[0].holder == "reth"

    style_on_defending = Game(foes=("Veld",))
    attack(style_on_defending, "----")
    style_on_defending.everyone_passes()
    assert boost_of(style_on_defending, "veld").free[0].holder == "veld"


@pytest.mark.rule("FAE-ASP-10")
def test_its_owner_names_a_boost_and_nobody_waits_for_that() -> None:
    g = Game()
    create(g, "reth", "Loose Hinge", "00--")
    prompt = g.prompt("name-boost")
    assert prompt is not None
    assert (prompt.seats, prompt.blocking) == (("ana",), False)
    g.answer("ana", "name-boost", "name", words="Rock in His Boot")
    assert g.card("Rock in His Boot").kind == "boost"


@pytest.mark.rule("FAE-ASP-10")
def test_a_boost_used_before_it_has_a_name_needs_none_any_more() -> None:
    g = Game()
    create(g, "reth", "Loose Hinge", "00--")
    boost = boost_of(g, "reth")
    try_alone(g)
    g.do("ana", invoking(g, "bonus", boost.text, "reth", payment=boost.free[0].id))
    assert g.prompt("name-boost") is None


@pytest.mark.rule("FAE-ASP-10")
@pytest.mark.parametrize(("dial", "refusal"), [("with-consent", ""), ("owner-only", "cannot-lend")])
def test_a_dial_says_whether_the_owner_may_hand_a_boost_to_an_ally(dial: str, refusal: str) -> None:
    g = boosted(dial)
    lend = LendInvoke(g.card("In My Sights").id, free_on(g, "In My Sights"), VOLTAIRE)
    try_alone(g, "voltaire", "quick", difficulty=0)
    use = invoking(g, "bonus", "In My Sights", "voltaire", payment=free_on(g, "In My Sights"))
    assert g.refused("bo", use) == "not-your-free-invoke", "not without the owner's leave"
    if refusal:
        assert g.refused("ana", lend) == refusal
        assert g.offers("ana", LendInvoke) == ()
        return
    g.do("ana", lend)
    g.do("bo", use)
    assert (margin(g), g.has_card("In My Sights")) == (4, False)


@pytest.mark.rule("FAE-ASP-10")
def test_owner_only_means_the_owner_and_nobody_on_either_side() -> None:
    g = boosted("owner-only")
    try_alone(g, dice="--00")
    use = invoking(g, "bonus", "In My Sights", "reth", payment=free_on(g, "In My Sights"))
    against = invoking(g, "hinder", "In My Sights", payment=free_on(g, "In My Sights"))
    assert g.refused("gm", against) == "not-your-free-invoke"
    g.do("ana", use)
    assert margin(g) == 1
    g.everyone_passes()
    create(g, "veld", "Loose Hinge", "00--")
    boost = boost_of(g, "veld")
    try_alone(g)
    theirs = invoking(g, "bonus", boost.text, "reth", payment=boost.free[0].id)
    assert g.refused("ana", theirs) == "not-your-free-invoke"


@pytest.mark.rule("FAE-ASP-10")
def test_owner_only_still_leaves_the_game_master_the_boosts_of_their_side() -> None:
    g = Game(foes=("Veld", "Gang of Thugs"), boosts_for_allies="owner-only")
    create(g, "veld", "Loose Hinge", "00--")
    boost = boost_of(g, "veld")
    try_alone(g)
    g.do("gm", invoking(g, "hinder", boost.text, payment=boost.free[0].id))
    assert margin(g) == -1
    g.everyone_passes()


@pytest.mark.rule("FAE-ASP-09", "FAE-CLOCK-01")
def test_an_unused_boost_vanishes_with_the_scene_and_its_open_question_too() -> None:
    g = Game()
    create(g, "reth", "Loose Hinge", "00--")
    g.do("gm", EndScene())
    assert not [c for c in g.table.state.slices["aspects"].values() if c.kind == "boost"]
    assert g.prompts() == ()
    assert not g.has_card("Loose Hinge")


@pytest.mark.rule("FAE-ASP-09")
def test_the_game_master_takes_a_boost_away_once_its_advantage_is_gone() -> None:
    g = boosted()
    gone = RemoveAspectNow(g.card("In My Sights").id, "the target left through the back door")
    assert g.refused("ana", gone) == "gm-only"
    assert any(offer.matches(gone) for offer in g.offers("gm"))
    events = g.do("gm", gone)
    assert first(events, AspectRemoved).reason == "the target left through the back door"


@pytest.mark.rule("FAE-ASP-08")
def test_a_boost_is_known_to_everybody() -> None:
    g = boosted()
    for seat in ("gm", "ana", "bo"):
        assert g.card("In My Sights").id in g.table.view(seat).slices["aspects"]


@pytest.mark.rule("FAE-ASP-21")
def test_free_invocations_go_with_their_aspect() -> None:
    g = Game()
    create(g, "reth", ROPE, "000+")
    lay_out(g, "Fog")
    g.do("gm", EndScene((g.card("Fog").id,)))
    g.start_scene()
    assert (g.has_card(ROPE), g.has_card("Fog")) == (False, True)


@pytest.mark.rule("FAE-ASP-21")
def test_free_invocations_on_a_character_aspect_outlast_the_scene() -> None:
    g = Game()
    create(g, "voltaire", exploit=KUNG_FU)
    g.do("gm", EndScene())
    g.start_scene()
    assert holders(g, KUNG_FU) == ["voltaire"]
