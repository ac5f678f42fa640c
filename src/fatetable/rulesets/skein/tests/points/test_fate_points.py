"""Where Fate Points come from and go to: refresh, the pool, friends, rewards, declarations, free Aspects."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.mechanics.aspects.cards import ASPECTS
from fatetable.mechanics.aspects.editing import PlaceAspect
from fatetable.mechanics.characters.cast import NOBODY, ActorId
from fatetable.mechanics.points.accounts import purse
from fatetable.mechanics.points.corrections import SetPoints
from fatetable.mechanics.rolls.actions import Overcome
from fatetable.mechanics.rolls.invocations import Invoke, Reroll
from fatetable.mechanics.rolls.state import RollSettled
from fatetable.mechanics.rolls.throwing import Pass, ThrowDice
from fatetable.mechanics.scenes.facts import FACTS
from fatetable.mechanics.scenes.lifecycle import EndScene, EndSession, StartScene, StartSession
from fatetable.rulesets.skein.points.friends import JoinHeroes, LeaveHeroes
from fatetable.rulesets.skein.points.rewards import CallRefresh, RewardAspect, RewardSparkle
from fatetable.rulesets.skein.points.story_compels import CompelStory
from fatetable.rulesets.skein.tests.support.fighting import changed
from fatetable.rulesets.skein.tests.support.playing import Game
from fatetable.testing.events import first

BRANNOC, HESK = ActorId("brannoc-of-the-ford"), ActorId("mother-hesk")
OSRIC, YSOLT = ActorId("osric-the-reeve"), ActorId("ysolt-of-the-drowned-bell")
GUARD = ActorId("gate-guard")
HELD_THE_FORD = "I Held the Ford When My Lord Ran"


def set_points(game: Game, actor: ActorId, number: int) -> None:
    game.do("gm", SetPoints(purse(actor), number, "as the tale goes"))


def next_session(game: Game) -> None:
    game.do("gm", EndScene())
    game.do("gm", EndSession())
    game.do("gm", StartSession())


def aspect_on(game: Game, text: str, *, payment: str = "point", effect: str = "bonus", party: ActorId = BRANNOC) -> Any:
    roll = game.roll
    return Invoke(
        roll=roll.id,
        effort=max(roll.active, 0),
        effect=effect,
        aspect=game.card(text).id,
        explanation="it helps",
        payment=payment,
        party=party,
    )


def declare_test(game: Game, seat: str = "ana", actor: ActorId = BRANNOC, skill: str = "strength") -> None:
    game.do(seat, Overcome(actor=actor, trait=skill, description="tries"))
    game.answer("gm", "opposition", "difficulty", value=4)


# -- refresh and pool ------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-FP-02", "SK-ADV-01")
@pytest.mark.parametrize(("before", "after"), [(2, 6), (6, 6), (7, 7)])
def test_a_session_starts_with_the_refresh_rate_and_more_than_that_is_kept(before: int, after: int) -> None:
    game = Game()
    set_points(game, BRANNOC, before)
    next_session(game)
    assert game.points(BRANNOC) == after


@pytest.mark.rule("SK-FP-02", "SK-ADV-01")
def test_the_end_of_one_session_and_the_start_of_the_next_are_one_refresh() -> None:
    game = Game()
    set_points(game, BRANNOC, 2)
    game.do("gm", EndScene())
    game.do("gm", EndSession())
    assert game.points(BRANNOC) == 2


@pytest.mark.rule("SK-CHAR-31", "SK-STYPE-07", "SK-STUNT-57")
def test_a_new_character_has_as_many_points_as_refresh_and_each_extra_refresh_adds_one() -> None:
    game = Game()
    assert (game.points(BRANNOC), game.points(HESK)) == (5 + 1, 5)


@pytest.mark.rule("SK-FP-03")
def test_the_pool_is_three_for_each_player_and_is_set_anew_for_each_session() -> None:
    game = Game()
    assert game.points("pool") == 2 * 3
    for left in (1, 9):
        game.do("gm", SetPoints("pool", left, "as the tale goes"))
        next_session(game)
        game.do("gm", StartScene("Another", (BRANNOC,)))
        assert game.points("pool") == 2 * 3


@pytest.mark.rule("SK-FP-05")
def test_a_refresh_in_the_middle_raises_players_and_adds_five_to_what_is_left_of_the_pool() -> None:
    game = Game()
    set_points(game, BRANNOC, 1)
    set_points(game, HESK, 8)
    game.do("gm", SetPoints("pool", 2, "as the tale goes"))
    game.do("gm", CallRefresh())
    assert (game.points(BRANNOC), game.points(HESK), game.points("pool")) == (6, 8, 2 + 5)


@pytest.mark.rule("SK-FP-05")
def test_a_table_may_do_without_refreshes_in_the_middle_of_a_session() -> None:
    game = Game(mid_session_refresh=False)
    assert not game.offers("gm", CallRefresh)
    assert game.refused("gm", CallRefresh()) == "no-refresh-now"


def test_only_the_storyteller_calls_a_refresh() -> None:
    assert Game().refused("ana", CallRefresh()) == "gm-only"


@pytest.mark.rule("SK-FP-17", "SK-STUNT-57")
def test_an_npc_with_extra_refresh_adds_a_point_to_the_pool_in_each_scene_it_begins() -> None:
    game = Game(foes=("Ysolt of the Drowned Bell",), scene=False)
    game.do("gm", StartSession())
    assert game.points("pool") == 6
    game.do("gm", StartScene("With her", (BRANNOC, YSOLT)))
    assert game.points("pool") == 7
    game.do("gm", EndScene())
    game.do("gm", StartScene("Without her", (BRANNOC,)))
    assert game.points("pool") == 7
    game.do("gm", EndScene())
    game.do("gm", StartScene("With her again", (BRANNOC, YSOLT)))
    assert game.points("pool") == 8


@pytest.mark.rule("SK-FP-17", "SK-STUNT-57")
def test_each_such_stunt_of_an_npc_adds_a_point_and_one_of_a_hero_none() -> None:
    ysolt = changed("Ysolt of the Drowned Bell", swap={"strong-willed": "extra-refresh"})
    game = Game(foes=(ysolt,), scene=False)
    game.do("gm", StartSession())
    game.do("gm", StartScene("With her", (BRANNOC, YSOLT)))
    assert game.points("pool") == 6 + 2


# -- friends ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-FP-04")
def test_a_significant_friend_has_three_points_of_its_own_set_anew_each_session() -> None:
    game = Game(foes=("Osric the Reeve",))
    game.do("gm", JoinHeroes(OSRIC))
    assert (game.points(OSRIC), game.points("pool")) == (3, 6)
    declare_test(game, "gm", OSRIC, "awareness")
    game.do("gm", aspect_on(game, "The King's Tithe Comes First", party=OSRIC))
    assert (game.points(OSRIC), game.points("pool")) == (2, 6)
    game.throw("gm", "0000")
    next_session(game)
    assert game.points(OSRIC) == 3


@pytest.mark.rule("SK-FP-04")
def test_the_pool_is_not_spent_for_a_friend_of_the_heroes() -> None:
    game = Game(foes=("Osric the Reeve",))
    game.do("gm", JoinHeroes(OSRIC))
    declare_test(game, "gm", OSRIC, "awareness")
    assert game.refused("gm", aspect_on(game, "Afraid of the Old Woods", party=NOBODY)) == "wrong-side"
    assert {offer.command.party for offer in game.offers("gm", Invoke)} == {OSRIC}  # type: ignore[attr-defined]


@pytest.mark.rule("SK-FP-04")
def test_whoever_turns_from_the_heroes_draws_on_the_pool_again() -> None:
    game = Game(foes=("Osric the Reeve",))
    game.do("gm", JoinHeroes(OSRIC))
    game.do("gm", LeaveHeroes(OSRIC))
    assert game.points(OSRIC) == 0
    declare_test(game, "gm", OSRIC, "awareness")
    game.do("gm", aspect_on(game, "Afraid of the Old Woods", party=NOBODY))
    assert game.points("pool") == 5


@pytest.mark.rule("SK-FP-15")
def test_what_a_friend_of_the_heroes_made_is_free_for_them_and_they_are_told_so() -> None:
    game = Game(foes=("Osric the Reeve",))
    game.do("gm", JoinHeroes(OSRIC))
    game.manoeuvre("gm", OSRIC, "awareness", "A Barred Gate", "++++")
    while game.prompts():
        prompt = game.prompts()[0]
        game.answer("gm", prompt.kind, prompt.options[0].id)
    declare_test(game)
    use = aspect_on(game, "A Barred Gate", payment=free_use(game, "A Barred Gate"))
    assert any(offer.matches(use) for offer in game.offers("ana", Invoke))
    game.do("ana", use)
    assert game.points(BRANNOC) == 6


@pytest.mark.rule("SK-FP-04")
def test_minor_people_never_have_points_of_their_own() -> None:
    game = Game(foes=("Gate Guard",))
    assert game.refused("gm", JoinHeroes(GUARD)) == "no-friend"
    assert not game.offers("gm", JoinHeroes)


@pytest.mark.rule("SK-FP-16")
def test_npcs_spend_from_the_pool_and_players_into_the_bank() -> None:
    game = Game(foes=("Osric the Reeve",))
    declare_test(game, "gm", OSRIC, "awareness")
    game.do("gm", aspect_on(game, "Afraid of the Old Woods", party=NOBODY))
    game.throw("gm", "0000")
    assert game.points("pool") == 5
    declare_test(game)
    game.do("ana", aspect_on(game, HELD_THE_FORD))
    assert (game.points(BRANNOC), game.points("pool")) == (5, 5)


# -- rewards ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-FP-08", "SK-FP-09", "SK-FP-16")
@pytest.mark.parametrize("how", ["played", "in-story"])
def test_an_aspect_acted_out_or_used_in_the_story_earns_a_point_from_the_bank(how: Any) -> None:
    game = Game()
    game.do("gm", RewardAspect(actor=BRANNOC, aspect=game.card(HELD_THE_FORD).id, how=how))
    assert (game.points(BRANNOC), game.points("pool")) == (7, 6)


@pytest.mark.rule("SK-FP-08")
def test_without_rewards_for_acting_out_aspects_those_used_in_the_story_still_earn_a_point() -> None:
    game = Game(aspect_rewards=False)
    card = game.card(HELD_THE_FORD).id
    assert game.refused("gm", RewardAspect(actor=BRANNOC, aspect=card, how="played")) == "no-reward"
    game.do("gm", RewardAspect(actor=BRANNOC, aspect=card, how="in-story"))
    assert game.points(BRANNOC) == 7


def test_the_aspect_of_somebody_else_earns_nothing() -> None:
    game = Game()
    other = game.card("Every Root Owes Me a Favour").id
    assert game.refused("gm", RewardAspect(actor=BRANNOC, aspect=other, how="played")) == "not-theirs"


@pytest.mark.rule("SK-FP-10")
def test_sparkle_earns_a_point_where_the_table_plays_so() -> None:
    game = Game()
    game.do("gm", RewardSparkle(actor=HESK, reason="the speech to the wolves"))
    assert game.points(HESK) == 6
    plain = Game(sparkle_rewards=False)
    assert plain.refused("gm", RewardSparkle(actor=HESK, reason="the speech")) == "no-reward"
    assert not plain.offers("gm", RewardSparkle)


# -- declarations ----------------------------------------------------------------------------------------------------


def compel_story(game: Game, becomes: Any = "fact") -> None:
    card = game.card("Ferryman's Son, Third Rank in the Wall").id
    game.do("ana", CompelStory(actor=BRANNOC, aspect=card, text="A boat lies in the reeds", becomes=becomes))


@pytest.mark.rule("SK-FP-14", "SK-INTRO-05")
def test_what_a_player_tells_for_a_point_is_so_if_the_storyteller_agrees() -> None:
    game = Game()
    compel_story(game)
    game.answer("gm", "story", "accept")
    assert [fact.fact for fact in game.table.state.get(FACTS)] == ["A boat lies in the reeds"]
    assert (game.points(BRANNOC), game.points("pool")) == (5, 6)


@pytest.mark.rule("SK-FP-14")
def test_a_declared_aspect_of_the_scene_has_no_free_use() -> None:
    game = Game()
    compel_story(game, "aspect")
    game.answer("gm", "story", "accept")
    assert game.card("A boat lies in the reeds").free == ()


@pytest.mark.rule("SK-FP-14")
def test_a_declaration_that_the_storyteller_changes_costs_nothing() -> None:
    game = Game()
    compel_story(game)
    game.answer("gm", "story", "modify", text="A leaking boat lies in the reeds")
    assert [fact.fact for fact in game.table.state.get(FACTS)] == ["A leaking boat lies in the reeds"]
    assert game.points(BRANNOC) == 6


@pytest.mark.rule("SK-FP-14")
@pytest.mark.parametrize(("vote", "facts", "points"), [("yes", 0, 6), ("no", 1, 5)])
def test_the_rest_of_the_table_may_veto_a_declaration_and_then_the_point_comes_back(
    vote: str, facts: int, points: int
) -> None:
    game = Game()
    compel_story(game)
    game.answer("gm", "story", "veto")
    game.answer("bo", "story-veto", vote)
    assert len(game.table.state.get(FACTS)) == facts
    assert game.points(BRANNOC) == points


def test_a_declaration_needs_a_point_and_one_is_ruled_on_before_the_next() -> None:
    game = Game()
    compel_story(game)
    card = game.card(HELD_THE_FORD).id
    assert game.refused("ana", CompelStory(actor=BRANNOC, aspect=card, text="More")) == "no-declaration"
    game.answer("gm", "story", "accept")
    set_points(game, BRANNOC, 0)
    assert game.refused("ana", CompelStory(actor=BRANNOC, aspect=card, text="More")) == "not-enough-fate-points"
    assert not game.offers("ana", CompelStory)


# -- Aspects and re-rolls --------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-FP-11", "SK-INTRO-05")
def test_each_aspect_before_the_dice_costs_a_point_and_gives_two_once() -> None:
    game = Game()
    game.do("gm", PlaceAspect(words="Slippery Stones"))
    declare_test(game)
    game.do("ana", aspect_on(game, HELD_THE_FORD))
    game.do("ana", aspect_on(game, "Slippery Stones"))
    assert game.refused("ana", aspect_on(game, HELD_THE_FORD)) == "already-invoked"
    assert first(game.throw("ana", "0000"), RollSettled).total == 4 + 2 + 2
    assert game.points(BRANNOC) == 4


@pytest.mark.rule("SK-FP-11")
def test_after_the_dice_it_is_too_late_for_a_bonus() -> None:
    game = Game()
    declare_test(game)
    game.do("ana", ThrowDice(game.roll.id), "0000")
    assert game.refused("ana", aspect_on(game, HELD_THE_FORD)) == "wrong-moment"


@pytest.mark.rule("SK-FP-12")
def test_re_rolls_cost_a_point_each_and_the_best_counts_with_all_bonuses() -> None:
    game = Game()
    declare_test(game)
    game.do("ana", aspect_on(game, HELD_THE_FORD))
    roll = game.roll.id
    game.do("ana", ThrowDice(roll), "--00")
    game.do("ana", Reroll(roll=roll, effort=0, party=BRANNOC), "++00")
    game.do("ana", Reroll(roll=roll, effort=0, party=BRANNOC), "----")
    events = tuple(event for seat in game.roll.waiting for event in game.do(seat, Pass(roll)))
    assert first(events, RollSettled).total == 4 + 2 + 2
    assert game.points(BRANNOC) == 6 - 1 - 2


# -- free Aspects ----------------------------------------------------------------------------------------------------


def free_use(game: Game, text: str) -> str:
    return game.card(text).free[0].id


@pytest.mark.rule("SK-FP-15", "SK-INTRO-05")
@pytest.mark.parametrize(("seat", "actor"), [("ana", BRANNOC), ("bo", HESK)])
def test_the_maker_of_an_aspect_or_any_ally_uses_it_once_for_free(seat: str, actor: ActorId) -> None:
    game = Game()
    game.manoeuvre("ana", BRANNOC, "strength", "A Barred Gate", "++00")
    while game.prompts():
        prompt = game.prompts()[0]
        game.answer("gm", prompt.kind, prompt.options[0].id)
    points = game.points(actor)
    declare_test(game, seat, actor)
    game.do(seat, aspect_on(game, "A Barred Gate", payment=free_use(game, "A Barred Gate"), party=actor))
    assert game.points(actor) == points
    game.throw(seat, "0000")
    assert game.card("A Barred Gate").free == ()
    declare_test(game, seat, actor)
    game.do(seat, aspect_on(game, "A Barred Gate", party=actor))
    assert game.points(actor) == points - 1


@pytest.mark.rule("SK-FP-15")
def test_a_free_use_is_a_bonus_before_or_a_re_roll_after_the_dice_but_the_aspect_counts_once() -> None:
    game = Game()
    game.manoeuvre("ana", BRANNOC, "strength", "A Barred Gate", "++00")
    while game.prompts():
        prompt = game.prompts()[0]
        game.answer("gm", prompt.kind, prompt.options[0].id)
    points = game.points(BRANNOC)
    declare_test(game)
    game.do("ana", ThrowDice(game.roll.id), "----")
    again = aspect_on(game, "A Barred Gate", payment=free_use(game, "A Barred Gate"), effect="reroll")
    game.do("ana", again, "++00")
    assert game.roll.efforts[0].kept == 1
    assert game.points(BRANNOC) == points
    assert game.table.state.get(ASPECTS)[game.card("A Barred Gate").id].free == ()


@pytest.mark.rule("SK-FP-15", "SK-FP-11", "SK-ASPECT-10")
def test_no_aspect_is_both_paid_and_free_in_one_test_whichever_comes_first() -> None:
    for first_payment, second in (("free", "paid"), ("paid", "free")):
        game = Game()
        game.manoeuvre("ana", BRANNOC, "strength", "A Barred Gate", "++00")
        free = free_use(game, "A Barred Gate")
        ways = {"paid": "point", "free": free}
        declare_test(game)
        game.do("ana", aspect_on(game, "A Barred Gate", payment=ways[first_payment]))
        assert game.refused("ana", aspect_on(game, "A Barred Gate", payment=ways[second])) == "already-invoked"
        game.do("ana", ThrowDice(game.roll.id), "----")
        if second == "free":
            again = aspect_on(game, "A Barred Gate", payment=free, effect="reroll")
            assert game.refused("ana", again) == "already-invoked"


@pytest.mark.rule("SK-FP-15")
def test_the_other_side_has_no_free_use_of_what_heroes_made() -> None:
    game = Game(foes=("Osric the Reeve",))
    game.manoeuvre("ana", BRANNOC, "strength", "A Barred Gate", "++00")
    while game.prompts():
        prompt = game.prompts()[0]
        game.answer("gm", prompt.kind, prompt.options[0].id)
    declare_test(game, "gm", OSRIC, "awareness")
    free = free_use(game, "A Barred Gate")
    assert game.refused("gm", aspect_on(game, "A Barred Gate", payment=free, party=NOBODY)) == "not-your-free-invoke"
