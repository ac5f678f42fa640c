"""Combinative magic: elements for power, techniques for skill, scopes, and elementals."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from fatetable.mechanics.characters.cast import CAST, ActorId
from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.mechanics.scenes.joining import AddOpponent
from fatetable.mechanics.scenes.lifecycle import EnterScene
from fatetable.rulesets.fate2.book import read_tables
from fatetable.rulesets.fate2.magic.effects import EFFECTS
from fatetable.rulesets.fate2.magic.elements.elementals import BanishElemental, BindElemental, CallElemental
from fatetable.rulesets.fate2.magic.elements.scopes import Scopes
from fatetable.rulesets.fate2.magic.elements.workings import Dispel, Evoke, WorkElement
from fatetable.rulesets.fate2.magic.resistance import MagicWorked
from fatetable.rulesets.fate2.ruleset import build
from fatetable.rulesets.fate2.tests.magic.mages import MagicGame, problems_of
from fatetable.rulesets.fate2.tests.support.playing import first

RUZA, FINN, WATCH = ActorId("ruza"), ActorId("finn"), ActorId("city-watch")
HOW = "with a brass compass"


def work(element: str = "Fire", skill: str = "evocation", rank: str = "1", **more: Any) -> WorkElement:
    return WorkElement(actor=RUZA, element=element, skill=skill, rank=rank, description=HOW, **more)


def evoke(rank: str = "2", element: str = "Fire", target: ActorId = WATCH) -> Evoke:
    return Evoke(actor=RUZA, element=element, rank=rank, target=target, description=HOW)


def dispel(element: str, rank: str, **more: Any) -> Dispel:
    return Dispel(actor=RUZA, element=element, rank=rank, description=HOW, **more)


def call(rank: str = "1", element: str = "Fire") -> CallElemental:
    return CallElemental(actor=RUZA, element=element, rank=rank, description=HOW)


def roll(g: MagicGame, dice: str, seat: str = "ana") -> tuple[Any, ...]:
    return (*g.throw(seat, dice), *g.everyone_passes())


def with_elemental(rank: str = "1", element: str = "Fire") -> MagicGame:
    g = MagicGame("combinative")
    g.do("ana", call(rank, element))
    roll(g, "++++")
    return g


# -- becoming a mage ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-ELE-01")
@pytest.mark.rule("F2-ELE-02")
@pytest.mark.parametrize("element", ["Fire", "Earth", "Air", "Water"])
@pytest.mark.parametrize("skill", ["evocation", "summoning", "mastery", "dispelling"])
def test_one_level_in_any_element_opens_all_four_skills(element: str, skill: str) -> None:
    assert problems_of("combinative", (f"Initiate of {element}", {skill: 1})) == []
    assert problems_of("combinative", ("Brawler", {skill: 1})) == [("not-open", f"entries.phases.0.numbers.{skill}")]


@pytest.mark.rule("F2-ELE-02")
def test_each_skill_says_what_it_is_for_and_which_mages_favour_it() -> None:
    found = {each.skill: each.favoured_by for each in read_tables().elements.techniques}
    assert found == {"evocation": "Fire", "summoning": "Earth", "mastery": "Air", "dispelling": "Water"}


@pytest.mark.rule("F2-ELE-01")
def test_few_elements_mean_a_narrow_range() -> None:
    g = MagicGame("combinative")
    notes = g.notes()
    assert (notes["Fire"], notes["Water"], notes["Earth"]) == ("up to Fist", "up to Finger", "up to Finger")
    assert "Air" not in notes
    assert (
        g.refused("bo", WorkElement(actor=FINN, element="Fire", skill="evocation", rank="0")) == "no-such-magic-known"
    )


# -- scope -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-ELE-04")
@pytest.mark.parametrize(
    ("rank", "name", "difficulty"),
    [
        (0, "Spark", 0),
        (1, "Finger", 1),
        (2, "Fist", 2),
        (3, "Body", 3),
        (4, "Horse", 4),
        (5, "House", 5),
        (6, "Castle", 6),
    ],
)
def test_each_rank_has_a_scope_and_a_difficulty(rank: int, name: str, difficulty: int) -> None:
    scopes = Scopes(read_tables())
    assert (scopes.name(rank), scopes.difficulty(rank)) == (name, difficulty)


@pytest.mark.rule("F2-ELE-04")
@pytest.mark.parametrize(("element", "most"), [("Fire", 2), ("Water", 1), ("Air", 0)])
def test_nobody_moves_more_of_an_element_than_their_level_and_every_mage_a_spark(element: str, most: int) -> None:
    g = MagicGame("combinative")
    assert g.refused("ana", work(element, rank=str(most + 1))) == "scope-too-large"
    g.do("ana", work(element, rank=str(most)))
    assert g.roll.difficulty == most


@pytest.mark.rule("F2-ELE-02")
@pytest.mark.rule("F2-ELE-05")
def test_what_is_summoned_stays_and_a_failed_casting_does_nothing() -> None:
    g = MagicGame("combinative")
    g.do("ana", work("Earth", "summoning"))
    assert (g.roll.difficulty, g.roll.efforts[0].trait) == (1, "summoning")
    roll(g, "-000")
    assert not g.table.state.get(EFFECTS)
    g.do("ana", work("Earth", "summoning"))
    roll(g, "0000")
    assert [effect.words for effect in g.table.state.get(EFFECTS).values()] == ["Earth, Finger"]
    g.do("ana", work("Earth", "mastery"))
    roll(g, "0000")
    assert len(g.table.state.get(EFFECTS)) == 1


# -- several elements, living bodies, resistance -----------------------------------------------------------------------


@pytest.mark.rule("F2-ELE-03")
@pytest.mark.parametrize(("option", "difficulty"), [("alone", 2), ("weakest", 1)])
def test_where_several_elements_apply_the_gm_rules_in_part_or_by_the_weakest(option: str, difficulty: int) -> None:
    """Mud of fire and water: she moves a fist of Fire, and a finger of Water."""
    g = MagicGame("combinative")
    g.do("ana", work(rank="2", also=("Water",)))
    assert g.roll.difficulty is None
    g.answer("gm", "several-elements", option)
    assert g.roll.difficulty == difficulty


@pytest.mark.rule("F2-ELE-03")
def test_a_working_of_too_many_elements_may_be_refused() -> None:
    g = MagicGame("combinative")
    g.do("ana", work(also=("Air",)))
    g.answer("gm", "several-elements", "refuse")
    assert g.last_roll.stage == "over"
    assert g.last_roll.margin is None


@pytest.mark.rule("F2-ELE-03")
def test_a_living_body_is_all_elements_in_balance() -> None:
    """She has no level in Air, so upon a body her weakest element is a spark."""
    g = MagicGame("combinative")
    g.do("ana", work(rank="2", target=WATCH))
    prompt = g.prompt("several-elements")
    assert prompt is not None
    assert "Air, Earth, Water" in prompt.question
    assert [option.id for option in prompt.options] == ["alone", "weakest", "refuse"]
    g.answer("gm", "several-elements", "weakest")
    assert g.roll.difficulty == 0


@pytest.mark.rule("F2-ELE-05")
@pytest.mark.parametrize(("dice", "resisted"), [("0000", True), ("-000", False)])
def test_a_target_resists_the_difficulty_of_the_scope_and_meeting_it_is_enough(dice: str, resisted: bool) -> None:
    g = MagicGame("combinative")
    g.do("ana", work(rank="1", target=WATCH))
    g.answer("gm", "several-elements", "alone")
    roll(g, "++++")
    g.answer("gm", "resistance", "resist", trait="watchman")
    assert g.roll.difficulty == 1
    events = roll(g, dice, "gm")
    found = first(events, MagicWorked)
    assert (found.target, found.is_resisted) == (WATCH, resisted)


@pytest.mark.rule("F2-ELE-05")
def test_without_resistance_it_simply_takes_hold() -> None:
    g = MagicGame("combinative")
    g.do("ana", work(rank="1", target=WATCH))
    g.answer("gm", "several-elements", "alone")
    roll(g, "++++")
    events = g.answer("gm", "resistance", "none")
    assert not first(events, MagicWorked).is_resisted


# -- harm --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-ELE-05")
@pytest.mark.rule("F2-MAG-02")
def test_an_evocation_that_meets_its_difficulty_is_an_attack() -> None:
    g = MagicGame("combinative")
    assert g.refused("ana", evoke()) == "no-conflict"
    g.fight()
    assert g.refused("ana", evoke("3")) == "scope-too-large"
    g.do("ana", evoke("2"))
    assert g.roll.difficulty == 2
    roll(g, "+000")
    g.answer("gm", "strike", "defend", trait="watchman", description="ducks")
    assert g.roll.difficulty == 3
    roll(g, "0000", "gm")
    # 3 against Fair (1): Hurt.
    assert [wound.row for wound in g.condition("city-watch").wounds] == ["Hurt"]


@pytest.mark.rule("F2-ELE-05")
@pytest.mark.rule("F2-MAG-02")
def test_an_evocation_that_fails_strikes_nobody() -> None:
    g = MagicGame("combinative")
    g.fight()
    g.do("ana", evoke("2"))
    roll(g, "-000")
    assert g.prompts() == ()
    assert not g.condition("city-watch").wounds


@pytest.mark.rule("F2-ELE-02")
def test_dispelling_is_the_only_magic_fast_enough_against_an_evocation() -> None:
    samples = build({"magic": "combinative"}).creation.samples
    rival = msgspec.structs.replace(next(s for s in samples if s.name == "Ruza"), name="Rival", kind="named")
    g = MagicGame("combinative", foes=(rival,))
    g.fight_by_turns(4, 2, 1)
    g.come_to("ruza")
    g.do("ana", evoke("2", target=ActorId("rival")))
    roll(g, "0000")
    prompt = g.prompt("strike")
    assert prompt is not None
    offered = {choice.value for choice in prompt.options[0].holes[0].options}  # type: ignore[union-attr]
    assert "dispelling" in offered
    assert not offered & {"mastery", "evocation", "summoning"}
    g.answer("gm", "strike", "defend", trait="dispelling", description="unmakes it")
    roll(g, "+000", "gm")
    # Good and a plus against 2.
    assert not g.condition("rival").wounds


# -- dispelling --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-ELE-04")
@pytest.mark.rule("F2-ELE-06")
def test_summoned_matter_counts_as_one_scope_smaller() -> None:
    """F2-EX-48: two ranks of Fire dispel a fist of natural fire, or a body of magical fire."""
    g = MagicGame("combinative")
    assert g.refused("ana", dispel("Fire", "3")) == "scope-too-large"
    assert g.refused("ana", dispel("Fire", "4", is_summoned=True)) == "scope-too-large"
    g.do("ana", dispel("Fire", "2"))
    assert g.roll.difficulty == 2
    roll(g, "0000")
    g.do("ana", dispel("Fire", "3", is_summoned=True))
    # The row of the rank that is used.
    assert g.roll.difficulty == 2


@pytest.mark.rule("F2-ELE-06")
def test_what_was_summoned_at_the_table_is_gone_when_it_is_dispelled() -> None:
    g = MagicGame("combinative")
    g.do("ana", work("Fire", "summoning", "1"))
    roll(g, "0000")
    (effect,) = g.table.state.get(EFFECTS)
    g.do("ana", dispel("Fire", "1", is_summoned=True, effect=effect))
    assert g.roll.difficulty == 0
    roll(g, "0000")
    assert not g.table.state.get(EFFECTS)


# -- elementals --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-ELE-07")
def test_an_elemental_is_one_aspect_whose_level_sets_its_difficulty() -> None:
    """F2-EX-49: Fire Elemental 1 is Fair."""
    g = MagicGame("combinative")
    assert g.refused("ana", call("3")) == "scope-too-large"
    assert g.refused("ana", call("1", "Air")) == "scope-too-large"
    g.do("ana", call("2"))
    assert (g.roll.difficulty, g.roll.efforts[0].trait) == (2, "summoning")
    roll(g, "+000")
    elemental = g.actor("fire-elemental")
    assert (elemental.sheet.levels, elemental.patron) == ({"fire-elemental": 2}, "")
    g = with_elemental("1")
    g.do("ana", BindElemental(actor=RUZA, target=ActorId("fire-elemental"), description=HOW))
    assert g.roll.difficulty == 1
    assert g.notes("fire-elemental", "gm")["difficulty"] == "Fair (+1)"


@pytest.mark.rule("F2-ELE-07")
@pytest.mark.rule("F2-ELE-08")
def test_a_calling_that_fails_brings_nothing() -> None:
    g = MagicGame("combinative")
    g.do("ana", call("1"))
    roll(g, "-000")
    assert "fire-elemental" not in g.table.state.get(CAST)


@pytest.mark.rule("F2-ELE-08")
def test_an_elemental_is_called_and_then_bound_and_no_mage_binds_two() -> None:
    g = with_elemental()
    bind = BindElemental(actor=RUZA, target=ActorId("fire-elemental"), description=HOW)
    g.do("ana", bind)
    assert g.roll.efforts[0].trait == "mastery"
    roll(g, "-000")
    assert g.actor("fire-elemental").patron == ""
    g.do("ana", bind)
    roll(g, "0000")
    bound = g.actor("fire-elemental")
    assert (bound.patron, bound.controller) == (RUZA, "ana")
    assert g.notes("fire-elemental")["bound to"] == "Ruza"
    g.do("ana", call("1", "Water"))
    roll(g, "++++")
    assert g.refused("ana", BindElemental(actor=RUZA, target=ActorId("water-elemental"))) == "one-elemental"


@pytest.mark.rule("F2-ELE-08")
def test_elementals_are_obvious_and_come_in_the_open() -> None:
    g = with_elemental()
    assert not g.actor("fire-elemental").is_hidden
    assert g.card("Fire Elemental").known_to is None
    assert "no way to hide" in g.actor("fire-elemental").sheet.description


@pytest.mark.rule("F2-ELE-09")
@pytest.mark.parametrize(
    ("element", "level", "ways"),
    [
        ("Fire", 2, {"Fire", "Water"}),
        ("Fire", 3, {"Fire"}),
        ("Fire", 4, set()),
        ("Water", 2, {"Water", "Fire"}),
        ("Air", 2, {"Earth"}),
        ("Earth", 3, set()),
    ],
)
def test_an_elemental_is_dispelled_with_its_element_or_the_opposed_one(
    element: str, level: int, ways: set[str]
) -> None:
    """She has Fire 2, Water 1, Earth 1; summoned things count one scope lower."""
    g = MagicGame("combinative")
    _add(g, element, level)
    target = ActorId(f"{element.lower()}-elemental")
    for other in ("Fire", "Water", "Air", "Earth"):
        banish = BanishElemental(actor=RUZA, target=target, element=other, description=HOW)
        if other in ways:
            assert g.is_offered("ana", banish)
        else:
            assert g.refused("ana", banish) == "scope-too-large"


@pytest.mark.rule("F2-ELE-09")
def test_dispelling_an_elemental_is_rolled_against_its_own_difficulty() -> None:
    g = MagicGame("combinative")
    _add(g, "Fire", 3)
    target = ActorId("fire-elemental")
    g.do("ana", BanishElemental(actor=RUZA, target=target, element="Fire", description=HOW))
    assert (g.roll.difficulty, g.roll.efforts[0].trait) == (3, "dispelling")
    roll(g, "0000")
    assert target in g.table.state.get(CAST)
    g.do("ana", BanishElemental(actor=RUZA, target=target, element="Fire", description=HOW))
    roll(g, "+000")
    assert target not in g.table.state.get(CAST)


def _add(g: MagicGame, element: str, level: int) -> None:
    """An elemental that somebody else has called."""
    name = f"{element} Elemental"
    sheet = Sheet(
        ruleset="fate2", name=name, kind="minor", entries={"aspects": (Entry(name=name, numbers={"level": level}),)}
    )
    g.do("gm", AddOpponent(g.ruleset.creation.finish(sheet), open_aspects=True))
    g.do("gm", EnterScene(ActorId(f"{element.lower()}-elemental")))
