"""Fights by exchanges: all say what they do, all roll once, and every pair is read."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.engine.prompts import PROMPTS
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.encounters.conflicts import EndConflict, StartConflict
from fatetable.mechanics.encounters.frays import DeclareIntent, GoOnAsBefore
from fatetable.mechanics.encounters.state import INTENTS, REVEALED, fray_of
from fatetable.mechanics.encounters.taking_sides import JoinConflict, LeaveConflict
from fatetable.mechanics.rolls.actions import Attack
from fatetable.mechanics.rolls.effort_rulings import SendBack
from fatetable.mechanics.scenes.lifecycle import EnterScene
from fatetable.rulesets.fate2.combat.arms import TakeArms
from fatetable.rulesets.fate2.combat.off_guard import CatchOffGuard
from fatetable.rulesets.fate2.tests.support.playing import Game

GUARDS = ("City Watch", "Caravan Guard", "Hired Thug")
A, B, C = "city-watch", "caravan-guard", "hired-thug"
GUARDS_ATTACK = {
    "city_watch": ("attack", "cyrus"),
    "caravan_guard": ("attack", "cyrus"),
    "hired_thug": ("attack", "finn", "fighting"),
}


def tavern(*foes: str, **dials: Any) -> Game:
    g = Game(foes=foes or GUARDS, **dials)
    g.fight_by_exchanges()
    return g


def said(g: Game, **intents: tuple[Any, ...]) -> None:
    """What everybody does: the stance, the target and the trait."""
    for name, intent in intents.items():
        g.intend(name.replace("_", "-"), *intent)


def blow(g: Game, margin: int, by: str = "cyrus", to: str = A) -> None:
    """An exchange in which only one strikes, and the other evades."""
    fray = fray_of(g.table.state)
    assert fray is not None
    for actor in fray.actors:
        g.intend(actor, *(("attack", to) if actor == by else ("evade",)))
    fixed = {effort.actor.replace("-", "_"): effort.fixed for effort in g.roll.efforts}
    mine, theirs = by.replace("-", "_"), to.replace("-", "_")
    needed = margin - fixed[mine] + fixed[theirs]
    own = max(-4, min(4, needed))
    g.outcomes(**{mine: fixed[mine] + own, theirs: fixed[theirs] + own - needed})
    g.everyone_passes()


# -- saying what one does --------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-COMB-11", "F2-COMB-01")
def test_nobody_rolls_before_all_have_said_what_they_do_and_until_then_it_is_hidden() -> None:
    g = tavern("City Watch")
    g.intend("cyrus", "attack", A)
    assert g.table.view("ana").get(INTENTS)[ActorId("cyrus")].target == A
    for other in ("bo", "gm"):
        assert g.table.view(other).get(INTENTS) == {}
        fray = fray_of(g.table.view(other))
        assert fray is not None
        assert fray.entered == (ActorId("cyrus"),), "only that something was said is known"
    g.intend("finn", "evade")
    assert not g.table.view("ana").get(REVEALED).intents
    g.intend(A, "attack", "finn")
    assert set(g.table.view("bo").get(REVEALED).intents) == {"cyrus", "finn", A}
    assert [effort.actor for effort in g.roll.efforts] == ["cyrus", "finn", A]
    g.outcomes()
    g.everyone_passes()
    fray = fray_of(g.table.state)
    assert fray is not None
    assert (fray.exchange, fray.entered) == (2, ())


@pytest.mark.rule("F2-COMB-11")
def test_what_cannot_be_done_is_refused() -> None:
    g = tavern("City Watch")

    def intent(**more: Any) -> DeclareIntent:
        usual = {"actor": "cyrus", "stance": "attack", "target": A, "trait": "footman", "description": "so"}
        return DeclareIntent(**{**usual, **more})

    assert g.refused("bo", intent()) == "not-yours"
    assert g.refused("ana", intent(target="finn")) == "bad-target"
    assert g.refused("ana", intent(target="")) == "bad-target"
    assert g.refused("ana", intent(stance="evade")) == "bad-target"
    assert g.refused("ana", intent(stance="dance")) == "no-such-stance"
    assert g.refused("ana", intent(trait="dancing")) == "unknown-trait"
    assert g.refused("ana", intent(claims=("Luck",))) == "no-such-modifier"
    assert g.refused("ana", intent(claims=("Superior Numbers",))) == "no-such-modifier", "numbers are counted"
    assert g.refused("ana", intent(description="")) == "no-description"
    attack = Attack(actor=ActorId("cyrus"), target=ActorId(A), trait="footman", description="so")
    assert g.refused("ana", attack) == "in-a-fray"
    g.do("ana", intent())
    assert g.refused("ana", intent()) == "already-acted"


@pytest.mark.rule("F2-COMB-11")
def test_what_nobody_opposes_is_rolled_against_a_difficulty_of_the_gm() -> None:
    g = tavern("City Watch")
    said(g, cyrus=("something-else", "", "running"), finn=("evade",), city_watch=("attack", "finn"))
    g.answer("gm", "fate2-difficulty-of-action", "difficulty", value=2)
    g.outcomes(cyrus=2, finn=3, city_watch=1)
    g.everyone_passes()
    assert [(each.other, each.difficulty, each.outcome) for each in g.last_roll.comparisons] == [
        (1, None, "fail"),
        (-1, 2, "succeed"),
    ] or [(each.difficulty, each.outcome) for each in g.last_roll.comparisons if each.other < 0] == [(2, "succeed")]


def test_the_gm_sends_one_back_and_the_others_stay_with_what_they_said() -> None:
    g = tavern("City Watch")
    said(g, cyrus=("attack", A), finn=("evade",), city_watch=("attack", "finn"))
    g.do("gm", SendBack(g.roll.id, "swords are not for that", 0))
    fray = fray_of(g.table.state)
    assert fray is not None
    assert fray.entered == ("finn", A)
    g.intend("cyrus", "defensive", trait="brawler")
    assert {actor: intent.stance for actor, intent in g.table.state.get(REVEALED).intents.items()} == {
        "finn": "evade",
        A: "attack",
        "cyrus": "defensive",
    }


def test_one_press_goes_on_as_before_for_all_of_a_seat() -> None:
    g = tavern()
    said(g, cyrus=("attack", A), finn=("evade",), city_watch=("attack", "cyrus"))
    said(g, caravan_guard=("attack", "cyrus"), hired_thug=("attack", "finn", "fighting"))
    assert g.refused("gm", GoOnAsBefore()) == "nothing-before"
    g.outcomes(cyrus=2, city_watch=1, caravan_guard=1)
    g.everyone_passes()
    g.do("gm", GoOnAsBefore())
    fray = fray_of(g.table.state)
    assert fray is not None
    assert set(fray.entered) == {A, B, C}
    assert g.refused("gm", GoOnAsBefore()) == "nothing-before"


def test_newcomers_are_in_the_next_exchange_and_people_leave() -> None:
    g = Game(foes=("City Watch",))
    g.add_opponent("Caravan Guard")
    g.do("gm", StartConflict("fight", (ActorId(A),), "exchange"))
    g.do("gm", EnterScene(ActorId(B)))
    g.do("gm", JoinConflict(ActorId(B), "opposition"))
    said(g, cyrus=("attack", A), finn=("evade",), city_watch=("attack", "finn"))
    g.outcomes(cyrus=1, city_watch=1, finn=2)
    g.everyone_passes()
    fray = fray_of(g.table.state)
    assert fray is not None
    assert B in fray.actors
    g.do("gm", LeaveConflict(ActorId(B)))
    g.do("gm", LeaveConflict(ActorId(A)))
    assert fray_of(g.table.state) is None, "nobody is left to fight"


def test_the_gm_ends_the_fight_between_rolls() -> None:
    g = tavern("City Watch")
    g.do("gm", EndConflict())
    assert fray_of(g.table.state) is None
    assert g.refused("gm", StartConflict("fight", (ActorId(A),), pace="slowly")) == "unknown-pace"


# -- reading pair by pair --------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-COMB-11", "F2-COMB-02")
def test_in_an_exchange_either_side_can_hurt_the_other() -> None:
    g = tavern("City Watch")
    said(g, cyrus=("attack", A), finn=("evade",), city_watch=("attack", "cyrus"))
    g.outcomes(cyrus=1, city_watch=4)
    g.everyone_passes()
    assert g.pairs() == [("cyrus", A, -3)]
    assert (g.rows("cyrus"), g.rows(A)) == (["Hurt"], [])


@pytest.mark.rule("F2-MOD-06", "F2-MOD-07", "F2-COMB-20")
def test_the_first_exchange_of_the_tavern_fight() -> None:
    """F2-EX-34, F2-EX-35: Cyrus beats them both and only defends; Finn tumbles and is clipped."""
    g = tavern()
    said(g, cyrus=("evade", "", "footman"), finn=("evade", "", "acrobatics"))
    said(
        g, city_watch=("attack", "cyrus"), caravan_guard=("attack", "cyrus"), hired_thug=("attack", "finn", "fighting")
    )
    g.outcomes(cyrus=3, city_watch=1, caravan_guard=0, finn=1, hired_thug=2)
    g.everyone_passes()
    assert g.pairs() == [("cyrus", A, 1), ("cyrus", B, 2), (C, "finn", 1)], "each of the two has +1 for their numbers"
    assert {name: g.rows(name) for name in ("cyrus", A, B, C)} == {"cyrus": [], A: [], B: [], C: []}
    assert g.rows("finn") == ["Clipped"]


@pytest.mark.rule("F2-MOD-02", "F2-MOD-06", "F2-COMB-13", "F2-COMB-20", "F2-COMB-14")
def test_the_second_exchange_of_the_tavern_fight() -> None:
    """F2-EX-36, F2-EX-37: a scratch and a clip for Cyrus; Finn, clipped before, kicks for an effect."""
    g = tavern()
    said(g, cyrus=("evade", "", "footman"), finn=("evade", "", "acrobatics"))
    said(
        g, city_watch=("attack", "cyrus"), caravan_guard=("attack", "cyrus"), hired_thug=("attack", "finn", "fighting")
    )
    g.outcomes(cyrus=4, finn=1, hired_thug=2, city_watch=0, caravan_guard=0)
    g.everyone_passes()
    assert g.rows("finn") == ["Clipped"]
    said(g, cyrus=("attack", A))
    g.intend("finn", "manoeuvre", C, "acrobatics", effect="knocked across the room")
    said(
        g, city_watch=("attack", "cyrus"), caravan_guard=("attack", "cyrus"), hired_thug=("attack", "finn", "fighting")
    )
    g.answer("gm", "fate2-result-needed", "row", row="Hurt")
    finn = g.roll.efforts[1]
    assert [(part.label, part.amount) for part in finn.modifiers[1:]] == [("Clipped", -1)]
    g.outcomes(cyrus=2, city_watch=1, caravan_guard=2, finn=2, hired_thug=0)
    g.everyone_passes()
    assert g.pairs() == [("cyrus", A, 0), ("cyrus", B, -1), ("finn", C, 2)]
    g.answer("bo", "fate2-effect-or-wound", "effect")
    assert (g.rows("cyrus"), g.rows(C)) == (["Clipped"], [])
    assert g.rows("finn") == [], "what was marked before has been suffered"


def third_exchange(**claims: tuple[str, ...]) -> Game:
    """Cyrus was clipped; all but the thug, who is on the floor, go on."""
    g = tavern()
    g.do("gm", LeaveConflict(ActorId(C)))
    blow(g, 1, by=B, to="cyrus")
    said(g, cyrus=("attack", A))
    said(g, city_watch=("attack", "cyrus"), caravan_guard=("attack", "cyrus"))
    g.intend("finn", "attack-from-afar", A, claims=claims.get("finn", ()))
    return g


@pytest.mark.rule("F2-COMB-21", "F2-MOD-06", "F2-WND-03", "F2-WND-06", "F2-COMB-20")
def test_the_third_exchange_of_the_tavern_fight() -> None:
    """F2-EX-38, F2-EX-39: who beats them all picks one; the new wound counts against the knife that follows.

    The book forgets the bonus of one guard and hurts the other by a margin of one; here margins are read as ever.
    """
    g = third_exchange(finn=("Superior Position",))
    assert g.roll.efforts[0].fixed == 3 - 1, "Cyrus is clipped"
    g.outcomes(cyrus=4, city_watch=2, caravan_guard=1, finn=5)
    g.everyone_passes()
    prompt = g.prompt("pick-opponent")
    assert prompt is not None
    assert [option.label for option in prompt.options] == ["City Watch", "Caravan Guard"]
    g.answer("ana", "pick-opponent", "1")
    assert g.pairs()[:2] == [("cyrus", A, 1), ("cyrus", B, 2)]
    knife = g.last_roll.comparisons[2]
    assert [part.amount for part in knife.modifiers] == [1], "what Finn claims against this target"
    assert [part.label for part in knife.opposing] == [], "clipped waits, and nobody outnumbers Finn"
    assert g.rows(A) == ["Clipped", "Hurt"]


@pytest.mark.rule("F2-COMB-21", "F2-WND-06")
def test_a_hurt_lowers_what_is_read_later_in_the_same_exchange() -> None:
    """F2-EX-39 by its own figures: 6 - 1 = 5 for an injury."""
    g = third_exchange(finn=("Superior Position",))
    g.outcomes(cyrus=5, city_watch=2, caravan_guard=1, finn=5)
    g.everyone_passes()
    g.answer("ana", "pick-opponent", "1")
    assert g.pairs() == [("cyrus", A, 2), ("cyrus", B, 3), ("finn", A, 5)]
    assert [(part.label, part.amount) for part in g.last_roll.comparisons[2].opposing] == [("Hurt", -1)]
    assert g.rows(A) == ["Hurt", "Injured"]


@pytest.mark.rule("F2-MOD-08", "F2-WND-06", "F2-MOD-02", "F2-COMB-03", "F2-COMB-20")
def test_the_fourth_exchange_of_the_tavern_fight() -> None:
    """F2-EX-40, F2-EX-41: Cyrus fights defensively and is clipped all the same; the second knife ends it for A."""
    g = tavern("City Watch", "Caravan Guard")
    for row in ("Hurt", "Injured"):
        g.choose("gm", "Mark a wound of City Watch", row=row, words="a cut", reason="the exchanges before")
    said(g, cyrus=("defensive",), city_watch=("attack", "cyrus"), caravan_guard=("attack", "cyrus"))
    g.intend("finn", "attack-from-afar", A)
    assert (g.roll.efforts[0].fixed, g.roll.efforts[1].fixed) == (3 + 1, 1 - 2)
    g.outcomes(cyrus=2, city_watch=-2, caravan_guard=2, finn=5)
    g.everyone_passes()
    assert g.pairs() == [("cyrus", A, 3), ("cyrus", B, -1), ("finn", A, 7)]
    assert (g.rows("cyrus"), g.rows(B)) == (["Clipped"], [])
    assert g.rows(A) == ["Hurt", "Injured", "Taken Out"]


@pytest.mark.rule("F2-MOD-06")
def test_a_tie_with_one_of_several_beats_nobody_and_scratches_the_lone_fighter() -> None:
    g = tavern("City Watch", "Caravan Guard", weapons="simple")
    for actor in ("cyrus", A):
        g.do(g.seat_of(actor), TakeArms(actor=ActorId(actor), weapon="Sword"))
    said(g, cyrus=("attack", A), finn=("evade",), city_watch=("attack", "cyrus"), caravan_guard=("attack", "cyrus"))
    g.outcomes(cyrus=3, city_watch=2, caravan_guard=0)
    g.everyone_passes()
    assert g.pairs() == [("cyrus", A, 0), ("cyrus", B, 2)]
    assert g.rows("cyrus") == ["Hurt"], "the attacker's weapon is added to his scratch (F2-ARM-05)"
    assert (g.rows(A), g.rows(B)) == ([], []), "the lone fighter adds nothing"


@pytest.mark.rule("F2-ARM-05")
def test_in_a_tie_of_two_both_weapons_count() -> None:
    g = tavern("City Watch", weapons="simple", armour="simple")
    g.do("ana", TakeArms(actor=ActorId("cyrus"), weapon="Sword"))
    g.do("gm", TakeArms(actor=ActorId(A), weapon="Knife", armour="Leather"))
    said(g, cyrus=("attack", A), finn=("evade",), city_watch=("attack", "cyrus"))
    g.outcomes(cyrus=2, city_watch=2)
    g.everyone_passes()
    assert (g.rows("cyrus"), g.rows(A)) == (["Clipped"], ["Clipped"])


@pytest.mark.rule("F2-COMB-21")
def test_who_throws_from_afar_is_not_hurt_by_whom_he_misses() -> None:
    g = tavern("City Watch")
    said(g, cyrus=("attack", A), finn=("attack-from-afar", A), city_watch=("attack", "cyrus"))
    g.outcomes(cyrus=4, finn=0, city_watch=3)
    g.everyone_passes()
    assert g.pairs() == [("cyrus", A, 1), ("finn", A, -3)]
    assert (g.rows("finn"), g.rows(A)) == ([], ["Clipped"])
    said(g, cyrus=("evade",), finn=("attack", A), city_watch=("attack", "cyrus"))
    g.outcomes(cyrus=4, finn=0, city_watch=3)
    g.everyone_passes()
    assert g.rows("finn") == ["Hurt"], "up close the one roll of the watch is enough"


@pytest.mark.rule("F2-COMB-21", "F2-MOD-02")
def test_numbers_count_against_the_outnumbered_alone() -> None:
    g = tavern("City Watch", "Caravan Guard")
    said(g, cyrus=("attack", A), city_watch=("attack", "cyrus"), caravan_guard=("attack", "cyrus"))
    g.intend("finn", "attack-from-afar", A)
    g.outcomes(cyrus=2, city_watch=1, caravan_guard=1, finn=1)
    g.everyone_passes()
    opposing = {(each.one, each.other): sum(part.amount for part in each.opposing) for each in g.last_roll.comparisons}
    assert opposing == {(0, 1): 1, (0, 2): 1, (3, 1): 0}


@pytest.mark.rule("F2-COMB-21")
def test_who_is_taken_out_loses_what_was_not_read_yet() -> None:
    g = tavern("City Watch", "Caravan Guard")
    said(g, cyrus=("attack", A), city_watch=("attack", "cyrus"), caravan_guard=("evade",))
    g.intend("finn", "attack-from-afar", A)
    g.outcomes(cyrus=7, city_watch=-1, finn=4)
    g.everyone_passes()
    assert g.condition(A).out
    assert len(g.last_roll.comparisons) == 1


@pytest.mark.rule("F2-MOD-05")
def test_who_expects_nothing_only_defends_and_says_nothing() -> None:
    g = tavern("City Watch", "Caravan Guard")
    g.do("gm", CatchOffGuard(ActorId(A)))
    said(g, cyrus=("attack", A), finn=("evade",), caravan_guard=("attack", "finn"))
    (watch,) = [effort for effort in g.roll.efforts if effort.actor == A]
    assert (watch.trait, watch.fixed) == ("surprised", -1)
    g.outcomes(cyrus=0, city_watch=2)
    g.everyone_passes()
    assert (g.rows("cyrus"), g.rows(A)) == ([], []), "and hurts nobody by being better"
    assert [offer for offer in g.offers("gm", DeclareIntent) if offer.actor == A], "now they are warned"


@pytest.mark.rule("F2-MOD-09", "F2-MOD-08")
def test_fighting_defensively_is_said_before_the_dice_and_needs_a_skill_of_combat() -> None:
    g = tavern("City Watch")
    (offer,) = [each for each in g.offers("bo", DeclareIntent) if each.label == "fight defensively"]
    traits = next(hole for hole in offer.holes if hole.field == "trait")
    assert {choice.value for choice in traits.options} >= {"cutthroat"}  # type: ignore[union-attr]
    assert "acrobatics" not in {choice.value for choice in traits.options}  # type: ignore[union-attr]
    said(g, cyrus=("attack", A), finn=("evade",), city_watch=("attack", "cyrus"))
    g.outcomes(cyrus=1)
    late = DeclareIntent(actor=ActorId("cyrus"), stance="defensive", trait="footman", description="so")
    assert g.refused("ana", late) == "already-acted"


@pytest.mark.rule("F2-COMB-13", "F2-WND-03")
def test_clipped_counts_in_all_of_the_next_exchange_and_is_gone_after_it() -> None:
    g = tavern("City Watch")
    blow(g, 1)
    assert g.rows(A) == ["Clipped"]
    said(g, cyrus=("evade",), finn=("evade",), city_watch=("attack", "cyrus"))
    assert [effort.fixed for effort in g.roll.efforts if effort.actor == A] == [0]
    g.outcomes(city_watch=-2)
    g.everyone_passes()
    assert g.rows(A) == []


@pytest.mark.rule("F2-WND-03", "F2-WND-02")
def test_a_third_clip_overflows_while_two_are_still_marked() -> None:
    g = tavern("City Watch")
    said(g, cyrus=("attack", A), finn=("attack-from-afar", A), city_watch=("evade",))
    g.outcomes(cyrus=2, finn=2, city_watch=1)
    g.everyone_passes()
    assert g.rows(A) == ["Clipped", "Clipped"]
    said(g, cyrus=("attack", A), finn=("evade",), city_watch=("evade",))
    watch = next(effort for effort in g.roll.efforts if effort.actor == A)
    assert [part.amount for part in watch.modifiers if part.label == "Clipped"] == [-1], "several never exceed one"
    g.outcomes(cyrus=2, city_watch=1)
    g.everyone_passes()
    assert g.rows(A) == ["Hurt"], "the two before have been suffered since"


@pytest.mark.rule("F2-COMB-04")
def test_an_exchange_marks_and_overflows_like_a_challenge() -> None:
    g = tavern("City Watch")
    for _ in range(3):
        blow(g, 2)
    assert g.rows(A) == ["Hurt", "Hurt", "Injured"]


@pytest.mark.rule("F2-COMB-01")
@pytest.mark.parametrize("usual", ["scene", "exchange", "turn"])
def test_each_fight_picks_its_pace_and_the_table_has_a_usual_one(usual: str) -> None:
    g = Game(foes=("City Watch",), combat_pace=usual)
    (offer,) = g.offers("gm", StartConflict)
    hole = next(hole for hole in offer.holes if hole.field == "pace")
    assert hole.suggested == usual  # type: ignore[union-attr]
    assert {choice.value for choice in hole.options} == {"scene", "exchange", "turn"}  # type: ignore[union-attr]


@pytest.mark.rule("F2-COMB-19")
def test_a_debate_goes_by_exchanges_too() -> None:
    g = Game(foes=("City Watch",))
    g.fight_by_exchanges(kind="debate")
    said(g, cyrus=("attack", A, "intimidate"), finn=("evade", "", "bluff"), city_watch=("evade",))
    g.outcomes(cyrus=4, city_watch=1)
    g.everyone_passes()
    assert g.rows(A) == ["Hurt"]
    assert not g.table.state.get(PROMPTS)
