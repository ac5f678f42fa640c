"""Servants and minions at the table."""

from __future__ import annotations

import msgspec
import pytest

from fatetable.engine.offers import ChoiceHole
from fatetable.mechanics.characters.cast import CAST, ActorId
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.rolls.actions import Overcome
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.mechanics.scenes.followers import BringAlong
from fatetable.mechanics.scenes.lifecycle import EndScene
from fatetable.rulesets.fate2.possessions.minions import CallMinions
from fatetable.rulesets.fate2.tests.support.extras import extra, hero_with
from fatetable.rulesets.fate2.tests.support.playing import Game

TESTER, GRUB, MORVANE = ActorId("tester"), ActorId("grub"), ActorId("lady-morvane")
WITH_GRUB = hero_with(extra("servant", "Grub", ranks=2, text="A stableboy"), skills=2)


def grub(g: Game, **numbers: int) -> Sheet:
    sheet = g.sheet("Grub")
    return msgspec.structs.replace(sheet, numbers={**sheet.numbers, **numbers})


def invocable(g: Game) -> set[str]:
    """The aspects that ana may invoke on the open roll."""
    holes = (hole for offer in g.offers("ana", Invoke) for hole in offer.holes if hole.field == "aspect")
    return {option.value for hole in holes if isinstance(hole, ChoiceHole) for option in hole.options}


def served() -> Game:
    g = Game(heroes=(WITH_GRUB, "Finn"))
    g.do("ana", BringAlong(sheet=g.sheet("Grub"), patron=TESTER))
    g.answer("gm", "follower", "yes")
    return g


# -- servants --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-EXT-10")
def test_a_servant_has_the_aspects_and_skills_of_as_many_phases_as_ranks() -> None:
    g = served()
    servant = g.actor("grub")
    assert sum(servant.sheet.levels.values()) == 2
    assert sum(rating + 1 for rating in servant.sheet.traits.values()) == 8
    assert (servant.patron, servant.controller, servant.is_pc) == (TESTER, "ana", False)


@pytest.mark.rule("F2-EXT-10")
def test_without_the_ranks_nobody_has_a_servant_and_with_them_only_one() -> None:
    g = Game(heroes=("Cyrus",))
    assert g.refused("ana", BringAlong(sheet=g.sheet("Grub"), patron=ActorId("cyrus"))) == "no-ranks-in-servant"
    g = served()
    assert g.refused("ana", BringAlong(sheet=g.sheet("Grub"), patron=TESTER)) == "no-ranks-in-servant"
    three = Game(heroes=(hero_with(extra("servant", "Grub", ranks=3, text="A stableboy"), skills=1),))
    three.answer("gm", "character", "yes")
    assert three.refused("ana", BringAlong(sheet=grub(three), patron=TESTER)) == "no-ranks-in-servant"


@pytest.mark.rule("F2-EXT-11")
def test_the_aspects_of_a_servant_help_the_servant_alone() -> None:
    g = served()
    g.do("ana", Overcome(actor=TESTER, trait="climbing", description="climbs"))
    g.answer("gm", "opposition", "difficulty", value=3)
    g.throw("ana", "0000")
    loyal = g.card("Loyal").id
    own = g.card("Tester").id
    assert own in invocable(g)
    assert loyal not in invocable(g)
    g.everyone_passes()
    g.do("ana", Overcome(actor=GRUB, trait="climbing", description="climbs after"))
    g.answer("gm", "opposition", "difficulty", value=3)
    g.throw("ana", "0000")
    assert loyal in invocable(g)
    assert own not in invocable(g)


@pytest.mark.rule("F2-EXT-12")
def test_the_gm_approves_a_servant_and_rejects_one_with_more_phases_than_its_patron() -> None:
    g = Game(heroes=(WITH_GRUB,))
    g.do("ana", BringAlong(sheet=g.sheet("Grub"), patron=TESTER))
    prompt = g.prompt("follower")
    assert prompt is not None
    assert prompt.question.endswith("A servant of 2 phases; Tester has 5.")
    g.answer("gm", "follower", "no")
    assert GRUB not in g.cast
    g.do("ana", BringAlong(sheet=g.sheet("Grub"), patron=TESTER))
    g.answer("gm", "follower", "yes")
    assert GRUB in g.cast
    six = _of_phases(g, 6)
    assert g.refused("ana", BringAlong(sheet=six, patron=TESTER)) == "servant-above-patron"


@pytest.mark.rule("F2-EXT-12")
def test_the_gm_is_told_of_a_servant_with_more_than_half_the_phases() -> None:
    g = Game(heroes=(hero_with(extra("servant", "Grub", ranks=3, text="A stableboy"), skills=1),))
    g.answer("gm", "character", "yes")
    g.do("ana", BringAlong(sheet=_of_phases(g, 3), patron=TESTER))
    prompt = g.prompt("follower")
    assert prompt is not None
    assert prompt.question.endswith("That is more than half.")


@pytest.mark.rule("F2-EXT-13")
def test_the_gm_writes_a_servant_with_five_ranks_a_phase_and_the_player_knows_it_from_outside() -> None:
    g = Game(heroes=(WITH_GRUB,))
    phases = g.sheet("Grub").entries["phases"]
    unlearnt = ("acting", "dance")
    more = tuple(
        msgspec.structs.replace(phase, numbers={**phase.numbers, new: 1})
        for phase, new in zip(phases, unlearnt, strict=True)
    )
    sheet = msgspec.structs.replace(g.sheet("Grub"), entries={"phases": more})
    finish, problems = g.ruleset.creation.finish, g.ruleset.creation.problems
    assert {problem.code for problem in problems(finish(sheet))} >= {"ranks-too-many"}
    by_gm = finish(msgspec.structs.replace(sheet, numbers={**sheet.numbers, "written-by-gm": 1}))
    assert [problem for problem in problems(by_gm) if problem.severity == "error"] == []
    g.do("gm", BringAlong(sheet=by_gm, patron=TESTER, is_run_by_gm=True))
    assert g.actor("grub").patron == TESTER
    seen = g.table.view("ana").get(CAST)[GRUB].sheet
    assert (seen.name, seen.traits, seen.entries) == ("Grub", {}, {})
    assert seen.description.startswith("A stableboy")


def _of_phases(g: Game, number: int) -> Sheet:
    sheet = g.sheet("Grub")
    phases = tuple(
        msgspec.structs.replace(
            sheet.entries["phases"][0],
            name=f"Aspect {place}",
            numbers={f"other [Skill {place}.{number}]": 1 for number in range(4)},
        )
        for place in range(number)
    )
    return g.ruleset.creation.finish(
        msgspec.structs.replace(sheet, entries={"phases": phases}, numbers={"phases": number})
    )


# -- minions ---------------------------------------------------------------------------------------------------------


def villain() -> tuple[Game, str]:
    g = Game(scene=False)
    g.add_opponent("Lady Morvane")
    g.start_scene()
    return g, "entries.phases.0.entries.extras.0"


@pytest.mark.rule("F2-EXT-14")
def test_ranks_times_the_level_of_the_aspect_are_there_in_each_scene() -> None:
    g, thugs = villain()
    assert g.actor("lady-morvane").sheet.levels["overlord"] == 2
    assert g.refused("gm", CallMinions(actor=MORVANE, extra=thugs, number=5)) == "no-more-minions"
    g.do("gm", CallMinions(actor=MORVANE, extra=thugs, number=3))
    g.do("gm", CallMinions(actor=MORVANE, extra=thugs, number=1))
    assert g.refused("gm", CallMinions(actor=MORVANE, extra=thugs, number=1)) == "no-more-minions"
    names = [actor.name for actor in g.cast.values() if actor.kind == "minion"]
    assert names == ["Dock Thugs 1", "Dock Thugs 2", "Dock Thugs 3", "Dock Thugs 4"]
    g.do("gm", EndScene())
    assert not any(actor.kind == "minion" for actor in g.cast.values())
    g.start_scene()
    g.do("gm", CallMinions(actor=MORVANE, extra=thugs, number=4))


@pytest.mark.rule("F2-EXT-14")
def test_each_is_an_average_fighter_and_mediocre_in_all_else() -> None:
    g, thugs = villain()
    g.do("gm", CallMinions(actor=MORVANE, extra=thugs, number=1))
    minion = next(actor for actor in g.cast.values() if actor.kind == "minion")
    block = next(block for block in g.table.present("gm") if getattr(block, "actor", "") == minion.id)
    assert minion.patron == MORVANE
    rules = g.ruleset.presenting.rules
    assert [(trait.name, trait.rating) for trait in rules.traits(minion, "")] == [
        ("Fighting", 0),
        ("Anything else", -1),
    ]
    assert block is not None


@pytest.mark.rule("F2-EXT-14")
def test_nobody_calls_the_minions_of_somebody_else() -> None:
    g, thugs = villain()
    assert g.refused("ana", CallMinions(actor=MORVANE, extra=thugs, number=1)) == "not-yours"
    assert (
        g.refused("gm", CallMinions(actor=MORVANE, extra="entries.phases.1.entries.extras.0", number=1)) == "no-minions"
    )
