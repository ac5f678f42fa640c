"""Contests of many: everyone for themselves, teams, groups that roll once, chases, and talk in turns."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.engine.prompts import Answer
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.encounters.contests import Contend
from fatetable.mechanics.encounters.state import EncounterEnded, conflict_of
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.mechanics.rolls.throwing import Pass
from fatetable.rulesets.skein.contests.commands import ContestManoeuvre, LeaveContest, NameFugitives, NameTeam
from fatetable.rulesets.skein.tests.support.contesting import (
    BRANNOC,
    CADFAN,
    GUARD,
    GUARD_2,
    GUARD_3,
    HESK,
    OSRIC,
    Match,
)
from fatetable.rulesets.skein.tests.support.playing import Game
from fatetable.testing.events import first

STRONG = "strength"
GUARDS = ("Gate Guard", "Gate Guard")
THREE_GUARDS = (*GUARDS, "Gate Guard")
RACE: dict[str, Any] = {"form": "other", "goal": "who is up there first"}


# -- everyone for themselves -----------------------------------------------------------------------------------------


@pytest.mark.rule("SK-CONT-10")
def test_only_the_lowest_suffers_and_by_the_difference_to_the_highest() -> None:
    g = Match(BRANNOC, HESK, GUARD, **RACE)
    g.turn((BRANNOC, STRONG), (HESK, STRONG), (GUARD, STRONG), mother_hesk="+000", gate_guard="-000")
    assert [prompt.about["actor"] for prompt in g.prompts()] == [GUARD]
    g.take(GUARD)
    assert (g.left(BRANNOC), g.left(HESK), g.left(GUARD)) == (7, 4, 1)


@pytest.mark.rule("SK-CONT-10")
def test_all_who_tie_for_the_lowest_suffer_it() -> None:
    g = Match(BRANNOC, HESK, GUARD, **RACE)
    g.turn((BRANNOC, STRONG), (HESK, STRONG), (GUARD, STRONG), brannoc_of_the_ford="-000")
    g.take(HESK)
    assert g.is_rolling, "the turn is not over before both have taken it"
    g.take(GUARD)
    assert (g.left(BRANNOC), g.left(HESK), g.left(GUARD)) == (7, 3, 3)


@pytest.mark.rule("SK-CONT-10")
def test_if_all_tie_nobody_suffers() -> None:
    g = Match(BRANNOC, HESK, GUARD, **RACE)
    g.turn((BRANNOC, STRONG), (HESK, STRONG), (GUARD, STRONG), mother_hesk="++00", gate_guard="++00")
    assert g.bout.number == 2
    assert not g.prompts()


# -- dropping out ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-CONT-11")
def test_who_is_at_zero_drops_out_and_the_rest_go_on_until_one_is_left() -> None:
    g = Match(BRANNOC, HESK, GUARD, **RACE)
    g.turn((BRANNOC, STRONG), (HESK, STRONG), (GUARD, STRONG), gate_guard="--00")
    g.take(GUARD)
    assert g.bout.dropped == (GUARD,)
    late = Contend(actor=GUARD, trait=STRONG, description="pants")
    assert g.refused("gm", late) == "cannot-contend"
    g.turn((BRANNOC, STRONG), (HESK, STRONG), mother_hesk="--00")
    events = g.take(HESK)
    assert "Brannoc of the Ford won" in first(events, EncounterEnded).result


@pytest.mark.rule("SK-CONT-11")
def test_a_contest_may_end_as_soon_as_a_loser_is_found() -> None:
    g = Match(BRANNOC, HESK, GUARD, until="first", **RACE)
    g.turn((BRANNOC, STRONG), (HESK, STRONG), (GUARD, STRONG), gate_guard="--00")
    events = g.take(GUARD)
    assert g.is_over
    assert first(events, EncounterEnded).result == "Gate Guard lost: laughter"


def chase(*fugitives: ActorId, foes: tuple[str, ...] = ("Gate Guard",)) -> Match:
    pursuers = (GUARD, GUARD_2)[: len(foes)]
    g = Match(BRANNOC, HESK, *pursuers, foes=foes, form="chase", victory="into the woods", defeat="in irons")
    g.fugitives(*fugitives)
    return g


@pytest.mark.rule("SK-CONT-11")
def test_fugitives_escape_when_every_pursuer_has_dropped_out() -> None:
    g = chase(BRANNOC, HESK)
    g.turn((BRANNOC, STRONG), (HESK, STRONG), (GUARD, STRONG), gate_guard="--00")
    events = g.take(GUARD)
    assert first(events, EncounterEnded).result == "Brannoc of the Ford and Mother Hesk escaped: into the woods"


@pytest.mark.rule("SK-CONT-11")
def test_fugitives_escape_when_the_pursuers_give_up() -> None:
    g = chase(BRANNOC, HESK, foes=GUARDS)
    g.do("gm", LeaveContest(GUARD))
    assert not g.is_over
    events = g.do("gm", LeaveContest(GUARD_2))
    assert "escaped" in first(events, EncounterEnded).result


@pytest.mark.rule("SK-CONT-11")
@pytest.mark.parametrize("choice", ["run", "stay"])
def test_a_fugitive_who_drops_out_is_caught_and_the_others_run_on_or_stay(choice: str) -> None:
    g = chase(BRANNOC, HESK)
    g.turn((BRANNOC, STRONG), (HESK, STRONG), (GUARD, STRONG), mother_hesk="--00")
    g.take(HESK)
    prompt = g.prompt("chase-goes-on")
    assert prompt is not None
    assert g.refused("bo", Answer(prompt.id, "run", {})) == "not-asked"
    events = g.do("ana", Answer(prompt.id, choice, {}))
    if choice == "stay":
        result = first(events, EncounterEnded).result
        assert result == "Brannoc of the Ford and Mother Hesk caught: in irons"
    else:
        g.turn((BRANNOC, STRONG), (GUARD, STRONG))


@pytest.mark.rule("SK-CONT-11")
def test_only_in_a_chase_does_anybody_run_away() -> None:
    g = Match(BRANNOC, GUARD)
    assert g.refused("gm", NameFugitives((BRANNOC,))) == "no-chase"
    assert not g.offers("gm", NameFugitives)


# -- teams -----------------------------------------------------------------------------------------------------------


def teams() -> Match:
    g = Match(BRANNOC, HESK, OSRIC, CADFAN, foes=("Osric the Reeve", "Cadfan Wolf-Banner"))
    g.team("Ford", BRANNOC, HESK)
    g.team("Wolves", OSRIC, CADFAN)
    return g


def all_pull(*entries: tuple[ActorId, str] | ContestManoeuvre) -> tuple[tuple[ActorId, str] | ContestManoeuvre, ...]:
    there = {entry.actor if isinstance(entry, ContestManoeuvre) else entry[0] for entry in entries}
    return (*entries, *((actor, STRONG) for actor in (BRANNOC, HESK, OSRIC, CADFAN) if actor not in there))


@pytest.mark.rule("SK-CONT-12")
def test_a_teams_best_result_counts_and_its_lowest_member_takes_the_damage() -> None:
    g = teams()
    g.turn(*all_pull(), osric_the_reeve="-000")
    g.take(OSRIC)
    assert (g.left(OSRIC), g.left(CADFAN)) == (3 - 2, 5), "four against two, not against less than nothing"


@pytest.mark.rule("SK-CONT-12")
def test_the_lowest_of_all_is_safe_in_the_team_that_wins() -> None:
    g = teams()
    g.turn(*all_pull(), mother_hesk="----")
    assert [prompt.about["actor"] for prompt in g.prompts()] == [OSRIC]


@pytest.mark.rule("SK-CONT-12")
def test_a_team_loses_when_one_of_it_is_at_zero() -> None:
    g = teams()
    g.turn(*all_pull(), cadfan_wolf_banner="-000")
    events = g.take(OSRIC)
    assert g.left(OSRIC) == 0
    assert g.left(CADFAN) == 5
    won, lost = first(events, EncounterEnded).result.split("; ")
    assert won == "Brannoc of the Ford and Mother Hesk won: a silver ring"
    assert lost == "Osric the Reeve and Cadfan Wolf-Banner lost: laughter"


@pytest.mark.rule("SK-CONT-12")
def test_of_three_teams_the_one_with_the_lowest_best_takes_the_difference_to_the_highest() -> None:
    g = Match(BRANNOC, HESK, OSRIC, CADFAN, foes=("Osric the Reeve", "Cadfan Wolf-Banner"))
    g.team("Ford", BRANNOC, OSRIC)
    g.turn(*all_pull())
    g.take(HESK)
    assert g.left(HESK) == 4 - 2, "the lowest of all is on the best team"


@pytest.mark.rule("SK-CONT-12")
def test_members_who_tie_for_the_lowest_leave_it_to_the_storyteller_who_is_hurt() -> None:
    g = teams()
    g.turn(*all_pull(), cadfan_wolf_banner="-000", osric_the_reeve="+000")
    g.answer("gm", "contest-victim", "name", actor=CADFAN)
    g.take(CADFAN)
    assert (g.left(OSRIC), g.left(CADFAN)) == (3, 2)


@pytest.mark.rule("SK-CONT-12")
def test_teams_are_made_before_the_first_turn_and_never_of_everybody() -> None:
    g = teams()
    assert g.refused("gm", NameTeam("All", (BRANNOC, HESK, OSRIC, CADFAN))) == "bad-sides"
    g.enter((BRANNOC, STRONG))
    assert g.refused("gm", NameTeam("Late", (BRANNOC,))) == "contest-begun"
    assert not g.offers("gm", NameTeam)


@pytest.mark.rule("SK-CONT-08")
def test_an_ally_in_the_contest_may_use_what_a_manoeuvre_has_placed() -> None:
    g = teams()
    trick = ContestManoeuvre(actor=HESK, trait="awareness", description="looks", words="Weak Knee", target=OSRIC)
    g.turn(*all_pull(trick), brannoc_of_the_ford="-000")
    g.take(OSRIC)
    card = g.card("Weak Knee")
    g.enter(*all_pull())
    while g.roll.efforts[g.roll.active].actor != BRANNOC:
        g.do(g.roll.waiting[0], Pass(g.roll.id))
    use = Invoke(
        roll=g.roll.id,
        effort=g.roll.active,
        effect="bonus",
        aspect=card.id,
        explanation="into the knee",
        payment=card.free[0].id,
        party=BRANNOC,
    )
    g.do("ana", use)
    assert g.card("Weak Knee").free == ()


# -- groups ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-CONT-13")
def test_a_group_of_alike_rolls_once_at_the_level_of_one_and_the_storyteller_says_who_is_hurt() -> None:
    g = Match(BRANNOC, GUARD, GUARD_2, GUARD_3, foes=THREE_GUARDS)
    g.enter((BRANNOC, STRONG), (GUARD, STRONG))
    assert [effort.actor for effort in g.roll.efforts] == [GUARD, BRANNOC]
    assert g.roll.efforts[0].fixed == 2
    g.commit()
    g.throw_all()
    g.let_be(g.roll.id)
    g.answer("gm", "contest-victim", "name", actor=GUARD_2)
    g.take(GUARD_2)
    assert [g.left(guard) for guard in (GUARD, GUARD_2, GUARD_3)] == [4, 2, 4]


@pytest.mark.rule("SK-CONT-13")
def test_a_table_may_have_every_one_of_them_roll() -> None:
    g = Match(BRANNOC, GUARD, GUARD_2, foes=GUARDS, dials={"groups_roll_once": False})
    g.enter((BRANNOC, STRONG), (GUARD, STRONG))
    assert not g.is_rolling
    g.enter((GUARD_2, STRONG))
    assert len(g.roll.efforts) == 3


@pytest.mark.rule("SK-CONT-13")
def test_those_who_differ_or_stand_on_other_sides_roll_for_themselves() -> None:
    g = Match(GUARD, GUARD_2, OSRIC, foes=(*GUARDS, "Osric the Reeve"))
    g.team("Left", GUARD)
    g.team("Right", GUARD_2, OSRIC)
    g.enter((GUARD, STRONG), (GUARD_2, STRONG))
    assert not g.is_rolling
    g.enter((OSRIC, STRONG))
    assert len(g.roll.efforts) == 3


# -- social conflicts ------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-CONT-14")
def test_in_a_social_conflict_people_act_by_empathy_then_by_awareness() -> None:
    g = Game(foes=("Ysolt of the Drowned Bell", "Osric the Reeve", "Cadfan Wolf-Banner"))
    g.start_combat("social")
    conflict = conflict_of(g.table.state)
    assert conflict is not None
    # Empathy four, two, one; then none with an Awareness of three and of two.
    assert conflict.actors == (ActorId("ysolt-of-the-drowned-bell"), HESK, CADFAN, BRANNOC, OSRIC)
