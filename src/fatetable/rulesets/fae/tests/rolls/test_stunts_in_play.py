"""Stunts at the table: when a bonus applies, and what works once per session."""

from __future__ import annotations

import pytest

from fatetable.engine.messages import Command
from fatetable.engine.prompts import Answer
from fatetable.mechanics.aspects.editing import RemoveAspectNow
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.encounters.conceding import GiveIn
from fatetable.mechanics.encounters.exchanges import EndTurn
from fatetable.mechanics.harm.state import is_out
from fatetable.mechanics.points.limited_uses import FeatureUsed
from fatetable.mechanics.rolls.actions import Attack, CreateAdvantage, Overcome
from fatetable.mechanics.rolls.effort_rulings import Disallow, SendBack
from fatetable.mechanics.rolls.feature_uses import UseFeature
from fatetable.mechanics.rolls.state import Roll
from fatetable.mechanics.rolls.throwing import ThrowDice
from fatetable.mechanics.scenes.lifecycle import EndScene, LeaveScene
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.rulesets.fae.tests.support.steps import (
    ABIGAIL,
    BETHESDA,
    VELD,
    create,
    join_third,
    lay_out,
    next_session,
    seat_of,
    stunt,
    try_alone,
)
from fatetable.rulesets.fae.tests.support.stunts import LAST_STAND, using, with_third
from fatetable.testing.events import all_of, first


def declared(g: Game, action: str, actor: ActorId, trait: str, features: tuple[str, ...]) -> Roll:
    """A roll for this action with these stunts claimed, before its dice; defending is against Veld."""
    seat = "cy"
    if action == "defend":
        g.do("gm", Overcome(actor=VELD, trait="forceful", description="pushes"))
        g.answer("gm", "opposition", "defend", defender=actor)
        prompt = g.prompt("defend")
        assert prompt is not None
        label = f"Defend with {' and '.join(features)}" if features else "Defend"
        option = next((option.id for option in prompt.options if option.label == label), "no such option")
        g.do(seat, Answer(prompt.id, option, {"trait": trait, "description": "holds"}))
        return g.roll
    commands: dict[str, Command] = {
        "attack": Attack(actor=actor, target=VELD, trait=trait, description="acts", features=features),
        "overcome": Overcome(actor=actor, trait=trait, description="acts", features=features),
        "create-advantage": CreateAdvantage(
            actor=actor, mode="new", trait=trait, description="acts", features=features, words="Fog"
        ),
    }
    if action == "attack":
        g.start_conflict()
        while g.table.state.slices["encounter"].acting != actor:
            acting = g.table.state.slices["encounter"].acting
            g.do(seat_of(acting), EndTurn(acting))
    g.do(seat, commands[action])
    return g.roll


BONUSES = [
    ("Smooth Talker", "create-advantage", "sneaky"),
    ("Lover of Puzzles", "overcome", "clever"),
    ("World-Class Duelist", "attack", "flashy"),
    ("Big Kite Shield", "defend", "forceful"),
    ("Stance of the Defiant Sun", "defend", "forceful"),
    ("Swashbuckling Swordswoman", "attack", "flashy"),
    ("Experimental Helo Pack", "create-advantage", "quick"),
    ("Experimental Helo Pack", "overcome", "quick"),
]


# -- +2 with an approach, an action and a circumstance -----------------------------------------------------------


@pytest.mark.rule("FAE-STUNT-02", "FAE-STUNT-03", "FAE-STUNT-05", "FAE-STUNT-07")
@pytest.mark.parametrize(("name", "action", "trait"), BONUSES)
def test_a_stunt_adds_two_where_approach_and_action_match_free_of_charge_and_without_limit(
    name: str, action: str, trait: str
) -> None:
    for _ in range(2):
        g = with_third(stunt(name))
        before = g.points("abigail-zhao")
        roll = declared(g, action, ABIGAIL, trait, (name,))
        effort = next(effort for effort in roll.efforts if effort.actor == ABIGAIL)
        assert [(part.source, part.amount) for part in effort.modifiers[1:]] == [("feature", 2)]
        assert g.points("abigail-zhao") == before


@pytest.mark.rule("FAE-STUNT-02", "FAE-STUNT-03")
@pytest.mark.parametrize(
    ("name", "action", "trait"),
    [
        ("Smooth Talker", "create-advantage", "clever"),
        ("Smooth Talker", "overcome", "sneaky"),
        ("World-Class Duelist", "attack", "quick"),
        ("World-Class Duelist", "overcome", "flashy"),
        ("Experimental Helo Pack", "attack", "quick"),
        ("Experimental Helo Pack", "overcome", "clever"),
    ],
)
def test_a_stunt_gives_nothing_where_approach_or_action_differ(name: str, action: str, trait: str) -> None:
    g = with_third(stunt(name))
    with pytest.raises(Exception, match="gives Abigail Zhao nothing here") as refusal:
        declared(g, action, ABIGAIL, trait, (name,))
    assert refusal.value.code == "feature-does-not-fit"  # type: ignore[attr-defined]
    claiming = {"attack": Attack, "overcome": Overcome, "create-advantage": CreateAdvantage}[action]
    for offer in g.offers("cy", claiming):  # type: ignore[arg-type]
        if name in offer.command.features:  # type: ignore[attr-defined]
            with_trait = next(hole for hole in offer.holes if hole.field == "trait")
            assert trait not in {choice.value for choice in with_trait.options}  # type: ignore[union-attr]


@pytest.mark.rule("FAE-STUNT-02")
def test_two_stunts_that_both_apply_add_up() -> None:
    g = with_third(stunt("Big Kite Shield"), stunt("Stance of the Defiant Sun"))
    roll = declared(g, "defend", ABIGAIL, "forceful", ("Big Kite Shield", "Stance of the Defiant Sun"))
    assert roll.efforts[1].fixed == 2 + 2 + 2


@pytest.mark.rule("FAE-STUNT-02")
def test_a_stunt_counts_once_and_only_if_it_is_on_the_sheet() -> None:
    g = with_third(stunt("Lover of Puzzles"))
    twice = Overcome(actor=ABIGAIL, trait="clever", description="x", features=("Lover of Puzzles", "Lover of Puzzles"))
    assert g.refused("cy", twice) == "named-twice"
    foreign = Overcome(actor=ABIGAIL, trait="quick", description="x", features=("Experimental Helo Pack",))
    assert g.refused("cy", foreign) == "feature-does-not-fit"


@pytest.mark.rule("FAE-STUNT-02")
def test_whether_the_circumstance_holds_is_for_the_table_to_judge_before_the_dice() -> None:
    g = with_third(stunt("Lover of Puzzles"))
    declared(g, "overcome", ABIGAIL, "clever", ("Lover of Puzzles",))
    rule = Disallow(g.roll.id, 0, "Lover of Puzzles")
    assert g.refused("cy", rule) == "gm-only"
    assert any(offer.matches(rule) for offer in g.offers("gm"))
    g.do("gm", rule)
    assert (g.roll.efforts[0].fixed, g.roll.efforts[0].features) == (2, ())
    assert g.refused("gm", rule) == "not-claimed"
    g.answer("gm", "opposition", "difficulty", value=0)
    g.throw("cy", "0000")
    assert g.refused("gm", rule) == "dice-are-down"


@pytest.mark.rule("FAE-STUNT-02")
def test_a_bonus_without_limit_is_not_counted_even_if_the_roll_is_called_off() -> None:
    g = with_third(stunt("Lover of Puzzles"))
    declared(g, "overcome", ABIGAIL, "clever", ("Lover of Puzzles",))
    events = g.do("gm", SendBack(g.roll.id, "which puzzle?"))
    assert not all_of(events, FeatureUsed)


@pytest.mark.rule("FAE-STUNT-02")
def test_a_stunt_is_offered_as_a_choice_of_its_own_never_taken_for_granted() -> None:
    g = with_third(stunt("Lover of Puzzles"))
    sets = {offer.command.features for offer in g.offers("cy", Overcome)}  # type: ignore[attr-defined]
    assert sets == {(), ("Lover of Puzzles",)}
    declared(g, "overcome", ABIGAIL, "clever", ())
    assert g.roll.efforts[0].fixed == 2


# -- once per session --------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-STUNT-04", "FAE-STUNT-06", "FAE-STUNT-07", "FAE-CLOCK-03")
@pytest.mark.parametrize("name", ["Well Connected", "Run Circles Around a Leopard", "Teacher's Favorite"])
def test_a_once_per_session_stunt_is_used_once_with_the_game_masters_nod_and_restored_by_the_next(name: str) -> None:
    g = with_third(stunt(name))
    use = using(name)
    assert any(offer.matches(use) for offer in g.offers("cy"))
    events = g.do("cy", use)
    assert first(events, FeatureUsed).used == 1
    prompt = g.prompt("feature")
    assert prompt is not None
    assert (prompt.seats, [option.id for option in prompt.options]) == (("@gm",), ["yes", "no"])
    assert "here they come" in prompt.question
    g.answer("gm", "feature", "yes")
    assert g.refused("cy", use) == "used-up"
    assert not g.offers("cy", UseFeature)
    g.do("gm", EndScene())
    g.start_scene("The next scene")
    assert g.refused("cy", use) == "used-up", "a scene does not restore it"
    next_session(g)
    g.start_scene("The next session")
    g.do("cy", use)


@pytest.mark.rule("FAE-STUNT-04", "FAE-STUNT-06")
def test_a_use_the_game_master_cannot_agree_to_is_given_back() -> None:
    g = with_third(stunt("Well Connected"))
    g.do("cy", using("Well Connected"))
    assert first(g.answer("gm", "feature", "no"), FeatureUsed).used == 0
    g.do("cy", using("Well Connected", "somebody else then"))


@pytest.mark.rule("FAE-STUNT-07")
@pytest.mark.parametrize("ruling", ["yes", "no"])
def test_the_gadgeteer_gets_rid_of_one_situation_aspect_without_a_roll(ruling: str) -> None:
    g = Game(scene=False)
    join_third(g, "Bethesda Flushing, PhD")
    g.start_scene()
    lay_out(g, "Every Door Locked", "Dark Cellar")
    use = using("Gadgeteer", "a skeleton key", g.card("Every Door Locked").id, BETHESDA)
    offer = next(offer for offer in g.offers("cy") if offer.matches(use))
    assert {choice.label for choice in offer.holes[0].options} == {"Every Door Locked", "Dark Cellar"}  # type: ignore[union-attr]
    g.do("cy", use)
    assert g.has_card("Every Door Locked")
    g.answer("gm", "feature", ruling)
    assert g.has_card("Every Door Locked") is (ruling == "no")
    assert g.has_card("Dark Cellar")
    again = using("Gadgeteer", "a lamp", g.card("Dark Cellar").id, BETHESDA)
    if ruling == "yes":
        assert g.refused("cy", again) == "used-up"
    else:
        g.do("cy", again)


@pytest.mark.rule("FAE-STUNT-07")
def test_the_gadgeteer_removes_situation_aspects_that_are_there_and_nothing_else() -> None:
    g = Game(scene=False)
    join_third(g, "Bethesda Flushing, PhD")
    g.start_scene()
    assert not g.offers("cy", UseFeature), "there is nothing to remove"
    create(g, "reth", "Something", "00--")
    boost = next(card for card in g.table.state.slices["aspects"].values() if card.kind == "boost")
    for card in (boost.id, g.card("*Yawn*").id):
        assert g.refused("cy", using("Gadgeteer", "zap", card, BETHESDA)) == "not-removable"
    assert g.refused("cy", using("Gadgeteer", "zap", "a99", BETHESDA)) == "unknown-aspect"


@pytest.mark.rule("FAE-STUNT-07")
def test_an_aspect_that_is_gone_when_the_game_master_agrees_stays_gone() -> None:
    g = Game(scene=False)
    join_third(g, "Bethesda Flushing, PhD")
    g.start_scene()
    lay_out(g, "Fog")
    g.do("cy", using("Gadgeteer", "a fan", g.card("Fog").id, BETHESDA))
    g.do("gm", RemoveAspectNow(g.card("Fog").id, "the sun comes out"))
    g.answer("gm", "feature", "yes")
    assert not g.has_card("Fog")


@pytest.mark.rule("FAE-STUNT-04")
def test_a_stunt_is_used_by_its_owner_with_words_in_a_scene_and_not_between_dice_and_outcome() -> None:
    g = with_third(stunt("Well Connected"), stunt("Lover of Puzzles"))
    assert g.refused("ana", using("Well Connected")) == "not-yours"
    assert g.refused("cy", using("Gadgeteer")) == "unknown-feature"
    assert g.refused("cy", using("Lover of Puzzles")) == "not-usable-now"
    assert g.refused("cy", using("Well Connected", " ")) == "no-description"
    assert g.refused("cy", using("Well Connected", aspect=g.card("*Yawn*").id)) == "no-such-aspect"
    try_alone(g)
    assert g.refused("cy", using("Well Connected")) == "not-usable-now"
    g.everyone_passes()
    g.do("gm", LeaveScene(ABIGAIL))
    assert g.refused("cy", using("Well Connected")) == "not-usable-now"


@pytest.mark.rule("FAE-STUNT-04", "FAE-STUNT-08")
def test_a_limited_bonus_is_used_on_a_roll_before_its_dice_once_and_with_the_game_masters_nod() -> None:
    g = with_third(LAST_STAND)
    assert g.refused("cy", using("Last Stand")) == "not-usable-now", "there is nothing to defend against"
    declared(g, "defend", ABIGAIL, "forceful", ())
    use = using("Last Stand", "my back is to the wall")
    assert any(offer.matches(use) for offer in g.offers("cy"))
    g.do("cy", use)
    assert g.refused("gm", ThrowDice(g.roll.id), "0000", "0000") == "still-waiting"
    g.answer("gm", "feature", "yes")
    assert g.roll.efforts[1].fixed == 2 + 4
    assert g.refused("cy", use) == "used-up"
    g.throw("gm", "0000", "0000")
    g.everyone_passes()
    g.answer("gm", "serious-cost", "fail")
    declared(g, "defend", ABIGAIL, "forceful", ())
    assert g.refused("cy", use) == "used-up"
    assert g.roll.efforts[1].fixed == 2


@pytest.mark.rule("FAE-STUNT-04")
def test_a_limited_bonus_is_not_claimed_like_one_without_limit() -> None:
    g = with_third(LAST_STAND)
    g.do("gm", Overcome(actor=VELD, trait="forceful", description="pushes"))
    g.answer("gm", "opposition", "defend", defender=ABIGAIL)
    prompt = g.prompt("defend")
    assert prompt is not None
    assert [option.label for option in prompt.options] == ["Defend"]


@pytest.mark.rule("FAE-STUNT-04")
def test_a_limited_bonus_is_for_ones_own_roll_with_the_approach_and_action_it_names() -> None:
    g = with_third(LAST_STAND)
    declared(g, "defend", ABIGAIL, "quick", ())
    assert g.refused("cy", using("Last Stand")) == "not-usable-now"
    g.do("gm", SendBack(g.roll.id, "again"))
    g.do("gm", Overcome(actor=VELD, trait="forceful", description="pushes"))
    g.answer("gm", "opposition", "defend", defender="reth")
    g.defend("ana", "forceful")
    assert g.refused("cy", using("Last Stand")) == "not-usable-now", "it is somebody else's back"


@pytest.mark.rule("FAE-STUNT-04")
def test_a_limited_bonus_is_given_back_if_it_does_not_fit_or_the_roll_does_not_happen() -> None:
    g = with_third(LAST_STAND)
    declared(g, "defend", ABIGAIL, "forceful", ())
    g.do("cy", using("Last Stand"))
    g.answer("gm", "feature", "no")
    assert (g.roll.efforts[1].fixed, g.roll.efforts[1].features) == (2, ())
    g.do("cy", using("Last Stand"))
    g.answer("gm", "feature", "yes")
    events = g.do("gm", SendBack(g.roll.id, "Veld thinks better of it"))
    assert first(events, FeatureUsed).used == 0
    declared(g, "defend", ABIGAIL, "forceful", ())
    g.do("cy", using("Last Stand"))
    events = g.do("gm", SendBack(g.roll.id, "no, really"))
    assert first(events, FeatureUsed).used == 0, "asked for and not answered yet"
    assert g.prompt("feature") is None


def test_nobody_who_is_out_uses_a_stunt() -> None:
    g = with_third(stunt("Well Connected"))
    g.start_conflict()
    g.do("cy", GiveIn(ABIGAIL, "she hides"))
    assert is_out(g.table.state, ABIGAIL)
    g.answer("gm", "concession", "agree")
    assert g.refused("cy", using("Well Connected")) == "not-usable-now"
