"""The Psychic Extra: no contact, no senses, no exertion, and nothing to those without a mind (SF-EXT-02)."""

from __future__ import annotations

import msgspec
import pytest

from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.characters.creation import FlagInput
from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.mechanics.rolls.actions import Overcome
from fatetable.rulesets.strange.force.lifting import TakeUp
from fatetable.rulesets.strange.tests.support.book import TABLES
from fatetable.rulesets.strange.tests.support.making import procedure
from fatetable.rulesets.strange.tests.support.playing import FOE, MAUD, Game, held, person, skill
from fatetable.rulesets.strange.tests.support.trappings import done, undertake
from fatetable.rulesets.strange.trappings.disguises import DisguiseAs
from fatetable.rulesets.strange.trappings.standing import left_by

AUTOMATON = ActorId("automaton")


def mind(*trappings: str, psychic: bool = True) -> Entry:
    extras = ("psychic",) if psychic else ()
    return skill("Mind", 3, 0, *(held(each, "", *extras) for each in trappings))


def automaton() -> Sheet:
    eyes = skill("Lenses", 3, 0, held("notice"), held("examine"))
    return msgspec.structs.replace(person("Automaton", eyes, kind="npc"), numbers={"mindless": 1})


def with_an_automaton(*skills: Entry) -> Game:
    g = Game(maud=skills, foe=(skill("Eyes", 3, 0, held("notice"), held("examine")),), scene=False)
    g.add_opponent(automaton())
    g.start_scene()
    return g


def able(g: Game, label: str) -> set[str]:
    """Who is offered it."""
    return {offer.actor for offer in g.offers("gm") if offer.label == label and offer.actor}


# -- what the GM is told ---------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-EXT-02")
@pytest.mark.parametrize(
    ("row", "trapping", "told"),
    [
        ("find", "examine", "no penalty for poor visibility"),
        ("notice", "notice", "no penalty for poor visibility"),
        ("charm", "conversation", "needs no contact within range"),
        ("overcome-security", "security", "takes no exertion, even in chains"),
    ],
)
@pytest.mark.parametrize("psychic", [True, False])
def test_who_sets_the_difficulty_is_told_what_it_means(row: str, trapping: str, told: str, psychic: bool) -> None:
    g = Game(maud=(mind(trapping, psychic=psychic),))
    undertake(g, row, trait="mind")
    prompt = g.prompt("procedure-opposition") or g.prompt("opposition")
    assert prompt is not None
    assert (f"psychic: {told}" in prompt.question) == psychic


@pytest.mark.rule("SF-EXT-02")
def test_of_a_bare_skill_all_that_it_means_is_told() -> None:
    g = Game(maud=(mind("examine", "dismantle"),))
    g.do("ana", Overcome(actor=MAUD, trait="mind", description="feels for the wires"))
    prompt = g.prompt("opposition")
    assert prompt is not None
    assert "(psychic: no penalty for poor visibility; psychic: takes no exertion, even in chains)" in prompt.question


# -- no exertion -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-EXT-02")
@pytest.mark.parametrize(("psychic", "fixed"), [(True, 3), (False, 3 - 6)])
def test_a_load_does_not_weigh_on_what_the_mind_does(psychic: bool, fixed: int) -> None:
    g = Game(maud=(mind("dexterity", psychic=psychic),), foe=(skill("Eyes", 1, 0, held("notice")),))
    g.do("ana", TakeUp(actor=MAUD, weight="0:2"))
    roll = undertake(g, "sleight", trait="mind")
    assert roll.efforts[0].fixed == fixed


# -- minds -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-EXT-02")
@pytest.mark.parametrize("psychic", [True, False])
def test_a_disguise_in_the_mind_is_nothing_to_an_automaton(psychic: bool) -> None:
    g = with_an_automaton(mind("disguise", psychic=psychic))
    g.do("ana", DisguiseAs(actor=MAUD, skill="mind", words="a chair"))
    g.answer("gm", "props", "yes")
    looking = able(g, "examine a disguise")
    assert FOE in looking
    assert (AUTOMATON in looking) != psychic
    note = dict(g.ruleset.presenting.notes(g.table.state, g.actor("maud")))["Disguised as"]
    assert note == ("a chair (not for who has no mind)" if psychic else "a chair")


@pytest.mark.rule("SF-EXT-02")
@pytest.mark.parametrize("psychic", [True, False])
def test_who_hides_in_minds_is_plain_to_see_without_one(psychic: bool) -> None:
    g = with_an_automaton(mind("hide", psychic=psychic))
    undertake(g, "hide", trait="mind")
    done(g)
    left = left_by(g.table.state, "hidden", MAUD)
    assert left is not None
    seeking = able(g, "look for somebody who hides")
    assert FOE in seeking
    assert (AUTOMATON in seeking) != psychic
    (note,) = [words for _, words in g.ruleset.presenting.notes(g.table.state, g.actor("maud"))]
    assert note == ("Good (+3) (not for who has no mind)" if psychic else "Good (+3)")


@pytest.mark.rule("SF-EXT-02")
def test_the_builder_asks_of_the_gms_people_whether_they_have_a_mind() -> None:
    for kind in ("hero", "npc"):
        inputs = [each for step in procedure().steps(person("X", kind=kind)) for each in step.inputs]
        flags = [each.path for each in inputs if isinstance(each, FlagInput)]
        assert ("numbers.mindless" in flags) == (kind == "npc")


@pytest.mark.rule("SF-EXT-02")
def test_every_row_is_about_trappings_that_there_are() -> None:
    categories = {trapping.category for trapping in TABLES.trappings}
    assert {each for row in TABLES.psychic for each in row.categories} <= categories
